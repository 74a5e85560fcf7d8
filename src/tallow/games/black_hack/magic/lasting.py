"""What goes on, as values: how long, upon whom, and what holds it back for a while."""

from msgspec.structs import replace

from tallow.games.black_hack.combat.ranges import within
from tallow.games.black_hack.entries import Spell
from tallow.games.black_hack.state import Die, Effect, Span, State, everyone
from tallow.mechanics.ids import serial
from tallow.play import RuleId, rule

ARCANE = "black_hack.spell."
"""How the ids of Arcane magic begin; prayers are not."""

SHELL: RuleId = "black_hack.spell.anti_magic_shell"
TIME_STOP: RuleId = "black_hack.spell.time_stop"
SIDE_EFFECTS: RuleId = "black_hack.table.side_effects"
FIND_TRAPS: RuleId = "black_hack.prayer.find_traps"
FOOD: RuleId = "black_hack.prayer.create_food_water"
POISON: RuleId = "black_hack.prayer.neutralise_poison"
TELEKINESIS: RuleId = "black_hack.spell.telekinesis"


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
    """Something begins to go on, by its Usage Die or for so many Turns; without either until something ends it."""
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
    """A spell or prayer begins to go on for as long as its entry says; one without a Usage Die lasts `otherwise`."""
    unit = spell.lasts if spell.usage_die or not otherwise else otherwise
    return lay(state, spell.id, unit, die=spell.usage_die, by=by, on=on, detail=detail, dice=dice)


def title_of(effect: Effect) -> str:
    """What to call what goes on: its entry, or of a side effect which of them it is."""
    return effect.detail if effect.of == SIDE_EFFECTS else effect.of


def changed(state: State, effect: Effect) -> State:
    """The state with this effect in place of the one of the same id."""
    return replace(state, effects=tuple([effect if old.id == effect.id else old for old in state.effects]))


def dropped(state: State, id_: str) -> State:
    """The state without the effect of that id; what it has done stays as it is."""
    return replace(state, effects=tuple([effect for effect in state.effects if effect.id != id_]))


def effect_of(state: State, id_: str) -> Effect | None:
    """The effect of that id, if it still goes on."""
    return next((effect for effect in state.effects if effect.id == id_), None)


# ---------------------------------------------------------------- what others ask


@rule("black_hack.spell.anti_magic_shell")
def suppressed(state: State, effect: Effect) -> bool:
    """Whether a shell against magic holds an Arcane effect back: all upon whom it lies, or its caster, are Nearby."""
    if not effect.of.startswith(ARCANE) or effect.of == SHELL:
        return False
    there = [one.id for one in everyone(state)]
    near = [who for who in effect.on or (effect.by,) if who in there]
    return bool(near) and all(shelled(state, who) for who in near)


@rule("black_hack.spell.anti_magic_shell")
def shelled(state: State, who: str) -> bool:
    """Whether somebody stands where no Arcane magic works: Nearby one who has made it so."""
    return any(effect.of == SHELL and within(state, effect.by, who, "nearby") for effect in state.effects)


def running(state: State, of: RuleId, who: str = "") -> tuple[Effect, ...]:
    """What goes on of this kind, upon somebody or at all, and is not held back."""
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
    """Whether somebody has food and water for the Day without opening a pack."""
    return bool(running(state, FOOD, who))


@rule("black_hack.prayer.neutralise_poison")
def proof_against_poison(state: State, who: str) -> bool:
    """Whether no poison harms somebody."""
    return bool(running(state, POISON, who))


@rule("black_hack.spell.time_stop")
def frozen(state: State, effect: Effect) -> bool:
    """Whether an effect stands still because those upon whom it lies are out of time."""
    if effect.of == TIME_STOP or not effect.on:
        return False
    stopped = [who for other in state.effects if other.of == TIME_STOP for who in other.on]
    return bool(stopped) and all(who in stopped for who in effect.on)
