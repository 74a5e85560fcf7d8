"""Nothing that is kept grows with what there is to choose from: random players with heavy purses, in every game."""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from tallow.games import BUILT_IN, Game, game
from tallow.games.deeds import Action
from tallow.play import Choice, Event, Question, Written
from tallow.table import Line
from tallow.testing import Randomly, offers, random_settings

COINS = ("coins", "gp", "cp", "silver", "gold", "copper", "counterfeit", "ground_coins", "treasure")
HEAVY = (3_000, 100_000)

EVENT = 2_000
"""So many bytes has anything that happened: the longest name a whole side, each of its foes."""

LINE, EACH = 1_000, 400
"""So many bytes has a line of the log, and so many more for each thing that happened in it."""

QUESTION = 16_000
"""So many bytes has a question that waits: the longest list has all things that a referee can give, by their ids."""

BUSINESS = ("divide", "drop", "hand_over", "buy", "sell", "coins", "charge", "take", "silver")
"""Parts of the names of actions about money and goods; a line of one is no longer than `FEW_KILOBYTES`."""

FEW_KILOBYTES = 4_000

WANTED = (*BUSINESS, "set_value")
"""What these players like to do. To set a number may have consequences, as many omens as it says."""


def rich(value: Any, coins: int) -> Any:
    """The same with so many coins in every purse that is not empty."""
    if isinstance(value, dict):
        return {
            name: coins if name in COINS and type(part) is int and part else rich(part, coins)
            for name, part in value.items()
        }
    return [rich(part, coins) for part in value] if isinstance(value, list) else value


def heavy_game(played: Game[Any], seed: int, actions: int) -> Iterator[tuple[Action, Randomly]]:
    """A random game of rich people: each action, and how it was played."""
    random = Random(seed)
    settings = random_settings(played, random)
    assert played.example
    state = played.example(settings)
    for at in range(actions):
        if at % 8 == 0:
            state = msgspec.convert(rich(msgspec.to_builtins(state), random.choice(HEAVY)), played.state)
        seat = random.choice(played.waiting(state))
        legal = [offer.action for offer in offers(played, state, seat) if not offer.refusal]
        wanted = [action for action in legal if any(part in action.name for part in WANTED)]
        if legal:
            action = random.choice(wanted if wanted and random.random() < 0.5 else legal)
            play = Randomly(random, COINS, played)
            state = played.perform(play, state, action)
            yield action, play


def size(value: object) -> int:
    return len(msgspec.json.encode(value))


def too_long(action: Action, play: Randomly) -> Iterator[tuple[str, Question | Event | str, int]]:
    """What is longer than it may be; free text apart, which has bounds of its own."""
    yield from (("question", one, size(one)) for one in play.asked if size(one) > QUESTION)
    events = [event for event in play.events if not isinstance(event, Written)]
    yield from (("event", event, size(event)) for event in events if size(event) > EVENT)
    if any(isinstance(event, Written) for event in play.events):
        return
    line = Line(1, "player1", action, tuple(play.answers), ("server",) * len(play.answers), tuple(play.events))
    most = LINE + EACH * len(play.events)
    if any(part in action.name for part in BUSINESS):
        most = min(most, FEW_KILOBYTES)
    if size(line) > most:
        yield "line", action.name, size(line)


@pytest.mark.parametrize("name", BUILT_IN)
def test_no_line_event_or_question_grows_with_a_purse(name):
    spans, found = 0, list[tuple[str, object, int]]()
    for seed in range(12):
        for action, play in heavy_game(game(name), seed, 60):
            found += too_long(action, play)
            spans += sum(isinstance(one, Choice) and len(one.options) > 1_000 for one in play.asked)
    assert found == []
    assert spans, "nobody was asked for one of a thousand numbers"
