"""Whom the party has before it: foes that only the referee knows of are no part of what players can do."""

from tallow.games.vanilla.state import Creature, State
from tallow.mechanics.conditions import has


def met(state: State, foe: Creature) -> bool:
    """Whether the party can see a foe: in a fight or a meeting, unless it is invisible."""
    if has(foe, "gone") or "invisible" in foe.conditions:
        return False
    return state.combat is not None or state.phase == "encounter"


def before_party(state: State, who: str, foe: str) -> bool:
    """Whether somebody of the party, or anybody else, may reckon with one of this id: a foe whom they have met."""
    if not any(one.id == who for one in state.party):
        return True
    return not any(one.id == foe and not met(state, one) for one in state.foes)
