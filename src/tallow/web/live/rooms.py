"""The house: the tables that people sit at just now.

Whatever somebody does is worked out, made durable, and only then shown. Each table does one thing at a time; different
tables do not wait for each other, and their steps are committed together.
"""

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from tallow.play import Seat
from tallow.store import Kept, Link, NewLink, Store
from tallow.table import Line, Step, Table, TableRefusal
from tallow.web.background.work_pool import Busy

T = TypeVar("T")

MOST_ROOMS = 2_000
MOST_PAGES = 10
MOST_PLAYING = 200
MOST_LOOKING_ON = 60
"""How many pages of one table may be open at a time: by one link of the referee's or of a player's, of all players,
and of all who look on, whose link many share. Nobody takes the places of the others."""

MOST_BY_LINK = 24
"""So many may sit down by one link while the server runs: less than a table seats."""

READERS = 4
MOST_READING = 200
"""So many threads read the store for tables and links, and so many readings may wait for them."""

LOG = 100
LOG_BYTES = 4_000_000
"""How many lines of a table's log are kept at hand, and as how many bytes in the store."""

ANSWER = 250_000
"""As many bytes of the log are handed out at a time; one line at least."""

MOST_NUMBER = 1_000_000_000
"""No line has a higher number."""

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
        self.sat_by: Counter[str] = Counter()
        self._pages: Counter[str] = Counter()
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
        self._clock = asyncio.get_running_loop().call_later(AWAKE, self._awake) if self.here else None

    def close(self) -> None:
        """Nobody listens any more."""
        self.over = True
        self.changed()

    def must_have_room(self, link: Link) -> None:
        """Refuse one page too many: of a link, or of all who share a role."""
        if link.role == "onlooker":
            if self._pages["onlooker"] >= MOST_LOOKING_ON:
                raise TableRefusal("too_many_pages", MOST_LOOKING_ON)
            return
        if self._pages[link.hash] >= MOST_PAGES:
            raise TableRefusal("too_many_of_link", MOST_PAGES)
        if link.role == "player" and self._pages["player"] >= MOST_PLAYING:
            raise TableRefusal("too_many_pages", MOST_PLAYING)

    def must_seat(self, link: Link) -> None:
        """Refuse one more who would sit down by a link by which many have."""
        if self.sat_by[link.hash] >= MOST_BY_LINK:
            raise TableRefusal("link_used_up", MOST_BY_LINK)

    async def versions(self, seat: Seat, link: Link, seen: int = -1) -> AsyncIterator[int]:
        """Each new version, the latest only, until the link is closed; -1 now and then, to keep a connection awake.

        Of many that came at the same moment, those for whom there is no room end at once.
        """
        try:
            self.must_have_room(link)
        except TableRefusal:
            return
        self._pages.update((link.role, link.hash))
        self._arrives(seat)
        if self._clock is None:
            self._clock = asyncio.get_running_loop().call_later(AWAKE, self._awake)
        try:
            while link.hash not in self.closed and not self.over:
                if self.version != seen:
                    seen = self.version
                    yield seen
                    continue
                await self._bell.wait()
                if self.version == seen:
                    yield -1
        finally:
            self._pages.subtract((link.role, link.hash))
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
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="tallow-reading")
        self._reading = 0
        self._one_log = asyncio.Lock()

    async def read(self, what: Callable[..., T], *given: Any) -> T:
        """Something read from the store, in threads that do nothing else; `Busy` when too much waits for them."""
        if self._reading >= MOST_READING:
            raise Busy
        self._reading += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._readers, what, *given)
        finally:
            self._reading -= 1

    async def lines(self, room: Room, before: int, limit: int) -> list[tuple[int, bool, Line]]:
        """Lines of a table's log before a number, or the last; as many as are wanted, or as fit one answer."""
        if not 0 <= before <= MOST_NUMBER:
            raise TableRefusal("no_such_line")
        async with self._one_log:
            wanted = partial(self.store.lines, room.kept.id, before=before or None, limit=limit, most=ANSWER)
            return await self.read(wanted)

    async def open(self, step: Step, links: Sequence[NewLink] = ()) -> Room:
        """A new table."""
        kept, durable = self.store.created(step, links)
        await self.waiting.until(durable)
        return self._enter(Room(kept, [(1, False, step.line)] if step.line else []))

    async def room(self, id_: str) -> Room:
        """The room of a table; `NoSuchTable` when there is none."""
        room = self._rooms.get(id_)
        if room is None:
            kept, log = await self.read(self._load, id_)
            room = self._rooms.get(id_) or Room(kept, log)
        return self._enter(room)

    def _load(self, id_: str) -> tuple[Kept, list[tuple[int, bool, Line]]]:
        return self.store.load(id_), self.store.lines(id_, limit=LOG, most=LOG_BYTES)

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
                room.kept, room.log = await self.read(self._load, room.kept.id)
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
            earlier = await self.read(self.store.state_at, room.kept.id, done - actions)

        def undone(table: Table) -> Step:
            if table.done != done:
                raise TableRefusal("stale")
            return table.undo(seat, actions, earlier)

        return await self.do(room, undone)

    async def allow_undo(self, room: Room, by: Seat, seat: Seat, done: int | None = None) -> Step:
        """The referee undoes what a player asked for; refused if the table has gone on since `done` actions."""
        if done is not None and room.table.done != done:
            raise TableRefusal("stale_undo")
        return await self.undo(room, by, room.table.done - room.table.undo_request(seat).action + 1)

    def close(self) -> None:
        """Everybody's stream ends, also of those who come yet."""
        self._over = True
        for room in list(self._rooms.values()):
            room.close()

    def end(self) -> None:
        """Nothing is read any more."""
        self._readers.shutdown(wait=False, cancel_futures=True)

    async def add_link(self, room: Room, link: NewLink) -> None:
        """One more link to join by."""
        await self.waiting.until(self.store.add_links(room.kept.id, (link,)))

    async def revoke(self, room: Room, hash_: str) -> None:
        """A link opens nothing any more, and whoever listens by it hears no more."""
        await self.waiting.until(self.store.revoke(room.kept.id, hash_))
        room.closed.add(hash_)
        room.changed()
