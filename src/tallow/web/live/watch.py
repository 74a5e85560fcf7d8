"""Watches what other processes do at the tables that have pages open here, and shows them who is here.

A notification wakes the pages at once. Once a second every such table is looked at all the same, so a lost one costs a
second, and nothing stays unseen.
"""

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from sqlalchemy.exc import SQLAlchemyError

from tallow.play import Seat
from tallow.store.peers import News, Peers
from tallow.web.background.work_pool import Busy
from tallow.web.live.room import Room
from tallow.web.live.rooms import Rooms

LOOK_SECONDS = 1.0
"""How often every table with pages is looked at."""

log = logging.getLogger("tallow.web")


class Watch:
    """The task that watches; it has a thread of its own to read with, which waits for nobody's requests."""

    def __init__(self, rooms: Rooms, peers: Peers) -> None:
        self._rooms = rooms
        self._peers = peers
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="tallow-watching")
        self._heard: set[str] = set()
        self._wake = asyncio.Event()
        self._shown: dict[str, frozenset[Seat]] = {}
        self._catching_up: dict[str, asyncio.Task[None]] = {}
        self._wanted: dict[str, int] = {}
        self._task: asyncio.Task[None] | None = None
        self._away = False

    def begin(self) -> None:
        """Watch from now on."""
        loop = asyncio.get_running_loop()
        self._task = asyncio.create_task(self._run())
        self._peers.listen(lambda tables: loop.call_soon_threadsafe(self._hear, tables))

    async def close(self) -> None:
        """Tell the others that this process ends, and watch no longer."""
        for task in (self._task, *self._catching_up.values()):
            if task:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
        await asyncio.get_running_loop().run_in_executor(self._thread, self._peers.leave, list(self._shown))
        self._thread.shutdown()

    def _hear(self, tables: dict[str, int]) -> None:
        """Read on at once where a table has only gone on; else look first how it stands."""
        for id_, records in tables.items():
            room = self._rooms.of(id_)
            if not records:
                self._heard.add(id_)
                self._wake.set()
            elif room and room.connected:
                self._read_on(room, records)

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        look_at = loop.time()
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), max(0.0, look_at - loop.time()))
            self._wake.clear()
            heard, self._heard = self._heard, set()
            live = {room.kept.id: room for room in self._rooms.live()}
            whole = loop.time() >= look_at
            try:
                if whole:
                    look_at = loop.time() + LOOK_SECONDS
                    await self._show()
                tables = live.keys() if whole else live.keys() & heard
                for id_, news in (await loop.run_in_executor(self._thread, self._peers.news, tables)).items():
                    self._take_in(live[id_], news)
            except SQLAlchemyError as error:
                self._lose(error)
                self._heard |= heard
                await asyncio.sleep(LOOK_SECONDS)
            else:
                self._away = False

    async def _show(self) -> None:
        """Give a sign of life, and say where pages are open here, as far as that has changed."""
        loop = asyncio.get_running_loop()
        if await loop.run_in_executor(self._thread, self._peers.beat):
            self._shown.clear()
        now = {room.kept.id: frozenset(room.connected) for room in self._rooms.live()}
        changed = {id_: seats for id_, seats in now.items() if self._shown.get(id_) != seats}
        changed |= {id_: frozenset() for id_ in self._shown.keys() - now.keys()}
        if changed:
            await loop.run_in_executor(self._thread, self._peers.show, changed)
            self._shown = now

    def _take_in(self, room: Room, news: News) -> None:
        """What others did at a table becomes known here."""
        room.show_elsewhere(news.seats)
        if not room.revoked >= news.revoked:
            room.revoked |= news.revoked
            room.changed()
        self._read_on(room, news.records)

    def _read_on(self, room: Room, records: int) -> None:
        """Have a room read until it has so many records."""
        id_ = room.kept.id
        if room.kept.records >= records:
            return
        self._wanted[id_] = max(records, self._wanted.get(id_, 0))
        if id_ not in self._catching_up:
            task = self._catching_up[id_] = asyncio.create_task(self._catch_up(room))
            task.add_done_callback(lambda _: self._catching_up.pop(id_, None))

    async def _catch_up(self, room: Room) -> None:
        try:
            while wanted := self._wanted.pop(room.kept.id, 0):
                await self._rooms.catch_up(room, wanted)
        except (SQLAlchemyError, Busy):
            return  # the next look tries again
        except Exception:
            log.exception("table %s, at which another process did something, cannot be read", room.kept.id)

    def _lose(self, error: Exception) -> None:
        """Say once that the database is away."""
        if not self._away:
            self._away = True
            log.error("The database is away, and with it what other processes do: %s.", type(error).__name__)
