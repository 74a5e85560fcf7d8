"""Whom the party has before it: foes that only the referee knows of are no part of what players can do."""

from tallow.games.modified_cairn.state import OUT, Creature, State
from tallow.games.shared.meeting import before_party_by

UNSEEN = frozenset(("gone", "hidden", "invisible"))
"""States in which nobody sees a foe."""


def met(state: State, foe: Creature) -> bool:
    """Whether the party can see a foe now, or left it on the field after a fight."""
    if not UNSEEN.isdisjoint(foe.states):
        return False
    if state.combat is not None:
        return True
    return state.ended is not None and not OUT.isdisjoint(foe.states)


before_party = before_party_by(met)
