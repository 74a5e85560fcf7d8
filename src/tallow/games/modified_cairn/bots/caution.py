"""What bots leave to people when they play at a table, and what a round is."""

from tallow.games.game import Caution
from tallow.games.modified_cairn.state import State, able
from tallow.games.shared.fighters import fallen_by


def _round(state: State) -> str:
    return f"fight {state.combat.round}" if state.combat is not None else f"{state.phase} {state.clock}"


CAUTION: Caution[State] = Caution(
    told=("routed",),
    rolls=("modified_cairn.hurt.vig_save",),
    fallen=fallen_by(able),
    round=_round,
    passes=("pass",),
)
