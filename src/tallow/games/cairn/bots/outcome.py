"""The outcome of a fight in numbers, for the simulator."""

from collections.abc import Sequence

from tallow.games.cairn.state import Creature, State, able, up
from tallow.games.game import Outcome, edge, spent


def over(state: State) -> Outcome | None:
    """How the last fight ended, or None while it goes on."""
    ended = state.ended
    if ended is None:
        return None
    fates = [foe.conditions for foe in state.foes]
    counts = {
        "rounds": ended.rounds,
        **tally(state.party),
        "foes_dead": sum(["dead" in fate for fate in fates]),
        "foes_fled": sum(["fled" in fate for fate in fates]),
    }
    return Outcome(ended.won, ended.how, counts)


def tally(party: Sequence[Creature]) -> dict[str, float]:
    """What a fight has cost a party, and what is left of it, as named numbers."""
    deaths = down = scars = maimed = hp = strength = whole = 0
    for one in party:
        scars += len(one.scars)
        whole += one.hp_max + one.strength_max
        if "dead" in one.conditions:
            deaths += 1
            continue
        down += "critical" in one.conditions
        maimed += bool(one.scars) or "critical" in one.conditions
        hp += one.hp
        strength += one.strength
    return {
        "deaths": deaths,
        "down": down,
        "scars": scars,
        "maimed": maimed,
        "spent": spent(hp + strength, whole),
        "hp_left": hp,
        "str_left": strength,
    }


def standing(state: State) -> float:
    """How a fight stands for the party, between 0 and 1: what either side can still take, by how many can act."""
    return edge(_weight(state.party), _weight(state.foes))


def _weight(side: Sequence[Creature]) -> tuple[float, float]:
    there = [one for one in side if up(one)]
    return sum([one.hp + one.strength / 3 for one in there]), sum([1 if able(one) else 0.4 for one in there])
