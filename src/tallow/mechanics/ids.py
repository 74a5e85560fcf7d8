"""Ids of creatures and things: to find them by, and fresh ones at a table."""

from collections.abc import Iterable
from typing import Protocol, TypeVar

from msgspec.structs import replace


class Identified(Protocol):
    """A struct with an id."""

    @property
    def id(self) -> str: ...


class Numbering(Protocol):
    """A state that counts the ids it has given out."""

    @property
    def serial(self) -> int: ...


I = TypeVar("I", bound=Identified)  # noqa: E741
N = TypeVar("N", bound=Numbering)


def by_id(those: Iterable[I], which: str) -> I:
    """The one of that id."""
    for one in those:
        if one.id == which:
            return one
    raise KeyError(which)


def swapped(those: Iterable[I], new: I) -> tuple[I, ...]:
    """All of them, with `new` in place of the one of the same id."""
    which = new.id
    return tuple([new if one.id == which else one for one in those])


def serial(state: N, prefix: str) -> tuple[N, str]:
    """A fresh id, and the state that has given it out."""
    number = state.serial + 1
    return replace(state, serial=number), f"{prefix}{number}"  # type: ignore[type-var]


def with_ids(state: N, things: Iterable[I], prefix: str = "i") -> tuple[N, tuple[I, ...]]:
    """Things under fresh ids, and the state that has given them out."""
    listed = []
    for thing in things:
        state, id_ = serial(state, prefix)
        listed.append(replace(thing, id=id_))  # type: ignore[type-var]
    return state, tuple(listed)
