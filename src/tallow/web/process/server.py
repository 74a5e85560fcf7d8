"""The server: it prints its address first and reads the games right after, and ends at once when it is stopped."""

import asyncio
import gc
import logging
import signal
import socket
from types import FrameType

import uvicorn
from litestar import Litestar

from tallow.games import names
from tallow.web.drawing.page_context import rulings
from tallow.web.live.rooms import House
from tallow.web.process.connection_limits import Guard, roomy

GRACE = 1
"""Seconds that requests under way have to end, once the server is stopped."""

BREATH = 0.01
"""Seconds for whoever asks already, between one game that is read and the next."""

log = logging.getLogger("tallow.web")


class Server(uvicorn.Server):
    """Serves an application; `house` has the pages that listen."""

    def __init__(self, app: Litestar, house: House, proxies: tuple[str, ...] = ()) -> None:
        """Of `proxies`, and of nobody else, it is believed for whom they ask (X-Forwarded-For)."""
        super().__init__(
            uvicorn.Config(
                app,
                http=Guard(roomy(proxies)).protocol(),
                ws="none",
                proxy_headers=bool(proxies),
                forwarded_allow_ips=list(proxies),
                log_level="warning",
                access_log=False,
                server_header=False,
                timeout_graceful_shutdown=GRACE,
            )
        )
        self._house = house
        self._warming: asyncio.Task[None] | None = None
        self.ended_by = 0

    def heed(self) -> None:
        """End when told to, from now on: before it listens, an interrupt could be raised where it is lost."""
        for told in (signal.SIGINT, signal.SIGTERM):
            signal.signal(told, self.handle_exit)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Remember by which signal it was told to end."""
        self.ended_by = self.ended_by or sig
        super().handle_exit(sig, frame)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, and then read the games."""
        await super().startup(sockets)
        self._warming = asyncio.create_task(warm())

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Have every page's stream end first; what is cut off after that is no fault to tell of."""
        if self._warming:
            self._warming.cancel()
        self._house.close()
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
        await super().shutdown(sockets)


async def warm() -> None:
    """Read every game, so that the first who comes need not wait for it.

    In the loop, not in a thread beside it: what msgspec makes of types is made by one thread at a time.
    """
    for name in names():
        await asyncio.sleep(BREATH)
        try:
            rulings(name)
        except Exception:
            log.exception("%s cannot be read", name)
    settle()


def settle() -> None:
    """All that was loaded stays: have the collector look at it no more."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(3_000, 5, 500)
