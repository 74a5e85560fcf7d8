"""Pages are drawn one after another, and what is done at tables goes between: nobody waits for twenty drawings."""

import asyncio

from litestar.types import ASGIApp, Receive, Scope, Send

YIELD = 0.01
"""At most so many seconds a page waits for what is being done at tables."""

STEP = 0.001


class Turnstile:
    """Lets one request to look at something through for each turn of the loop; those that do something pass at once."""

    def __init__(self) -> None:
        self._one = asyncio.Lock()
        self._doing = 0

    def __call__(self, app: ASGIApp) -> ASGIApp:
        """The application behind it."""

        async def pass_(scope: Scope, receive: Receive, send: Send) -> None:
            if scope.get("method") in {"GET", "HEAD"}:
                await self.turn()
                await app(scope, receive, send)
                return
            self._doing += 1
            try:
                await app(scope, receive, send)
            finally:
                self._doing -= 1

        return pass_

    async def turn(self) -> None:
        """Wait for one's turn."""
        async with self._one:
            await asyncio.sleep(0)
            waited = 0.0
            while self._doing and waited < YIELD:
                await asyncio.sleep(STEP)
                waited += STEP
