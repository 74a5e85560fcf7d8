"""The ways of a place: by which the party can go on now, which leads out, and whether any leads to somewhere new."""

from collections.abc import Callable
from typing import Any, TypeVar

from tallow.adventures.documents.document import Exit
from tallow.adventures.standing import Explored, Place, Standing
from tallow.mechanics.memory import cached_by_identity

S = TypeVar("S")

CLOSED = frozenset(("stuck", "locked", "barred"))
FAR = 1_000
KEPT = 64
"""For so many standings ways are kept."""


def open_ways(place: Place[S], state: Explored[S]) -> tuple[Exit, ...]:
    """The exits by which the party can go on now, first those to where it has not been."""
    return _open_ways(state.place, place, place.dark(state))


@cached_by_identity(KEPT)
def _open_ways(standing: Standing, place: Place[Any], dark: bool) -> tuple[Exit, ...]:
    ways = [one for one in place.ways(standing) if place.stands(standing, one) not in CLOSED]
    if dark:
        known = [one for one in ways if place.beyond(one, standing.room) in standing.seen]
        ways = known or ways
    far = _to_new(standing, place)
    return tuple(sorted(ways, key=lambda one: far.get(place.beyond(one, standing.room), FAR)))


@cached_by_identity(KEPT)
def _to_new(standing: Standing, place: Place[Any]) -> dict[str, int]:
    """How far it is from each room that the party knows of to the nearest where it has not been."""
    return _steps(place, standing, lambda room: room not in standing.seen)


def _steps(place: Place[S], standing: Standing, wanted: Callable[[str], bool]) -> dict[str, int]:
    """How far it is from each room that the party knows of to the nearest that is wanted, by open ways it knows."""
    known = {*standing.seen, standing.room}
    leads: dict[str, list[str]] = {}
    for one in place.document.exit:
        there, back = one.from_ in known, one.to in known and not one.one_way
        if (there or back) and place.known(standing, one) and place.stands(standing, one) not in CLOSED:
            if there:
                leads.setdefault(one.to, []).append(one.from_)
            if back:
                leads.setdefault(one.from_, []).append(one.to)
    steps = {room: 0 for room in (*leads, standing.room) if wanted(room)}
    nearest = list(steps)
    for room in nearest:  # it grows as it goes
        for before in leads.get(room, ()):
            if before not in steps:
                steps[before] = steps[room] + 1
                nearest.append(before)
    return steps


def way_out(place: Place[S], state: Explored[S]) -> Exit | None:
    """The exit by which the party comes nearer to a way out that it knows of."""
    return _way_out(state.place, place, place.dark(state))


def steps_out(place: Place[S], state: Explored[S]) -> int:
    """How many rooms it is to a way out that the party knows of; `FAR` if none can be reached by open ways."""
    return _to_ways_out(state.place, place).get(state.place.room, FAR)


@cached_by_identity(KEPT)
def _to_ways_out(standing: Standing, place: Place[Any]) -> dict[str, int]:
    """How far it is from each room that the party knows of to a way out."""
    begins = place.document.adventure.begins
    return _steps(place, standing, lambda room: room == begins or (room in standing.seen and place.rooms[room].out))


@cached_by_identity(KEPT)
def _way_out(standing: Standing, place: Place[Any], dark: bool) -> Exit | None:
    far = _to_ways_out(standing, place)
    if far.get(standing.room, FAR) == 0:
        return None
    ways = [one for one in _open_ways(standing, place, dark) if place.beyond(one, standing.room) in far]
    return min(ways, key=lambda one: far[place.beyond(one, standing.room)], default=None)


def explored(place: Place[S], state: Explored[S]) -> bool:
    """Whether no way that the party knows of leads to a room that it does not know."""
    return state.place.room not in _to_new(state.place, place)


def goes_on(place: Place[S], state: Explored[S]) -> bool:
    """Whether there is anywhere new to go; out of a room with light of its own not into the dark without any."""
    standing = state.place
    ways = open_ways(place, state)
    if not ways or explored(place, state):
        return False
    beyond = place.beyond(ways[0], standing.room)
    if not place.lit(standing, standing.room) or (place.lit(standing, beyond) and beyond not in standing.seen):
        return True
    unlit = place.chapter.shine(state.game, False)
    return not place.chapter.dark(unlit) or place.chapter.refuse(unlit, "light") is None
