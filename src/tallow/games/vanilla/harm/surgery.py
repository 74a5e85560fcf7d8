"""The surgeon: lost Flesh comes back a point and a day at a time."""

from msgspec.structs import replace

from tallow.games.deeds import Deed, Refusal
from tallow.games.vanilla.entries import services
from tallow.games.vanilla.gear.market import in_town
from tallow.games.vanilla.harm.damage import wounded
from tallow.games.vanilla.harm.perils import goes_on
from tallow.games.vanilla.state import DAY, Creature, State, alive
from tallow.games.vanilla.world.time import elapse
from tallow.mechanics.conditions import has
from tallow.mechanics.two_sides import find, put
from tallow.play import REFEREE, Play, RuleId, rule

SURGERY: RuleId = "vanilla.action.surgery"
TERMS: RuleId = "vanilla.heal.surgeon_varies"
ALL = "all"
PRICES = (50, 25, 75, 100, 0)


@rule("vanilla.action.surgery", "vanilla.heal.surgeon", "vanilla.heal.surgeon_cost", "vanilla.service.surgeon")
def see_surgeon(play: Play, state: State, who: str) -> State:
    """A surgeon works on somebody for days, a point of Flesh and a fee each; others may lie down at the same time."""
    one = find(state, who)
    others = [other.id for other in state.party if other.id != who and _can_pay(state, other)]
    whom = play.choose(one.seat, "surgery_for", (who, ALL), one.name, why=SURGERY) if others else who
    patients = (who, *others) if whom == ALL else (who,)
    most = max([_points(state, find(state, patient)) for patient in patients])
    days = play.choose(one.seat, "surgery_days", range(most, 0, -1), one.name, state.surgeon_gp, why=SURGERY)
    if not goes_on(play, state, one.seat, days * DAY):
        return state
    for _ in range(days):
        state = _day(play, state, patients)
    return state


def _day(play: Play, state: State, patients: tuple[str, ...]) -> State:
    """One whole day of rest: whoever can still pay gets a point of Flesh back."""
    paid = [who for who in patients if _can_pay(state, find(state, who))]
    if not paid:
        return state
    began = state.clock
    for who in paid:
        one = find(state, who)
        state = put(state, replace(one, coins=one.coins - state.surgeon_gp))
    state = elapse(play, state, DAY)
    for who in paid if state.clock >= began + DAY else ():
        one = find(state, who)
        play.tell("surgery", one.name, one.flesh + 1, state.surgeon_gp, why=SURGERY)
        state = put(state, replace(one, flesh=min(one.flesh_max, one.flesh + 1)))
    return state


def _points(state: State, one: Creature) -> int:
    """How many points somebody lacks and can pay for."""
    lacking = one.flesh_max - one.flesh
    return min(lacking, one.coins // state.surgeon_gp) if state.surgeon_gp else lacking


def _can_pay(state: State, one: Creature) -> bool:
    healable = not has(one, "out") and not has(one, "mummy_rot")
    return alive(one) and healable and wounded(one) and one.coins >= state.surgeon_gp


@rule("vanilla.heal.surgeon_varies", "vanilla.heal.pc_surgeon")
def surgeon_terms(play: Play, state: State, _: str) -> State:
    """The GM says whether there is a surgeon here, be it a character or a Specialist, and what a point costs."""
    usual = services()["vanilla.service.surgeon"].price_gp
    options: tuple[int | str, ...] = (usual, "none", *[gp for gp in PRICES if gp != usual])
    said = play.choose(REFEREE, "surgeon", options, why=TERMS)
    play.tell("surgeon.none" if said == "none" else "surgeon.here", 0 if said == "none" else said, why=TERMS)
    if isinstance(said, int):
        return replace(state, surgeon=True, surgeon_gp=said)
    return replace(state, surgeon=False)


def _patient(state: State, who: str) -> bool:
    return in_town(state, who) and wounded(find(state, who))


@rule("vanilla.heal.surgeon_cost", "vanilla.heal.surgeon_varies", "vanilla.monster.mummy")
def _no_surgeon(state: State, who: str) -> Refusal | None:
    one = find(state, who)
    if not state.surgeon:
        return Refusal("no_surgeon", (), TERMS)
    if has(one, "mummy_rot"):
        return Refusal("mummy_rot", (one.name,), "vanilla.monster.mummy")
    dear = one.coins < state.surgeon_gp
    return Refusal("no_coins", (one.name, state.surgeon_gp), "vanilla.heal.surgeon_cost") if dear else None


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
