"""What bots leave to people when they play at a table, and what a round is."""

from tallow.games.game import Caution
from tallow.games.shared.fighters import fallen_by
from tallow.games.vanilla.state import State, able


def _round(state: State) -> str:
    return f"fight {state.combat.round}" if state.combat is not None else f"{state.phase} {state.clock}"


CAUTION: Caution[State] = Caution(
    told=("morale.breaks",),
    rolls=("vanilla.damage.death_save", "arrives"),
    fallen=fallen_by(able),
    round=_round,
    passes=("wait",),
)
