"""Dice expressions as values: what `parse` returns, `roll` rolls and `odds` solves. `str()` writes them canonically.

The modifiers of a roll apply in this order, however they are written: reroll, explode, bounds, keep or drop, count
successes.
"""

from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

USAGE_CHAIN = (20, 12, 10, 8, 6, 4)
"""Usage dice from the largest; after the last one the thing is used up."""


class Dialect(Struct, frozen=True):
    """How a game reads dice: whether `d6+d8` adds up or keeps the highest, and what `adv` means.

    `under`: tests are rolled under a score with a d20, so the better of two d20 is the lower; of other dice, such as
    damage, it is the higher. `words`: `impaired` and `enhanced` are dice.
    """

    name: str
    plus: Literal["sum", "highest"] = "sum"
    under: bool = False
    words: bool = False


TEST = 20
"""The sides of the die that tests are made with."""

SUM = Dialect("sum")
UNDER = Dialect("under", under=True)
HIGHEST = Dialect("highest", plus="highest", under=True, words=True)
DIALECTS = {dialect.name: dialect for dialect in (SUM, UNDER, HIGHEST)}


class Condition(Struct, frozen=True):
    """A condition on a face."""

    op: Literal["=", ">=", "<="]
    value: int

    def meets(self, face: int) -> bool:
        """Whether a face meets it."""
        if self.op == "=":
            return face == self.value
        return face >= self.value if self.op == ">=" else face <= self.value

    def __str__(self) -> str:
        return str(self.value) if self.op == "=" and self.value >= 0 else f"{self.op}{self.value}"


class Keep(Struct, frozen=True):
    """Which dice of a roll, or parts of a group, count: keep or drop `number` of the highest, lowest or middle."""

    which: Literal["kh", "kl", "km", "dh", "dl"]
    number: int = 1

    def places(self, of: int) -> range:
        """The places of those that are kept among `of` dice, counted from the highest."""
        kept = max(0, min(of, self.number if self.which[0] == "k" else of - self.number))
        first = {"kh": 0, "dl": 0, "km": (of - kept) // 2}.get(self.which, of - kept)
        return range(first, first + kept)

    def __str__(self) -> str:
        return f"{self.which}{self.number}"


class Reroll(Struct, frozen=True):
    """Dice that meet `on` are rolled again: once, or until they no longer do."""

    on: Condition
    once: bool

    def __str__(self) -> str:
        return f"{'ro' if self.once else 'rr'}{self.on}"


class Explode(Struct, frozen=True):
    """Dice that meet `on` are followed by another die: on its own, added to the first, or on its own minus one."""

    on: Condition
    how: Literal["!", "!!", "!p"] = "!"


class Number(Struct, frozen=True):
    """A plain number."""

    value: int
    label: str = ""

    def __str__(self) -> str:
        return f"{self.value}{_label(self.label)}"


class Dice(Struct, frozen=True):
    """Like dice with their modifiers. `fate`: the faces are -1, 0 and 1. `lean`: advantage or disadvantage.

    `own` are the faces of dice that have others than 1 to `sides`, lowest first.
    """

    number: int
    sides: int
    fate: bool = False
    lean: Literal["", "adv", "dis"] = ""
    reroll: Reroll | None = None
    explode: Explode | None = None
    low: int | None = None
    high: int | None = None
    keep: Keep | None = None
    count: Condition | None = None
    label: str = ""
    own: tuple[int, ...] = ()

    @property
    def plain(self) -> bool:
        """Whether these are dice without modifiers."""
        return self == Dice(self.number, self.sides, self.fate, label=self.label, own=self.own)

    def faces(self) -> Sequence[int]:
        """The faces of one die, lowest first."""
        return self.own or (range(-1, 2) if self.fate else range(1, self.sides + 1))

    def pick(self, dialect: Dialect) -> tuple[int, Keep | None]:
        """How many dice are thrown, and which of them are kept."""
        if not self.lean:
            return self.number, self.keep
        low = dialect.under and self.sides == TEST
        return 2, Keep("kl" if (self.lean == "adv") == low else "kh")

    def _explode(self) -> str:
        if self.explode is None:
            return ""
        usual = self.explode.on == Condition("=", self.faces()[-1])
        return self.explode.how if usual else f"{self.explode.how}{self.explode.on}"

    def __str__(self) -> str:
        many = "" if self.number == 1 else str(self.number)
        low = "" if self.low is None else f"min{self.low}"
        high = "" if self.high is None else f"max{self.high}"
        count = f"cs{self.count}" if self.count else ""
        parts = (self.lean, self.reroll or "", self._explode(), low, high, self.keep or "", count)
        kind = f"{{{','.join(map(str, self.own))}}}" if self.own else "F" if self.fate else self.sides
        return f"{many}d{kind}{''.join(map(str, parts))}{_label(self.label)}"


class Chart(Struct, frozen=True):
    """`d66` or `d44`: two dice, the first for tens, the second for units."""

    sides: Literal[4, 6]
    label: str = ""

    def __str__(self) -> str:
        return f"d{self.sides}{self.sides}{_label(self.label)}"


class Usage(Struct, frozen=True):
    """A usage die: on 1 or 2 it steps down."""

    sides: int
    label: str = ""

    def __str__(self) -> str:
        return f"Ud{self.sides}{_label(self.label)}"


class Risk(Struct, frozen=True):
    """Risk dice, `2d!`: d6 of which any 1 is bad."""

    number: int
    label: str = ""

    def __str__(self) -> str:
        return f"{self.number}d!{_label(self.label)}"


class Group(Struct, frozen=True):
    """Several rolls of which some are kept, or one roll in brackets with a modifier on its total."""

    parts: tuple["Node", ...]
    keep: Keep | None = None
    count: Condition | None = None
    label: str = ""

    def __str__(self) -> str:
        count = f"cs{self.count}" if self.count else ""
        return f"{{{', '.join(map(str, self.parts))}}}{self.keep or ''}{count}{_label(self.label)}"


class Sum(Struct, frozen=True):
    """Terms joined by plus and minus. The dialect says what plus means between dice."""

    terms: tuple["Node", ...]
    minus: tuple[bool, ...]

    def __str__(self) -> str:
        written = ""
        for node, minus in zip(self.terms, self.minus, strict=True):
            sign = "-" if minus else "+" if written else ""
            written += f"{sign}({node})" if isinstance(node, Sum) else f"{sign}{node}"
        return written


class Product(Struct, frozen=True):
    """A product."""

    factors: tuple["Node", ...]

    def __str__(self) -> str:
        return "*".join(
            f"({node})" if isinstance(node, Sum | Product | Quotient) else str(node) for node in self.factors
        )


class Quotient(Struct, frozen=True):
    """A part divided by a whole number, rounded down."""

    part: "Node"
    by: int

    def __str__(self) -> str:
        part = f"({self.part})" if isinstance(self.part, Sum | Product) else str(self.part)
        return f"{part}/{self.by}"


Node: TypeAlias = Number | Dice | Chart | Usage | Risk | Group | Sum | Product | Quotient


class Expression(Struct, frozen=True):
    """A whole expression in a dialect, with the comment after `#`.

    `notes` are the codes of what tools read in different ways: "r", read here as `rr`; "x", read as an explosion.
    """

    root: Node
    dialect: Dialect = SUM
    comment: str = ""
    notes: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.root} # {self.comment}" if self.comment else str(self.root)


def step_down(sides: int) -> int:
    """The usage die after this one; 0: used up."""
    at = USAGE_CHAIN.index(sides) + 1
    return USAGE_CHAIN[at] if at < len(USAGE_CHAIN) else 0


def rolls(node: Node) -> bool:
    """Whether a node contains dice."""
    return any(not isinstance(part, Number | Group | Sum | Product | Quotient) for part in walk(node))


def walk(node: Node) -> Iterator[Node]:
    """A node and all nodes inside it."""
    yield node
    inner: tuple[Node, ...]
    if isinstance(node, Group):
        inner = node.parts
    elif isinstance(node, Sum):
        inner = node.terms
    elif isinstance(node, Product):
        inner = node.factors
    elif isinstance(node, Quotient):
        inner = (node.part,)
    else:
        return
    for part in inner:
        yield from walk(part)


def pooled(total: Sum, dialect: Dialect) -> tuple[int, ...]:
    """The indices of the terms that form a pool of which only the highest counts, if the dialect has such pools."""
    if dialect.plus != "highest":
        return ()
    pool = tuple(at for at, node in enumerate(total.terms) if not total.minus[at] and rolls(node))
    return pool if len(pool) > 1 else ()


def _label(label: str) -> str:
    return f"[{label}]" if label else ""
