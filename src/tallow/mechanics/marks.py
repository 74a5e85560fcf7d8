"""Marks: facts that are kept as text, a kind and what it is about with colons between, such as `grappled:foe1`.

A game names its kinds in a `Literal`, so that mypy finds one that is misspelt.
"""

from collections.abc import Iterable
from typing import Generic, TypeVar

K = TypeVar("K", bound=str)
SEPARATOR = ":"


class Marks(Generic[K]):
    """Makes and reads the marks of these kinds."""

    def mark(self, kind: K, *about: str | int) -> str:
        """The mark of this kind about these."""
        return SEPARATOR.join([kind, *map(str, about)])

    def any(self, marks: Iterable[str], kind: K) -> bool:
        """Whether there is a mark of this kind."""
        prefix = kind + SEPARATOR
        return any(mark.startswith(prefix) for mark in marks)

    def about(self, marks: Iterable[str], kind: K) -> list[str]:
        """What each mark of this kind is about, as one text."""
        prefix = kind + SEPARATOR
        return [mark.removeprefix(prefix) for mark in marks if mark.startswith(prefix)]

    def parts(self, marks: Iterable[str], kind: K) -> list[list[str]]:
        """What each mark of this kind is about, part by part."""
        return [about.split(SEPARATOR) for about in self.about(marks, kind)]

    def number(self, marks: Iterable[str], kind: K, otherwise: int) -> int:
        """The number that the first mark of this kind has, or another where there is none."""
        return next((int(about) for about in self.about(marks, kind)), otherwise)

    def without(self, marks: tuple[str, ...], *kinds: K) -> tuple[str, ...]:
        """The marks that are of none of these kinds."""
        prefixes = tuple([kind + SEPARATOR for kind in kinds])
        return tuple([mark for mark in marks if not mark.startswith(prefixes)])

    def instead(self, marks: tuple[str, ...], kind: K, *about: str | int) -> tuple[str, ...]:
        """The marks with this one in place of all others of its kind."""
        return (*self.without(marks, kind), self.mark(kind, *about))


def kind_of(mark: str) -> str:
    """The kind of a mark, or the whole of one that is about nothing."""
    return mark.partition(SEPARATOR)[0]
