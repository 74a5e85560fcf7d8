"""Games side by side: the same four people, each against its game's weakest common foe."""

from collections.abc import Callable
from math import sqrt
from typing import Any

from msgspec import Struct

from tallow.games import game as named
from tallow.games import names
from tallow.games.game import Archetypes, Game
from tallow.mechanics.suggestions import Unknown
from tallow.simulate.report import Interval, Report, Spread, Z, wilson
from tallow.simulate.run import simulate

MEASURES = ("wins", "deaths", "rounds", "maimed", "spent")
"""What is measured of a game: in that order it is shown."""

SHARES = ("wins", "maimed", "spent")
"""Those that are shares of 1."""


class Measured(Struct, frozen=True):
    """What was found of one game: who fought whom, and each measure with its 95 % interval.

    `n` fights were fought of the `asked`: fewer, if it was interrupted.
    """

    game: str
    title: str
    party: str
    foes: str
    level: int
    n: int
    wins: Interval
    deaths: Interval
    rounds: Interval
    maimed: Interval
    spent: Interval
    stalemates: float
    seconds: float
    asked: int

    @property
    def partial(self) -> bool:
        """Whether it was interrupted before all were fought that were asked for."""
        return self.n < self.asked


def comparable() -> tuple[str, ...]:
    """The games that can be set side by side."""
    return tuple(name for name in names() if named(name).archetypes is not None)


def measure(
    game: Game[Any],
    foes: int,
    level: int,
    *,
    n: int = 1_000,
    seed: int = 0,
    cores: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Measured:
    """Fight `n` times: four of this level (or of the highest that the game has) against so many of the weakest foe.

    Interrupted, it raises `Interrupted` as `simulate` does; `measured` makes what there is of its report.
    """
    four = archetypes(game)
    party = four.party(min(level, four.levels))
    report = simulate(game, party, f"{four.foe} x{foes}", n=n, seed=seed, cores=cores, progress=progress)
    return measured(game, level, report)


def measured(game: Game[Any], level: int, report: Report) -> Measured:
    """What a report says of a game and its four of this level; some fight in it must have ended."""
    reached = min(level, archetypes(game).levels)
    maimed = report.counts["maimed"]
    return Measured(
        game.id,
        game.title,
        report.party,
        report.foes,
        reached,
        report.n,
        report.wins,
        _mean(report, "deaths"),
        _mean(report, "rounds"),
        wilson(round(sum([share for value, share in maimed.shares.items() if value]) * _ended(report)), _ended(report)),
        _mean(report, "spent"),
        report.stalemates,
        report.seconds,
        report.asked,
    )


def archetypes(game: Game[Any]) -> Archetypes:
    """The four people of a game, or `Unknown` with the games that have them."""
    if game.archetypes is None:
        raise Unknown("game to compare", game.id, comparable())
    return game.archetypes


def _ended(report: Report) -> int:
    return max(1, round(report.n * (1 - report.stalemates)))


def _mean(report: Report, name: str) -> Interval:
    """A mean, and the bounds between which the true one lies with a confidence of 95 %, by the normal distribution."""
    spread: Spread = report.counts[name]
    variance = sum([share * (value - spread.mean) ** 2 for value, share in spread.shares.items()])
    half = Z * sqrt(variance / _ended(report))
    least, most = min(spread.shares), 1.0 if name in SHARES else spread.mean + half
    return Interval(spread.mean, max(min(0.0, least), spread.mean - half), min(most, spread.mean + half))
