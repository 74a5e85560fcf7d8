"""Workings with a rule of their own: places that are traded, things that jump into a hand, lights that go out."""

from collections.abc import Callable
from typing import Any, TypeAlias

from msgspec.structs import replace

from tallow.games.modified_cairn.characters.joining import accompany
from tallow.games.modified_cairn.checks.tables import called, look, total
from tallow.games.modified_cairn.combat.attacks import kind_of
from tallow.games.modified_cairn.combat.bands import apart, fight, move_of, step, whither, with_band
from tallow.games.modified_cairn.entries import Works
from tallow.games.modified_cairn.gear.inventory import without
from tallow.games.modified_cairn.gear.slots import settle, stow
from tallow.games.modified_cairn.magic.effects import begin
from tallow.games.modified_cairn.magic.working_things import (
    absorb,
    catch,
    dissolve,
    hone,
    mend,
    rekindle,
    repair,
    shrink,
    slay,
)
from tallow.games.modified_cairn.monsters.afflictions import lasting
from tallow.games.modified_cairn.monsters.meeting import before_party
from tallow.games.modified_cairn.state import Effect, State, alive, side_of, up, with_quality
from tallow.games.modified_cairn.uses import MARKS
from tallow.games.modified_cairn.world.darkness import shade
from tallow.mechanics.tables import entry_of
from tallow.mechanics.two_sides import everyone, find, put
from tallow.play import REFEREE, Play, RuleId, rule

Rule: TypeAlias = Callable[[Play, State, str, RuleId, Works, tuple[str, ...]], State]


@rule("modified_cairn.runeskelf.control_weather")
def _weather(play: Play, state: State, who: str, of: RuleId, works: Works, upon: tuple[str, ...]) -> State:
    """Roll other weather by the table of the season on a journey; elsewhere begin an effect of an hour."""
    journey = state.journey
    if state.phase != "journey" or journey is None:
        play.tell("working.place", called(of), why=entry_of(of))
        return begin(state, Effect("", of, who, (), state.clock + lasting(play, "1h", entry_of(of))))
    row = look(play, f"modified_cairn.table.weather_{journey.season}", REFEREE)
    play.tell("working.weather", row.name, why=entry_of(of))
    return replace(state, journey=replace(journey, weather=row.name))


@rule("modified_cairn.runeskelf.filch")
def _filch(play: Play, state: State, who: str, of: RuleId, works: Works, upon: tuple[str, ...]) -> State:
    """A thing that somebody else carries in sight jumps into the caster's hand, or wherever it fits."""
    there = [one for one in everyone(state) if one.id != who and before_party(state, who, one.id)]
    things = [(one.id, item.id) for one in there for item in one.items]
    options: tuple[Any, ...] = (*things, "other")
    which: Any = play.choose(find(state, who).seat, "filch", options, find(state, who).name, why=entry_of(of))
    if which == "other":
        play.tell("working.judged", called(of), why=entry_of(of))
        return state
    bearer = find(state, which[0])
    item = next(one for one in bearer.items if one.id == which[1])
    play.tell("working.filched", find(state, who).name, item.name, bearer.name, why=entry_of(of))
    state = shade(put(state, settle(without(bearer, item.id))))
    return put(state, stow(find(state, who), replace(item, lit=False), ("hands", "body", "pack")))


@rule("modified_cairn.runeskelf.push_pull")
def _push_or_pull(play: Play, state: State, who: str, of: RuleId, works: Works, upon: tuple[str, ...]) -> State:
    """In a fight, somebody is shoved one band away from the caster, or dragged one closer."""
    if state.combat is None or not upon:
        play.tell("working.judged", called(of), why=entry_of(of))
        return state
    how = play.choose(
        find(state, who).seat, "push_or_pull", ("push", "pull"), find(state, upon[0]).name, why=entry_of(of)
    )
    return step(play, state, upon[0], who, closer=how == "pull")


@rule("modified_cairn.runeskelf.raise_dead")
def _servant(play: Play, state: State, who: str, of: RuleId, works: Works, upon: tuple[str, ...]) -> State:
    """A creature of the bestiary rises and goes with the party."""
    state = accompany(state, who, works.creature)
    play.tell("relic.servant", state.party[-1].name, why=entry_of(of))
    return state


@rule("modified_cairn.runeskelf.shuffle")
def _swap(play: Play, state: State, who: str, of: RuleId, works: Works, upon: tuple[str, ...]) -> State:
    """Two creatures in a fight trade places: each has the other's distances to all others."""
    seat, name = find(state, who).seat, find(state, who).name
    there = tuple([one.id for one in everyone(state) if up(one) and before_party(state, who, one.id)])
    if state.combat is None or len(there) < 2:
        play.tell("working.judged", called(of), why=entry_of(of))
        return state
    first = play.choose(seat, "swap_first", there, name, why=entry_of(of))
    second = play.choose(seat, "swap_second", tuple([one for one in there if one != first]), name, why=entry_of(of))
    combat = fight(state)
    after = combat
    for one in everyone(state):
        if one.id not in (first, second):
            after = with_band(after, first, one.id, apart(combat, second, one.id))
            after = with_band(after, second, one.id, apart(combat, first, one.id))
    play.tell("working.swapped", find(state, first).name, find(state, second).name, why=entry_of(of))
    return replace(state, combat=after)


@rule("modified_cairn.runeskelf.snuff")
def _snuff(play: Play, state: State, who: str, of: RuleId, works: Works, upon: tuple[str, ...]) -> State:
    """Every mundane light in sight goes out."""
    dark = [
        replace(one, items=tuple([replace(item, lit=False) if item.lit else item for item in one.items]))
        for one in everyone(state)
    ]
    play.tell("working.snuffed", called(of), why=entry_of(of))
    return shade(put(state, *dark))


@rule("modified_cairn.runeskelf.teleport")
def _teleport(play: Play, state: State, who: str, of: RuleId, works: Works, upon: tuple[str, ...]) -> State:
    """In a fight, somebody is at once one band closer to somebody or farther away, as the caster says."""
    if state.combat is None or not upon:
        play.tell("working.judged", called(of), why=entry_of(of))
        return state
    (target,) = upon
    ways: tuple[Any, ...] = tuple([way for way in whither(state, target) if not way[0].startswith(("ride_", "rush_"))])
    if not ways:
        return state
    way: Any = play.choose(find(state, who).seat, "move_whither", ways, find(state, target).name, why=entry_of(of))
    made = move_of(target, way)
    return step(play, state, target, made.towards, made.closer, alone=made.alone)


@rule("modified_cairn.runeskelf.ward")
def _ward(play: Play, state: State, who: str, of: RuleId, works: Works, upon: tuple[str, ...]) -> State:
    """Creatures of one kind, or of those that the entry names, cannot come at those inside: the user's side."""
    side = side_of(state, who)
    others = [one for one in everyone(state) if up(one) and side_of(state, one.id) != side]
    kinds = tuple(dict.fromkeys([kind_of(one) for one in others if before_party(state, who, one.id)]))
    ends = state.clock + lasting(play, works.lasts, entry_of(of))
    play.tell("working.place", called(of), why=entry_of(of))
    against = works.keeps_off
    if not against:
        user = find(state, who)
        kind = play.choose(user.seat, "ward_kind", (*kinds, "other"), user.name, why=entry_of(of))
        if kind == "other":
            return begin(state, Effect("", of, who, (), ends))
        against = (kind,)
    inside = tuple([one.id for one in everyone(state) if alive(one) and side_of(state, one.id) == side])
    for kind in against:
        state = put(state, *[MARKS.add(find(state, one), "warded", kind) for one in inside])
        state = begin(state, Effect("", of, who, inside, ends, does="hold", state="warded", what=kind))
    return state


@rule("modified_cairn.relic.coin_of_the_father")
def _false_coins(play: Play, state: State, who: str, of: RuleId, works: Works, upon: tuple[str, ...]) -> State:
    """Roll and tell how many false coins appear, and begin an effect that ends when they are gone."""
    coins = total(play, "1d100", find(state, who).seat, entry_of(of))
    play.tell("relic.coins", find(state, who).name, coins, why=entry_of(of))
    return begin(state, Effect("", of, who, (who,), state.clock + lasting(play, works.lasts, entry_of(of))))


@rule("modified_cairn.table.marchguard_2")
def _trade_wounds(play: Play, state: State, who: str, of: RuleId, works: Works, upon: tuple[str, ...]) -> State:
    """The user and another trade the VIG that each has lost."""
    if not upon:
        play.tell("working.judged", called(of), why=entry_of(of))
        return state
    mine, theirs = find(state, who), find(state, upon[0])
    lost, other = mine.vigour_max - mine.vigour, theirs.vigour_max - theirs.vigour
    play.tell("working.traded", mine.name, theirs.name, why=entry_of(of))
    return put(
        state,
        with_quality(mine, "VIG", max(1, mine.vigour_max - other)),
        with_quality(theirs, "VIG", max(1, theirs.vigour_max - lost)),
    )


RULES: dict[str, Rule] = {
    "weather": _weather,
    "filch": _filch,
    "push_or_pull": _push_or_pull,
    "servant": _servant,
    "swap": _swap,
    "snuff": _snuff,
    "teleport": _teleport,
    "ward": _ward,
    "false_coins": _false_coins,
    "trade_wounds": _trade_wounds,
    "absorb": absorb,
    "catch": catch,
    "dissolve": dissolve,
    "hone": hone,
    "mend": mend,
    "rekindle": rekindle,
    "repair": repair,
    "shrink": shrink,
    "slay": slay,
}
