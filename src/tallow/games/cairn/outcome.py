"""What a fight has come to, in numbers."""

from tallow.games.cairn.state import State
from tallow.games.game import Outcome


def over(state: State) -> Outcome | None:
    """How the last fight ended, or None while it goes on."""
    ended = state.ended
    if ended is None:
        return None
    living = [one for one in state.party if "dead" not in one.conditions]
    counts = {
        "rounds": ended.rounds,
        "deaths": len(state.party) - len(living),
        "down": len([one for one in living if "critical" in one.conditions]),
        "scars": sum([len(one.scars) for one in state.party]),
        "hp_left": sum([one.hp for one in living]),
        "str_left": sum([one.strength for one in living]),
        "foes_dead": len([foe for foe in state.foes if "dead" in foe.conditions]),
        "foes_fled": len([foe for foe in state.foes if "fled" in foe.conditions]),
    }
    return Outcome(ended.how.startswith("foes"), ended.how, counts)
