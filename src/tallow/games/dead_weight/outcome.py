"""What a fight has come to, in numbers."""

from tallow.games.dead_weight.content import armours
from tallow.games.dead_weight.state import ATTRIBUTES, State, score
from tallow.games.game import Outcome


def over(state: State) -> Outcome | None:
    """How the last fight ended, or None while it goes on."""
    ended = state.ended
    if ended is None:
        return None
    deaths = down = wounds = fatigue = armour = 0
    for one in state.party:
        if "dead" in one.conditions:
            deaths += 1
            continue
        down += "mortally_wounded" in one.conditions or "fainted" in one.conditions
        for attribute in ATTRIBUTES:
            on = score(one, attribute)
            wounds += on.wounds
            fatigue += on.fatigue
        armour += sum([armours()[item.ref].ap - item.ap for item in one.items if item.ref in armours()])
    counts = {
        "rounds": ended.rounds,
        "deaths": deaths,
        "down": down,
        "wounds": wounds,
        "fatigue": fatigue,
        "armour_lost": armour,
        "enemies_dead": ended.kills,
    }
    return Outcome(ended.how.startswith("enemies"), ended.how, counts)
