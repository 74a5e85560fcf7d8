"""Acting in combat: who may act now, what forbids an action, and how an action becomes a deed."""

from collections.abc import Callable

from tallow.games.dead_weight.combat.rounds import fought, settled, take_turn
from tallow.games.dead_weight.harm.conditions import gripped
from tallow.games.dead_weight.magic import effects
from tallow.games.dead_weight.state import State, able, adventurer
from tallow.games.deeds import Deed, Refusal
from tallow.play import Play, RuleId, rule

Rule = Callable[[Play, State, str], State]
Refuses = Callable[[State, str], Refusal | None]
Shows = Callable[[State, str], bool]

COSTS = ("", "1 action", "2 actions")
"""What an action costs, by the number of actions."""


@rule("dead_weight.combat.player_turn", "dead_weight.combat.order")
def acts_now(state: State, who: str) -> bool:
    """Whether an adventurer may act: it is their turn, or it is their step and nobody else's turn has begun."""
    combat = state.combat
    if combat is None or combat.step not in {"fast", "slow"}:
        return False
    if not (combat.turn == who if combat.turn else who in combat.due):
        return False
    return any(one.id == who and able(one) for one in state.party)


@rule(
    "dead_weight.combat.stunned",
    "dead_weight.token.stun",
    "dead_weight.combat.player_turn",
    "dead_weight.spell.smoke_form",
    "dead_weight.prayer.hyperfocus",
)
def unable(
    state: State, who: str, name: str, cost: int, *, stunned: bool = False, held: bool = False, smoke: bool = False
) -> Refusal | None:
    """Why an adventurer cannot take this action now; `stunned`, `held` and `smoke` allow it in those conditions."""
    combat = state.combat
    one = adventurer(state, who)
    if one.stun and not stunned:
        return Refusal("stunned", (one.name, one.stun), "dead_weight.combat.stunned")
    if not held and one.conditions and (grip := gripped(one)):
        return grip
    if state.effects and not smoke and effects.smoke(state, who):
        return Refusal("smoke", (one.name,), "dead_weight.spell.smoke_form")
    if combat is not None and combat.turn == who:
        if combat.actions < cost:
            return Refusal("no_actions", (cost,), "dead_weight.combat.player_turn")
        if combat.used and cost and effects.focused_elsewhere(combat, name):
            return Refusal("focused", (one.name,), "dead_weight.prayer.hyperfocus")
    return None


def combat_deed(
    name: str,
    cost: int,
    do: Rule,
    why: RuleId,
    *,
    refuse: Refuses | None = None,
    shown: Shows | None = None,
    stunned: bool = False,
    held: bool = False,
    smoke: bool = False,
    group: str = "fight",
    rank: int = 0,
) -> Deed[State]:
    """A deed for a combat action of adventurers; it begins their turn if needed, and ends it with the last action.

    If what happens at the start of the turn forbids the action, the turn has begun and the action is not done.
    """

    def refused(state: State, who: str) -> Refusal | None:
        cannot = unable(state, who, name, cost, stunned=stunned, held=held, smoke=smoke)
        return cannot or (refuse(state, who) if refuse is not None else None)

    def act(play: Play, state: State, who: str) -> State:
        if fought(state).turn != who:
            state = take_turn(play, state, who)
            if state.combat is None or state.combat.turn != who or refused(state, who) is not None:
                return state
        state = do(play, state, who)
        return settled(play, effects.focus_on(state, who, name) if cost else state, cost)

    def listed(state: State, who: str) -> bool:
        return acts_now(state, who) and (shown is None or shown(state, who))

    return Deed(name, act, why, cost=COSTS[cost], shown=listed, refuse=refused, group=group, rank=rank)
