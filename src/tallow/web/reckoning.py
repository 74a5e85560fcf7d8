"""Odds that may take long: a few at a time, in threads of their own, for which nobody waits when the server ends."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread
from typing import TypeVar

AT_ONCE = 4
PATIENCE = 20.0
"""Seconds that odds may take."""

T = TypeVar("T")


class Reckoning:
    """Works things out beside the tables."""

    def __init__(self) -> None:
        self._places = asyncio.Semaphore(AT_ONCE)

    async def of(self, work: Callable[[], T]) -> T:
        """What comes out of it, or `TimeoutError`; it keeps its place until it really has ended."""
        return await asyncio.wait_for(asyncio.shield(asyncio.ensure_future(self._of(work))), PATIENCE)

    async def _of(self, work: Callable[[], T]) -> T:
        async with self._places:
            found: Future[T] = Future()
            found.set_running_or_notify_cancel()
            Thread(target=_work, args=(work, found), name="tallow-reckoning", daemon=True).start()
            return await asyncio.wrap_future(found)


def _work(work: Callable[[], T], found: "Future[T]") -> None:
    try:
        result = work()
    except BaseException as fault:  # noqa: BLE001  (whoever asked must hear of it)
        found.set_exception(fault)
    else:
        found.set_result(result)
