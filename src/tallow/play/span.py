"""A range of whole numbers as the options of a choice, kept as three numbers."""

from collections.abc import Iterator, Sequence
from typing import Any, overload

from msgspec import Struct

from tallow.play.play import Option


class Span(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """The numbers from `least` to `most` in steps of `step`; a negative `step` counts down from `most`.

    It is a sequence like the tuple of these numbers would be, so bots, tests and the solver need not know it.
    """

    least: int
    most: int
    step: int = 1

    @property
    def row(self) -> range:
        """The numbers as a range."""
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
        """The index of a number."""
        return self.row.index(number)

    def count(self, number: object) -> int:
        """How often a number occurs: once or not at all."""
        return int(number in self)


Sequence.register(Span)

Options = tuple[Option, ...] | Span
"""All legal options: a tuple, or a range of numbers."""


def as_options(options: Sequence[Any] | Span) -> Options:
    """Options as a question keeps them: a `range` as a `Span`, anything else as a tuple."""
    if type(options) is tuple:
        return options
    if type(options) is range:
        ends = (options[0], options[-1]) if options.step > 0 else (options[-1], options[0])
        return Span(*ends, options.step)
    return tuple(options) if not isinstance(options, Span) else options


def same_options(some: Options, others: Options) -> bool:
    """Whether these are the same options in the same order, as tuples or spans."""
    if type(some) is type(others):
        return some == others
    return len(some) == len(others) and tuple(some) == tuple(others)
