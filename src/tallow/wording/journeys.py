"""What came of expeditions through an adventure, in words that web and terminal share."""

from collections.abc import Iterator

from tallow.adventures import Document
from tallow.adventures.standing import DONE, LOST
from tallow.simulate import STALEMATE, Report
from tallow.simulate.journeys import FELL, SEEN
from tallow.wording.phrases import Phrases

COUNTS = {"rooms": "journey.seen", "treasure": "journey.treasure"}
"""Counts of any journey; all others are the game's own."""


def end_title(how: str, place: Document, phrases: Phrases) -> str:
    """How an expedition has ended."""
    if how in {LOST, DONE, STALEMATE}:
        return phrases.say(f"journey.{how}")
    return next(end.title for end in place.end if end.id == how)


def seen(report: Report, place: Document) -> Iterator[tuple[str, float]]:
    """How often each room is seen, by its id."""
    return ((room.id, report.marks.get(f"{SEEN}/{room.id}", 0.0)) for room in place.room)


def fallen(report: Report) -> list[tuple[str, str, float]]:
    """In which room who falls how often, the most often first."""
    fell = [(mark.split("/", 2), share) for mark, share in report.marks.items() if mark.startswith(f"{FELL}/")]
    return sorted([(room, name, share) for (_, room, name), share in fell], key=lambda one: -one[2])
