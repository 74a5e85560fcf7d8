"""Some questions are settled beforehand; whoever plays answers the rest."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar, TypeVarTuple

from tallow.play.play import EVERYONE, LETTERS, Audience, Fact, Option, Play, Pool, RuleId, Seat

Args = TypeVarTuple("Args")
R = TypeVar("R")
T = TypeVar("T", bound=Option)


class Settled:
    """Plays as another does, but for the questions, by what they ask, for which a legal option is settled.

    A sub-rule is called as ever: it is remembered for its arguments, and nothing in it is settled.
    """

    def __init__(self, play: Play, answers: Mapping[str, Option]) -> None:
        self._play = play
        self._answers = answers

    def roll(self, n: int, sides: int = 6, *, by: Seat, why: RuleId, hidden: bool = False) -> Pool:
        return self._play.roll(n, sides, by=by, why=why, hidden=hidden)

    def choose(self, by: Seat, what: str, options: Sequence[T], *facts: Fact, why: RuleId) -> T:
        settled = self._answers.get(what)
        for option in options:
            if option == settled:
                return option
        return self._play.choose(by, what, options, *facts, why=why)

    def write(self, by: Seat, what: str, *facts: Fact, why: RuleId, most: int = LETTERS) -> str:
        return self._play.write(by, what, *facts, why=why, most=most)

    def tell(self, code: str, *facts: Fact, why: RuleId, seen_by: Audience = EVERYONE) -> None:
        self._play.tell(code, *facts, why=why, seen_by=seen_by)

    def call(self, rule: Callable[[Play, *Args], R], *args: *Args) -> R:
        return self._play.call(rule, *args)
