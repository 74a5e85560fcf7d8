"""Continuing spells and powers: beginning, finding and ending them.

Nothing here deals damage, so that `harm/damage.py` can use it. An effect does what its `mode` says, whatever it comes
from; some modes put creatures into conditions.
"""

from collections.abc import Mapping
from typing import Literal, TypeAlias

from msgspec.structs import replace

from tallow.games.vanilla.entries import Monster, monsters
from tallow.games.vanilla.state import MARKS, Creature, Effect, MarkKind, Shape, State, alive
from tallow.mechanics.conditions import gain, shed
from tallow.mechanics.ids import serial
from tallow.mechanics.marks import Mark
from tallow.mechanics.two_sides import everyone, find, put, side_of
from tallow.play import Play, RuleId, rule

Until: TypeAlias = Literal["", "dispelled", "concentration", "touched", "dawn"]

CONDITIONS: Mapping[str, tuple[str, ...]] = {
    "asleep": ("asleep", "unaware"),
    "awed": ("paralysed",),
    "charmed": ("charmed",),
    "confused": ("confused",),
    "convalescent": ("convalescent",),
    "engulfed": ("held",),
    "held_fast": ("held_fast",),
    "mummy_rot": ("mummy_rot",),
    "mute": ("mute",),
    "paralysed": ("paralysed",),
    "rooted": ("held",),
    "stone": ("stone",),
    "terror": ("fleeing",),
    "turned": ("fleeing",),
    "webbed": ("held",),
}
"""Conditions in which each mode puts those whom it is on."""

MARKED = ("latched", "swallowed")
"""Modes that mark as well: whoever has latched on, and whoever is swallowed."""

GRIPS = ("latched", "lodged", "engulfed", "swallowed", "acid", "slimed", "digested")
"""What enemies do to somebody Round by Round; it ends with the fight."""

EACH = (*GRIPS, "looks_away")
"""Modes of which one creature can be under several effects, each of another creature."""

CALLED = ("called", "bound", "loose")
"""Modes of effects on creatures that a spell has called up."""

DISTRACTS = ("asleep", "awed", "confused", "paralysed", "stone")
"""Modes in which nobody keeps up a spell."""


def on(state: State, who: str, *modes: str) -> tuple[Effect, ...]:
    """The effects on a creature, of these modes; all if none is named."""
    return tuple([e for e in state.effects if who in e.on and (not modes or e.mode in modes)])


def under(state: State, who: str, *modes: str) -> bool:
    """Whether an effect of these modes is on a creature."""
    return any(who in effect.on and effect.mode in modes for effect in state.effects)


def effect_of(state: State, id_: str) -> Effect:
    """The effect of that id."""
    return next(effect for effect in state.effects if effect.id == id_)


@rule("vanilla.spell.durations", "vanilla.monster.penalty")
def begin(
    play: Play,
    state: State,
    of: RuleId,
    mode: str,
    by: str,
    whom: tuple[str, ...],
    *,
    ends: int = 0,
    until: Until = "",
    amount: int = 0,
    level: int = 1,
    at: int = 0,
    monster: RuleId = "",
    own_shape: Shape | None = None,
) -> State:
    """Begin an effect; it replaces the same effect on the same creature, and its conditions and marks are set.

    What several can do to one at once is replaced only if it is by the same creature; a penalty or paralysis that
    would have lasted longer keeps its end.
    """
    for old in state.effects:
        again = tuple([who for who in old.on if who in whom])
        if again and old.of == of and old.mode == mode and not (old.by != by and mode in EACH):
            if old.ends and ends and mode in ("penalty", "paralysed"):
                ends = max(ends, old.ends)
            state = _without(state, old, again)
    state, id_ = serial(state, "e")
    effect = Effect(id_, of, by, whom, mode, ends, until, amount, level, at, monster, own_shape)
    state = replace(state, effects=(*state.effects, effect))
    conditions = CONDITIONS.get(mode, ())
    for who in whom if conditions else ():
        state = put(state, gain(find(state, who), *conditions))
    if mode in MARKED:
        bearer, mark = _marking(mode, by, whom[0])
        one = find(state, bearer)
        state = put(state, replace(one, marks=(*one.marks, mark)))
    for who in whom if mode in DISTRACTS else ():
        state = lose_concentration(play, state, who)
    return state


def _marking(mode: str, by: str, whom: str) -> tuple[str, Mark[MarkKind]]:
    """The creature that bears the mark of a grip, and the mark: the one latched on, or the one swallowed."""
    return (by, MARKS.mark("latched", whom)) if mode == "latched" else (whom, MARKS.mark("swallowed", by))


def _unmarked(state: State, effect: Effect, who: str) -> State:
    """The state without the mark of a grip that has ended."""
    bearer, mark = _marking(effect.mode, effect.by, who)
    if not any(one.id == bearer for one in everyone(state)):
        return state
    one = find(state, bearer)
    return put(state, replace(one, marks=tuple([other for other in one.marks if other != mark])))


def _without(state: State, effect: Effect, gone: tuple[str, ...]) -> State:
    """The state with an effect removed from these creatures; it ends when nobody is left."""
    left = tuple([who for who in effect.on if who not in gone])
    kept = [replace(e, on=left) if e.id == effect.id else e for e in state.effects if e.id != effect.id or left]
    state = replace(state, effects=tuple(kept))
    for who in gone:
        if any(one.id == who for one in everyone(state)):
            state = put(state, _recovered(state, find(state, who), effect.mode))
        if effect.mode in MARKED:
            state = _unmarked(state, effect, who)
    return state


def _recovered(state: State, one: Creature, mode: str) -> Creature:
    """The creature without the conditions of a mode, except those that another effect causes."""
    for condition in CONDITIONS.get(mode, ()):
        others = any(one.id in e.on and condition in CONDITIONS.get(e.mode, ()) for e in state.effects)
        grappled = condition == "held" and MARKS.any(one.marks, "grappled")
        if not others and not grappled and not (condition == "unaware" and "out" in one.conditions):
            one = shed(one, condition)
    return one


def leave(play: Play, state: State, effect: Effect, who: str) -> State:
    """End an effect for one creature; it goes on for the others."""
    if effect.on == (who,):
        return finish(play, state, effect.id)
    if alive(find(state, who)):
        play.tell("effect.left", find(state, who).name, effect.of, why=effect.of)
    return _without(state, effect, (who,))


@rule("vanilla.spell.durations", "vanilla.spell.conjure_elemental", "vanilla.spell.sticks_to_snakes")
def finish(play: Play, state: State, id_: str) -> State:
    """End an effect, with its conditions, shapes and called creatures."""
    effect = effect_of(state, id_)
    names = tuple([one.name for one in everyone(state) if one.id in effect.on and alive(one)])
    if names or not effect.on:
        play.tell("effect.over" if names else "effect.ended", effect.of, names, why=effect.of)
    state = _without(state, effect, effect.on)
    if effect.own_shape is not None:
        for who in effect.on:
            state = put(state, with_own_shape(find(state, who), effect.own_shape))
    elif effect.mode == "called":
        for who in effect.on:
            state = put(state, gain(find(state, who), "gone"))
    elif effect.mode == "bound":
        state = unbound(play, state, effect)
    elif effect.stopped is not None:
        state = _again(state, effect.stopped)
    return state


def finish_all(play: Play, state: State, who: str, *modes: str) -> State:
    """End all effects of these modes for one creature."""
    for effect in on(state, who, *modes):
        state = leave(play, state, effect, who)
    return state


@rule("vanilla.spell.durations", "vanilla.action.concentrate")
def lose_concentration(play: Play, state: State, who: str) -> State:
    """End what a creature keeps up by concentration."""
    for effect in state.effects:
        if effect.by == who and effect.until == "concentration" and effect in state.effects:
            state = finish(play, state, effect.id)
    return state


def keeps_up(state: State, who: str) -> bool:
    """Whether a creature keeps up an effect by concentration."""
    return any(effect.by == who and effect.until == "concentration" for effect in state.effects)


def stop(play: Play, state: State, id_: str, minutes: int, of: RuleId) -> State:
    """Suspend an effect for some minutes; creatures that it called are away meanwhile."""
    effect = effect_of(state, id_)
    state = finish(play, as_called(state, effect), id_)
    state, new = serial(state, "e")
    paused = Effect(new, of, effect.by, effect.on, "stopped", state.clock + minutes, stopped=effect)
    return replace(state, effects=(*state.effects, paused))


def as_called(state: State, effect: Effect) -> State:
    """The state with an effect's called creatures leaving when it ends, even if they were bound."""
    if effect.mode not in CALLED:
        return state
    called = replace(effect, mode="called")
    return replace(state, effects=tuple([called if other.id == effect.id else other for other in state.effects]))


def _again(state: State, effect: Effect) -> State:
    """Resume a suspended effect, on those who are still there and alive."""
    left = tuple([one.id for one in everyone(state) if one.id in effect.on and "dead" not in one.conditions])
    if effect.on and not left:
        return state
    state = replace(state, effects=(*state.effects, replace(effect, on=left)))
    for who in left:
        one = gain(find(state, who), *CONDITIONS.get(effect.mode, ()))
        if effect.mode in CALLED:
            one = shed(one, "gone")
        elif effect.mode == "shape":
            one = shaped(one, monsters()[effect.monster])
        state = put(state, one)
    return state


def own_shape(one: Creature) -> Shape:
    """The parts of a creature that another shape replaces, to restore it from."""
    places = tuple([(item.id, item.place) for item in one.items if item.place != "pack"])
    return Shape(one.av, one.st, one.ac, one.attacks, one.worn, one.damage, places)


@rule("vanilla.spell.polymorph", "vanilla.monster.doppelganger", "vanilla.monster.vampire")
def shaped(one: Creature, monster: Monster) -> Creature:
    """The creature with another's numbers and powers; what it wears and holds is part of the shape."""
    items = tuple([replace(item, place="pack") if item.place in ("worn", "hands") else item for item in one.items])
    return replace(
        one,
        av=monster.av,
        st=monster.st,
        ac=monster.ac,
        attacks=monster.attacks,
        damage=monster.damage,
        worn=False,
        items=items,
        marks=(*one.marks, MARKS.mark("shape", monster.id)),
    )


def with_own_shape(one: Creature, own: Shape) -> Creature:
    """The creature in its own shape again, with what it wore."""
    places = dict(own.places)
    return replace(
        one,
        av=own.av,
        st=own.st,
        ac=own.ac,
        attacks=own.attacks,
        worn=own.worn,
        damage=own.damage,
        items=tuple([replace(item, place=places.get(item.id, item.place)) for item in one.items]),
        marks=MARKS.without(one.marks, "shape"),
    )


@rule("vanilla.spell.conjure_elemental")
def unbound(play: Play, state: State, effect: Effect) -> State:
    """Creatures bound by concentration turn against their caster."""
    there = [one.id for one in everyone(state)]
    for who in effect.on if effect.by in there else ():
        one = find(state, who)
        if side_of(state, who) == side_of(state, effect.by):
            play.tell("unbound", one.name, find(state, effect.by).name, why=effect.of)
            state = change_sides(state, who)
    return state


def change_sides(state: State, who: str) -> State:
    """A creature changes sides, and has no go there in this Round."""
    one = find(state, who)
    combat = state.combat
    if combat is not None and who in combat.due:
        due = tuple([other for other in combat.due if other != who])
        state = replace(state, combat=replace(combat, due=due))
    party = tuple([other for other in state.party if other.id != who])
    foes = tuple([other for other in state.foes if other.id != who])
    if side_of(state, who) == "party":
        return replace(state, party=party, foes=(*foes, replace(one, seat="referee")))
    return replace(state, foes=foes, party=(*party, one))
