"""Long work in processes of its own, while tables play on: commands of `tallow`, run by themselves."""

import asyncio
import json
import logging
import os
import sys
from collections.abc import Awaitable, Callable, Hashable
from contextlib import suppress
from typing import Any, Generic, Literal, TypeAlias, TypeVar

import msgspec

from tallow.web.background.work_pool import Busy, TooHard

PATIENCE = 120
"""Seconds that a command may take."""

KNOWN = 1_000
"""So much of what was found is remembered."""

K = TypeVar("K", bound=Hashable)
F = TypeVar("F")
Failed: TypeAlias = Literal["failed"]

log = logging.getLogger("tallow.web")


async def apart(*words: str) -> Any:
    """What such a command prints as JSON; ValueError if it fails, TimeoutError if it takes too long.

    Ctrl+C is for the server, which ends it.
    """
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tallow", *words, "--json",
        stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
        start_new_session=True,
    )  # fmt: skip
    with suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, process.pid, 10)
    try:
        printed, _ = await asyncio.wait_for(process.communicate(), PATIENCE)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    return json.loads(printed)


class Errands(Generic[K, F]):
    """What was found, by what it is about; what is not is sought once, whoever asks, one after another."""

    def __init__(self) -> None:
        self._found: dict[K, F | Failed] = {}
        self._under_way: dict[K, asyncio.Task[None]] = {}
        self._one = asyncio.Semaphore(1)

    def __len__(self) -> int:
        """How many are under way."""
        return len(self._under_way)

    def __contains__(self, what: K) -> bool:
        """Whether something is known or under way."""
        return what in self._found or what in self._under_way

    def found(self, what: K) -> F | Failed | None:
        """What was found, if anything yet."""
        return self._found.get(what)

    def send(self, what: K, seek: Callable[[], Awaitable[F]]) -> None:
        """Have it sought in the background, unless it is known or sought already."""
        if what not in self:
            self._under_way[what] = asyncio.create_task(self._go(what, seek))

    async def _go(self, what: K, seek: Callable[[], Awaitable[F]]) -> None:
        try:
            async with self._one:
                self._found[what] = await seek()
        except (ValueError, OSError, TimeoutError, Busy, TooHard, msgspec.MsgspecError) as fault:
            log.error("%s could not be found out", type(what).__name__, exc_info=fault)  # noqa: TRY400
            self._found[what] = "failed"
        finally:
            del self._under_way[what]
        if len(self._found) > KNOWN:
            del self._found[next(iter(self._found))]

    async def close(self) -> None:
        """Nobody waits any more."""
        for task in list(self._under_way.values()):
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
