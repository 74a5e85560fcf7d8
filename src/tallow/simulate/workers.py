"""Child processes that do chunks of a simulation.

Each is a fresh interpreter that runs `tallow.simulate.worker` and imports the game, not the script that simulates: so a
script needs no `if __name__ == "__main__":`, and a simulation can be started from anywhere.
"""

import signal
import subprocess
import sys
from collections import deque
from collections.abc import Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from itertools import islice
from queue import SimpleQueue
from typing import IO, cast

from tallow.child_process import environment, packed, received, result
from tallow.simulate.fights import Tally
from tallow.simulate.work import Work

AHEAD = 4
"""How many chunks for each worker are queued before the result of the first is awaited."""

COMMAND = ("-m", "tallow.simulate.worker")


class WorkerDied(Exception):
    """A process that simulated has ended before its work was done; the message says how. `cores=1` starts none."""


def elsewhere(work: Work, chunks: Iterable[tuple[int, int]], cores: int) -> Generator[Tally, None, None]:
    """The tallies of all chunks, in order, done by `cores` processes, which end with this generator."""
    free: SimpleQueue[_Worker] = SimpleQueue()

    def done(chunk: tuple[int, int]) -> Tally:
        worker = free.get()
        try:
            return worker.done(chunk)
        finally:
            free.put(worker)

    workers: list[_Worker] = []
    threads = ThreadPoolExecutor(cores, "tallow-simulate")
    try:
        for _ in range(cores):
            workers.append(_Worker(work))
            free.put(workers[-1])
        left = iter(chunks)
        given: deque[Future[Tally]] = deque(threads.submit(done, chunk) for chunk in islice(left, cores * AHEAD))
        while given:
            yield given.popleft().result()
            given.extend(threads.submit(done, chunk) for chunk in islice(left, 1))
    finally:
        for worker in workers:
            worker.end()
        threads.shutdown(cancel_futures=True)


class _Worker:
    """The parent's side of one child process."""

    def __init__(self, work: Work) -> None:
        self._process = subprocess.Popen(  # noqa: S603
            [sys.executable, *COMMAND],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment(),
            start_new_session=True,
        )
        self._pipes = cast("IO[bytes]", self._process.stdin), cast("IO[bytes]", self._process.stdout)
        self._work: Work | None = work

    def done(self, chunk: tuple[int, int]) -> Tally:
        """Have one chunk done; an exception in the child is raised here."""
        if self._work is not None:
            work, self._work = self._work, None
            result(self._asked((work.game.id, work.state, work.seed, work.plan, work.place)))
        tally: Tally = result(self._asked(chunk))
        return tally

    def _asked(self, message: object) -> bytes:
        """The reply to a message."""
        into, out = self._pipes
        try:
            into.write(packed(message))
            into.flush()
            return received(out)
        except (OSError, EOFError):
            raise WorkerDied(_end(self._process.wait())) from None

    def end(self) -> None:
        """Kill the process."""
        self._process.kill()
        self._process.wait()
        for pipe in self._pipes:
            with suppress(OSError):
                pipe.close()


def _end(code: int) -> str:
    """A sentence on how a process ended."""
    how = f"ended with code {code}"
    if code < 0:
        try:
            how = f"was ended by {signal.Signals(-code).name}"
        except ValueError:
            how = f"was ended by signal {-code}"
    return f"a process that simulated {how} before its work was done"
