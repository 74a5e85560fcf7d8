"""A child process that simulates: the first message describes the work, each of the others asks for a chunk of it."""

from typing import Any

from tallow.child_process import serve
from tallow.games import game
from tallow.games.optional import needed_bots
from tallow.play import Tables
from tallow.simulate.fights import Tally
from tallow.simulate.work import Work


class Chunks:
    """Does chunks of one simulation; what it has worked out for one it keeps for the next."""

    def __init__(self) -> None:
        self._work: Work | None = None

    def __call__(self, message: Any) -> Tally | None:
        if self._work is None:
            name, state, seed, plan, place = message
            self._work = Work(game(name), state, seed, plan, place)
            self._tables = Tables(needed_bots(self._work.game).answer)
            return None
        at, size = message
        return self._work.done(at, size, self._tables)


if __name__ == "__main__":
    serve(Chunks())
