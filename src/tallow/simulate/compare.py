"""Comparing games: in each the same four characters fight its weakest common foe."""

from collections.abc import Callable
from math import sqrt
from typing import Any

from msgspec import Struct

from tallow.games.game import Archetypes, Game
from tallow.games.optional import archetypes_of, games_with
from tallow.mechanics.suggestions import Unknown
from tallow.simulate.report import Interval, Report, Spread, Z, wilson
from tallow.simulate.run import simulate

MEASURES = ("wins", "deaths", "rounds", "maimed", "spent")
"""What is measured of a game, in the order of display."""

SHARES = ("wins", "maimed", "spent")
"""The measures that are shares of 1."""


class Measured(Struct, frozen=True):
    """The measures of one game, each with its 95 % interval, and who fought whom.

    `n` fights of the `asked` were fought: fewer if it was interrupted.
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
        """Whether it was interrupted."""
        return self.n < self.asked


def comparable() -> tuple[str, ...]:
    """The games that can be compared."""
    return games_with(archetypes_of)


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
    """Fight `n` times: four of this level, or of the game's highest, against `foes` of its weakest foe.

    Raises `Interrupted` as `simulate` does; `measured` makes a `Measured` of its report.
    """
    four = archetypes(game)
    party = four.party(min(level, four.levels))
    report = simulate(game, party, f"{four.foe} x{foes}", n=n, seed=seed, cores=cores, progress=progress)
    return measured(game, level, report)


def measured(game: Game[Any], level: int, report: Report) -> Measured:
    """The measures in a report of the four of this level; at least one fight in it must have ended."""
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
    """The four archetypes of a game; `Unknown` with the games that have them if it has none."""
    found = archetypes_of(game)
    if found is None:
        raise Unknown("game to compare", game.id, comparable())
    return found


def _ended(report: Report) -> int:
    return max(1, round(report.n * (1 - report.stalemates)))


def _mean(report: Report, name: str) -> Interval:
    """The mean of a count with its 95 % confidence interval, by the normal distribution."""
    spread: Spread = report.counts[name]
    variance = sum([share * (value - spread.mean) ** 2 for value, share in spread.shares.items()])
    half = Z * sqrt(variance / _ended(report))
    least, most = min(spread.shares), 1.0 if name in SHARES else spread.mean + half
    return Interval(spread.mean, max(min(0.0, least), spread.mean - half), min(most, spread.mean + half))
