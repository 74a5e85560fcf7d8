"""Throws for seats whose dice come from the server, and keeps what it threw."""

from collections.abc import Callable

from tallow.play import Pool, Roll
from tallow.table.dice import FairDice
from tallow.table.records import Threw


class Thrower:
    """The dice of one run of an action: the next of the seed; None where somebody `asks` to be asked for a roll.

    `instead`: the first roll is thrown without asking.
    """

    def __init__(self, dice: FairDice, asks: Callable[[Roll], bool], *, instead: bool = False) -> None:
        self.dice = dice
        self.threw: list[Threw] = []
        self._asks = asks
        self._instead = instead

    def __call__(self, roll: Roll) -> Pool | None:
        if not self._instead and self._asks(roll):
            return None
        self._instead = False
        pool, after = self.dice.throw(roll.n, roll.sides)
        self.threw.append(Threw(self.dice.thrown, roll.sides, pool))
        self.dice = after
        return pool
