"""Tables: rows by number, span, plus and word."""

import msgspec
import pytest
from msgspec.structs import replace

from tallow.mechanics.tables import Table, is_rolled, roll_on
from tallow.play import Scripted
from tallow.play.questions import Roll


class Row(msgspec.Struct, frozen=True):
    on: str
    name: str


TABLE = msgspec.convert(
    {
        "id": "x.table.y", "dice": "d6", "title": "Y",
        "rows": [{"on": "1", "name": "one"}, {"on": "2-3", "name": "few"}, {"on": "4+", "name": "many"},
                 {"on": "calm", "name": "word"}],
    },
    Table[Row],
)  # fmt: skip


@pytest.mark.parametrize(
    ("on", "name"), [(1, "one"), (2, "few"), (3, "few"), (4, "many"), (99, "many"), ("calm", "word"), ("1", "one")]
)
def test_the_row_that_comes(on, name):
    assert TABLE.row(on).name == name


@pytest.mark.parametrize("on", [0, "storm"])
def test_no_row(on):
    with pytest.raises(KeyError, match=r"x\.table\.y"):
        TABLE.row(on)


@pytest.mark.parametrize(
    ("dice", "script", "on"), [("d6", (4,), 4), ("2d6", ((3, 4),), 7), ("1d100", (55,), 55), ("d66", (2, 5), 25)]
)
def test_what_is_rolled_on_a_table(dice, script, on):
    play = Scripted(*script)
    assert roll_on(play, replace(TABLE, dice=dice), "gm", hidden=True) == on
    assert {(roll.why, roll.hidden) for roll in play.asked if isinstance(roll, Roll)} == {("x.table.y", True)}


@pytest.mark.parametrize(("dice", "rolled"), [("2d6", True), ("d66", True), ("", False), ("d6,d6", False)])
def test_a_table_to_look_up_in_is_not_rolled_on(dice, rolled):
    assert is_rolled(replace(TABLE, dice=dice)) is rolled
