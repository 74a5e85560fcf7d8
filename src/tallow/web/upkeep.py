"""What a server does by itself: it measures itself, tidies its memory, sweeps tables that nobody played at."""

import asyncio
from contextlib import suppress
from time import time

from tallow.web.background.pools import Pools
from tallow.web.live.rooms import Rooms
from tallow.web.process import metrics
from tallow.web.process.collector import collect_all, spare_tables

MEASURE_SECONDS = 1.0
SWEEP_SECONDS = 3600.0
SPARE_SECONDS = 20.0
COLLECT_SECONDS = 3600.0
DAY = 24 * 3600


class Upkeep:
    """The tasks of that; tables are swept after so many days, and never if that is 0."""

    def __init__(self, rooms: Rooms, pools: Pools, sweep_days: int = 0) -> None:
        self._rooms = rooms
        self._pools = pools
        self._sweep_days = sweep_days
        self._tasks: list[asyncio.Task[None]] = []

    def begin(self) -> None:
        """Begin, in the loop that runs."""
        self._rooms.store.when_committed(metrics.committed)
        self._tasks = [asyncio.create_task(self._measure()), asyncio.create_task(self._tidy())]
        if self._sweep_days:
            self._tasks.append(asyncio.create_task(self._sweep()))

    async def close(self) -> None:
        """End."""
        for task in self._tasks:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    def measure(self) -> None:
        """Take the numbers that go up and down."""
        live = self._rooms.live()
        metrics.TABLES.set(len(self._rooms))
        metrics.PAGES.set(sum(sum(room.connected.values()) for room in live))
        metrics.WAITING.labels("writer").set(self._rooms.store.waiting())
        metrics.WAITING.labels("readers").set(self._rooms.reading)
        for name, pool in self._pools.by_name().items():
            metrics.WAITING.labels(name).set(len(pool))

    async def _measure(self) -> None:
        while True:
            self.measure()
            await asyncio.sleep(MEASURE_SECONDS)

    async def _tidy(self) -> None:
        while True:
            for _ in range(round(COLLECT_SECONDS / SPARE_SECONDS)):
                await asyncio.sleep(SPARE_SECONDS)
                spare_tables()
            collect_all()

    async def _sweep(self) -> None:
        while True:
            before = int(time()) - self._sweep_days * DAY
            await self._rooms.durable.wait(self._rooms.store.sweep(before, self._rooms.ids()))
            await asyncio.sleep(SWEEP_SECONDS)
