"""How enemies and allies without attributes move: their points, the cost of leaving a square, and walls."""

from msgspec.structs import replace

from tallow.games.dead_weight.combat.chart import Ways, neighbours, on_chart, squared, towards, ways
from tallow.games.dead_weight.magic import effects
from tallow.games.dead_weight.state import OFF_CHART, Enemy, Square, State, enemy, everyone, put
from tallow.play import Play, RuleId, rule


@rule("dead_weight.action.enemy_move", "dead_weight.monster_trait.heavy", "dead_weight.spell.haste")
def points(state: State, foe: Enemy) -> int:
    """The movement points of one Move: the movement score; the heavy have 1, the hasty twice as many."""
    most = 1 if "heavy" in foe.traits else foe.movement
    return most * 2 if state.effects and effects.doubled_move(state, foe.id) else most


@rule("dead_weight.monster_trait.crawls")
def price(foe: Enemy) -> int:
    """How many actions one Move costs: crawlers need 2."""
    return 2 if "crawls" in foe.traits else 1


@rule(
    "dead_weight.enemy.move_leave",
    "dead_weight.monster_trait.nimble",
    "dead_weight.monster_trait.wall_climber",
    "dead_weight.monster_trait.flies",
    "dead_weight.monster_trait.immaterial",
    "dead_weight.monster_trait.incorporeal",
    "dead_weight.prayer.seal",
)
def reach(state: State, foe: Enemy, most: int | None = None) -> Ways:
    """Where an enemy can get with one Move; for most, leaving a square next to an opponent costs 2 points."""
    slips = "nimble" in foe.traits or "wall_climber" in foe.traits
    found = ways(
        state,
        foe,
        points(state, foe) if most is None else most,
        leaving=1 if slips else 2,
        through_walls="immaterial" in foe.traits,
        closed=effects.cannot_cross(state, foe) if state.effects else (),
    )
    if "immaterial" not in foe.traits or state.combat is None:
        return found
    walls = state.combat.walls
    return Ways({square: way for square, way in found.items() if square not in walls})


@rule("dead_weight.combat.move_shields", "dead_weight.enemy.move_leave", "dead_weight.combat.move_facing")
def walk(play: Play, state: State, who: str, to: Square, why: RuleId, *, keeps: bool = False) -> State:
    """An enemy goes to a square, or off the chart and out of the fight; it loses shield tokens unless it `keeps`."""
    foe = enemy(state, who)
    if to == foe.at:
        return state
    if to == OFF_CHART:
        play.tell("enemy.leaves", foe.name, why="dead_weight.morale.flee")
        return put(state, replace(foe, at=OFF_CHART, conditions=(*foe.conditions, "left"), stun=0, shield=0, dodge=0))
    play.tell("enemy.moves", foe.name, why=why)
    facing = foe.facing if "slow_turning" in foe.traits else towards(foe.at, to)
    return put(state, replace(foe, at=to, facing=facing, shield=foe.shield if keeps else 0))


@rule("dead_weight.enemy_action.lunge", "dead_weight.enemy_action.barbed_chain")
def beside(state: State, one: Square, mover: Square) -> Square | None:
    """The free square next to `one` that is nearest to the mover, or None."""
    combat = state.combat
    if combat is None:
        return None
    taken = {other.at for other in everyone(state) if on_chart(other)}
    near = [to for to in neighbours(one, combat, diagonals=state.settings.diagonals) if to not in taken]
    return min(near, key=lambda to: (squared(to, mover), to)) if near else None
