"""Four characters against four goblins, on one core: our simulator, the same by hand in plain Python, and in numba.

How far a loop that is made for one fight is ahead of rules that are made for everything: that is the price of writing
a rule once, as a plain function that people, bots, tests, the simulator and the exact solver all answer.

All must agree on whatever they count. They take turns, in processor time, and each is as fast as in the best of its
turns; the ratios are what counts.
"""

import gc
import sys
from collections.abc import Callable
from math import sqrt
from time import process_time
from typing import TypeAlias

from bare_fights import bare, lean
from forms import have, parser

from tallow.games import game
from tallow.simulate import Report, simulate

PARTY = "4 HP, 1 Armor, 11 STR, 10 DEX, 10 WIL, sword (d8) x4"
FOES = "Goblin x4"
Means: TypeAlias = dict[str, float]
"""The share of fights won, and the mean of each number that is counted."""


REPORTS: list[Report] = []
"""All that ours has found."""


def ours(n: int, seed: int) -> Means:
    report = simulate(game("cairn"), PARTY, FOES, n=n, seed=seed, cores=1)
    REPORTS.append(report)
    return {"wins": report.wins.p, **{name: spread.mean for name, spread in report.counts.items()}}


CONTESTANTS: dict[str, tuple[Callable[[int, int], Means], int]] = {
    "tallow": (ours, 1),
    "bare loop, all we count": (bare, 1),
    "bare loop, wins and rounds": (lean, 1),
}
"""What runs, and how many times as many fights as ours."""


def deviations(means: Means) -> Means:
    """The standard deviation, from fight to fight, of all that we count."""
    found = {"wins": sqrt(means["wins"] * (1 - means["wins"]))}
    for name in REPORTS[0].counts:
        shares = [share for report in REPORTS for share in report.counts[name].shares.items()]
        found[name] = sqrt(sum(share * (number - means[name]) ** 2 for number, share in shares) / len(REPORTS))
    return found


def main() -> None:
    takes = parser(__doc__)
    takes.add_argument("--repeats", type=int, default=8)
    takes.add_argument("-n", type=int, default=10_000, help="fights of ours in each repeat")
    options = takes.parse_args()
    if options.smallest:
        options.n, options.repeats = 20, 1
    if have("numba", "numpy"):
        from numba_fights import numba_fights  # noqa: PLC0415  (in the group `benchmarks` alone)

        numba_fights(1, 0)
        CONTESTANTS["numba, wins and rounds"] = (numba_fights, 50)
    fastest = dict.fromkeys(CONTESTANTS, 0.0)
    found: dict[str, list[Means]] = {name: [] for name in CONTESTANTS}
    for seed in range(options.repeats):
        for name, (run, share) in CONTESTANTS.items():
            gc.collect()
            started = process_time()
            found[name].append(run(share * options.n, seed))
            fastest[name] = max(fastest[name], share * options.n / (process_time() - started))
    means = {name: mean(results) for name, results in found.items()}
    check(means, deviations(means["tallow"]), options.n * options.repeats)
    print(f"{'':28}{'fights/s':>12}{'ratio to ours':>16}{'wins':>9}{'rounds':>9}")
    for name, speed in fastest.items():
        ratio = speed / fastest["tallow"]
        print(f"{name:28}{speed:>12,.0f}{ratio:>16.1f}{means[name]['wins']:>9.4f}{means[name]['rounds']:>9.4f}")


def mean(results: list[Means]) -> Means:
    return {name: sum(result[name] for result in results) / len(results) for name in results[0]}


def check(means: dict[str, Means], deviation: Means, fights: int) -> None:
    """Stop where two differ by more than chance allows: five standard deviations."""
    for name, (_, share) in CONTESTANTS.items():
        noise = sqrt(1 / fights + 1 / (share * fights))
        for counted, value in means[name].items():
            our = means["tallow"][counted]
            apart = abs(value - our)
            if apart > 5 * (deviation[counted] or sqrt(apart)) * noise:  # what never varied is rare
                sys.exit(f"{name}: {counted} {value:.4f} against our {our:.4f}")


if __name__ == "__main__":
    main()
