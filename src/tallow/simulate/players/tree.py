"""The tree of a bot that looks ahead: what has come of each series of decisions of its side."""

from collections.abc import Hashable, Sequence
from math import log, sqrt
from typing import Any

from tallow.games.deeds import Action

EXPLORING = 0.25
"""How much UCB1 favours what has been tried little: outcomes are worth between 0 and 1, and seldom far apart."""

WIDENING = 1.2
"""How many options are tried after n runs: this times the root of n, and one."""

TRUSTED = 4
"""So many runs count as one in doubt of what a kind of decision has brought so far."""


class Node:
    """What has come of a series of decisions; `options` are those that follow, the likeliest first.

    What follows upon the same decisions is not always the same question: each has a branch of its own.
    """

    __slots__ = ("branches", "children", "options", "squares", "total", "visits")

    def __init__(self) -> None:
        self.visits, self.total, self.squares = 0, 0.0, 0.0
        self.options: Sequence[Any] = ()
        self.children: dict[Hashable, Node] = {}
        self.branches: dict[str, Node] = {}

    def branch(self, about: str) -> "Node":
        """Where this is decided."""
        found = self.branches.get(about)
        if found is None:
            found = self.branches[about] = Node()
        return found

    @property
    def mean(self) -> float:
        return self.total / self.visits if self.visits else 0.0

    @property
    def variance(self) -> float:
        """How much what came of it differs: the variance of all runs through here."""
        return max(0.0, self.squares / self.visits - self.mean**2) if self.visits else 1.0

    def add(self, value: float) -> None:
        self.visits += 1
        self.total += value
        self.squares += value * value

    def next(self) -> tuple[Any, bool]:
        """The option to try now, and whether it is new: one not tried yet, or the most promising."""
        allowed = self.options[: 1 + int(WIDENING * sqrt(self.visits))]
        for one in allowed:
            if one not in self.children:
                self.children[one] = Node()
                return one, True
        many, children = log(self.visits + 1), self.children
        best = max(allowed, key=lambda one: children[one].mean + EXPLORING * sqrt(many / (children[one].visits or 1)))
        return best, False


class Habits:
    """What kinds of decisions have been worth so far, against what was worth on average where they were taken.

    It orders what a search tries: kinds that have brought nothing come last.
    """

    def __init__(self) -> None:
        self._worth: dict[Hashable, tuple[int, float]] = {}

    def learn(self, kind: Hashable, gain: float) -> None:
        many, total = self._worth.get(kind, (0, 0.0))
        self._worth[kind] = (many + 1, total + gain)

    def ordered(self, first: Any, options: Sequence[Any], about: str = "") -> list[Any]:
        """All options, `first` before the others, and these by what their kind has been worth."""
        others = [one for one in options if one != first]

        def worth(one: Any) -> float:
            many, total = self._worth.get(kind_of(one, about), (0, 0.0))
            return total / (many + TRUSTED)

        return [first, *sorted(others, key=worth, reverse=True)]


def kind_of(option: Any, about: str = "") -> Hashable:
    """Of what kind a decision is: the name of a deed, or a question with the word of its option."""
    if isinstance(option, Action):
        return option.name
    word = option[0] if isinstance(option, tuple) and option else option
    return about, word if isinstance(word, str) else type(word).__name__
