"""Fair dice: every server die comes from a secret seed whose hash was shown before, so that all can be checked later.

Die number `k` under a seed is drawn from HMAC-SHA256(seed, k), by rejection so that every face is equally likely.
Numbers only go up: undoing an action never gives its dice back, so nobody can look ahead.
"""

import hmac
from hashlib import sha256
from typing import TypeAlias

from msgspec import Struct

from tallow.play import Pool

Seed: TypeAlias = bytes


def commitment(seed: Seed) -> str:
    """What is shown while the seed is secret."""
    return sha256(seed).hexdigest()


def die(seed: Seed, number: int, sides: int) -> int:
    """Die number `number` under this seed."""
    if sides < 1:
        raise ValueError("a die has at least one face")
    limit = (1 << 64) // sides * sides
    block = 0
    while True:
        digest = hmac.digest(seed, f"{number}:{block}".encode(), "sha256")
        for at in range(0, 32, 8):
            drawn = int.from_bytes(digest[at : at + 8], "big")
            if drawn < limit:
                return drawn % sides + 1
        block += 1


class FairDice(Struct, frozen=True, gc=False):
    """A seed and how many dice it has thrown."""

    seed: Seed
    thrown: int = 0

    def throw(self, n: int, sides: int) -> tuple[Pool, "FairDice"]:
        """The next `n` dice, sorted, and the dice after them."""
        faces = sorted(die(self.seed, self.thrown + at, sides) for at in range(n))
        return tuple(faces), FairDice(self.seed, self.thrown + n)
