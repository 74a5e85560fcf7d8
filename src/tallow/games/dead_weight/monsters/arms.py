"""The arms of enemies: the things that actions of a sheet need, dropping them on death, and disarming."""

from msgspec.structs import replace

from tallow.games.dead_weight.checks.use_limits import SPENT
from tallow.games.dead_weight.entries.monsters import EnemyAction, enemy_actions
from tallow.games.dead_weight.gear.inventory import FOUND, square_of, thing
from tallow.games.dead_weight.state import Enemy, State, put
from tallow.mechanics.ids import serial
from tallow.play import Play, RuleId, rule

ARMS: RuleId = "dead_weight.enemy.arms"


def armed_with(foe: Enemy) -> tuple[EnemyAction, ...]:
    """The actions of a sheet that are done with something in hand which the enemy still has."""
    known = [enemy_actions()[id_] for id_ in foe.sheet if id_ in enemy_actions() and id_ not in foe.disarmed]
    return tuple([action for action in known if action.arms is not None])


@rule("dead_weight.enemy.arms")
def drops(state: State, foe: Enemy, action: EnemyAction) -> State:
    """The thing that an action needs lies where the enemy stands; it is broken if it was used up in this combat."""
    if action.arms is None:
        return state
    state, id_ = serial(state, "item")
    broken = SPENT.mark("combat", action.id) in foe.spent
    fallen = replace(thing(action.arms.ref, id_), name=action.arms.name, place=square_of(foe.at), marks=(FOUND,))
    return replace(state, ground=(*state.ground, replace(fallen, broken=broken)))


@rule("dead_weight.enemy.arms")
def falls_with(state: State, foe: Enemy) -> State:
    """All that a dead enemy fought with lies where it fell."""
    for action in armed_with(foe):
        state = drops(state, foe, action)
    return state


@rule("dead_weight.enemy.arms")
def disarm(play: Play, state: State, foe: Enemy, action: EnemyAction) -> State:
    """An enemy loses the thing that an action needs, and cannot do that action any more."""
    if action.arms is not None:
        play.tell("item.dropped", foe.name, action.arms.name, why=ARMS)
    return put(drops(state, foe, action), replace(foe, disarmed=(*foe.disarmed, action.id)))
