"""Limits on exact solving: ways for dice to fall, counted beforehand, and runs of rules, counted as they happen."""

from collections.abc import Callable, Iterable
from math import comb, prod
from typing import TypeAlias

from tallow.odds.weights import TooLarge
from tallow.play import RUNS

MOST_RUNS = 2_000_000
"""The most runs of rules for one answer: about a minute."""

MOST_WAYS = 500_000
"""The most ways in which the dice of a parameter may fall, counted as pools."""

Progress: TypeAlias = Callable[[int], None]
"""Called with the number of runs of rules so far."""


class Effort:
    """A `Watch` that counts the runs for one answer; raises `TooLarge` when there are too many."""

    def __init__(self, progress: Progress | None = None) -> None:
        self.runs = 0
        self._progress = progress

    def __call__(self) -> None:
        self.runs += RUNS
        if self.runs > MOST_RUNS:
            raise TooLarge(f"a question of more than {MOST_RUNS:,} cases", "fewer dice, rerolls or tokens are smaller")
        if self._progress is not None:
            self._progress(self.runs)


def check_ways(dice: Iterable[tuple[int, int]]) -> None:
    """Raise `TooLarge` for dice, given as pairs of sides and number, that can fall in too many ways."""
    thrown = list(dice)
    ways = prod([comb(number + sides - 1, number) for sides, number in thrown])
    if ways > MOST_WAYS:
        written = "+".join([f"{number}d{sides}" for sides, number in thrown])
        size = f"{written}, with {ways:,} ways to fall where {MOST_WAYS:,} can be counted,"
        raise TooLarge(size, "ask for fewer or smaller dice")
