"""What changed, sent as it happens: to pages as the fragments that differ, to programs as JSON.

Fragments are drawn once for each seat, language and version, however many pages show them.
"""

import re
from collections.abc import AsyncIterator
from typing import Any

import msgspec

from tallow.table import ShownLine, seen_line
from tallow.web.drawing.elements import Pieces, changes
from tallow.web.drawing.seat_page import fragments
from tallow.web.live import table_status
from tallow.web.live.links import Visitor
from tallow.web.live.rooms import Room
from tallow.wording.phrases import Phrases

NOTHING: Pieces = {}

_ENDS = re.compile("\r\n|\r|\n")
"""What ends a line of a stream; other marks that part lines in a text do not."""


def drawn(room: Room, seat: str, phrases: Phrases) -> Pieces:
    """The fragments of a seat's page as they are now."""
    key = (seat, phrases.language)
    version, kept = room.drawn.get(key, (-1, NOTHING))
    if version != room.version:
        kept = fragments(room, seat, phrases)
        room.drawn[key] = (room.version, kept)
    now: Pieces = kept
    return now


def message(event: str, id_: int, data: str) -> bytes:
    """One event of the stream; its number comes last, when all of it is there."""
    lines = "\ndata: ".join(_ENDS.split(data))
    return f"event: {event}\ndata: {lines}\nid: {id_}\n\n".encode()


async def to_page(visitor: Visitor) -> AsyncIterator[bytes]:
    """The events of a page: first all of it, then what changes, until the link is revoked or the server ends."""
    room, seat, phrases = visitor.room, visitor.seat, visitor.phrases
    before: Pieces = NOTHING
    async for version in room.versions(seat, visitor.link):
        if version < 0:
            yield b": awake\n\n"
            continue
        now = drawn(room, seat, phrases)
        yield _encoded(room, ("sent", seat, phrases.language), before, now)
        before = now
    if not room.over:
        yield message("closed", room.version, "")


def _encoded(room: Room, key: tuple[str, str, str], before: Pieces, now: Pieces) -> bytes:
    """The event from one drawing to the next, made once for all at the same point; an empty one if all is equal."""
    of, to, made = room.drawn.get(key, (None, None, None))
    if of is not before or to is not now:
        made = message("changes", room.version, changes(before, now))
        room.drawn[key] = (before, now, made)
    sent: bytes = made
    return sent


async def to_program(visitor: Visitor) -> AsyncIterator[bytes]:
    """The same for programs: where the table stands, and the lines that are new."""
    room, seat = visitor.room, visitor.seat
    last = 0
    async for version in room.versions(seat, visitor.link):
        if version < 0:
            yield b": awake\n\n"
            continue
        lines = new_lines(room, seat, last)
        last = room.kept.lines
        told: dict[str, Any] = {
            "table": table_status.of(visitor),
            "questions": table_status.asked(visitor),
            "lines": lines,
        }
        yield message("changes", version, msgspec.json.encode(told).decode())
    if not room.over:
        yield message("closed", room.version, "")


def new_lines(room: Room, seat: str, after: int) -> list[ShownLine]:
    """The lines after a number that a seat may see."""
    shown = (seen_line(*row, seat) for row in room.log if row[0] > after)
    return [line for line in shown if line is not None]
