"""What a fight has come to, in numbers."""

from tallow.games.black_hack.state import State
from tallow.games.game import Outcome, spent


def over(state: State) -> Outcome | None:
    """How the last fight ended, or None while it goes on."""
    ended = state.ended
    if ended is None or state.combat is not None:
        return None
    dead = lost = hp = dice = broken = whole = 0
    for one in state.party:
        whole += one.hp_max
        dice += sum([len(item.dice) for item in one.items])
        broken += sum([die != "whole" for item in one.items for die in item.dice])
        if "dead" in one.conditions:
            dead += 1
        elif "lost" in one.conditions:
            lost += 1
        else:
            hp += one.hp
    fates = [foe.conditions for foe in state.foes]
    counts = {
        "rounds": ended.moments,
        "deaths": dead + lost,
        "maimed": ended.survived,
        "lost": lost,
        "spent": spent(hp + dice - broken, whole + dice),
        "hp_left": hp,
        "dice_broken": broken,
        "felled": sum(["removed" in fate or "out_of_action" in fate or "dead" in fate for fate in fates]),
    }
    return Outcome(ended.how.startswith("foes"), ended.how, counts)
