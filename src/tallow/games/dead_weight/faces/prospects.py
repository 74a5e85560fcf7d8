"""An exchange of rerolls as it is shown: the dice that lie there, what each side has left, and the chances ahead."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from tallow.games.dead_weight.checks.rerolls import Rerolls, reroll, settle
from tallow.games.dead_weight.state import State
from tallow.games.view import Block, Dice, Stat
from tallow.play import REFEREE, Choice, Play, Pool, Seat, best, rule


@rule("dead_weight.setting.show_odds", "dead_weight.test.odds")
def prospects(state: State, choice: Choice) -> Mapping[Any, float]:
    """The chance of success for each option of a reroll, if the table wants to see it; nothing for other choices."""
    if not state.settings.show_odds or choice.what != "reroll":
        return {}
    _, own, aid, left, turn, passed, seats = choice.facts
    return {way: _chance(way, own, aid, left, turn, passed, seats) for way in choice.options}


@lru_cache(maxsize=4096)
def _chance(
    way: Any, own: Pool, aid: Pool, left: tuple[Any, ...], turn: int, passed: int, seats: tuple[Seat, Seat]
) -> float:
    """The chance of success after this way is taken: tester and helper play for it, the GM against it."""
    rerolls = Rerolls(*left)

    def after(play: Play) -> bool:
        if way == "pass":
            return play.call(settle, own, aid, rerolls, rerolls, seats, (turn + 1) % 3, passed + 1).success
        return play.call(reroll, own, aid, rerolls, rerolls, seats, turn, way).success

    found = best(after, goal=float, maximise=seats, minimise=(REFEREE,), exact=False, bounds=(0, 1)).value
    return float(found)


LEFT = ("proficiency", "advantage", "shields", "dodges", "aid", "disadvantage", "foe_shields", "foe_dodges")
"""The rerolls that either side may have left, in the order of `Rerolls`."""


@rule("dead_weight.test.reroll_exchange")
def lies(choice: Choice) -> tuple[Block, ...]:
    """The dice of a test as they lie there, and the rerolls that both sides still have: all see both."""
    if choice.what != "reroll":
        return ()
    _, own, aid, left, *_ = choice.facts
    rerolls = Rerolls(*left)  # type: ignore[misc]
    dice = (Dice("own_dice", own), *((Dice("aid_dice", aid),) if aid else ()))  # type: ignore[arg-type]
    return (*dice, *(Stat(f"left_{name}", getattr(rerolls, name)) for name in LEFT if getattr(rerolls, name)))
