"""A simulation: cut into chunks that do not know of each other, done here or on several cores, and added up."""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from time import perf_counter
from typing import Any

from tallow.games import game as named
from tallow.games import names
from tallow.games.game import Game
from tallow.play import Tables
from tallow.simulate.fights import Tally, fights
from tallow.simulate.report import Report

CHUNK = 1_000
"""How many fights share a seed of their own; the answer depends on it, so it never changes with the machine."""

WORTH_CORES = 20_000
"""From so many fights on, starting other processes pays."""


def simulate(
    game: Game[Any],
    party: str,
    foes: str,
    *,
    n: int = 10_000,
    seed: int = 0,
    cores: int | None = None,
    settings: Any = None,
    progress: Callable[[int, int], None] | None = None,
) -> Report:
    """Fight `n` times and report.

    `party` and `foes` are what the game's `fight` reads; what is wrong with them is raised before anything runs.
    `cores=None` takes all there are if `n` is worth it; other processes import the main module, so a script that
    asks for that has the usual `if __name__ == "__main__":`. `progress(done, n)` is called after each thousand.
    """
    if n < 1:
        raise ValueError(f"a simulation needs at least one fight, not {n}")
    chosen = game.settings() if settings is None else settings
    state = game.fight(party, foes, chosen)
    started = perf_counter()
    total = Tally()
    with _chunks(game, state, n, seed, _cores(cores, n, game)) as tallies:
        for tally in tallies:
            total.add(tally)
            if progress is not None:
                progress(total.fights, n)
    return Report.of(total, game=game.id, party=party, foes=foes, seed=seed, seconds=perf_counter() - started)


def _cores(asked: int | None, n: int, game: Game[Any]) -> int:
    """How many processes to use; a game that others cannot find by its name stays in this one."""
    if game.id not in names() or n <= CHUNK:
        return 1
    if asked is None:
        return _machine() if n >= WORTH_CORES else 1
    return max(1, min(asked, -(-n // CHUNK)))


def _machine() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def _chunks(game: Game[Any], state: Any, n: int, seed: int, cores: int) -> Iterator[Iterator[Tally]]:
    """The tallies of all chunks, in their order."""
    sizes = [(at // CHUNK, min(CHUNK, n - at)) for at in range(0, n, CHUNK)]
    if cores == 1:
        tables = Tables(game.decide)
        yield (_chunk(game, state, size, seed, at, tables) for at, size in sizes)
        return
    with get_context("spawn").Pool(cores, _ready, (game.id, state, seed)) as pool:
        yield pool.imap(_elsewhere, sizes)


def _chunk(game: Game[Any], state: Any, size: int, seed: int, at: int, tables: Tables) -> Tally:
    return fights(game, state, size, f"{seed}:{at}", tables)


# ---------------------------------------------------------------- in another process

_here: dict[str, Any] = {}


def _ready(game: str, state: Any, seed: int) -> None:
    """Ctrl+C is the first process's business, which ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    found = named(game)
    _here.update(game=found, state=state, seed=seed, tables=Tables(found.decide))


def _elsewhere(chunk: tuple[int, int]) -> Tally:
    at, size = chunk
    return _chunk(_here["game"], _here["state"], size, _here["seed"], at, _here["tables"])
