"""Server-sent events of a table: their format, and the stream of a page, which gets the elements that changed."""

import re
from collections.abc import AsyncIterator
from functools import partial

from tallow.web.drawing.elements import Elements, patches
from tallow.web.live.links import Visitor
from tallow.web.live.room import Room

NOTHING: Elements = {}
KEEPALIVE = b": awake\n\n"
RETRY = b"retry: 500\n\n"
"""How many milliseconds a browser waits before it connects again: with a server that is gone it may come to another."""

_LINE_END = re.compile("\r\n|\r|\n")
"""What ends a line of a stream; other separators that `str.splitlines` knows do not."""


def message(event: str, id_: int, data: str) -> bytes:
    """One event. Its id comes last, so that a browser that lost part of it does not take it for received."""
    lines = "\ndata: ".join(_LINE_END.split(data)) if "\n" in data or "\r" in data else data
    return f"event: {event}\ndata: {lines}\nid: {id_}\n\n".encode()


def closed(room: Room) -> list[bytes]:
    """The last event of a stream whose link was revoked; none when the server ends."""
    return [] if room.closed else [message("closed", room.version, "")]


def _changes(room: Room, before: Elements, now: Elements) -> bytes:
    return message("changes", room.version, patches(before, now))


async def page_events(visitor: Visitor) -> AsyncIterator[bytes]:
    """The stream of a page: first every element, then those that change."""
    room, seat, phrases = visitor.room, visitor.seat, visitor.phrases
    before = NOTHING
    async for changed in room.awaited(seat, visitor.link):
        if not changed:
            yield KEEPALIVE
            continue
        now = room.page(seat, phrases)
        cache = room.drawings.seat(seat, phrases.language)
        several = room.connected[seat] > 1
        event = cache.event(before, now, partial(_changes, room, before, now), several=several)
        yield event if before is not NOTHING else event + RETRY
        before = now
    for last in closed(room):
        yield last
