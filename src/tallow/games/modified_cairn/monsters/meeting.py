"""Whom the party has before it: foes that only the referee knows of are no part of what players can do."""

from tallow.games.modified_cairn.state import OUT, Creature, State

UNSEEN = frozenset(("gone", "hidden", "invisible"))
"""States in which nobody sees a foe."""


def met(state: State, foe: Creature) -> bool:
    """Whether the party can see a foe now, or left it on the field after a fight."""
    if not UNSEEN.isdisjoint(foe.states):
        return False
    if state.combat is not None:
        return True
    return state.ended is not None and not OUT.isdisjoint(foe.states)


def before_party(state: State, who: str, foe: str) -> bool:
    """Whether somebody of the party, or anybody else, may reckon with one of this id: a foe whom they have met."""
    if not any(one.id == who for one in state.party):
        return True
    return not any(one.id == foe and not met(state, one) for one in state.foes)
