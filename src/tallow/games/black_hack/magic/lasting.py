"""Lasting effects as values: how long, on whom, and what suppresses them."""

from msgspec.structs import replace

from tallow.games.black_hack.combat.ranges import within
from tallow.games.black_hack.entries import Spell
from tallow.games.black_hack.state import Die, Effect, Span, State, everyone
from tallow.mechanics.ids import serial
from tallow.play import RuleId, rule

ARCANE = "black_hack.spell."
"""How the ids of Arcane magic begin; prayers are not Arcane."""

SHELL: RuleId = "black_hack.spell.anti_magic_shell"
TIME_STOP: RuleId = "black_hack.spell.time_stop"
SIDE_EFFECTS: RuleId = "black_hack.table.side_effects"
FIND_TRAPS: RuleId = "black_hack.prayer.find_traps"
FOOD: RuleId = "black_hack.prayer.create_food_water"
POISON: RuleId = "black_hack.prayer.neutralise_poison"
TELEKINESIS: RuleId = "black_hack.spell.telekinesis"
SILENCE: RuleId = "black_hack.prayer.silence"
LANGUAGES: RuleId = "black_hack.spell.read_languages_magic"
DAYLIGHT: RuleId = "black_hack.prayer.daylight"
DRILL: RuleId = "black_hack.magic_item.sun_drill"


@rule("black_hack.usage.duration", "black_hack.magic.no_duration")
def lay(
    state: State,
    of: RuleId,
    unit: Span = "",
    *,
    die: int = 0,
    by: str = "",
    on: tuple[str, ...] = (),
    detail: str = "",
    dice: tuple[Die, ...] = (),
    left: int = 0,
) -> tuple[State, Effect]:
    """Add an effect, with a Usage Die or for some Turns; without either it lasts until something ends it."""
    state, id_ = serial(state, "e")
    effect = Effect(id_, of, by, on, die, left, unit, dice, detail)
    return replace(state, effects=(*state.effects, effect)), effect


def lay_spell(
    state: State,
    spell: Spell,
    by: str,
    on: tuple[str, ...] = (),
    *,
    detail: str = "",
    dice: tuple[Die, ...] = (),
    otherwise: Span = "",
) -> tuple[State, Effect]:
    """Add the effect of a spell or prayer for the time of its entry; without a Usage Die it lasts `otherwise`."""
    unit = spell.lasts if spell.usage_die or not otherwise else otherwise
    return lay(state, spell.id, unit, die=spell.usage_die, by=by, on=on, detail=detail, dice=dice)


def title_of(effect: Effect) -> str:
    """The name of an effect: its entry, or for a side effect the row of the table."""
    return effect.detail if effect.of == SIDE_EFFECTS else effect.of


def changed(state: State, effect: Effect) -> State:
    """The state with this effect in place of the one of the same id."""
    return replace(state, effects=tuple([effect if old.id == effect.id else old for old in state.effects]))


def dropped(state: State, id_: str) -> State:
    """The state without the effect of that id; its consequences are not undone."""
    return replace(state, effects=tuple([effect for effect in state.effects if effect.id != id_]))


def effect_of(state: State, id_: str) -> Effect | None:
    """The effect of that id, if it still goes on."""
    return next((effect for effect in state.effects if effect.id == id_), None)


@rule("black_hack.spell.anti_magic_shell")
def suppressed(state: State, effect: Effect) -> bool:
    """Whether an anti-magic shell suppresses an Arcane effect: all those under it, or its caster, are Nearby."""
    if not effect.of.startswith(ARCANE) or effect.of == SHELL:
        return False
    there = [one.id for one in everyone(state)]
    near = [who for who in effect.on or (effect.by,) if who in there]
    return bool(near) and all(shelled(state, who) for who in near)


@rule("black_hack.spell.anti_magic_shell")
def shelled(state: State, who: str) -> bool:
    """Whether somebody is where no Arcane magic works: Nearby somebody with an anti-magic shell."""
    return any(effect.of == SHELL and within(state, effect.by, who, "nearby") for effect in state.effects)


def running(state: State, of: RuleId, who: str = "") -> tuple[Effect, ...]:
    """The effects of this kind, on somebody or at all, that are not suppressed."""
    return tuple(
        [
            effect
            for effect in state.effects
            if effect.of == of and (not who or who in effect.on) and not suppressed(state, effect)
        ]
    )


@rule("black_hack.prayer.find_traps")
def finds_traps(state: State) -> bool:
    """Whether traps Nearby are noticed without a test."""
    return bool(running(state, FIND_TRAPS))


@rule("black_hack.prayer.create_food_water")
def fed(state: State, who: str) -> bool:
    """Whether magic gives somebody food and water for the Day."""
    return bool(running(state, FOOD, who))


@rule("black_hack.prayer.silence")
def hushed(state: State, who: str) -> bool:
    """Whether somebody neither hears anything nor can be heard: Nearby one upon whom a magical silence lies."""
    if not state.effects:
        return False
    there = [one.id for one in everyone(state)]
    centres = [centre for effect in running(state, SILENCE) for centre in effect.on if centre in there]
    return any(within(state, who, centre, "nearby") for centre in centres)


@rule("black_hack.spell.read_languages_magic")
def reads_anything(state: State, who: str) -> bool:
    """Whether somebody reads every language, and magic, without a test."""
    return bool(state.effects) and bool(running(state, LANGUAGES, who))


@rule("black_hack.prayer.daylight", "black_hack.magic_item.sun_drill")
def sunlit(state: State) -> bool:
    """Whether the sun shines where everybody is: by a prayer, or through the hole of a Sun Drill."""
    return bool(state.effects) and bool(running(state, DAYLIGHT) or running(state, DRILL))


@rule("black_hack.prayer.neutralise_poison")
def proof_against_poison(state: State, who: str) -> bool:
    """Whether no poison harms somebody."""
    return bool(running(state, POISON, who))


@rule("black_hack.spell.time_stop")
def frozen(state: State, effect: Effect) -> bool:
    """Whether an effect is paused because those under it are frozen in time."""
    if effect.of == TIME_STOP or not effect.on:
        return False
    stopped = [who for other in state.effects if other.of == TIME_STOP for who in other.on]
    return bool(stopped) and all(who in stopped for who in effect.on)
