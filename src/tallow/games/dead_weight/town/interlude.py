"""The interlude, day by day: the event, one announced action each, hunger, sleep; and setting out again.

Deeds only record what somebody does; `goes_on` advances the day once everybody has done it.
"""

from collections.abc import Callable
from functools import partial

from msgspec.structs import replace

from tallow.games.dead_weight.entries.gear import things
from tallow.games.dead_weight.gear.handling import shares
from tallow.games.dead_weight.gear.inventory import SPOILED, carries
from tallow.games.dead_weight.gear.market import funds, pay
from tallow.games.dead_weight.gear.trappings import risk, use_up
from tallow.games.dead_weight.gear.uses import FIRST_AID
from tallow.games.dead_weight.harm.afflictions import afflict, cure
from tallow.games.dead_weight.harm.fatigue import recover_each
from tallow.games.dead_weight.harm.wounds import can_heal, heal
from tallow.games.dead_weight.state import (
    Adventurer,
    Attribute,
    Interlude,
    Item,
    State,
    able,
    adventurer,
    alive,
    put,
    score,
    with_score,
)
from tallow.games.dead_weight.town.events import event
from tallow.games.dead_weight.town.nights import heal_some
from tallow.games.dead_weight.town.settlement import inn, next_day, serves, staying, town
from tallow.games.dead_weight.world.decay import decays
from tallow.games.dead_weight.world.phases import cared_for, set_out
from tallow.games.dead_weight.world.trackers import advance_settlement_doom
from tallow.games.deeds import Deed, Refusal
from tallow.play import Play, RuleId, rule

DAYS = "dead_weight.interlude.days"
ACTIONS = "dead_weight.phase.interlude_actions"
HUNGER = "dead_weight.phase.interlude_hunger"
REST, TEND = "dead_weight.action.interlude_rest", "dead_weight.action.interlude_tend_wounds"
LAY_LOW, RETURN = "dead_weight.action.interlude_lay_low", "dead_weight.action.interlude_return"
RATION = "dead_weight.item.ration"
MEAL = 1
"""What a meal at an inn costs, in silver."""

OPEN_ENDED = ("shop", "sell")
"""What takes as long as the day."""


def the_stay(state: State) -> Interlude:
    """The current interlude; there must be one."""
    if state.interlude is None:
        raise ValueError("there is no interlude")
    return state.interlude


@rule("dead_weight.interlude.days", "dead_weight.phase.interlude_actions")
def goes_on(play: Play, state: State) -> State:
    """Advance the day once everybody able has announced, acted or slept; those who are down are cared for first."""
    if state.interlude is None or state.combat is not None:
        return state
    state = cared_for(play, state)
    due = [one.id for one in state.party if able(one)]
    if state.settings.interlude_mode != "days" or not due:
        return state
    stay = the_stay(state)
    if stay.step == "actions" and all(who in dict(stay.announced) for who in due):
        state = cared_for(play, resolved(play, state))
        if all(who in the_stay(state).done for who in due):
            state = cared_for(play, evening(play, state))
    elif stay.step == "sleep" and all(who in stay.done for who in due):
        state = cared_for(play, dawn(play, state))
    return state


@rule("dead_weight.phase.interlude_actions")
def resolved(play: Play, state: State) -> State:
    """Carry out every announced action that is not done yet, except those that last all day; laying low comes first."""
    said = sorted(the_stay(state).announced, key=lambda pair: pair[1] != "lay_low")
    for who, action in said:
        stay = the_stay(state)
        if who in stay.done or action in OPEN_ENDED:
            continue
        state = replace(state, interlude=replace(stay, done=(*stay.done, who)))
        if action in RESOLVED and able(adventurer(state, who)):
            state = RESOLVED[action](play, state, who)
    return state


@rule("dead_weight.phase.interlude_hunger")
def evening(play: Play, state: State) -> State:
    """End the day: everybody eats a ration, or goes hungry; then it is time to sleep."""
    state = replace(state, interlude=replace(the_stay(state), step="hunger", done=()))
    play.tell("evening", the_stay(state).day, why=HUNGER)
    fed = [one.id for one in state.party if alive(one) and _ration(one)]
    for who in fed:
        state = _eats(play, state, who, who)
    for one in state.party:
        if not alive(one) or one.id in fed:
            continue
        giver = _giver(state, one)
        if giver and play.choose(giver.seat, "share_ration", ("yes", "no"), giver.name, one.name, why=HUNGER) == "yes":
            state = _eats(play, state, one.id, giver.id)
        else:
            state, fed_there = _eats_at_inn(play, state, one.id)
            state = state if fed_there else _starves(play, state, one.id)
    return replace(state, interlude=replace(the_stay(state), step="sleep"))


def _ration(one: Adventurer) -> Item | None:
    """A ration of theirs that is good to eat, or None."""
    return next((item for item in one.items if item.ref == RATION and SPOILED not in item.marks), None)


def _giver(state: State, hungry: Adventurer) -> Adventurer | None:
    """Somebody who has a ration to spare and is willing to share, or None."""
    if not shares(state, hungry):
        return None
    others = (one for one in state.party if one.id != hungry.id and alive(one))
    return next((one for one in others if (ration := _ration(one)) and shares(state, one, ration)), None)


@rule("dead_weight.phase.interlude_hunger", "dead_weight.item.ration")
def _eats(play: Play, state: State, who: str, of: str) -> State:
    """Somebody eats a ration, their own or another's."""
    ration = _ration(adventurer(state, of))
    if ration is None:
        return state
    play.tell("eats", adventurer(state, who).name, RATION, why=HUNGER)
    state = use_up(play, state, of, ration.id, HUNGER)
    return cure(play, state, who, *things()[RATION].removes, why=RATION)


@rule("dead_weight.phase.interlude_hunger", "dead_weight.setting.inn_meals")
def _eats_at_inn(play: Play, state: State, who: str) -> tuple[State, bool]:
    """Whether somebody without a ration eats at an inn for 1 silver, if there is one that serves the party."""
    one = adventurer(state, who)
    if not state.settings.inn_meals or inn(state) is None or funds(state, one.purse) < MEAL or not able(one):
        return state, False
    if play.choose(one.seat, "eat_at_inn", ("yes", "no"), one.name, MEAL, why=HUNGER) == "no":
        return state, False
    state, paid = pay(play, state, who, MEAL)
    if not paid:
        return state, False
    play.tell("eats_at_inn", one.name, why=HUNGER)
    return cure(play, state, who, *things()[RATION].removes, why=HUNGER), True


@rule("dead_weight.phase.interlude_hunger", "dead_weight.affliction.hungry", "dead_weight.table.decay")
def _starves(play: Play, state: State, who: str) -> State:
    """Without a ration somebody becomes hungry and parched; the hungry roll on the decay table."""
    if "hungry" in adventurer(state, who).afflictions:
        return decays(play, state, who)
    return afflict(play, afflict(play, state, who, "hungry", HUNGER), who, "parched", HUNGER)


@rule("dead_weight.interlude.days", "dead_weight.phase.interlude_event")
def dawn(play: Play, state: State) -> State:
    """A new day: the shops have other goods; its event is rolled, and then come the actions."""
    stay = next_day(the_stay(state))
    state = replace(state, interlude=replace(stay, step="event"), market=replace(state.market, stock=()))
    play.tell("day", stay.day, why=DAYS)
    state = event(play, state)
    return replace(state, interlude=replace(the_stay(state), step="actions"))


SHOW, TAVERN, COUNTRY, ALONE = PASTIMES = ("show", "tavern", "country", "alone")
COST = {SHOW: 2, TAVERN: 1, "surgeon": 4, "witch_doctor": 2}


@rule("dead_weight.action.interlude_rest", "dead_weight.table.settlement_doom")
def pastimes(state: State, one: Adventurer) -> tuple[str, ...]:
    """The ways to rest in a place of this size that somebody can pay for, as far as the party is served."""
    size = town(state).size
    found = [COUNTRY] if size <= 3 else []
    found += [TAVERN] if size >= 3 and _affords(state, one, TAVERN) else []
    found += [SHOW] if size >= 4 and _affords(state, one, SHOW) else []
    return (*found, ALONE)


def _affords(state: State, one: Adventurer, what: str) -> bool:
    return serves(state) and funds(state, one.purse) >= COST[what]


@rule("dead_weight.action.interlude_rest")
def rest(play: Play, state: State, who: str, how: str) -> State:
    """Recover one fatigue on each attribute, and apply what the pastime does."""
    state = put(state, recover_each(adventurer(state, who)))
    state, paid = _paid(play, state, who, how)
    if how == COUNTRY:
        return _mended(state, who, "INT")
    if how == SHOW and paid:
        state = cure(play, state, who, "angry", "hopeless", why=REST)
        return put(state, recover_each(adventurer(state, who)))
    if how == TAVERN and paid:
        state = _mended(cure(play, state, who, "terrified", "hopeless", why=REST), who, "PRE")
        if risk(play, 2, adventurer(state, who).seat, REST, "risk.drink"):
            return afflict(play, state, who, "nauseated", REST)
    return state


def _paid(play: Play, state: State, who: str, what: str) -> tuple[State, bool]:
    """Whether a cost could be paid; whoever has spent the money since the announcement gets nothing."""
    one = adventurer(state, who)
    if what not in COST:
        return state, True
    return pay(play, state, who, COST[what]) if _affords(state, one, what) else (state, False)


@rule("dead_weight.action.interlude_rest", "dead_weight.affliction.hungry", "dead_weight.affliction.cursed")
def _mended(state: State, who: str, attribute: Attribute) -> State:
    """All wounds of an attribute heal, unless hunger or a curse prevents it."""
    one = adventurer(state, who)
    if not can_heal(one, resting=True):
        return state
    return put(state, with_score(one, attribute, replace(score(one, attribute), wounds=0)))


@rule("dead_weight.action.interlude_tend_wounds", "dead_weight.table.settlement_doom")
def healers(state: State, one: Adventurer) -> tuple[str, ...]:
    """The ways to heal wounds here: time, a first aid kit, a witch doctor, a surgeon."""
    size = town(state).size
    found = ["first_aid"] if carries(one, FIRST_AID) else []
    found += ["surgeon"] if size >= 4 and _affords(state, one, "surgeon") else []
    found += ["witch_doctor"] if 2 <= size <= 4 and _affords(state, one, "witch_doctor") else []
    return (*found, "time")


WAYS_TO_TEND = ("first_aid", "surgeon", "witch_doctor", "time")
CURES = {"surgeon": "plagued", "witch_doctor": "cursed"}
BODY: tuple[Attribute, ...] = ("STR", "DEX")
OPERABLE: tuple[Attribute, ...] = ("STR", "DEX", "INT")


@rule("dead_weight.action.interlude_tend_wounds")
def tend(play: Play, state: State, who: str, how: str) -> State:
    """End bleeding and heal a wound of STR or DEX, two with a kit; healers heal more, else risk dice may heal one."""
    seat = adventurer(state, who).seat
    state, paid = _paid(play, state, who, how)
    cured = CURES.get(how, "")
    if (
        paid
        and cured
        and cured in adventurer(state, who).afflictions
        and risk(play, 1, seat, TEND, "risk.cure", wanted=True)
    ):
        state = cure(play, state, who, cured, why=TEND)
    state = cure(play, state, who, "bleeding", why=TEND)
    kit = carries(adventurer(state, who), FIRST_AID) if how == "first_aid" else None
    if kit:
        state = use_up(play, state, who, kit.id, TEND)
    state = _heals(play, state, who, 2 if kit else 1, BODY)
    if cured:
        return _heals(play, state, who, 2, OPERABLE) if paid else state
    return heal_some(play, state, who, 1, TEND) if risk(play, 3, seat, TEND, "risk.healing", wanted=True) else state


def _heals(play: Play, state: State, who: str, wounds: int, among: tuple[Attribute, ...]) -> State:
    one = adventurer(state, who)
    if any(score(one, attribute).wounds for attribute in among):
        return heal(play, state, who, wounds, TEND, among=among, resting=True)
    return state


@rule("dead_weight.action.interlude_lay_low", "dead_weight.interlude.settlement_doom")
def lay_low(play: Play, state: State, who: str) -> State:
    """Stay out of sight for a day: on 2d! the settlement's ill will is one less."""
    one = adventurer(state, who)
    if not risk(play, 2, one.seat, LAY_LOW, "risk.ill_will", wanted=True):
        return state
    return advance_settlement_doom(play, state, LAY_LOW, -1)


RESOLVED: dict[str, Callable[[Play, State, str], State]] = {
    "lay_low": lay_low,
    **{f"rest.{how}": partial(rest, how=how) for how in PASTIMES},
    **{f"tend.{how}": partial(tend, how=how) for how in WAYS_TO_TEND},
}
"""What an announced action does, by its code."""


@rule("dead_weight.phase.interlude_actions")
def announced(play: Play, state: State, who: str, action: str) -> State:
    """Somebody announces today's action, and cannot change it."""
    stay = the_stay(state)
    play.tell("announces", adventurer(state, who).name, action, why=ACTIONS)
    return replace(state, interlude=replace(stay, announced=(*stay.announced, (who, action))))


def _rest(play: Play, state: State, who: str) -> State:
    one = adventurer(state, who)
    how = play.choose(one.seat, "rest_how", pastimes(state, one), one.name, why=REST)
    return announced(play, state, who, f"rest.{how}")


def _tend(play: Play, state: State, who: str) -> State:
    one = adventurer(state, who)
    how = play.choose(one.seat, "tend_how", healers(state, one), one.name, why=TEND)
    return announced(play, state, who, f"tend.{how}")


def _announces(action: str) -> Callable[[Play, State, str], State]:
    return lambda play, state, who: announced(play, state, who, action)


def _to_announce(state: State, who: str) -> bool:
    """Whether somebody has still to announce today's action."""
    if not _by_day(state, who) or not any(one.id == who and able(one) for one in state.party):
        return False
    stay = the_stay(state)
    return stay.step == "actions" and who not in dict(stay.announced)


def _by_day(state: State, who: str) -> bool:
    return staying(state, who) and state.settings.interlude_mode == "days"


def end_day(play: Play, state: State, _: str) -> State:
    """End the day for those at the market."""
    stay = the_stay(state)
    return replace(state, interlude=replace(stay, done=tuple(who for who, _action in stay.announced)))


def _market_open(state: State, who: str) -> bool:
    if not _by_day(state, who):
        return False
    stay = the_stay(state)
    return stay.step == "actions" and all(one.id in dict(stay.announced) for one in state.party if able(one))


def wait_no_longer(play: Play, state: State, _: str) -> State:
    """The GM ends the waiting: who has announced nothing does nothing, who has no bed has a night without event."""
    stay = the_stay(state)
    play.tell("no_longer", why=DAYS)
    idle = tuple(one.id for one in state.party if able(one) and one.id not in dict(stay.announced))
    everybody = tuple(one.id for one in state.party if able(one))
    if stay.step == "sleep":
        return replace(state, interlude=replace(stay, done=everybody))
    if idle:
        return replace(state, interlude=replace(stay, announced=(*stay.announced, *((who, "other") for who in idle))))
    return replace(state, interlude=replace(stay, done=everybody))


@rule("dead_weight.action.interlude_return", "dead_weight.phase.interlude")
def go_back(play: Play, state: State, _: str) -> State:
    """The whole party spends the day on the way back, and the expedition begins."""
    return set_out(play, state, "")


def _may_go_back(state: State, who: str) -> bool:
    return staying(state, who) and any(one.id == who and able(one) for one in state.party)


def _cannot_go_back(state: State, _: str) -> Refusal | None:
    stay = the_stay(state)
    if state.settings.interlude_mode == "simple":
        return None
    if stay.step != "actions":
        return Refusal("not_by_night", (), RETURN)
    return Refusal("day_given_away", (), RETURN) if stay.announced else None


def _announcing(name: str, do: Callable[[Play, State, str], State], why: RuleId) -> Deed[State]:
    return Deed(name, do, why, cost="1 day", shown=_to_announce, group="interlude")


DEEDS: tuple[Deed[State], ...] = (
    _announcing("interlude_rest", _rest, REST),
    _announcing("interlude_tend", _tend, TEND),
    _announcing("interlude_shop", _announces("shop"), "dead_weight.action.interlude_shop"),
    _announcing("interlude_sell", _announces("sell"), "dead_weight.action.interlude_sell"),
    _announcing("interlude_lay_low", _announces("lay_low"), LAY_LOW),
    _announcing("interlude_other", _announces("other"), ACTIONS),
    Deed("end_day", end_day, ACTIONS, shown=_market_open, group="interlude", rank=1),
    Deed(
        "interlude_return",
        go_back,
        RETURN,
        cost="1 day",
        shown=_may_go_back,
        refuse=_cannot_go_back,
        group="interlude",
        rank=1,
    ),
    Deed("wait_no_longer", wait_no_longer, DAYS, by="referee", shown=_by_day, group="interlude", rank=1),
)
