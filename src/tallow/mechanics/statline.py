"""Stat lines as a bestiary prints them: `Lord: 4 HP, 1 Armor, 11 STR, spear (d6), breath (d8+d6, blast)`."""

import re
from collections.abc import Mapping
from functools import cache

from msgspec import Struct

from tallow.mechanics.suggestions import Malformed

SHOT = ("bow", "sling", "spit", "squirt", "breath", "rocks", "dart", "spike", "clods", "spray")
"""An attack with one of these words in its name is ranged."""

RANGED = "ranged"
_DAMAGE = re.compile(r"[1-9]?d(4|6|8|10|12|20)(\+[1-9]?d(4|6|8|10|12|20))*$")


class Number(Struct, frozen=True):
    """A number of a stat line: its default and its bounds."""

    usual: int
    low: int
    high: int


class Form(Struct, frozen=True):
    """What the stat lines of a game can have: numbers, flags, and notes after the dice of an attack.

    `such_as` is what an error says was expected.
    """

    numbers: Mapping[str, Number]
    flags: tuple[str, ...]
    notes: tuple[str, ...]
    such_as: str


class Listed(Struct, frozen=True):
    """An attack of a stat line, with the sides of its dice."""

    name: str
    dice: tuple[int, ...]
    notes: tuple[str, ...] = ()


class Line(Struct, frozen=True):
    """A parsed stat line; numbers that it leaves out have their defaults."""

    name: str
    numbers: Mapping[str, int]
    flags: tuple[str, ...]
    attacks: tuple[Listed, ...]


@cache
def dice(notation: str) -> tuple[int, ...]:
    """The sides of the dice in a notation such as `d8+d6`, smallest first."""
    parts = [part.partition("d") for part in notation.split("+") if part]
    return tuple(sorted([int(sides) for number, _, sides in parts for _ in range(int(number or 1))]))


def _plain(text: str) -> str:
    return text.casefold().replace("armour", "armor")


@cache
def _number(names: tuple[str, ...]) -> str:
    return rf"(\d{{1,9}})\s*({'|'.join(names).replace('Armor', 'Armou?r')})\b"


@cache
def _part(names: tuple[str, ...], flags: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(
        rf"\s*(?:{_number(names)}|({'|'.join(flags)})|([^,()]+?)\s*\(([^)]*)\))\s*",
        re.IGNORECASE,
    )


def is_line(form: Form, text: str) -> bool:
    """Whether a text is a stat line rather than a name."""
    return "(" in text or re.search(_number(tuple(form.numbers)), text, re.IGNORECASE) is not None


def read(form: Form, line: str) -> Line:
    """Parse a stat line; `Malformed` has the position of what cannot be read."""
    names = {_plain(name): name for name in form.numbers}
    pattern = _part(tuple(form.numbers), form.flags)
    numbers: dict[str, int] = {}
    flags: list[str] = []
    attacks: list[Listed] = []
    name, colon, _ = line.partition(",")[0].rpartition(":")
    at = len(name + colon)
    while at < len(line) or at == 0:
        part = pattern.match(line, at)
        if part is None:
            raise Malformed(line, at + len(line[at:]) - len(line[at:].lstrip()), form.such_as)
        value, what, flag, attack, notes = part.groups()
        if what:
            label = names[_plain(what)]
            bounds = form.numbers[label]
            if label in numbers:
                raise Malformed(line, part.start(1), f"{what} only once")
            if not bounds.low <= int(value) <= bounds.high:
                raise Malformed(line, part.start(1), f"from {bounds.low} to {bounds.high} {what}")
            numbers[label] = int(value)
        elif flag:
            flags.append(flag.casefold())
        else:
            attacks.append(_attack(form, line, part.start(5), attack, notes))
        at = part.end()
        if at < len(line) and line[at] not in ",;":
            raise Malformed(line, at, "a comma")
        at += 1
    usual = {label: number.usual for label, number in form.numbers.items()}
    return Line(name.strip(), usual | numbers, tuple(flags), tuple(attacks))


def _attack(form: Form, line: str, at: int, name: str, notes: str) -> Listed:
    damage, *words = [word.strip() for word in notes.split(",")]
    if not _DAMAGE.match(damage):
        raise Malformed(line, at, "the dice of the attack, such as d6 or d8+d8")
    known = {note.casefold(): note for note in form.notes}
    for word in words:
        if _plain(word) not in known:
            listed = f"{', '.join(form.notes[:-1])} or {form.notes[-1]}"
            raise Malformed(line, at, f"{listed} after the dice, not {word.casefold()}")
    said = [known[_plain(word)] for word in words]
    return Listed(name.strip(), dice(damage), (*said, *((RANGED,) if is_ranged(name) else ())))


def is_ranged(name: str) -> bool:
    """Whether an attack of this name is made from afar, though no note says so."""
    return any(word in name.casefold() for word in SHOT)
