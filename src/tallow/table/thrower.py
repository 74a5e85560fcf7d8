"""Throws for seats whose dice come from the server, and keeps what it threw."""

from collections.abc import Callable

from tallow.play import Pool, Roll, Seat
from tallow.table.dice import FairDice
from tallow.table.records import Threw
from tallow.table.seats import DiceFrom


class Thrower:
    """The dice of one run of an action: the next of the seed; None for a seat that has to be asked.

    Those who type their dice are asked for all of them, those who press for theirs where they can be passed or failed.
    `instead`: the first roll is thrown without asking.
    """

    def __init__(self, dice: FairDice, dice_of: Callable[[Seat], DiceFrom], *, instead: bool = False) -> None:
        self.dice = dice
        self.threw: list[Threw] = []
        self._dice_of = dice_of
        self._instead = instead

    def __call__(self, roll: Roll) -> Pool | None:
        source = self._dice_of(roll.by)
        if not self._instead and (source == "typed" or (source == "pressed" and roll.tests)):
            return None
        self._instead = False
        pool, after = self.dice.throw(roll.n, roll.sides)
        self.threw.append(Threw(self.dice.thrown, roll.sides, pool))
        self.dice = after
        return pool
