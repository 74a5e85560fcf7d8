"""Using weapons: what somebody can attack with, how far, by which attribute, and the damage of each class."""

from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from tallow.games.black_hack.checks.sways import BLESS, calling
from tallow.games.black_hack.combat.flight import running
from tallow.games.black_hack.combat.ranges import ORDER, band, bands_from
from tallow.games.black_hack.entries import callings
from tallow.games.black_hack.gear.light import in_the_dark
from tallow.games.black_hack.gear.things import called
from tallow.games.black_hack.settings import Settings
from tallow.games.black_hack.state import (
    BANDS,
    SEEMS,
    Attribute,
    Band,
    Character,
    Creature,
    Item,
    State,
    alive,
    creature,
    looks,
)
from tallow.mechanics.conditions import has
from tallow.mechanics.memory import cached_by_identity
from tallow.play import RuleId, rule

UNARMED: RuleId = "black_hack.weapon.unarmed"
KNIFE: RuleId = "black_hack.weapon.throwing_knife"
AMMUNITION: tuple[RuleId, ...] = ("black_hack.item.ammunition", "black_hack.magic_item.relentless_ammo")
PLAIN: tuple[Band, ...] = ("nearby", "faraway")
"""Where bows, crossbows and slings are at their best."""


BEYOND = frozenset(("out_of_action", "stone", "frozen"))
"""Conditions in which a foe is there, but not to be attacked."""


class Way(Struct, frozen=True, gc=False):
    """A way to attack a target: the weapon, the attribute, and the penalties. `ammo` is what it shoots."""

    option: str
    name: str
    attribute: Attribute = "STR"
    large: bool = False
    tags: tuple[str, ...] = ()
    hard: tuple[str, ...] = ()
    armed: bool = True
    ammo: str = ""

    @property
    def melee(self) -> bool:
        """Whether this is a melee attack."""
        return self.attribute == "STR"


@rule("black_hack.creation.class_sets", "black_hack.setting.unlisted_weapon")
def listed(one: Character, tags: tuple[str, ...]) -> bool:
    """Whether a class lists this weapon; unarmed attacks are open to all."""
    return _lists(calling(one), tags)


@cache
def _lists(class_: str, tags: tuple[str, ...]) -> bool:
    known = callings().get(class_)
    return known is None or "any" in known.weapons or "unarmed" in tags or any(tag in known.weapons for tag in tags)


def held(one: Character) -> tuple[Item, ...]:
    """The weapons in somebody's hands; none for somebody who runs wild."""
    return () if wild(one) else tuple([item for item in one.items if item.mode and item.place == "hands"])


@rule("black_hack.large.test", "black_hack.large.defend", "black_hack.large.which")
def wields_large(one: Character) -> bool:
    """Whether somebody has a large weapon in hand."""
    return any(item.large for item in held(one))


@rule("black_hack.setting.unlisted_weapon")
def wields_unlisted(state: State, one: Character) -> bool:
    """Whether somebody holds a weapon that their class does not list, so that fighting with it is harder."""
    if state.settings.unlisted_weapon != "disadvantage":
        return False
    return any(not listed(one, item.tags) for item in held(one))


@rule("black_hack.attack.melee_str", "black_hack.attack.ranged_dex", "black_hack.range.action_requirement")
def ways(state: State, one: Character, foe: str) -> tuple[Way, ...]:
    """All ways to attack this foe from here; unarmed or with a Thief's knife if nothing else reaches."""
    far = band(state, one.id, foe)
    if far != "close" and state.dark and in_the_dark(state, one):
        return ()
    return _grounded(_over_each(*_arms(one), state.settings)[far], creature(state, foe))


def _arms(one: Character) -> tuple[tuple[Item, ...], str]:
    """What somebody fights with, and the class that counts; those who run wild have claws."""
    return ((), "") if wild(one) else (one.items, calling(one))


@rule("black_hack.bestiary.lycanthropy")
def wild(one: Character) -> bool:
    """Whether somebody runs wild by the curse: without arms or armour, damage rolled with Advantage."""
    return bool(one.conditions) and has(one, "wild")


def _grounded(open_: tuple[Way, ...], foe: Creature) -> tuple[Way, ...]:
    """The ways without melee, if the foe flies."""
    return tuple([way for way in open_ if not way.melee]) if foe.conditions and has(foe, "flying") else open_


@cached_by_identity(2_000)
def _over_each(items: tuple[Item, ...], class_: str, rules: Settings) -> dict[Band, tuple[Way, ...]]:
    return {far: _over(items, class_, far, rules) for far in BANDS}


def _over(items: tuple[Item, ...], class_: str, far: Band, rules: Settings) -> tuple[Way, ...]:
    """All ways in which somebody of this class can attack over a distance with these items.

    Of two weapons that are the same in everything only one is listed.
    """
    weapons = [item for item in items if item.mode and item.place == "hands"]
    found: dict[object, Way] = {}
    for item in weapons:
        if (way := _with(item, items, class_, far, rules)) is not None:
            found.setdefault((replace(way, option=""), item.marks), way)
    if found:
        return tuple(found.values())
    if class_ == "thief" and far in ("close", "nearby"):
        return (knife(far),)
    fists = Way("unarmed", UNARMED, tags=("unarmed", "blunt"), armed=False)
    return (fists,) if not weapons and far in _reach(class_, rules) else ()


@rule("black_hack.ability.thief_a_dagger_for_every_occasion", "black_hack.action.produce_dagger")
def knife(far: Band) -> Way:
    """The small throwing knife that a Thief always has: in melee when Close, else thrown."""
    return Way("knife", KNIFE, "STR" if far == "close" else "DEX", tags=("one_handed", "dagger"))


@rule("black_hack.setting.dealer_reach", "black_hack.ability.warrior_damage_distribute")
def _reach(class_: str, rules: Settings) -> tuple[Band, ...]:
    """How far melee goes: Close, and for a Warrior's Damage Dice Nearby."""
    far = class_ == "warrior" and rules.dealer_reach == "nearby"
    return ("close", "nearby") if far else ("close",)


@rule(
    "black_hack.range.action_requirement",
    "black_hack.setting.ranged_close",
    "black_hack.setting.ranged_distant",
    "black_hack.setting.unlisted_weapon",
)
def _with(item: Item, items: tuple[Item, ...], class_: str, far: Band, rules: Settings) -> Way | None:
    """A weapon used over this distance, or None if it is not."""
    known = _lists(class_, item.tags)
    if not known and rules.unlisted_weapon == "refuse":
        return None
    hard = ("unlisted_weapon",) if not known and rules.unlisted_weapon == "disadvantage" else ()
    armed = known or rules.unlisted_weapon != "unarmed_damage"
    way = Way(item.id, called(item), large=item.large, tags=item.tags, hard=hard, armed=armed)
    if item.mode != "ranged" and far in _reach(class_, rules) and (far == "close" or item.mode == "melee"):
        return way
    if item.mode == "both" and far in ("close", "nearby"):
        return Way(item.id, called(item), "DEX", item.large, item.tags, hard, armed)
    if item.mode != "ranged":
        return None
    manner = "plain" if far in PLAIN else rules.ranged_close if far == "close" else rules.ranged_distant
    ammo = next((other.id for other in items if other.ref in AMMUNITION and other.usage), "")
    if manner == "forbidden" or not ammo:
        return None
    harder = (*hard, f"ranged_{far}") if manner == "disadvantage" else hard
    return Way(item.id, called(item), "DEX", item.large, item.tags, harder, armed, ammo)


def fightable(foe: Creature) -> bool:
    """Whether a foe is there to be attacked."""
    return not foe.conditions or (alive(foe) and BEYOND.isdisjoint(foe.conditions))


def in_reach(state: State, one: Character) -> list[Creature]:
    """The foes whom somebody can attack."""
    far = bands_from(state, one.id)
    open_ = _over_each(*_arms(one), state.settings)
    there = [foe for foe in state.foes if fightable(foe)]
    found = [foe for foe in there if _grounded(open_[far.get(foe.id, "nearby")], foe)]
    if state.dark and in_the_dark(state, one):
        return [foe for foe in found if far.get(foe.id, "nearby") == "close"]
    return found


def targets(state: State, one: Character) -> tuple[str, ...]:
    """The ids of foes in reach: those who fight on first, then the nearest, then those who look worst."""
    found = in_reach(state, one)
    if len(found) > 1:
        far = bands_from(state, one.id)
        found.sort(key=lambda foe: (running(state, foe), ORDER[far.get(foe.id, "nearby")], SEEMS[looks(foe)]))
    return tuple([foe.id for foe in found])


@rule(
    "black_hack.attack.damage", "black_hack.ability.warrior_damage_pool", "black_hack.ability.warrior_level_damage_die"
)
def damage_dice(one: Character, armed: bool, dice: int) -> tuple[int, int, int]:
    """The Attack Damage of a class: the number of dice, their sides, and points; a Warrior's dice are given."""
    known = callings().get(calling(one))
    if known is None:
        return 1, 6 if armed else 4, 0
    if known.damage_per_level:
        return dice, known.damage_die, 0
    sides = known.damage_die if armed else known.unarmed_die
    return (1, sides, 0) if sides > 1 else (0, 0, 1)


@rule("black_hack.bestiary.resist_weapons")
def wielded_tags(state: State, one: Character, way: Way) -> tuple[str, ...]:
    """The tags that decide whether a foe is hurt: those of the weapon, and "magic" under Bless."""
    blessed = any(effect.of == BLESS and one.id in effect.on for effect in state.effects)
    return (*way.tags, "magic") if blessed else way.tags
