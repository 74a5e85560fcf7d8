"""Secrets are kept: what comes before a player does not depend on what their seat may not see, and neither do bots."""

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from tallow.games import BUILT_IN, game
from tallow.games.game import Game
from tallow.games.optional import archetypes_of, needed_bots
from tallow.games.view import Panel, Text, View
from tallow.play import REFEREE, Simulated, Typical
from tallow.simulate import Position, SearchPlayer
from tallow.simulate.players.player import imagined
from tallow.testing import Broken, check_secrets, random_game

PARTY = "party"
HIDDEN = {
    "cairn": {"hp": 1, "hp_max": 1, "strength": 2, "strength_max": 2, "willpower": 3},
    "modified_cairn": {"guard": 1, "guard_max": 1, "vigour": 2, "vigour_max": 2, "spirit": 3},
    "vanilla": {"grit": 1, "grit_max": 1, "flesh": 2, "flesh_max": 2, "av": 3},
    "black_hack": {"hp": 2, "hp_max": 2, "coins": 5},
    "dead_weight": {"wounds": 2, "armour": 1, "resistance": 1},
}
"""Numbers of a foe that players are not told, and by how much another one has more."""


def begun(played: Game[Any]) -> Any:
    """A fight of four against three when the party is to act."""
    bots, four = needed_bots(played), archetypes_of(played)
    assert four is not None
    state = bots.fight(four.party(1), f"{four.foe} x3", played.settings())
    play = Simulated(Random(4), bots.answer)
    while played.waiting(state)[0] == REFEREE:
        state = played.perform(play, state, bots.action(state, REFEREE))
    return state


def foes_of(state: Any) -> str:
    return "enemies" if hasattr(state, "enemies") else "foes"


def otherwise(played: Game[Any], state: Any) -> Any:
    """The same table to a player: foes have more than it seems, and the referee has notes."""
    side = foes_of(state)
    foes = [
        replace(foe, **{name: getattr(foe, name) + more for name, more in HIDDEN[played.id].items()})
        for foe in getattr(state, side)
    ]
    return replace(state, notes="The third of them is a spy.", **{side: tuple(foes)})


@pytest.mark.parametrize("name", BUILT_IN)
def test_two_tables_that_differ_only_in_what_a_seat_may_not_see_give_the_same_decisions(name: str) -> None:
    played = game(name)
    one = begun(played)
    other = otherwise(played, one)
    seat = played.waiting(one)[0]
    assert one != other
    assert played.view(one, seat) == played.view(other, seat)
    assert imagined(played, one, seat) == imagined(played, other, seat)
    offers = tuple([offer.action for offer in played.actions(one, seat) if offer.refusal is None])
    found = [
        SearchPlayer(played, Random(1), runs=30).action(Position(imagined(played, state, seat), seat, offers))
        for state in (one, other)
    ]
    assert found[0] == found[1]
    assert imagined(played, one, REFEREE) is one


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_game_s_bot_decides_by_what_its_seat_may_imagine(name: str) -> None:
    """So the simulator need not imagine anything: the bot does the same."""
    played = game(name)
    bots, four = needed_bots(played), archetypes_of(played)
    assert four is not None
    for seed in range(6):
        state = bots.fight(four.party(1), f"{four.foe} x4", played.settings())
        play = Simulated(Random(seed), bots.answer)
        while bots.over(state) is None:
            seat = played.waiting(state)[0]
            action = bots.action(state, seat)
            assert bots.action(imagined(played, state, seat), seat) == action
            state = played.perform(play, state, action)


BANISHED = ("black_hack", "the example")
"""Its offers tell of undead that only the referee knows of: a cleric may banish them outside a fight."""


@pytest.mark.parametrize("begin", ["a new table", "the example", "a fight"])
@pytest.mark.parametrize("name", BUILT_IN)
def test_what_players_see_may_do_and_are_asked_tells_no_secret(name: str, begin: str) -> None:
    played = game(name)
    bots, four = needed_bots(played), archetypes_of(played)
    assert four is not None
    begins = {
        "a new table": None,
        "the example": played.example,
        "a fight": lambda settings: bots.fight(four.party(1), f"{four.foe} x4", settings),
    }
    for seed in range(8 if (name, begin) != BANISHED else 1):
        for _ in random_game(played, seed, 30, whole=False, secrets=True, begin=begins[begin]):
            pass


def test_a_view_that_shows_what_is_hidden_is_found() -> None:
    played = game("cairn")
    state = begun(played)

    def tells(of: Any, seat: str) -> View:
        seen = played.view(of, seat)
        hp = str([foe.hp for foe in of.foes])
        return View((*seen.panels, Panel("hp", "hp", "scene", (Text("hp", hp),))))

    leaky = replace(played, view=tells)
    hurt = replace(state, foes=tuple([replace(foe, hp=1, hp_max=1) for foe in state.foes]))
    check_secrets(played, hurt, PARTY)
    with pytest.raises(Broken, match="the panel hp of party"):
        check_secrets(leaky, hurt, PARTY)


def test_notes_that_a_player_can_read_are_found() -> None:
    played = game("cairn")

    def tells(of: Any, seat: str) -> View:
        return View((*played.view(of, seat).panels, Panel("notes", "notes", "notes", (Text("notes", of.notes),))))

    def games() -> None:
        for seed in range(40):
            for _ in random_game(replace(played, view=tells), seed, 40, begin=played.example):
                pass

    with pytest.raises(Broken, match="can read the referee's notes"):
        games()


@pytest.mark.parametrize("name", BUILT_IN)
def test_what_is_imagined_looks_the_same_however_the_dice_fall(name: str) -> None:
    played = game(name)
    state, bots = begun(played), needed_bots(played)
    assert bots.imagined is not None
    seat = played.waiting(state)[0]
    for seed in range(5):
        other = bots.imagined(Simulated(Random(seed), bots.answer), state, seat)
        assert played.view(other, seat) == played.view(state, seat)
        assert bots.imagined(Typical(), other, seat) == imagined(played, state, seat)
