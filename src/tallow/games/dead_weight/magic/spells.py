"""Spells: what can be cast, the conductor, casting, and the test that follows it."""

from functools import lru_cache

from msgspec.structs import replace

from tallow.games.dead_weight.checks.attribute_tests import attempt
from tallow.games.dead_weight.entries.magic import Spell, spells
from tallow.games.dead_weight.gear.inventory import HANDS, roles, with_role
from tallow.games.dead_weight.gear.trappings import into_robe
from tallow.games.dead_weight.harm.traumas import spell_cast
from tallow.games.dead_weight.magic.aiming import Aim, aim, can_aim
from tallow.games.dead_weight.magic.effects import silenced
from tallow.games.dead_weight.magic.mishaps import mishap
from tallow.games.dead_weight.magic.workings import Cast, work
from tallow.games.dead_weight.settings import Settings
from tallow.games.dead_weight.state import Adventurer, Item, State, able, adventurer, put
from tallow.play import REFEREE, Play, RuleId, rule

NO_CONDUCTOR: RuleId = "dead_weight.spell.no_conductor"


@rule("dead_weight.spell.list", "dead_weight.setting.school_spell_level")
def level(settings: Settings, spell: Spell) -> int:
    """The level of a spell, for mishaps; for spells of schools the table's settings say it."""
    return spell.level if spell.basic else settings.school_spell_level


@rule("dead_weight.trait.magic_user", "dead_weight.spell.cast", "dead_weight.prayer.silence")
def castable(state: State, one: Adventurer) -> tuple[RuleId, ...]:
    """The memorized spells that can be cast here and now."""
    return tuple([spell for spell in one.magic.memorized if can_cast(state, one, spell)])


@rule("dead_weight.trait.magic_user", "dead_weight.prayer.silence")
def can_cast(state: State, one: Adventurer, spell: RuleId) -> bool:
    """Whether somebody could cast this spell here and now, if they had memorized it."""
    if "magic_user" not in one.life.traits or silenced(state, one):
        return False
    return can_aim(state, one.id, spells()[spell])


@rule("dead_weight.spell.conductor")
def conducted(play: Play, state: State, one: Adventurer) -> bool:
    """Whether a conductor is at hand: carried, and in a combat held, unless the GM waives that."""
    conductor = with_role(one, "conductor")
    if conductor is None or state.combat is None or conductor.place in HANDS:
        return conductor is not None
    waived = play.choose(
        REFEREE, "waive_conductor", ("no", "yes"), one.name, conductor.name, why="dead_weight.spell.conductor"
    )
    return waived == "yes"


def holds_conductor(one: Adventurer) -> bool:
    """Whether somebody holds a conductor, and so can cast in combat without danger."""
    return _held_conductor(one.items)


@lru_cache(maxsize=4096)
def _held_conductor(items: tuple[Item, ...]) -> bool:
    return any(item.place in HANDS and not item.broken and "conductor" in roles(item) for item in items)


@rule("dead_weight.spell.cast")
def cast_spell(play: Play, state: State, who: str, spell: RuleId, *, safe: bool, at: Aim | None = None) -> State:
    """Cast a spell: it always works; then the caster makes a test. `safe`: there is a conductor.

    `at` is its target, where the caster is not to be asked for it.
    """
    entry = spells()[spell]
    play.tell("cast", adventurer(state, who).name, spell, why="dead_weight.spell.cast")
    state = spell_cast(play, unleash(play, state, who, spell, at), who)
    one = adventurer(state, who)
    if not able(one):
        return state
    if one.magic.well:
        play.tell("well.used", one.name, why="dead_weight.spell.great_success")
        return put(state, replace(one, magic=replace(one.magic, well=False)))
    return _tested(play, state, who, entry, safe=safe)


def unleash(play: Play, state: State, who: str, spell: RuleId, at: Aim | None = None) -> State:
    """Aim a spell, unless its target is given, and apply its effects, without the test."""
    entry = spells()[spell]
    return work(play, state, Cast(who, entry, at or aim(play, state, who, entry)))


@rule(
    "dead_weight.spell.success",
    "dead_weight.spell.failure",
    "dead_weight.spell.critical_failure",
    "dead_weight.spell.great_success",
    "dead_weight.spell.no_conductor",
)
def _tested(play: Play, state: State, who: str, entry: Spell, *, safe: bool) -> State:
    """The test after a spell: forgotten on a failure, a mishap on a critical one, or on any without a conductor."""
    before = adventurer(state, who).intelligence.fatigue
    state, reading = attempt(play, state, who, entry.attribute, "dead_weight.spell.cast", about="spell")
    state = into_robe(play, state, who, before)
    one = adventurer(state, who)
    if reading.great:
        play.tell("well.tapped", one.name, why="dead_weight.spell.great_success")
        return put(state, replace(one, magic=replace(one.magic, well=True)))
    if reading.success:
        return state
    play.tell("forgotten", one.name, entry.id, why="dead_weight.spell.failure")
    left = tuple(spell for spell in one.magic.memorized if spell != entry.id)
    state = put(state, replace(one, magic=replace(one.magic, memorized=left)))
    if reading.critical or not safe:
        return mishap(play, state, who, level(state.settings, entry))
    return state
