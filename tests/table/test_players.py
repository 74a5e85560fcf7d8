"""Bots of one's own at a table: by their name, told what their seat may see, and offered what it may do."""

from random import Random
from typing import Any

import pytest

from tallow.games import Game
from tallow.games.deeds import Action
from tallow.play import Answer, Choice
from tallow.simulate import Position
from tallow.table import Table, TableRefusal, open_table
from tallow.table.bots import players
from tallow.table.bots.autopilot import next_step, play_itself
from tallow.table.bots.players import PLAYERS, player_named
from tallow.table.seats import Seated, referee

SEED = bytes(32)


class Listener:
    """Listens at doors whenever that is offered, and remembers what it was told."""

    told: list[Position]

    def __init__(self, rules: Game[Any], random: Random) -> None:
        self.told = []
        HEARD.append(self)
        assert rules.id == "cairn"
        assert random.random() < 1

    def action(self, at: Position) -> Action | None:
        self.told.append(at)
        return next((one for one in at.offers if one.name == "listen"), None)

    def answer(self, at: Position, choice: Choice) -> Answer:
        self.told.append(at)
        return choice.options[-1]


HEARD: list[Listener] = []


@pytest.fixture(autouse=True)
def listener(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PLAYERS, "listener", Listener)
    HEARD.clear()


def ready() -> Table:
    """The ready party of Cairn in a dungeon; Bo plays one of them."""
    table = open_table("cairn", "A dungeon", {}, SEED, example=True).table.sit(referee("Ada")).table
    return table.sit(Seated("player1", "Bo", "player", "pressed")).table


def test_a_bot_of_ones_own_plays_a_seat_by_its_name() -> None:
    table = play_itself(ready(), "player1", ("player1",), player="listener").table
    assert [(one.seat, one.player) for one in table.pilots] == [("player1", "listener")]
    step = next_step(table)
    assert step is not None
    while step.table.pending:
        going_on = next_step(step.table)
        assert going_on is not None
        step = going_on
    assert step.table.trail[-1].deed == "listen"
    told = [at for one in HEARD for at in one.told]
    assert {at.seat for at in told} == {"player1"}
    offered = {one.action for one in table.offers("player1") if one.refusal is None}
    assert set(told[0].offers) == offered


def test_it_is_told_nothing_that_its_seat_may_not_see() -> None:
    """The notes of the ready table are the Warden's: a player's bot gets the state without them."""
    table = ready()
    table = table.act("referee", Action("note"), answers=("The miller is a wolf.",)).table
    assert "wolf" in repr(table.state)
    next_step(play_itself(table, "player1", ("player1",), player="listener").table)
    (at,) = HEARD[0].told
    assert "wolf" not in repr(at)


def test_a_name_that_nobody_has_is_refused() -> None:
    with pytest.raises(TableRefusal) as caught:
        play_itself(ready(), "player1", ("player1",), player="nobody")
    assert caught.value.code == "no_such_bot"


def test_a_package_offers_one_to_every_table(monkeypatch: pytest.MonkeyPatch) -> None:
    class Point:
        def load(self) -> type[Listener]:
            return Listener

    def offered(group: str, name: str) -> list[Point]:
        return [Point()] if (group, name) == (players.GROUP, "packaged") else []

    monkeypatch.setattr("importlib.metadata.entry_points", offered)
    try:
        assert player_named("packaged") is Listener
        assert player_named("unheard") is None
    finally:
        PLAYERS.pop("packaged", None)
