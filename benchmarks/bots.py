"""How much looking ahead is worth: the game's bot and the searching one lead the same party against the same foes.

    python benchmarks/bots.py                     # every game, 60 fights each, 150 runs a decision
    python benchmarks/bots.py --games cairn -n 40 --runs 100

The fights leave something to decide: whom to fell first, what to use up. Foes are played by the game's bot. A row says
how often the party wins under the game's own bot (of 3,000 fights) and under the search, by how much that is more, with
a 95 % interval, what a fight costs it, and the processor time of a decision. Seeds are fixed: the same row comes again.
"""

from argparse import ArgumentParser
from functools import partial
from math import sqrt
from random import Random
from time import process_time
from typing import Any

from tallow.games import BUILT_IN, game
from tallow.games.deeds import Action
from tallow.games.game import Game
from tallow.games.optional import archetypes_of
from tallow.play import Choice
from tallow.simulate import Position, Report, SearchPlayer, simulate

FIGHTS = {
    "cairn": ("", "Bandit x8"),
    "dead_weight": ("", "Freshly Risen Corpse x10"),
    "modified_cairn": ("", "Hobgoblin x4"),
    "black_hack": ("", "Goblin x10"),
    "vanilla": ("", "Goblin x10"),
}
"""A party, the four of `tallow compare` where none is named, and foes that it may well lose against."""

PLAIN = 3_000
Z = 1.96


class Counted(SearchPlayer):
    """A search that keeps count of its decisions."""

    decisions = 0

    def __init__(self, played: Game[Any], random: Random, *, runs: int) -> None:
        super().__init__(played, random, runs=runs)

    def action(self, at: Position) -> Action:
        Counted.decisions += 1
        return super().action(at)

    def answer(self, at: Position, choice: Choice) -> Any:
        Counted.decisions += 1
        return super().answer(at, choice)


def main() -> None:
    """Print a row for each game."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--games", nargs="+", default=BUILT_IN, choices=BUILT_IN)
    parser.add_argument("-n", type=int, default=60, help="fights of the searching bot")
    parser.add_argument("--runs", type=int, default=150, help="runs of the search for a decision")
    parser.add_argument("--foes", help="other foes than those of the game's row")
    parser.add_argument("--party", help="another party")
    parser.add_argument("--smallest", action="store_true", help="only see that it runs")
    given = parser.parse_args()
    plain = PLAIN
    if given.smallest:
        given.games, given.n, given.runs, plain = ("cairn",), 1, 5, 10
    for name in given.games:
        _row(name, given.party, given.foes, given.n, plain, given.runs)


def _row(name: str, party: str | None, foes: str | None, n: int, plain: int, runs: int) -> None:
    four = archetypes_of(game(name))
    usual = four.party(1) if four is not None else ""
    who, whom = party or FIGHTS[name][0] or usual, foes or FIGHTS[name][1]
    usually = simulate(name, who, whom, n=plain, seed=1, cores=1)
    Counted.decisions, started = 0, process_time()
    looking = simulate(name, who, whom, n=n, seed=2, party_bot=partial(Counted, runs=runs))
    took = process_time() - started
    more = looking.wins.p - usually.wins.p
    half = Z * sqrt(_variance(looking) + _variance(usually))
    print(f"{name}: {who} against {whom}")
    print(f"  the game's bot wins {usually.wins.p:.1%}, spends {usually.counts['spent'].mean:.2f}")
    print(f"  looking ahead wins  {looking.wins.p:.1%} of {n}, spends {looking.counts['spent'].mean:.2f}")
    print(f"  by {100 * more:+.1f} points ({100 * (more - half):+.1f} to {100 * (more + half):+.1f})")
    print(
        f"  {1000 * took / max(1, Counted.decisions):.0f} ms a decision, {Counted.decisions / n:.0f} a fight",
        flush=True,
    )


def _variance(report: Report) -> float:
    """The variance of a share of wins, with two more fights of each outcome so that it is never nothing."""
    share = (report.wins.p * report.n + 2) / (report.n + 4)
    return share * (1 - share) / (report.n + 4)


if __name__ == "__main__":
    main()
