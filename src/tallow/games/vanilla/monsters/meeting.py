"""Whom the party has before it: foes that only the referee knows of are no part of what players can do."""

from tallow.games.shared.meeting import may_reckon_with
from tallow.games.vanilla.state import Creature, State
from tallow.mechanics.conditions import has


def met(state: State, foe: Creature) -> bool:
    """Whether the party can see a foe: in a fight or a meeting, unless it is invisible."""
    if has(foe, "gone") or "invisible" in foe.conditions:
        return False
    return state.combat is not None or state.phase == "encounter"


def before_party(state: State, who: str, foe: str) -> bool:
    """Whether `who` may take `foe` into account: anybody may, but nobody of the party a foe that they have not met."""
    return may_reckon_with(state.party, (one for one in state.foes if not met(state, one)), who, foe)
