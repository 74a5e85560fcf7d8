"""The surgeon: restores a point of Flesh for each day of rest."""

from msgspec.structs import replace

from tallow.games.deeds import Deed, Refusal
from tallow.games.vanilla.characters.helpers import AT_HOME
from tallow.games.vanilla.entries import services
from tallow.games.vanilla.gear.market import in_town
from tallow.games.vanilla.gear.purses import funds, pay
from tallow.games.vanilla.harm.damage import wounded
from tallow.games.vanilla.harm.perils import goes_on
from tallow.games.vanilla.state import DAY, Creature, State, alive
from tallow.games.vanilla.world.time import elapse
from tallow.games.vanilla.world.turns import exploring
from tallow.mechanics.conditions import has
from tallow.mechanics.two_sides import find, put
from tallow.play import REFEREE, Play, RuleId, rule

SURGERY: RuleId = "vanilla.action.surgery"
TERMS: RuleId = "vanilla.heal.surgeon_varies"
ALL = "all"
PRICES = (50, 25, 75, 100, 0)


@rule("vanilla.heal.pc_surgeon", "vanilla.helper.specialist")
def hired_surgeon(state: State) -> Creature | None:
    """A hired surgeon who is where the party is: with it, or at home in a settlement; else None."""
    for one in state.party:
        here = alive(one) or (has(one, AT_HOME) and state.place == "settlement")
        if one.pay is not None and one.pay.task == "surgeon" and here and not has(one, "out"):
            return one
    return None


@rule("vanilla.heal.surgeon_cost", "vanilla.heal.pc_surgeon")
def fee(state: State) -> int:
    """The price of a point of Flesh: nothing beyond the wage of a hired surgeon."""
    return 0 if hired_surgeon(state) is not None else state.surgeon_gp


@rule("vanilla.action.surgery", "vanilla.heal.surgeon", "vanilla.heal.surgeon_cost", "vanilla.service.surgeon")
def see_surgeon(play: Play, state: State, who: str) -> State:
    """A surgeon treats a creature for some days, a point of Flesh and a fee each; others may be treated with it."""
    one = find(state, who)
    others = [other.id for other in state.party if other.id != who and _can_pay(state, other)]
    whom = play.choose(one.seat, "surgery_for", (who, ALL), one.name, why=SURGERY) if others else who
    patients = (who, *others) if whom == ALL else (who,)
    most = max([_points(state, find(state, patient)) for patient in patients])
    days = play.choose(one.seat, "surgery_days", range(most, 0, -1), one.name, fee(state), why=SURGERY)
    if not goes_on(play, state, one.seat, days * DAY):
        return state
    for _ in range(days):
        state = _day(play, state, patients)
    return state


def _day(play: Play, state: State, patients: tuple[str, ...]) -> State:
    """Pass a day of rest: each patient who can pay regains a point of Flesh."""
    if state.phase == "encounter" or (not state.surgeon and hired_surgeon(state) is None):
        return state
    gp, began, paid = fee(state), state.clock, []
    for who in patients:
        if _can_pay(state, find(state, who)):
            state = pay(state, who, gp)
            paid.append(who)
    if not paid:
        return state
    state = elapse(play, state, DAY)
    for who in paid if state.clock >= began + DAY else ():
        one = find(state, who)
        if gp:
            play.tell("surgery", one.name, one.flesh + 1, gp, why=SURGERY)
        else:
            play.tell("surgery.hired", one.name, one.flesh + 1, why="vanilla.heal.pc_surgeon")
        state = put(state, replace(one, flesh=min(one.flesh_max, one.flesh + 1)))
    return state


def _points(state: State, one: Creature) -> int:
    """How many lost points of Flesh a creature can pay for."""
    lacking, gp = one.flesh_max - one.flesh, fee(state)
    return min(lacking, funds(state, one) // gp) if gp else lacking


def _can_pay(state: State, one: Creature) -> bool:
    healable = not has(one, "out") and not has(one, "mummy_rot")
    return alive(one) and healable and wounded(one) and funds(state, one) >= fee(state)


@rule("vanilla.heal.surgeon_varies", "vanilla.heal.pc_surgeon")
def surgeon_terms(play: Play, state: State, _: str) -> State:
    """The GM says whether there is a surgeon here, who may be a character, and the price of a point."""
    usual = services()["vanilla.service.surgeon"].price_gp
    options: tuple[int | str, ...] = (usual, "none", *[gp for gp in PRICES if gp != usual])
    said = play.choose(REFEREE, "surgeon", options, why=TERMS)
    play.tell("surgeon.none" if said == "none" else "surgeon.here", 0 if said == "none" else said, why=TERMS)
    if isinstance(said, int):
        return replace(state, surgeon=True, surgeon_gp=said)
    return replace(state, surgeon=False)


def _patient(state: State, who: str) -> bool:
    there = in_town(state, who) or (hired_surgeon(state) is not None and exploring(state, who))
    return there and wounded(find(state, who))


@rule("vanilla.heal.surgeon_cost", "vanilla.heal.surgeon_varies", "vanilla.monster.mummy")
def _no_surgeon(state: State, who: str) -> Refusal | None:
    one = find(state, who)
    hired = hired_surgeon(state) is not None
    if not state.surgeon and not hired:
        return Refusal("no_surgeon", (), TERMS)
    if has(one, "mummy_rot"):
        return Refusal("mummy_rot", (one.name,), "vanilla.monster.mummy")
    if hired and state.busy:
        return Refusal("turn_begun", (), "vanilla.time.turn")
    dear = funds(state, one) < fee(state)
    return Refusal("no_coins", (one.name, fee(state)), "vanilla.heal.surgeon_cost") if dear else None


DEEDS: tuple[Deed[State], ...] = (
    Deed("surgery", see_surgeon, SURGERY, cost="each_day", shown=_patient, refuse=_no_surgeon, group="town"),
    Deed(
        "surgeon_terms",
        surgeon_terms,
        TERMS,
        "referee",
        shown=lambda state, _: state.phase == "settlement",
        group="town",
    ),
)
