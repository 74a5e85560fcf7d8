"""Names made distinct."""

from collections.abc import Iterable, Sequence
from itertools import count
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

C = TypeVar("C", bound=Struct)
"""A struct with a name."""


def distinct(names: Sequence[str]) -> list[str]:
    """Names with a number after each repetition: `Orc`, `Orc (2)`, `Wolf`."""
    seen: dict[str, int] = {}
    listed = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        listed.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return listed


def numbered(names: Sequence[str]) -> list[str]:
    """Names with a number after each one that occurs more than once: `Orc 1`, `Orc 2`, `Wolf`."""
    seen: dict[str, int] = {}
    told = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        told.append(f"{name} {seen[name]}" if names.count(name) > 1 else name)
    return told


def with_numbers(made: Sequence[C]) -> tuple[C, ...]:
    """Creatures, numbered where several have the same name."""
    return _renamed(made, numbered(_names(made)))


def newcomers(there: Sequence[Struct], come: Sequence[C]) -> tuple[C, ...]:
    """Those who come, each with the next number where somebody there already has the name: `Orc (3)`."""
    taken = _names(there)
    for name in _names(come):
        numbered_ = (name if n == 1 else f"{name} ({n})" for n in count(1))
        taken.append(next(free for free in numbered_ if free not in taken))
    return _renamed(come, taken[len(there) :])


def with_one_more(there: Sequence[C], one: C) -> tuple[C, ...]:
    """Those who are there and one more; all who share its name are numbered."""
    (name,), names = _names([one]), _names(there)
    last = max([_number(other, name) for other in names], default=0)
    if not last:
        return (*there, one)
    first = _renamed(there, [f"{name} 1" if other == name and last == 1 else other for other in names])
    return (*first, replace(one, name=f"{name} {last + 1}"))


def _number(other: str, name: str) -> int:
    """The number after a name: 1 for the bare name, 0 if it is another name."""
    kind, _, number = other.rpartition(" ")
    return 1 if other == name else int(number) if kind == name and number.isdecimal() else 0


def _names(people: Iterable[Struct]) -> list[str]:
    return [one.name for one in people]  # type: ignore[attr-defined]


def _renamed(people: Sequence[C], names: Sequence[str]) -> tuple[C, ...]:
    return tuple([replace(one, name=name) for one, name in zip(people, names, strict=True)])
