"""Stabilizing: whoever lies mortally wounded, or in a faint, is brought back once the fight is over."""

from tallow.games.dead_weight.checks import attempt
from tallow.games.dead_weight.inventory import AWAY
from tallow.games.dead_weight.mortal import die
from tallow.games.dead_weight.state import Adventurer, Item, State, able, adventurer, alive, put
from tallow.games.dead_weight.trappings import use_up
from tallow.games.dead_weight.turns import pass_turns
from tallow.games.dead_weight.wounds import stabilized
from tallow.games.game import Deed, Refusal
from tallow.play import Play, rule

WHY = "dead_weight.action.stabilize"
MEANS = ("dead_weight.item.medical_supply", "dead_weight.item.first_aid_kit")
"""What stabilizing takes one use of; a kit rolls its die."""


def down(state: State) -> tuple[Adventurer, ...]:
    """Those who lie mortally wounded or in a faint, the dying first."""
    lying = [one for one in state.party if alive(one) and {"mortally_wounded", "fainted"}.intersection(one.conditions)]
    return tuple(
        sorted(lying, key=lambda one: ("dying" not in one.conditions, "mortally_wounded" not in one.conditions))
    )


def means(state: State) -> tuple[tuple[str, Item], ...]:
    """What there is to stabilize with, each with who has it."""
    return tuple(
        (one.id, item)
        for one in state.party
        if alive(one)
        for item in one.items
        if item.ref in MEANS and not item.broken and item.place not in AWAY
    )


@rule("dead_weight.action.stabilize", "dead_weight.setting.stabilize_needs", "dead_weight.item.first_aid_kit")
def stabilize(play: Play, state: State, who: str) -> State:
    """One turn: everybody who is able stabilizes one who lies there, as far as supplies go."""
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
    return pass_turns(play, state, 1)


def _spend(play: Play, state: State, rescuer: str) -> State:
    """One use of a kit or one supply: of the rescuer's own first, and a supply before a kit."""
    owner, item = min(means(state), key=lambda found: (found[0] != rescuer, MEANS.index(found[1].ref)))
    return use_up(play, state, owner, item.id, WHY)


@rule("dead_weight.action.stabilize")
def improvise(play: Play, state: State, who: str) -> State:
    """Without supplies: two turns and an INT test, which may be tried again; a critical failure kills."""
    one = adventurer(state, who)
    patient = play.choose(one.seat, "stabilize_whom", tuple(other.id for other in down(state)), one.name, why=WHY)
    state, reading = attempt(play, state, who, "INT", WHY)
    if reading.success:
        state = put(state, stabilized(play, adventurer(state, patient)))
    elif reading.critical:
        state = die(play, state, patient, WHY)
    return pass_turns(play, state, 2)


def _shown(state: State, who: str) -> bool:
    """Whether somebody is able, in no fight, and another lies there."""
    if state.combat is not None or not any(one.id == who and able(one) for one in state.party):
        return False
    return bool(down(state))


def _no_means(state: State, _: str) -> Refusal | None:
    if state.settings.stabilize_needs == "nothing" or means(state):
        return None
    return Refusal("no_first_aid", (), WHY)


DEEDS: tuple[Deed[State], ...] = (
    Deed("stabilize", stabilize, WHY, cost="1 turn", shown=_shown, refuse=_no_means),
    Deed("improvise_first_aid", improvise, WHY, cost="2 turns", shown=_shown),
)
