"""Goes of confused creatures, which the dice decide."""

from msgspec.structs import replace

from tallow.games.vanilla.checks.sways import barred, out_of_reach, stays
from tallow.games.vanilla.combat.attacks import attack
from tallow.games.vanilla.combat.places import distance
from tallow.games.vanilla.entries import tables
from tallow.games.vanilla.gear.weapons import REACH, melee_ways
from tallow.games.vanilla.magic.lasting import on
from tallow.games.vanilla.state import Creature, State, up
from tallow.mechanics.conditions import has
from tallow.mechanics.two_sides import everyone, find, put, side_of
from tallow.play import Play, rule


@rule("vanilla.spell.confusion", "vanilla.table.confusion")
def astray(play: Play, state: State, who: str) -> State:
    """Take a confused go by 2d6: attack the caster's friends, another confused creature, or nobody."""
    effect = on(state, who, "confused")[0]
    one = find(state, who)
    row = tables()["vanilla.table.confusion"].row(sum(play.roll(2, 6, by=one.seat, why="vanilla.table.confusion")))
    play.tell("confused", one.name, row.effect, why="vanilla.table.confusion")
    if row.attacks == "caster":
        against = [other for other in everyone(state) if side_of(state, other.id) == side_of(state, effect.by)]
    else:
        against = [other for other in everyone(state) if other.id in effect.on]
    near = [other for other in against if other.id != who and up(other)]
    if row.attacks and near:
        state = _rushes(play, state, one, min(near, key=lambda other: distance(one, other)))
    combat = state.combat
    return replace(state, combat=replace(combat, move=False, action=False)) if combat is not None else state


def _rushes(play: Play, state: State, one: Creature, target: Creature) -> State:
    """Move towards a target, and attack it if it is within a move."""
    gap = distance(one, target) - REACH
    if out_of_reach(state, one, target, "melee"):
        return state
    if gap > state.settings.speed_ft or has(one, "held"):
        return state
    if gap > 0:
        there = one.at + (gap if target.at > one.at else -gap)
        if stays(state, one) or barred(state, one, there):
            return state
        state = put(state, replace(one, at=there))
    return attack(play, state, one.id, target.id, melee_ways(one)[0])[0]
