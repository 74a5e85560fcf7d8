"""The rooms of a server, one for each table in use.

Whatever somebody does is computed, made durable, and only then shown. Each table does one thing at a time; different
tables do not wait for each other, and their steps are committed together.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from msgspec.structs import replace

from tallow.games.deeds import Refused
from tallow.mechanics.memory import shared_with
from tallow.play import Seat
from tallow.store import Conflict, Kept, NewLink, Store
from tallow.table import Step, Table, TableRefusal
from tallow.table.bots.autopilot import next_step, stop
from tallow.web.background.work_pool import Busy
from tallow.web.drawing.log import LOG, LogRow
from tallow.web.live.durable import DurableWaiter
from tallow.web.live.room import Room

T = TypeVar("T")

Do = Callable[[Table], Step]
"""Something that somebody does at a table."""

log = logging.getLogger(__name__)

MOST_ROOMS = 2_000
"""How many rooms are kept in memory; the longest unused is forgotten, unless somebody is connected to it."""

READERS = 4
MOST_READING = 200
"""How many threads read the store for tables and links, and how many reads may wait for them."""

LOG_BYTES = 4_000_000
"""The most bytes, as stored, of the log lines that a room has in memory."""

ANSWER_BYTES = 250_000
"""The most bytes, as stored, of the log lines in one answer; one line at least."""

MOST_TRIES = 50
"""How often something is tried at a table at which other processes do something meanwhile."""

MOST_BY_BOTS = 400
"""So many steps bots do in a row before a person has to do something."""

MOST_NUMBER = 1_000_000_000
"""No line has a higher number."""


class _Waits(Exception):
    """Every bot of a table waits for a person."""


def _by_bot(table: Table) -> Step:
    """The next step of a bot; one that goes wrong stops all of them, and people go on."""
    try:
        step = next_step(table)
    except Exception:
        log.exception("a bot of %s went wrong", table.game)
        step = stop(table, table.pilots[0].seat, (table.pilots[0].seat,))
    if step is None:
        raise _Waits
    return step


class Rooms:
    """Rooms by the id of their table, loaded when somebody comes; `reading` counts the reads that are under way."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.durable = DurableWaiter()
        self._recent: OrderedDict[str, Room] = OrderedDict()
        self._rooms: WeakValueDictionary[str, Room] = WeakValueDictionary()
        self._closed = False
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="tallow-reading")
        self.reading = 0
        self._one_log = asyncio.Lock()

    def __len__(self) -> int:
        """How many rooms there are."""
        return len(self._rooms)

    def ids(self) -> list[str]:
        """The ids of their tables."""
        return list(self._rooms.keys())

    @property
    def store_url(self) -> str:
        """The URL of the store's database, for other processes."""
        return self.store.engine.url.render_as_string(hide_password=False)

    async def read(self, function: Callable[..., T], *given: Any) -> T:
        """Call a function that reads the store, in a thread for that; `Busy` when too many calls wait."""
        if self.reading >= MOST_READING:
            raise Busy
        self.reading += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._readers, function, *given)
        finally:
            self.reading -= 1

    async def room(self, id_: str, records: int = 0) -> Room:
        """The room of a table, with no fewer `records` than that; `NoSuchTable` when there is none."""
        room = self._rooms.get(id_)
        if room is None:
            kept, log = await self.read(self._load, id_)
            room = self._rooms.get(id_) or Room(kept, log)
        await self.catch_up(room, records)
        return self._used(room)

    def live(self) -> list[Room]:
        """The rooms with event streams."""
        return [room for room in self._rooms.values() if room.connected]

    def of(self, id_: str) -> Room | None:
        """The room of a table if it is in memory."""
        return self._rooms.get(id_)

    def table(self, id_: str) -> Table | None:
        """A table whose room is in memory, else None."""
        room = self.of(id_)
        return room.table if room else None

    def _load(self, id_: str) -> tuple[Kept, list[LogRow]]:
        kept = self.store.load(id_)
        return kept, self.store.lines(id_, before=kept.lines + 1, limit=LOG, most=LOG_BYTES)

    def _load_on(self, before: Kept, log: list[LogRow]) -> tuple[Kept, list[LogRow]]:
        """A table as it is now, and of its log only what is new since. What has not changed is shared, for caches."""
        kept = self.store.load(before.id)
        was, is_ = before.table, kept.table
        table = replace(is_, state=shared_with(was.state, is_.state), seats=shared_with(was.seats, is_.seats))
        kept = replace(kept, table=table)
        if not log or not 0 <= kept.lines - before.lines < LOG:
            return self._load(before.id)
        undone, new = self.store.lines_since(before.id, log[0][0], before.lines, kept.lines)
        known = [row if row[1] == (row[0] in undone) else (row[0], not row[1], row[2]) for row in log]
        return kept, [*known, *new][-LOG:]

    def _used(self, room: Room) -> Room:
        """A room that was just used."""
        self._rooms[room.kept.id] = room
        self._recent[room.kept.id] = room
        self._recent.move_to_end(room.kept.id)
        if len(self._recent) > MOST_ROOMS:
            self._recent.popitem(last=False)
        room.closed = self._closed
        return room

    async def lines(self, room: Room, before: int, limit: int) -> list[LogRow]:
        """Log lines before a number, or the last if it is 0: at most `limit`, fewer where they are long."""
        if not 0 <= before <= MOST_NUMBER:
            raise TableRefusal("no_such_line")
        async with self._one_log:
            wanted = partial(self.store.lines, room.kept.id, before=before or None, limit=limit, most=ANSWER_BYTES)
            return await self.read(wanted)

    async def line(self, room: Room, number: int) -> LogRow:
        """A log line by its number."""
        if not 1 <= number <= room.kept.lines:
            raise TableRefusal("no_such_line")
        rows = await self.lines(room, number + 1, 1)
        if not rows or rows[0][0] != number:
            raise TableRefusal("no_such_line")
        return rows[0]

    async def replayed(self, room: Room, action: int) -> Room:
        """A room as the table was after so many actions that still stand, with the log until then."""
        if not 0 <= action <= room.table.done:
            raise TableRefusal("no_such_line")
        state = await self.read(self.store.state_at, room.kept.id, action)
        log = await self.read(self.store.lines_until, room.kept.id, action, LOG)
        table = replace(room.table, state=state, pending=(), past=(), done=action)
        return Room(replace(room.kept, table=table), log)

    async def open(self, step: Step, links: Sequence[NewLink] = ()) -> Room:
        """Open a new table."""
        kept, durable = self.store.created(step, links)
        await self.durable.wait(durable)
        return self._used(Room(kept, [(1, False, step.line)] if step.line else []))

    async def go_on(self, room: Room, do: Do) -> Room:
        """Open a new table of what stands at another, whose links all lead to the new one from now on.

        Pages that are open there hear nothing more of it, connect again by their links, and are at the new table.
        """
        async with room.lock:
            step = do(room.table)
            kept, durable = self.store.created(step, instead_of=room.kept.id)
            await self.durable.wait(durable)
            room.close()
            self._rooms.pop(room.kept.id, None)
            self._recent.pop(room.kept.id, None)
            return self._used(Room(kept, [(1, False, step.line)] if step.line else []))

    async def do(self, room: Room, do: Do, links: Callable[[Step], Sequence[NewLink]] | None = None) -> Step:
        """Do something at a table: compute the step, make it durable, show it. A refusal changes nothing.

        Where dice have fallen the step is kept and shown all the same, and then its fault is raised. `links` are kept
        with the step. It goes on to its end even when whoever asked has disconnected, and so do bots that play there.
        """
        return await asyncio.shield(asyncio.ensure_future(self._do_all(room, do, links)))

    async def _do_all(self, room: Room, do: Do, links: Callable[[Step], Sequence[NewLink]] | None) -> Step:
        """Do something, then let the bots of the table play on until they wait for a person."""
        try:
            return await self._do(room, do, links)
        finally:
            if room.table.pilots and not room.plays_on:
                await self._play_on(room)

    async def _play_on(self, room: Room) -> None:
        """Whatever bots do at a table, each step kept and shown by itself; anybody may do something in between."""
        room.plays_on = True
        try:
            for _ in range(MOST_BY_BOTS):
                await self._do(room, _by_bot, None)
        except (_Waits, TableRefusal, Refused, Busy):
            return
        finally:
            room.plays_on = False

    async def _do(self, room: Room, do: Do, links: Callable[[Step], Sequence[NewLink]] | None) -> Step:
        async with room.lock:
            if room.closed and not self._closed:
                raise TableRefusal("gone_on")
            for _ in range(MOST_TRIES):
                step = do(room.table)
                kept, durable = self.store.keep(room.kept, step, links(step) if links else ())
                try:
                    await self.durable.wait(durable)
                except Conflict:
                    await self._read_on(room)
                except Exception:
                    await self._read_on(room)
                    raise
                else:
                    self._extend_log(room, kept, step)
                    room.kept = kept
                    room.changed()
                    break
            else:
                raise Busy
        if step.fault is not None:
            raise step.fault
        return step

    async def catch_up(self, room: Room, records: int) -> None:
        """See that a room has so many records: other processes may have done something at its table."""
        if room.kept.records < records:
            async with room.lock:
                if room.kept.records < records:
                    await self._read_on(room)

    async def _read_on(self, room: Room) -> None:
        """Read a table again that another process has done something at."""
        room.kept, room.log = await self.read(self._load_on, room.kept, room.log)
        room.changed()

    def _extend_log(self, room: Room, kept: Kept, step: Step) -> None:
        done = step.table.done
        if done < room.table.done:
            room.log = [(number, undone or line.number > done, line) for number, undone, line in room.log]
        if step.line is not None:
            room.log = [*room.log[-LOG + 1 :], (kept.lines, False, step.line)]

    async def undo(self, room: Room, seat: Seat, actions: int) -> Step:
        """Undo the last actions, however far back."""
        done = room.table.done
        earlier = None
        if len(room.table.past) < actions <= done:
            earlier = await self.read(self.store.state_at, room.kept.id, done - actions)

        def undone(table: Table) -> Step:
            if table.done != done:
                raise TableRefusal("stale")
            return table.undo(seat, actions, earlier)

        return await self.do(room, undone)

    async def allow_undo(self, room: Room, by: Seat, seat: Seat, done: int | None = None) -> Step:
        """Undo what a player asked for; refused if the table has gone on since it had done `done` actions."""
        if done is not None and room.table.done != done:
            raise TableRefusal("stale_undo")
        return await self.undo(room, by, room.table.done - room.table.undo_request(seat).action + 1)

    async def add_link(self, room: Room, link: NewLink) -> None:
        """Add a link to a table."""
        await self.durable.wait(self.store.add_links(room.kept.id, (link,)))

    async def revoke(self, room: Room, hash_: str) -> None:
        """Revoke a link, and end the event streams of whoever came by it."""
        await self.durable.wait(self.store.revoke(room.kept.id, hash_))
        room.revoked.add(hash_)
        room.changed()

    def close(self) -> None:
        """End every event stream, also of those who connect from now on."""
        self._closed = True
        for room in list(self._rooms.values()):
            room.close()

    def stop_reading(self) -> None:
        """End the threads that read the store."""
        self._readers.shutdown(wait=False, cancel_futures=True)
