"""Other processes that do chunks of a simulation.

Each is a fresh interpreter that imports the game and nothing else, above all not the script that simulates: so a
script needs no `if __name__ == "__main__":`, and a simulation can be started from anywhere. Work goes in and tallies
come out through pipes; a worker whose pipe ends has nobody to work for, and ends too.
"""

import os
import pickle
import signal
import subprocess
import sys
import traceback
from collections import deque
from collections.abc import Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from itertools import islice
from queue import SimpleQueue
from typing import IO, Any, cast

from tallow.child_process import environment
from tallow.games import game as named
from tallow.play import Tables
from tallow.simulate.fights import Tally
from tallow.simulate.work import Work

AHEAD = 4
"""So many chunks are given out for each worker, done or not, before the first of them is looked at."""

START = "from tallow.simulate.workers import serve; serve()"


class WorkerDied(Exception):
    """A process that simulated has ended before its work was done; the message says how. `cores=1` needs none."""


def elsewhere(work: Work, chunks: Iterable[tuple[int, int]], cores: int) -> Generator[Tally, None, None]:
    """The tallies of all chunks, in their order, done by so many processes; however it ends, they end with it."""
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
    """One such process, seen from here."""

    def __init__(self, work: Work) -> None:
        self._process = subprocess.Popen(  # noqa: S603
            [sys.executable, "-c", START],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment(),
            start_new_session=True,
        )
        self._pipes = cast("IO[bytes]", self._process.stdin), cast("IO[bytes]", self._process.stdout)
        self._work: Work | None = work

    def done(self, chunk: tuple[int, int]) -> Tally:
        """One chunk of the work; what went wrong in it is raised here."""
        into, out = self._pipes
        try:
            if self._work is not None:
                told, self._work = self._work, None
                _send(into, (told.game.id, told.state, told.seed, told.plan))
            _send(into, chunk)
            found = pickle.load(out)  # noqa: S301  (from a process that we have started)
        except (OSError, EOFError, pickle.UnpicklingError):
            raise WorkerDied(_end(self._process.wait())) from None
        if isinstance(found, Exception):
            raise found
        tally: Tally = found
        return tally

    def end(self) -> None:
        """End the process, whatever it does."""
        self._process.kill()
        self._process.wait()
        for pipe in self._pipes:
            with suppress(OSError):
                pipe.close()


def _end(code: int) -> str:
    """How a process ended, in a sentence."""
    how = f"ended with code {code}"
    if code < 0:
        try:
            how = f"was ended by {signal.Signals(-code).name}"
        except ValueError:
            how = f"was ended by signal {-code}"
    return f"a process that simulated {how} before its work was done"


def _send(pipe: IO[bytes], value: Any) -> None:
    pickle.dump(value, pipe)
    pipe.flush()


# ---------------------------------------------------------------- in the other process


def serve() -> None:
    """Take the work, then do chunk after chunk of it until nobody asks any more. Ctrl+C is for whoever asks."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    into, out = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    with suppress(EOFError, BrokenPipeError):
        id_, state, seed, plan = pickle.load(into)  # noqa: S301  (from the process that has started this one)
        game = named(id_)
        work, tables = Work(game, state, seed, plan), Tables(game.decide)
        while True:
            at, size = pickle.load(into)  # noqa: S301
            _send(out, _tried(work, at, size, tables))


def _tried(work: Work, at: int, size: int, tables: Tables) -> Tally | Exception:
    """One chunk, or what went wrong in it, with the place where it did."""
    try:
        return work.done(at, size, tables)
    except Exception as fault:  # noqa: BLE001  (raised again by whoever asked)
        fault.add_note(f"in another process:\n{traceback.format_exc()}")
        try:
            pickle.loads(pickle.dumps(fault))  # noqa: S301
        except Exception:  # noqa: BLE001  (whatever an exception may be made of)
            return RuntimeError(f"in another process:\n{traceback.format_exc()}")
        return fault
