"""Acting in a Turn: who may act now, what forbids an action, and how an action becomes a deed."""

from collections.abc import Callable

from msgspec.structs import replace

from tallow.games.black_hack.combat.rounds import Cost, can_act, can_move, end_turn, fought, settled, spend, take_turn
from tallow.games.black_hack.state import Being, State, able, find, hindered
from tallow.games.deeds import Deed, Refusal
from tallow.mechanics.conditions import has
from tallow.play import Play, RuleId, rule

Rule = Callable[[Play, State, str], State]
Refuses = Callable[[State, str], Refusal | None]
Shows = Callable[[State, str], bool]

TURN: RuleId = "black_hack.turn.contents"


@rule("black_hack.init.group_order", "black_hack.turn.contents", "black_hack.oofa.no_turn")
def acts_now(state: State, who: str) -> bool:
    """Whether somebody may act: it is their Turn, or it is their step and nobody else's Turn has begun."""
    combat = state.combat
    if combat is None:
        return False
    if not (combat.turn == who if combat.turn else who in combat.due):
        return False
    return able(find(state, who))


@rule(
    "black_hack.turn.contents",
    "black_hack.hindrance.stuck",
    "black_hack.hindrance.distracted",
    "black_hack.hindrance.paralysed",
)
def unable(state: State, who: str, cost: Cost) -> Refusal | None:
    """Why somebody has no Move or no Action for this: a hindrance prevents it, or it is spent."""
    one = find(state, who)
    held = _held(one, cost)
    if held is not None:
        return held
    combat = state.combat
    if combat is None:
        spent = cost == "action" and who in state.acted
        return Refusal("acted", (one.name,), TURN) if spent else None
    if combat.turn == who and ((cost == "move" and not combat.move) or (cost == "action" and not combat.action)):
        return Refusal("no_move" if cost == "move" else "no_action", (one.name,), TURN)
    return None


def _held(one: Being, cost: Cost) -> Refusal | None:
    if not cost and hindered(one, "paralysed"):
        return Refusal("hindered", (one.name, "paralysed"), "black_hack.hindrance.paralysed")
    if not cost or (can_move(one) if cost == "move" else can_act(one)):
        return None
    if has(one, "rooted" if cost == "move" else "shocked"):
        return Refusal("panicked", (one.name,), "black_hack.table.panic")
    stops = ("stuck", "paralysed") if cost == "move" else ("distracted", "paralysed")
    name = next(hindrance.name for hindrance in one.hindrances if hindrance.name in stops)
    return Refusal("hindered", (one.name, name), f"black_hack.hindrance.{name}")


@rule("black_hack.turn.what_is_action", "black_hack.turn.move_and_action")
def turn_deed(
    name: str,
    cost: Cost,
    do: Rule,
    why: RuleId,
    *,
    refuse: Refuses | None = None,
    shown: Shows | None = None,
    outside: bool = False,
    group: str = "combat",
    rank: int = 0,
) -> Deed[State]:
    """A deed for something done in a Turn of a fight, and with `outside` in other Turns as well.

    It begins the Turn if needed, spends the Move or the Action, and ends the Turn with the last of them. If what
    happens at the start of the Turn forbids it, the Turn has begun and the deed is not done.
    """

    def refused(state: State, who: str) -> Refusal | None:
        return unable(state, who, cost) or (refuse(state, who) if refuse is not None else None)

    def act(play: Play, state: State, who: str) -> State:
        if state.combat is None:
            done = do(play, state, who)
            return replace(done, acted=(*done.acted, who)) if cost == "action" and who not in done.acted else done
        if fought(state).turn != who:
            state = take_turn(play, state, who)
            if state.combat is None or state.combat.turn != who or refused(state, who) is not None:
                return state
        return settled(play, do(play, spend(state, cost), who))

    def listed(state: State, who: str) -> bool:
        now = acts_now(state, who) if state.combat is not None else outside and able(find(state, who))
        return now and (shown is None or shown(state, who))

    return Deed(name, act, why, cost=cost, shown=listed, refuse=refused, group=group, rank=rank)


def is_character(state: State, who: str) -> bool:
    """Whether this is a character."""
    return any(one.id == who for one in state.party)


@rule("black_hack.turn.contents")
def finish_turn(play: Play, state: State, who: str) -> State:
    """End a Turn; what is left of it is lost."""
    state = take_turn(play, state, who)
    return end_turn(play, state) if state.combat is not None and state.combat.turn == who else state


DEEDS: tuple[Deed[State], ...] = (Deed("end_turn", finish_turn, TURN, shown=acts_now, group="combat", rank=1),)
