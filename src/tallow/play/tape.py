"""A rule upon a tape of answers, for the exact solver: where the tape ends, what lies there is raised.

A tape holds answers as in live play. In place of the answers inside a sub-rule it may hold
their `Result`.
"""

import dis
import sys
from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from types import CodeType, FrameType
from typing import Any, TypeAlias, TypeVar, TypeVarTuple

from msgspec import Struct

from tallow.play.play import EVERYONE, Audience, Fact, Option, Play, Pool, RuleId, Seat
from tallow.play.pools import pools, sequences
from tallow.play.questions import Choice, Undecidable, only

Args = TypeVarTuple("Args")
R = TypeVar("R")
T = TypeVar("T", bound=Option)
S = TypeVar("S", bound=Hashable)

Rule: TypeAlias = Callable[..., Any]

Weighed: TypeAlias = tuple[tuple[Any, int], ...]
"""Answers and their integer weights."""


class Chance(BaseException):
    """The tape ends at chance: one of these answers, whose weights add up to `total`."""

    def __init__(self, answers: Weighed, total: int) -> None:
        super().__init__()
        self.answers = answers
        self.total = total


class Decision(BaseException):
    """The tape ends at a decision."""

    def __init__(self, choice: Choice) -> None:
        super().__init__()
        self.choice = choice


class Called(BaseException):
    """The tape ends at a sub-rule; `tail`: its result is the whole rule's own."""

    def __init__(self, rule: Rule, given: tuple[Any, ...], tail: bool) -> None:
        super().__init__()
        self.rule = rule
        self.given = given
        self.tail = tail


class Result(Struct, frozen=True):
    """What a sub-rule came to."""

    value: Any


class Tape:
    """Answers one run of a rule. `ordered` lists sequences of dice; `enter` runs sub-rules instead of raising them."""

    def __init__(self, answers: tuple[Any, ...], *, ordered: bool = False, enter: bool = False) -> None:
        self._answers = answers
        self._at = 0
        self._throws = sequences if ordered else pools
        self._enter = enter
        self._tail = True

    def run(self, rule: Rule, given: tuple[Any, ...]) -> Any:
        """The result of the rule, or what lies at the end of the tape, raised."""
        return rule(self, *given)

    def _more(self) -> bool:
        return self._at < len(self._answers)

    def _next(self) -> Any:
        answer = self._answers[self._at]
        self._at += 1
        return answer

    def roll(self, n: int, sides: int = 6, *, by: Seat, why: RuleId, hidden: bool = False) -> Pool:  # noqa: ARG002
        if n == 0:
            return ()
        if self._more():
            return tuple(sorted(self._next()))
        raise Chance(self._throws(n, sides), sides**n)

    def choose(self, by: Seat, what: str, options: Sequence[T], *facts: Fact, why: RuleId) -> T:
        if only(options, what):
            return options[0]
        if self._more():
            option: T = self._next()
            return option
        raise Decision(Choice(by, what, tuple(options), facts, why))

    def write(self, by: Seat, what: str, *facts: Fact, why: RuleId) -> str:  # noqa: ARG002
        raise Undecidable(f"{what}: free text has no odds")

    def tell(self, code: str, *facts: Fact, why: RuleId, seen_by: Audience = EVERYONE) -> None:
        pass

    def call(self, rule: Callable[[Play, *Args], R], *args: *Args) -> R:
        more = self._more()
        if more and isinstance(self._answers[self._at], Result):
            value: R = self._next().value
            return value
        tail = self._tail and _returns_next(sys._getframe(1))  # noqa: SLF001
        if not more and not self._enter:
            raise Called(rule, args, tail)
        outer, self._tail = self._tail, tail
        result = rule(self, *args)
        self._tail = outer
        return result


_RUNS_RULES = frozenset((Tape.run.__code__, Tape.call.__code__))


def _returns_next(frame: FrameType) -> bool:
    """Whether `frame` is a rule run by the tape itself, and the call it is in is the last thing it does.

    A caller that this does not recognise, say because it is wrapped, is solved as one that goes on: slower, never
    otherwise.
    """
    above = frame.f_back
    return above is not None and above.f_code in _RUNS_RULES and _return_follows(frame.f_code, frame.f_lasti)


@lru_cache(maxsize=4096)
def _return_follows(code: CodeType, at: int) -> bool:
    """Whether the instruction after the one at `at` returns; `at` may lie in the caches behind a call."""
    following = (step.opname for step in dis.get_instructions(code) if step.offset > at and step.opname != "CACHE")
    return next(following, "") == "RETURN_VALUE"
