"""Coming to the table: new players, and characters after a loss."""

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from tallow.games.black_hack.characters.creation import create
from tallow.games.black_hack.characters.joining import DEEDS, join, make_character, new_player
from tallow.games.black_hack.record import GAME
from tallow.games.black_hack.settings import Settings
from tallow.games.black_hack.state import State
from tallow.games.deeds import Action
from tallow.play import REFEREE
from tallow.simulate.random_answers import RandomAnswers
from tallow.testing import covers
from tests.games.black_hack.fighters import fighting, somebody, table
from tests.games.playing import done

DEED: dict[str, Any] = {deed.name: deed for deed in DEEDS}
CLASS = ["black_hack.class.warrior", 3, "raven", "black_hack.kit.warrior_a", "black_hack.weapon.broad_sword", [3, 4]]
LIFE = [*[[3, 3, 4]] * 6, "keep", *CLASS, "roll", 5, "black_hack.background.sewer_child", "Hob"]


@covers("black_hack.creature.characters", "black_hack.phase.creation")
def test_a_player_sits_down_with_somebody_of_their_own():
    state, play = done(new_player, State(), "", script=["player1", *LIFE])
    (one,) = state.party
    assert (one.name, one.seat, one.id) == ("Hob", "player1", "pc1")
    assert len({item.id for item in one.items} | {one.id}) == len(one.items) + 1
    assert play.codes()[-1] == "joins"
    assert GAME.seats(state) == (REFEREE, "player1")


@pytest.mark.parametrize(
    ("written", "seat"), [("Kim", "Kim"), (REFEREE, "player1"), ("", "player1"), ("everyone", "player1")]
)
def test_a_seat_by_any_name_but_the_gms(written, seat):
    state, _ = done(new_player, State(), "", script=["another", written, *LIFE])
    assert state.party[0].seat == seat


@pytest.mark.parametrize("fate", ["dead", "lost"])
def test_after_a_loss_another_joins_when_the_gm_allows(fate):
    state = table(somebody("old", conditions=(fate,)), somebody(seat="ann"))
    deed = DEED["make_character"]
    assert deed.shown(state, "old")
    assert not deed.shown(state, "ann")
    assert deed.shown(state, "somebody new")
    assert not deed.shown(replace(state, combat=fighting()), "old")
    later, play = done(make_character, state, "old", script=["later"])
    assert later == state
    assert play.codes() == ["creation.later"]
    state, _ = done(make_character, state, "old", script=["yes", *LIFE])
    new = state.party[-1]
    assert (new.seat, new.level, new.life.experiences) == ("player", 1, ())
    assert not deed.shown(state, "old")


def test_ids_of_two_characters_differ():
    one = create(RandomAnswers(Random(1)), Settings())
    state = join(join(State(), one), one)
    ids = [*(one.id for one in state.party), *(item.id for one in state.party for item in one.items)]
    assert len(set(ids)) == len(ids)


def test_at_the_table_by_the_games_own_actions():
    state = GAME.new_state(Settings())
    state = GAME.perform(RandomAnswers(Random(2)), state, Action("new_player"))
    state = GAME.perform(RandomAnswers(Random(3)), state, Action("make_character", "kim"))
    assert state.party[1].seat == "kim"
    state = GAME.perform(RandomAnswers(Random(4)), state, Action("start_session"))
    assert state.session == 1


@pytest.mark.parametrize("phase", ["creation", "exploration", "downtime", "travel", "combat"])
def test_somebody_who_sits_down_at_a_table_in_play_can_make_a_character_and_nothing_else(phase):
    state = table(somebody(), combat=fighting("ann") if phase == "combat" else None)
    offered = [offer.action for offer in GAME.actions(replace(state, phase=phase), "player9")]
    assert offered == (
        [] if phase == "combat" else [Action(name, "player9") for name in ("make_character", "bring_character")]
    )
    assert GAME.view(state, "player9").panels
