"""Magic items as they are found: the roll on 2d12, and the spell of a wand."""

from msgspec.structs import replace

from tallow.games.black_hack.entries import spells, tables
from tallow.games.black_hack.gear.things import made
from tallow.games.black_hack.settings import Settings
from tallow.games.black_hack.state import Item
from tallow.play import Play, RuleId, Seat, rule

WAND: RuleId = "black_hack.magic_item.wand"
ITEMS: RuleId = "black_hack.table.magic_items"


@rule("black_hack.table.magic_items")
def wonder(play: Play, by: Seat, id_: str, settings: Settings) -> Item:
    """A magic item at random."""
    return conjured(play, tables()[ITEMS].row(sum(play.roll(2, 12, by=by, why=ITEMS))).effect, by, id_, settings)


@rule("black_hack.magic_item.wand")
def conjured(play: Play, ref: RuleId, by: Seat, id_: str, settings: Settings) -> Item:
    """A given magic item; for a wand, 1d8 gives the level of its spell, which is then drawn at random."""
    item = made(ref, id_, settings)
    if ref != WAND:
        return item
    (level,) = play.roll(1, 8, by=by, why=WAND)
    listed = [spell.id for spell in spells().values() if spell.level == level]
    (at,) = play.roll(1, len(listed), by=by, why=WAND)
    return replace(item, spells=(listed[at - 1],))
