"""Lasting effects: how they begin, what they change, what they do turn by turn, and what ends them.

`left` of an effect is the number of turns it has after the current one. Combat turns are counted at the end of a round
(`tick_round`), exploration turns as they pass (`tick_turn`); `turn_begins` does what happens at the start of an
adventurer's own turn. The functions at the end tell the other modules what an effect changes.
"""

from msgspec.structs import replace

from tallow.games.dead_weight.checks.use_limits import NEXT_COMBAT, TURN_USES
from tallow.games.dead_weight.combat.morale import gain_morale
from tallow.games.dead_weight.magic.aftereffects import ENDINGS
from tallow.games.dead_weight.state import (
    OFF_CHART,
    Adventurer,
    Combat,
    Creature,
    Effect,
    Enemy,
    Square,
    State,
    Unit,
    able,
    adventurer,
    alive,
    everyone,
    find,
    here,
    put,
    under,
)
from tallow.mechanics.conditions import gain, shed
from tallow.mechanics.ids import serial
from tallow.play import EVERYONE, REFEREE, Audience, Play, RuleId, rule

HASTE: RuleId = "dead_weight.spell.haste"
SMOKE_FORM: RuleId = "dead_weight.spell.smoke_form"
BONEDANCE: RuleId = "dead_weight.spell.bonedance"
PHOBIA: RuleId = "dead_weight.spell.phobia"
BLACK_NIGHT: RuleId = "dead_weight.spell.black_night"
ARCANE_SEAL: RuleId = "dead_weight.spell.arcane_seal"
ARCANE_EYE: RuleId = "dead_weight.spell.arcane_eye"
MAGIC_SHIELD: RuleId = "dead_weight.spell.magic_shield"
SHACKLES: RuleId = "dead_weight.spell.shackles"
TELEKINESIS: RuleId = "dead_weight.spell.telekinesis"
WEAVE_FATE: RuleId = "dead_weight.spell.weave_fate"
MIND_FOG: RuleId = "dead_weight.spell.mind_fog"
MYSTIC_INK: RuleId = "dead_weight.spell.mystic_ink"
MISHAP: RuleId = "dead_weight.table.spell_mishap"
MIRACLE: RuleId = "dead_weight.table.miracle"
SILENCE: RuleId = "dead_weight.prayer.silence"
SEAL: RuleId = "dead_weight.prayer.seal"
IGNORANCE: RuleId = "dead_weight.prayer.ignorance"
HYPERFOCUS: RuleId = "dead_weight.prayer.hyperfocus"
APOTHEOSIS: RuleId = "dead_weight.prayer.apotheosis"
BLISS: RuleId = "dead_weight.prayer.bliss"
LIGHTS: tuple[RuleId, ...] = ("dead_weight.spell.light", "dead_weight.prayer.light")
SHOTS: tuple[RuleId, ...] = ("dead_weight.spell.magic_missile", "dead_weight.spell.silver_cannon")

CONDITION: dict[RuleId, str] = {
    "dead_weight.spell.nightmare": "asleep",
    "dead_weight.spell.glue": "glued",
    "dead_weight.spell.arcane_prison": "imprisoned",
    BLACK_NIGHT: "blind",
    "dead_weight.prayer.hold": "paralysed",
    "dead_weight.prayer.euphoria": "unburdened",
}
"""The condition that an effect keeps those under it in; see `condition`."""

OWN_TURN = (SMOKE_FORM, APOTHEOSIS)
"""Effects that end when the turn of whoever is under them begins."""

SECRET = (WEAVE_FATE, MIND_FOG)
"""Effects whose time only the GM knows."""

LASTING = (MYSTIC_INK, MISHAP, PHOBIA)
"""Effects that go on after the expedition, if they have no unit of time."""


@rule("dead_weight.spell.turns")
def begin(state: State, effect: Effect) -> State:
    """Begin an effect; it replaces the same one by the same caster on the same people."""
    kept = [old for old in state.effects if old.of != effect.of or not effect.on or _same(old) != _same(effect)]
    state, id_ = serial(state, "effect")
    state = replace(state, effects=(*kept, replace(effect, id=id_)))
    kept_in = condition(effect)
    if kept_in:
        for who in effect.on:
            state = put(state, gain(find(state, who), kept_in))
    return state


def condition(effect: Effect) -> str:
    """The condition that an effect gives to those under it, "" if none."""
    if effect.of == MISHAP:
        return "blind" if effect.detail == "blind" else ""
    return CONDITION.get(effect.of, "")


def _same(effect: Effect) -> tuple[RuleId, str, tuple[str, ...]]:
    return effect.of, effect.by, effect.on


@rule("dead_weight.spell.turns")
def counted(state: State, turns: int, unit: Unit, who: str) -> int:
    """The value of `left` for an effect that lasts this many turns for `who`.

    A fight counts as one exploration turn, and a combat turn still to come in this round counts as one combat turn.
    """
    if state.combat is None or turns < 1:
        return turns
    if unit == "round":
        return turns - still_to_act(state, who)
    return turns - 1 if unit == "turn" else turns


def still_to_act(state: State, who: str) -> bool:
    """Whether somebody has a whole turn to come in this round."""
    combat = state.combat
    if combat is None or who == combat.turn:
        return False
    if who in combat.due:
        return True
    if who in [one.id for one in state.party]:
        return who not in combat.fast and combat.step in {"fast", "enemies"}
    return combat.step == "fast"


def finish(play: Play, state: State, which: str) -> State:
    """End an effect, and what it has given to those under it."""
    effect = next(one for one in state.effects if one.id == which)
    there = [one for one in everyone(state) if one.id in effect.on]
    names = tuple(one.name for one in there)
    code = "effect.ends" if names else "effect.over"
    play.tell(code, effect.of, names, why=effect.of, seen_by=seen_by(effect))
    state = replace(state, effects=tuple(one for one in state.effects if one.id != which))
    kept_in = condition(effect)
    for one in there:
        if kept_in and not _kept(state, one, kept_in):
            state = put(state, shed(find(state, one.id), kept_in))
    ending = ENDINGS.get(effect.of)
    return ending(play, state, effect) if ending else state


def seen_by(effect: Effect) -> Audience:
    """The audience that is told of an effect: some are only told to the GM."""
    return (REFEREE,) if effect.of == MIND_FOG else EVERYONE


def _kept(state: State, one: Creature, kept_in: str) -> bool:
    return any(one.id in effect.on and condition(effect) == kept_in for effect in state.effects)


def lapse(play: Play, state: State) -> State:
    """Remove effects from those who are dead or gone, or who no longer have the condition that the effect gives."""
    if not state.effects:
        return state
    there = {one.id: one for one in everyone(state)}
    for effect in state.effects:
        kept_in = condition(effect)
        if not effect.on or effect.of == BLACK_NIGHT:
            continue
        left = tuple([who for who in effect.on if who in there and _under(there[who], kept_in)])
        if left == effect.on:
            continue
        if left:
            changed = replace(effect, on=left)
            state = replace(state, effects=tuple(changed if old.id == effect.id else old for old in state.effects))
        else:
            state = replace(state, effects=tuple(old for old in state.effects if old.id != effect.id))
    return state


def _under(one: Creature, kept_in: str) -> bool:
    return alive(one) and (not kept_in or kept_in in one.conditions)


@rule("dead_weight.spell.turns")
def tick_round(play: Play, state: State) -> State:
    """At the end of a round: count down combat turns, and end effects that have none left."""
    if not state.effects:
        return state
    state = lapse(play, state)
    for effect in state.effects:
        if effect.unit != "round":
            continue
        if effect.of in OWN_TURN:
            if not able(find(state, effect.on[0])):
                state = finish(play, state, effect.id)
        else:
            state = _count(play, state, effect)
    return shadows(state)


@rule("dead_weight.spell.turns")
def tick_turn(play: Play, state: State) -> State:
    """When an exploration turn passes: count down, and end effects that have no turns left."""
    if not state.effects:
        return state
    state = lapse(play, state)
    for effect in state.effects:
        if effect.unit == "turn":
            state = _count(play, state, effect)
    return state


def _count(play: Play, state: State, effect: Effect) -> State:
    if effect.left < 1:
        return finish(play, state, effect.id)
    less = replace(effect, left=effect.left - 1)
    return replace(state, effects=tuple([less if old.id == effect.id else old for old in state.effects]))


@rule("dead_weight.spell.black_night", "dead_weight.condition.blind")
def shadows(state: State) -> State:
    """The state with those who stand in a magical night blind, and those who left it not; its caster sees."""
    nights = [effect for effect in state.effects if effect.of == BLACK_NIGHT and effect.squares]
    for night in nights:
        inside = tuple(
            one.id for one in everyone(state) if one.at in night.squares and one.id != night.by and alive(one)
        )
        if inside == night.on:
            continue
        now = replace(night, on=inside)
        state = replace(state, effects=tuple(now if old.id == night.id else old for old in state.effects))
        for one in everyone(state):
            if one.id in inside:
                state = put(state, gain(one, "blind"))
            elif one.id in night.on and not _kept(state, one, "blind"):
                state = put(state, shed(one, "blind"))
    return state


@rule("dead_weight.table.miracle")
def combat_begins(play: Play, state: State) -> State:
    """Apply what waits for the next fight: courage, and a shield token for everybody."""
    if not state.carries or state.combat is None:
        return state
    for carried in state.carries:
        if NEXT_COMBAT.any((carried,), "morale"):
            state = gain_morale(play, state, "party", NEXT_COMBAT.number((carried,), "morale", 0))
        else:
            for one in state.party:
                if alive(one):
                    state = put(state, replace(one, shield=one.shield + 1))
            play.tell("miracle.ward", why="dead_weight.table.miracle")
    return replace(state, carries=())


@rule("dead_weight.spell.turns")
def combat_over(play: Play, state: State) -> State:
    """End the effects that lasted for the fight or were counted in its turns, and all those placed on its chart."""
    state = lapse(play, state)
    for effect in state.effects:
        if effect.unit in {"round", "combat"}:
            state = finish(play, state, effect.id)
    if any(effect.squares for effect in state.effects):
        state = replace(state, effects=tuple(replace(effect, squares=()) for effect in state.effects))
    return state


@rule("dead_weight.spell.arcane_eye")
def camp_made(play: Play, state: State) -> State:
    """Remove floating eyes when a camp is set."""
    for effect in state.effects:
        if effect.of == ARCANE_EYE:
            state = finish(play, state, effect.id)
    return state


@rule("dead_weight.spell.turns")
def expedition_over(play: Play, state: State) -> State:
    """End all lasting effects with the expedition, except those of `LASTING` without a unit of time."""
    for effect in state.effects:
        if effect.of not in LASTING or effect.unit:
            state = finish(play, state, effect.id)
    return replace(state, carries=())


@rule("dead_weight.spell.bonedance")
def advantage_against(state: State, target: str) -> int:
    """The number of advantages on every test against somebody: attacks on it, and defence against it."""
    return int(bool(state.effects) and under(state, target, BONEDANCE))


@rule("dead_weight.spell.phobia")
def dreads(state: State, who: str, whom: str) -> bool:
    """Whether `who` dreads `whom`, or all of their kind: attacks them only if cornered, and keeps away from them."""
    for effect in state.effects:
        if effect.of == PHOBIA and who in effect.on and effect.detail in (whom, kind(find(state, whom))):
            return True
    return False


def kind(one: Creature) -> RuleId:
    """The entry of the bestiary that somebody is of, "" for adventurers and for enemies of the GM's own."""
    return one.of if isinstance(one, Enemy) else ""


@rule("dead_weight.spell.phobia", "dead_weight.table.miracle")
def dreaded(state: State, who: str) -> tuple[str, ...]:
    """The ids of those whom somebody attacks only if cornered, and avoids; a monster in dread of a god dreads all."""
    if under(state, who, MIRACLE):
        return tuple([one.id for one in state.party + state.allies])
    feared = [effect.detail for effect in state.effects if effect.of == PHOBIA and who in effect.on]
    return tuple([one.id for one in everyone(state) if one.id in feared or kind(one) in feared]) if feared else ()


@rule("dead_weight.spell.haste", "dead_weight.spell.smoke_form")
def doubled_move(state: State, who: str) -> bool:
    """Whether somebody moves twice as far."""
    return bool(state.effects) and (under(state, who, HASTE) or under(state, who, SMOKE_FORM))


@rule("dead_weight.spell.smoke_form")
def smoke(state: State, who: str) -> bool:
    """Whether somebody is smoke: can move freely out of reach, do nothing else, and not be harmed."""
    return bool(state.effects) and under(state, who, SMOKE_FORM)


@rule("dead_weight.spell.smoke_form", "dead_weight.spell.arcane_prison", "dead_weight.condition.imprisoned")
def invulnerable(state: State, who: str) -> bool:
    """Whether nothing can hurt somebody now."""
    return smoke(state, who) or "imprisoned" in find(state, who).conditions


@rule("dead_weight.spell.arcane_seal")
def spell_proof(state: State, one: Creature) -> bool:
    """Whether no spell works on somebody."""
    return "imprisoned" in one.conditions or under(state, one.id, ARCANE_SEAL)


@rule("dead_weight.prayer.silence")
def silenced(state: State, one: Creature) -> bool:
    """Whether somebody is where no spell can be cast: in the silent area on the chart, or near it outside a fight."""
    silences = [effect for effect in state.effects if effect.of == SILENCE]
    return any(one.at in each.squares or (state.combat is None and one.at == OFF_CHART) for each in silences)


@rule("dead_weight.prayer.seal")
def cannot_cross(state: State, one: Creature) -> tuple[Square, ...]:
    """The squares that somebody cannot enter: for undead, the sealed lines."""
    if not state.effects or not isinstance(one, Enemy) or "undead" not in one.tags:
        return ()
    return tuple(square for effect in state.effects if effect.of == SEAL for square in effect.squares)


@rule("dead_weight.prayer.ignorance")
def ignorant(state: State, who: str) -> bool:
    """Whether somebody cannot use attacks based on INT."""
    return bool(state.effects) and under(state, who, IGNORANCE)


@rule("dead_weight.prayer.hyperfocus")
def hyperfocused(state: State, who: str) -> bool:
    """Whether somebody has 3 actions a turn, all of them the same."""
    return bool(state.effects) and under(state, who, HYPERFOCUS)


@rule("dead_weight.prayer.hyperfocus")
def focused_elsewhere(combat: Combat, action: str) -> bool:
    """Whether a hyperfocused creature has already done another action than this in the current turn."""
    return any(done != action for done in TURN_USES.about(combat.used, "focus"))


@rule("dead_weight.prayer.hyperfocus")
def focus_on(state: State, who: str, action: str) -> State:
    """Somebody who is hyperfocused has done this action, and can do no other in this turn."""
    combat = state.combat
    if not state.effects or combat is None or not hyperfocused(state, who):
        return state
    return replace(state, combat=replace(combat, used=(*combat.used, TURN_USES.mark("focus", action))))


@rule("dead_weight.spell.telekinesis")
def telekinetic(state: State, who: str) -> bool:
    """Whether somebody uses weapons with INT in place of STR."""
    return bool(state.effects) and under(state, who, TELEKINESIS)


@rule("dead_weight.spell.magic_missile", "dead_weight.spell.silver_cannon")
def shots(state: State, one: Adventurer) -> tuple[RuleId, ...]:
    """The spells that give somebody a ranged attack now; its profile is the spell's `attack`."""
    found = [effect.of for effect in state.effects if effect.of in SHOTS and one.id in effect.on]
    return tuple([spell for spell in found if spell == SHOTS[0] or one.purse.silver > 0]) if found else ()


@rule("dead_weight.spell.silver_cannon")
def pay_shot(state: State, who: str, of: RuleId) -> State:
    """Pay 1 silver for a shot of the silver cannon, hit or miss."""
    if of == SHOTS[0]:
        return state
    one = adventurer(state, who)
    return put(state, replace(one, purse=replace(one.purse, silver=one.purse.silver - 1)))


@rule("dead_weight.spell.light", "dead_weight.prayer.light")
def magic_light(state: State) -> bool:
    """Whether a spell or prayer lights the room where the party is."""
    return any(effect.of in LIGHTS and effect.detail == room_here(state) for effect in state.effects)


def room_here(state: State) -> str:
    """A key for the room where the party is, made of the location's id and the room; "" for nowhere."""
    place = here(state)
    return f"{place.id} {place.room}" if place is not None else ""


@rule("dead_weight.prayer.bliss")
def forgotten(state: State, who: str) -> tuple[str, ...]:
    """The afflictions that somebody has but does not feel; they can be neither gained again nor cured."""
    return tuple(effect.detail for effect in state.effects if effect.of == BLISS and who in effect.on)
