"""What happens when some effects end: woven dice wound, fatigue returns, a bag spills, smoke takes shape."""

from collections.abc import Callable

from msgspec.structs import replace

from tallow.games.dead_weight.gear.inventory import lying
from tallow.games.dead_weight.harm.fatigue import tire, wound_outright
from tallow.games.dead_weight.harm.mortal import die
from tallow.games.dead_weight.state import Effect, State, adventurer, alive, put
from tallow.play import REFEREE, Play, RuleId, rule

POCKET, TINY_BAG = "pocket", "tiny_bag"


@rule("dead_weight.spell.weave_fate")
def _unravel(play: Play, state: State, effect: Effect) -> State:
    """Each woven die that was not used becomes a wound on INT."""
    one = adventurer(state, effect.by)
    unused = len(one.magic.fate)
    state = put(state, replace(one, magic=replace(one.magic, fate=())))
    for _ in range(unused):
        state = wound_outright(play, state, effect.by, "INT", effect.of)
    return state


@rule("dead_weight.prayer.apotheosis")
def _give_back(play: Play, state: State, effect: Effect) -> State:
    """The fatigue that was lifted returns, point by point; what has no room becomes wounds."""
    for attribute, points in effect.lifted:
        for _ in range(points):
            state = tire(play, state, effect.on[0], attribute, effect.of)
    return state


@rule("dead_weight.spell.pocket_reality", "dead_weight.container.tiny_bag")
def _spill(play: Play, state: State, effect: Effect) -> State:
    """The tiny bag disappears, and what was in it falls to the ground."""
    one = adventurer(state, effect.by)
    spilt = tuple(lying(one, item) for item in one.items if item.place == POCKET)
    for item in spilt:
        play.tell("pocket.spills", item.name, why=effect.of)
    left = tuple(item for item in one.items if item.place != POCKET)
    bags = tuple(bag for bag in one.containers if bag != TINY_BAG)
    return replace(put(state, replace(one, items=left, containers=bags)), ground=(*state.ground, *spilt))


@rule("dead_weight.spell.command_undead")
def _let_go(_: Play, state: State, effect: Effect) -> State:
    """A commanded undead stops being an ally; in a fight it becomes an enemy again."""
    freed = tuple(replace(ally, owner="", seat=REFEREE) for ally in state.allies if ally.id in effect.on)
    state = replace(state, allies=tuple(ally for ally in state.allies if ally.id not in effect.on))
    return replace(state, enemies=state.enemies + freed) if state.combat is not None else state


@rule("dead_weight.prayer.bliss")
def _remember(_: Play, state: State, effect: Effect) -> State:
    """The forgotten affliction counts again."""
    one = adventurer(state, effect.on[0])
    if not alive(one) or effect.detail in one.afflictions:
        return state
    return put(state, replace(one, afflictions=(*one.afflictions, effect.detail)))


@rule("dead_weight.spell.smoke_form")
def _take_shape(play: Play, state: State, effect: Effect) -> State:
    """Whoever was smoke takes shape again; they die if there is no room, in a wall or where an enemy stands."""
    one = adventurer(state, effect.by)
    if state.combat is None:
        if play.choose(REFEREE, "room_to_take_shape", ("yes", "no"), one.name, why=effect.of) == "yes":
            return state
    elif one.at not in state.combat.walls and not any(foe.at == one.at and alive(foe) for foe in state.enemies):
        return state
    return die(play, state, effect.by, effect.of)


ENDINGS: dict[RuleId, Callable[[Play, State, Effect], State]] = {
    "dead_weight.spell.weave_fate": _unravel,
    "dead_weight.spell.pocket_reality": _spill,
    "dead_weight.spell.command_undead": _let_go,
    "dead_weight.spell.smoke_form": _take_shape,
    "dead_weight.prayer.apotheosis": _give_back,
    "dead_weight.prayer.bliss": _remember,
}
