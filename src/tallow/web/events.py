"""What changed, sent as it happens: to pages as the fragments that differ, to programs as JSON.

Fragments are drawn once for each seat and version, however many pages show them.
"""

import re
from collections.abc import AsyncIterator, Mapping
from typing import Any

import msgspec

from tallow.table import ShownLine, seen_line
from tallow.web import standing
from tallow.web.draw import fragments
from tallow.web.house import Room
from tallow.web.links import Visitor
from tallow.web.words import WORDS

NOTHING: Mapping[str, str] = {}


def drawn(room: Room, seat: str) -> Mapping[str, str]:
    """The fragments of a seat's page as they are now."""
    version, kept = room.drawn.get(seat, (-1, NOTHING))
    if version != room.version:
        kept = fragments(room, seat, WORDS)
        room.drawn[seat] = (room.version, kept)
    now: Mapping[str, str] = kept
    return now


def changes(before: Mapping[str, str], now: Mapping[str, str]) -> str:
    """The fragments that differ, or only the pieces that do, each to be put in the place of the one with its id."""
    return "".join(_changed(before.get(name, ""), html) for name, html in now.items() if before.get(name) != html)


def _changed(before: str, now: str) -> str:
    """A fragment, or of one that is the same but for some of its pieces, only those."""
    if _OPEN not in now or _OPEN not in before:
        return _swapped(now)
    old, new = _pieces(before), _pieces(now)
    if len(old) != len(new) or any(was[1] != is_[1] for was, is_ in zip(old, new, strict=True)):
        return _swapped(now)
    return "".join(_swapped(is_[0]) for was, is_ in zip(old, new, strict=True) if was[0] != is_[0])


_OPEN, _CLOSE = "<!--[-->", "<!--]-->"
_ID = re.compile(r'\bid="[^"]*"')


def _pieces(html: str) -> list[tuple[str, str]]:
    """Each piece of a fragment with its id and what stands behind it; first what stands before them all."""
    first, *rest = html.split(_OPEN)
    found = [("", first)]
    for text in rest:
        piece, _, after = text.partition(_CLOSE)
        name = _ID.search(piece)
        found.append((piece, (name[0] if name else "") + after))
    return found


def _swapped(html: str) -> str:
    """An element that takes the place of the one with its id."""
    return _ID.sub(lambda found: f'{found[0]} hx-swap-oob="morph"', html, count=1)


def message(event: str, id_: int, data: str) -> bytes:
    """One event of the stream."""
    lines = "".join(f"data: {line}\n" for line in data.splitlines() or [""])
    return f"event: {event}\nid: {id_}\n{lines}\n".encode()


async def to_page(visitor: Visitor) -> AsyncIterator[bytes]:
    """The events of a page: first all of it, then what changes, until the link is revoked."""
    room, seat = visitor.room, visitor.seat
    before: Mapping[str, str] = NOTHING
    async for version in room.versions(seat, visitor.link.hash):
        if version < 0:
            yield b": awake\n\n"
            continue
        now = drawn(room, seat)
        yield _encoded(room, seat, before, now)
        before = now
    yield message("closed", room.version, "")


def _encoded(room: Room, seat: str, before: Mapping[str, str], now: Mapping[str, str]) -> bytes:
    """The event from one drawing to the next, made once for all at the same point; a comment if all is equal."""
    of, to, made = room.drawn.get(("sent", seat), (None, None, None))
    if of is not before or to is not now:
        data = changes(before, now)
        made = message("changes", room.version, data) if data else f": {room.version}\n\n".encode()
        room.drawn[("sent", seat)] = (before, now, made)
    sent: bytes = made
    return sent


async def to_program(visitor: Visitor) -> AsyncIterator[bytes]:
    """The same for programs: where the table stands, and the lines that are new."""
    room, seat = visitor.room, visitor.seat
    last = 0
    async for version in room.versions(seat, visitor.link.hash):
        if version < 0:
            yield b": awake\n\n"
            continue
        lines = new_lines(room, seat, last)
        last = room.kept.lines
        told: dict[str, Any] = {"table": standing.of(visitor), "questions": standing.asked(visitor), "lines": lines}
        yield message("changes", version, msgspec.json.encode(told).decode())
    yield message("closed", room.version, "")


def new_lines(room: Room, seat: str, after: int) -> list[ShownLine]:
    """The lines after a number that a seat may see."""
    shown = (seen_line(*row, seat) for row in room.log if row[0] > after)
    return [line for line in shown if line is not None]
