"""Rolling on tables, and dice written as text such as `3d6` or `1d6+3`."""

from functools import cache

from tallow.games.modified_cairn.entries import Row, tables
from tallow.mechanics.dice import Expression
from tallow.mechanics.notation import parse
from tallow.mechanics.rolling import roll
from tallow.mechanics.tables import roll_on, row_key
from tallow.play import Play, RuleId, Seat


@cache
def _read(dice: str) -> Expression:
    return parse(dice)


def total(play: Play, dice: str, by: Seat, why: RuleId) -> int:
    """The sum of dice written as text; a plain number is that number."""
    return roll(play, _read(dice), by, why).total


def look(play: Play, table: RuleId, by: Seat, why: RuleId = "", *, hidden: bool = False) -> Row:
    """Roll on a table and return the row."""
    return tables()[table].row(roll_on(play, tables()[table], by, why, hidden=hidden))


def code_of(table: RuleId, row: Row) -> str:
    """The code under which a character's history stores a row, such as `modified_cairn.table.bond:portrait`."""
    return f"{table}:{row_key(row)}"


@cache
def row_of(told: str) -> Row | None:
    """The row that a stored code stands for; None for plain words."""
    table, _, key = told.rpartition(":")
    return {row_key(row): row for row in tables()[table].rows}[key] if table in tables() else None


def cited(of: str) -> RuleId:
    """The entry of what is the source of an effect: an entry itself, or the table of a row."""
    return of.partition(":")[0]


def called(of: str) -> str:
    """What to call the source of an effect: the thing that a row gives, or an entry, named in each language."""
    row = row_of(of) if ":" in of else None
    return next((line.name for line in row.gives if line.works), row.name) if row else of
