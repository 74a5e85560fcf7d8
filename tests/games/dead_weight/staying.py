"""A stay in a settlement for tests."""

from msgspec.structs import replace

from tallow.games.dead_weight.state import Interlude, Omens, Settlement
from tests.games.dead_weight.people import table


def staying(*party, size=3, doom=0, step="actions", day=1, running=(), announced=(), **more):
    """A party in a settlement of a size."""
    stay = Interlude("Home", day, step, announced, running=running)
    state = table(*party, **{"omens": Omens(12, 0), "expeditions": 1, **more})
    return replace(
        state, phase="interlude", here="", locations=(), interlude=stay, settlements=(Settlement("Home", size, doom),)
    )


def ill_will(state):
    """The doom of the settlement where the party is."""
    return next(town.doom for town in state.settlements if town.name == state.interlude.settlement)
