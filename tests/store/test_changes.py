"""A table that another version left: what it cannot read it leaves alone, what it asks otherwise it says."""

from typing import Any

import msgspec
import pytest
from sqlalchemy import select, update

from tallow.games.deeds import Action
from tallow.games.stored import Unreadable
from tallow.play import REFEREE
from tallow.store import Kept, Store, export_rows, export_table, schema
from tallow.table import open_table
from tallow.table.records import Reopened
from tallow.table.seats import referee
from tests.store.keeping import keep


@pytest.fixture
def store(tmp_path):
    opened = Store(f"sqlite:///{tmp_path}/tables.sqlite")
    yield opened
    opened.close()


def waiting(store: Store) -> Kept:
    """A table at which harm waits for whom."""
    kept = store.create(open_table("cairn", "The Old Mill", {}, bytes(32), example=True))
    kept = keep(store, kept, kept.table.sit(referee("Ann")))
    return keep(store, kept, kept.table.act(REFEREE, Action("harm")))


def put(store: Store, **values: object) -> None:
    with store.engine.begin() as connection:
        connection.execute(update(schema.tables).values(**values))


def row_of(store: Store, kept: Kept) -> Any:
    with store.engine.connect() as connection:
        return connection.execute(select(schema.tables).where(schema.tables.c.id == kept.id)).one()


@pytest.mark.parametrize(("values", "said"), [({"schema": 99}, "newer Cairn"), ({"format": 99}, "newer Tallow")])
def test_what_is_newer_is_refused_with_a_sentence_and_still_goes_out(store, tmp_path, values, said):
    kept = waiting(store)
    put(store, **values)
    with pytest.raises(Unreadable, match=said):
        store.load(kept.id)
    export_table(store, kept.id, tmp_path / "out.tallow")
    export_rows(store, kept.id, tmp_path / "out.jsonl")
    assert b"snapshot" in (tmp_path / "out.jsonl").read_bytes()
    assert kept.table.dice.seed.hex().encode() not in (tmp_path / "out.jsonl").read_bytes()


def test_an_unknown_field_is_an_error_and_no_loss(store):
    kept = waiting(store)
    row = row_of(store, kept)
    put(store, snapshot=msgspec.json.encode(msgspec.json.decode(row.snapshot) | {"mood": "glad"}))
    with pytest.raises(Unreadable, match="unknown field `mood`"):
        store.load(kept.id)
    assert b"glad" in row_of(store, kept).snapshot


@pytest.mark.parametrize(("old", "rewound"), [(b'"what":"', 1), (b'"name":"harm"', 0)])
def test_what_is_asked_otherwise_goes_back_or_is_given_up_and_everybody_is_told(store, old, rewound):
    kept = waiting(store)
    body = row_of(store, kept).snapshot
    put(store, snapshot=body.replace(old, b'"what":"old_' if rewound else b'"name":"gone"', 1))
    again = store.load(kept.id)
    (record,) = [one for one in store.records(kept.id) if isinstance(one, Reopened)]
    assert (len(record.rewound), len(record.given_up)) == (rewound, 1 - rewound)
    assert len(again.table.pending) == rewound
    assert store.lines(kept.id)[-1][2].action.name == "table.reopened"
    assert store.load(kept.id) == again, "and only once"
