"""Smithing: armour that was eaten away is made whole by somebody who can, with time and materials."""

from tallow.games.cairn.characters.boons import mends_armour
from tallow.games.cairn.gear.handling import at_ease
from tallow.games.cairn.gear.ruin import eaten_away, made_whole
from tallow.games.cairn.state import HOUR, State, alive
from tallow.games.cairn.world.time import pass_time
from tallow.games.deeds import Deed, Refusal
from tallow.mechanics.two_sides import find, put
from tallow.play import REFEREE, Play, RuleId, rule

MEND: RuleId = "cairn.table.kettlewright_1"
WORK = 3 * HOUR


def _worn_down(state: State) -> tuple[tuple[str, str], ...]:
    """Damaged armour of the party, each piece with its bearer."""
    return tuple((one.id, which) for one in state.party if alive(one) for which in eaten_away(one))


@rule("cairn.table.kettlewright_1", "cairn.hireling.blacksmith")
def mend(play: Play, state: State, who: str) -> State:
    """Three hours of work make one piece of armour whole, if the referee finds materials for it."""
    smith = find(state, who)
    which = play.choose(smith.seat, "mend_what", _worn_down(state), smith.name, why=MEND)
    if play.choose(REFEREE, "mend_materials", ("yes", "no"), smith.name, why=MEND) == "no":
        play.tell("mend.no_materials", smith.name, why=MEND)
        return state
    state = pass_time(play, state, WORK)
    owner = next((one for one in state.party if one.id == which[0] and which[1] in eaten_away(one)), None)
    return state if owner is None else put(state, made_whole(play, owner, which[1], MEND))


def _is_smith(state: State, who: str) -> bool:
    return at_ease(state, who) and mends_armour(find(state, who))


def _nothing_to_mend(state: State, who: str) -> Refusal | None:
    return None if _worn_down(state) else Refusal("nothing_to_mend", (find(state, who).name,), MEND)


DEEDS: tuple[Deed[State], ...] = (
    Deed(
        "mend_armour", mend, MEND, cost="three_hours", shown=_is_smith, refuse=_nothing_to_mend, group="slots", rank=1
    ),
)
