"""Tables of rulebooks: rows for a number, a range of numbers, or a word."""

import re
from collections.abc import Mapping
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct

from tallow.play import Play, RuleId, Seat

_DICE = re.compile(r"(\d*)d(\d+)")
_OTHER = re.compile(r"[^a-z0-9]+")


class OnRow(Protocol):
    """A row with what it is for: `4`, `2-5`, `12+` or a word."""

    @property
    def on(self) -> str: ...


class NamedRow(Protocol):
    """A row with a name, and a code where rules know it by one."""

    @property
    def name(self) -> str: ...

    @property
    def code(self) -> str: ...


R = TypeVar("R", bound=OnRow)


def row_key(row: NamedRow) -> str:
    """What a row is called in what is stored: its code, or its name made one. Rows may move, and keep it.

    A row that gets another name keeps its key by a `code`.
    """
    return row.code or _OTHER.sub("_", row.name.casefold()).strip("_")


def row_id(table: RuleId, row: NamedRow) -> str:
    """The id of a row: that of its table and its key, such as `cairn.table.bond:stone_heart`."""
    return f"{table}:{row_key(row)}"


def entry_of(id_: str) -> RuleId:
    """The entry that an id belongs to: the table of a row, any other entry itself."""
    return id_.partition(":")[0]


class Table(Struct, Generic[R], frozen=True):
    """A table to roll on or to look up in."""

    id: RuleId
    dice: str
    title: str
    rows: tuple[R, ...]

    def row(self, on: int | str) -> R:
        """The row for a number or a word; a row with a plus is for all numbers from its own."""
        for row in self.rows:
            if row.on == str(on) or (isinstance(on, int) and _spans(row.on, on)):
                return row
        raise KeyError(f"{self.id}: no row for {on}")


def _spans(text: str, number: int) -> bool:
    low, _, high = text.rstrip("+").partition("-")
    return low.isdigit() and int(low) <= number and (text.endswith("+") or number <= int(high or low))


def rows_by_id(tables: Mapping[RuleId, Table[Any]]) -> dict[str, Any]:
    """All rows of these tables by their ids."""
    return {row_id(id_, row): row for id_, table in tables.items() for row in table.rows}


def is_rolled(table: Table[Any]) -> bool:
    """Whether a table is rolled on with plain dice."""
    return _DICE.fullmatch(table.dice) is not None


def roll_on(play: Play, table: Table[Any], by: Seat, why: RuleId = "", *, hidden: bool = False) -> int:
    """Roll on a table; d66 is two d6 read as tens and units."""
    why = why or table.id
    if table.dice == "d66":
        (tens,), (units,) = (play.roll(1, 6, by=by, why=why, hidden=hidden) for _ in range(2))
        return 10 * tens + units
    number, _, sides = table.dice.partition("d")
    return sum(play.roll(int(number or 1), int(sides), by=by, why=why, hidden=hidden))
