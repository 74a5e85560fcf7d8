"""Continuing effects of magic, powers and things: beginning, what they do each turn, and ending."""

from msgspec.structs import replace

from tallow.games.deeds import Deed
from tallow.games.modified_cairn.characters.boons import WEREWOLF
from tallow.games.modified_cairn.checks.saves import save
from tallow.games.modified_cairn.checks.tables import called, total
from tallow.games.modified_cairn.harm.conditions import cover, deprive, expose, relieve, strain
from tallow.games.modified_cairn.harm.damage import suffer
from tallow.games.modified_cairn.harm.scars import one_handed
from tallow.games.modified_cairn.state import (
    DAY,
    HOUR,
    Creature,
    Effect,
    Side,
    State,
    alive,
    gain,
    has,
    members,
    shed,
)
from tallow.games.modified_cairn.uses import MARKS, SPENT
from tallow.games.modified_cairn.world.darkness import shade
from tallow.mechanics.ids import serial
from tallow.mechanics.tables import entry_of
from tallow.mechanics.two_sides import everyone, find, put
from tallow.play import REFEREE, Play, RuleId, rule

EXPOSED, INFECTED = "exposed", "infected"
STONE_IN = 3
"""Rounds in which somebody turns to stone."""


def begin(state: State, effect: Effect) -> State:
    """The state with this effect begun; it replaces the same effect on the same creatures."""
    kept = tuple(e for e in state.effects if not _same(e, effect))
    state, id_ = serial(replace(state, effects=kept), "e")
    return replace(state, effects=(*state.effects, replace(effect, id=id_)))


def _same(one: Effect, other: Effect) -> bool:
    """Whether two effects have the same source, targets and consequences."""
    kinds = [(e.of, e.on, e.does, e.state, e.what, e.dice, e.steps) for e in (one, other)]
    return kinds[0] == kinds[1]


@rule("modified_cairn.phase.dungeon_upkeep")
def bring(
    play: Play, state: State, of: RuleId, on: tuple[str, ...], brings: str, lasts: int = 0, *, by: str = ""
) -> State:
    """Put creatures into a state, or make them Exposed, for `lasts` seconds; 0: until something ends it."""
    for who in on:
        one = find(state, who)
        state = put(state, expose(play, one, of) if brings == EXPOSED else gain(one, brings))
    ends = state.clock + lasts if lasts else 0
    effect = Effect("", of, by, on, ends)
    bare = brings == EXPOSED
    return begin(state, replace(effect, does="exposed") if bare else replace(effect, does="hold", state=brings))


@rule("modified_cairn.enemy.save_each_round")
def turn_end(play: Play, state: State, side: Side) -> State:
    """At the end of a side's turn: Saves against effects on its members, harm from them, a step towards stone."""
    mine = [one.id for one in members(state, side)]
    for effect in state.effects:
        for who in effect.on:
            if who in mine and alive(find(state, who)):
                state = _tick(play, state, effect, who)
    return state


def _tick(play: Play, state: State, effect: Effect, who: str) -> State:
    """Apply one turn of an effect to a creature: count down its rounds, make the Save against it, or deal its harm."""
    if effect.rounds:
        left = effect.rounds - 1
        return _with(state, replace(effect, rounds=left)) if left else release(play, state, effect.id)
    if effect.save and not effect.ends and save(play, find(state, who), effect.save, entry_of(effect.of)):
        return release(play, state, effect.id)
    if effect.does == "each":
        return suffer(play, state, who, "VIG", total(play, effect.dice, REFEREE, effect.of), effect.of)
    if effect.does == "stone":
        return _stiffen(play, state, effect, who, effect.steps + 1)
    return state


def _stiffen(play: Play, state: State, effect: Effect, who: str, steps: int) -> State:
    play.tell("affliction.stiffens", find(state, who).name, steps, STONE_IN, why=effect.of)
    if steps < STONE_IN:
        return _with(state, replace(effect, steps=steps))
    state = put(state, gain(find(state, who), "stone"))
    return _with(state, replace(effect, save="", does="hold", state="stone", steps=0))


def _with(state: State, effect: Effect) -> State:
    return replace(state, effects=tuple(effect if e.id == effect.id else e for e in state.effects))


@rule("modified_cairn.enemy.save_each_round")
def fight_over(play: Play, state: State) -> State:
    """After a fight: Guard above its maximum is lost, and what can be used once a fight can be used again.

    Effects that a Save or a number of rounds ends go on turn by turn at once, for 20 turns at most.
    """
    calmer = [replace(one, guard=min(one.guard, one.guard_max)) for one in everyone(state)]
    rested = [replace(one, spent=SPENT.without(one.spent, "fight")) for one in calmer]
    state = put(state, *rested)
    for _ in range(20):
        rolled = [e for e in state.effects if (e.save or e.rounds) and not e.ends]
        if not rolled:
            break
        for effect in rolled:
            living = _living(state, effect)
            state = release(play, state, effect.id) if not living else state
            for who in living:
                state = _tick(play, state, effect, who)
    return state


@rule("modified_cairn.enemy.save_each_round")
def release(play: Play, state: State, id: str) -> State:  # noqa: A002
    """End an effect, and the states that it caused, unless another effect causes them too."""
    effect = next((e for e in state.effects if e.id == id), None)
    if effect is None:
        return state
    state = replace(state, effects=tuple(e for e in state.effects if e.id != id))
    if not effect.on:
        play.tell("working.over", called(effect.of), why=entry_of(effect.of))
    for who in effect.on:
        victim = next((one for one in everyone(state) if one.id == who), None)
        if victim is None:
            continue
        others = [e for e in state.effects if who in e.on]
        freed = not any(e.does == "hold" and (e.state, e.what) == (effect.state, effect.what) for e in others)
        if effect.what and freed:
            victim = MARKS.drop(victim, "warded", effect.what)
        elif effect.does == "hold" and freed and has(victim, effect.state):
            victim = one_handed(play, shed(victim, effect.state), entry_of(effect.of))
        elif effect.does == "exposed":
            victim = cover(play, victim, effect.of)
        elif effect.does == "deprived":
            victim = relieve(play, victim, effect.of)
        play.tell("affliction.ends", victim.name, called(effect.of), why=entry_of(effect.of))
        state = _paid_for(play, put(state, victim), effect, who)
    return shade(state)


@rule("modified_cairn.table.fieldwarden_1", "modified_cairn.table.hexenbane_1", "modified_cairn.table.jongleur_2")
def _paid_for(play: Play, state: State, effect: Effect, who: str) -> State:
    """What the end of an effect costs whoever was under it: Strain, or an hour of being Deprived."""
    if not alive(find(state, who)):
        return state
    if effect.wearies:
        state = strain(play, state, who, effect.wearies)
    if effect.deprives:
        state = put(state, deprive(play, find(state, who), entry_of(effect.of), state.clock))
        state = begin(state, Effect("", entry_of(effect.of), effect.by, (who,), state.clock + HOUR, does="deprived"))
    return state


@rule("modified_cairn.hurt.critical_effects", "modified_cairn.monster.giant_centipede")
def expire(play: Play, state: State, id: str) -> State:  # noqa: A002
    """An effect's time is up: it ends; or a slow death kills, a craving begins, a wolf's wound makes a wolf, or a
    failed daily Save prolongs it.
    """
    effect = next((e for e in state.effects if e.id == id), None)
    if effect is None:
        return state
    if effect.does == "doom":
        state = replace(state, effects=tuple(e for e in state.effects if e.id != id))
        return put(state, *[killed(play, find(state, who), effect.of) for who in _living(state, effect)])
    if effect.does == "crave":
        return _craves(play, replace(state, effects=tuple(e for e in state.effects if e.id != id)), effect)
    if effect.state == INFECTED:
        bitten = [who for who in _living(state, effect) if _sick(state, who)]
        return _turned(play, release(play, state, id), bitten)
    which = effect.save
    if which and any(not save(play, find(state, who), which, effect.of) for who in _living(state, effect)):
        return _with(state, replace(effect, ends=effect.ends + DAY))
    return release(play, state, id)


def _sick(state: State, who: str) -> bool:
    one = find(state, who)
    return one.kind != "monster" and has(one, INFECTED)


@rule("modified_cairn.monster.werewolf", "modified_cairn.table.fieldwarden_1")
def _turned(play: Play, state: State, bitten: list[str]) -> State:
    """Whom nobody has healed of a werewolf's wound is one from now on."""
    for who in bitten:
        one = find(state, who)
        play.tell("affliction.turned", one.name, why="modified_cairn.monster.werewolf")
        if WEREWOLF not in one.life.history:
            state = put(state, replace(one, life=replace(one.life, history=(*one.life.history, WEREWOLF))))
    return state


@rule("modified_cairn.table.barber_surgeon_2")
def _craves(play: Play, state: State, effect: Effect) -> State:
    """A day after the last dose: whoever fails the Save is Deprived until the next."""
    which = effect.save
    for who in _living(state, effect):
        if which and not save(play, find(state, who), which, entry_of(effect.of)):
            state = put(state, deprive(play, find(state, who), entry_of(effect.of), state.clock))
    return state


def killed(play: Play, creature: Creature, why: RuleId) -> Creature:
    """The creature dead of this cause; the table is told."""
    play.tell("affliction.dead", creature.name, why=why)
    return replace(gain(shed(creature, "critically_wounded"), "dead"), dies_at=0)


def _living(state: State, effect: Effect) -> tuple[str, ...]:
    """The ids of those under an effect who are still present and alive."""
    return tuple(one.id for one in everyone(state) if one.id in effect.on and alive(one))


@rule("modified_cairn.enemy.open_details")
def end_effect(play: Play, state: State, _who: str) -> State:
    """The GM ends an effect: somebody is cut free, cured, woken, or out of earshot."""
    names = tuple(
        (effect.id, called(effect.of), *(one.name for one in everyone(state) if one.id in effect.on))
        for effect in state.effects
    )
    which = play.choose(REFEREE, "end_effect", names, why="modified_cairn.enemy.open_details")
    return release(play, state, which[0])


DEEDS: tuple[Deed[State], ...] = (
    Deed(
        "end_effect",
        end_effect,
        "modified_cairn.enemy.open_details",
        by="referee",
        shown=lambda state, _: bool(state.effects),
        group="magic",
    ),
)
