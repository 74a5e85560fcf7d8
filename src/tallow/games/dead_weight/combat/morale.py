"""Morale: the start value of each side's die, what lowers it, and being broken."""

from msgspec.structs import replace

from tallow.games.dead_weight.characters.attributes import available
from tallow.games.dead_weight.state import Adventurer, Enemy, Side, State, able, put
from tallow.play import Play, rule

MOST = 6


@rule(
    "dead_weight.morale.adventurers_one",
    "dead_weight.morale.adventurers_three",
    "dead_weight.morale.cap",
    "dead_weight.tracker.morale",
)
def party_morale(state: State) -> int:
    """The party's morale at the start of a combat: one for each with a PRE die, one more for each with three."""
    dice = [available(one, "PRE") for one in state.party if able(one)]
    return min(MOST, sum([(n >= 1) + (n >= 3) for n in dice]))


@rule("dead_weight.monster_trait.mindless", "dead_weight.enemy.ignores_morale")
def minds(foe: Enemy) -> bool:
    """Whether morale applies to an enemy: it is counted for it, flees and surrenders."""
    return "mindless" not in foe.traits


@rule("dead_weight.morale.enemies", "dead_weight.morale.cap", "dead_weight.enemy.ignores_morale")
def enemy_morale(state: State) -> int | None:
    """The enemies' morale at the start of a combat: their number plus one; None if all of them ignore morale."""
    minding = sum([able(foe) and minds(foe) for foe in state.enemies])
    return min(MOST, 1 + minding) if minding else None


@rule("dead_weight.morale.loss_death", "dead_weight.morale.broken", "dead_weight.combat.evaluate_broken")
def lose_morale(play: Play, state: State, side: Side) -> State:
    """A side loses one point of morale; below 1 it is broken, and its die is removed."""
    combat = state.combat
    if combat is None or side in combat.broken:
        return state
    left = combat.morale if side == "party" else combat.enemy_morale
    if left is None:
        return state
    left = max(0, left - 1)
    play.tell("morale.lost", side, left, why="dead_weight.morale.loss_death")
    broken = combat.broken
    if left < 1:
        play.tell("morale.broken", side, why="dead_weight.morale.broken")
        broken = (*broken, side)
    if side == "party":
        return replace(state, combat=replace(combat, morale=left, broken=broken))
    return replace(state, combat=replace(combat, enemy_morale=left, broken=broken))


@rule("dead_weight.morale.cap", "dead_weight.morale.broken")
def gain_morale(play: Play, state: State, side: Side, points: int) -> State:
    """A side gains morale, up to 6; a broken side gains none."""
    combat = state.combat
    if combat is None or side in combat.broken:
        return state
    now = combat.morale if side == "party" else combat.enemy_morale
    if now is None:
        return state
    now = min(MOST, now + points)
    play.tell("morale.gained", side, now, why="dead_weight.morale.cap")
    if side == "party":
        return replace(state, combat=replace(combat, morale=now))
    return replace(state, combat=replace(combat, enemy_morale=now))


@rule("dead_weight.morale.abilities", "dead_weight.morale.loss_ability", "dead_weight.morale.broken")
def set_morale(play: Play, state: State, side: Side, morale: int) -> State:
    """The GM sets a side's morale after some ability; at 0 the side is broken, and a broken side stays broken."""
    combat = state.combat
    if combat is None or side in combat.broken:
        return state
    if not morale:
        play.tell("morale.broken", side, why="dead_weight.morale.broken")
    broken = combat.broken if morale else (*combat.broken, side)
    if side == "party":
        return replace(state, combat=replace(combat, morale=morale, broken=broken))
    return replace(state, combat=replace(combat, enemy_morale=morale, broken=broken))


@rule("dead_weight.morale.broken_adventurers", "dead_weight.morale.broken_enemies", "dead_weight.enemy.ignores_morale")
def edge(state: State, foe: Enemy) -> tuple[int, int]:
    """Advantages and disadvantages on attacks against this enemy and on defence against it, from broken sides."""
    combat = state.combat
    if combat is None or not combat.broken:
        return 0, 0
    return int("enemies" in combat.broken and minds(foe)), int("party" in combat.broken)


@rule("dead_weight.morale.loss_presence")
def changed(play: Play, state: State, before: Adventurer, after: Adventurer) -> State:
    """The state with a changed adventurer; if the last PRE die is lost by the change, the party loses morale."""
    state = put(state, after)
    if state.combat is None or before.presence is after.presence:
        return state
    if available(before, "PRE") and not available(after, "PRE"):
        return lose_morale(play, state, "party")
    return state
