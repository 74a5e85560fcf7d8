"""What creatures carry: ten slots, coins and gems; making, giving and removing things."""

from functools import cache

from msgspec.structs import replace

from tallow.games.vanilla.entries import (
    MAGIC_WEAPON,
    MINOR_ITEM,
    POTION,
    SPELLBOOK,
    Row,
    armour,
    enchantments,
    potions,
    tables,
    things,
    weapons,
)
from tallow.games.vanilla.gear.weapons import hands_of
from tallow.games.vanilla.settings import Settings
from tallow.games.vanilla.state import Creature, Item, Known, State
from tallow.mechanics.ids import serial
from tallow.mechanics.two_sides import find, put
from tallow.play import Play, RuleId, rule

FULL: RuleId = "vanilla.carry.full"
COINS: RuleId = "vanilla.item.coins_gems"
TREASURE: RuleId = "vanilla.item.treasure"
VALUABLES = (TREASURE, COINS)
"""What counts for XP once it is brought home, and sells for its worth: pieces of treasure, and gems."""


@rule(
    "vanilla.carry.what",
    "vanilla.carry.weapons",
    "vanilla.carry.armour",
    "vanilla.carry.treasure",
    "vanilla.carry.gear",
    "vanilla.setting.ranged_hands",
)
def slots_of(item: Item, settings: Settings) -> int:
    """The slots that a thing fills, in hand, worn or packed: a weapon its hands, armour half its full AC."""
    if item.place == "smith":
        return 0
    if item.ref in weapons():
        return hands_of(item, settings)
    if item.ref in armour():
        return item.slots or -(-item.ac_start // 2)
    return item.slots


@rule("vanilla.carry.coins", "vanilla.item.coins_gems")
def purse_slots(coins: int, gems: int) -> int:
    """The slots of coins and gems: one for each started 200 of both together."""
    return -(-(coins + gems) // things()[COINS].per)


@rule("vanilla.carry.slots", "vanilla.carry.coins")
def used(state: State, one: Creature) -> int:
    """The number of slots that a creature fills."""
    return sum([slots_of(item, state.settings) for item in one.items]) + coin_slots(one)


@rule("vanilla.carry.coins", "vanilla.table.minor_item")
def coin_slots(one: Creature) -> int:
    """The slots of a creature's coins and gems, without what a magic purse holds."""
    return purse_slots(max(0, one.coins - in_purse(one)), gems_of(one))


def gems_of(one: Creature) -> int:
    """How many gems a creature carries, including those of unknown worth."""
    return one.gems + sum([item.count for item in one.items if item.ref == COINS])


@rule("vanilla.table.minor_item")
def in_purse(one: Creature) -> int:
    """How many coins a magic purse holds without filling a slot."""
    powers = [enchantments().get(item.power) for item in one.items if item.power]
    return max([power.coins for power in powers if power is not None], default=0)


@rule("vanilla.carry.slots", "vanilla.carry.full")
def room(state: State, one: Creature) -> int:
    """The number of free slots."""
    return one.slots - used(state, one)


@rule("vanilla.carry.full")
def fits(state: State, one: Creature, item: Item) -> bool:
    """Whether a creature has the slots for a thing."""
    if item.ref == COINS:
        return used(state, replace(one, items=(*one.items, item))) <= one.slots
    need = slots_of(replace(item, place="pack"), state.settings)
    return need == 0 or need <= room(state, one)


@rule("vanilla.carry.full", "vanilla.carry.coins")
def coins_fit(state: State, one: Creature) -> int:
    """How many more coins a creature has room for."""
    purse = in_purse(one)
    free = room(state, one) + coin_slots(one)
    return max(0, free * things()[COINS].per + purse - one.coins - gems_of(one))


@cache
def _new(ref: RuleId) -> Item:
    if ref in weapons():
        return Item("", weapons()[ref].name, ref)
    if ref in armour():
        piece = armour()[ref]
        return Item("", piece.name, ref, ac=piece.ac, ac_start=piece.ac, slots=piece.slots)
    thing = things()[ref]
    return Item("", thing.name, ref, slots=thing.slots)


@rule("vanilla.armour.light", "vanilla.armour.medium", "vanilla.armour.heavy", "vanilla.armour.shield")
def made(ref: RuleId, id_: str = "", place: str = "pack") -> Item:
    """A new, undamaged thing made from its entry."""
    return replace(_new(ref), id=id_, place=place)


@rule("vanilla.table.magic_weapon", "vanilla.table.magic_armour")
def enchanted(table: RuleId, on: int, id_: str = "", base: RuleId = "vanilla.weapon.medium_melee") -> Item:
    """A magic weapon or magic armour made from its row; the row names the kind of armour."""
    row = tables()[table].row(on)
    if table == MAGIC_WEAPON:
        return replace(made(base, id_), name=f"{row.name}: {weapons()[base].name}", magic=True, power=row.name)
    piece = made(row.item, id_)
    return replace(piece, name=row.name, ac=row.ac, ac_start=row.ac, slots=row.slots, magic=True, power=row.name)


def minor(row: Row) -> Item:
    """A minor magic item made from its row; it fills no slot. A magic candle is a light that does not burn down."""
    return Item("", row.name, row.item or MINOR_ITEM, magic=True, power=row.name, count=row.uses or 1)


def potion(spell: RuleId) -> Item:
    """A potion with the effect of this spell."""
    return Item("", f"Potion of {potions()[spell].name}", POTION, spell=spell)


def gems(number: int, worth: int) -> Item:
    """A number of gems with a total worth; they share slots with coins."""
    return Item("", "Gems", COINS, worth=worth, count=number)


def treasure(name: str, worth: int, id_: str = "", slots: int = 1) -> Item:
    """A piece of treasure with this worth."""
    return Item(id_, name, TREASURE, worth=worth, slots=slots)


def scroll(spell: RuleId, name: str, id_: str = "") -> Item:
    """A scroll of a spell; it fills no slot."""
    return Item(id_, f"Scroll: {name}", "vanilla.item.scroll", spell=spell)


def spellbook(known: tuple[Known, ...]) -> Item:
    """A spellbook with these spells that belongs to nobody in particular."""
    return Item("", "Spellbook", SPELLBOOK, book=known)


def with_corruption(book: tuple[Known, ...], spell: RuleId, *, corrupted: bool) -> tuple[Known, ...]:
    """The spells of a book, one of them Corrupted or purified."""
    return tuple([replace(known, corrupted=corrupted) if known.spell == spell else known for known in book])


def item_of(one: Creature, id_: str) -> Item:
    """The creature's thing with this id."""
    return next(item for item in one.items if item.id == id_)


def with_item(one: Creature, item: Item) -> Creature:
    """The creature with this thing, which replaces one of the same id."""
    if any(other.id == item.id for other in one.items):
        return replace(one, items=tuple([item if other.id == item.id else other for other in one.items]))
    return replace(one, items=(*one.items, item))


def without(one: Creature, id_: str) -> Creature:
    """The creature without this thing."""
    return replace(one, items=tuple([item for item in one.items if item.id != id_]))


@rule("vanilla.carry.full")
def give(play: Play, state: State, who: str, item: Item) -> State:
    """Give a thing to a creature, with a new id if it has none; without room it lies on the ground."""
    if not item.id:
        state, id_ = serial(state, "i")
        item = replace(item, id=id_)
    one = find(state, who)
    if fits(state, one, item):
        return put(state, with_item(one, replace(item, place="pack")))
    play.tell("no_room", one.name, item.name, why=FULL)
    return replace(state, ground=(*state.ground, replace(item, place="ground", at=one.at)))


@rule("vanilla.carry.full", "vanilla.carry.coins")
def give_coins(play: Play, state: State, who: str, coins: int) -> State:
    """Give coins to a creature, as many as it has slots for; the rest lies on the ground."""
    one = find(state, who)
    taken = min(coins, coins_fit(state, one))
    if taken < coins:
        play.tell("no_room.coins", one.name, coins - taken, why=FULL)
        state = replace(state, ground_coins=state.ground_coins + coins - taken)
    return put(state, replace(one, coins=one.coins + taken))
