"""The process of a `WorkPool`, bounded in memory and in the time that each piece of work may take."""

import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from tallow.child_process import serve


def main(memory: int, seconds: int) -> None:
    """Call the functions that the server sends, until the input ends."""
    limit_memory(memory)

    def timed(message: tuple[Callable[..., Any], tuple[Any, ...]]) -> Any:
        work, given = message
        limit_time(seconds)
        try:
            return work(*given)
        finally:
            limit_time(0)

    serve(timed)


def limit_memory(memory: int) -> None:
    """Limit the memory of this process to so many bytes, and lower its priority."""
    with suppress(ImportError, OSError, ValueError, AttributeError):
        import resource  # noqa: PLC0415  (not on every system)

        resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))
    with suppress(OSError, AttributeError):
        os.nice(10)


def limit_time(seconds: int) -> None:
    """End this process after so many seconds, in case the server that would end it is gone; 0 for no limit."""
    with suppress(AttributeError):
        signal.alarm(seconds)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
