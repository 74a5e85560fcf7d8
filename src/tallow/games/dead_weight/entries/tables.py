"""The tables that are rolled on or looked up."""

from collections.abc import Mapping
from functools import cache

from msgspec import Struct

from tallow.games.dead_weight.entries import BOOK
from tallow.games.dead_weight.entries.places import Foes
from tallow.mechanics.tables import Table
from tallow.play import RuleId


class Row(Struct, frozen=True):
    """A row of a table; `shops` are the risk dice for finding a thing, by rarity, -1 for always."""

    on: str
    name: str
    effect: str = ""
    ref: RuleId = ""
    enemies: tuple[Foes, ...] = ()
    shops: Mapping[str, int] = {}


@cache
def tables() -> Mapping[RuleId, Table[Row]]:
    """Every table."""
    return BOOK.load("table", Table[Row])
