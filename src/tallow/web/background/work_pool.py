"""Work that anybody may ask for, in processes of its own: it takes neither the server's time nor its memory.

Each pool keeps a few processes warm, at low priority and within a bound of memory. What waits for them is bounded too,
in all and for each who asks: one too many is `Busy`, at once and not after a long wait. What takes too long, or more
memory than there is for it, is `TooHard`; its process ends and the next begins afresh.
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

PATIENCE = 15.0
"""Seconds that something waits for its turn."""

IDLE = 120.0
"""Seconds that a process is kept without work."""

MEGABYTE = 1024 * 1024

T = TypeVar("T")

log = logging.getLogger("tallow.web")


class Busy(Exception):
    """So much is under way already that this would wait too long; to be tried again in so many seconds."""

    def __init__(self, seconds: float = 5.0) -> None:
        super().__init__(seconds)
        self.seconds = seconds


class TooHard(Exception):
    """It would take too long, or more memory than there is for it."""


class Bounds(Struct, frozen=True):
    """How much a pool does: so many at once, so many that wait besides, so many of one caller; seconds and bytes."""

    at_once: int = 1
    waiting: int = 20
    of_one: int = 10
    seconds: float = 20.0
    memory: int = 1024 * MEGABYTE


class Places:
    """So many places in all, and so many for each who comes; `Busy` for one too many."""

    def __init__(self, most: int, of_one: int) -> None:
        self._most, self._of_one = most, of_one
        self._taken = 0
        self._of: Counter[str] = Counter()

    @asynccontextmanager
    async def one(self, whose: str) -> AsyncIterator[None]:
        """A place for as long as it is needed."""
        if self._taken >= self._most or self._of[whose] >= self._of_one:
            raise Busy
        self._taken += 1
        self._of[whose] += 1
        try:
            yield
        finally:
            self._taken -= 1
            self._of[whose] -= 1
            if not self._of[whose]:
                del self._of[whose]


class WorkPool:
    """Does work in other processes."""

    def __init__(self, bounds: Bounds) -> None:
        self.bounds = bounds
        self._turn = asyncio.Semaphore(bounds.at_once)
        self._places = Places(bounds.at_once + bounds.waiting, bounds.of_one)
        self._free: list[_Worker] = []
        self._all: set[_Worker] = set()
        self._over = False

    async def run(self, whose: str, work: Callable[..., T], *given: Any) -> T:
        """What a function of a module gives, called in another process; whatever it raises is raised here.

        `whose` is the address or link of whoever asks.
        """
        async with self._places.one(whose):
            try:
                await asyncio.wait_for(self._turn.acquire(), PATIENCE)
            except TimeoutError:
                raise Busy(PATIENCE) from None
            try:
                return await self._work(work, given)
            finally:
                self._turn.release()

    async def _work(self, work: Callable[..., T], given: tuple[Any, ...]) -> T:
        if self._over:
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
            worker.rest(lambda: self._dismiss(worker))
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
        """It had nothing to do for long."""
        self._free.remove(worker)
        self._end(worker)

    def _end(self, worker: "_Worker") -> None:
        self._all.discard(worker)
        worker.kill()

    async def close(self) -> None:
        """Nobody waits any more."""
        self._over = True
        for worker in list(self._all):
            self._end(worker)
            with suppress(ProcessLookupError):
                await worker.process.wait()
        self._free.clear()


class _Worker:
    """A process that does one thing after another."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self._resting: asyncio.TimerHandle | None = None

    @classmethod
    async def start(cls, bounds: Bounds) -> "_Worker":
        """A new process, which finds the same packages, games among them. Ctrl+C is for the server, which ends it."""
        return cls(
            await asyncio.create_subprocess_exec(
                sys.executable, "-m", "tallow.web.background.worker", str(bounds.memory), str(int(bounds.seconds) + 1),
                stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
                start_new_session=True, env=environment(),
            )
        )  # fmt: skip

    async def do(self, work: Callable[..., Any], given: tuple[Any, ...]) -> bytes:
        """The reply of the process."""
        if self._resting:
            self._resting.cancel()
        assert self.process.stdin is not None  # noqa: S101  (for the type checker)
        assert self.process.stdout is not None  # noqa: S101
        self.process.stdin.write(packed((work, given)))
        await self.process.stdin.drain()
        (length,) = HEAD.unpack(await self.process.stdout.readexactly(HEAD.size))
        return await self.process.stdout.readexactly(length)

    def rest(self, then: Callable[[], None]) -> None:
        """Nothing to do; after a while `then`."""
        self._resting = asyncio.get_running_loop().call_later(IDLE, then)

    def kill(self) -> None:
        """End it where it stands."""
        if self._resting:
            self._resting.cancel()
        with suppress(ProcessLookupError, OSError):
            self.process.kill()
