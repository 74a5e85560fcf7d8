"""Another interpreter, with some questions answered beforehand."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar, TypeVarTuple

from tallow.play.play import EVERYONE, MOST_LETTERS, Audience, Fact, Option, Play, Pool, RuleId, Seat

Args = TypeVarTuple("Args")
R = TypeVar("R")
T = TypeVar("T", bound=Option)


class Settled:
    """Answers the choices in `answers`, by what they ask, if that option is legal; `play` answers everything else.

    Sub-rules are run by `play` alone: they are remembered by their arguments, so nothing in them may be settled.
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

    def write(self, by: Seat, what: str, *facts: Fact, why: RuleId, most: int = MOST_LETTERS) -> str:
        return self._play.write(by, what, *facts, why=why, most=most)

    def tell(self, code: str, *facts: Fact, why: RuleId, seen_by: Audience = EVERYONE) -> None:
        self._play.tell(code, *facts, why=why, seen_by=seen_by)

    def call(self, rule: Callable[[Play, *Args], R], *args: *Args) -> R:
        return self._play.call(rule, *args)
