"""Who sits where, in any game."""

from random import Random
from typing import Any

import pytest
from msgspec import Struct

from tallow.games import game
from tallow.games.deeds import Action, Deed
from tallow.games.optional import needed_bots
from tallow.games.shared.seating import Seating, seats_due, shown_for
from tallow.play import REFEREE, Seat, scripted
from tallow.simulate.random_answers import RandomAnswers


class Somebody(Struct, frozen=True):
    id: str
    seat: Seat = REFEREE
    dead: bool = False
    hired: bool = False


class State(Struct, frozen=True):
    party: tuple[Somebody, ...] = ()
    foes: tuple[Somebody, ...] = ()


ANN, BOB, OLD, PAGE = (
    Somebody("ann", "kim"),
    Somebody("bob", "lou", dead=True),
    Somebody("old", "lou", dead=True),
    Somebody("page", "lou", hired=True),
)
STATE = State((ANN, OLD, BOB, PAGE, Somebody("guide", hired=True)), (Somebody("orc"), Somebody("rat", dead=True)))

SEATING: Seating[State, Somebody] = Seating(
    everyone=lambda state: state.party + state.foes,
    characters=lambda state: [one for one in state.party if not one.hired],
    alive=lambda one: not one.dead,
    sides=("party", "foes"),
)


def test_the_referee_sits_first():
    assert SEATING.player_seats(STATE) == ("kim", "lou")
    assert SEATING.seats(STATE) == (REFEREE, "kim", "lou")
    assert SEATING.seats(State()) == (REFEREE,)


@pytest.mark.parametrize(
    ("seat", "whom"),
    [(REFEREE, ("", "guide", "orc")), ("kim", ("ann",)), ("lou", ("page", "bob")), ("new", ("new",)), ("foes", ())],
)
def test_for_whom_a_seat_acts(seat, whom):
    assert SEATING.subjects(STATE, seat) == whom


@pytest.mark.parametrize("name", [REFEREE, "", "party", "foes", "everyone", "kim", "ann", "orc", "rat"])
def test_a_name_that_means_somebody_is_no_newcomers(name):
    assert not SEATING.newcomer(STATE, name)
    assert SEATING.newcomer(STATE, f"{name}x")


def test_who_has_nobody_left():
    assert SEATING.bereft(STATE) == ("lou",)
    assert SEATING.lost(STATE, "lou") == BOB
    assert SEATING.lost(STATE, "kim") is None
    assert [one.id for one in STATE.party if SEATING.followed(STATE, one.id)] == ["bob"]
    assert [who for who in ("ann", "old", "bob", "page", "new", "") if SEATING.without(STATE, who)] == ["bob", "new"]
    assert [SEATING.seat_of(STATE, who) for who in ("bob", "new")] == ["lou", "new"]


@pytest.mark.parametrize(
    ("answers", "seat"),
    [
        (["player1"], "player1"),
        (["lou"], "lou"),
        (["another", " Max "], "Max"),
        (["another", "kim"], "kim"),
        (["another", "orc"], "player1"),
        (["another", "party"], "player1"),
        (["another", ""], "player1"),
    ],
)
def test_the_referee_names_a_seat(answers, seat):
    assert scripted(SEATING.named, STATE, SEATING.bereft(STATE), "wick.seat", script=answers) == seat


def test_a_fresh_seat_has_a_name_that_nobody_has():
    state = State((Somebody("player1", "player2"),))
    assert scripted(SEATING.named, state, (), "wick.seat", script=["player3"]) == "player3"


@pytest.mark.parametrize(
    ("due", "seats"), [(("ann", "bob"), ("kim", "lou", REFEREE)), (("orc", "guide"), (REFEREE,)), ((), (REFEREE,))]
)
def test_those_who_are_due_are_asked_and_the_referee_always(due, seats):
    assert seats_due(STATE.party + STATE.foes, due) == seats


def test_deeds_for_some_alone():
    def nothing(play: Any, state: State, who: str) -> State:
        return state

    def short(state: State, who: str) -> bool:
        return len(who) == 3

    deeds = (
        Deed("rule", nothing, "", by="referee"),
        Deed("join", nothing, ""),
        Deed("go", nothing, ""),
        Deed("sing", nothing, "", shown=lambda _, who: who == "ann"),
    )
    rule, join, go, sing = shown_for(short, deeds, but=("join",))
    assert (rule, join) == deeds[:2]
    assert go.shown is not None
    assert sing.shown is not None
    assert [who for who in ("ann", "orc", "page") if go.shown(STATE, who)] == ["ann", "orc"]
    assert [who for who in ("ann", "orc", "page") if sing.shown(STATE, who)] == ["ann"]


@pytest.mark.parametrize(
    ("name", "hero", "begin"), [("cairn", "Marchguard", "start_fight"), ("modified_cairn", "Fighter", "start_combat")]
)
def test_a_side_acts_as_one_only_where_it_is_several(name, hero, begin):
    played, sides = game(name), []
    for many in (1, 2):
        state = needed_bots(played).fight(f"{hero} x{many}", "Goblin", played.settings())
        one = next(
            after
            for seed in range(200)
            if (fight := _fight(after := played.perform(RandomAnswers(Random(seed)), state, Action(begin))))
            and fight.side == "party"
            and len(fight.acting) == many
        )
        offers = played.actions(one, state.party[0].seat)
        sides.append(any(offer.action == Action("all_attack", "party") for offer in offers))
    assert sides == [False, True]


def _fight(state: Any) -> Any:
    return getattr(state, "fight", None) or getattr(state, "combat", None)
