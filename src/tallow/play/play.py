"""What a rule may ask. Nothing else in a rule touches chance, people or the outside."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeAlias, TypeVar, TypeVarTuple

Seat: TypeAlias = str
"""Who answers: the referee, or one player."""

RuleId: TypeAlias = str
"""An entry of a rulebook, such as `cairn.save.roll`."""

Pool: TypeAlias = tuple[int, ...]
"""Dice that lie on the table, sorted from low to high: which die is which is nobody's business."""

Option: TypeAlias = str | int | tuple[Any, ...]
"""One of the legal answers to a choice; JSON can hold it."""

Fact: TypeAlias = str | int | float | bool | tuple[Any, ...] | None
"""Something said in a question or a report; JSON can hold it."""

Audience: TypeAlias = tuple[Seat, ...]

REFEREE: Seat = "referee"
EVERYONE: Audience = ("everyone",)

LETTERS = 2_000
"""So many letters a free text has at most, where nothing else is said."""

Args = TypeVarTuple("Args")
R = TypeVar("R")
T = TypeVar("T", bound=Option)


class Play(Protocol):
    """Chance, decisions and words, asked for by rules and answered by one of the interpreters."""

    def roll(self, n: int, sides: int = 6, *, by: Seat, why: RuleId, hidden: bool = False) -> Pool:
        """Roll `n` dice. Where it matters whose die is whose, roll twice."""
        ...

    def choose(self, by: Seat, what: str, options: Sequence[T], *facts: Fact, why: RuleId) -> T:
        """Have `by` pick one of all that is legal. One option is no question."""
        ...

    def write(self, by: Seat, what: str, *facts: Fact, why: RuleId, most: int = LETTERS) -> str:
        """Have `by` write free text, of so many letters at most. Odds and bots refuse it."""
        ...

    def tell(self, code: str, *facts: Fact, why: RuleId, seen_by: Audience = EVERYONE) -> None:
        """Report what happened, as a code and facts; words are made at the edge."""
        ...

    def call(self, rule: Callable[["Play", *Args], R], *args: *Args) -> R:
        """Run a sub-rule worth remembering: the exact solver solves it once per arguments."""
        ...
