"""Progress of long work, and what to do when it is interrupted."""

import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any

from tallow.cli.cluster import executor_of
from tallow.cli.faults import Wrong
from tallow.odds.effort import MOST_RUNS
from tallow.simulate import Interrupted, Report, WorkerDied
from tallow.terminal.pen import Pen
from tallow.wording.speech import upper

INTERRUPTED = 130
"""The exit code after Ctrl+C."""

OFTEN = 0.2
"""Seconds between two updates of the line."""

Tell = Callable[[int, int], None]


@contextmanager
def progress(drawn: Pen, phrase: str, **facts: Any) -> Iterator[Tell | None]:
    """A progress line on the terminal: gives a function to call with what is done and of how much.

    `phrase` is a phrase of the terminal, with `done`, `n`, `rate`, `left` and these facts. Gives None if standard error
    is not a terminal.
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
def odds_progress(drawn: Pen) -> Iterator[Callable[[int], None] | None]:
    """The same for odds: how many cases were tried, and after how many it gives up."""
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
    """A function that replaces the progress line, at most every `OFTEN`; None if standard error is not a terminal."""
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
    """A duration in at most two units."""
    whole = round(seconds)
    if whole < 60:
        return drawn.say("duration.seconds", seconds=whole)
    minutes = round(whole / 60)
    if minutes < 60:
        return drawn.say("duration.minutes", minutes=minutes)
    return drawn.say("duration.hours", hours=minutes // 60, minutes=minutes % 60)


@contextmanager
def worker_deaths_reported() -> Iterator[None]:
    """Turn `WorkerDied` into a message."""
    try:
        yield
    except WorkerDied as died:
        raise Wrong(f"{upper(str(died))}. With --cores 1 there is no other process.") from None


def run_simulation(run: Callable[..., Report], given: Namespace, drawn: Pen, phrase: str) -> tuple[Report | None, int]:
    """Run a simulation as the options say, with a progress line: its report and the exit code.

    `run` takes `n`, `seed`, `cores`, `executor` and `progress`. If interrupted, gives the report so far, or None.
    """
    with executor_of(given) as executor, progress(drawn, phrase) as tell:
        try:
            with worker_deaths_reported():
                report = run(n=given.n, seed=given.seed, cores=given.cores, executor=executor, progress=tell)
        except Interrupted as stopped:
            return stopped.report, INTERRUPTED
    return report, 0


def nothing_yet(drawn: Pen) -> int:
    """Print that nothing was done before the interrupt; returns the exit code."""
    print(drawn.say("stopped.nothing"), file=sys.stderr)
    return INTERRUPTED
