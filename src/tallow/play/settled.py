"""Another interpreter, with some questions answered beforehand."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from tallow.play.play import Fact, Option, Play, RuleId, Seat
from tallow.play.through import Through

T = TypeVar("T", bound=Option)


class Settled(Through):
    """Answers the choices in `answers`, by what they ask, if that option is legal; `play` answers everything else.

    Sub-rules are run by `play` alone: they are remembered by their arguments, so nothing in them may be settled.
    """

    def __init__(self, play: Play, answers: Mapping[str, Option]) -> None:
        super().__init__(play)
        self._answers = answers

    def choose(self, by: Seat, what: str, options: Sequence[T], *facts: Fact, why: RuleId) -> T:
        settled = self._answers.get(what)
        for option in options:
            if option == settled:
                return option
        return self.play.choose(by, what, options, *facts, why=why)
