"""Types and materials of weapons and armour, derived from words in their names; mirrors.

Stat lines name weapons freely, so the name is the only property that every attack has.
"""

from functools import cache

from tallow.games.modified_cairn.entries import tables
from tallow.games.modified_cairn.goods import relics, things
from tallow.games.modified_cairn.state import Attack, Item
from tallow.play import RuleId, rule

WEAPONS: RuleId = "modified_cairn.table.weapon_material"
ARMOUR: RuleId = "modified_cairn.table.armour_material"
TYPES: RuleId = "modified_cairn.table.weapon_type"


@rule("modified_cairn.table.weapon_material", "modified_cairn.enemy.immunity")
def metal_weapon(attack: Attack) -> bool:
    """Whether an attack is made with metal: weapons unless the name says otherwise, natural attacks if it says so."""
    if attack.items:
        return not _named(WEAPONS, "other", attack.name)
    return _named(WEAPONS, "metal", attack.name)


@rule("modified_cairn.table.weapon_type")
def weapon_types() -> tuple[str, ...]:
    """The names of all types of weapons."""
    return tuple([row.on for row in tables()[TYPES].rows])


@cache
@rule("modified_cairn.table.weapon_type")
def weapon_type(name: str) -> str:
    """The type of a weapon: the first with a word in the weapon's name, "" if none."""
    return next((kind for kind in weapon_types() if _named(TYPES, kind, name)), "")


@rule("modified_cairn.table.armour_material", "modified_cairn.monster.giant_crab")
def metal_armour(item: Item) -> bool:
    """Whether a piece of armour is made of metal."""
    return not _named(ARMOUR, "other", item.name)


@cache
def _named(table: RuleId, material: str, name: str) -> bool:
    said = name.casefold()
    return any(word in said for word in tables()[table].row(material).words)


@cache
def _mirrors() -> frozenset[str]:
    """The ids of entries that are mirrors, and names of mirrors among treasure, which has no entries."""
    found = [thing.id for thing in things().values() if thing.mirror]
    found += [relic.id for relic in relics().values() if relic.mirror]
    return frozenset((*found, *(row.name for row in tables()["modified_cairn.table.treasure"].rows if row.mirror)))


def is_mirror(item: Item) -> bool:
    """Whether a thing is a mirror."""
    return (item.ref or item.name) in _mirrors()
