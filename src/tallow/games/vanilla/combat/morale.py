"""Morale: whether enemies fight on."""

from msgspec.structs import replace

from tallow.games.deeds import Deed
from tallow.games.vanilla.checks.rolls import under, under_twice
from tallow.games.vanilla.checks.sways import nature, penalty
from tallow.games.vanilla.state import MARKS, Creature, State, up
from tallow.mechanics.conditions import gain, has
from tallow.mechanics.two_sides import find, put
from tallow.play import REFEREE, Play, RuleId, rule

MORALE: RuleId = "vanilla.monster.morale"
CALL: RuleId = "vanilla.action.gm_morale"


@rule("vanilla.monster.morale", "vanilla.setting.morale", "vanilla.phase.round_end")
def watch(play: Play, state: State) -> State:
    """Roll morale at the end of a Round, by the setting: those who fail are "fleeing", and run on their next go."""
    if state.settings.morale != "auto" or not shaken(state):
        return state
    return fight_on(play, state)


@rule("vanilla.monster.morale")
def shaken(state: State) -> bool:
    """Whether this Round calls for morale: one of a group died, or a lone enemy lost Flesh."""
    combat = state.combat
    if combat is None or not any(can_lose_heart(foe) for foe in state.foes):
        return False
    if combat.lost:
        return True
    there = [foe for foe in state.foes if up(foe)]
    if len(there) != 1:
        return False
    had = MARKS.number(there[0].marks, "flesh", there[0].flesh)
    return there[0].flesh < had


def counted(state: State) -> State:
    """The state at the start of a Round, with the Flesh of a lone or last enemy noted."""
    there = [foe for foe in state.foes if up(foe)]
    for foe in there:
        alone = len(there) == 1
        marks = MARKS.instead(foe.marks, "flesh", foe.flesh) if alone else MARKS.without(foe.marks, "flesh")
        state = put(state, replace(foe, marks=marks)) if marks != foe.marks else state
    return state


@rule("vanilla.monster.morale", "vanilla.monster.zombie", "vanilla.monster.giant_piranha")
def can_lose_heart(foe: Creature) -> bool:
    """Whether an enemy ever rolls morale."""
    kind = nature(foe)
    return up(foe) and not has(foe, "fleeing") and (kind is None or kind.morale == "normal")


@rule("vanilla.monster.morale", "vanilla.action.gm_morale")
def fight_on(play: Play, state: State, mettle: str = "plain") -> State:
    """Make a Save on the best ST among the enemies; the brave keep the better of two rolls, cowards the worse."""
    st = max([foe.st + penalty(state, foe) for foe in state.foes if up(foe)])
    stands = play.call(stand_fast, st, mettle)
    play.tell("morale.holds" if stands else "morale.breaks", why=MORALE)
    if stands:
        return state
    for foe in state.foes:
        if can_lose_heart(foe):
            state = put(state, gain(find(state, foe.id), "fleeing"))
    return state


@rule("vanilla.monster.morale", "vanilla.save.resist")
def stand_fast(play: Play, st: int, mettle: str) -> bool:
    """Whether enemies of that ST and mettle pass their morale roll."""
    if mettle == "plain":
        return under(play, st, REFEREE, MORALE)
    return under_twice(play, st, mettle == "brave", REFEREE, MORALE)


@rule("vanilla.action.gm_morale", "vanilla.setting.morale")
def call_morale(play: Play, state: State, _: str) -> State:
    """The GM calls for a morale roll: plain, brave or cowardly."""
    return fight_on(play, state, play.choose(REFEREE, "mettle", ("plain", "brave", "cowardly"), why=CALL))


def _in_fight(state: State, _: str) -> bool:
    off = state.settings.morale == "off"
    return state.combat is not None and not off and any(can_lose_heart(foe) for foe in state.foes)


DEEDS: tuple[Deed[State], ...] = (
    Deed("call_morale", call_morale, CALL, by="referee", shown=_in_fight, group="muster"),
)
