"""A rule upon a tape of answers, for the exact solver: where the tape ends, what lies there is raised.

A tape holds answers as in live play. In place of the answers inside a sub-rule it may hold their `Result`.
"""

import dis
import sys
from collections.abc import Callable, Sequence
from types import CodeType, FrameType
from typing import Any, TypeAlias, TypeVar, TypeVarTuple

from msgspec import Struct

from tallow.play.play import EVERYONE, LETTERS, Audience, Fact, Option, Play, Pool, RuleId, Seat
from tallow.play.pools import pools, sequences
from tallow.play.questions import Choice, Undecidable, only
from tallow.play.span import listed

Args = TypeVarTuple("Args")
R = TypeVar("R")
T = TypeVar("T", bound=Option)

Rule: TypeAlias = Callable[..., Any]

Weighed: TypeAlias = tuple[tuple[Any, int], ...]
"""Answers and their integer weights."""


class Chance(BaseException):
    """The tape ends at chance: one of these answers, whose weights add up to `total`."""

    def __init__(self, answers: Weighed, total: int) -> None:
        self.answers = answers
        self.total = total


class Decision(BaseException):
    """The tape ends at a decision."""

    def __init__(self, choice: Choice) -> None:
        self.choice = choice


class Called(BaseException):
    """The tape ends at a sub-rule; `tail`: its result is the whole rule's own."""

    def __init__(self, rule: Rule, given: tuple[Any, ...], tail: bool) -> None:
        self.rule = rule
        self.given = given
        self.tail = tail


class Result(Struct, frozen=True):
    """What a sub-rule came to."""

    value: Any


class Tape:
    """Answers one run of a rule. `ordered` lists sequences of dice; `enter` runs sub-rules instead of raising them.

    Where the tape ends in a decision, `decide` takes it, and its answer is written down. With `tails` a sub-rule in
    tail position is not raised but given back, which the rule then does as well: that takes half the time.
    """

    __slots__ = ("_at", "_decide", "_enter", "_tail", "_tails", "_throws", "answers")

    def __init__(
        self,
        answers: tuple[Any, ...],
        *,
        ordered: bool = False,
        enter: bool = False,
        decide: Callable[[Choice], Any] | None = None,
        tails: bool = False,
    ) -> None:
        self.answers = answers
        self._decide = decide
        self._at = 0
        self._throws = sequences if ordered else pools
        self._enter = enter
        self._tails = tails
        self._tail = True

    def rewound(self, answers: tuple[Any, ...]) -> "Tape":
        """The same tape with other answers, from its beginning; a new one takes five times as long to make."""
        self.answers, self._at, self._tail = answers, 0, True
        return self

    def run(self, rule: Rule, given: tuple[Any, ...]) -> Any:
        """The result of the rule, or what lies at the end of the tape, raised."""
        return rule(self, *given)

    def _next(self) -> Any:
        answer = self.answers[self._at]
        self._at += 1
        return answer

    def roll(self, n: int, sides: int = 6, *, by: Seat, why: RuleId, hidden: bool = False) -> Pool:  # noqa: ARG002
        if n == 0:
            return ()
        if self._at < len(self.answers):
            pool: Pool = self._next()
            return pool if n == 1 else tuple(sorted(pool))
        raise Chance(self._throws(n, sides), sides**n)

    def choose(self, by: Seat, what: str, options: Sequence[T], *facts: Fact, why: RuleId) -> T:
        if len(options) < 2 and only(options, what):
            return options[0]
        option: T
        if self._at < len(self.answers):
            option = self._next()
            return option
        choice = Choice(by, what, listed(options), facts, why)
        if self._decide is None:
            raise Decision(choice)
        option = self._decide(choice)
        self.answers = (*self.answers, option)
        self._at += 1
        return option

    def write(self, by: Seat, what: str, *facts: Fact, why: RuleId, most: int = LETTERS) -> str:  # noqa: ARG002
        raise Undecidable(f"{what}: free text has no odds")

    def tell(self, code: str, *facts: Fact, why: RuleId, seen_by: Audience = EVERYONE) -> None:
        pass

    def call(self, rule: Callable[[Play, *Args], R], *args: *Args) -> R:
        more = self._at < len(self.answers)
        if more and isinstance(self.answers[self._at], Result):
            value: R = self._next().value
            return value
        tail = self._tail and _returns_next(sys._getframe(1))  # noqa: SLF001
        if not more and not self._enter:
            end: Any = Called(rule, args, tail)
            if tail and self._tails:
                given_back: R = end
                return given_back
            raise end
        outer, self._tail = self._tail, tail
        result = rule(self, *args)
        self._tail = outer
        return result


_RUN, _CALL = Tape.run.__code__, Tape.call.__code__


def _returns_next(frame: FrameType) -> bool:
    """Whether `frame` is a rule run by the tape itself, and the call it is in is the last thing it does.

    A caller that this does not recognise, say because it is wrapped, is solved as one that goes on: slower, never
    otherwise.
    """
    above = frame.f_back
    if above is None or (above.f_code is not _RUN and above.f_code is not _CALL):
        return False
    code, at = frame.f_code, frame.f_lasti
    known = _FOLLOWS.get((id(code), at))
    if known is None:
        known = _FOLLOWS[id(code), at] = code, _return_follows(code, at)
    return known[1]


_FOLLOWS: dict[tuple[int, int], tuple[CodeType, bool]] = {}
"""What was found of each call of a rule, by identity: to hash code takes longer than to run some rules."""


def _return_follows(code: CodeType, at: int) -> bool:
    """Whether the instruction after the one at `at` returns; `at` may lie in the caches behind a call."""
    following = (step.opname for step in dis.get_instructions(code) if step.offset > at and step.opname != "CACHE")
    return next(following, "") == "RETURN_VALUE"
