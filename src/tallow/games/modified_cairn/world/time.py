"""The clock. Only `pass_time` moves it, and whatever falls due meanwhile happens in order."""

from msgspec.structs import replace

from tallow.games.modified_cairn.characters.hirelings import pay_day
from tallow.games.modified_cairn.characters.upkeep import dawn
from tallow.games.modified_cairn.combat.attacks import SUNLESS
from tallow.games.modified_cairn.gear.light import burn
from tallow.games.modified_cairn.harm.conditions import (
    HUNGER,
    THIRST,
    day_of_want,
    next_strain,
    provided,
    relieve,
    want,
    wanting,
    wants,
)
from tallow.games.modified_cairn.harm.scars import day_of_doom, doom_begins
from tallow.games.modified_cairn.magic.effects import expire
from tallow.games.modified_cairn.state import DAY, HOUR, Creature, State, alive, gain, shed
from tallow.games.modified_cairn.world.darkness import inside
from tallow.mechanics.two_sides import everyone, put
from tallow.play import Play, rule

DAWN = 6 * HOUR


@rule("modified_cairn.phase.dungeon_upkeep", "modified_cairn.phase.free_play")
def pass_time(play: Play, state: State, seconds: int) -> State:
    """Let time pass: deaths, expiring effects, wants, days and dawns happen each at their moment."""
    until = state.clock + seconds
    while (moment := _next_moment(state)) <= until:
        dawns = moment >= _dawn_after(state.clock)
        state = _falls_due(play, replace(state, clock=max(state.clock, moment)))
        if dawns:
            state = pay_day(play, dawn(play, _dawn(state)))
    state = burn(play, replace(state, clock=until), seconds)
    return put(state, *(_settled(play, one, until) for one in state.party)) if state.phase == "town" else state


def _dawn_after(clock: int) -> int:
    return ((clock - DAWN) // DAY + 1) * DAY + DAWN


def _next_moment(state: State) -> int:
    """The moment when the next thing falls due."""
    first = _dawn_after(state.clock)
    for effect in state.effects:
        if 0 < effect.ends < first:
            first = effect.ends
    for one in everyone(state):
        if 0 < one.dies_at < first and alive(one):
            first = one.dies_at
        if one.deprived and alive(one):
            first = min(first, next_strain(one))
        if one.scars and alive(one):
            first = min(first, doom_begins(one) or first)
    for one in state.party:
        if wanting(state, one):
            first = min([first, *(moment for _, moment in wants(one))])
    return first


@rule(
    "modified_cairn.hurt.bleed_out", "modified_cairn.state.critically_wounded", "modified_cairn.state.mortally_wounded"
)
def _falls_due(play: Play, state: State) -> State:
    """Apply what falls due at this moment: deaths first, then ends of effects, then daily consequences."""
    for one in everyone(state):
        if 0 < one.dies_at <= state.clock and alive(one):
            state = put(state, bleeds_out(play, one))
    for effect in state.effects:
        if 0 < effect.ends <= state.clock:
            state = expire(play, state, effect.id)
    for one in everyone(state):
        if one.scars and alive(one) and 0 < (doom_begins(one) or 0) <= state.clock:
            state = put(state, day_of_doom(play, one, state.clock))
    for one in everyone(state):
        if one.deprived and alive(one) and next_strain(one) <= state.clock:
            state = day_of_want(play, state, one)
    return want(play, state)


@rule(
    "modified_cairn.hurt.bleed_out",
    "modified_cairn.state.dead",
    "modified_cairn.state.critically_wounded",
    "modified_cairn.state.mortally_wounded",
    "modified_cairn.scar.mortal_wound",
)
def bleeds_out(play: Play, creature: Creature) -> Creature:
    """The creature dead, because nobody has tended it within the hour."""
    play.tell("bled_out", creature.name, why="modified_cairn.hurt.bleed_out")
    return replace(gain(shed(creature, "critically_wounded", "mortally_wounded"), "dead"), dies_at=0)


@rule("modified_cairn.phase.town")
def _settled(play: Play, creature: Creature, clock: int) -> Creature:
    """The creature with food, drink and sleep, as there is in town."""
    if creature.kind == "monster" or not alive(creature):
        return creature
    return relieve(play, provided(creature, clock), HUNGER, THIRST)


@rule("modified_cairn.convert.charges")
def _dawn(state: State) -> State:
    """The state at dawn: what can be used once a day can be used again."""
    dark = inside(state)
    return put(state, *(_new_day(one, dark) for one in everyone(state) if one.spent or one.items))


def _new_day(creature: Creature, dark: bool) -> Creature:
    """The creature with all renewed that each day renews, except sunlight in the dark of a dungeon."""
    items = tuple([replace(item, dots=0) if item.recharge == "each day" else item for item in creature.items])
    spent = tuple([mark for mark in creature.spent if mark.kind != "day" or (dark and mark == SUNLESS)])
    return replace(creature, items=items, spent=spent)
