"""The house: the tables that people sit at just now.

Whatever somebody does is worked out, made durable, and only then shown. Each table does one thing at a time; different
tables do not wait for each other, and their steps are committed together.
"""

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import Future
from typing import Any
from weakref import WeakValueDictionary

from tallow.play import Seat
from tallow.store import Kept, NewLink, Store
from tallow.table import Line, Step, Table, TableRefusal

MOST_ROOMS = 2_000
MOST_LISTENERS = 100
"""How many pages of one table may be open at a time."""

LOG = 100
"""How many lines of a table's log are kept at hand."""

AWAKE = 15.0
"""Every so many seconds listeners are told that all is well, if nothing else."""


class Room:
    """A table in use: as it is kept now, its newest lines, who listens for changes, and what was drawn of it."""

    def __init__(self, kept: Kept, log: list[tuple[int, bool, Line]]) -> None:
        self.kept = kept
        self.log = log
        self.version = 0
        self.doing = asyncio.Lock()
        self.drawn: dict[Any, Any] = {}
        self.here: dict[Seat, int] = {}
        self.closed: set[str] = set()
        self.over = False
        self._listening = 0
        self._bell = asyncio.Event()
        self._clock: asyncio.TimerHandle | None = None

    @property
    def table(self) -> Table:
        """The table as it stands."""
        return self.kept.table

    def changed(self) -> None:
        """Have everybody look again."""
        self.version += 1
        self._ring()

    def _ring(self) -> None:
        """Wake all who listen; those who listen next wait for the next time."""
        self._bell.set()
        self._bell = asyncio.Event()

    def _awake(self) -> None:
        """A ring although nothing has changed, again and again while anybody listens."""
        self._ring()
        self._clock = asyncio.get_running_loop().call_later(AWAKE, self._awake) if self._listening else None

    def close(self) -> None:
        """Nobody listens any more."""
        self.over = True
        self.changed()

    def must_have_room(self) -> None:
        """Refuse one listener too many."""
        if self._listening >= MOST_LISTENERS:
            raise TableRefusal("too_many_pages", MOST_LISTENERS)

    async def versions(self, seat: Seat, link: str, seen: int = -1) -> AsyncIterator[int]:
        """Each new version, the latest only, until the link is closed; -1 now and then, to keep a connection awake."""
        self._listening += 1
        self._arrives(seat)
        if self._clock is None:
            self._clock = asyncio.get_running_loop().call_later(AWAKE, self._awake)
        try:
            while link not in self.closed and not self.over:
                if self.version != seen:
                    seen = self.version
                    yield seen
                    continue
                await self._bell.wait()
                if self.version == seen:
                    yield -1
        finally:
            self._listening -= 1
            self._leaves(seat)

    def _arrives(self, seat: Seat) -> None:
        self.here[seat] = self.here.get(seat, 0) + 1
        if self.here[seat] == 1:
            self.changed()

    def _leaves(self, seat: Seat) -> None:
        self.here[seat] -= 1
        if not self.here[seat]:
            del self.here[seat]
            self.changed()
        if not self.here:
            self.drawn.clear()


class Waiting:
    """Those who wait until something is durable; all that was committed together wakes the loop once."""

    def __init__(self) -> None:
        self._done: deque[tuple[asyncio.Future[None], Future[None]]] = deque()
        self._rung = False

    async def until(self, durable: "Future[None]") -> None:
        """Wait for one of the store's futures."""
        loop = asyncio.get_running_loop()
        waiter: asyncio.Future[None] = loop.create_future()
        durable.add_done_callback(lambda done: self._ring(loop, waiter, done))
        await waiter

    def _ring(self, loop: asyncio.AbstractEventLoop, waiter: "asyncio.Future[None]", done: "Future[None]") -> None:
        self._done.append((waiter, done))
        if not self._rung:
            self._rung = True
            loop.call_soon_threadsafe(self._answer)

    def _answer(self) -> None:
        self._rung = False
        while self._done:
            waiter, done = self._done.popleft()
            if waiter.cancelled():
                continue
            if error := done.exception():
                waiter.set_exception(error)
            else:
                waiter.set_result(None)


class House:
    """Rooms by table id, opened when somebody comes and forgotten when nobody has for long."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.waiting = Waiting()
        self._recent: OrderedDict[str, Room] = OrderedDict()
        self._rooms: WeakValueDictionary[str, Room] = WeakValueDictionary()
        self._over = False

    async def open(self, step: Step, links: Sequence[NewLink] = ()) -> Room:
        """A new table."""
        kept, durable = self.store.created(step, links)
        await self.waiting.until(durable)
        return self._enter(Room(kept, [(1, False, step.line)] if step.line else []))

    async def room(self, id_: str) -> Room:
        """The room of a table; `NoSuchTable` when there is none."""
        room = self._rooms.get(id_)
        if room is None:
            kept, log = await asyncio.to_thread(self._load, id_)
            room = self._rooms.get(id_) or Room(kept, log)
        return self._enter(room)

    def _load(self, id_: str) -> tuple[Kept, list[tuple[int, bool, Line]]]:
        return self.store.load(id_), self.store.lines(id_, limit=LOG)

    def _enter(self, room: Room) -> Room:
        """A room that was just used; the longest unused is forgotten, unless somebody is still in it."""
        self._rooms[room.kept.id] = room
        self._recent[room.kept.id] = room
        self._recent.move_to_end(room.kept.id)
        if len(self._recent) > MOST_ROOMS:
            self._recent.popitem(last=False)
        room.over = self._over
        return room

    async def do(
        self, room: Room, what: Callable[[Table], Step], links: Callable[[Step], Sequence[NewLink]] | None = None
    ) -> Step:
        """Do something at a table: worked out, durable, then shown. What is refused changes nothing.

        Where dice have fallen the step is kept and shown all the same, and then its fault is raised. `links` are kept
        with it. It is seen to its end even when whoever asked has gone.
        """
        return await asyncio.shield(asyncio.ensure_future(self._do(room, what, links)))

    async def _do(
        self, room: Room, what: Callable[[Table], Step], links: Callable[[Step], Sequence[NewLink]] | None
    ) -> Step:
        async with room.doing:
            step = what(room.table)
            kept, durable = self.store.keep(room.kept, step, links(step) if links else ())
            try:
                await self.waiting.until(durable)
            except Exception:
                room.kept, room.log = await asyncio.to_thread(self._load, room.kept.id)
                raise
            self._log(room, kept, step)
            room.kept = kept
        room.changed()
        if step.fault is not None:
            raise step.fault
        return step

    def _log(self, room: Room, kept: Kept, step: Step) -> None:
        done = step.table.done
        if done < room.table.done:
            room.log = [(number, undone or line.number > done, line) for number, undone, line in room.log]
        if step.line is not None:
            room.log = [*room.log[-LOG + 1 :], (kept.lines, False, step.line)]

    async def undo(self, room: Room, seat: Seat, actions: int) -> Step:
        """Undo so many actions, however far back."""
        done = room.table.done
        earlier = None
        if len(room.table.past) < actions <= done:
            earlier = await asyncio.to_thread(self.store.state_at, room.kept.id, done - actions)

        def undone(table: Table) -> Step:
            if table.done != done:
                raise TableRefusal("stale")
            return table.undo(seat, actions, earlier)

        return await self.do(room, undone)

    async def allow_undo(self, room: Room, by: Seat, seat: Seat, done: int | None = None) -> Step:
        """The referee undoes what a player asked for; refused if the table has gone on since `done` actions."""
        if done is not None and room.table.done != done:
            raise TableRefusal("stale_undo")
        return await self.undo(room, by, room.table.done - room.table.wished(seat).action + 1)

    def close(self) -> None:
        """Everybody's stream ends, also of those who come yet."""
        self._over = True
        for room in list(self._rooms.values()):
            room.close()

    async def add_link(self, room: Room, link: NewLink) -> None:
        """One more link to join by."""
        await self.waiting.until(self.store.add_links(room.kept.id, (link,)))

    async def revoke(self, room: Room, hash_: str) -> None:
        """A link opens nothing any more, and whoever listens by it hears no more."""
        await self.waiting.until(self.store.revoke(room.kept.id, hash_))
        room.closed.add(hash_)
        room.changed()
