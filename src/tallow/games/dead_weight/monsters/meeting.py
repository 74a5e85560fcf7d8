"""Whom the party has before it: enemies that only the GM knows of are hidden from players."""

from tallow.games.dead_weight.state import OUT, Enemy, State


def met(state: State, one: Enemy) -> bool:
    """Whether the party has met an enemy: it sees it now, or has left it behind after a fight."""
    if "hidden" in one.conditions:
        return False
    return state.combat is not None or (state.ended is not None and not OUT.isdisjoint(one.conditions))
