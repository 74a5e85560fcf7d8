"""The clock. `pass_time` is the one way it moves, and what falls due on the way happens in its order."""

from msgspec.structs import replace

from tallow.games.cairn.characters.upkeep import dawn as upkeep
from tallow.games.cairn.characters.wages import pay_day
from tallow.games.cairn.gear.inventory import load
from tallow.games.cairn.harm.damage import die
from tallow.games.cairn.harm.deprivation import day_of_want, next_day, relieve, unmet
from tallow.games.cairn.magic import effects
from tallow.games.cairn.monsters import afflictions
from tallow.games.cairn.state import DAY, WATCH, Creature, State, alive
from tallow.games.cairn.uses import SPENT
from tallow.games.cairn.world.weather import DAWN, day, weather
from tallow.mechanics.conditions import has, shed
from tallow.mechanics.two_sides import everyone, put
from tallow.play import Play, rule

SETTLED = frozenset(("creation", "town", "downtime"))
"""Phases in which bed and board are not in question."""

MONTH = 30


def pass_time(play: Play, state: State, seconds: int) -> State:
    """Let time pass: deaths, what runs out, days of want and dawns, each at its moment."""
    until = state.clock + seconds
    if _quiet(state, until):
        return replace(state, clock=until)
    state = put(state, *(_lies(one, state.clock) for one in everyone(state) if _as_dead(one)))
    while (moment := _next_moment(state)) <= until:
        dawns = moment == _dawn_after(state.clock)
        state = _falls_due(play, replace(state, clock=moment))
        if dawns:
            state = dawn(play, state)
    return replace(state, clock=until)


def _quiet(state: State, until: int) -> bool:
    """Whether nothing at all can fall due; every round of a fight asks this."""
    if state.effects or until >= _dawn_after(state.clock):
        return False
    for side in (state.party, state.foes):
        for one in side:
            if (one.conditions or one.deprived or one.dies_at) and _falls(one, until):
                return False
    return True


def _falls(one: Creature, until: int) -> bool:
    """Whether something falls due for somebody until then, or may."""
    return 0 < one.dies_at <= until or (bool(one.deprived) and next_day(one) <= until) or _as_dead(one)


def _dawn_after(clock: int) -> int:
    return (day(clock) + 1) * DAY + DAWN


def _next_moment(state: State) -> int:
    """When the next thing falls due, not before now."""
    moments = [_dawn_after(state.clock), *(effect.ends for effect in state.effects if effect.ends)]
    for one in everyone(state):
        if alive(one):
            moments += [one.dies_at] if one.dies_at else []
            moments += [next_day(one)] if one.deprived else []
    return max(state.clock, min(moments))


@rule("cairn.phase.explore", "cairn.spell.duration", "cairn.critical.pc", "cairn.deprived.fatigue")
def _falls_due(play: Play, state: State) -> State:
    """What this moment brings: deaths first, then the ends of spells, then Fatigue."""
    for one in everyone(state):
        if alive(one) and 0 < one.dies_at <= state.clock:
            state = put(state, _last_hour(play, one, state.clock))
    state = effects.lapse(play, afflictions.come_due(play, state))
    for one in everyone(state):
        if one.deprived and alive(one) and next_day(one) <= state.clock:
            state = day_of_want(play, state, one)
    return state


def _as_dead(creature: Creature) -> bool:
    return has(creature, "stone_heart") and has(creature, "unconscious")


@rule("cairn.table.bond")
def _lies(creature: Creature, clock: int) -> Creature:
    """A stone heart lies as dead for a night."""
    if creature.dies_at:
        return creature
    return replace(shed(creature, "critical", "stable", "mortal"), dies_at=clock + WATCH)


@rule("cairn.critical.pc", "cairn.condition.critical", "cairn.scar.mortal_wound", "cairn.table.bond")
def _last_hour(play: Play, creature: Creature, clock: int) -> Creature:
    """The hour of the dying is over; or a stone heart beats again, with 1 STR."""
    if _as_dead(creature) and not has(creature, "critical") and not has(creature, "mortal"):
        play.tell("stone_heart.wakes", creature.name, why="cairn.table.bond")
        woken = shed(creature, "unconscious")
        return relieve(play, replace(woken, strength=1, dies_at=0), "cairn.scar.mortal_wound")
    dead = replace(die(play, creature), dies_at=0)
    return _lies(dead, clock) if _as_dead(dead) else dead


@rule("cairn.phase.town", "cairn.wild.weather")
def dawn(play: Play, state: State) -> State:
    """A day begins: needs unmet since the last, pay, the weather of the road, and all that comes back daily."""
    play.tell("dawn", day(state.clock) + 1, why="cairn.wild.watches")
    if state.phase not in SETTLED:
        state = unmet(play, state)
    state = put(state, *(_new_day(one) for one in everyone(state) if one.spent or one.items))
    if day(state.clock) % MONTH == 0:
        state = put(state, *(_heavier(play, state, one) for one in state.party if has(one, "stone_heart")))
    state = pay_day(play, upkeep(play, state))
    return weather(play, state) if state.journey is not None else state


def _new_day(creature: Creature) -> Creature:
    """What was spent or had for the day is so no more."""
    items = tuple(replace(i, charges=i.charges_max) if i.recharge == "each day" else i for i in creature.items)
    return replace(creature, spent=SPENT.without(creature.spent, "day"), items=items)


@rule("cairn.table.bond")
def _heavier(play: Play, state: State, creature: Creature) -> Creature:
    """A stone heart grows by a slot each month."""
    play.tell("stone_heart.grows", creature.name, why="cairn.table.bond")
    return load(play, replace(creature, burden=creature.burden + 1), state.settings, state.clock)
