"""Four characters against four goblins, on one core: our simulator, the same by hand in plain Python, and in numba.

All must agree on the odds. Speeds are medians of interleaved repeats, in processor time; the ratios are what counts.
"""

import argparse
import sys
from collections.abc import Callable
from math import sqrt
from statistics import median
from time import process_time
from typing import TypeAlias

from bare_fights import bare, lean
from numba_fights import numba_fights

from tallow.games import game
from tallow.simulate import simulate

PARTY = "4 HP, 1 Armor, 11 STR, 10 DEX, 10 WIL, sword (d8) x4"
FOES = "Goblin x4"
GOAL = 4
"""The bare loop may be so many times as fast as we are."""

Result: TypeAlias = tuple[float, float]
"""The share of fights won, and the mean of their rounds."""


def ours(n: int, seed: int) -> Result:
    report = simulate(game("cairn"), PARTY, FOES, n=n, seed=seed, cores=1)
    return report.wins.p, report.counts["rounds"].mean


CONTESTANTS: dict[str, tuple[Callable[[int, int], Result], int]] = {
    "tallow": (ours, 1),
    "bare loop, all we count": (bare, 4),
    "bare loop, wins and rounds": (lean, 6),
    "numba, wins and rounds": (numba_fights, 100),
}
"""What runs, and how many times as many fights as ours."""


def disagreement(one: Result, n: int, other: Result, m: int) -> str:
    """Where two results differ by more than chance allows: five standard deviations; rounds have one of about 0.85."""
    p = (one[0] * n + other[0] * m) / (n + m)
    noise = sqrt(1 / n + 1 / m)
    if abs(one[0] - other[0]) > 5 * sqrt(p * (1 - p)) * noise:
        return f"wins {other[0]:.4f} against our {one[0]:.4f}"
    if abs(one[1] - other[1]) > 5 * 0.85 * noise:
        return f"takes {other[1]:.4f} rounds against our {one[1]:.4f}"
    return ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("-n", type=int, default=10_000, help="fights of ours in each repeat")
    options = parser.parse_args()
    numba_fights(1, 0)
    speeds: dict[str, list[float]] = {name: [] for name in CONTESTANTS}
    results: dict[str, list[Result]] = {name: [] for name in CONTESTANTS}
    for seed in range(options.repeats):
        for name, (run, share) in CONTESTANTS.items():
            started = process_time()
            results[name].append(run(share * options.n, seed))
            speeds[name].append(share * options.n / (process_time() - started))
    fought = options.n * options.repeats
    means = {name: (mean([p for p, _ in found]), mean([r for _, r in found])) for name, found in results.items()}
    for name, (_, share) in CONTESTANTS.items():
        if fault := disagreement(means["tallow"], fought, means[name], share * fought):
            sys.exit(f"{name} {fault}")
    print(f"{'':28}{'fights/s':>12}{'ratio to ours':>16}{'wins':>9}{'rounds':>9}")
    ratios = {}
    for name, found in speeds.items():
        ratios[name] = median(theirs / mine for theirs, mine in zip(found, speeds["tallow"], strict=True))
        print(f"{name:28}{median(found):>12,.0f}{ratios[name]:>16.1f}{means[name][0]:>9.4f}{means[name][1]:>9.4f}")
    reached = ratios["bare loop, all we count"]
    print(f"goal: the bare loop at most {GOAL} times as fast; now {reached:.1f} times")


def mean(numbers: list[float]) -> float:
    return sum(numbers) / len(numbers)


if __name__ == "__main__":
    main()
