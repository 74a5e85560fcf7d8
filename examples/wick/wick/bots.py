"""What keepers and the House do when nobody is there to say, and how a fight has gone."""

from typing import Any

from tallow.games.deeds import Action
from tallow.games.game import Outcome, spent
from tallow.play import Bot, Choice, Seat
from wick.state import FULL, State, keeper

LOW = 2
"""A friend with so little Light is worth kindling."""


def act(state: State, seat: Seat) -> Action:
    """Kindle a friend who is low if that is what one is good at; else flare."""
    one = keeper(state, state.due[0])
    low = [each for each in state.party if each.id != one.id and each.light <= LOW and not each.lost]
    return Action("kindle" if low and one.craft >= one.nerve else "flare", one.id)


def _burn(choice: Choice) -> Any:
    """Burn while there is plenty."""
    light: Any = choice.facts[2]
    return "burn" if light >= FULL - 1 else "keep"


decide = Bot({"burn": _burn})
"""Everything else: the first option."""


def over(state: State) -> Outcome | None:
    """How the last fight ended, in numbers."""
    if state.ended is None or state.round:
        return None
    lost = sum([one.lost for one in state.party])
    light = sum([one.light for one in state.party if not one.lost])
    counts = {
        "rounds": state.ended.rounds,
        "deaths": lost,
        "maimed": state.ended.returned,
        "spent": spent(light, FULL * len(state.party)),
    }
    return Outcome(state.ended.how == "quiet", state.ended.how, counts)
