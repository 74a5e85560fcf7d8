"""Acting on a go: who may act, what it costs, which Free Attacks it provokes; and ending the go."""

from collections.abc import Callable

from msgspec.structs import replace

from tallow.games.deeds import Deed, Refusal
from tallow.games.vanilla.combat.free_attacks import PROVOKING, provoke
from tallow.games.vanilla.combat.rounds import Cost, end_go, fought, settled, spend, take_go
from tallow.games.vanilla.magic import effects
from tallow.games.vanilla.state import State, able
from tallow.mechanics.conditions import has
from tallow.mechanics.two_sides import everyone, find
from tallow.play import Play, RuleId, rule

Rule = Callable[[Play, State, str], State]
Refuses = Callable[[State, str], Refusal | None]
Shows = Callable[[State, str], bool]

GO: RuleId = "vanilla.combat.go"
WAIT: RuleId = "vanilla.action.wait"


def somebody(state: State, who: str) -> bool:
    """Whether this id is a creature, and not a seat or a side."""
    return any(one.id == who for one in everyone(state))


@rule("vanilla.combat.order_in_side", "vanilla.combat.go")
def acts_now(state: State, who: str) -> bool:
    """Whether a creature may act: on its own go, or if its go is due and nobody of its side has begun one."""
    combat = state.combat
    if combat is None or not (combat.turn == who if combat.turn else who in combat.due):
        return False
    return able(find(state, who))


@rule("vanilla.combat.go", "vanilla.spell.raise_dead")
def unable(state: State, who: str, cost: Cost) -> Refusal | None:
    """Why a creature has no move or action left for this; somebody raised from the dead has none for weeks."""
    combat = state.combat
    if combat is None:
        return None
    if cost == "action" and state.effects and has(find(state, who), "convalescent"):
        return Refusal("convalescent", (find(state, who).name,), "vanilla.spell.raise_dead")
    if combat.turn != who:
        return None
    if cost in ("move", "both") and not combat.move:
        return Refusal("no_move", (find(state, who).name,), GO)
    if cost in ("action", "both") and not combat.action:
        return Refusal("no_action", (find(state, who).name,), GO)
    return None


@rule("vanilla.free.trigger", "vanilla.free.timing", "vanilla.combat.go", "vanilla.action.move")
def go_deed(
    name: str,
    cost: Cost,
    do: Rule,
    why: RuleId,
    *,
    provokes: bool = True,
    refuse: Refuses | None = None,
    shown: Shows | None = None,
    outside: bool = False,
    group: str = "combat",
    rank: int = 0,
) -> Deed[State]:
    """Make a deed of something done on a go, and with `outside` also outside of fights.

    It begins the go if need be. A deed that `provokes` says so in its cost, and opponents in melee have their Free
    Attacks before it happens; if those make it impossible it is lost, and its cost with it. The go ends when both move
    and action are spent.
    """

    def refused(state: State, who: str) -> Refusal | None:
        return unable(state, who, cost) or (refuse(state, who) if refuse is not None else None)

    def impossible(state: State, who: str) -> bool:
        hidden = shown is not None and not shown(state, who)
        return hidden or (refuse is not None and refuse(state, who) is not None)

    def act(play: Play, state: State, who: str) -> State:
        if state.combat is None:
            state = effects.acted(play, state, who, name) if state.effects and cost else state
            return state if impossible(state, who) else do(play, state, who)
        if fought(state).turn != who:
            state = take_go(play, state, who)
            if state.combat is None or state.combat.turn != who or unable(state, who, cost) or impossible(state, who):
                return state
        state = replace(state, combat=replace(fought(state), stung=False))
        state = effects.acted(play, state, who, name) if state.effects and cost else state
        if provokes:
            state = provoke(play, state, who)
            if not able(find(state, who)) or impossible(state, who):
                play.tell("deed.lost", find(state, who).name, why="vanilla.free.timing")
                return settled(play, spend(state, cost))
        return settled(play, do(play, spend(state, cost), who))

    def listed(state: State, who: str) -> bool:
        if not somebody(state, who):
            return False
        now = acts_now(state, who) if state.combat is not None else outside and able(find(state, who))
        return now and (shown is None or shown(state, who))

    price = f"{cost}{PROVOKING}" if provokes and cost else cost
    return Deed(name, act, why, cost=price, shown=listed, refuse=refused, group=group, rank=rank)


@rule("vanilla.action.wait")
def wait(play: Play, state: State, who: str) -> State:
    """End the go; there is no delaying to later in the Round."""
    state = take_go(play, state, who)
    if state.combat is None or state.combat.turn != who:
        return state
    play.tell("waits", find(state, who).name, why=WAIT)
    return end_go(play, state)


@rule("vanilla.special.held", "vanilla.action.move")
def cannot_move(state: State, who: str) -> Refusal | None:
    """Why a creature cannot move: held, prone, or casting this Round."""
    one = find(state, who)
    if has(one, "held"):
        return Refusal("held", (one.name,), "vanilla.special.held")
    if one.cast:
        return Refusal("has_cast", (one.name,), "vanilla.magic.no_move")
    return None


def _listed(state: State, who: str) -> bool:
    return somebody(state, who) and acts_now(state, who)


DEEDS: tuple[Deed[State], ...] = (Deed("wait", wait, WAIT, cost="rest_of_go", shown=_listed, group="combat", rank=1),)
