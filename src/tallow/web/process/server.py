"""The uvicorn server: it listens first and loads the games right after, and stops at once when it is told to."""

import asyncio
import gc
import logging
import signal
import socket
from types import FrameType

import uvicorn
from litestar import Litestar

from tallow.games import names
from tallow.web.live.rooms import Rooms
from tallow.web.process.connection_limits import ConnectionLimiter, limits_of_process
from tallow.wording.settings import settings_shown

GRACE_SECONDS = 1
"""How long requests under way may take once the server is stopped."""

PAUSE_SECONDS = 0.01
"""The pause between loading two games, in which requests are answered."""

log = logging.getLogger("tallow.web")


class Server(uvicorn.Server):
    """Serves an application; `rooms` has its event streams.

    Only `proxies` are trusted to say for whom they ask (X-Forwarded-For).
    """

    def __init__(self, app: Litestar, rooms: Rooms, proxies: tuple[str, ...] = ()) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                http=ConnectionLimiter(limits_of_process(proxies)).protocol(),
                ws="none",
                proxy_headers=bool(proxies),
                forwarded_allow_ips=list(proxies),
                log_level="warning",
                access_log=False,
                server_header=False,
                timeout_graceful_shutdown=GRACE_SECONDS,
            )
        )
        self._rooms = rooms
        self._warming: asyncio.Task[None] | None = None
        self.stopped_by = 0

    def handle_signals(self) -> None:
        """Stop on SIGINT and SIGTERM from now on. uvicorn itself handles them only once it listens."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self.handle_exit)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Remember which signal stopped it."""
        self.stopped_by = self.stopped_by or sig
        super().handle_exit(sig, frame)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, and then load the games."""
        await super().startup(sockets)
        self._warming = asyncio.create_task(load_games())

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End every event stream first. uvicorn's complaints about what is cut off after that are not logged."""
        if self._warming:
            self._warming.cancel()
        self._rooms.close()
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
        await super().shutdown(sockets)


async def load_games() -> None:
    """Load every game, so that the first visitor need not wait for it.

    In the event loop, not in a thread: msgspec builds its decoders in one thread at a time.
    """
    for name in names():
        await asyncio.sleep(PAUSE_SECONDS)
        try:
            settings_shown(name)
        except Exception:
            log.exception("%s cannot be read", name)
    freeze_loaded()


def freeze_loaded() -> None:
    """Exempt everything loaded so far from garbage collection, since it stays, and collect less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(3_000, 5, 500)
