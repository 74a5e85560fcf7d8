"""Kinds of marks of what a creature of Cairn has used up, and what makes and reads them."""

from typing import Literal, TypeAlias

from tallow.mechanics.marks import Mark, Marks

Use: TypeAlias = Literal["day", "took", "resisted", "reaction", "armed", "books"]
"""Kinds of marks of what is used up or was done: "day" until dawn, "took" at a moment of a fight, others for good."""

Spent: TypeAlias = tuple[Mark[Use], ...]

SPENT: Marks[Use] = Marks()
"""The marks of `Creature.spent`."""
