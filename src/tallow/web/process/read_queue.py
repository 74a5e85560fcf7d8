"""Pages are drawn one after another, and what is done at tables goes between: nobody waits for twenty drawings."""

import asyncio

from litestar.types import ASGIApp, Receive, Scope, Send

YIELD = 0.05
"""At most so many seconds a page waits for what is being done at tables when its turn comes."""

STEP = 0.001


class Turnstile:
    """Lets one request to look at something through for each turn of the loop; those that do something pass at once."""

    def __init__(self) -> None:
        self._one = asyncio.Lock()
        self._doing: set[object] = set()

    def __call__(self, app: ASGIApp) -> ASGIApp:
        """The application behind it."""

        async def pass_(scope: Scope, receive: Receive, send: Send) -> None:
            if scope.get("method") in {"GET", "HEAD"}:
                await self.turn()
                await app(scope, receive, send)
                return
            mine = object()
            self._doing.add(mine)
            try:
                await app(scope, receive, send)
            finally:
                self._doing.discard(mine)

        return pass_

    async def turn(self) -> None:
        """Wait for one's turn."""
        async with self._one:
            await asyncio.sleep(0)
            loop, first = asyncio.get_running_loop(), set(self._doing)
            until = loop.time() + YIELD
            while first & self._doing and loop.time() < until:  # noqa: ASYNC110  (many end, and each at its own time)
                await asyncio.sleep(STEP)
