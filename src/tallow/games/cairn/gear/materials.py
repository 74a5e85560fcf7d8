"""What things are made of, as far as rules ask: metal or not."""

from functools import cache

from tallow.games.cairn.entries import relics, things, weapons
from tallow.games.cairn.folk import named_gear
from tallow.games.cairn.gear.weapon_names import named_for_metal, weapon_type
from tallow.games.cairn.state import Item
from tallow.play import RuleId, rule

METALS = frozenset(("metal", "iron", "silver"))
"""Qualities of what is of metal."""


@rule("cairn.table.weapon_material", "cairn.monster.kinds")
def of_metal(item: Item) -> bool:
    """Whether a thing is of metal: by its qualities or its entry, and without an entry by its name."""
    return not METALS.isdisjoint(item.qualities) or _metal(item.ref, item.name)


@cache
def _metal(ref: RuleId, name: str) -> bool:
    if ref in weapons():
        return name not in weapons()[ref].not_metal
    entry = relics().get(ref) or things().get(ref) or named_gear().get(name)
    return entry.metal if entry is not None else named_for_metal(name)


@rule("cairn.table.weapon_material", "cairn.monster.kinds")
def strikes_with_metal(item: Item) -> bool:
    """Whether an attack with this is one with metal: arrows and bolts are tipped with it."""
    return of_metal(item) or (item.range == "ranged" and weapon_type(item.name) == "bow")
