"""What was drawn for all seats is drawn again when anything that it is made of has become another."""

import pytest
from msgspec.structs import replace

from tallow.adventures import ready
from tallow.games.deeds import Action
from tallow.play import REFEREE
from tallow.table import Table, open_table
from tallow.table.seats import referee
from tallow.web.drawing.caches import APART, COMPARED, SharedCache


@pytest.fixture(scope="module")
def table() -> Table:
    return open_table("cairn", "The Old Mill", {}, bytes(32)).table.sit(referee("Ann")).table


def test_a_field_of_a_table_is_compared_unless_it_is_set_apart(table):
    others = {
        "game": "black_hack",
        "title": "The New Mill",
        "state": replace(table.state, party=()),
        "seats": (),
        "adventure": ready("cairn", "mill"),
        "referee": False,
    }
    assert set(others) == set(COMPARED), "tell this test, and APART if need be, of a new field of tables"
    shared = SharedCache(table)
    assert not shared.is_stale(table)
    assert not shared.is_stale(replace(table, done=table.done + 1))
    for name, value in others.items():
        assert shared.is_stale(replace(table, **{name: value})), name


def test_other_dice_and_actions_in_motion_are_drawn_anew(table):
    shared = SharedCache(table)
    assert shared.is_stale(replace(table, dice=replace(table.dice, seed=bytes([1] * 32))))
    asked = table.act(REFEREE, Action("roll_table")).table
    assert asked.pending
    assert not shared.is_stale(asked)
    (one,) = asked.pending
    begun = replace(asked, pending=(replace(one, answers=((3,),), sources=("server",)),))
    assert begun.moving()
    assert shared.is_stale(begun)


def test_what_is_set_apart_is_a_field_of_tables():
    assert set(Table.__struct_fields__) >= APART
