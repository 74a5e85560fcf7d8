"""Results of long work, computed once in the background, whoever asks, and one after another."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Hashable
from contextlib import suppress
from typing import Generic, Literal, TypeAlias, TypeVar

MOST_KNOWN = 1_000
"""How many results are remembered."""

K = TypeVar("K", bound=Hashable)
R = TypeVar("R")
Failed: TypeAlias = Literal["failed"]

log = logging.getLogger("tallow.web")


class BackgroundResults(Generic[K, R]):
    """Results by key. One that is not known is computed in the background, and asked for again until it is."""

    def __init__(self) -> None:
        self._found: dict[K, R | Failed] = {}
        self._tasks: dict[K, asyncio.Task[None]] = {}
        self._one = asyncio.Semaphore(1)

    def __len__(self) -> int:
        """How many are being computed or wait for that."""
        return len(self._tasks)

    def __contains__(self, key: K) -> bool:
        """Whether a result is known or being computed."""
        return key in self._found or key in self._tasks

    def found(self, key: K) -> R | Failed | None:
        """The result, "failed", or None if it is not known yet."""
        return self._found.get(key)

    def start(self, key: K, compute: Callable[[], Awaitable[R]]) -> None:
        """Compute a result in the background, unless it is known or being computed."""
        if key not in self:
            self._tasks[key] = asyncio.create_task(self._compute(key, compute))

    async def _compute(self, key: K, compute: Callable[[], Awaitable[R]]) -> None:
        try:
            async with self._one:
                self._found[key] = await compute()
        except Exception as fault:
            log.error("%s could not be computed", key, exc_info=fault)  # noqa: TRY400
            self._found[key] = "failed"
        finally:
            del self._tasks[key]
        if len(self._found) > MOST_KNOWN:
            del self._found[next(iter(self._found))]

    async def wait(self) -> None:
        """Wait until nothing is being computed."""
        while self._tasks:
            await asyncio.wait(list(self._tasks.values()))

    async def close(self) -> None:
        """Give up what is being computed."""
        for task in list(self._tasks.values()):
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
