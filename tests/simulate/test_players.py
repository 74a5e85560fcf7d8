"""Players of one's own fight for a side, and a search that looks ahead is one of them."""

from functools import partial
from math import sqrt
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from tallow.games import BUILT_IN, game
from tallow.games.deeds import Action
from tallow.games.optional import archetypes_of, needed_bots
from tallow.play import REFEREE, Choice, Simulated
from tallow.simulate import PlainPlayer, Position, SearchPlayer, simulate
from tallow.simulate.players.plans import Experience, Pairs, Plan, Way
from tallow.simulate.players.player import fight_of, imagined

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


def foolish(played: Any) -> Any:
    """The game with a bot of the party that only waits."""
    bots = needed_bots(played)

    def action(state: Any, seat: Any) -> Action:
        own = bots.action(state, seat)
        if seat == REFEREE:
            return own
        waiting = [one.action for one in played.actions(state, seat) if one.action.name == "wait" and not one.refusal]
        return waiting[0] if waiting else own

    return replace(played, bots=replace(bots, action=action))


def begun(played: Any, party: str, foes: str) -> Any:
    bots = needed_bots(played)
    state = bots.fight(party, foes, played.settings())
    return played.perform(Simulated(Random(1), bots.answer), state, bots.action(state, REFEREE))


def position(played: Any, state: Any) -> Position:
    seat = played.waiting(state)[0]
    offers = tuple([one.action for one in played.actions(state, seat) if one.refusal is None])
    return Position(imagined(played, state, seat), seat, offers)


def test_of_two_ways_the_search_takes_the_one_that_wins() -> None:
    """The last goblin is dying on its feet: whoever strikes ends the fight, and a bot that waits does not."""
    played = foolish(game("cairn"))
    at = position(played, begun(played, "6 HP, 12 STR, sword (d8)", "1 HP, 1 STR, dagger (d6)"))
    assert needed_bots(played).action(at.state, at.seat).name == "wait"
    assert SearchPlayer(played, Random(1), runs=300).action(at).name in {"attack", "all_attack", "turn"}


def test_a_search_wins_more_with_a_party_whose_bot_only_waits() -> None:
    played = foolish(game("cairn"))
    party, foes = "6 HP, 12 STR, sword (d8)", "3 HP, 6 STR, dagger (d4)"
    waiting = simulate(played, party, foes, n=40, seed=1)
    looking = simulate(played, party, foes, n=6, seed=1, party_bot=partial(SearchPlayer, runs=120))
    assert waiting.wins.p < 0.2
    assert looking.wins.p > 0.5


def test_where_nothing_is_better_the_search_does_what_the_bot_does() -> None:
    """Nobody can lose to a goblin that cannot stand up, so there is nothing to gain by anything else."""
    played = game("cairn")
    at = position(played, begun(played, "20 HP, 3 Armor, 18 STR, sword (d12)", "1 HP, 1 STR, stick (d4)"))
    assert SearchPlayer(played, Random(3), runs=100).action(at) == needed_bots(played).action(at.state, at.seat)


def test_a_plan_is_followed_where_its_option_is_offered() -> None:
    plan = Plan().answering("whom", "b").answering("how", "slowly").answering("whom", "c")
    assert plan.answer("whom", ("a", "c"), "a") == "c"
    assert plan.answer("whom", ("a", "b"), "a") == "a"
    assert plan.answer("how", ("slowly",), "fast") == "slowly"
    assert Way("c", plan).kind("whom") != Way("c", Plan()).kind("whom")


def test_what_a_way_is_worth_more_is_the_mean_of_its_pairs_and_few_of_them_prove_nothing() -> None:
    pairs = Pairs([1.0, 0.0, 1.0, 0.0])
    assert pairs.mean == 0.5
    assert pairs.error == pytest.approx(sqrt((1.0 + 1 / 5) / 3 / 4))
    assert Pairs([0.1, 0.1]).error > 0.1
    assert Pairs([0.0, 0.0]).alike
    assert not pairs.alike
    known = Experience()
    known.learn("run", [1.0] * 8)
    assert known.worth("run") == 0.5
    assert known.worth("stay") == 0.0
