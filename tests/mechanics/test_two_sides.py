"""A party and its foes."""

import pytest
from msgspec import Struct

from tallow.mechanics.two_sides import everyone, find, members, put, side_of
from tallow.play import Seat


class Somebody(Struct, frozen=True):
    id: str
    hp: int = 3
    seat: Seat = "player"


class State(Struct, frozen=True):
    party: tuple[Somebody, ...] = (Somebody("ann"), Somebody("bob"))
    foes: tuple[Somebody, ...] = (Somebody("orc"), Somebody("rat"))


@pytest.mark.parametrize(("who", "side"), [("ann", "party"), ("bob", "party"), ("orc", "foes"), ("rat", "foes")])
def test_everybody_is_found_on_a_side(who, side):
    state = State()
    assert find(state, who).id == who
    assert find(state, who) in everyone(state)
    assert side_of(state, who) == side
    assert find(state, who) in members(state, side)


def test_nobody_is_found():
    with pytest.raises(KeyError, match="cat"):
        find(State(), "cat")


def test_the_changed_take_their_places():
    state = put(State(), Somebody("rat", 1), Somebody("ann", 2), Somebody("rat", 0))
    assert [one.hp for one in everyone(state)] == [2, 3, 3, 0]
    assert [one.id for one in everyone(state)] == ["ann", "bob", "orc", "rat"]
    assert put(State(), Somebody("cat")) == State()


def test_the_other_side_stays_the_very_same():
    state = State()
    assert put(state, Somebody("bob", 1)).foes is state.foes
    assert put(state, Somebody("orc", 1)).party is state.party
