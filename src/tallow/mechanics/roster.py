"""Lists of creatures as people write them: `Goblin x4; Wolf`."""

import re
from collections.abc import Callable, Iterable
from typing import TypeVar

from msgspec import Struct

from tallow.mechanics.names import with_numbers
from tallow.mechanics.suggestions import Malformed

C = TypeVar("C", bound=Struct)

MOST = 100
"""The most of one kind, unless a game says otherwise."""

_TIMES = re.compile(r"\s*[x×]\s*(\d+)\s*$", re.IGNORECASE)


class Part(Struct, frozen=True):
    """One part of a list: its text, the number of creatures, and its position in the list."""

    text: str
    number: int
    at: int


def roster(spec: str, expected: str, *, between: str = ";", most: int = MOST) -> tuple[Part, ...]:
    """Parse a list; `Malformed` if a number is wrong or nobody is named. `expected` says what might be named."""
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
    """All creatures of a list, each with a distinct name and id; `made(part, id)` makes one."""
    each = [part for part in parts for _ in range(part.number)]
    return with_numbers([made(part, f"{prefix}{at}") for at, part in enumerate(each, 1)])
