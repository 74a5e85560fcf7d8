"""Rolling on tables, and dice written as text such as `3d6` or `1d6+3`."""

from functools import cache

from tallow.games.modified_cairn.entries import Row, rows, tables
from tallow.mechanics.dice import Expression
from tallow.mechanics.notation import parse
from tallow.mechanics.rolling import roll
from tallow.mechanics.tables import roll_on
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


def called(of: str) -> str:
    """What to call the source of an effect: the thing that a row gives, or an entry, named in each language."""
    row = rows().get(of)
    return next((line.name for line in row.gives if line.works), row.name) if row else of
