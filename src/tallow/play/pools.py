"""Pools of dice counted as multisets: `5d6` is one of 252 pools, not of 7,776 sequences."""

from functools import lru_cache
from itertools import combinations_with_replacement, product
from math import comb, factorial
from random import Random

from tallow.play.play import Pool
from tallow.play.questions import Undecidable

MOST_POOLS = 500_000
"""The most pools of one roll that are listed; 30d6 have 324,632."""


@lru_cache(maxsize=256)
def pools(n: int, sides: int) -> tuple[tuple[Pool, int], ...]:
    """Every pool of `n` dice, with the number of sequences that sort into it."""
    if comb(n + sides - 1, n) > MOST_POOLS:
        raise Undecidable(f"{n}d{sides} can fall in more than {MOST_POOLS} ways: ask for fewer at a time")
    if n == 1:
        return tuple(((face,), 1) for face in range(1, sides + 1))
    listed = []
    for pool in combinations_with_replacement(range(1, sides + 1), n):
        ways, run, last = factorial(n), 0, 0
        for face in pool:
            run = run + 1 if face == last else 1
            last = face
            ways //= run
        listed.append((pool, ways))
    return tuple(listed)


def random_pool(random: Random, n: int, sides: int) -> Pool:
    """Roll `n` dice."""
    return tuple(sorted([random.randint(1, sides) for _ in range(n)]))


def sequences(n: int, sides: int) -> tuple[tuple[Pool, int], ...]:
    """Every ordered throw as a pool: the slow way, to check `pools` by."""
    return tuple((tuple(sorted(throw)), 1) for throw in product(range(1, sides + 1), repeat=n))
