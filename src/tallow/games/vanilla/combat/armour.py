"""Armour Class and wear: armour, shield, natural AC and magic; each stopped attack costs armour a point."""

from msgspec.structs import replace

from tallow.games.vanilla.entries import SHIELD, armour, enchantments
from tallow.games.vanilla.state import Creature, Item, State
from tallow.mechanics.two_sides import find, put
from tallow.play import Play, RuleId, rule

WEAR: RuleId = "vanilla.wear.trigger"
BROKEN: RuleId = "vanilla.wear.broken"


def is_shield(item: Item) -> bool:
    """Whether this is a shield."""
    return item.ref == SHIELD


def is_armour(item: Item) -> bool:
    """Whether this is armour to put on."""
    return item.ref in armour() and item.ref != SHIELD


@rule("vanilla.armour.light", "vanilla.armour.medium", "vanilla.armour.heavy", "vanilla.wear.piece")
def worn(one: Creature) -> Item | None:
    """The armour that a creature wears, unless broken; else None."""
    return next((item for item in one.items if item.place == "worn" and is_armour(item) and item.ac > 0), None)


@rule("vanilla.armour.shield", "vanilla.carry.hands", "vanilla.carry.ranged_hands")
def shield(one: Creature) -> Item | None:
    """The unbroken shield in hand; one on the back does not count."""
    return next((item for item in one.items if item.place == "hands" and item.ref == SHIELD and item.ac > 0), None)


@rule("vanilla.armour.sum", "vanilla.armour.unarmoured")
def ac_of(state: State, one: Creature) -> int:
    """A creature's AC: natural, the armour worn, the shield in hand, and magic; 0 without any."""
    total = one.ac
    for item in one.items:
        if item.ac and (item.place == "worn" or (item.place == "hands" and item.ref == SHIELD)):
            total += item.ac
    return max(0, total)


def own_part(state: State, one: Creature, ac: int) -> int:
    """The part of AC that is not the shield's, if by a setting the roll decides what wears; else all of it."""
    if state.settings.shield_wear != "by_roll":
        return 20
    held = shield(one)
    return ac - held.ac if held is not None else 20


@rule(
    "vanilla.wear.trigger",
    "vanilla.wear.piece",
    "vanilla.wear.natural",
    "vanilla.setting.shield_wear",
    "vanilla.setting.enemy_wear",
)
def wear(play: Play, state: State, who: str, by_shield: bool = False) -> State:
    """An attack was stopped: the armour worn loses 1 AC, or the shield is broken; natural AC does not wear."""
    one = find(state, who)
    piece, held = worn(one), shield(one)
    if one.kind == "enemy" and state.settings.enemy_wear == "none":
        return state
    if by_shield and held is not None:
        return _worn_down(play, state, one, held)
    if piece is not None:
        return _worn_down(play, state, one, piece)
    if one.kind == "enemy" and one.ac > 0:
        how = state.settings.enemy_wear
        if how == "all" or (how == "worn" and one.worn):
            play.tell("wear.enemy", one.name, why="vanilla.wear.natural")
            return put(state, replace(one, ac=one.ac - 1))
        return state
    if held is not None and state.settings.shield_wear != "never":
        return _worn_down(play, state, one, held)
    return state


@rule("vanilla.wear.broken", "vanilla.table.magic_armour")
def _worn_down(play: Play, state: State, one: Creature, item: Item) -> State:
    """Reduce a piece by 1 AC, a shield to nothing; at 0 it is broken for good."""
    magic = enchantments().get(item.power)
    least = magic.wear_min if magic is not None else 0
    left = max(least, 0 if is_shield(item) else item.ac - 1)
    if left == item.ac:
        return state
    if left:
        play.tell("wear", one.name, item.name, left, why=WEAR)
    else:
        play.tell("wear.broken", one.name, item.name, why=BROKEN)
    items = tuple([replace(item, ac=left) if other.id == item.id else other for other in one.items])
    return put(state, replace(one, items=items))


@rule("vanilla.wear.broken", "vanilla.wear.repair_cap")
def damaged(item: Item) -> bool:
    """Whether a smith can repair a piece: damaged, but not broken."""
    return item.ref in armour() and 0 < item.ac < item.ac_start
