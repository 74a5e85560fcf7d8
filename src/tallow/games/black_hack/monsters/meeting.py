"""Whom the party has before it: foes that only the referee knows of are no part of what players can do."""

from tallow.games.black_hack.state import Creature, State, able
from tallow.mechanics.conditions import has


def met(state: State, foe: Creature) -> bool:
    """Whether the party has met a foe: it sees it now, or has left it behind after a fight."""
    if has(foe, "gone") or has(foe, "fled"):
        return False
    return state.combat is not None or (state.ended is not None and not able(foe))


def before_party(state: State, who: str, foe: str) -> bool:
    """Whether somebody of the party, or anybody else, may reckon with one of this id: a foe whom they have met."""
    if not any(one.id == who for one in state.party):
        return True
    return not any(one.id == foe and not met(state, one) for one in state.foes)
