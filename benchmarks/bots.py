"""How much looking ahead is worth: the game's bot and the searching one lead the same party against the same foes.

    python benchmarks/bots.py                     # every game
    python benchmarks/bots.py --games cairn -n 200 --runs 300 --cores 1

The fights are near even under the game's bot and leave something to decide. Foes are played by the game's bot. A row
says how often the party wins under the game's own bot (of 2,000 fights) and under the search, by how much that is more,
with a 95 % interval, what is spent, and the processor time of a decision. The game's bot also fights each of the
search's fights upon the same dice, and what luck it had there is taken off. Seeds are fixed: the same row comes again.
Ctrl+C gives the row of the fights so far.

With seed 1 and one core, on a busy machine, each row stopped by its time and not by what it showed:

    game             its bot   by, in points             fights   a decision
    cairn            44.3 %    +20.5 (+7.5 to +33.5)     46       82 ms
    dead_weight      67.5 %    +26.9 (+16.2 to +37.5)    24       34 ms
    modified_cairn   38.8 %    +30.4 (+4.9 to +55.8)     13       76 ms
    black_hack       36.7 %    +23.8 (+9.0 to +38.6)     40       55 ms
    vanilla          34.8 %    +35.7 (+13.8 to +57.5)    17       96 ms

With 100 runs a decision instead of 400 it gained 7.2 points in Cairn (+0.0 to +14.4, 135 fights, 25 ms).
"""

import os
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from random import Random
from time import process_time
from typing import Any, NamedTuple

from tallow.games import BUILT_IN, game
from tallow.games.deeds import Action
from tallow.games.game import Outcome
from tallow.games.optional import needed_bots
from tallow.play import Choice
from tallow.simulate import PlainPlayer, Position, SearchPlayer, simulate
from tallow.simulate.players.player import fight_of

FIGHTS = {
    "cairn": ("Beast Handler; Fieldwarden", "Root Goblin x3", 60, 400),
    "dead_weight": ("wizard:A; warrior:A", "Sack Man", 40, 100),
    "modified_cairn": ("Magic-User; Thief", "Black Bear x2", 40, 80),
    "black_hack": ("warrior 2", "Goblin x5", 40, 60),
    "vanilla": ("fighter 1; magic-user 1", "Gray Ooze", 40, 80),
}
"""A party, foes that it may well lose against, how many fights the search has, and how many runs for a decision."""

PLAIN = 2_000

FEWEST = 2
"""Of fewer fights nothing can be said."""

Z = 1.96


class Counted(SearchPlayer):
    """A search that keeps count of its decisions, and of the processor time that they take."""

    decisions, seconds = 0, 0.0

    def action(self, at: Position) -> Action:
        started = process_time()
        found = super().action(at)
        self._count(started)
        return found

    def answer(self, at: Position, choice: Choice) -> Any:
        started = process_time()
        found = super().answer(at, choice)
        self._count(started)
        return found

    def _count(self, started: float) -> None:
        self.decisions += 1
        self.seconds += process_time() - started


class Fight(NamedTuple):
    """One fight to be fought under both bots: all that another process must know."""

    game: str
    party: str
    foes: str
    runs: int
    seed: str


class Fought(NamedTuple):
    """How the same fight ended under both bots, and how long the search thought."""

    plain: Outcome | None
    searching: Outcome | None
    decisions: int
    seconds: float


def main() -> None:
    """Print a row for each game."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--games", nargs="+", default=BUILT_IN, choices=BUILT_IN)
    parser.add_argument("-n", type=int, help="fights of the searching bot, as many as in the game's row if not given")
    parser.add_argument("--runs", type=int, help="runs of the search for a decision, by default the row's")
    parser.add_argument("--cores", type=int, default=os.cpu_count() or 1, help="processes that fight")
    parser.add_argument("--seed", type=int, default=1, help="other fights than those of seed 1")
    parser.add_argument("--foes", help="other foes than those of the game's row")
    parser.add_argument("--party", help="another party")
    parser.add_argument("--smallest", action="store_true", help="only see that it runs")
    given = parser.parse_args()
    plain = PLAIN
    if given.smallest:
        given.games, given.n, given.runs, given.cores, plain = ("cairn",), 2, 12, 1, 10
    for name in given.games:
        party, foes, many, runs = FIGHTS[name]
        party, foes, many, runs = given.party or party, given.foes or foes, given.n or many, given.runs or runs
        usual = simulate(name, party, foes, n=plain, seed=given.seed, cores=1)
        print(f"{name}: {party} against {foes}")
        print(f"  the game's bot wins {usual.wins.p:.1%}, spends {usual.counts['spent'].mean:.2f}", flush=True)
        fights = [Fight(name, party, foes, runs, f"{given.seed}:{number}") for number in range(many)]
        fought: list[Fought] = []
        try:
            for one in results(fights, given.cores):
                fought.append(one)  # noqa: PERF402  (those done are there when it is interrupted)
        except KeyboardInterrupt:
            print(f"  interrupted after {len(fought)} of {many} fights")
        many = len(fought)
        if many < FEWEST:
            continue
        shares = [[float(end is not None and end.won) for end in ends[:2]] for ends in fought]
        gain, half = gained([one for one, _ in shares], [one for _, one in shares], usual.wins.p, plain)
        left = [one.searching.counts.get("spent", 0.0) for one in fought if one.searching is not None]
        wins, decisions = sum([one for _, one in shares]) / many, sum([one.decisions for one in fought])
        print(f"  looking ahead wins  {wins:.1%} of {many}, spends {sum(left) / max(1, len(left)):.2f}")
        print(f"  by {100 * gain:+.1f} points ({100 * (gain - half):+.1f} to {100 * (gain + half):+.1f})")
        each = 1000 * sum([one.seconds for one in fought]) / max(1, decisions)
        print(f"  {each:.0f} ms a decision, {decisions / many:.0f} a fight", flush=True)


def results(fights: Sequence[Fight], cores: int) -> Iterator[Fought]:
    """What comes of these fights, one after another."""
    if cores == 1:
        yield from map(both, fights)
        return
    with ProcessPoolExecutor(cores) as pool:
        yield from pool.map(both, fights)


def both(fight: Fight) -> Fought:
    """A fight under both bots, upon the same dice as long as they decide alike."""
    played = game(fight.game)
    state = needed_bots(played).fight(fight.party, fight.foes, played.settings())
    foes = PlainPlayer(played, Random(fight.seed))
    plain = fight_of(played, state, Random(fight.seed), PlainPlayer(played, Random(fight.seed)), foes)
    looking = Counted(played, Random(f"{fight.seed}:party"), runs=fight.runs)
    searching = fight_of(played, state, Random(fight.seed), looking, foes)
    return Fought(plain, searching, looking.decisions, looking.seconds)


def gained(plain: list[float], searching: list[float], usual: float, fights: int) -> tuple[float, float]:
    """How much more the search wins, and half the width of its interval.

    `plain` won as much more or less than `usual` in these fights as they were lucky: as far as the search's share goes
    with that, it is taken off. Two fights of each outcome are added to the variances, so that they are never nothing.
    """
    many = len(plain)
    means = sum(plain) / many, sum(searching) / many
    apart = [one - means[0] for one in plain], [one - means[1] for one in searching]
    square, product = sum([a * a for a in apart[0]]), sum([a * b for a, b in zip(*apart, strict=True)])
    slope = product / square if square and many > 9 else 0.0
    gain = means[1] - usual - slope * (means[0] - usual)
    rest = sum([(b - slope * a) ** 2 for a, b in zip(*apart, strict=True)]) + 1
    share = (usual * fights + 2) / (fights + 4)
    return gain, Z * sqrt(rest / (many + 4) / many + share * (1 - share) / fights)


if __name__ == "__main__":
    main()
