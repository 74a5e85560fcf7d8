"""Resisting magic: characters by a test, foes only if the settings say so, and some by their nature."""

from tallow.games.black_hack.checks.attribute_tests import attempt
from tallow.games.black_hack.entries import Spell, impediments
from tallow.games.black_hack.monsters.passives import has_trait, proof
from tallow.games.black_hack.state import Character, Creature, State, find
from tallow.play import Play, RuleId, rule

WORKS_ON_STONE: tuple[RuleId, ...] = ("black_hack.spell.flesh_to_stone", "black_hack.spell.elemental_wall")
RESISTS: RuleId = "black_hack.magic.character_resists"
NO_SAVE: RuleId = "black_hack.magic.no_save"


def untouched(foe: Creature, spell: Spell) -> bool:
    """Whether a spell or prayer does nothing to a foe because of its nature."""
    if spell.attribute == "INT" and spell.id not in WORKS_ON_STONE and proof(foe, "magic"):
        return True
    return proof(foe, spell.does)


@rule("black_hack.magic.no_save", "black_hack.foe.powerful", "black_hack.magic.attributes")
def overcomes(play: Play, state: State, spell: Spell, by: str, foe: Creature | int, why: RuleId) -> tuple[State, bool]:
    """The caster's test against a foe that a spell, or the table's settings, asks for; gives whether it succeeds."""
    bad = (foe.of,) if isinstance(foe, Creature) and has_trait(foe, "slippery") else ()
    state, result = attempt(play, state, by, spell.attribute, why, against=foe, about="casting", disadvantages=bad)
    return state, result.success


@rule("black_hack.magic.character_resists", "black_hack.magic.no_save", "black_hack.setting.spell_resistance")
def withstands(play: Play, state: State, spell: Spell, by: str, who: str) -> tuple[State, bool]:
    """Whether somebody unwilling resists: a character by passing a test, a foe if the caster fails one."""
    one = find(state, who)
    if isinstance(one, Creature):
        if untouched(one, spell):
            play.tell("magic.proof", one.name, spell.id, why=spell.id)
            return state, True
        return _resists(play, state, spell, by, one)
    if not spell.resist:
        return state, False
    caster = next((foe for foe in state.foes if foe.id == by), None)
    about = spell.what if spell.what in impediments() else "magic"
    state, result = attempt(play, state, who, spell.resist, RESISTS, about=about, against=caster)
    if result.success:
        play.tell("magic.resisted", one.name, spell.id, why=RESISTS)
    return state, result.success


def _resists(play: Play, state: State, spell: Spell, by: str, foe: Creature) -> tuple[State, bool]:
    """Whether a foe resists; a setting lets none test, only those with more HD than the caster's Level, or all."""
    caster = next((one for one in state.party if one.id == by), None)
    how = state.settings.spell_resistance
    if not isinstance(caster, Character) or how == "none" or spell.test_by == "caster" or spell.nature == "help":
        return state, False
    if how == "higher_hd" and foe.hd <= caster.level:
        return state, False
    state, overcome = overcomes(play, state, spell, by, foe, NO_SAVE)
    if not overcome:
        play.tell("magic.resisted", foe.name, spell.id, why=NO_SAVE)
    return state, not overcome
