"""Whom the party has before it: foes that only the referee knows of are no part of what players can do."""

from tallow.games.cairn.state import OUT, Creature, State
from tallow.games.shared.meeting import may_reckon_with


def met(state: State, foe: Creature) -> bool:
    """Whether the party sees a foe now, or has left it lying after a fight."""
    if "gone" in foe.conditions or "invisible" in foe.conditions:
        return False
    if state.fight is not None or state.phase == "encounter":
        return True
    return state.ended is not None and not OUT.isdisjoint(foe.conditions)


def before_party(state: State, who: str, foe: str) -> bool:
    """Whether `who` may take `foe` into account: anybody may, but nobody of the party a foe that they have not met."""
    return may_reckon_with(state.party, (one for one in state.foes if not met(state, one)), who, foe)
