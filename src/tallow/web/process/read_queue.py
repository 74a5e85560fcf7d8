"""Requests that read wait in one queue, behind requests that write, so that an action never waits for many pages."""

import asyncio

from litestar.types import ASGIApp, Receive, Scope, Send

MOST_SECONDS = 0.05
"""At most this long a request waits for the writes that were under way when its turn came."""

POLL_SECONDS = 0.001

HEALTH = "/health"
"""What balancers ask is answered at once: writes may wait for a database that is away, and reads for those."""


class ReadQueue:
    """ASGI middleware: lets one GET request through for each turn of the event loop; other methods pass at once."""

    def __init__(self) -> None:
        self._first = asyncio.Lock()
        self._writing: set[object] = set()

    def __call__(self, app: ASGIApp) -> ASGIApp:
        """The application behind the queue."""

        async def queued(scope: Scope, receive: Receive, send: Send) -> None:
            if scope.get("method") in {"GET", "HEAD"} and scope["path"] != HEALTH:
                await self._wait()
                await app(scope, receive, send)
                return
            request = object()
            self._writing.add(request)
            try:
                await app(scope, receive, send)
            finally:
                self._writing.discard(request)

        return queued

    async def _wait(self) -> None:
        async with self._first:
            await asyncio.sleep(0)
            loop, writing = asyncio.get_running_loop(), set(self._writing)
            until = loop.time() + MOST_SECONDS
            while writing & self._writing and loop.time() < until:  # noqa: ASYNC110  (many end, each at its own time)
                await asyncio.sleep(POLL_SECONDS)
