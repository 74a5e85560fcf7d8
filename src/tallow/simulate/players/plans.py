"""What a bot that looks ahead compares: a decision now, and how its side goes on after it."""

from collections.abc import Container, Hashable, Iterable
from math import sqrt
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from tallow.games.deeds import Action

TRUSTED = 8
"""So many runs count as one in doubt of what a kind of decision has brought so far."""


class Plan(Struct, frozen=True):
    """In what a side departs from the game's bot for the rest of a fight.

    `answers` are the options it takes wherever they are offered, by what is asked; `deed` is the name of what each of
    its members does first in a round, where they can.
    """

    answers: tuple[tuple[str, Any], ...] = ()
    deed: str = ""

    def answer(self, what: str, options: Container[Any], plain: Any) -> Any:
        """What it says to a question that the game's bot answers with `plain`."""
        for about, option in self.answers:
            if about == what and option in options:
                return option
        return plain

    def answering(self, what: str, option: Any) -> "Plan":
        """The same plan, and this option wherever it is offered from now on."""
        others = tuple([one for one in self.answers if one[0] != what])
        return replace(self, answers=((what, option), *others))


class Way(Struct, frozen=True):
    """A decision, and the plan by which its side goes on."""

    decision: Any
    plan: Plan

    def kind(self, what: str) -> Hashable:
        """What is alike in other decisions of the same fight: the deed or the question, and whether it stays so."""
        stays = self.plan.deed if isinstance(self.decision, Action) else (what, self.decision) in self.plan.answers
        if isinstance(self.decision, Action):
            return self.decision, stays
        return what, self.decision, stays


class Pairs(Struct):
    """What one way was worth more than another, run by run upon the same dice."""

    gains: list[float] = field(default_factory=list)

    @property
    def mean(self) -> float:
        return sum(self.gains) / len(self.gains) if self.gains else 0.0

    @property
    def error(self) -> float:
        """The standard error of the mean; never nothing, since few runs may be alike by chance."""
        many, mean = len(self.gains), self.mean
        squares = sum([(gain - mean) ** 2 for gain in self.gains]) + 1 / (many + 1)
        return sqrt(squares / max(1, many - 1) / max(1, many))

    @property
    def alike(self) -> bool:
        """Whether nothing differed at all."""
        return not any(self.gains)


class Experience:
    """What kinds of ways have been worth so far, against what the side would have done otherwise."""

    def __init__(self) -> None:
        self._worth: dict[Hashable, tuple[int, float]] = {}

    def learn(self, kind: Hashable, gains: Iterable[float]) -> None:
        """Add what a way of this kind has brought."""
        for gain in gains:
            many, total = self._worth.get(kind, (0, 0.0))
            self._worth[kind] = (many + 1, total + gain)

    def worth(self, kind: Hashable) -> float:
        """How much better than otherwise, on average, drawn towards nothing while little is known."""
        many, total = self._worth.get(kind, (0, 0.0))
        return total / (many + TRUSTED)
