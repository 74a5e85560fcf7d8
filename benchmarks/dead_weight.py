"""Dead Weight on one core: fights of four against four beside the same in numba, and odds beside icepool.

Both kinds of fights must agree on whatever is counted, and both kinds of odds exactly. They take turns, in processor
time, and each is as fast as in the best of its turns; the ratios are what counts.
"""

import gc
import sys
from collections.abc import Callable
from functools import cache, partial
from math import sqrt
from statistics import median
from time import process_time
from typing import Any, NamedTuple, TypeAlias

from forms import have, parser

from tallow.games.dead_weight.faces.inquiries import one_test
from tallow.games.dead_weight.record import BOTS, GAME
from tallow.odds import ask
from tallow.play import Bot, Choice, Policy, distribution
from tallow.simulate import Report, simulate

PARTY = "warrior:A x4"
FIGHTS = ("Freshly Risen Corpse x4", "Ghoul: level 3, wounds 8, armour 1, movement 5, claws -DEX 3+2 x4")
"""The enemies, by name or sheet: one fight is easy, one costs lives."""

MIXED = ("warrior:A, thief:A, wizard:A, cleric:A", "Goblin Scrapper x4")
"""A fight with magic and back-stabs, of which there is none in numba."""

GOAL = 1_500
"""Fights a second."""

SHARE = 20
"""Numba fights so many times as many as we do."""

Means: TypeAlias = dict[str, float]
"""The share of fights won, and the mean of each number that is counted."""


def means(report: Report) -> Means:
    return {"wins": report.wins.p, **{name: spread.mean for name, spread in report.counts.items()}}


def deviations(report: Report) -> Means:
    """The standard deviation, from fight to fight, of all that we count."""
    found = {"wins": sqrt(report.wins.p * (1 - report.wins.p))}
    for name, spread in report.counts.items():
        found[name] = sqrt(sum(share * (number - spread.mean) ** 2 for number, share in spread.shares.items()))
    return found


def timed(run: Callable[[], Any]) -> tuple[Any, float]:
    gc.collect()
    started = process_time()
    return run(), process_time() - started


def contest(foes: str, n: int, repeats: int) -> None:
    """Ours and numba's, turn by turn; stop where they differ by more than chance allows: five standard deviations."""
    from numba_dead_weight import FOES, numba_fights  # noqa: PLC0415  (in the group `benchmarks` alone)

    foe = FOES[foes]
    numba_fights(foe, 1, 0)
    ours: list[Report] = []
    theirs: list[Means] = []
    speed = {"tallow": 0.0, "numba": 0.0}
    for seed in range(repeats):
        report, taken = timed(partial(simulate, GAME, PARTY, foes, n=n, seed=seed, cores=1))
        ours.append(report)
        speed["tallow"] = max(speed["tallow"], n / taken)
        result, taken = timed(partial(numba_fights, foe, SHARE * n, seed))
        theirs.append(result)
        speed["numba"] = max(speed["numba"], SHARE * n / taken)
    found = {"tallow": mean([means(report) for report in ours]), "numba": mean(theirs)}
    spread = mean([deviations(report) for report in ours])
    noise = sqrt(1 / (n * repeats) + 1 / (SHARE * n * repeats))
    for counted, value in found["numba"].items():
        apart = abs(value - found["tallow"][counted])
        if apart > 5 * (spread[counted] or sqrt(apart)) * noise:  # what we never saw vary is spread as rare things are
            sys.exit(f"{foes}: {counted} {value:.4f} in numba against our {found['tallow'][counted]:.4f}")
    print(f"{PARTY} against {foes}")
    print(f"{'':10}{'fights/s':>10}{'ratio':>8}" + "".join(f"{name:>14}" for name in found["numba"]))
    for name, counts in found.items():
        numbers = "".join(f"{counts[counted]:>14.4f}" for counted in found["numba"])
        print(f"{name:10}{speed[name]:>10,.0f}{speed[name] / speed['tallow']:>8.1f}{numbers}")
    print(f"goal {GOAL:,} a second; now {speed['tallow']:,.0f}\n")


def mean(results: list[Means]) -> Means:
    return {name: sum(result[name] for result in results) / len(results) for name in results[0]}


def alone(party: str, foes: str, n: int, repeats: int) -> None:
    """Ours, where there is nothing to compare with."""
    taken = [timed(partial(simulate, GAME, party, foes, n=n, seed=seed, cores=1))[1] for seed in range(repeats)]
    print(f"{party} against {foes}: {n / min(taken):,.0f} fights/s\n")


class Way(NamedTuple):
    """A way to reroll: as a policy of ours, and as the die of a sorted pool that is thrown again, None for none."""

    policy: Policy
    picks: Callable[[tuple[int, ...]], int | None]


def _saves(choice: Choice) -> Any:
    """The lowest die of a failure is thrown again."""
    outcome, own = choice.facts[:2]
    return ("reroll", own[0]) if str(outcome).endswith("failure") else "pass"  # type: ignore[index]


def _failing(pool: tuple[int, ...]) -> int | None:
    return 0 if pool[-1] < 4 else None


def _tiring(pool: tuple[int, ...]) -> int | None:
    if pool[-1] < 4 or pool[0] == 1:
        return 0
    return pool.index(4) if 4 in pool and pool[-1] > 4 and pool.count(6) < 2 else None


WAYS = {
    "five dice, two rerolls of failures": Way(Bot({"reroll": _saves}), _failing),
    "… and of what would tire, as our bot does": Way(BOTS.answer, _tiring),
}


def our_odds(way: Way) -> dict[tuple[str, ...], Any]:
    """A test of five dice with two rerolls, from a clean memory."""
    return distribution(one_test, 5, 2, 0, 0, GAME.settings(), policy=way.policy)


def icepool_odds(way: Way) -> Any:
    """The same test, with a memory of its own as well."""
    import icepool  # noqa: PLC0415  (not always installed)

    @cache
    def settled(pool: tuple[int, ...], left: int) -> Any:
        at = way.picks(pool) if left else None
        if at is None:
            return icepool.Die([_names(pool)])
        rest = pool[:at] + pool[at + 1 :]
        return icepool.map(lambda face: settled(tuple(sorted((*rest, face))), left - 1), icepool.d6)

    return icepool.map(lambda pool: settled(pool, 2), icepool.d6.pool(5).expand(), star=False)


def _names(pool: tuple[int, ...]) -> tuple[str, ...]:
    tired = 1 in pool or 4 in pool
    if pool[-1] >= 4:
        return ("great_success" if pool.count(6) > 1 else "success", "fatigue" if tired else "clean")
    return ("critical_failure", "fatigue") if 1 in pool else ("failure",)


def odds(repeats: int) -> None:
    """Five dice with two rerolls, beside icepool; and best play against one opposing reroll."""
    runs: dict[str, Callable[[], Any]] = {}
    beside = have("icepool")
    for name, way in WAYS.items():
        runs[name] = partial(our_odds, way)
        if beside:
            die = icepool_odds(way)
            if {result: die.probability(result) for result in die} != our_odds(way):
                sys.exit(f"{name}: icepool finds other odds")
            runs[f"{name}, in icepool"] = partial(icepool_odds, way)
    against = {"dice": "5", "proficiency": "2", "disadvantage": "1"}
    best_play = "best play against one opposing reroll"
    runs[best_play] = partial(ask, GAME, "test", against, goal="success")
    taken: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(repeats):
        for name, run in runs.items():
            taken[name].append(1_000 * timed(run)[1])
    goals = {next(iter(WAYS)): "10 ms, and no slower than icepool", best_play: "300 ms"}
    for name in runs:
        best, middle = min(taken[name]), median(taken[name])
        print(f"{name:56}{best:>8.1f} ms, median {middle:.1f}{f'   goal {goals[name]}' if name in goals else ''}")


def main() -> None:
    takes = parser(__doc__)
    takes.add_argument("--repeats", type=int, default=6)
    takes.add_argument("-n", type=int, default=5_000, help="fights of ours in each repeat")
    options = takes.parse_args()
    if options.smallest:
        options.n, options.repeats = 5, 1
    beside = have("numba", "numpy")
    for foes in FIGHTS:
        if beside:
            contest(foes, options.n, options.repeats)
        else:
            alone(PARTY, foes, options.n, options.repeats)
    alone(*MIXED, options.n, min(3, options.repeats))
    odds(1 if options.smallest else 21)


if __name__ == "__main__":
    main()
