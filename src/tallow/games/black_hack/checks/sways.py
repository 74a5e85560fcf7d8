"""What sways a test: everything that gives Advantage or Disadvantage or raises the attribute, with reasons."""

from functools import cache

from msgspec import Struct

from tallow.games.black_hack.gear.light import in_the_dark
from tallow.games.black_hack.gear.tools import tooled
from tallow.games.black_hack.magic.lasting import LANGUAGES, SILENCE, hushed, reads_anything, suppressed
from tallow.games.black_hack.monsters.passives import Reasons, swayed, wary
from tallow.games.black_hack.state import ATTRIBUTES, Attribute, Character, Creature, State, hindered
from tallow.mechanics.conditions import has
from tallow.play import RuleId, rule

PHYSICAL: tuple[Attribute, ...] = ("STR", "DEX", "CON")
NEXT = ("favoured", "disfavoured", "stressed", "background")
"""Conditions that sway the next test alone."""

FOR: dict[str, tuple[Attribute, ...]] = {"favoured": ATTRIBUTES, "background": ATTRIBUTES, "famous": ("CHA",)}
"""Conditions that give Advantage, and on tests of which attributes."""

AGAINST: dict[str, tuple[Attribute, ...]] = {
    "disfavoured": ATTRIBUTES,
    "stressed": ATTRIBUTES,
    "hungry": ATTRIBUTES,
    "fumbling": ATTRIBUTES,
    "marked": ("CHA",),
}
"""Conditions that give Disadvantage, and on tests of which attributes."""

TALENTS: dict[str, RuleId] = {
    "delicate": "black_hack.ability.thief_talent_delicate",
    "lock": "black_hack.ability.thief_talent_delicate",
    "disarm": "black_hack.ability.thief_talent_delicate",
    "climbing": "black_hack.ability.thief_talent_climbing",
    "listening": "black_hack.ability.thief_talent_listening",
    "sneaking": "black_hack.ability.thief_talent_sneaking",
    "languages": "black_hack.ability.thief_talent_languages",
    "secrets": "black_hack.ability.thief_talent_secrets",
}
"""What a Thief is good at, by what a test is about."""

SIGHT = ("sight", "secrets", "languages")
"""What a test is about that needs light, besides attacks and defence."""

HARM = (
    "harm", "poison", "paralysed", "impeded", "stuck", "distracted", "weakened", "song", "trap", "magic", "fire",
    "disease",
)  # fmt: skip
"""What a test is about that avoids harm, besides defence."""

SOUND = ("sneaking", "listening")
"""What a test is about that hangs on what can be heard."""

FORTIFIED = ("poison", "paralysed", "impeded", "stuck", "distracted", "weakened")

NIMBLE: RuleId = "black_hack.ability.thief_nimble_expertise"
DIVINE: RuleId = "black_hack.ability.cleric_divine_fortification"
INJURY: RuleId = "black_hack.table.out_of_action"
BLESS: RuleId = "black_hack.prayer.bless"
PRAYER: RuleId = "black_hack.prayer.prayer"
PROTECTION: RuleId = "black_hack.prayer.protection_from_evil"
FRENZY: RuleId = "black_hack.magic_item.frenzy_dust"
INVISIBILITY: RuleId = "black_hack.spell.invisibility"
DARKNESS: RuleId = "black_hack.spell.darkness"


class Sway(Struct, frozen=True, gc=False):
    """Reasons for Advantage, reasons for Disadvantage, and how much higher the attribute counts."""

    advantages: Reasons = ()
    disadvantages: Reasons = ()
    bonus: int = 0


@cache
def _short(class_: RuleId) -> str:
    return class_.rpartition(".")[2]


def calling(one: Character) -> str:
    """The short name of a character's class."""
    return _short(one.life.calling)


@rule("black_hack.inventory.encumbered", "black_hack.inventory.capacity")
def encumbered(one: Character) -> bool:
    """Whether somebody carries more items than their STR."""
    return sum([item.counts for item in one.items]) > one.strength


@rule(
    "black_hack.hindrance.weakened",
    "black_hack.prayer.bless",
    "black_hack.prayer.prayer",
    "black_hack.prayer.protection_from_evil",
    "black_hack.prayer.silence",
    "black_hack.spell.read_languages_magic",
    "black_hack.spell.invisibility",
    "black_hack.spell.darkness",
    "black_hack.attack.helpless",
    "black_hack.ability.thief_talent_delicate",
    "black_hack.ability.thief_talent_climbing",
    "black_hack.ability.thief_talent_listening",
    "black_hack.ability.thief_talent_sneaking",
    "black_hack.ability.thief_talent_languages",
    "black_hack.ability.thief_talent_secrets",
    "black_hack.ability.thief_nimble_expertise",
    "black_hack.ability.cleric_divine_fortification",
    "black_hack.light.darkness",
    "black_hack.inventory.encumbered",
    "black_hack.action.gm_set_advantage",
    "black_hack.adv.when",
)
def sway(
    state: State,
    one: Character,
    attribute: Attribute,
    purpose: str,
    about: str,
    foe: Creature | None,
    *,
    evil: bool = False,
) -> Sway:
    """Everything that sways a character's test of an attribute: its purpose, its subject, and the foe if any.

    `evil`: the test is against what an evil source has done.
    """
    good: list[str] = []
    bad: list[str] = []
    if one.conditions:
        good += [code for code in one.conditions if attribute in FOR.get(code, ())]
        bad += [code for code in one.conditions if attribute in AGAINST.get(code, ())]
    if one.hindrances and hindered(one, "weakened"):
        bad.append("weakened")
    if encumbered(one):
        bad.append("encumbered")
    if state.dark and (purpose or about in SIGHT) and in_the_dark(state, one):
        bad.append("dark")
    if about:
        good += _skill(one, attribute, about)
        helps, hampers = tooled(state, one, about)
        good += helps
        bad += hampers
    if about == "sneaking" and good and wary(state):
        good = []
    if foe is not None:
        _against(state, one, attribute, purpose, about, foe, good, bad)
    bonus = 0
    if state.effects:
        bad += _injuries(state, one, attribute)
        bonus = _magic(state, one, purpose, about, foe, good, bad)
        if about in SOUND and hushed(state, one.id):
            (good if about == "sneaking" else bad).append(SILENCE)
        if about == "languages" and reads_anything(state, one.id):
            good.append(LANGUAGES)
        if evil and any(effect.of == PROTECTION and one.id in effect.on for effect in state.effects):
            good.append(PROTECTION)
    return Sway(tuple(good), tuple(bad), bonus)


def _skill(one: Character, attribute: Attribute, about: str) -> list[str]:
    """The reasons for Advantage from the class."""
    what = calling(one)
    if what == "thief":
        if about in TALENTS:
            return [TALENTS[about]]
        if about == "trap" and attribute == "DEX":
            return [NIMBLE]
    if what == "cleric" and attribute == "CON" and about in FORTIFIED:
        return [DIVINE]
    return []


def _against(
    state: State,
    one: Character,
    attribute: Attribute,
    purpose: str,
    about: str,
    foe: Creature,
    good: list[str],
    bad: list[str],
) -> None:
    """Add reasons from the state and nature of a foe to `good` and `bad`."""
    if foe.hindrances and hindered(foe, "weakened"):
        good.append("foe_weakened")
    unaware = state.combat is not None and foe.id in state.combat.unaware
    if purpose == "attack" and (unaware or has(foe, "asleep") or hindered(foe, "paralysed")):
        good.append("helpless")
    if foe.of:
        for_, against = swayed(state, one, attribute, purpose, about, foe)
        good += for_
        bad += against


@rule("black_hack.table.out_of_action")
def _injuries(state: State, one: Character, attribute: Attribute) -> list[str]:
    """The reasons for Disadvantage from earlier injuries: a fat head for all tests, cracked bones for physical ones."""
    mine = [effect.detail for effect in state.effects if effect.of == INJURY and one.id in effect.on]
    return [code for code in mine if code == "fat_head" or attribute in PHYSICAL]


def _magic(
    state: State, one: Character, purpose: str, about: str, foe: Creature | None, good: list[str], bad: list[str]
) -> int:
    """Add reasons from lasting magic to `good` and `bad`; gives how much higher the attribute counts."""
    bonus = 0
    harm = purpose == "defend" or about in HARM
    looks = bool(purpose) or about in SIGHT
    for effect in state.effects:
        if suppressed(state, effect):
            continue
        mine = one.id in effect.on
        theirs = foe is not None and foe.id in effect.on
        if mine and effect.of == BLESS and (harm or purpose == "attack"):
            bonus = 1
        elif mine and effect.of == PRAYER and purpose == "defend":
            good.append(PRAYER)
        elif mine and effect.of == PROTECTION and harm and foe is not None and "evil" in foe.tags:
            good.append(PROTECTION)
        elif effect.of == FRENZY and (mine or theirs):
            (good if purpose == "attack" else bad if purpose == "defend" else []).append(FRENZY)
        elif theirs and effect.of == INVISIBILITY and looks:
            bad.append(INVISIBILITY)
        elif mine and effect.of == INVISIBILITY and purpose == "defend":
            good.append(INVISIBILITY)
        elif (mine or theirs) and effect.of == DARKNESS and looks:
            bad.append(DARKNESS)
        elif mine and effect.detail == "white_glare" and looks:
            bad.append("white_glare")
    return bonus
