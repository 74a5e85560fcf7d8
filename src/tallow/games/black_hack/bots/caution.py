"""What bots leave to people when they play at a table, and what a round is."""

from tallow.games.black_hack.state import State, able
from tallow.games.game import Caution
from tallow.games.shared.fighters import fallen_by


def _round(state: State) -> str:
    return f"fight {state.combat.moment}" if state.combat is not None else f"{state.phase} {state.turns}"


CAUTION: Caution[State] = Caution(
    told=("morale.broken", "morale.fails"),
    rolls=("black_hack.oofa.when_roll",),
    fallen=fallen_by(able),
    round=_round,
    passes=("end_turn",),
)
