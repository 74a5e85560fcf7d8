"""A simulation: cut into chunks that do not know of each other, done here or on several cores, and added up."""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from threading import current_thread, main_thread
from time import perf_counter
from typing import Any, TypeAlias

from msgspec import Struct

from tallow.games import game as named
from tallow.games import names
from tallow.games.game import Game
from tallow.play import Tables
from tallow.simulate.expeditions import Plan, checked, expeditions, set_out
from tallow.simulate.fights import Tally, fights
from tallow.simulate.report import Report

CHUNK = 1_000
"""How many fights share a seed of their own; the answer depends on it, so it never changes with the machine."""

WORTH_CORES = 20_000
"""From so many fights on, starting other processes pays."""

EXPEDITIONS, WORTH_CORES_OUT = 50, 500
"""The same for expeditions, each of which is many fights and turns."""

Progress: TypeAlias = Callable[[int, int], None]


def simulate(
    game: Game[Any] | str,
    party: str,
    foes: str,
    *,
    n: int = 10_000,
    seed: int = 0,
    cores: int | None = None,
    settings: Any = None,
    progress: Progress | None = None,
) -> Report:
    """Fight `n` times and report; the game itself or its name.

    `party` and `foes` are what the game's `fight` reads; what is wrong with them is raised before anything runs.
    `cores=None` takes all there are if `n` is worth it; other processes import the main module, so a script that
    asks for that has the usual `if __name__ == "__main__":`. `progress(done, n)` is called after each thousand.
    """
    played = named(game) if isinstance(game, str) else game
    chosen = played.settings() if settings is None else settings
    state = played.fight(party, foes, chosen)
    return _run(Work(played, state, seed), n, cores, progress, party=party, foes=foes)


def explore(
    game: Game[Any] | str,
    party: Any,
    plan: Plan,
    *,
    pack: str | None = None,
    n: int = 1_000,
    seed: int = 0,
    cores: int | None = None,
    settings: Any = None,
    progress: Progress | None = None,
) -> Report:
    """Send a party on the same expedition `n` times and report: it wins if it sees every room and comes home.

    `party` is what the game's `fight` reads, or the state of a table whose party sets out as it stands; `pack` is what
    they carry besides, for a party by name the game's usual light unless something else is said. The rest is as with
    `simulate`; ValueError if the game has no expeditions.
    """
    played = named(game) if isinstance(game, str) else game
    state = set_out(played, party, pack, settings)
    checked(played, state, plan)
    who = party if isinstance(party, str) else ""
    return _run(Work(played, state, seed, plan), n, cores, progress, party=who, foes=" / ".join(plan.rooms))


class Work(Struct, frozen=True):
    """What is done again and again: fights from a state, or with a plan expeditions."""

    game: Game[Any]
    state: Any
    seed: int
    plan: Plan | None = None

    @property
    def chunk(self) -> int:
        """How many are done upon one seed."""
        return CHUNK if self.plan is None else EXPEDITIONS

    def done(self, at: int, size: int, tables: Tables) -> Tally:
        """One chunk of it."""
        seed = f"{self.seed}:{at}"
        if self.plan is None:
            return fights(self.game, self.state, size, seed, tables)
        return expeditions(self.game, self.state, self.plan, size, seed, tables)


def _run(work: Work, n: int, cores: int | None, progress: Progress | None, *, party: str, foes: str) -> Report:
    if n < 1:
        raise ValueError(f"a simulation needs at least one fight, not {n}")
    started = perf_counter()
    total = Tally()
    with _chunks(work, n, _cores(work, cores, n)) as tallies:
        for tally in tallies:
            total.add(tally)
            if progress is not None:
                progress(total.fights, n)
    took = perf_counter() - started
    return Report.of(total, game=work.game.id, party=party, foes=foes, seed=work.seed, seconds=took)


def _cores(work: Work, asked: int | None, n: int) -> int:
    """How many processes to use; a game that others cannot find by its name stays in this one."""
    if work.game.id not in names() or n <= work.chunk:
        return 1
    if asked is None:
        return _machine() if n >= (WORTH_CORES if work.plan is None else WORTH_CORES_OUT) else 1
    return max(1, min(asked, -(-n // work.chunk)))


def _machine() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def _chunks(work: Work, n: int, cores: int) -> Iterator[Iterator[Tally]]:
    """The tallies of all chunks, in their order."""
    sizes = [(at // work.chunk, min(work.chunk, n - at)) for at in range(0, n, work.chunk)]
    if cores == 1:
        tables = Tables(work.game.decide)
        yield (work.done(at, size, tables) for at, size in sizes)
        return
    given = (work.game.id, work.state, work.seed, work.plan)
    with _deaf():
        pool = get_context("spawn").Pool(cores, _ready, given)
    with pool:
        yield pool.imap(_elsewhere, sizes)


@contextmanager
def _deaf() -> Iterator[None]:
    """Processes that are started here do not hear Ctrl+C: it is the first one's business, which ends the others."""
    if current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


# ---------------------------------------------------------------- in another process

_here: dict[str, Any] = {}


def _ready(game: str, state: Any, seed: int, plan: Plan | None) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    found = named(game)
    _here.update(work=Work(found, state, seed, plan), tables=Tables(found.decide))


def _elsewhere(chunk: tuple[int, int]) -> Tally:
    at, size = chunk
    tally: Tally = _here["work"].done(at, size, _here["tables"])
    return tally
