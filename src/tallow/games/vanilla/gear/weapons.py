"""Weapons in use: a creature's ways to attack, their range, and their bonuses."""

from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from tallow.games.vanilla.checks.sways import Mode, nature, special
from tallow.games.vanilla.entries import (
    FIGHTER,
    UNARMED,
    Weapon,
    armour,
    callings,
    enchantments,
    monsters,
    weapons,
)
from tallow.games.vanilla.settings import Settings
from tallow.games.vanilla.state import MARKS, Creature, Item, State
from tallow.play import RuleId, rule

REACH = 5
"""The reach of melee, in feet."""

THROWN = "thrown"
"""A weapon that comes back: it counts as a small ranged one."""

SMALL_RANGED: RuleId = "vanilla.weapon.small_ranged"
SMALL_MELEE: RuleId = "vanilla.weapon.small_melee"
TORCH: RuleId = "vanilla.item.torch"


class Way(Struct, frozen=True, gc=False, cache_hash=True):
    """One way to attack: a weapon by the id of its item, "unarmed", or a natural attack by its name.

    `av` and `bonus` are what the weapon itself adds to AV and damage; `far` is the listed range, twice that the most.
    `against` has `dice` more damage.
    """

    option: str
    mode: Mode
    damage: str
    enemy_ac: int = 0
    av: int = 0
    bonus: int = 0
    far: int = REACH
    most: int = REACH
    magic: bool = False
    natural: bool = False
    element: str = ""
    dice: str = ""
    against: str = ""
    weapon: RuleId = ""


@rule("vanilla.carry.weapons", "vanilla.carry.ranged_hands", "vanilla.setting.ranged_hands", "vanilla.armour.shield")
def hands_of(item: Item, settings: Settings) -> int:
    """How many hands a thing takes: those of its entry, for a medium bow by the setting; 1 for other things."""
    weapon = weapons().get(item.ref)
    if weapon is None:
        piece = armour().get(item.ref)
        return piece.hands if piece is not None else 1
    if weapon.mode == "ranged" and weapon.size == "medium":
        return 1 if settings.ranged_hands == "by_size" else 2
    return weapon.hands


def is_ranged(item: Item) -> bool:
    """Whether a thing is a weapon that shoots or is thrown."""
    weapon = weapons().get(item.ref)
    return weapon is not None and weapon.mode == "ranged"


def is_melee(item: Item) -> bool:
    """Whether a thing is a melee weapon."""
    weapon = weapons().get(item.ref)
    return weapon is not None and weapon.mode == "melee"


def held(one: Creature) -> tuple[Item, ...]:
    """The things in a creature's hands."""
    return tuple([item for item in one.items if item.place == "hands"])


@rule("vanilla.carry.hands", "vanilla.light.room")
def free_hands(one: Creature, settings: Settings) -> int:
    """How many of two hands are empty."""
    return 2 - sum([hands_of(item, settings) for item in one.items if item.place == "hands"])


@rule(
    "vanilla.weapon.small_melee",
    "vanilla.weapon.medium_melee",
    "vanilla.weapon.large_melee",
    "vanilla.weapon.small_ranged",
    "vanilla.weapon.medium_ranged",
    "vanilla.weapon.large_ranged",
    "vanilla.table.magic_weapon",
)
def way_of(item: Item, weapon: Weapon) -> Way:
    """The way to attack with a weapon, including its magic."""
    power = enchantments().get(item.power) if item.power else None
    bonus = int(power.damage or 0) if power is not None else 0
    return Way(
        item.id,
        weapon.mode,
        weapon.damage,
        min(weapon.enemy_ac, power.enemy_ac if power is not None else 0),
        power.av if power is not None else 0,
        bonus,
        weapon.range_ft or REACH,
        weapon.max_range_ft or REACH,
        item.magic,
        element=power.element if power is not None else "",
        dice=power.damage_dice if power is not None else "",
        against=power.against if power is not None else "",
        weapon=weapon.id,
    )


@rule("vanilla.weapon.unarmed", "vanilla.monster.attacks", "vanilla.weapon.start_ready", "vanilla.free.what")
def melee_ways(one: Creature) -> tuple[Way, ...]:
    """The ready ways to attack in melee: weapons in hand, natural attacks, or else bare hands."""
    if _other_shape(one):
        return (_natural(one.damage),)
    found = []
    for item in one.items:
        if item.place == "hands":
            weapon = weapons().get(item.ref)
            if weapon is not None and weapon.mode == "melee":
                found.append(way_of(item, weapon))
    if one.kind != "enemy":
        return tuple(found) or (_bare(),)
    if not found:
        return (_bare(),) if fights_with_weapons(one) else (_natural(one.damage),)
    stronger = special(one, "weapon_damage")
    return tuple([replace(way, bonus=way.bonus + stronger.bonus) for way in found] if stronger is not None else found)


@rule("vanilla.monster.arms", "vanilla.trick.disarm")
def fights_with_weapons(one: Creature) -> bool:
    """Whether an enemy's kind fights with weapons, and so with bare hands if it has none."""
    kind = nature(one)
    return kind is not None and bool(kind.holds)


@rule("vanilla.spell.polymorph")
def _other_shape(one: Creature) -> bool:
    """Whether a creature has another creature's shape, and so its attacks."""
    return bool(one.marks) and MARKS.any(one.marks, "shape")


@rule("vanilla.item.torch", "vanilla.monster.only_harmed", "vanilla.weapon.small_melee")
def brands(one: Creature) -> tuple[Way, ...]:
    """The torches that burn in a creature's hands, which strike with fire as hard as a small weapon."""
    burning = [item for item in one.items if item.ref == TORCH and item.lit and item.place == "hands"]
    damage = weapons()[SMALL_MELEE].damage
    return tuple([Way(item.id, "melee", damage, element="fire", weapon=TORCH) for item in burning])


@cache
def _natural(damage: str) -> Way:
    return Way("natural", "melee", damage, natural=True)


@cache
def _bare() -> Way:
    return Way("unarmed", "melee", weapons()[UNARMED].damage, weapon=UNARMED)


@rule("vanilla.ranged.max", "vanilla.ranged.ammo", "vanilla.weapon.start_ready", "vanilla.table.magic_weapon")
def ranged_ways(one: Creature) -> tuple[Way, ...]:
    """The ready ways to shoot: loaded weapons in hand with ammunition, and an enemy's natural missiles."""
    found = []
    for item in one.items:
        weapon = weapons().get(item.ref) if item.place == "hands" else None
        if weapon is None:
            continue
        if weapon.mode == "ranged" and item.loaded and not item.empty:
            found.append(way_of(item, weapon))
        power = enchantments().get(item.power) if item.power else None
        if power is not None and power.range_ft:
            found.append(replace(way_of(item, weapons()[SMALL_RANGED]), option=THROWN))
    monster = monsters().get(one.of) if one.kind == "enemy" else None
    for shot in monster.specials if monster is not None else ():
        if shot.type == "ranged" and not (shot.ammo and one.spent.count(shot.name) >= shot.ammo):
            far = shot.range_ft
            found.append(Way(shot.name, "ranged", shot.damage, far=far, most=2 * far, natural=True))
    return tuple(found)


@rule("vanilla.weapon.dual", "vanilla.weapon.unarmed")
def dual(one: Creature) -> bool:
    """Whether a creature holds two one-handed melee weapons; fists do not count."""
    if not one.items:
        return False
    arms = [weapons().get(item.ref) for item in one.items if item.place == "hands"]
    return len([arm for arm in arms if arm is not None and arm.mode == "melee" and arm.hands == 1]) > 1


@rule("vanilla.class.fighter_damage", "vanilla.setting.fighter_feats", "vanilla.class.fighter")
def class_damage(state: State, one: Creature, way: Way) -> int:
    """The damage that a Fighter's level adds to weapon hits."""
    if one.of != FIGHTER or not state.settings.fighter_feats or way.weapon == UNARMED:
        return 0
    return callings()[FIGHTER].at(one.level).damage


def can_strike(one: Creature) -> bool:
    """Whether a creature can attack in melee at all, which takes a body."""
    return one.attacks > 0
