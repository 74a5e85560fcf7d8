"""Whom the party has before it: foes that only the referee knows of are no part of what players can do."""

from tallow.games.black_hack.state import Creature, State, able
from tallow.games.shared.meeting import before_party_by
from tallow.mechanics.conditions import has


def met(state: State, foe: Creature) -> bool:
    """Whether the party has met a foe: it sees it now, or has left it behind after a fight."""
    if has(foe, "gone") or has(foe, "fled"):
        return False
    return state.combat is not None or (state.ended is not None and not able(foe))


before_party = before_party_by(met)
