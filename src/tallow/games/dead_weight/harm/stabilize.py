"""Stabilizing: helping those who are mortally wounded or have fainted, once the fight is over."""

from tallow.games.dead_weight.checks.attribute_tests import attempt
from tallow.games.dead_weight.gear.trappings import use_up
from tallow.games.dead_weight.harm.mortal import die
from tallow.games.dead_weight.harm.perils import MEANS, down, goes_on, means, tries
from tallow.games.dead_weight.harm.wounds import stabilized
from tallow.games.dead_weight.state import State, able, adventurer, put
from tallow.games.dead_weight.world.turns import pass_turns
from tallow.games.deeds import Deed, Refusal
from tallow.play import Play, rule

WHY = "dead_weight.action.stabilize"


@rule("dead_weight.action.stabilize", "dead_weight.setting.stabilize_needs", "dead_weight.item.first_aid_kit")
def stabilize(play: Play, state: State, who: str) -> State:
    """One turn: everybody who is able stabilizes one who is down, as far as supplies allow."""
    before = state
    rescuers = [who, *(one.id for one in state.party if able(one) and one.id != who)]
    for rescuer in rescuers:
        patients = down(state)
        needs = state.settings.stabilize_needs == "supplies"
        if not patients or (needs and not means(state)):
            break
        by = adventurer(state, rescuer)
        patient = play.choose(by.seat, "stabilize_whom", tuple(one.id for one in patients), by.name, why=WHY)
        if needs:
            state = _spend(play, state, rescuer)
        state = put(state, stabilized(play, adventurer(state, patient)))
    by_seat = adventurer(state, who).seat
    return pass_turns(play, state, 1) if goes_on(play, state, by_seat, 1) else before


def _spend(play: Play, state: State, rescuer: str) -> State:
    """Use up one use of a kit or one supply: the rescuer's own first, and a supply before a kit."""
    owner, item = min(means(state), key=lambda found: (found[0] != rescuer, MEANS.index(found[1].ref)))
    return use_up(play, state, owner, item.id, WHY)


@rule("dead_weight.action.stabilize")
def improvise(play: Play, state: State, who: str) -> State:
    """Without supplies: two turns and an INT test, which can be repeated; a critical failure kills."""
    one = adventurer(state, who)
    patient = play.choose(one.seat, "stabilize_whom", tuple(other.id for other in down(state)), one.name, why=WHY)
    if not tries(play, state, one.seat, patient, 2):
        return state
    state, reading = attempt(play, state, who, "INT", WHY)
    if reading.success:
        state = put(state, stabilized(play, adventurer(state, patient)))
    elif reading.critical:
        state = die(play, state, patient, WHY)
    return pass_turns(play, state, 2)


def _shown(state: State, who: str) -> bool:
    """Whether somebody is able, not in a fight, and another is down."""
    if state.combat is not None or not down(state):
        return False
    return any(one.id == who and able(one) for one in state.party)


def _may_improvise(state: State, who: str) -> bool:
    """Whether first aid without supplies is offered: where supplies would be needed."""
    return state.settings.stabilize_needs == "supplies" and _shown(state, who)


def _no_means(state: State, _: str) -> Refusal | None:
    if state.settings.stabilize_needs == "nothing" or means(state):
        return None
    return Refusal("no_first_aid", (), WHY)


DEEDS: tuple[Deed[State], ...] = (
    Deed("stabilize", stabilize, WHY, cost="1 turn", shown=_shown, refuse=_no_means, group="exploring"),
    Deed("improvise_first_aid", improvise, WHY, cost="2 turns", shown=_may_improvise, group="exploring"),
)
