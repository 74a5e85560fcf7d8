"""How much there is to work out: dice are counted before they are thrown, runs of rules while they run."""

from collections.abc import Callable, Iterable
from math import comb, prod
from typing import TypeAlias

from tallow.odds.weights import TooLarge
from tallow.play import RUNS

MOST_RUNS = 2_000_000
"""So often rules are run for one answer; that takes a minute or so."""

MOST_WAYS = 500_000
"""In so many ways the dice that somebody names may fall, all counted as pools."""

Progress: TypeAlias = Callable[[int], None]
"""Hears how often rules were run so far."""


class Effort:
    """Counts runs for one answer, by the thousand, and ends what takes too many."""

    def __init__(self, progress: Progress | None = None) -> None:
        self.runs = 0
        self._progress = progress

    def __call__(self) -> None:
        self.runs += RUNS
        if self.runs > MOST_RUNS:
            raise TooLarge(f"a question of more than {MOST_RUNS:,} cases", "fewer dice, rerolls or tokens are smaller")
        if self._progress is not None:
            self._progress(self.runs)


def bearable(dice: Iterable[tuple[int, int]]) -> None:
    """Refuse dice, given as sides and numbers, that fall in too many ways, before any is thrown."""
    thrown = list(dice)
    ways = prod([comb(number + sides - 1, number) for sides, number in thrown])
    if ways > MOST_WAYS:
        written = "+".join([f"{number}d{sides}" for sides, number in thrown])
        size = f"{written}, with {ways:,} ways to fall where {MOST_WAYS:,} can be counted,"
        raise TooLarge(size, "ask for fewer or smaller dice")
