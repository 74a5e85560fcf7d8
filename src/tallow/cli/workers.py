"""Several processes that serve one database together, on one listening socket, and the one that starts them.

Each is started by `python -m tallow.cli.workers`, and ends when its input does: with the process that started it,
however that ends.
"""

import json
import logging
import os
import signal
import socket
import subprocess
import sys
from argparse import Namespace
from collections.abc import Callable
from queue import SimpleQueue
from tempfile import TemporaryDirectory
from threading import Thread, Timer
from time import monotonic

from tallow.child_process import environment
from tallow.logs import log_json

SHORT_LIFE = 5.0
PAUSE_SECONDS = 1.0
"""Where a worker has ended after a short life, the next one takes its place after a pause."""

END_SECONDS = 10.0
"""How long workers may take to end."""

log = logging.getLogger("tallow.cli")


class Supervisor:
    """Starts workers, starts another for each that ends, and ends them all when it is told to."""

    def __init__(self, given: Namespace, listening: socket.socket) -> None:
        self._given = given
        self._listening = listening
        self._workers: set[subprocess.Popen[bytes]] = set()
        self._events: SimpleQueue[Callable[[], None]] = SimpleQueue()
        from prometheus_client.multiprocess import mark_process_dead  # noqa: PLC0415  (an extra)

        self._forget: Callable[[int, str], None] = mark_process_dead
        self._numbers = TemporaryDirectory(prefix="tallow-")
        self.stopped_by = 0

    def handle_signals(self) -> None:
        """Stop on SIGINT and SIGTERM from now on."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda number, _: self._events.put(lambda: self._stop(number)))

    def start(self) -> None:
        """Start all workers."""
        for _ in range(self._given.workers):
            self._start()

    def run(self) -> None:
        """See that there are as many workers as there should be, until a signal comes."""
        while not self.stopped_by:
            self._events.get()()
        for worker in self._workers:
            worker.terminate()
        until = monotonic() + END_SECONDS
        for worker in self._workers:
            try:
                worker.wait(max(0.0, until - monotonic()))
            except subprocess.TimeoutExpired:
                worker.kill()
                worker.wait()
        self._numbers.cleanup()

    def _start(self) -> None:
        """Start a worker; where others serve it loads all games before it does."""
        fd, others = self._listening.fileno(), any(one.poll() is None for one in self._workers)
        worker = subprocess.Popen(  # noqa: S603  (our own)
            [sys.executable, "-m", "tallow.cli.workers", str(fd)],
            stdin=subprocess.PIPE,
            pass_fds=(fd,),
            start_new_session=True,
            env=environment() | {"PROMETHEUS_MULTIPROC_DIR": self._numbers.name},
        )
        assert worker.stdin is not None  # noqa: S101  (for the type checker)
        worker.stdin.write(json.dumps([vars(self._given), others]).encode() + b"\n")
        worker.stdin.flush()
        self._workers.add(worker)
        Thread(target=self._wait, args=(worker, monotonic()), daemon=True).start()

    def _wait(self, worker: "subprocess.Popen[bytes]", since: float) -> None:
        """In a thread: wait until a worker has ended."""
        code = worker.wait()
        self._events.put(lambda: self._ended(worker, code, monotonic() - since))

    def _ended(self, worker: "subprocess.Popen[bytes]", code: int, lived: float) -> None:
        if worker.stdin:
            worker.stdin.close()
        self._workers.discard(worker)
        self._forget(worker.pid, self._numbers.name)
        how = f"by signal {-code}" if code < 0 else f"with code {code}"
        log.warning("Worker %d has ended %s; another takes its place.", worker.pid, how)
        if lived >= SHORT_LIFE:
            self._start()
            return
        soon = Timer(PAUSE_SECONDS, lambda: self._events.put(self._start))
        soon.daemon = True
        soon.start()

    def _stop(self, by: int) -> None:
        self.stopped_by = self.stopped_by or by


def main(fd: int) -> int:
    """Be a worker, on this listening socket."""
    from tallow.cli.commands.serve import serve_store  # noqa: PLC0415  (which imports this module)
    from tallow.cli.tables import open_store  # noqa: PLC0415

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    said, loads_first = json.loads(sys.stdin.buffer.readline())
    given = Namespace(**said)
    if given.log_json:
        log_json()
    Thread(target=_end_with_input, daemon=True).start()
    with socket.socket(fileno=fd) as listening, open_store(given.database) as store:
        serve_store(given, store, listening, loads_first=loads_first)
    return 0


def _end_with_input() -> None:
    """In a thread: end this process once its input has ended."""
    sys.stdin.buffer.read()
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
