"""Rolling on tables, and dice written as text such as `3d6` or `1d6+3`."""

from functools import cache

from tallow.games.modified_cairn.content import Row, tables
from tallow.mechanics.dice import Expression
from tallow.mechanics.notation import parse
from tallow.mechanics.rolling import roll
from tallow.play import Play, RuleId, Seat


@cache
def _read(dice: str) -> Expression:
    return parse(dice)


def total(play: Play, dice: str, by: Seat, why: RuleId) -> int:
    """The sum of dice written as text; a plain number is that number."""
    return roll(play, _read(dice), by, why).total


def look(play: Play, table: RuleId, by: Seat, why: RuleId = "", *, hidden: bool = False) -> Row:
    """The row that is rolled on a table; d66 is two d6 read as tens and units."""
    listed = tables()[table]
    if listed.dice == "d66":
        (tens,), (units,) = (play.roll(1, 6, by=by, why=why or table, hidden=hidden) for _ in range(2))
        return listed.row(10 * tens + units)
    number, _, sides = listed.dice.partition("d")
    return listed.row(sum(play.roll(int(number or 1), int(sides), by=by, why=why or table, hidden=hidden)))


def row_of(told: str) -> Row | None:
    """The row that something told of a life stands for, such as `modified_cairn.table.bond:3`; None for plain words."""
    table, _, on = told.rpartition(":")
    return tables()[table].row(on) if table in tables() else None
