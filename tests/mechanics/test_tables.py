"""Tables: rows by number, span, plus and word."""

import msgspec
import pytest

from tallow.mechanics.tables import Table


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
