"""A run of a rule on a tape of answers, for the exact solver: where the tape ends, what comes next is raised.

A tape holds answers as in live play. In place of the answers inside a sub-rule it may hold its `Result`.
"""

import dis
import sys
from collections.abc import Callable, Sequence
from types import CodeType, FrameType
from typing import Any, TypeAlias, TypeVar, TypeVarTuple

from msgspec import Struct

from tallow.play.play import EVERYONE, MOST_LETTERS, Audience, Fact, Option, Play, Pool, RuleId, Seat
from tallow.play.pools import pools, sequences
from tallow.play.questions import Choice, Stake, Undecidable, is_single
from tallow.play.span import as_options

Args = TypeVarTuple("Args")
R = TypeVar("R")
T = TypeVar("T", bound=Option)

Rule: TypeAlias = Callable[..., Any]

Weighed: TypeAlias = tuple[tuple[Any, int], ...]
"""Answers and their integer weights."""


class Chance(BaseException):
    """The tape ends at a roll: these are the possible answers with their weights, which add up to `total`."""

    def __init__(self, answers: Weighed, total: int) -> None:
        self.answers = answers
        self.total = total


class Decision(BaseException):
    """The tape ends at a decision."""

    def __init__(self, choice: Choice) -> None:
        self.choice = choice


class Called(BaseException):
    """The tape ends at a sub-rule; `tail`: its result is the result of the whole rule."""

    def __init__(self, rule: Rule, given: tuple[Any, ...], tail: bool) -> None:
        self.rule = rule
        self.given = given
        self.tail = tail


class Result(Struct, frozen=True):
    """The result of a sub-rule."""

    value: Any


class Tape:
    """Answers one run of a rule. `ordered` lists sequences of dice; `enter` runs sub-rules instead of raising them.

    Where the tape ends at a decision, `decide` takes it, and its answer is appended. With `tails`, `call` returns the
    `Called` of a sub-rule in tail position, and so does the rule: without an exception it takes half the time.
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
        """Reuse the tape with other answers, from its start; making a new one would take five times as long."""
        self.answers, self._at, self._tail = answers, 0, True
        return self

    def run(self, rule: Rule, given: tuple[Any, ...]) -> Any:
        """The result of the rule; raises `Chance`, `Decision` or `Called` where the tape ends."""
        return rule(self, *given)

    def _next(self) -> Any:
        answer = self.answers[self._at]
        self._at += 1
        return answer

    def roll(
        self,
        n: int,
        sides: int = 6,
        *,
        by: Seat,  # noqa: ARG002
        why: RuleId,  # noqa: ARG002
        hidden: bool = False,  # noqa: ARG002
        stake: Stake | None = None,  # noqa: ARG002
    ) -> Pool:
        if n == 0:
            return ()
        if self._at < len(self.answers):
            pool: Pool = self._next()
            return pool if n == 1 else tuple(sorted(pool))
        raise Chance(self._throws(n, sides), sides**n)

    def choose(self, by: Seat, what: str, options: Sequence[T], *facts: Fact, why: RuleId) -> T:
        if len(options) < 2 and is_single(options, what):
            return options[0]
        option: T
        if self._at < len(self.answers):
            option = self._next()
            return option
        choice = Choice(by, what, as_options(options), facts, why)
        if self._decide is None:
            raise Decision(choice)
        option = self._decide(choice)
        self.answers = (*self.answers, option)
        self._at += 1
        return option

    def write(self, by: Seat, what: str, *facts: Fact, why: RuleId, most: int = MOST_LETTERS) -> str:  # noqa: ARG002
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
    """Whether `frame` is a rule that the tape itself runs, and its current call is in tail position.

    A tail call that is not recognised, for example because the rule is wrapped, is only solved more slowly.
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
"""Results of `_return_follows` by the identity of the code: hashing code takes longer than running some rules."""


def _return_follows(code: CodeType, at: int) -> bool:
    """Whether the instruction after the one at `at` returns; `at` may be in the caches behind a call."""
    following = (step.opname for step in dis.get_instructions(code) if step.offset > at and step.opname != "CACHE")
    return next(following, "") == "RETURN_VALUE"
