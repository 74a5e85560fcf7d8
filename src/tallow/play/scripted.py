"""A test answers: each die and each decision in order, exactly as many as are asked for."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar, TypeVarTuple

from tallow.play.play import EVERYONE, MOST_LETTERS, Audience, Fact, Option, Play, Pool, RuleId, Seat
from tallow.play.questions import Choice, Question, Roll, Stake, Told, Writing, is_single
from tallow.play.span import as_options

Args = TypeVarTuple("Args")
R = TypeVar("R")
T = TypeVar("T", bound=Option)


class Scripted:
    """Answers from a script: a list of faces for a roll, the option itself for a choice, text for a writing."""

    def __init__(self, *script: Any) -> None:
        self.left = list(script)
        self.told: list[Told] = []
        self.asked: list[Question] = []

    def _answer(self, question: Question) -> Any:
        self.asked.append(question)
        if not self.left:
            raise AssertionError(f"the script has ended, but the rule asks {question}")
        answer = self.left.pop(0)
        if isinstance(question, Roll) and type(answer) is int:
            answer = (answer,)
        if fault := question.fault(answer):
            raise AssertionError(f"the script says {answer!r} to {question}: {fault}")
        return answer

    def roll(
        self, n: int, sides: int = 6, *, by: Seat, why: RuleId, hidden: bool = False, stake: Stake | None = None
    ) -> Pool:
        if n == 0:
            return ()
        return tuple(sorted(self._answer(Roll(n, sides, by, why, hidden, stake))))

    def choose(self, by: Seat, what: str, options: Sequence[T], *facts: Fact, why: RuleId) -> T:
        if is_single(options, what):
            return options[0]
        option: T = self._answer(Choice(by, what, as_options(options), facts, why))
        return option

    def write(self, by: Seat, what: str, *facts: Fact, why: RuleId, most: int = MOST_LETTERS) -> str:
        text: str = self._answer(Writing(by, what, facts, why, most))
        return text

    def tell(self, code: str, *facts: Fact, why: RuleId, seen_by: Audience = EVERYONE) -> None:
        self.told.append(Told(code, facts, why, seen_by))

    def call(self, rule: Callable[[Play, *Args], R], *args: *Args) -> R:
        return rule(self, *args)

    def codes(self) -> list[str]:
        """The codes of everything that was told."""
        return [told.code for told in self.told]


def scripted(rule: Callable[..., R], *args: object, script: Sequence[Any] = ()) -> R:
    """Run `rule` on a script; AssertionError if an answer does not fit, is missing or is left over."""
    play = Scripted(*script)
    result = rule(play, *args)
    if play.left:
        raise AssertionError(f"the rule did not ask for {play.left}")
    return result
