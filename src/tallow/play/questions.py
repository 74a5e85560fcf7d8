"""The questions that a rule asks, their answers, and the events that are reported."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from tallow.play.play import EVERYONE, MOST_LETTERS, Audience, Fact, Option, Pool, RuleId, Seat
from tallow.play.span import Options, Span

Answer: TypeAlias = Option
"""The faces of a roll, the option of a choice, or the text of a writing; plain JSON."""


Compared: TypeAlias = Literal["sum", "lowest", "highest", "each"]
"""Which number of a pool is compared with what is needed; "each": every die has to meet it by itself."""

Twice: TypeAlias = Literal["", "better", "worse"]
"""Whether all of a roll is made twice, and which of the two counts."""


class Stake(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """What a roll needs, for whom, and against what.

    `need` is the number to meet: to roll it or under, or with `above` to roll it or over; with `least` to roll from
    that number to `need`. None where there is nothing to pass, such as dice that can change nothing any more. `lie` are
    faces that count with these, and `more` the sides of dice that are thrown after them and count too. A single die
    that shows `sure` or less passes whatever is added, and one that shows `lost` or more fails. `twice`: another roll
    like this follows, and the better or the worse of them counts. `odds`: the chance as so many cases of so many, where
    more than these dice decides. An `amount` is no test: its number, such as damage,
    counts as it is, and `need` is where something more comes of it.

    `score` is what the number is, a code of `term` such as `STR`. `who` rolls it and `against` is whom or what it is
    rolled against, both by id or name. `means` is the code under which the catalogue's tables `passing` and `failing`
    say what comes of it; without one, the rule that the roll cites. The words have `who`, `against` and `facts` as {0},
    {1}, {2} and so on. `secret`: what is needed tells what only the referee knows, and players read the words of the
    table `needed` instead, if there are any.
    """

    need: int | None = None
    above: bool = False
    score: str = ""
    who: str = ""
    against: str = ""
    compared: Compared = "sum"
    means: str = ""
    facts: tuple[Fact, ...] = ()
    least: int | None = None
    lie: Pool = ()
    more: Pool = ()
    sure: int = 0
    lost: int = 0
    twice: Twice = ""
    odds: tuple[int, int] | None = None
    amount: bool = False
    secret: bool = False

    def passes(self, pool: Pool) -> bool | None:
        """Whether these dice pass by themselves, without what is thrown after them; None if there is nothing to."""
        if self.need is None:
            return None
        if len(pool) == 1 and (pool[0] <= self.sure or pool[0] >= self.lost > 0):
            return pool[0] <= self.sure
        if self.compared == "each":
            return all(self.meets(face) for face in pool)
        faces = (*pool, *self.lie)
        return self.meets(sum(faces) if self.compared == "sum" else _EXTREME[self.compared](faces))

    def chance(self, n: int, sides: int) -> Fraction | None:
        """The chance that `n` dice pass, with all that counts with them; None if there is nothing to pass."""
        if self.need is None:
            return None
        if self.odds is not None:
            return Fraction(*self.odds)
        once = _chance(n, sides, replace(self, score="", who="", against="", means="", facts=(), twice=""))
        if not self.twice:
            return once
        return once**2 if self.twice == "worse" else 1 - (1 - once) ** 2

    def for_players(self) -> "Stake":
        """What players may know of it: if it is secret, neither what is needed nor what tells of it."""
        if not self.secret:
            return self
        return Stake(
            score=self.score,
            who=self.who,
            against=self.against,
            means=self.means,
            facts=self.facts,
            amount=self.amount,
            secret=True,
        )

    def meets(self, number: int) -> bool:
        """Whether a number is what is needed."""
        need = self.need or 0
        if self.above:
            return number >= need
        return number <= need and (self.least is None or number >= self.least)


_EXTREME: dict[str, Callable[[Pool], int]] = {"lowest": min, "highest": max}


@lru_cache(4_000)
def _chance(n: int, sides: int, stake: Stake) -> Fraction:
    """The chance of a stake, over all dice of it: each number that its dice can come to, with the ways to it."""
    if stake.compared == "each":
        share = Fraction(sum([stake.meets(face) for face in range(1, sides + 1)]), sides)
        return share**n
    rest: dict[int, int] | None = None
    for die in stake.more:
        rest = _with_die(rest, die, stake.compared)
    for face in stake.lie:
        rest = _joined(rest, {face: 1}, stake.compared)
    own: dict[int, int] | None = None
    for _ in range(n):
        own = _with_die(own, sides, stake.compared)
    met = total = 0
    for number, ways in (own or {}).items():
        for whole, many in _joined({number: 1}, rest, stake.compared).items() if rest else ((number, 1),):
            total += ways * many
            if n == 1 and (number <= stake.sure or number >= stake.lost > 0):
                met += ways * many * (number <= stake.sure)
            else:
                met += ways * many * stake.meets(whole)
    return Fraction(met, total)


def _with_die(ways: dict[int, int] | None, sides: int, compared: Compared) -> dict[int, int]:
    return _joined(ways, dict.fromkeys(range(1, sides + 1), 1), compared)


def _joined(ways: dict[int, int] | None, more: dict[int, int], compared: Compared) -> dict[int, int]:
    """The numbers that two lots of dice come to together, with the ways to each."""
    if ways is None:
        return more
    joined: dict[int, int] = {}
    for one, many in ways.items():
        for other, times in more.items():
            number = one + other if compared == "sum" else _EXTREME[compared]((one, other))
            joined[number] = joined.get(number, 0) + many * times
    return joined


class Roll(Struct, frozen=True, forbid_unknown_fields=True, gc=False, tag="roll"):
    """Dice that `by` has to throw, and what hangs on them, if the rule says so."""

    n: int
    sides: int
    by: Seat
    why: RuleId
    hidden: bool = False
    stake: Stake | None = None

    @property
    def tests(self) -> bool:
        """Whether they can be passed or failed, rather than come to an amount."""
        return self.stake is not None and self.stake.need is not None and not self.stake.amount

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
