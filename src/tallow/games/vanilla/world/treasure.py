"""Treasure: hoards by their size, scrolls and spellbooks, great and minor magic items."""

from msgspec.structs import replace

from tallow.games.deeds import Deed
from tallow.games.vanilla.characters.experience import find_gold, found_here
from tallow.games.vanilla.checks.rolls import rolled
from tallow.games.vanilla.entries import (
    MAGIC_ARMOUR,
    MAGIC_WEAPON,
    MINOR_ITEM,
    Monster,
    Row,
    monsters,
    spells,
    tables,
)
from tallow.games.vanilla.gear.inventory import enchanted, minor, scroll, spellbook, treasure
from tallow.games.vanilla.magic.random_spells import draw
from tallow.games.vanilla.monsters.bestiary import drawn_book
from tallow.games.vanilla.state import Item, State
from tallow.mechanics.ids import serial
from tallow.play import REFEREE, Play, RuleId, rule

HOARD: RuleId = "vanilla.action.gm_hoard"
SIZE: RuleId = "vanilla.table.hoard_size"
TABLE: RuleId = "vanilla.table.hoard"
SIZES = ("small", "mid", "good", "great", "exceptional")


@rule("vanilla.treasure.enemies", "vanilla.monster.kobold", "vanilla.monster.goblin")
def size_for(monster: Monster) -> str:
    """The usual hoard in an enemy's lair: by HD, larger for dragons and rich enemies; "" for none."""
    if monster.treasure == "none" or monster.mind != "sapient":
        return ""
    at = 0 if monster.hd <= 2 else 1 if monster.hd <= 5 else 2 if monster.hd <= 8 else 3
    better = monster.treasure == "better" or monster.family == "dragon"
    return SIZES[at + better]


@rule("vanilla.treasure.hoard", "vanilla.table.hoard", "vanilla.table.hoard_size", "vanilla.action.gm_hoard")
def hoard(play: Play, state: State, size: str) -> State:
    """Roll a hoard of a size: each result includes all lower ones; everything lies on the ground."""
    top = rolled(play, tables()["vanilla.table.hoard_size"].row(size).dice, REFEREE, "vanilla.treasure.hoard")
    found = False
    for row in tables()[TABLE].rows:
        if int(row.on) <= top and (row.gp or row.scrolls or row.minor_items or row.one_of):
            state, found = _line(play, state, row), True
    if not found:
        play.tell("hoard.nothing", why=TABLE)
    return state


@rule("vanilla.table.hoard")
def _line(play: Play, state: State, row: Row) -> State:
    """Roll one line of a hoard, and put what it gives on the ground."""
    options = ("jewelry", "scroll", "drawn")
    if row.or_scrolls:
        what = play.choose(REFEREE, "hoard_or", options, row.effect, why=TABLE)
        if what == "drawn":
            (face,) = play.roll(1, 2, by=REFEREE, why=TABLE)
            what = options[face - 1]
        if what == "scroll":
            return lies(play, state, found_scroll(play))
        return lies(play, state, treasure("Jewelry", rolled(play, row.gp, REFEREE, TABLE)))
    if row.one_of:
        return _great(play, state, row)
    if row.gp:
        state = coins_lie(play, state, rolled(play, row.gp, REFEREE, TABLE))
    for _ in range(row.scrolls):
        state = lies(play, state, found_scroll(play))
    for _ in range(row.minor_items):
        state = lies(play, state, minor_item(play))
    return state


@rule("vanilla.table.hoard", "vanilla.table.magic_weapon", "vanilla.table.magic_armour", "vanilla.item.spellbook")
def _great(play: Play, state: State, row: Row) -> State:
    """Roll one of the great items: a magic weapon, magic armour, or a spellbook of 1d6+3 spells."""
    options = ("magic_weapon", "magic_armour", "found_book", "drawn")
    what = play.choose(REFEREE, "hoard_great", options, row.effect, why=TABLE)
    if what == "drawn":
        (face,) = play.roll(1, 3, by=REFEREE, why=TABLE)
        what = options[face - 1]
    if what == "found_book":
        number = rolled(play, row.spells, REFEREE, TABLE)
        book = drawn_book(play, number, "vanilla.spell.random")
        return lies(play, state, spellbook(book))
    table = MAGIC_WEAPON if what == "magic_weapon" else MAGIC_ARMOUR
    return lies(play, state, enchanted(table, rolled(play, tables()[table].dice, REFEREE, table)))


@rule("vanilla.spell.random", "vanilla.table.spell_1", "vanilla.table.spell_2", "vanilla.table.spell_3")
def found_scroll(play: Play) -> Item:
    """Roll a scroll of a random spell; a 6 for the level is rerolled."""
    ref = draw(play, REFEREE)
    while not ref:
        ref = draw(play, REFEREE)
    return scroll(ref, spells()[ref].name)


@rule("vanilla.table.minor_item", "vanilla.treasure.magic")
def minor_item(play: Play) -> Item:
    """Roll a minor magic item."""
    row = tables()[MINOR_ITEM].row(rolled(play, tables()[MINOR_ITEM].dice, REFEREE, MINOR_ITEM))
    return minor(row)


@rule("vanilla.treasure.hoard")
def lies(play: Play, state: State, item: Item) -> State:
    """Put a thing on the ground to be taken."""
    state, id_ = serial(state, "i")
    play.tell("hoard.worth" if item.worth else "hoard.thing", item.name, item.worth, why=TABLE)
    return replace(state, ground=(*state.ground, replace(found_here(state, item), id=id_, place="ground")))


@rule("vanilla.treasure.hoard", "vanilla.xp.gold")
def coins_lie(play: Play, state: State, gp: int) -> State:
    """Put coins on the ground; they count for XP once they are brought home."""
    play.tell("hoard.coins", gp, why=TABLE)
    return find_gold(replace(state, ground_coins=state.ground_coins + gp), gp)


@rule("vanilla.action.gm_hoard", "vanilla.treasure.enemies", "vanilla.monster.ogre")
def roll_hoard(play: Play, state: State, _: str) -> State:
    """The GM names the size of a hoard, the usual one of the foes present first; ogres' sacks are added."""
    fought = state.ended.kinds if state.ended is not None else ()
    here = [foe.of for foe in state.foes if foe.of in monsters()] or list(fought)
    kinds = [monsters()[ref] for ref in dict.fromkeys(here)]
    usual = next((size for size in (size_for(kind) for kind in kinds) if size), "small")
    size = play.choose(REFEREE, "hoard_size", (usual, *[s for s in SIZES if s != usual]), why=SIZE)
    play.tell("hoard", size, why=HOARD)
    state = hoard(play, state, size)
    for kind in kinds:
        if (sacks := kind.special("treasure")) is not None:
            state = coins_lie(play, state, rolled(play, sacks.gp, REFEREE, kind.id))
    return state


DEEDS: tuple[Deed[State], ...] = (
    Deed(
        "roll_hoard",
        roll_hoard,
        HOARD,
        by="referee",
        shown=lambda state, _: state.combat is None,
        group="chance",
        rank=1,
    ),
)
