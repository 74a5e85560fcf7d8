"""Kinds of marks of a creature of Modified Cairn: what it has used up, and what its states are about."""

from typing import Literal, TypeAlias

from tallow.mechanics.marks import Mark, Marks

Use: TypeAlias = Literal["day", "fight", "rune", "free"]
"""Kinds of marks of what is used up: for a day, for a fight, a Runeskelf that is known, a try to get free."""

Spent: TypeAlias = tuple[Mark[Use], ...]

SPENT: Marks[Use] = Marks()
"""The marks of `Creature.spent`."""

About: TypeAlias = Literal["impaired", "warded"]
"""Kinds of marks of states that are about something: a weapon or power that is Impaired, a kind that is kept off."""

Marked: TypeAlias = tuple[Mark[About], ...]

MARKS: Marks[About] = Marks()
"""The marks of `Creature.marks`."""
