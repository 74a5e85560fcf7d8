"""Several processes at one database: each step is kept upon the table as it is, or not at all."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from typing import Any

import pytest
from sqlalchemy import delete, insert, select, update

from tallow.games.deeds import Action
from tallow.games.stored import versions_of
from tallow.play import REFEREE
from tallow.store import Conflict, Kept, Store, schema
from tallow.store.states import state_row
from tallow.table import open_table
from tallow.table.records import FilledIn
from tallow.table.seats import referee
from tests.store.keeping import keep

TABLES = 4
PROCESSES = 3


@pytest.fixture
def open_store(where: str) -> Iterator[Callable[[], Store]]:
    """Opens the database once more, as another process does."""
    opened: list[Store] = []

    def one_more() -> Store:
        opened.append(Store(where))
        return opened[-1]

    yield one_more
    for store in opened:
        store.close()


def played(store: Store, actions: int) -> Kept:
    """A table of some actions."""
    kept = store.create(open_table("cairn", "The Old Mill", {}, bytes(32), example=True))
    kept = keep(store, kept, kept.table.sit(referee("Ann")))
    for _ in range(actions):
        kept = keep(store, kept, kept.table.act(REFEREE, Action("fate")))
    return kept


def forget_states(store: Store, kept: Kept) -> None:
    """Of a table only the first state and the last are kept, and its past has not been filled in."""
    versions, done = versions_of(kept.table.rules), kept.table.done
    rows = [state_row(kept.id, at, versions, store.state_at(kept.id, at)) for at in (0, done)]
    with store.engine.begin() as connection:
        connection.execute(delete(schema.states).where(schema.states.c.table_id == kept.id))
        connection.execute(insert(schema.states), rows)
        connection.execute(update(schema.tables).where(schema.tables.c.id == kept.id), {"filled": 0})


def is_filled_in_once(store: Store, kept: Kept) -> None:
    (filled,) = [record for record in store.records(kept.id) if isinstance(record, FilledIn)]
    assert (filled.made, filled.missing) == (kept.table.done - 1, 0)
    assert [store.state_at(kept.id, at) for at in range(kept.table.done + 1)][-1] == kept.table.state
    assert len(list(store.records(kept.id))) == store.load(kept.id).records == kept.records + 1


def test_a_step_upon_a_table_that_has_gone_on_is_not_kept(open_store: Callable[[], Store]) -> None:
    one, other = open_store(), open_store()
    kept = played(one, 1)
    again = other.load(kept.id)
    first = keep(one, kept, kept.table.say(REFEREE, "First."))
    _, late = other.keep(again, again.table.say(REFEREE, "Second."))
    assert isinstance(late.exception(), Conflict)
    assert len(list(other.records(kept.id))) == first.records
    second = keep(other, other.load(kept.id), other.load(kept.id).table.say(REFEREE, "Second."))
    assert second.records == first.records + 1


def test_among_steps_that_are_committed_together_only_the_late_one_is_refused(open_store: Callable[[], Store]) -> None:
    one, other = open_store(), open_store()
    tables = [played(one, 0) for _ in range(TABLES)]
    keep(one, tables[0], tables[0].table.say(REFEREE, "First."))
    waits = [other.keep(kept, kept.table.say(REFEREE, "Well."))[1] for kept in tables]
    assert [type(one.exception()) for one in waits] == [Conflict] + [type(None)] * (TABLES - 1)


def test_a_past_that_another_process_fills_in_first_is_not_filled_in_again(
    open_store: Callable[[], Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = open_store(), open_store()
    kept = played(one, 5)
    forget_states(one, kept)
    soon = one._writer.soon

    def late(job: Any) -> "Future[None]":
        other.load(kept.id)
        return soon(job)

    monkeypatch.setattr(one._writer, "soon", late)
    assert one.load(kept.id) == other.load(kept.id)
    is_filled_in_once(other, kept)


OPEN = """
import sys
from tallow.store import Store
store = Store(sys.argv[1])
print("ready", flush=True)
for id_ in sys.stdin:
    print(store.load(id_.strip()).records, flush=True)
store.close()
"""


def test_processes_that_open_an_unfilled_table_at_once_all_get_it(where: str) -> None:
    store = Store(where)
    tables = [played(store, 8) for _ in range(TABLES)]
    for kept in tables:
        forget_states(store, kept)
    running = [
        subprocess.Popen([sys.executable, "-c", OPEN, where], stdin=-1, stdout=-1, text=True)  # noqa: S603
        for _ in range(PROCESSES)
    ]
    assert [one.stdout.readline() for one in running if one.stdout] == ["ready\n"] * PROCESSES
    for kept in tables:
        for one in running:
            assert one.stdin is not None
            one.stdin.write(f"{kept.id}\n")
            one.stdin.flush()
    said = [one.communicate() for one in running]
    assert [one.returncode for one in running] == [0] * PROCESSES
    assert {out for out, _ in said} == {"".join(f"{kept.records + 1}\n" for kept in tables)}
    for kept in tables:
        is_filled_in_once(store, kept)
    store.close()


def test_a_rate_that_processes_count_together_fills_up_again(postgresql: Callable[[], str]) -> None:
    store = Store(postgresql())
    assert store.peers is not None
    assert [store.peers.count("a", 2, 0.001) for _ in range(2)] == [0.0, 0.0]
    wait = store.peers.count("a", 2, 0.001)
    assert 900 < wait <= 1000
    assert store.peers.count("b", 2, 0.001) == 0.0, "somebody else"
    with store.engine.begin() as connection:  # as if so much time had passed
        connection.execute(update(schema.rates).values(used_until=schema.rates.c.used_until - wait))
    assert store.peers.count("a", 2, 0.001) == 0.0
    assert store.peers.count("a", 2, 0.001) > 900
    with store.engine.begin() as connection:
        connection.execute(update(schema.rates).values(used_until=1.0))
    store.peers.beat()
    with store.engine.connect() as connection:
        assert connection.execute(select(schema.rates)).all() == [], "what is long over is not kept"
    store.close()
