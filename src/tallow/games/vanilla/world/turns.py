"""Turns: ten minutes in which each character does one thing, such as resting or searching."""

from tallow.games.deeds import Deed, Refusal
from tallow.games.vanilla.gear.light import lit
from tallow.games.vanilla.harm.damage import wounded
from tallow.games.vanilla.state import State, able
from tallow.games.vanilla.world.time import end_turn, set_about, spent
from tallow.mechanics.two_sides import find
from tallow.play import REFEREE, Play, RuleId, rule

TURN: RuleId = "vanilla.time.turn"
REST: RuleId = "vanilla.action.rest"
SEARCH: RuleId = "vanilla.action.search"
DARK: RuleId = "vanilla.light.dark"


@rule("vanilla.action.rest", "vanilla.heal.rest", "vanilla.heal.interrupted")
def rest(play: Play, state: State, who: str) -> State:
    """Rest for this Turn; Helpers who have nothing else to do rest with their employer."""
    play.tell("rests", find(state, who).name, why=REST)
    for one in state.party:
        mine = one.pay is not None and one.pay.employer == who
        if mine and able(one) and not spent(state, one.id) and not wounded(one):
            state = set_about(play, state, one.id, "rest")
    return set_about(play, state, who, "rest")


@rule("vanilla.action.search")
def search(play: Play, state: State, who: str) -> State:
    """Search a place for this Turn; the GM says what there is to find."""
    one = find(state, who)
    where = play.write(one.seat, "search_where", one.name, why=SEARCH).strip()
    play.tell("searches", one.name, where or "here", why=SEARCH)
    found = play.write(REFEREE, "search_found", one.name, where or "here", why=SEARCH).strip()
    if found:
        play.tell("found", one.name, found, why=SEARCH)
    return set_about(play, state, who, "search")


@rule("vanilla.time.turn", "vanilla.phase.turn")
def _keep_watch(play: Play, state: State, who: str) -> State:
    """Keep watch for this Turn, as the wounded do while others rest."""
    return set_about(play, state, who, "watch")


@rule("vanilla.time.turn", "vanilla.phase.turn", "vanilla.phase.explore")
def _end(play: Play, state: State, _: str) -> State:
    """The GM ends the Turn: the party has moved on, or nobody wants to do more."""
    return end_turn(play, state)


def exploring(state: State, who: str) -> bool:
    """Whether a party member is able to act, and there is neither a fight nor an encounter."""
    return state.phase in ("explore", "settlement") and any(one.id == who and able(one) for one in state.party)


def busy(state: State, who: str) -> Refusal | None:
    """Why a creature cannot do something that takes a Turn: it is busy with something else."""
    return Refusal("turn_spent", (find(state, who).name,), TURN) if spent(state, who) else None


@rule("vanilla.heal.blocked", "vanilla.action.rest")
def _no_rest(state: State, who: str) -> Refusal | None:
    one = find(state, who)
    if wounded(one):
        return Refusal("wounded", (one.name,), "vanilla.heal.blocked")
    if one.grit >= one.grit_max:
        return Refusal("grit_full", (one.name,), "vanilla.heal.rest")
    return busy(state, who)


def _no_search(state: State, who: str) -> Refusal | None:
    return busy(state, who) if lit(state) else Refusal("too_dark", (find(state, who).name,), DARK)


def _in_dungeon(state: State, who: str) -> bool:
    return exploring(state, who) and state.place == "dungeon"


DEEDS: tuple[Deed[State], ...] = (
    Deed("rest", rest, REST, cost="turn", shown=exploring, refuse=_no_rest, group="tasks"),
    Deed("search", search, SEARCH, cost="turn", shown=_in_dungeon, refuse=_no_search, group="tasks"),
    Deed("keep_watch", _keep_watch, TURN, cost="turn", shown=exploring, refuse=busy, group="tasks"),
    Deed(
        "end_turn",
        _end,
        TURN,
        by="referee",
        shown=lambda state, _: state.phase in ("explore", "settlement"),
        group="tasks",
        rank=-1,
    ),
)
