"""Downtime: between adventures each character takes one action towards an aim, milestone by milestone, at a cost."""

from msgspec.structs import replace

from tallow.games.cairn.checks.saves import save
from tallow.games.cairn.gear.coins import GOLD, with_coins, worth
from tallow.games.cairn.gear.inventory import find_item, load, without
from tallow.games.cairn.harm.deprivation import at_leisure
from tallow.games.cairn.state import Creature, State, able
from tallow.games.deeds import Deed, Refusal
from tallow.mechanics.two_sides import find, put
from tallow.play import REFEREE, Play, RuleId, rule

COSTS = ("none", "gold", "resource", "reputation", "unique")
NEW = "new_aim"


@rule("cairn.downtime.milestones", "cairn.downtime.research", "cairn.downtime.training", "cairn.downtime.ties")
def aim(play: Play, state: State, creature: Creature, what: str, why: RuleId) -> tuple[State, int] | None:
    """An aim of somebody to work towards: one that they have, or a new one, if the referee finds it possible."""
    mine = {text: at for at, (who, text, _, _) in enumerate(state.milestones) if who == creature.id}
    text = play.choose(creature.seat, "aim", (*mine, NEW), creature.name, why=why)
    if text in mine:
        return state, mine[text]
    wanted = play.write(creature.seat, f"{what}_aim", creature.name, why=why).strip() or what
    if wanted in mine:
        return state, mine[wanted]
    most = play.choose(
        REFEREE, "aim_milestones", (1, 2, 3, 4, 5, 0), creature.name, wanted, why="cairn.downtime.milestones"
    )
    if not most:
        play.tell("downtime.no_way", creature.name, what, why=why)
        return None
    begun = (creature.id, wanted, 0, most)
    return replace(state, milestones=(*state.milestones, begun)), len(state.milestones)


@rule(
    "cairn.downtime.action", "cairn.action.research", "cairn.action.train", "cairn.action.ties", "cairn.phase.downtime"
)
def work(play: Play, state: State, who: str, what: str, why: RuleId) -> State:
    """A downtime action: a milestone is reached for its cost; whoever cannot or will not pay looks for another way."""
    found = aim(play, state, find(state, who), what, why)
    if found is None:
        return state
    state, at = found
    paid = cost(play, state, find(state, who))
    if paid is None:
        play.tell("downtime.unpaid", find(state, who).name, why="cairn.downtime.costs")
        return state
    state = replace(paid, downtime_taken=(*paid.downtime_taken, who))
    _, text, done, most = state.milestones[at]
    name = find(state, who).name
    before, after = state.milestones[:at], state.milestones[at + 1 :]
    if done + 1 < most:
        play.tell("downtime.milestone", name, text, done + 1, most, why="cairn.downtime.milestones")
        return replace(state, milestones=(*before, (who, text, done + 1, most), *after))
    play.tell("downtime.reached", name, text, why=why)
    return replace(state, milestones=(*before, *after))


@rule("cairn.downtime.costs", "cairn.downtime.wil")
def cost(play: Play, state: State, creature: Creature) -> State | None:
    """The referee names the cost; it is paid, cut by a WIL save at a risk, or refused. None: nothing is paid."""
    kind = play.choose(REFEREE, "cost", COSTS, creature.name, why="cairn.downtime.costs")
    if kind == "none":
        return state
    price = play.choose(REFEREE, "cost_gp", range(1, 1001), why="cairn.downtime.costs") if kind == "gold" else 0
    how = play.choose(creature.seat, "pay_cost", ("pay", "cut", "leave"), kind, price, why="cairn.downtime.costs")
    if how == "leave":
        return None
    if how == "cut":
        cut = lowered(play, creature)
        if cut == "waived":
            return state
        price = (price + 1) // 2 if cut == "halved" else price
    return pay(play, state, creature, kind, price)


@rule("cairn.downtime.wil")
def lowered(play: Play, creature: Creature) -> str:
    """The referee names the risk and what may be won; a WIL save wins it, a fail brings the risk about."""
    risk = play.write(REFEREE, "cost_risk", creature.name, why="cairn.downtime.wil").strip() or "unsaid"
    wins = play.choose(REFEREE, "cost_cut", ("waived", "halved"), why="cairn.downtime.wil")
    if save(play, creature, "WIL", "cairn.downtime.wil"):
        return wins
    play.tell("downtime.risk", creature.name, risk, why="cairn.downtime.wil")
    return "whole"


def pay(play: Play, state: State, creature: Creature, kind: str, price: int) -> State | None:
    """Gold or a thing is given up; standing is told. None: it cannot be paid."""
    if kind == "gold":
        if worth(creature) < price * GOLD:
            return None
        play.tell("downtime.gold", creature.name, price, why="cairn.downtime.costs")
        return put(state, load(play, with_coins(creature, -price * GOLD), state.settings, state.clock))
    if kind == "reputation":
        play.tell("downtime.reputation", creature.name, why="cairn.downtime.costs")
        return state
    things = tuple(item.id for item in creature.items)
    given = play.choose(creature.seat, "give_up", (*things, "other"), creature.name, kind, why="cairn.downtime.costs")
    what = find_item(creature, given).name if given in things else given
    play.tell("downtime.given", creature.name, what, why="cairn.downtime.costs")
    if given == "other":
        return state
    return put(state, load(play, without(creature, given), state.settings, state.clock))


@rule("cairn.downtime.action")
def _refuse(state: State, who: str) -> Refusal | None:
    """Why somebody has no downtime action: one a break, and not while recovering."""
    creature = find(state, who)
    if not able(creature):
        return Refusal("cannot_act", (creature.name,), "cairn.downtime.action")
    if who in state.downtime_taken:
        return Refusal("downtime_taken", (creature.name,), "cairn.downtime.action")
    return None


def _between(state: State, who: str) -> bool:
    return state.phase == "downtime" and at_leisure(state, who) and find(state, who).kind == "pc"


def _works(what: str, why: RuleId) -> Deed[State]:
    def do(play: Play, state: State, who: str) -> State:
        return work(play, state, who, what, why)

    return Deed(what, do, why, cost="downtime_action", shown=_between, refuse=_refuse, group="downtime")


def _aims(state: State) -> dict[tuple[str, ...], int]:
    """The aims that people work towards, by their text, and by whose they are where several have the same."""
    texts = [text for _, text, _, _ in state.milestones]
    return {
        ("aim", text) if texts.count(text) == 1 else ("aim_of", text, who): at
        for at, (who, text, _, _) in enumerate(state.milestones)
    }


@rule("cairn.downtime.milestones")
def _set_milestones(play: Play, state: State, _: str) -> State:
    """The referee adds milestones to an aim or drops some; with none left it is reached or given up."""
    why = "cairn.downtime.milestones"
    listed = _aims(state)
    at = listed[play.choose(REFEREE, "which_aim", tuple(listed), why=why)]
    who, text, done, most = state.milestones[at]
    many = play.choose(REFEREE, "milestones_now", range(done, 6), text, most, why=why)
    play.tell("downtime.milestones", text, done, many, why=why)
    kept = ((who, text, done, many),) if many > done else ()
    return replace(state, milestones=(*state.milestones[:at], *kept, *state.milestones[at + 1 :]))


@rule("cairn.downtime.action")
def _grant(play: Play, state: State, _: str) -> State:
    """The referee grants somebody one more downtime action."""
    who = play.choose(REFEREE, "grant_whom", tuple(dict.fromkeys(state.downtime_taken)), why="cairn.downtime.action")
    return replace(state, downtime_taken=tuple(one for one in state.downtime_taken if one != who))


DEEDS: tuple[Deed[State], ...] = (
    _works("research", "cairn.action.research"),
    _works("train", "cairn.action.train"),
    _works("ties", "cairn.action.ties"),
    Deed(
        "set_milestones",
        _set_milestones,
        "cairn.downtime.milestones",
        by="referee",
        shown=lambda state, _: bool(state.milestones),
        group="downtime",
    ),
    Deed(
        "grant_downtime",
        _grant,
        "cairn.downtime.action",
        by="referee",
        shown=lambda state, _: state.phase == "downtime" and bool(state.downtime_taken),
        group="downtime",
    ),
)
