"""The result of a fight in numbers, for the simulator."""

from collections.abc import Sequence

from tallow.games.black_hack.state import Being, Character, State, able
from tallow.games.game import Outcome, edge, spent


def over(state: State) -> Outcome | None:
    """How the last fight ended, or None while it goes on."""
    ended = state.ended
    if ended is None or state.combat is not None:
        return None
    fates = [foe.conditions for foe in state.foes]
    counts = {
        "rounds": ended.moments,
        **tally(state.party),
        "maimed": ended.survived,
        "felled": sum(["removed" in fate or "out_of_action" in fate or "dead" in fate for fate in fates]),
    }
    return Outcome(ended.won, ended.how, counts)


def tally(party: Sequence[Character]) -> dict[str, float]:
    """What a fight has cost a party and what is left of it, as named figures."""
    dead = lost = hp = dice = broken = whole = 0
    for one in party:
        whole += one.hp_max
        dice += sum([len(item.dice) for item in one.items])
        broken += sum([die != "whole" for item in one.items for die in item.dice])
        if "dead" in one.conditions:
            dead += 1
        elif "lost" in one.conditions:
            lost += 1
        else:
            hp += one.hp
    return {
        "deaths": dead + lost,
        "lost": lost,
        "spent": spent(hp + dice - broken, whole + dice),
        "hp_left": hp,
        "dice_broken": broken,
    }


def standing(state: State) -> float:
    """How a fight stands for the party, between 0 and 1: what either side can still take, by how many can act."""
    return edge(_weight((*state.party, *state.allies)), _weight(state.foes))


def _weight(side: Sequence[Being]) -> tuple[float, float]:
    there = [one for one in side if able(one)]
    whole = [
        len([die for item in one.items for die in item.dice if die == "whole"])
        for one in there
        if isinstance(one, Character)
    ]
    return sum([one.hp for one in there]) + 2 * sum(whole), len(there)
