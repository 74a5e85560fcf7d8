"""Whom the party has before it: foes that only the referee knows of are no part of what players can do."""

from tallow.games.cairn.state import OUT, Creature, State
from tallow.games.shared.meeting import before_party_by


def met(state: State, foe: Creature) -> bool:
    """Whether the party sees a foe now, or has left it lying after a fight."""
    if "gone" in foe.conditions or "invisible" in foe.conditions:
        return False
    if state.fight is not None or state.phase == "encounter":
        return True
    return state.ended is not None and not OUT.isdisjoint(foe.conditions)


before_party = before_party_by(met)
