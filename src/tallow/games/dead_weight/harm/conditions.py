"""Conditions: what they forbid, what they cost at the start and end of a turn, and what ends them.

A condition caused by a holder (grabbed, hooked, a leech) is stored twice: as a condition of the victim, and as an
effect that names the holder, so that it ends when the holder dies, is stunned or lets go.
"""

from msgspec.structs import replace

from tallow.games.dead_weight.checks.rerolls import Rerolls, rolled
from tallow.games.dead_weight.harm.afflictions import cure
from tallow.games.dead_weight.harm.wounds import Hit, suffer
from tallow.games.dead_weight.state import (
    Adventurer,
    Creature,
    Effect,
    Enemy,
    State,
    able,
    adventurer,
    alive,
    find,
    put,
)
from tallow.games.deeds import Refusal
from tallow.mechanics.conditions import gain, shed
from tallow.mechanics.ids import serial
from tallow.play import Play, RuleId, Stake, rule

ROOTED = ("bound", "grabbed", "hooked", "glued")
"""Conditions in which nobody moves."""

OF_A_FIGHT = ("bound", "grabbed", "hooked", "leech_attached", "worm_attached", "glued", "unburdened")
"""Conditions that do not outlast a fight: there is time to see to them."""

HELPLESS = frozenset(("mortally_wounded", "fainted", "paralysed", "asleep", "dead"))
"""Conditions in which nobody defends."""

PREFIX = "dead_weight.condition."


def entry(condition: str) -> RuleId:
    """The rulebook entry of a condition."""
    return PREFIX + condition


@rule(
    "dead_weight.condition.bound",
    "dead_weight.condition.grabbed",
    "dead_weight.condition.hooked",
    "dead_weight.condition.glued",
)
def rooted(one: Creature) -> Refusal | None:
    """Why somebody cannot move: bound, grabbed, hooked or glued."""
    if one.conditions:
        for condition in ROOTED:
            if condition in one.conditions:
                return Refusal("cannot_move", (entry(condition),), entry(condition))
    return None


@rule("dead_weight.condition.grabbed")
def gripped(one: Creature) -> Refusal | None:
    """Why somebody can do nothing but try to break free: they are grabbed."""
    if one.conditions and "grabbed" in one.conditions:
        return Refusal("grabbed", (), "dead_weight.condition.grabbed")
    return None


@rule(
    "dead_weight.condition.paralysed",
    "dead_weight.condition.asleep",
    "dead_weight.condition.mortally_wounded",
    "dead_weight.condition.fainted",
    "dead_weight.wound.mortal_state",
)
def helpless(one: Creature) -> bool:
    """Whether somebody cannot defend, so that attacks hit without a check."""
    return bool(one.conditions) and not HELPLESS.isdisjoint(one.conditions)


@rule("dead_weight.condition.imprisoned")
def out_of_reach(one: Creature) -> bool:
    """Whether somebody cannot be hurt, moved or targeted: gone, or imprisoned outside time."""
    return not alive(one) or "imprisoned" in one.conditions


@rule("dead_weight.condition.blind")
def sees(one: Creature) -> bool:
    """Whether somebody sees farther than Close."""
    return not one.conditions or "blind" not in one.conditions


@rule("dead_weight.weapon_effect.s", "dead_weight.token.stun", "dead_weight.condition.grabbed")
def stun(play: Play, state: State, who: str, tokens: int, why: RuleId) -> State:
    """Put stun tokens on somebody; whoever becomes stunned releases whom they hold."""
    one = find(state, who)
    if tokens < 1 or not alive(one):
        return state
    play.tell("stunned", one.name, one.stun + tokens, why=why)
    state = put(state, replace(one, stun=one.stun + tokens))
    return let_go(play, state, who) if state.effects else state


def become(play: Play, state: State, who: str, condition: str, why: RuleId) -> State:
    """Give somebody a condition."""
    one = find(state, who)
    if condition in one.conditions or not alive(one):
        return state
    play.tell("condition", one.name, entry(condition), why=why)
    return put(state, gain(one, condition))


@rule("dead_weight.condition.grabbed", "dead_weight.condition.hooked", "dead_weight.condition.leech_attached")
def hold(play: Play, state: State, by: str, who: str, condition: str, why: RuleId) -> State:
    """Somebody gets a condition that lasts as long as `by` holds on."""
    if holds(state, by, who):
        return state
    state = become(play, state, who, condition, why)
    state, id_ = serial(state, "hold")
    return replace(state, effects=(*state.effects, Effect(id_, entry(condition), by, (who,), unit="combat")))


def holds(state: State, by: str, who: str = "") -> tuple[Effect, ...]:
    """The effects by which `by` holds anybody, or only `who` if given."""
    return tuple(
        effect
        for effect in state.effects
        if effect.by == by and effect.of.startswith(PREFIX) and (not who or who in effect.on)
    )


def held_by(state: State, who: str, condition: str) -> tuple[str, ...]:
    """The ids of those who hold somebody in this condition."""
    return tuple([effect.by for effect in state.effects if effect.of == entry(condition) and who in effect.on])


@rule(
    "dead_weight.condition.grabbed",
    "dead_weight.condition.hooked",
    "dead_weight.condition.leech_attached",
    "dead_weight.enemy_action.leech_bite",
)
def let_go(play: Play, state: State, by: str) -> State:
    """End all holds of somebody who dies, is stunned or chooses to let go."""
    for effect in holds(state, by):
        state = released(play, state, effect)
    return state


def released(play: Play, state: State, effect: Effect) -> State:
    """End one hold; when the last leech is removed, its bleeding ends too."""
    state = replace(state, effects=tuple([other for other in state.effects if other.id != effect.id]))
    condition = effect.of.removeprefix(PREFIX)
    for who in effect.on:
        if held_by(state, who, condition):
            continue
        state = freed(play, state, who, condition)
        if condition == "leech_attached" and isinstance(find(state, who), Adventurer):
            state = cure(play, state, who, "bleeding", why=effect.of)
    return state


def freed(play: Play, state: State, who: str, *conditions: str) -> State:
    """End these conditions of somebody, and the holds that caused them."""
    one = find(state, who)
    ended = [condition for condition in conditions if condition in one.conditions]
    for condition in ended:
        play.tell("condition.ended", one.name, entry(condition), why=entry(condition))
    if state.effects:
        gone = {entry(condition) for condition in ended}
        left = tuple([effect for effect in state.effects if not (effect.of in gone and who in effect.on)])
        state = replace(state, effects=left)
    return put(state, shed(one, *ended)) if ended else state


@rule("dead_weight.condition.asleep")
def woken(play: Play, state: State, who: str) -> State:
    """Wake a sleeper, because of a wound or somebody Close."""
    return freed(play, state, who, "asleep")


@rule("dead_weight.condition.bound", "dead_weight.action.combat_recover")
def unbound(play: Play, state: State, who: str) -> State:
    """End the condition bound, after a Recover action."""
    return freed(play, state, who, "bound")


@rule("dead_weight.condition.unburdened", "dead_weight.condition.bound")
def fight_over(play: Play, state: State) -> State:
    """End what does not outlast a fight: holds, leeches, and the conditions of `OF_A_FIGHT`."""
    state = replace(state, effects=tuple([effect for effect in state.effects if not effect.of.startswith(PREFIX)]))
    for one in state.party + state.allies:
        if one.conditions:
            if "leech_attached" in one.conditions and isinstance(one, Adventurer):
                state = put(state, shed(one, "leech_attached"))
                state = cure(play, state, one.id, "bleeding", why="dead_weight.condition.leech_attached")
            state = put(state, shed(find(state, one.id), *OF_A_FIGHT))
    return state


@rule("dead_weight.condition.hooked", "dead_weight.condition.worm_attached")
def turn_starts(play: Play, state: State, who: str) -> State:
    """At the start of their turn a hook and a worm each cost a wound; armour does not stop the worm's."""
    one = adventurer(state, who)
    if not one.conditions:
        return state
    if "hooked" in one.conditions:
        state, _ = suffer(play, state, who, Hit(1), entry("hooked"))
    if "worm_attached" in one.conditions and able(adventurer(state, who)):
        state, _ = suffer(play, state, who, Hit(1, pierces=True), entry("worm_attached"))
    return state


@rule("dead_weight.condition.grabbed")
def turn_ends(play: Play, state: State, who: str) -> State:
    """Whoever is still grabbed at the end of their own turn takes a wound."""
    one = find(state, who)
    if not one.conditions or "grabbed" not in one.conditions or isinstance(one, Enemy):
        return state
    return suffer(play, state, who, Hit(1), entry("grabbed"))[0]


@rule("dead_weight.mortal.faint", "dead_weight.condition.fainted", "dead_weight.dice.risk")
def come_round(play: Play, state: State, who: str) -> State:
    """A turn passes for somebody who has fainted: the counter goes down; at its end 1d! wakes them."""
    one = adventurer(state, who)
    if "fainted" not in one.conditions:
        return state
    if one.faint > 0:
        return put(state, replace(one, faint=one.faint - 1))
    if 1 not in play.roll(1, by=one.seat, why="dead_weight.mortal.faint", stake=Stake(1, who=who)):
        return state
    return freed(play, state, who, "fainted")


@rule("dead_weight.condition.glued", "dead_weight.condition.grabbed", "dead_weight.enemy.test")
def level_test(play: Play, one: Enemy) -> bool:
    """Whether a creature without attributes succeeds at a test with as many dice as its level."""
    return play.call(rolled, one.level, 0, NO_REROLLS, one.seat, "").success


NO_REROLLS = Rerolls()
