"""Players of one's own fight for a side, and a search that looks ahead is one of them."""

from functools import partial
from random import Random
from typing import Any

import pytest

from tallow.games import BUILT_IN, game
from tallow.games.deeds import Action
from tallow.games.optional import archetypes_of, needed_bots
from tallow.play import REFEREE, Choice
from tallow.simulate import PlainPlayer, Position, SearchPlayer, simulate
from tallow.simulate.players.player import fight_of
from tallow.simulate.players.tree import Node

PARTY, FOES = "4 HP, 11 STR, sword (d8) x3", "Goblin x3"


class Fearful(PlainPlayer):
    """Keeps count of what it is asked, and takes the last option."""

    def __init__(self, seen: list[Position], played: Any, random: Random) -> None:
        super().__init__(played, random)
        self._seen = seen

    def action(self, at: Position) -> Action:
        self._seen.append(at)
        return super().action(at)

    def answer(self, at: Position, choice: Choice) -> Any:
        self._seen.append(at)
        return choice.options[-1]


def test_a_side_is_played_by_the_player_that_is_given_and_is_told_the_position() -> None:
    seen: list[Position] = []
    four = archetypes_of(game("dead_weight"))
    assert four is not None
    party, foes = four.party(1), f"{four.foe} x4"
    report = simulate("dead_weight", party, foes, n=8, seed=3, party_bot=partial(Fearful, seen))
    assert report.n == 8
    assert all(at.seat != REFEREE for at in seen)
    assert any(at.action is not None for at in seen)
    plain = simulate("dead_weight", party, foes, n=8, seed=3, party_bot=PlainPlayer)
    assert plain.counts != report.counts


def test_plain_players_fight_as_the_game_s_bots_do_and_the_same_seed_gives_the_same_fights() -> None:
    once, again = (simulate("cairn", PARTY, FOES, n=600, seed=1, foe_bot=PlainPlayer) for _ in range(2))
    assert once.ends == again.ends
    usual = simulate("cairn", PARTY, FOES, n=4000, seed=1, cores=1)
    assert once.wins.low <= usual.wins.p <= once.wins.high


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_search_plays_either_side_of_every_game_to_an_end_and_changes_nothing_by_looking(name: str) -> None:
    played, four = game(name), archetypes_of(game(name))
    assert four is not None
    state = needed_bots(played).fight(four.party(1), f"{four.foe} x2", played.settings())
    before = state
    look, plain = SearchPlayer(played, Random(1), runs=25), PlainPlayer(played, Random(1))
    sides = (plain, look) if name == "black_hack" else (look, plain)
    assert fight_of(played, state, Random(2), *sides) is not None
    assert state == before


def test_of_two_ways_the_search_takes_the_one_that_wins() -> None:
    """The last goblin is dying on its feet: striking it ends the fight; whoever runs away has lost it."""
    played = game("cairn")
    bots = needed_bots(played)
    state = bots.fight("6 HP, 12 STR, sword (d8)", "1 HP, 1 STR, dagger (d6)", played.settings())
    state = played.perform(_dice(), state, bots.action(state, REFEREE))
    seat = played.waiting(state)[0]
    found = SearchPlayer(played, Random(1), runs=80).action(Position(state, seat))
    assert found == bots.action(state, seat)


def _dice() -> Any:
    from tallow.play import Simulated  # noqa: PLC0415

    return Simulated(Random(1), needed_bots(game("cairn")).answer)


def test_what_a_decision_promises_is_the_mean_of_what_came_of_it() -> None:
    node = Node()
    for value in (1.0, 0.0, 1.0, 1.0):
        node.add(value)
    assert (node.visits, node.mean) == (4, 0.75)
    assert node.variance == 0.75 * 0.25
