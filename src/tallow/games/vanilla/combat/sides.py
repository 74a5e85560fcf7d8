"""Whole-side attacks: each creature that is due attacks the nearest foe, or shoots."""

from msgspec.structs import replace

from tallow.games.deeds import Deed, Refusal
from tallow.games.vanilla.checks.sways import barred, between, loathed, moves
from tallow.games.vanilla.combat import assault, moving
from tallow.games.vanilla.combat.acting import acts_now, somebody, unable
from tallow.games.vanilla.combat.places import reachable
from tallow.games.vanilla.combat.rounds import end_go, fought, settled, spend, take_go
from tallow.games.vanilla.gear.weapons import REACH, ranged_ways
from tallow.games.vanilla.magic import effects
from tallow.games.vanilla.state import SIDES, Creature, State, able, opponents, up
from tallow.mechanics.conditions import has
from tallow.mechanics.two_sides import find
from tallow.play import Play, RuleId, meanwhile, rule

ATTACK: RuleId = "vanilla.action.melee_attack"
_DEEDS = {deed.name: deed for deed in (*assault.DEEDS, *moving.DEEDS)}


@rule("vanilla.phase.go", "vanilla.combat.order_in_side", "vanilla.action.melee_attack", "vanilla.action.ranged_attack")
def all_attack(play: Play, state: State, side: str) -> State:
    """Everyone of a side who is due attacks for damage, until the fight or the side's goes are over."""
    round_ = fought(state).round
    meanwhile(play, state, combat=replace(fought(state), turn="", due=()))
    state = replace(state, combat=replace(fought(state), plain=True))
    for who in _left(state):
        if state.combat is None or state.combat.side != side or state.combat.round != round_:
            break
        if who in _left(state) and able(find(state, who)):
            state = attack_go(play, state, who)
    return replace(state, combat=replace(state.combat, plain=False)) if state.combat is not None else state


def _left(state: State) -> tuple[str, ...]:
    """The ids of the creature whose go it is, and of those still due."""
    combat = fought(state)
    return (combat.turn, *combat.due) if combat.turn else combat.due


@rule("vanilla.combat.go", "vanilla.action.melee_attack", "vanilla.action.move")
def close_in(play: Play, state: State, who: str) -> State:
    """Move to the nearest foe and attack; if the move is not enough, the action is left."""
    return attack_go(play, state, who, whole=False)


@rule("vanilla.combat.go", "vanilla.action.melee_attack", "vanilla.action.move")
def attack_go(play: Play, state: State, who: str, *, whole: bool = True) -> State:
    """Take one go: stand up if prone, shoot if ready and nobody is near, else move to the nearest foe and attack.

    Then the go ends; if it is not to be the `whole` go, one that only moved keeps its action.
    """
    round_, done = fought(state).round, ""
    state = take_go(play, state, who)
    near: bool | None = None
    for name in ("stand", "shoot", "move", "attack"):
        if state.combat is None or state.combat.turn != who or state.combat.round != round_:
            return state
        one = find(state, who)
        near = _faced(state, who) if near is None else near
        if _wanted(state, one, name, near):
            state = _approach(play, state, who) if name == "move" else _DEEDS[name].do(play, state, who)
            near, done = None, name
            if name == "shoot":
                break
    if not whole and done == "move":
        return state
    return end_go(play, state) if state.combat is not None and state.combat.turn == who else state


def _faced(state: State, who: str) -> bool:
    """Whether a foe who is up is in reach; `reachable` lists those first."""
    near = reachable(state, who)
    return bool(near) and up(near[0])


def _wanted(state: State, one: Creature, name: str, near: bool) -> bool:
    if name == "stand":
        return has(one, "prone") and not has(one, "held") and fought(state).move
    if near != (name == "attack") or (name == "shoot" and not ranged_ways(one)):
        return False
    if name == "attack":
        return unable(state, one.id, "action") is None and assault.no_blow(state, one) is None
    refused = _DEEDS[name].refuse
    if refused is None or refused(state, one.id) is not None:
        return False
    return name != "move" or towards(state, one) != one.at


@rule("vanilla.action.move")
def _approach(play: Play, state: State, who: str) -> State:
    state = effects.acted(play, state, who, "move") if state.effects else state
    return settled(play, moving.moved(play, spend(state, "move"), who, towards(state, find(state, who))))


def towards(state: State, one: Creature) -> int:
    """Where a move towards the nearest foe ends: beside it, as far as the move goes, or at a wall."""
    foes = opponents(state, one.id)
    if not foes:
        return one.at
    if state.effects:
        foes = tuple([foe for foe in foes if foe.id in loathed(state, one)]) or foes
    foe = min(foes, key=lambda foe: abs(foe.at - one.at))
    side = 1 if foe.at > one.at else -1
    there = one.at + side * min(moves(state, one), max(0, abs(foe.at - one.at) - REACH))
    if not state.effects or not barred(state, one, there):
        return there
    walls = [effect.at for effect in state.effects if between(effect, one.at, there)]
    stops = [at for at in walls if not barred(state, one, at)]
    return max(stops, key=lambda at: abs(at - one.at), default=one.at)


def _due(state: State, side: str) -> bool:
    combat = state.combat
    return combat is not None and side in SIDES and combat.side == side and bool(combat.turn or combat.due)


def _faces(state: State, who: str) -> bool:
    return somebody(state, who) and acts_now(state, who) and bool(opponents(state, who))


def _acted(state: State, who: str) -> Refusal | None:
    return unable(state, who, "action")


DEEDS: tuple[Deed[State], ...] = (
    Deed("close_in", close_in, ATTACK, cost="both", shown=_faces, refuse=_acted, group="combat", rank=-1),
    Deed("all_attack", all_attack, ATTACK, cost="each_action", shown=_due, group="combat", rank=-1),
)
