"""Conditions of a document: whether each holds as the adventure stands."""

from collections.abc import Iterable
from typing import TypeVar

from tallow.adventures.documents import effects as h
from tallow.adventures.documents.document import Feature, Room
from tallow.adventures.standing import Explored, Place

S = TypeVar("S")


def hold(place: Place[S], state: Explored[S], conditions: Iterable[h.Condition]) -> bool:
    """Whether all of these hold."""
    for one in conditions:  # noqa: SIM110  (asked often; a generator takes twice as long)
        if _holds(place, state, one) == one.no:
            return False
    return True


def _holds(place: Place[S], state: Explored[S], condition: h.Condition) -> bool:
    standing = state.place
    match condition:
        case h.Marked():
            return condition.mark in standing.marks
        case h.Carried():
            return carried(place, state, condition.thing)
        case h.Gone():
            return place.band(standing, condition.group).temper == "gone"
        case h.Friendly():
            return place.band(standing, condition.group).temper == "friendly"
        case h.Present():
            band = place.band(standing, condition.group)
            return band.temper != "gone" and band.room == (condition.room or standing.room)
        case h.IsOpen():
            return place.stands(standing, place.exits[condition.exit]) == "open"
        case h.Here():
            return standing.room == condition.room
        case h.Visited():
            return condition.room in standing.seen
        case h.Flame():
            return place.chapter.flame(state.game)
        case h.Turns():
            return standing.turns >= condition.least


def seen_now(place: Place[S], state: Explored[S], part: Room | Feature) -> str:
    """What is seen of a room, or what looking at a feature tells, as things stand."""
    first = part.seen if isinstance(part, Room) else part.look
    return next((one.seen for one in part.later if hold(place, state, one.when)), first)


def carried(place: Place[S], state: Explored[S], thing: str) -> bool:
    """Whether somebody of the party has a thing of the document."""
    id_ = dict(state.place.taken).get(thing, "")
    return bool(id_) and place.chapter.held(state.game, id_)
