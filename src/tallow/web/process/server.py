"""The uvicorn server: it listens, it loads the games, and it stops at once when it is told to."""

import asyncio
import logging
import signal
import socket
from types import FrameType

import uvicorn
from litestar import Litestar
from litestar.types.asgi_types import HTTPScope
from uvicorn.config import LOGGING_CONFIG

from tallow.games import names
from tallow.logs import without_secrets
from tallow.web.live.rooms import Rooms
from tallow.web.process.collector import freeze_loaded
from tallow.web.process.connection_limits import ConnectionLimiter, limits_of_process
from tallow.web.process.metrics import measured
from tallow.wording.settings import settings_shown

GRACE_SECONDS = 1
"""How long requests under way may take once the server is stopped."""

PAUSE_SECONDS = 0.01
"""The pause between loading two games, in which requests are answered."""

log = logging.getLogger("tallow.web")


class Server(uvicorn.Server):
    """Serves an application; `rooms` has its event streams.

    Only `proxies` are trusted to say for whom they ask (X-Forwarded-For). With `log_answers` each answer is logged, and
    logging is as the process has set it up. It listens first and loads the games right after, unless it `loads_first`:
    where other processes listen on the same socket, nobody has to wait for the games of this one.
    """

    def __init__(
        self,
        app: Litestar,
        rooms: Rooms,
        proxies: tuple[str, ...] = (),
        *,
        log_answers: bool = False,
        loads_first: bool = False,
    ) -> None:
        super().__init__(
            uvicorn.Config(
                measured(app, log_answer if log_answers else None),
                http=ConnectionLimiter(limits_of_process(proxies)).protocol(),
                ws="none",
                proxy_headers=bool(proxies),
                forwarded_allow_ips=list(proxies),
                log_level="warning",
                log_config=None if log_answers else LOGGING_CONFIG,
                access_log=False,
                server_header=False,
                timeout_graceful_shutdown=GRACE_SECONDS,
            )
        )
        self._rooms = rooms
        self._loads_first = loads_first
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
        """Listen, and load the games before that or after it."""
        if self._loads_first:
            await load_games()
        if self.should_exit:
            return
        await super().startup(sockets)
        if not self._loads_first:
            self._warming = asyncio.create_task(load_games())

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End every event stream first. uvicorn's complaints about what is cut off after that are not logged."""
        if self._warming:
            self._warming.cancel()
        self._rooms.close()
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
        await super().shutdown(sockets)


def log_answer(scope: HTTPScope, status: int, seconds: float) -> None:
    """Log an answer, without the token in its path; what was asked beside the path is not logged at all."""
    path = without_secrets(scope["path"])
    facts = {"method": scope["method"], "path": path, "status": status, "milliseconds": round(1000 * seconds, 1)}
    log.info("answered", extra={"facts": facts})


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
