"""Dice notation: `parse` reads the notations of many tools; errors say where and why a text cannot be read.

`2d6+3` `4d6kh3` `4d6dl1` `{2d6, 1d8}kh1` `(1d6,1d8)kh` `d20adv` `d%` `4dF` `d66` `Ud8` `2d!` `3d6!` `3d6!!` `3d6!p`
`2d6ro1` `2d6rr<3` `6d6cs>=5` `6d6>=5` `2d6min2` `2*(d4+1)` `d8[fire]` `2d6 # a comment` `3d20km1` `2d{0,1,1,2}`
`d20+5>=15` `max(d6, d8)` `d20/2`; and several rolls at once, for `parse_all`: `3#4d6` `d20+5; 2d6+3`
"""

from collections.abc import Callable
from typing import Any, Literal, NoReturn

from msgspec.structs import replace

from tallow.mechanics.dice import (
    DIALECTS,
    SUM,
    USAGE_CHAIN,
    Chart,
    Condition,
    Dialect,
    Dice,
    Explode,
    Expression,
    Group,
    Keep,
    Node,
    Number,
    Product,
    Quotient,
    Reroll,
    Risk,
    Sum,
    Usage,
)
from tallow.mechanics.suggestions import Malformed, Unknown, nearest

MOST_DICE = 200
MOST_SIDES = 1_000
MOST_CHARACTERS = 200
MOST_NESTED = 10
MOST_NUMBER = 1_000_000
MOST_FACES = 100
MOST_ROLLS = 100

_DIGITS = "0123456789"
_LOWER = {ord(a): ord(a) + 32 for a in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"} | {ord("×"): "*", ord("−"): "-", ord("–"): "-"}
_WORDS = {"impaired": 4, "enhanced": 12}
_KEEP: dict[str, Literal["kh", "kl", "km", "dh", "dl"]] = {
    "kh": "kh", "kl": "kl", "km": "km", "k": "kh", "dh": "dh", "dl": "dl", "ph": "dh", "pl": "dl"
}  # fmt: skip
_CLOSING = {"(": ")", "{": "}"}
_OPEN, _SECRET = ("/roll ", "/r "), ("/gmroll ", "/gmr ", "/br ", "/sr ")


def parse(text: str, dialect: Dialect | str = SUM) -> Expression:
    """Parse a dice expression; `Malformed` has the position of the first wrong character."""
    reader = _Reader(text, dialect_of(dialect))
    if reader.times() > 1:
        reader.fail("one roll here, without a number before #", 0)
    return reader.whole()


def parse_all(text: str, dialect: Dialect | str = SUM) -> tuple[Expression, ...]:
    """Parse one or several expressions, with semicolons between them; `3#4d6` is the same one three times."""
    found: list[Expression] = []
    start = 0
    for piece in text[: MOST_CHARACTERS * MOST_ROLLS].split(";"):
        reader = _Reader(piece, dialect_of(dialect))
        try:
            times = reader.times()
            found += [reader.whole()] * times
        except Malformed as fault:
            raise Malformed(text, start + fault.at, fault.expected) from None
        if len(found) > MOST_ROLLS:
            raise Malformed(text, start, f"at most {MOST_ROLLS} rolls at once")
        start += len(piece) + 1
    return tuple(found)


def dialect_of(dialect: Dialect | str) -> Dialect:
    """A dialect by its name."""
    if isinstance(dialect, Dialect):
        return dialect
    if dialect not in DIALECTS:
        raise Unknown("dialect", dialect, nearest(dialect, DIALECTS) or tuple(DIALECTS))
    return DIALECTS[dialect]


def parse_pool(text: str, dialect: Dialect | str) -> tuple[int, ...]:
    """Parse a pool of plain dice to their sides, smallest first: `d6+d8`, `2d6`, `impaired`."""
    reader = _Reader(text, dialect_of(dialect))
    root = reader.whole().root
    pool: list[int] = []
    for node in root.terms if isinstance(root, Sum) and not any(root.minus) else (root,):
        if not isinstance(node, Dice) or not node.plain or node.fate or node.own:
            raise Malformed(text, reader.start_of(node), "plain dice, such as d6+d8 or 2d6")
        pool += [node.sides] * node.number
    return tuple(sorted(pool))


def write_pool(pool: tuple[int, ...]) -> str:
    """A pool of plain dice as text: `d6+d8`."""
    return "+".join(f"d{sides}" for sides in pool)


class _Reader:
    """A recursive-descent parser for one expression."""

    def __init__(self, text: str, dialect: Dialect) -> None:
        self.text = text
        self.low = text.translate(_LOWER)
        self.dialect = dialect
        self.at = 0
        self.dice = 0
        self.depth = 0
        self.starts: list[tuple[Node, int]] = []
        self.notes: list[str] = []

    def fail(self, expected: str, at: int | None = None) -> NoReturn:
        shown = "".join(character if character.isprintable() else " " for character in self.text[:MOST_CHARACTERS])
        raise Malformed(shown, min(self.at if at is None else at, MOST_CHARACTERS), expected) from None

    def space(self) -> None:
        while self.at < len(self.low) and self.low[self.at].isspace():
            self.at += 1

    def peek(self, text: str) -> bool:
        """Whether this comes next."""
        self.space()
        return self.low.startswith(text, self.at)

    def take(self, *texts: str) -> str:
        """Consume and return the first of these that comes next; "" if none does."""
        self.space()
        for text in texts:
            if self.low.startswith(text, self.at):
                self.at += len(text)
                return text
        return ""

    def digits(self) -> str:
        """Consume and return the digits that come next; "" if there are none."""
        start = self.at
        while self.at < len(self.low) and self.low[self.at] in _DIGITS:
            self.at += 1
        return self.low[start : self.at]

    def number(self, low: int, high: int, default: int | None = None, what: str = "a number") -> int:
        """Consume a number from `low` to `high`; `default` if there is none."""
        self.space()
        start = self.at
        digits = self.digits()
        if not digits and default is not None:
            return default
        if not digits or not low <= int(digits) <= high:
            self.fail(f"{what} from {low} to {high:,}" if low < high else f"{what}: {low}", start)
        return int(digits)

    def start_of(self, node: Node) -> int:
        """The position at which a node began; 0 for nodes made of the words `impaired` and `enhanced`."""
        return next((at for known, at in self.starts if known is node), 0)

    def times(self) -> int:
        """Consume `3#` before dice, and return the number; 1 if there is none. A number before a comment stays."""
        self.space()
        start = self.at
        digits = self.digits()
        if digits and self.take("#") and self.at < len(self.low) and self.low[self.at] in "0123456789d({u":
            if not 1 <= int(digits) <= MOST_ROLLS:
                self.fail(f"a number of rolls from 1 to {MOST_ROLLS}", start)
            return int(digits)
        self.at = start
        return 1

    def whole(self) -> Expression:
        if len(self.text) > MOST_CHARACTERS:
            self.fail(f"at most {MOST_CHARACTERS} characters", MOST_CHARACTERS)
        if not self.take(*_OPEN) and self.take(*_SECRET):
            self.notes.append("secret")
        word = self.word()
        at_end = not word
        self.space()
        node = Dice(1, _WORDS[word]) if word and (self.at == len(self.low) or self.peek("#")) else self.sum()
        if (on := self.against()) is not None:
            node = Group((node,), count=on)
        again = self.word() if at_end else ""
        if word or again:
            node = self.resize(node, _WORDS[word or again])
        comment = ""
        if self.take("#"):
            comment = self.text[self.at :].strip()
        elif self.at < len(self.low):
            self.fail(
                "+, -, *, /, # and a comment, or the end"
                if not self.peek("d")
                else "kh, kl, dh, dl or an operator such as +"
            )
        return Expression(node, self.dialect, comment, tuple(dict.fromkeys(self.notes)))

    def against(self) -> Condition | None:
        """Consume what the total is held against, such as `>=15`."""
        return self.condition() if any(self.peek(op) for op in "<>=") else None

    def word(self) -> str:
        """Consume `impaired` or `enhanced`, if the dialect has them."""
        return self.take(*_WORDS) if self.dialect.words else ""

    def resize(self, node: Node, sides: int) -> Node:
        """The same plain dice with this many sides each."""
        if isinstance(node, Sum):
            return replace(node, terms=tuple(self.resize(part, sides) for part in node.terms))
        if isinstance(node, Dice) and node.plain:
            return replace(node, sides=sides, fate=False, own=())
        if not isinstance(node, Number):
            self.fail("plain dice with impaired or enhanced, such as d6+d8", self.start_of(node))
        return node

    def sum(self) -> Node:
        sign = self.take("+", "-")
        terms, minus = [self.product()], [sign == "-"]
        while sign := self.take("+", "-"):
            terms.append(self.product())
            minus.append(sign == "-")
        if len(terms) == 1 and not minus[0]:
            return terms[0]
        return Sum(tuple(terms), tuple(minus))

    def product(self) -> Node:
        factors = [self.atom()]
        while sign := self.take("*", "/"):
            if sign == "*":
                factors.append(self.atom())
                continue
            by = self.number(1, MOST_NUMBER, what="a whole number to divide by,")
            factors = [Quotient(factors[0] if len(factors) == 1 else Product(tuple(factors)), by)]
        return factors[0] if len(factors) == 1 else Product(tuple(factors))

    def atom(self) -> Node:
        self.space()
        start = self.at
        node = self._atom()
        self.starts.append((node, start))
        return node

    def _atom(self) -> Node:
        if self.peek("(") or self.peek("{"):
            return self.group()
        if self.peek("max(") or self.peek("min("):
            return self.extreme()
        if self.take("ud"):
            return self.usage()
        start = self.at
        digits = self.digits()
        if self.peek("d") and not self.peek("dh") and not self.peek("dl") and not self.peek("dis"):
            return self.throw(digits, start)
        if not digits:
            self.fail("dice such as 2d6, a number or a bracket")
        if int(digits) > MOST_NUMBER:
            self.fail(f"a number up to {MOST_NUMBER:,}", start)
        return Number(int(digits), self.label())

    def extreme(self) -> Node:
        """The highest or lowest of several rolls: `max(d6, d8)`."""
        start = self.at
        word = self.take("max", "min")
        inner = self.group()
        if not isinstance(inner, Group) or inner.keep or inner.count or len(inner.parts) < 2:
            self.fail(f"two or more rolls, such as {word}(d6, d8)", start)
        return replace(inner, keep=Keep("kh" if word == "max" else "kl"))

    def usage(self) -> Node:
        start = self.at
        digits = self.digits()
        if not digits or int(digits) not in USAGE_CHAIN:
            self.fail("a usage die: Ud20, Ud12, Ud10, Ud8, Ud6 or Ud4", start)
        self.count_dice(1, start)
        return Usage(int(digits), self.label())

    def throw(self, digits: str, start: int) -> Node:
        """Dice, after their number has been read."""
        self.take("d")
        if self.take("!"):
            number = int(digits or 1)
            self.count_dice(number, start)
            return Risk(number, self.label())
        number = int(digits or 1)
        if number == 0:
            self.fail(f"a number of dice from 1 to {MOST_DICE}", start)
        self.count_dice(number, start)
        if self.take("%"):
            return self.modified(Dice(number, 100))
        if self.take("f"):
            return self.modified(Dice(number, 3, fate=True))
        if self.peek("{"):
            own = self.own_faces()
            return self.modified(Dice(number, len(own), own=own))
        sides = self.number(1, MOST_SIDES, what="the sides of the dice,")
        if sides in {66, 44}:
            if number != 1:
                self.fail(f"a single d{sides}: it is two dice already", start)
            self.count_dice(1, start)
            return Chart(6 if sides == 66 else 4, self.label())
        return self.modified(Dice(number, sides))

    def own_faces(self) -> tuple[int, ...]:
        """The faces of a die in braces, in any order: `{0, 1, 1, 2}`."""
        start = self.at
        faces: list[int] = []
        self.take("{")
        while True:
            minus = self.take("-")
            face = self.number(0, MOST_NUMBER, what="a face of the die,")
            faces.append(-face if minus else face)
            if not self.take(","):
                break
        if not self.take("}"):
            self.fail("a comma or } after the faces of the die")
        if not 2 <= len(faces) <= MOST_FACES:
            self.fail(f"2 to {MOST_FACES} faces of a die", start)
        return tuple(sorted(faces))

    def count_dice(self, number: int, at: int) -> None:
        self.dice += number
        if self.dice > MOST_DICE:
            self.fail(f"at most {MOST_DICE} dice in all", at)

    def group(self) -> Node:
        """An expression or a list in brackets, with its modifiers."""
        start = self.at
        closing = _CLOSING[self.take("(", "{")]
        self.depth += 1
        if self.depth > MOST_NESTED:
            self.fail(f"at most {MOST_NESTED} brackets within each other", start)
        parts = [self.sum()]
        while self.take(","):
            parts.append(self.sum())
        if not self.take(closing):
            self.fail(f"{closing}, a comma or an operator such as +")
        self.depth -= 1
        group = Group(tuple(parts))
        while True:
            self.space()
            at = self.at
            if keep := self.keep(len(parts), "rolls in the brackets"):
                group = self.once(group, "keep", keep, at)
            elif count := self.count():
                group = self.once(group, "count", count, at)
            elif self.peek("["):
                group = self.once(group, "label", self.label(), at)
            else:
                break
        return parts[0] if group == Group((parts[0],)) else group

    def modified(self, dice: Dice) -> Dice:
        """Dice with the modifiers that follow them, in any order, each at most once."""
        while True:
            self.space()
            at = self.at
            if self.dialect.words and any(self.peek(word) for word in _WORDS):
                return dice
            for name, read in self._modifiers(dice):
                value = read()
                if value is not None:
                    dice = self.once(dice, name, value, at)
                    break
            else:
                return dice
            self.check(dice, at)

    def _modifiers(self, dice: Dice) -> tuple[tuple[str, Callable[[], Any]], ...]:
        return (
            ("lean", lambda: self.take("adv", "dis") or None),
            ("keep", lambda: self.keep(dice.number, "dice")),
            ("reroll", lambda: self.reroll(dice)),
            ("explode", lambda: self.explode(dice)),
            ("low", lambda: self.bound(dice) if self.take("min", "mi") else None),
            ("high", lambda: self.bound(dice) if self.take("max", "ma") else None),
            ("count", self.count),
            ("label", lambda: self.label() or None),
        )

    def once(self, node: Any, name: str, value: Any, at: int) -> Any:
        """The node with this modifier, which must not have been given before."""
        if getattr(node, name):
            said = {"lean": "adv or dis", "low": "min", "high": "max", "count": "condition to count"}.get(name, name)
            self.fail(f"only one {said if name != 'keep' else 'keep or drop'}", at)
        return replace(node, **{name: value})

    def check(self, dice: Dice, at: int) -> None:
        """Fail if modifiers do not go together."""
        if dice.lean and (dice.number != 1 or dice.keep):
            self.fail("a single die with adv or dis, such as d20adv", at)
        if dice.lean and dice.explode:
            self.fail("adv or dis on a die that does not explode", at)
        if dice.keep and dice.keep.which == "km" and dice.explode and dice.explode.how != "!!":
            self.fail("kh, kl, dh or dl of dice that explode", at)
        if dice.low is not None and dice.high is not None and dice.low > dice.high:
            self.fail("min not above max", at)

    def keep(self, of: int, what: str) -> Keep | None:
        start = self.at
        if self.peek("dis"):
            return None
        word = self.take(*_KEEP)
        if not word:
            return None
        drop = word[0] in "dp"
        if of < 2 and (drop or what != "dice"):
            self.fail(f"two or more {what} to keep or drop from", start)
        number = self.number(1, of - 1 if drop else of, 1)
        if word == "km" and (of - number) % 2:
            self.fail(f"km with as many above the middle as below: km{number - 1 or 2} of {of}", start)
        return Keep(_KEEP[word], number)

    def reroll(self, dice: Dice) -> Reroll | None:
        word = self.take("rr", "ro", "r")
        if not word:
            return None
        if word == "r":
            self.notes.append("r")
        at = self.at
        on = self.condition()
        if on is None:
            self.fail("the faces to roll again, such as 1 or <3")
        self.some_face(dice, on, at, all_but=word != "ro")
        return Reroll(on, word == "ro")

    def explode(self, dice: Dice) -> Explode | None:
        word = self.take("!!", "!", "x", "e")
        if not word:
            return None
        how: Literal["!", "!!", "!p"] = "!!" if word == "!!" else "!"
        if word == "!" and self.peek("p") and not self.peek("ph") and not self.peek("pl"):
            self.take("p")
            how = "!p"
        at = self.at
        if word == "x" and at < len(self.low) and self.low[at] in _DIGITS:
            self.notes.append("x")
        on = self.condition() or Condition("=", dice.faces()[-1])
        self.some_face(dice, on, at, all_but=True)
        return Explode(on, how)

    def some_face(self, dice: Dice, on: Condition, at: int, *, all_but: bool) -> None:
        """Fail if no face meets a condition or, with `all_but`, if every face does."""
        met = sum(1 for face in dice.faces() if on.meets(face))
        if met == 0:
            self.fail(f"a face of the die, {dice.faces()[0]} to {dice.faces()[-1]}", at)
        if all_but and met == len(dice.faces()):
            self.fail("a condition that not every face meets", at)

    def bound(self, dice: Dice) -> int:
        if dice.fate or dice.own:
            self.fail("no min or max for dice with faces of their own")
        return self.number(1, dice.sides)

    def count(self) -> Condition | None:
        if self.take("cs"):
            on = self.condition()
            if on is None:
                self.fail("what counts, such as >=4")
            return on
        if any(self.peek(op) for op in "<>="):
            return self.condition()
        return None

    def condition(self) -> Condition | None:
        """A comparison, or a bare number that a face must equal."""
        op = self.take(">=", "<=", ">", "<", "=")
        self.space()
        if not op and not (self.at < len(self.low) and self.low[self.at] in _DIGITS):
            return None
        value = -self.number(1, MOST_SIDES) if op and self.take("-") else self.number(0, MOST_NUMBER)
        if op in {">", ">="}:
            return Condition(">=", value + (op == ">"))
        if op in {"<", "<="}:
            return Condition("<=", value - (op == "<"))
        return Condition("=", value)

    def label(self) -> str:
        """The label in square brackets after a part, if there is one."""
        if not self.take("["):
            return ""
        end = self.text.find("]", self.at)
        if end < 0:
            self.fail("] at the end of the label", len(self.text))
        label = self.text[self.at : end].strip()
        if not label:
            self.fail("a label between the brackets")
        self.at = end + 1
        return label
