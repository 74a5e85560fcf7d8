"""The questions that a rule asks, their answers, and the events that are reported."""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from tallow.play.play import EVERYONE, MOST_LETTERS, Audience, Fact, Option, Pool, RuleId, Seat
from tallow.play.span import Options, Span

Answer: TypeAlias = Option
"""The faces of a roll, the option of a choice, or the text of a writing; plain JSON."""


Compared: TypeAlias = Literal["sum", "lowest", "highest"]
"""Which number of a pool is compared with what is needed."""


class Stake(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """What a roll needs, for whom, and against what.

    `need` is the number to meet: to roll it or under, or with `above` to roll it or over. None where a roll has
    nothing to pass, such as damage. `score` is what the number is, a code of `term` such as `STR`. `who` rolls it and
    `against` is whom or what it is rolled against, both by id or name. `means` is the code under which the catalogue's
    tables `passing` and `failing` say what comes of it; without one, the rule that the roll cites. The words have
    `who`, `against` and `facts` as {0}, {1}, {2} and so on.
    """

    need: int | None = None
    above: bool = False
    score: str = ""
    who: str = ""
    against: str = ""
    compared: Compared = "sum"
    means: str = ""
    facts: tuple[Fact, ...] = ()

    def passes(self, pool: Pool) -> bool | None:
        """Whether these dice pass; None if there is nothing to pass."""
        if self.need is None:
            return None
        number = sum(pool) if self.compared == "sum" else min(pool) if self.compared == "lowest" else max(pool)
        return number >= self.need if self.above else number <= self.need

    def chance(self, n: int, sides: int) -> Fraction | None:
        """The chance that `n` dice pass; None if there is nothing to pass."""
        return None if self.need is None else _chance(n, sides, self.need, self.above, self.compared)


@lru_cache(4_000)
def _chance(n: int, sides: int, need: int, above: bool, compared: Compared) -> Fraction:
    if compared == "sum":
        ways = {0: 1}
        for _ in range(n):
            more: dict[int, int] = {}
            for total, many in ways.items():
                for face in range(1, sides + 1):
                    more[total + face] = more.get(total + face, 0) + many
            ways = more
        met = sum(many for total, many in ways.items() if (total >= need if above else total <= need))
        return Fraction(met, sides**n)
    meets = min(max(sides - need + 1 if above else need, 0), sides)
    every = (compared == "lowest") == above  # each die has to meet it; else any one of them
    share = Fraction(meets, sides)
    return share**n if every else 1 - (1 - share) ** n


class Roll(Struct, frozen=True, forbid_unknown_fields=True, gc=False, tag="roll"):
    """Dice that `by` has to throw, and what hangs on them, if the rule says so."""

    n: int
    sides: int
    by: Seat
    why: RuleId
    hidden: bool = False
    stake: Stake | None = None

    def chance(self) -> Fraction | None:
        """The chance that they pass; None if there is nothing to pass."""
        return None if self.stake is None else self.stake.chance(self.n, self.sides)

    def fault(self, answer: object) -> str | None:
        """What is wrong with these faces, or None."""
        if not isinstance(answer, tuple | list) or not all(type(face) is int for face in answer):
            return f"expected {self.n} whole numbers, one for each die"
        if len(answer) != self.n:
            return f"expected {self.n} {'die' if self.n == 1 else 'dice'} and got {len(answer)}"
        for face in answer:
            if not 1 <= face <= self.sides:
                return f"{face} is not on a d{self.sides}"
        return None


class Choice(Struct, frozen=True, forbid_unknown_fields=True, gc=False, tag="choice"):
    """A decision that `by` has to take; `options` is all that is legal."""

    by: Seat
    what: str
    options: Options
    facts: tuple[Fact, ...]
    why: RuleId

    def fault(self, answer: object) -> str | None:
        """What is wrong with this option, or None."""
        if isinstance(self.options, Span):
            return self._off(self.options, answer)
        if any(option == answer and type(option) is type(answer) for option in self.options):
            return None
        return f"{answer!r} is not one of the {len(self.options)} options"

    @staticmethod
    def _off(span: Span, answer: object) -> str | None:
        if answer in span:
            return None
        steps = f" in steps of {abs(span.step)}" if abs(span.step) > 1 else ""
        return f"expected a whole number from {span.least} to {span.most}{steps}, not {answer!r}"


class Writing(Struct, frozen=True, forbid_unknown_fields=True, gc=False, tag="writing"):
    """Free text that `by` has to write."""

    by: Seat
    what: str
    facts: tuple[Fact, ...]
    why: RuleId
    most: int = MOST_LETTERS

    def fault(self, answer: object) -> str | None:
        """What is wrong with this text, or None."""
        if not isinstance(answer, str):
            return "expected text"
        if len(answer) > self.most:
            return f"the text has {len(answer)} characters; at most {self.most}"
        return None


Question: TypeAlias = Roll | Choice | Writing


class Rolled(Struct, frozen=True, forbid_unknown_fields=True, gc=False, tag="rolled"):
    """Dice have fallen."""

    roll: Roll
    pool: Pool


class Matter(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """What a decision was about: a `Choice` without its options, which may be thousands and are not kept."""

    by: Seat
    what: str
    facts: tuple[Fact, ...]
    why: RuleId


class Chosen(Struct, frozen=True, forbid_unknown_fields=True, gc=False, tag="chosen"):
    """A decision was taken."""

    choice: Matter
    option: Option


class Written(Struct, frozen=True, forbid_unknown_fields=True, gc=False, tag="written"):
    """Something was written."""

    writing: Writing
    text: str


class Told(Struct, frozen=True, forbid_unknown_fields=True, gc=False, tag="told"):
    """Something happened."""

    code: str
    facts: tuple[Fact, ...]
    why: RuleId
    seen_by: Audience = EVERYONE


Event: TypeAlias = Rolled | Chosen | Written | Told


class Ask(BaseException):
    """The answers have run out: somebody must answer. A BaseException, so that no rule catches it."""

    def __init__(self, question: Question) -> None:
        super().__init__(question)
        self.question = question


class Undecidable(Exception):
    """A rule asked something that this interpreter cannot answer, such as free text."""


def frozen(answer: Any) -> Any:
    """An answer as rules see it: lists, which JSON makes of tuples, become tuples."""
    return tuple([frozen(part) for part in answer]) if isinstance(answer, list | tuple) else answer


def is_single(options: Sequence[Option], what: str) -> bool:
    """Whether there is only one option; ValueError if there is none."""
    if not options:
        raise ValueError(f"{what}: no option at all")
    return len(options) == 1
