"""The tables that are rolled on or looked up."""

from collections.abc import Mapping
from functools import cache

from msgspec import Struct

from tallow.games.dead_weight.entries import BOOK
from tallow.games.dead_weight.entries.places import Foes
from tallow.mechanics.tables import Table
from tallow.play import RuleId


class Row(Struct, frozen=True):
    """A row of a table; that of what shops have says how many risk dice there are for each rarity, -1 for no need."""

    on: str
    name: str
    effect: str = ""
    ref: RuleId = ""
    enemies: tuple[Foes, ...] = ()
    common: int = 0
    uncommon: int = 0
    valuable: int = 0
    rare: int = 0
    exotic: int = 0


@cache
def tables() -> Mapping[RuleId, Table[Row]]:
    """Every table."""
    return BOOK.load("table", Table[Row])
