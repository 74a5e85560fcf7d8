"""How much looking ahead is worth: the game's bot and the searching one lead the same party against the same foes.

    python benchmarks/bots.py                     # every game, 100 fights each, 300 runs a decision
    python benchmarks/bots.py --games cairn -n 40 --runs 100

Each row: how often the party wins under the game's own bot and under the search, with 95 % intervals, what either costs
it, and the time of a decision. Foes are played by the game's bot. The seeds are the same, so the same row comes again.
"""

from argparse import ArgumentParser
from functools import partial
from time import process_time

from tallow.games import BUILT_IN, game
from tallow.games.optional import archetypes_of
from tallow.simulate import PlainPlayer, SearchPlayer, simulate

FOES = {"cairn": 8, "dead_weight": 8, "modified_cairn": 8, "black_hack": 9, "vanilla": 7}
"""How many of the weakest common foe make a fight that a party of four may well lose."""


def main() -> None:
    """Print a row for each game."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--games", nargs="+", default=BUILT_IN, choices=BUILT_IN)
    parser.add_argument("-n", type=int, default=100, help="fights of each bot")
    parser.add_argument("--runs", type=int, default=300, help="runs of the search for a decision")
    parser.add_argument("--smallest", action="store_true", help="only see that it runs")
    given = parser.parse_args()
    if given.smallest:
        given.games, given.n, given.runs = ("cairn",), 2, 5
    for name in given.games:
        _row(name, given.n, given.runs)


def _row(name: str, n: int, runs: int) -> None:
    played, four = game(name), archetypes_of(game(name))
    assert four is not None  # noqa: S101  (all five have them)
    party, foes = four.party(1), f"{four.foe} x{FOES[name]}"
    print(f"{name}: {party} against {foes}, {n} fights each")
    for called, bot in (("plain", PlainPlayer), ("search", partial(SearchPlayer, runs=runs))):
        before = process_time()
        report = simulate(played, party, foes, n=n, seed=1, party_bot=bot)
        took, spent = process_time() - before, report.counts["spent"].mean
        wins = report.wins
        shown = f"{wins.p:.0%} ({wins.low:.0%} to {wins.high:.0%})"
        print(f"  {called:<7} wins {shown:<22} spends {spent:.2f}  {1000 * took / n:9.1f} ms a fight")


if __name__ == "__main__":
    main()
