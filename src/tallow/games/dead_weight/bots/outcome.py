"""The result of a fight in numbers, for the simulator."""

from collections.abc import Sequence

from tallow.games.dead_weight.entries.gear import armours
from tallow.games.dead_weight.state import Adventurer, State, able, scores
from tallow.games.game import Outcome, edge, spent


def over(state: State) -> Outcome | None:
    """How the last fight ended, or None while it goes on."""
    ended = state.ended
    if ended is None:
        return None
    counts = {"rounds": ended.rounds, **tally(state.party), "enemies_dead": ended.kills}
    return Outcome(ended.won, ended.how, counts)


def tally(party: Sequence[Adventurer]) -> dict[str, float]:
    """What a fight has cost a party and what is left of it, as named figures."""
    deaths = down = maimed = wounds = fatigue = armour = whole = gone = 0
    for one in party:
        points = sum([on.score for on in scores(one)])
        whole += points
        if "dead" in one.conditions:
            deaths += 1
            gone += points
            continue
        low = "mortally_wounded" in one.conditions or "fainted" in one.conditions
        down += low
        maimed += low or bool(one.life.traumas)
        for on in scores(one):
            wounds += on.wounds
            fatigue += on.fatigue
        armour += sum([armours()[item.ref].ap - item.ap for item in one.items if item.ref in armours()])
    return {
        "deaths": deaths,
        "down": down,
        "maimed": maimed,
        "spent": spent(max(0, whole - gone - wounds - fatigue), whole),
        "wounds": wounds,
        "fatigue": fatigue,
        "armour_lost": armour,
    }


def standing(state: State) -> float:
    """How a fight stands for the party, between 0 and 1: what either side can still take, by how many can act."""
    party = [one for one in state.party if able(one)]
    foes = [one for one in state.enemies if able(one)]
    left = sum([max(0, on.score - on.wounds - on.fatigue / 2) for one in party for on in scores(one)])
    return edge((left, len(party)), (sum([one.wounds - one.taken + 1 for one in foes]), len(foes)))
