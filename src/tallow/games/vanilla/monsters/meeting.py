"""Whom the party has before it: foes that only the referee knows of are no part of what players can do."""

from tallow.games.shared.meeting import before_party_by
from tallow.games.vanilla.state import Creature, State
from tallow.mechanics.conditions import has


def met(state: State, foe: Creature) -> bool:
    """Whether the party can see a foe: in a fight or a meeting, unless it is invisible."""
    if has(foe, "gone") or "invisible" in foe.conditions:
        return False
    return state.combat is not None or state.phase == "encounter"


before_party = before_party_by(met)
