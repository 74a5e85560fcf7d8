"""Marks: facts about somebody or something, a kind and what it is about, such as `grappled` by `foe1`.

A game names its kinds in a `Literal`, so that mypy finds one that is misspelt, and nothing stored has another.
"""

from collections.abc import Iterable
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct
from msgspec.structs import replace

K = TypeVar("K", bound=str)


class Mark(Struct, Generic[K], frozen=True, forbid_unknown_fields=True, gc=False, cache_hash=True):
    """One mark: its kind, and ids and numbers of what it is about, if it is about anything."""

    kind: K
    about: tuple[str | int, ...] = ()


class Bearer(Protocol):
    """A struct with marks."""

    @property
    def marks(self) -> tuple[Mark[Any], ...]: ...


B = TypeVar("B", bound=Bearer)


class Marks(Generic[K]):
    """Makes and reads the marks of these kinds."""

    def mark(self, kind: K, *about: str | int) -> Mark[K]:
        """The mark of this kind about these."""
        return Mark(kind, about)

    def any(self, marks: Iterable[Mark[K]], kind: K) -> bool:
        """Whether there is a mark of this kind."""
        return any(mark.kind == kind for mark in marks)

    def parts(self, marks: Iterable[Mark[K]], kind: K) -> list[tuple[str | int, ...]]:
        """What each mark of this kind is about, part by part."""
        return [mark.about for mark in marks if mark.kind == kind]

    def about(self, marks: Iterable[Mark[K]], kind: K) -> list[str]:
        """What each mark of this kind is about first, an id or a name."""
        return [str(mark.about[0]) for mark in marks if mark.kind == kind]

    def number(self, marks: Iterable[Mark[K]], kind: K, otherwise: int) -> int:
        """The number that the first mark of this kind has, or another where there is none."""
        return next((int(mark.about[0]) for mark in marks if mark.kind == kind), otherwise)

    def without(self, marks: tuple[Mark[K], ...], *kinds: K) -> tuple[Mark[K], ...]:
        """The marks that are of none of these kinds."""
        return tuple([mark for mark in marks if mark.kind not in kinds])

    def instead(self, marks: tuple[Mark[K], ...], kind: K, *about: str | int) -> tuple[Mark[K], ...]:
        """The marks with this one in place of all others of its kind."""
        return (*self.without(marks, kind), self.mark(kind, *about))

    def add(self, one: B, kind: K, *about: str | int) -> B:
        """Somebody with this mark too."""
        mark = self.mark(kind, *about)
        return one if mark in one.marks else replace(one, marks=(*one.marks, mark))  # type: ignore[type-var]

    def drop(self, one: B, kind: K, *about: str | int) -> B:
        """Somebody without this mark."""
        mark = self.mark(kind, *about)
        left = tuple([other for other in one.marks if other != mark])
        return replace(one, marks=left)  # type: ignore[type-var]
