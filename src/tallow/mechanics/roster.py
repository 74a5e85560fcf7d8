"""Lists of creatures as people write them: `Goblin x4; Wolf`."""

import re
from collections.abc import Callable, Iterable
from typing import TypeVar

from msgspec import Struct

from tallow.mechanics.names import told_apart
from tallow.mechanics.suggestions import Malformed

C = TypeVar("C", bound=Struct)

MOST = 100
"""So many of one kind, unless a game says otherwise."""

_TIMES = re.compile(r"\s*[x×]\s*(\d+)\s*$", re.IGNORECASE)


class Part(Struct, frozen=True):
    """One part of a list: what it says, how many of it, and where in the list it begins."""

    text: str
    number: int
    at: int


def roster(spec: str, expected: str, *, between: str = ";", most: int = MOST) -> tuple[Part, ...]:
    """The parts of a list, or `Malformed` where a number is wrong or nobody is named; `expected` says who might be."""
    parts = []
    for found in re.finditer(f"[^{re.escape(between)}]+", spec):
        if found.group().strip():
            at = found.start() + len(found.group()) - len(found.group().lstrip())
            parts.append(_part(spec, found.group().strip(), at, most))
    if not parts:
        raise Malformed(spec or " ", 0, expected)
    return tuple(parts)


def _part(spec: str, text: str, at: int, most: int) -> Part:
    times = _TIMES.search(text)
    if times is None:
        return Part(text, 1, at)
    number = int(times[1][:9])
    if not 1 <= number <= most:
        raise Malformed(spec, at + times.start(1), f"a number from 1 to {most}")
    return Part(text[: times.start()].strip(), number, at)


def everybody(parts: Iterable[Part], made: Callable[[Part, str], C], prefix: str) -> tuple[C, ...]:
    """All whom a list names, each with a name and an id of its own; `made` makes one of a part with this id."""
    each = [part for part in parts for _ in range(part.number)]
    return told_apart([made(part, f"{prefix}{at}") for at, part in enumerate(each, 1)])
