"""Whole numbers in a row as the options of a choice: three numbers, however many there are to pick from."""

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar, overload

from msgspec import Struct

from tallow.play.play import Option

T = TypeVar("T", bound=Option)


class Span(Struct, frozen=True, gc=False):
    """The numbers from `least` to `most`, every `step`th of them; a `step` below 0 has the greatest first.

    It is a sequence of them, as the list would be: a bot, a test or the solver need not know the difference.
    """

    least: int
    most: int
    step: int = 1

    @property
    def row(self) -> range:
        """The numbers in their order."""
        if self.step > 0:
            return range(self.least, self.most + 1, self.step)
        return range(self.most, self.least - 1, self.step)

    def __len__(self) -> int:
        return len(self.row)

    def __iter__(self) -> Iterator[int]:
        return iter(self.row)

    def __reversed__(self) -> Iterator[int]:
        return reversed(self.row)

    def __contains__(self, number: object) -> bool:
        return type(number) is int and number in self.row

    @overload
    def __getitem__(self, at: int) -> int: ...

    @overload
    def __getitem__(self, at: slice) -> tuple[int, ...]: ...

    def __getitem__(self, at: int | slice) -> int | tuple[int, ...]:
        return self.row[at] if isinstance(at, int) else tuple(self.row[at])

    def index(self, number: Any) -> int:
        """Its place among them."""
        return self.row.index(number)

    def count(self, number: object) -> int:
        """How often it is among them: once, or not at all."""
        return int(number in self)


Sequence.register(Span)

Options = tuple[Option, ...] | Span
"""All that is legal: a list, or numbers in a row."""


def listed(options: Sequence[Any] | Span) -> Options:
    """Options as a question keeps them: a `range` by its ends, anything else as a tuple."""
    if type(options) is tuple:
        return options
    if type(options) is range:
        ends = (options[0], options[-1]) if options.step > 0 else (options[-1], options[0])
        return Span(*ends, options.step)
    return tuple(options) if not isinstance(options, Span) else options


def alike(some: Options, others: Options) -> bool:
    """Whether these are the same options in the same order, however they are kept."""
    if type(some) is type(others):
        return some == others
    return len(some) == len(others) and tuple(some) == tuple(others)
