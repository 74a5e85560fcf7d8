"""Moving in combat: distance, the way, the tests to leave an enemy's reach, and facing."""

from msgspec.structs import replace

from tallow.games.dead_weight.characters.attributes import available
from tallow.games.dead_weight.checks.attribute_tests import attempt
from tallow.games.dead_weight.checks.use_limits import SPENT
from tallow.games.dead_weight.combat.acting import combat_deed
from tallow.games.dead_weight.combat.chart import Way, Ways, choose_square, close_to, distance, towards, ways
from tallow.games.dead_weight.combat.rounds import ACTIONS, fought, spend
from tallow.games.dead_weight.gear.inventory import encumbered
from tallow.games.dead_weight.harm.conditions import rooted
from tallow.games.dead_weight.magic import effects
from tallow.games.dead_weight.monsters.monster_traits import foul, foul_air
from tallow.games.dead_weight.state import OFF_CHART, Adventurer, Square, State, able, adventurer, find, put
from tallow.games.deeds import Deed, Refusal
from tallow.play import Play, RuleId, rule

MOVE: RuleId = "dead_weight.action.combat_move"
FACE: RuleId = "dead_weight.combat.move_facing"
MOVED = SPENT.mark("turn", "moved")


@rule(
    "dead_weight.action.combat_move",
    "dead_weight.inventory.encumbered_move",
    "dead_weight.trauma.broken_leg",
    "dead_weight.spell.haste",
)
def tiles(state: State, one: Adventurer) -> int:
    """The tiles of one Move: the available DEX dice; if encumbered half, at least one; with a broken leg one."""
    most = available(one, "DEX")
    if most and one.life.traumas and "broken_leg" in one.life.traumas:
        most = 1
    if most > 1 and encumbered(one):
        most //= 2
    return most * 2 if state.effects and effects.doubled_move(state, one.id) else most


def reach(state: State, one: Adventurer, moves: int = 1) -> Ways:
    """Where so many Moves take an adventurer, each square by the way with the fewest tests; never near the dreaded."""
    found = ways(state, one, tiles(state, one) * moves)
    shunned = effects.dreaded(state, one.id) if state.effects else ()
    if not shunned:
        return found
    near = [find(state, other).at for other in shunned]
    diagonals = state.settings.diagonals
    return Ways({to: way for to, way in found.items() if all(distance(to, at, diagonals) > 1 for at in near)})


def _price(one: Adventurer) -> int:
    """The cost of a Move in actions: 1, with a broken leg 2."""
    return 2 if one.life.traumas and "broken_leg" in one.life.traumas else 1


def goals(state: State, one: Adventurer) -> Ways:
    """Where the actions left of a turn can take an adventurer: what one Move reaches first, then by several."""
    combat = fought(state)
    left = combat.actions if combat.turn == one.id else ACTIONS
    near = reach(state, one)
    moves = left // _price(one)
    return near if moves < 2 else Ways({**reach(state, one, moves), **near})


def moves_to(state: State, one: Adventurer, way: Way) -> int:
    """How many Moves a way takes."""
    return -(-len(way.steps) // max(1, tiles(state, one)))


def actions_to(state: State, one: Adventurer, way: Way) -> int:
    """How many actions a way takes."""
    return moves_to(state, one, way) * _price(one)


@rule("dead_weight.action.combat_move", "dead_weight.morale.flee")
def move(play: Play, state: State, who: str) -> State:
    """Move to a square within the actions left, or off the chart and out of the fight.

    A goal that takes several Moves is walked Move by Move, each with its tiles counted anew, until something stops it.
    """
    one = adventurer(state, who)
    found = goals(state, one)
    to = choose_square(play, one.seat, found, one.name, who, tiles(state, one), why=MOVE)
    left, most, begun = found[to].steps, moves_to(state, one, found[to]), 0
    while left and begun < most:
        now = adventurer(state, who)
        far = tiles(state, now)
        if not far or (begun and not able(now)):
            break
        state, begun = walk(play, state, who, left[:far]), begun + 1
        if adventurer(state, who).at != left[:far][-1]:
            break
        left = left[far:]
    return spend(state, max(1, begun) * _price(one) - 1)


@rule(
    "dead_weight.combat.move_leave",
    "dead_weight.combat.move_shields",
    "dead_weight.combat.move_facing",
    "dead_weight.spell.smoke_form",
)
def walk(play: Play, state: State, who: str, steps: tuple[Square, ...]) -> State:
    """Walk along a way; each square next to an enemy takes a DEX test to leave, and a failure stops the move."""
    start = here = adventurer(state, who).at
    smoke = state.effects and effects.smoke(state, who)
    facing = adventurer(state, who).facing
    for to in steps:
        if not smoke and any(able(foe) for foe in close_to(state, here, state.enemies)):
            state, reading = attempt(play, state, who, "DEX", "dead_weight.combat.move_leave")
            if not reading.success or not able(adventurer(state, who)):
                play.tell("move.stopped", adventurer(state, who).name, why="dead_weight.combat.move_leave")
                break
        if to != OFF_CHART:
            facing = towards(here, to)
        here = to
    if here == start:
        return state
    one = adventurer(state, who)
    spent = one.spent if MOVED in one.spent else (*one.spent, MOVED)
    state = put(state, replace(one, at=here, facing=facing, shield=0, spent=spent))
    if here == OFF_CHART:
        play.tell("leaves", one.name, why="dead_weight.morale.flee")
        return state
    play.tell("moves", one.name, here, why=MOVE)
    if state.effects:
        state = effects.shadows(state)
    return foul_air(play, state) if foul(state) else state


def _cannot_move(state: State, who: str) -> Refusal | None:
    one = adventurer(state, who)
    if one.conditions and (fast := rooted(one)):
        return fast
    combat = fought(state)
    if combat.turn == who and combat.actions < _price(one):
        return Refusal("no_actions", (_price(one),), "dead_weight.trauma.broken_leg")
    if not reach(state, one):
        return Refusal("no_way", (one.name,), MOVE)
    return None


@rule("dead_weight.combat.move_facing")
def face(play: Play, state: State, who: str) -> State:
    """After moving, turn to face another way."""
    one = adventurer(state, who)
    others = tuple(facing for facing in range(8) if facing != one.facing)
    return put(state, replace(one, facing=play.choose(one.seat, "face", others, one.name, one.facing, why=FACE)))


def _has_moved(state: State, who: str) -> bool:
    return MOVED in adventurer(state, who).spent and fought(state).turn == who


DEEDS: tuple[Deed[State], ...] = (
    combat_deed("combat_move", 1, move, MOVE, refuse=_cannot_move, smoke=True, rank=-1),
    combat_deed("combat_face", 0, face, FACE, shown=_has_moved, smoke=True, rank=-1),
)
