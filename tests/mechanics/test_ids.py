"""Ids: finding by them, putting in place, and fresh ones."""

import pytest
from msgspec import Struct

from tallow.mechanics.ids import by_id, serial, swapped, with_ids


class Thing(Struct, frozen=True):
    id: str
    name: str = ""


class State(Struct, frozen=True):
    serial: int = 0


THINGS = (Thing("a", "rope"), Thing("b", "lamp"))


def test_one_is_found_by_its_id():
    assert by_id(THINGS, "b").name == "lamp"
    with pytest.raises(KeyError, match="c"):
        by_id(THINGS, "c")


def test_one_takes_the_place_of_the_one_of_its_id():
    assert swapped(THINGS, Thing("a", "string")) == (Thing("a", "string"), Thing("b", "lamp"))
    assert swapped(THINGS, Thing("c", "string")) == THINGS


def test_no_id_comes_twice():
    state, first = serial(State(), "pc")
    state, things = with_ids(state, THINGS)
    state, last = serial(state, "pc")
    assert [first, *(thing.id for thing in things), last] == ["pc1", "i2", "i3", "pc4"]
    assert [thing.name for thing in things] == ["rope", "lamp"]
    assert state.serial == 4
