"""Chunks of a simulation that an executor does: processes or threads of this machine, or a cluster of many.

Any `concurrent.futures.Executor` will do. What is sent is the work as bytes and the number of a chunk; each thread over
there keeps what it has worked out for one chunk for the next.
"""

import pickle
from collections import deque
from collections.abc import Generator, Iterable
from concurrent.futures import Executor, Future
from itertools import islice
from threading import local

from tallow import __version__
from tallow.games import game
from tallow.games.optional import needed_bots
from tallow.play import Tables
from tallow.simulate.fights import Tally
from tallow.simulate.work import Work

AHEAD = 256
"""How many chunks are handed over before the result of the first is awaited: enough for a cluster."""

_thread = local()


class OtherVersion(Exception):
    """Chunks were sent to a process that has another version of Tallow, whose rules may be others."""


def handed_over(work: Work, chunks: Iterable[tuple[int, int]], executor: Executor) -> Generator[Tally, None, None]:
    """The tallies of all chunks, in order, done by an executor; what it has not begun is cancelled with this."""
    sent = pickle.dumps((__version__, work.game.id, work.state, work.seed, work.plan, work.place))
    left = iter(chunks)
    given: deque[Future[Tally]] = deque()
    try:
        given.extend(executor.submit(chunk_done, sent, *chunk) for chunk in islice(left, AHEAD))
        while given:
            yield given.popleft().result()
            given.extend(executor.submit(chunk_done, sent, *chunk) for chunk in islice(left, 1))
    finally:
        for one in given:
            one.cancel()


def chunk_done(sent: bytes, at: int, size: int) -> Tally:
    """Do one chunk of the work that was sent."""
    if getattr(_thread, "sent", None) != sent:
        version, name, state, seed, plan, place = pickle.loads(sent)  # noqa: S301  (from who runs the executor)
        if version != __version__:
            raise OtherVersion(f"Chunks of Tallow {version} were sent to a process that has {__version__}.")
        _thread.work = Work(game(name), state, seed, plan, place)
        _thread.tables = Tables(needed_bots(_thread.work.game).answer)
        _thread.sent = sent
    tally: Tally = _thread.work.done(at, size, _thread.tables)
    return tally
