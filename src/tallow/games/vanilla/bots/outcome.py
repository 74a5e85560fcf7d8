"""The outcome of a fight in numbers, for the simulator."""

from collections.abc import Sequence

from tallow.games.game import Outcome, edge, spent
from tallow.games.vanilla.state import Creature, State, able, up


def over(state: State) -> Outcome | None:
    """How the last fight ended, or None while it goes on."""
    ended = state.ended
    if ended is None:
        return None
    counts = {
        "rounds": ended.rounds,
        **tally(state.party),
        "down": ended.out,
        "enemies_dead": ended.dead,
        "enemies_fled": ended.fled,
    }
    return Outcome(ended.won, ended.how, counts)


def tally(party: Sequence[Creature]) -> dict[str, float]:
    """What a fight has cost a party, and what is left of it, as named numbers."""
    deaths = wounded = grit = flesh = broken = corrupted = whole = 0
    for one in party:
        whole += one.grit_max + one.flesh_max
        corrupted += sum([known.corrupted for known in one.book])
        broken += sum([item.ac_start > 0 and item.ac == 0 for item in one.items])
        if "dead" in one.conditions or "stone" in one.conditions:
            deaths += 1
            continue
        wounded += one.flesh < one.flesh_max
        grit += one.grit
        flesh += one.flesh
    return {
        "deaths": deaths,
        "maimed": wounded,
        "spent": spent(grit + flesh, whole),
        "grit_left": grit,
        "flesh_left": flesh,
        "armour_broken": broken,
        "spells_corrupted": corrupted,
    }


def standing(state: State) -> float:
    """How a fight stands for the party, between 0 and 1: what either side can still take, by how many can act."""
    return edge(_weight(state.party), _weight(state.foes))


def _weight(side: Sequence[Creature]) -> tuple[float, float]:
    there = [one for one in side if up(one)]
    return sum([one.grit + one.flesh for one in there]), sum([1 if able(one) else 0.4 for one in there])
