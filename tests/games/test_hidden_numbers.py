"""What is told and asked while a game goes on holds no number of a foe that the view hides from players."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from msgspec.structs import replace

from tallow.games import game
from tallow.games.deeds import Refused
from tallow.games.optional import archetypes_of, needed_bots
from tallow.play import Ask, Chosen, Event, Live, Mismatch, Rolled, Told, Written
from tallow.table.seen import seen
from tallow.testing import random_game

PLAYER = "party"
HIDDEN = {
    "cairn": ("hp", "hp_max", "strength", "strength_max", "dexterity", "dexterity_max", "willpower", "willpower_max"),
    "modified_cairn": ("guard", "guard_max", "vigour", "vigour_max", "clarity", "clarity_max", "spirit", "spirit_max"),
    "vanilla": ("grit", "grit_max", "flesh", "flesh_max", "av", "st"),
    "black_hack": ("hp", "hp_max", "coins"),
    "dead_weight": ("wounds",),
}
"""Numbers of a foe of which its panel says nothing to players."""
MORE = 5


def already(state: Any) -> Callable[[Any], Any]:
    """A beginning for `random_game`: this state, whatever the settings."""
    return lambda _settings: state


def foes_of(state: Any) -> str:
    return "enemies" if hasattr(state, "enemies") else "foes"


def stronger(name: str, state: Any) -> Any:
    """The same table, at which every foe has more of all that is hidden."""
    side = foes_of(state)
    foes = [replace(foe, **{of: getattr(foe, of) + MORE for of in HIDDEN[name]}) for foe in getattr(state, side)]
    return replace(state, **{side: tuple(foes)})


def answer(event: Event) -> Any:
    match event:
        case Rolled(_, pool):
            return pool
        case Chosen(_, option):
            return option
        case Written(_, text):
            return text
        case _:
            return None


def words(event: Any) -> str:
    """What kind of thing happened: two that go apart here have gone another way, which anybody sees."""
    match event:
        case Told(code):
            return code
        case Chosen(choice):
            return choice.what
        case _:
            return ""


@pytest.mark.parametrize("name", sorted(HIDDEN))
def test_nothing_that_a_player_is_told_or_asked_is_another_with_other_numbers_of_foes(name: str) -> None:
    played = game(name)
    bots, four = needed_bots(played), archetypes_of(played)
    assert four is not None
    compared = 0
    for seed in range(12):
        start = before = bots.fight(four.party(1), f"{four.foe} x4", played.settings())
        for after, action, events in random_game(played, seed, 40, whole=False, begin=already(start)):
            answers = [answer(event) for event in events if not isinstance(event, Told)]
            other = Live(answers)
            with suppress(Ask, Mismatch, Refused):
                played.perform(other, stronger(name, before), action)
            for mine, theirs in zip(seen(events, PLAYER), seen(other.events, PLAYER), strict=False):
                if type(mine) is not type(theirs) or words(mine) != words(theirs):
                    break
                if isinstance(mine, Told | Chosen):
                    assert mine == theirs, f"{words(mine)} tells a number of a foe"
                    compared += 1
            before = after
    assert compared > 100
