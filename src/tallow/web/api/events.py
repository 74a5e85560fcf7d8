"""The event stream of a table for programs."""

from collections.abc import AsyncIterator

import msgspec

from tallow.client import Change
from tallow.play import Seat
from tallow.table import ShownLine, seen_line
from tallow.web.api.status import open_questions, table_status
from tallow.web.live.events import KEEPALIVE, closed, message
from tallow.web.live.links import Visitor
from tallow.web.live.room import Room


async def program_events(visitor: Visitor) -> AsyncIterator[bytes]:
    """After each change the status of the table, the open questions, and the new log lines."""
    room, seat = visitor.room, visitor.seat
    last = 0
    async for changed in room.awaited(seat, visitor.link):
        if not changed:
            yield KEEPALIVE
            continue
        lines = new_lines(room, seat, last)
        last = room.kept.lines
        change = Change(table_status(visitor), tuple(open_questions(visitor)), tuple(lines))
        yield message("changes", room.version, msgspec.json.encode(change).decode())
    for end in closed(room):
        yield end


def new_lines(room: Room, seat: Seat, after: int) -> list[ShownLine]:
    """The lines after a number, as a seat may see them."""
    shown = (seen_line(*row, seat) for row in room.log if row[0] > after)
    return [line for line in shown if line is not None]
