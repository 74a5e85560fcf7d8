"""Whom the party has before it: foes that only the referee knows of are no part of what players can do."""

from tallow.games.cairn.state import OUT, Creature, State


def met(state: State, foe: Creature) -> bool:
    """Whether the party has a foe before its eyes, or has left it lying after a fight."""
    if "gone" in foe.conditions or "invisible" in foe.conditions:
        return False
    if state.fight is not None or state.phase == "encounter":
        return True
    return state.ended is not None and not OUT.isdisjoint(foe.conditions)


def before_party(state: State, who: str, foe: str) -> bool:
    """Whether somebody of the party, or anybody else, may reckon with one of this id: a foe whom they have met."""
    if not any(one.id == who for one in state.party):
        return True
    return not any(one.id == foe and not met(state, one) for one in state.foes)
