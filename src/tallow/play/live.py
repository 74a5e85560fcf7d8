"""People answer. To suspend a rule is to keep its answers: to resume it, it is run again from its start.

`advance` runs a rule on the answers so far. When they run out it returns the question that waits; when its answer is
there, the rule is run again with one answer more. Nothing is held open between two answers.
"""

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar, TypeVarTuple

from msgspec import Struct
from msgspec.structs import replace

from tallow.play.play import EVERYONE, MOST_LETTERS, Audience, Fact, Option, Play, Pool, RuleId, Seat
from tallow.play.questions import (
    Answer,
    Ask,
    Choice,
    Chosen,
    Event,
    Matter,
    Question,
    Roll,
    Rolled,
    Stake,
    Told,
    Writing,
    Written,
    frozen,
    is_single,
)
from tallow.play.span import as_options
from tallow.play.through import Through

Args = TypeVarTuple("Args")
R = TypeVar("R")
T = TypeVar("T", bound=Option)

Dice = Callable[[Roll], Pool | None]
"""Throws the dice of a roll; None if that seat throws real dice and must be asked."""


class Mismatch(Exception):
    """A recorded answer does not fit the question that the rule asks now."""


class Live:
    """Replays recorded answers, then raises `Ask` with the next question."""

    def __init__(self, answers: Sequence[Answer] = (), dice: Dice | None = None) -> None:
        self.answers: list[Answer] = [frozen(answer) for answer in answers]
        self.events: list[Event] = []
        self.mask: Struct | None = None
        self._at = 0
        self._dice = dice

    @property
    def used(self) -> int:
        """How many answers the rule has asked for so far."""
        return self._at

    def _answer(self, question: Question) -> Any:
        at = self._at
        if at == len(self.answers):
            thrown = self._dice(question) if self._dice and isinstance(question, Roll) else None
            if thrown is None:
                raise Ask(question)
            self.answers.append(thrown)
        answer = self.answers[at]
        if fault := question.fault(answer):
            raise Mismatch(f"answer {at + 1}: {fault}")
        self._at = at + 1
        return answer

    def roll(
        self, n: int, sides: int = 6, *, by: Seat, why: RuleId, hidden: bool = False, stake: Stake | None = None
    ) -> Pool:
        if n == 0:
            return ()
        question = Roll(n, sides, by, why, hidden, stake)
        pool = tuple(sorted(self._answer(question)))
        self.events.append(Rolled(question, pool))
        return pool

    def choose(self, by: Seat, what: str, options: Sequence[T], *facts: Fact, why: RuleId) -> T:
        if is_single(options, what):
            return options[0]
        option: T = self._answer(Choice(by, what, as_options(options), facts, why))
        self.events.append(Chosen(Matter(by, what, facts, why), option))
        return option

    def write(self, by: Seat, what: str, *facts: Fact, why: RuleId, most: int = MOST_LETTERS) -> str:
        question = Writing(by, what, facts, why, most)
        text: str = self._answer(question)
        self.events.append(Written(question, text))
        return text

    def tell(self, code: str, *facts: Fact, why: RuleId, seen_by: Audience = EVERYONE) -> None:
        self.events.append(Told(code, facts, why, seen_by))

    def call(self, rule: Callable[[Play, *Args], R], *args: *Args) -> R:
        return rule(self, *args)


class Done(Struct, Generic[R], frozen=True):
    """The rule has run to its end."""

    result: R
    answers: tuple[Answer, ...]
    events: tuple[Event, ...]


class Waiting(Struct, frozen=True):
    """The rule waits for an answer; `meanwhile` is the state that limits what others may do until it ends, if any."""

    question: Question
    answers: tuple[Answer, ...]
    events: tuple[Event, ...]
    meanwhile: Any = None


def meanwhile(play: Play, state: Struct, **changes: object) -> None:
    """Until the rule ends, let others do only what could also be done in this state with these changes.

    A rule that resolves what everybody has declared, or that begins somebody's turn, calls it before its first die:
    those who have declared or act are then locked while the rule asks its questions. Only the first call counts. Only
    in live play can others act between two answers, so every other interpreter ignores it; a `Through` passes it on.
    """
    around: list[Through] = []
    while isinstance(play, Through):
        around.append(play)
        play = play.play
    if isinstance(play, Live) and play.mask is None:
        mask: Any = replace(state, **changes)
        for one in around:
            mask = one.lifted(mask)
        play.mask = mask


def advance(
    rule: Callable[..., R], *args: object, answers: Sequence[Answer] = (), dice: Dice | None = None
) -> Done[R] | Waiting:
    """Run `rule` on the answers so far: to its end, or to the next question."""
    play = Live(answers, dice)
    try:
        result = rule(play, *args)
    except Ask as ask:
        return Waiting(ask.question, tuple(play.answers), tuple(play.events), play.mask)
    if play.used != len(play.answers):
        raise Mismatch(f"{len(play.answers) - play.used} answers are left over")
    return Done(result, tuple(play.answers), tuple(play.events))
