"""What armed enemies carry: weapons, armour and shield by their AC, and the extra gear of leaders."""

from functools import cache

from msgspec.structs import replace

from tallow.games.vanilla.combat.armour import is_shield
from tallow.games.vanilla.entries import MAGIC_ARMOUR, MAGIC_WEAPON, MINOR_ITEM, SHIELD, Had, Monster, Special, tables
from tallow.games.vanilla.gear.inventory import enchanted, made, minor
from tallow.games.vanilla.gear.weapons import is_melee
from tallow.games.vanilla.state import Creature, Item
from tallow.mechanics.amounts import roll_secretly
from tallow.play import Play, RuleId, rule

ARMS: RuleId = "vanilla.monster.arms"
SUITS: tuple[RuleId, ...] = ("", "vanilla.armour.light", "vanilla.armour.medium", "vanilla.armour.heavy")
"""Armour by half of its AC."""

USUAL: RuleId = "vanilla.weapon.medium_melee"
"""The weapon of an enemy with a class."""


@rule("vanilla.monster.arms", "vanilla.armour.sum")
def suit(ac: int) -> tuple[RuleId, ...]:
    """The armour and shield that add up to this AC."""
    worn = SUITS[min(ac // 2, len(SUITS) - 1)]
    return tuple([ref for ref in (worn, SHIELD if ac % 2 or ac > 2 * len(SUITS) - 2 else "") if ref])


@cache
def _kit(weapons: tuple[RuleId, ...], ac: int) -> tuple[Item, ...]:
    arms = [made(ref, place="hands") for ref in weapons]
    pieces = [made(ref, place="hands" if ref == SHIELD else "worn") for ref in suit(ac)]
    return (*arms, *pieces)


@rule("vanilla.monster.arms")
def arms(monster: Monster, id_: str) -> tuple[Item, ...]:
    """The things that an enemy of this kind holds and wears, each with its own id."""
    return kit(monster.holds, monster.ac if monster.armour == "worn" else 0, id_)


def kit(weapons: tuple[RuleId, ...], ac: int, id_: str) -> tuple[Item, ...]:
    """Weapons in hand, and armour and shield of this AC, for the creature of that id."""
    return tuple([replace(item, id=f"{id_}-{at}") for at, item in enumerate(_kit(weapons, ac), 1)])


@rule("vanilla.class.leader", "vanilla.monster.arms", "vanilla.monster.brigand")
def endowed(play: Play, one: Creature, special: Special) -> Creature:
    """The leader with the gear of its kind's leaders: coins, magic weapon or armour in use, minor magic packed."""
    if special.gp:
        one = replace(one, coins=one.coins + roll_secretly(play, special.gp, ARMS))
    for at in range(special.minor_items):
        row = tables()[MINOR_ITEM].row(roll_secretly(play, tables()[MINOR_ITEM].dice, MINOR_ITEM))
        one = replace(one, items=(*one.items, replace(minor(row), id=f"{one.id}-m{at}")))
    if special.one_of:
        which = special.one_of[roll_secretly(play, f"1d{len(special.one_of)}", ARMS) - 1]
        one = _with_magic(play, one, which) if which != "spellbook" else one
    return one


def _with_magic(play: Play, one: Creature, which: Had) -> Creature:
    """The creature with a magic weapon in hand or magic armour on, in place of what it had."""
    table = MAGIC_WEAPON if which == "magic_weapon" else MAGIC_ARMOUR
    item = enchanted(table, roll_secretly(play, tables()[table].dice, table), f"{one.id}-magic", USUAL)
    if which == "magic_weapon":
        kept = [old for old in one.items if not is_melee(old)]
        return replace(one, items=(replace(item, place="hands"), *kept))
    kept = [old for old in one.items if not old.ac_start or is_shield(old) != is_shield(item)]
    return replace(one, items=(*kept, replace(item, place="hands" if is_shield(item) else "worn")))
