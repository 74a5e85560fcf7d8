"""Tables as rulebooks print them: rows for a number, a span of numbers, or a word."""

from typing import Generic, Protocol, TypeVar

from msgspec import Struct

from tallow.play import RuleId


class OnRow(Protocol):
    """A row that says on what it comes: `4`, `2-5`, `12+` or a word."""

    @property
    def on(self) -> str: ...


R = TypeVar("R", bound=OnRow)


class Table(Struct, Generic[R], frozen=True):
    """A table to roll or look up on."""

    id: RuleId
    dice: str
    title: str
    rows: tuple[R, ...]

    def row(self, on: int | str) -> R:
        """The row for a number or a word; from a row with a plus on, that one."""
        for row in self.rows:
            if row.on == str(on) or (isinstance(on, int) and _spans(row.on, on)):
                return row
        raise KeyError(f"{self.id}: no row for {on}")


def _spans(text: str, number: int) -> bool:
    low, _, high = text.rstrip("+").partition("-")
    return low.isdigit() and int(low) <= number and (text.endswith("+") or number <= int(high or low))
