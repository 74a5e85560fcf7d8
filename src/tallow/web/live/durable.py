"""Waiting in the event loop for what the store's writer thread makes durable."""

import asyncio
from collections import deque
from concurrent.futures import Future


class DurableWaiter:
    """Hands the store's futures over to the event loop. All that were committed together wake the loop once."""

    def __init__(self) -> None:
        self._done: deque[tuple[asyncio.Future[None], Future[None]]] = deque()
        self._scheduled = False

    async def wait(self, durable: "Future[None]") -> None:
        """Wait for one of the store's futures; raises what it raises."""
        loop = asyncio.get_running_loop()
        waiter: asyncio.Future[None] = loop.create_future()
        durable.add_done_callback(lambda done: self._schedule(loop, waiter, done))
        await waiter

    def _schedule(self, loop: asyncio.AbstractEventLoop, waiter: "asyncio.Future[None]", done: "Future[None]") -> None:
        """Called in the writer's thread."""
        self._done.append((waiter, done))
        if not self._scheduled:
            self._scheduled = True
            loop.call_soon_threadsafe(self._wake)

    def _wake(self) -> None:
        self._scheduled = False
        while self._done:
            waiter, done = self._done.popleft()
            if waiter.cancelled():
                continue
            if error := done.exception():
                waiter.set_exception(error)
            else:
                waiter.set_result(None)
