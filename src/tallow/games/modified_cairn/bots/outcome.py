"""The outcome of a fight in numbers, for the simulator."""

from collections.abc import Sequence

from tallow.games.game import Outcome, edge, spent
from tallow.games.modified_cairn.state import Creature, State, able, members, up

WON = ("foes_down", "foes_fled")
"""How a fight ends that the party has won."""


def over(state: State) -> Outcome | None:
    """How the last fight ended, or None while it goes on."""
    ended = state.ended
    if ended is None:
        return None
    fates = [foe.states for foe in state.foes if foe.side != "party"]
    counts = {
        "rounds": ended.rounds,
        **tally(state.party),
        "foes_dead": sum(["dead" in fate or "destroyed" in fate for fate in fates]),
        "foes_fled": sum(["fled" in fate or "routed" in fate for fate in fates]),
    }
    return Outcome(ended.how in WON, ended.how, counts)


def tally(party: Sequence[Creature]) -> dict[str, float]:
    """What a fight has cost a party, and what is left of it, as named numbers."""
    deaths = down = scars = maimed = guard = vigour = whole = 0
    for one in party:
        scars += len(one.scars)
        whole += one.guard_max + one.vigour_max
        if "dead" in one.states or "destroyed" in one.states:
            deaths += 1
            continue
        down += "critically_wounded" in one.states
        maimed += bool(one.scars) or "critically_wounded" in one.states
        guard += one.guard
        vigour += one.vigour
    return {
        "deaths": deaths,
        "down": down,
        "scars": scars,
        "maimed": maimed,
        "spent": spent(guard + vigour, whole),
        "guard_left": guard,
        "vigour_left": vigour,
    }


def standing(state: State) -> float:
    """How a fight stands for the party, between 0 and 1: what either side can still take, by how many can act."""
    return edge(_weight(members(state, "party")), _weight(members(state, "foes")))


def _weight(side: Sequence[Creature]) -> tuple[float, float]:
    there = [one for one in side if up(one)]
    return sum([one.guard + one.vigour / 3 for one in there]), sum([1 if able(one) else 0.4 for one in there])
