"""Rerolls as they are shown: the dice as they lie, what each side has left, and the chance of each option."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from tallow.games.dead_weight.checks.rerolls import Exchange, reroll, settle
from tallow.games.dead_weight.state import State
from tallow.games.view import Block, Dice, Stat
from tallow.play import REFEREE, Choice, Play, best, rule


@rule("dead_weight.setting.show_odds", "dead_weight.test.odds")
def prospects(state: State, choice: Choice) -> Mapping[Any, float]:
    """The chance of success for each option of a reroll, if the table wants to see it; nothing for other choices."""
    if not state.settings.show_odds or choice.what != "reroll":
        return {}
    now = Exchange.of(choice)
    return {way: _chance(way, now) for way in choice.options}


@lru_cache(maxsize=4096)
def _chance(way: Any, now: Exchange) -> float:
    """The chance of success after this way is taken: tester and helper play for it, the GM against it."""
    dice = (now.own, now.aid, now.left, now.left, now.seats)

    def after(play: Play) -> bool:
        if way == "pass":
            return play.call(settle, *dice, (now.turn + 1) % 3, now.passed + 1).success
        return play.call(reroll, *dice, now.turn, way).success

    found = best(after, goal=float, maximise=now.seats, minimise=(REFEREE,), exact=False, bounds=(0, 1)).value
    return float(found)


LEFT = ("proficiency", "advantage", "shields", "dodges", "aid", "disadvantage", "foe_shields", "foe_dodges")
"""The rerolls that either side may have left, in the order in which they are shown."""


@rule("dead_weight.test.reroll_exchange")
def on_table(choice: Choice) -> tuple[Block, ...]:
    """The dice of a test as they lie there, and the rerolls that both sides still have: all see both."""
    if choice.what != "reroll":
        return ()
    now = Exchange.of(choice)
    dice = (Dice("own_dice", now.own), *((Dice("aid_dice", now.aid),) if now.aid else ()))
    return (*dice, *(Stat(f"left_{name}", getattr(now.left, name)) for name in LEFT if getattr(now.left, name)))
