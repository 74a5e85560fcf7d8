"""Range bands: the distance of any two, and how a Move changes it."""

from collections.abc import Callable, Iterable
from functools import lru_cache

from msgspec.structs import replace

from tallow.games.black_hack.state import BANDS, Band, Being, Combat, State, alive, everyone, find
from tallow.games.deeds import Deed
from tallow.play import REFEREE, Play, RuleId, rule

FEET: tuple[tuple[int, Band], ...] = ((5, "close"), (30, "nearby"), (60, "faraway"))
"""Up to how many feet a band goes; beyond the last it is Distant."""

IN_FEET = "feet"
SQUARE = 5
"""The feet of a square."""

MOST_FEET = 300
DISTANCE: RuleId = "black_hack.action.gm_set_distance"


@rule(
    "black_hack.range.convert",
    "black_hack.range.close",
    "black_hack.range.nearby",
    "black_hack.range.faraway",
    "black_hack.range.distant",
)
def in_feet(feet: int) -> Band:
    """The band of a distance in feet."""
    return next((band for most, band in FEET if feet <= most), "distant")


def _pair(one: str, other: str) -> tuple[str, str]:
    return (one, other) if one < other else (other, one)


@rule("black_hack.range.bands", "black_hack.range.relative_tracking")
def band(state: State, one: str, other: str) -> Band:
    """The distance of two: Nearby by default; everybody is Close to themselves."""
    if one == other:
        return "close"
    if state.combat is None or not state.combat.bands:
        return "nearby"
    return _from_each(state.combat.bands).get(one, NOWHERE).get(other, "nearby")


def bands_from(state: State, one: str) -> dict[str, Band]:
    """The distances from somebody to all who are not Nearby, by id."""
    combat = state.combat
    return _from_each(combat.bands).get(one, NOWHERE) if combat is not None and combat.bands else NOWHERE


NOWHERE: dict[str, Band] = {}


@lru_cache(maxsize=500)
def _from_each(bands: tuple[tuple[str, str, Band], ...]) -> dict[str, dict[str, Band]]:
    """The same distances as a mapping that can be looked up from either end."""
    found: dict[str, dict[str, Band]] = {}
    for first, second, far in bands:
        found.setdefault(first, {})[second] = far
        found.setdefault(second, {})[first] = far
    return found


ORDER: dict[Band, int] = {band: at for at, band in enumerate(BANDS)}


def order(found: Band) -> int:
    """The index of a band, 0 for Close."""
    return ORDER[found]


@rule("black_hack.range.nearby_includes_close")
def within(state: State, one: str, other: str, reach: Band) -> bool:
    """Whether two are as near as this, or nearer."""
    return order(band(state, one, other)) <= order(reach)


def around(state: State, one: str, reach: Band, among: Iterable[Being]) -> tuple[str, ...]:
    """The ids of those in `among` who are still there and within reach of somebody, without that one."""
    return tuple(
        [other.id for other in among if other.id != one and alive(other) and within(state, one, other.id, reach)]
    )


def set_band(state: State, one: str, other: str, new: Band) -> State:
    """The state with the distance of two changed."""
    return set_bands(state, one, {other: new})


def set_bands(state: State, one: str, new: dict[str, Band]) -> State:
    """The state with somebody's distances to these changed."""
    combat = state.combat
    if combat is None:
        return state
    kept = [pair for pair in combat.bands if _other(pair, one) not in new]
    changed = [(*_pair(one, other), far) for other, far in new.items() if far != "nearby" and other != one]
    return replace(state, combat=replace(combat, bands=(*kept, *changed)))


def _other(pair: tuple[str, str, Band], one: str) -> str:
    """The other id of a pair that contains `one`, "" if it does not."""
    first, second, _ = pair
    return second if first == one else first if second == one else ""


def nearer(found: Band) -> Band:
    """One band nearer."""
    return BANDS[max(0, order(found) - 1)]


def farther(found: Band) -> Band:
    """One band farther; from Distant it stays Distant."""
    return beyond(found, 1)


def beyond(found: Band, steps: int) -> Band:
    """The band this many steps farther, at most Distant."""
    return BANDS[min(3, order(found) + steps)]


@rule(
    "black_hack.move.nearby",
    "black_hack.move.nearby_to_close",
    "black_hack.move.one_step",
    "black_hack.range.close",
    "black_hack.range.nearby",
    "black_hack.range.faraway",
    "black_hack.range.distant",
)
def shift(state: State, mover: str, whom: str, step: Callable[[Band], Band]) -> State:
    """Move one band nearer to somebody, or farther; the distances to those Close to them change likewise."""
    now, beside = bands_from(state, mover), bands_from(state, whom)
    along = [other.id for other in everyone(state) if beside.get(other.id) == "close" and alive(other)]
    moved = {other: step(now.get(other, "nearby")) for other in (whom, *along) if other != mover}
    return set_bands(state, mover, moved)


def forget(state: State, who: str) -> State:
    """The state without the distances of somebody who is gone."""
    combat = state.combat
    if combat is None:
        return state
    left = tuple([kept for kept in combat.bands if who not in kept[:2]])
    return replace(state, combat=replace(combat, bands=left)) if len(left) < len(combat.bands) else state


@rule("black_hack.action.gm_set_distance", "black_hack.range.relative_tracking", "black_hack.range.scale")
def set_distance(play: Play, state: State, _: str) -> State:
    """The GM says how far two are from each other: a band, or in feet as on a mat of squares."""
    there = tuple([one.id for one in everyone(state) if alive(one)])
    first = play.choose(REFEREE, "distance_of", there, why=DISTANCE)
    second = play.choose(REFEREE, "distance_to", tuple([one for one in there if one != first]), why=DISTANCE)
    now = band(state, first, second)
    options: tuple[str, ...] = (*[new for new in BANDS if new != now], IN_FEET)
    names = (find(state, first).name, find(state, second).name)
    picked = play.choose(REFEREE, "distance", options, *names, now, why=DISTANCE)
    new = next((each for each in BANDS if each == picked), None)
    if new is None:
        feet = range(0, MOST_FEET + 1, SQUARE)
        new = in_feet(play.choose(REFEREE, "distance_feet", feet, *names, why="black_hack.range.convert"))
    play.tell("distance", *names, new, why=DISTANCE)
    return set_band(state, first, second, new)


def fighting(state: State, _: str = "") -> bool:
    """Whether there is a fight."""
    return isinstance(state.combat, Combat)


def _two(state: State, _: str) -> bool:
    return fighting(state) and sum(alive(one) for one in everyone(state)) > 1


DEEDS: tuple[Deed[State], ...] = (
    Deed("set_distance", set_distance, DISTANCE, by="referee", shown=_two, group="muster"),
)
