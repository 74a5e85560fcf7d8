"""Simulations, divided into independent chunks that are done here or on several cores and added up."""

import os
from collections.abc import Callable, Generator
from concurrent.futures import Executor
from contextlib import closing
from time import perf_counter
from typing import Any, TypeAlias

from tallow.adventures import Document
from tallow.games import game as named
from tallow.games import names
from tallow.games.game import Game
from tallow.games.optional import needed_bots
from tallow.play import Tables
from tallow.simulate.executors import handed_over
from tallow.simulate.expeditions import Plan, checked, set_out
from tallow.simulate.fights import Cut, Tally
from tallow.simulate.journeys import arrived
from tallow.simulate.players.player import MakePlayer, PlainPlayer, Players
from tallow.simulate.report import Interrupted, Report
from tallow.simulate.work import Work
from tallow.simulate.workers import elsewhere

WORTH_CORES = 20_000
"""From this many fights on, it is worth starting other processes."""

WORTH_CORES_OUT = 500
"""The same for expeditions."""

Progress: TypeAlias = Callable[[int, int], None]


def simulate(
    game: Game[Any] | str,
    party: str,
    foes: str,
    *,
    n: int = 10_000,
    seed: int = 0,
    cores: int | None = None,
    executor: Executor | None = None,
    settings: Any = None,
    progress: Progress | None = None,
    party_bot: MakePlayer | None = None,
    foe_bot: MakePlayer | None = None,
) -> Report:
    """Fight `n` times and report; the game itself or its name.

    `party` and `foes` are what the game's `fight` reads; errors in them are raised before anything runs. `cores=None`
    uses all cores if `n` is worth it. Other processes find the game by its name: a record that they would not find so,
    such as a `structs.replace` of it, is simulated in this process, with the same result. If a process dies,
    `WorkerDied` is raised. `progress(done, n)` is called after each thousand.

    With an `executor`, any of `concurrent.futures` or of a cluster (`distributed.Client.get_executor()`), that does the
    fights, and `cores` is not looked at. It must run the same version of Tallow.

    `party_bot` and `foe_bot` make a player of one's own for a side, such as `SearchPlayer`; each fight has a fresh one.
    They are not sent to other processes.

    Ctrl+C, or a KeyboardInterrupt raised by `progress`, is raised as `Interrupted`, a KeyboardInterrupt whose `report`
    has what was fought until then: the same as a simulation of that many fights.
    """
    played = named(game) if isinstance(game, str) else game
    chosen = played.settings() if settings is None else settings
    state = needed_bots(played).fight(party, foes, chosen)
    own = party_bot is not None or foe_bot is not None
    players = Players(party_bot or PlainPlayer, foe_bot or PlainPlayer) if own else None
    return _run(Work(played, state, seed, players=players), n, cores, executor, progress, party=party, foes=foes)


def explore(
    game: Game[Any] | str,
    party: Any,
    plan: Plan,
    *,
    pack: str | None = None,
    n: int = 1_000,
    seed: int = 0,
    cores: int | None = None,
    executor: Executor | None = None,
    settings: Any = None,
    progress: Progress | None = None,
) -> Report:
    """Send a party on the same expedition `n` times and report: it wins if it has seen every room and comes home.

    `party` is what the game's `fight` reads, or the state of a table whose party sets out as it is. `pack` is what they
    take along, by default the game's usual light for a party that is named. All else is as with `simulate`; ValueError
    if the game has no expeditions.
    """
    played = named(game) if isinstance(game, str) else game
    state = set_out(played, party, pack, settings)
    checked(played, state, plan)
    who = party if isinstance(party, str) else ""
    return _run(Work(played, state, seed, plan), n, cores, executor, progress, party=who, foes=" / ".join(plan.rooms))


def journey(
    game: Game[Any] | str,
    party: Any,
    place: Document,
    *,
    pack: str | None = None,
    n: int = 1_000,
    seed: int = 0,
    cores: int | None = None,
    executor: Executor | None = None,
    settings: Any = None,
    progress: Progress | None = None,
) -> Report:
    """Send a party through an adventure `n` times, without a referee, and report: it wins by an end that is good.

    The marks of the report are `seen/room`, `fell/room/name` and `brought/thing`. All else is as with `explore`.
    """
    played = named(game) if isinstance(game, str) else game
    state = arrived(played, party, pack, settings)
    who = party if isinstance(party, str) else ""
    return _run(
        Work(played, state, seed, place=place), n, cores, executor, progress, party=who, foes=place.adventure.title
    )


def _run(
    work: Work,
    n: int,
    cores: int | None,
    executor: Executor | None,
    progress: Progress | None,
    *,
    party: str,
    foes: str,
) -> Report:
    if n < 1:
        raise ValueError(f"a simulation needs at least one fight, not {n}")
    started = perf_counter()
    total = Tally()
    interrupted = False
    try:
        with closing(_chunks(work, n, cores, executor)) as tallies:
            for tally in tallies:
                total = total + tally
                if progress is not None:
                    progress(total.fights, n)
    except Cut as cut:
        total, interrupted = total + cut.tally, True
    except KeyboardInterrupt:
        interrupted = True
    took = perf_counter() - started
    report = None
    if total.fights:
        report = Report.of(total, game=work.game.id, party=party, foes=foes, seed=work.seed, seconds=took, asked=n)
    if interrupted or report is None:
        raise Interrupted(report)
    return report


def _cores(work: Work, asked: int | None, n: int) -> int:
    """How many processes to use: only this one for a game that others would not find by its name."""
    if n <= work.chunk or not _found_again(work.game) or work.players is not None:
        return 1
    if asked is None:
        return _machine() if n >= (WORTH_CORES if work.plan is None and work.place is None else WORTH_CORES_OUT) else 1
    return max(1, min(asked, -(-n // work.chunk)))


def _found_again(game: Game[Any]) -> bool:
    """Whether another process that looks the game up by its name finds this record, in any language."""
    return game.id in names() and named(game.id, game.words.language) is game


def _machine() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _chunks(work: Work, n: int, cores: int | None, executor: Executor | None) -> Generator[Tally, None, None]:
    """The tallies of all chunks, in order."""
    sizes = ((at // work.chunk, min(work.chunk, n - at)) for at in range(0, n, work.chunk))
    if executor is not None and _found_again(work.game) and work.players is None:
        yield from handed_over(work, sizes, executor)
        return
    many = _cores(work, cores, n)
    if many > 1:
        yield from elsewhere(work, sizes, many)
        return
    tables = Tables(needed_bots(work.game).answer)
    for at, size in sizes:
        yield work.done(at, size, tables)
