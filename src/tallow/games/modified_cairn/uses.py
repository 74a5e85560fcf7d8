"""Kinds of marks of what a creature of Modified Cairn has used up, and what makes and reads them."""

from typing import Literal, TypeAlias

from tallow.mechanics.marks import Mark, Marks

Use: TypeAlias = Literal["day", "fight", "rune", "free"]
"""Kinds of marks of what is used up: for a day, for a fight, a Runeskelf that is known, a try to get free."""

Spent: TypeAlias = tuple[Mark[Use], ...]

SPENT: Marks[Use] = Marks()
"""The marks of `Creature.spent`."""
