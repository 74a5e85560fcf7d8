"""Coming to the table: new players, adventurers after a death, pets, and what the guild gives."""

from random import Random
from typing import Any

from msgspec.structs import replace

from tallow.games.dead_weight.characters.creation import create
from tallow.games.dead_weight.characters.joining import DEEDS, join, make_character, new_player, set_guild_bonus
from tallow.games.dead_weight.record import GAME
from tallow.games.dead_weight.settings import Settings
from tallow.games.dead_weight.state import Adventurer, State
from tallow.games.deeds import Action
from tallow.play import REFEREE
from tallow.simulate.random_answers import RandomAnswers
from tallow.testing import covers
from tests.games.dead_weight.people import fighting, somebody, table
from tests.games.playing import done

DEED: dict[str, Any] = {deed.name: deed for deed in DEEDS}
LIFE = [[3, 4], "keep", [3, 4], "keep", [3, 4], "keep", [3, 4], "keep"]
REST = ["dead_weight.class.warrior", "dead_weight.kit.warrior_c", "keep", "another", "Amber"]
CITY = [[3, 4], "keep", 2, *LIFE[2:], *REST]
"""A city kid, a brigand, enlisted in a war, on an impossible quest: a warrior with an axe."""


@covers("dead_weight.basics.players", "dead_weight.phase.creation")
def test_a_player_sits_down_and_makes_somebody_with_ids_of_their_own():
    state, play = done(new_player, State(), "", script=["player1", *CITY])
    (one,) = state.party
    assert (one.name, one.seat, one.id) == ("Amber", "player1", "pc1")
    assert len({item.id for item in one.items} | {one.id}) == len(one.items) + 1
    assert play.codes()[-1] == "joins"
    assert GAME.seats(state) == (REFEREE, "player1")


@covers("dead_weight.creation.duplicate_path")
def test_whoever_comes_later_may_roll_a_repeated_path_again():
    state, _ = done(new_player, State(), "", script=["player1", *CITY])
    script = ["player2", [3, 4], "free_reroll", [2, 3], "keep", *LIFE[2:], *REST]
    state, _ = done(new_player, state, "", script=script)
    assert [one.life.infancy for one in state.party] == [
        "dead_weight.infancy.city_kid",
        "dead_weight.infancy.battleborn",
    ]
    assert [one.life.free_reroll for one in state.party] == [True, False]
    assert len({item.id for one in state.party for item in one.items}) == sum(len(one.items) for one in state.party)


def test_a_seat_by_any_name_but_the_gms():
    state, _ = done(new_player, State(), "", script=["another", "Kim", *CITY])
    assert state.party[0].seat == "Kim"
    state, _ = done(new_player, State(), "", script=["another", REFEREE, *CITY])
    assert state.party[0].seat == "player1"


@covers("dead_weight.basics.career")
def test_after_a_death_a_player_makes_another():
    dead = somebody("old", conditions=("dead",))
    state = table(dead, somebody("ann", seat="ann"))
    deed = DEED["make_character"]
    assert deed.shown(state, "old")
    assert not deed.shown(state, "ann")
    assert deed.shown(state, "somebody new")
    assert not deed.shown(replace(state, combat=fighting()), "old")
    state, _ = done(make_character, state, "old", script=CITY)
    assert [one.seat for one in state.party] == ["player", "ann", "player"]
    assert not deed.shown(state, "old")


def test_the_path_of_the_dead_is_free_again():
    life = replace(somebody().life, infancy="dead_weight.infancy.city_kid")
    dead = replace(somebody("old", conditions=("dead",)), life=life)
    _, play = done(make_character, table(dead), "newcomer", script=CITY)
    assert "free_reroll" not in play.asked[1].options


@covers("dead_weight.skill.animal_affinity", "dead_weight.basics.word_adventurer")
def test_a_pet_comes_along_and_is_no_adventurer():
    tamer = create(RandomAnswers(Random(1)), Settings())
    tamer = replace(tamer, life=replace(tamer.life, skills=("animal_affinity",)))
    state = join(State(), tamer)
    assert [(ally.of, ally.owner) for ally in state.allies] == [("dead_weight.monster.weak_ally", state.party[0].id)]
    assert all(isinstance(one, Adventurer) for one in state.party)
    assert not any(isinstance(ally, Adventurer) for ally in state.allies)


@covers("dead_weight.progress.guild")
def test_newcomers_are_told_what_the_guild_gives():
    state, _ = done(set_guild_bonus, State(), "", script=["5 silver more"])
    assert state.guild_bonus == "5 silver more"
    _, play = done(make_character, state, "kim", script=CITY)
    assert play.told[0].facts == ("5 silver more",)


def test_at_the_table_by_the_games_own_actions():
    state = GAME.new_state(Settings())
    state = GAME.perform(RandomAnswers(Random(2)), state, Action("new_player"))
    state = GAME.perform(RandomAnswers(Random(3)), state, Action("make_character", "kim"))
    assert [one.seat for one in state.party] == ["player1", "kim"]
