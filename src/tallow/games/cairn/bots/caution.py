"""What bots leave to people when they play at a table, and what a round is."""

from tallow.games.cairn.state import State, able
from tallow.games.game import Caution
from tallow.games.shared.fighters import fallen_by


def _round(state: State) -> str:
    return f"fight {state.fight.round}" if state.fight is not None else f"{state.phase} {state.clock}"


CAUTION: Caution[State] = Caution(
    told=("morale.flees",),
    rolls=("cairn.critical.save",),
    fallen=fallen_by(able),
    round=_round,
)
