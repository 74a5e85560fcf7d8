"""Helpers: hiring them, their weekly wages, and dismissing them."""

from msgspec.structs import replace

from tallow.games.deeds import Deed, Refusal
from tallow.games.vanilla.characters.names import NAMES
from tallow.games.vanilla.checks.rolls import rolled
from tallow.games.vanilla.entries import helpers
from tallow.games.vanilla.gear.caches import CACHE
from tallow.games.vanilla.gear.inventory import made
from tallow.games.vanilla.state import WEEK, Cache, Creature, Item, Pay, State, able, alive
from tallow.mechanics.conditions import gain, has, shed
from tallow.mechanics.ids import serial
from tallow.mechanics.two_sides import everyone, find, put
from tallow.play import REFEREE, Play, RuleId, rule

HIRE: RuleId = "vanilla.action.hire"
DISMISS: RuleId = "vanilla.action.dismiss"
PAY: RuleId = "vanilla.helper.pay"
MOST = 4
"""How many Helpers one character can have at once."""

PAYS, LETS_GO, EACH = "pay", "let_go", "each"
AT_HOME = "home"
"""The condition of a Helper who stays behind."""


def employed(state: State, who: str) -> tuple[Creature, ...]:
    """The living Helpers of a character, including those who stay at home."""
    mine = [one for one in state.party if one.pay is not None and one.pay.employer == who]
    return tuple([one for one in mine if alive_or_home(one)])


@rule(
    "vanilla.action.hire",
    "vanilla.helper.craftsman",
    "vanilla.helper.man_at_arms",
    "vanilla.helper.torchbearer",
    "vanilla.helper.specialist",
    "vanilla.helper.pay",
)
def hire(play: Play, state: State, who: str) -> State:
    """Hire a Helper for a week, paid at once; the numbers of one who comes along are rolled."""
    one = find(state, who)
    options = tuple([ref for ref, kind in helpers().items() if kind.wage_gp_week <= one.coins])
    ref = play.choose(one.seat, "hire_whom", options, one.name, one.coins, why=HIRE)
    kind = helpers()[ref]
    task = kind.tasks[0]
    if kind.task_named:
        task = play.choose(one.seat, "task", kind.tasks, one.name, why=HIRE)
    state = put(state, replace(one, coins=one.coins - kind.wage_gp_week))
    state, helper = hired(play, state, ref, who, task)
    play.tell("hired", one.name, helper.name, ref, kind.wage_gp_week, why=HIRE)
    return replace(state, party=(*state.party, helper))


@rule("vanilla.helper.man_at_arms", "vanilla.helper.control", "vanilla.carry.slots", "vanilla.bubble.count")
def hired(play: Play, state: State, ref: RuleId, employer: str, task: str = "") -> tuple[State, Creature]:
    """Make a Helper of a kind, with numbers and gear, who obeys the employer; gives the state and the Helper."""
    kind, boss = helpers()[ref], find(state, employer)
    state, id_ = serial(state, "h")
    taken = [one.name for one in everyone(state)]
    name = next((name for name in NAMES[::-1] if name not in taken), kind.name)
    grit = rolled(play, kind.grit, boss.seat, ref)
    flesh = max(1, rolled(play, kind.flesh, boss.seat, ref))
    items = []
    for gear, place in kind.brings:
        state, item_id = serial(state, "i")
        items.append(made(gear, item_id, place))
    helper = Creature(
        id_,
        name,
        "helper",
        level=kind.hd,
        av=kind.av,
        st=kind.st,
        grit=grit,
        grit_max=grit,
        flesh=flesh,
        flesh_max=flesh,
        seat=boss.seat,
        of=ref,
        items=tuple(items),
        slots=kind.slots,
        pay=Pay(employer, kind.wage_gp_week, state.clock + WEEK, task),
    )
    return state, helper if kind.adventures else gain(helper, AT_HOME, "gone")


@rule("vanilla.helper.pay")
def payday(play: Play, state: State) -> State:
    """Helpers whose week is over are paid for another or leave, as the employer decides."""
    while due := [one for one in state.party if _week_over(state, one)]:
        boss = find(state, due[0].pay.employer) if due[0].pay is not None else due[0]
        mine = [one for one in due if one.pay is not None and one.pay.employer == boss.id]
        how = _for_all(play, boss, mine)
        for one in mine:
            state = _next_week(play, state, one.id, how)
    return state


def _week_over(state: State, one: Creature) -> bool:
    return one.pay is not None and alive_or_home(one) and one.pay.paid_until <= state.clock


def _for_all(play: Play, boss: Creature, due: list[Creature]) -> str:
    """The employer's answer for all Helpers whose week is over, or "each" to decide one by one."""
    total = sum([one.pay.wage for one in due if one.pay is not None])
    if len(due) == 1 or not alive(boss) or total > boss.coins:
        return EACH
    names = tuple([one.name for one in due])
    return play.choose(boss.seat, "wages_all", (PAYS, LETS_GO, EACH), boss.name, names, total, why=PAY)


@rule("vanilla.helper.pay")
def _next_week(play: Play, state: State, who: str, how: str = "each") -> State:
    """Pay a Helper for another week, by the employer or by somebody else if they cannot, or let them leave."""
    one = find(state, who)
    if one.pay is None:
        return state
    boss, wage = find(state, one.pay.employer), one.pay.wage
    able_to_pay = alive(boss) and boss.coins >= wage
    if able_to_pay and how == EACH:
        how = play.choose(boss.seat, "wages", (PAYS, LETS_GO), boss.name, one.name, wage, why=PAY)
    if able_to_pay:
        return _paid(play, state, one, boss) if how == PAYS else _let_go(play, state, boss, one)
    for other in state.party:
        willing = other.kind == "pc" and other.id != boss.id and alive(other) and other.coins >= wage
        room = alive(boss) or len(employed(state, other.id)) < MOST
        if willing and room:
            facts = (other.name, one.name, wage, boss.name)
            if play.choose(other.seat, "wages_for", (PAYS, "no"), *facts, why=PAY) == PAYS:
                return _paid(play, state, one, other)
    play.tell("unpaid", one.name, why=PAY)
    return leaves(play, state, who)


def _paid(play: Play, state: State, one: Creature, by: Creature) -> State:
    """Pay a week's wage; whoever pays in place of a dead employer becomes the employer."""
    if one.pay is None:
        return state
    play.tell("paid", by.name, one.name, one.pay.wage, why=PAY)
    pay = replace(one.pay, paid_until=one.pay.paid_until + WEEK)
    if not alive(find(state, pay.employer)):
        one, pay = replace(one, seat=by.seat), replace(pay, employer=by.id)
    return put(state, replace(by, coins=by.coins - pay.wage), replace(one, pay=pay))


def alive_or_home(one: Creature) -> bool:
    """Whether a Helper still gets wages: not if dead or gone."""
    return has(one, AT_HOME) or alive(one)


@rule("vanilla.helper.pay", "vanilla.carry.full")
def leaves(play: Play, state: State, who: str) -> State:
    """A Helper leaves for good with their own gear; the party's things stay where the Helper was."""
    one = find(state, who)
    brought = [ref for ref, _ in helpers()[one.of].brings] if one.of in helpers() else []
    own, left = [], []
    for item in one.items:
        if item.ref in brought and not item.magic:
            brought.remove(item.ref)
            own.append(item)
        else:
            left.append(replace(item, place="ground", at=one.at))
    if left or one.coins or one.gear:
        names = (*[item.name for item in left], *one.gear, *([f"{one.coins} gp"] if one.coins else []))
        play.tell("leaves_things", one.name, names, why=PAY)
    state = _stay(state, one, tuple(left))
    gone = replace(shed(one, AT_HOME), pay=None, items=tuple(own), coins=0, gear=())
    return put(state, gain(gone, "gone"))


def _stay(state: State, one: Creature, things: tuple[Item, ...]) -> State:
    """Put down what a Helper had of the party's: gear goes to the employer, the rest to the ground or a cache."""
    boss = next((other for other in state.party if one.pay is not None and other.id == one.pay.employer), None)
    if boss is not None and one.gear:
        state = put(state, replace(boss, gear=(*boss.gear, *one.gear)))
    if has(one, AT_HOME) and state.place != "settlement" and (things or one.coins):
        state, id_ = serial(state, CACHE)
        home = Cache(id_, "settlement", state.depth, state.terrain, things, one.coins)
        return replace(state, caches=(*state.caches, home))
    return replace(state, ground=(*state.ground, *things), ground_coins=state.ground_coins + one.coins)


def _let_go(play: Play, state: State, boss: Creature, helper: Creature) -> State:
    play.tell("dismissed", boss.name, helper.name, why=DISMISS)
    return leaves(play, state, helper.id)


@rule("vanilla.action.dismiss", "vanilla.helper.pay")
def dismiss(play: Play, state: State, who: str) -> State:
    """Dismiss a Helper; the week's wage is not refunded."""
    one = find(state, who)
    options = tuple([helper.id for helper in employed(state, who)])
    return _let_go(play, state, one, find(state, play.choose(one.seat, "dismiss_whom", options, one.name, why=DISMISS)))


@rule("vanilla.helper.who_adventures")
def bring_along(play: Play, state: State, _: str) -> State:
    """The GM lets a Helper come along who usually stays at home, or the reverse."""
    options = tuple([one.id for one in state.party if one.pay is not None])
    helper = find(state, play.choose(REFEREE, "bring_whom", options, why="vanilla.helper.who_adventures"))
    along = has(helper, AT_HOME)
    play.tell("comes_along" if along else "stays_home", helper.name, why="vanilla.helper.who_adventures")
    return put(state, shed(helper, AT_HOME, "gone") if along else gain(helper, AT_HOME, "gone"))


@rule("vanilla.helper.control")
def heed(play: Play, state: State, _: str) -> State:
    """The GM makes a Helper refuse orders, and plays it from then on; or makes it obey again."""
    options = tuple([one.id for one in state.party if one.pay is not None and alive(one)])
    helper = find(state, play.choose(REFEREE, "heed_whom", options, why="vanilla.helper.control"))
    boss = find(state, helper.pay.employer) if helper.pay is not None else helper
    refuses = helper.seat != REFEREE
    play.tell("refuses" if refuses else "heeds", helper.name, boss.name, why="vanilla.helper.control")
    return put(state, replace(helper, seat=REFEREE if refuses else boss.seat))


def _in_town(state: State, who: str) -> bool:
    one = next((one for one in state.party if one.id == who and one.kind == "pc"), None)
    return one is not None and state.combat is None and state.place == "settlement" and able(one)


@rule("vanilla.helper.limit")
def _cannot_hire(state: State, who: str) -> Refusal | None:
    one = find(state, who)
    if len(employed(state, who)) >= MOST:
        return Refusal("four_helpers", (one.name,), "vanilla.helper.limit")
    cheapest = min(kind.wage_gp_week for kind in helpers().values())
    return Refusal("no_coins", (one.name, cheapest), HIRE) if one.coins < cheapest else None


def _employs(state: State, who: str) -> bool:
    return state.combat is None and bool(employed(state, who))


def _any_helper(state: State, _: str) -> bool:
    return state.combat is None and any(one.pay is not None for one in state.party)


def _helper_here(state: State, _: str) -> bool:
    return any(one.pay is not None and alive(one) for one in state.party)


DEEDS: tuple[Deed[State], ...] = (
    Deed("hire", hire, HIRE, cost="weeks_wage", shown=_in_town, refuse=_cannot_hire, group="town"),
    Deed("dismiss", dismiss, DISMISS, shown=_employs, group="town"),
    Deed("heed", heed, "vanilla.helper.control", "referee", shown=_helper_here, group="town", rank=1),
    Deed("bring_along", bring_along, "vanilla.helper.who_adventures", "referee", shown=_any_helper, group="town"),
)
