"""What takes long says how far it is, and what is interrupted shows what there is."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any

from tallow.cli.faults import Wrong
from tallow.odds.effort import MOST_RUNS
from tallow.simulate import Interrupted, Report, WorkerDied
from tallow.terminal.pen import Pen
from tallow.wording.speech import upper

INTERRUPTED = 130
"""The exit code of what Ctrl+C has ended."""

OFTEN = 0.2
"""Seconds from one line to the next: oftener nobody can read it."""

Tell = Callable[[int, int], None]


@contextmanager
def progress(drawn: Pen, phrase: str, **facts: Any) -> Iterator[Tell | None]:
    """A line on the terminal: how far something is, how fast, how long it still takes; gone when it is done.

    `phrase` is a phrase of the terminal's, with `done`, `n`, `rate`, `left` and these facts. Where standard error is
    no terminal there is None.
    """
    with _line() as put:
        if put is None:
            yield None
            return
        started = monotonic()

        def tell(done: int, n: int) -> None:
            rate = done / max(monotonic() - started, 1e-3)
            left = duration((n - done) / rate, drawn)
            put(drawn.say(phrase, done=f"{done:,}", n=f"{n:,}", rate=f"{rate:,.0f}", left=left, **facts))

        yield tell


@contextmanager
def reckoning(drawn: Pen) -> Iterator[Callable[[int], None] | None]:
    """The same for odds, whose end nobody knows: how many cases were looked at, and after how many it ends."""
    with _line() as put:
        if put is None:
            yield None
            return
        started = monotonic()

        def tell(runs: int) -> None:
            rate = runs / max(monotonic() - started, 1e-3)
            put(drawn.say("odds.progress", done=f"{runs:,}", most=f"{MOST_RUNS:,}", rate=f"{rate:,.0f}"))

        yield tell


@contextmanager
def _line() -> Iterator[Callable[[str], None] | None]:
    """Puts a text in place of the last one, now and then; None where standard error is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    last = monotonic()

    def put(said: str) -> None:
        nonlocal last
        if monotonic() - last >= OFTEN:
            last = monotonic()
            print(f"\r\x1b[K{said} ", end="", file=sys.stderr, flush=True)

    try:
        yield put
    finally:
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def duration(seconds: float, drawn: Pen) -> str:
    """So much time, in the two largest units that matter at most."""
    whole = round(seconds)
    if whole < 60:
        return drawn.say("duration.seconds", seconds=whole)
    minutes = round(whole / 60)
    if minutes < 60:
        return drawn.say("duration.minutes", minutes=minutes)
    return drawn.say("duration.hours", hours=minutes // 60, minutes=minutes % 60)


@contextmanager
def living() -> Iterator[None]:
    """Say so, in a sentence, when another process that simulates has died."""
    try:
        yield
    except WorkerDied as died:
        raise Wrong(f"{upper(str(died))}. With --cores 1 there is no other process.") from None


def simulated(work: Callable[[], Report]) -> tuple[Report | None, int]:
    """What a simulation found and the exit code; interrupted, what it has found until then, if anything."""
    try:
        with living():
            return work(), 0
    except Interrupted as stopped:
        return stopped.report, INTERRUPTED


def nothing_yet(drawn: Pen) -> int:
    """Say that there is nothing to show of what was interrupted."""
    print(drawn.say("stopped.nothing"), file=sys.stderr)
    return INTERRUPTED
