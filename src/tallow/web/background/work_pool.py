"""A pool of processes for work that any client may ask for, so that it takes neither the server's time nor its memory.

A pool keeps a few processes, at low priority and with a limit of memory. The queue for them is bounded too, in all and
for each client: one too many is `Busy` at once, not after a long wait. What takes too long, or more memory than the
limit, is `TooHard`; its process is killed and the next starts afresh.
"""

import asyncio
import logging
import sys
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, TypeVar

from msgspec import Struct

from tallow.child_process import HEAD, environment, packed, result

QUEUE_SECONDS = 15.0
"""How long work waits for its turn."""

IDLE_SECONDS = 120.0
"""How long a process is kept without work."""

MEGABYTE = 1024 * 1024

T = TypeVar("T")

log = logging.getLogger("tallow.web")


class Busy(Exception):
    """So much is queued that this would wait too long; to be tried again in `seconds`."""

    def __init__(self, seconds: float = 5.0) -> None:
        super().__init__(seconds)
        self.seconds = seconds


class TooHard(Exception):
    """The work takes too long, or more memory than the limit."""


class Bounds(Struct, frozen=True):
    """The bounds of a pool: how much it does `at_once`, how much may be `waiting`, how much `of_one` client.

    Each piece of work may take `seconds`, and a process `memory` bytes.
    """

    at_once: int = 1
    waiting: int = 20
    of_one: int = 10
    seconds: float = 20.0
    memory: int = 1024 * MEGABYTE


class Admission:
    """Admits at most so many at a time, in all and of one client."""

    def __init__(self, most: int, of_one: int) -> None:
        self._most, self._of_one = most, of_one
        self._admitted = 0
        self._by_client: Counter[str] = Counter()

    def __len__(self) -> int:
        """How many are admitted."""
        return self._admitted

    @asynccontextmanager
    async def admit(self, client: str) -> AsyncIterator[None]:
        """Admit one more for as long as the block runs; `Busy` for one too many."""
        if self._admitted >= self._most or self._by_client[client] >= self._of_one:
            raise Busy
        self._admitted += 1
        self._by_client[client] += 1
        try:
            yield
        finally:
            self._admitted -= 1
            self._by_client[client] -= 1
            if not self._by_client[client]:
                del self._by_client[client]


class WorkPool:
    """Calls functions in other processes."""

    def __init__(self, bounds: Bounds) -> None:
        self.bounds = bounds
        self._at_once = asyncio.Semaphore(bounds.at_once)
        self._queue = Admission(bounds.at_once + bounds.waiting, bounds.of_one)
        self._free: list[_Worker] = []
        self._all: set[_Worker] = set()
        self._closed = False

    def __len__(self) -> int:
        """How many are at work or wait for that."""
        return len(self._queue)

    async def run(self, client: str, work: Callable[..., T], *given: Any) -> T:
        """Call a function of a module in another process; what it raises is raised here.

        `client` is the address or link of whoever asks.
        """
        async with self._queue.admit(client):
            try:
                await asyncio.wait_for(self._at_once.acquire(), QUEUE_SECONDS)
            except TimeoutError:
                raise Busy(QUEUE_SECONDS) from None
            try:
                return await self._work(work, given)
            finally:
                self._at_once.release()

    async def _work(self, work: Callable[..., T], given: tuple[Any, ...]) -> T:
        if self._closed:
            raise Busy
        worker = self._free.pop() if self._free else await self._started()
        try:
            reply = await asyncio.wait_for(worker.do(work, given), self.bounds.seconds)
        except BaseException as fault:
            self._end(worker)
            if isinstance(fault, TimeoutError | asyncio.IncompleteReadError | ConnectionError):
                log.warning("%s was given up: %s", work.__name__, type(fault).__name__)
                raise TooHard from None
            raise
        if worker in self._all:
            self._free.append(worker)
            worker.when_idle(lambda: self._dismiss(worker))
        try:
            found: T = result(reply)
        except MemoryError:
            raise TooHard from None
        return found

    async def _started(self) -> "_Worker":
        worker = await _Worker.start(self.bounds)
        self._all.add(worker)
        return worker

    def _dismiss(self, worker: "_Worker") -> None:
        """End a process that was idle for long."""
        self._free.remove(worker)
        self._end(worker)

    def _end(self, worker: "_Worker") -> None:
        self._all.discard(worker)
        worker.kill()

    async def close(self) -> None:
        """End every process; from now on all work is refused."""
        self._closed = True
        for worker in list(self._all):
            self._end(worker)
            with suppress(ProcessLookupError):
                await worker.process.wait()
        self._free.clear()


class _Worker:
    """The server's side of one process."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self._idle_timer: asyncio.TimerHandle | None = None

    @classmethod
    async def start(cls, bounds: Bounds) -> "_Worker":
        """Start a process that finds the same packages, installed games among them.

        It has a session of its own, so that Ctrl+C reaches only the server, which ends it.
        """
        return cls(
            await asyncio.create_subprocess_exec(
                sys.executable, "-m", "tallow.web.background.worker", str(bounds.memory), str(int(bounds.seconds) + 1),
                stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
                start_new_session=True, env=environment(),
            )
        )  # fmt: skip

    async def do(self, work: Callable[..., Any], given: tuple[Any, ...]) -> bytes:
        """Have the process call a function; its reply."""
        if self._idle_timer:
            self._idle_timer.cancel()
        assert self.process.stdin is not None  # noqa: S101  (for the type checker)
        assert self.process.stdout is not None  # noqa: S101
        self.process.stdin.write(packed((work, given)))
        await self.process.stdin.drain()
        (length,) = HEAD.unpack(await self.process.stdout.readexactly(HEAD.size))
        return await self.process.stdout.readexactly(length)

    def when_idle(self, then: Callable[[], None]) -> None:
        """Call `then` if there is no work for a while."""
        self._idle_timer = asyncio.get_running_loop().call_later(IDLE_SECONDS, then)

    def kill(self) -> None:
        """End the process at once."""
        if self._idle_timer:
            self._idle_timer.cancel()
        with suppress(ProcessLookupError, OSError):
            self.process.kill()
