"""The connection to PostgreSQL is lost at the end of a transaction: what was under way is kept once or not at all."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tallow.games.deeds import Action
from tallow.play import REFEREE
from tallow.store import Kept, Store
from tallow.store.peers import InDoubt
from tallow.store.writer import Job
from tallow.table import open_table
from tallow.table.seats import referee
from tests.store.keeping import keep


@pytest.fixture
def store(postgresql: Callable[[], str]) -> Iterator[Store]:
    opened = Store(postgresql())
    yield opened
    opened.close()


def opened(store: Store) -> Kept:
    kept = store.create(open_table("cairn", "The Old Mill", {}, bytes(32), example=True))
    return keep(store, kept, kept.table.sit(referee("Ann")))


def job_of(store: Store, kept: Kept) -> Job:
    return store._kept(kept, kept.table.act(REFEREE, Action("fate")))[1]


def lose_the_next(store: Store, monkeypatch: pytest.MonkeyPatch, *, commits: bool) -> None:
    """The next commit is done or not, and the connection lost in either case."""
    dialect = store._writing.dialect
    real = dialect.do_commit

    def lost(connection: Any) -> None:
        monkeypatch.setattr(dialect, "do_commit", real)
        if commits:
            real(connection)
        connection.driver_connection.close()
        real(connection)

    monkeypatch.setattr(dialect, "do_commit", lost)


@pytest.mark.parametrize("commits", [True, False])
def test_what_was_written_together_when_the_connection_was_lost_is_kept_once(
    store: Store, monkeypatch: pytest.MonkeyPatch, commits: bool
) -> None:
    tables = [opened(store), opened(store)]
    jobs = [job_of(store, one) for one in tables]
    lose_the_next(store, monkeypatch, commits=commits)
    store._writer._commit(list(jobs))
    assert [job.future.exception(timeout=60) for job in jobs] == [None, None]
    for one in tables:
        assert (
            len(list(store.records(one.id))) == store.load(one.id).records == one.records + len(jobs[0].rows["records"])
        )


def test_where_it_cannot_be_found_out_everybody_hears_so_and_nothing_is_tried_again(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = [opened(store), opened(store)]
    jobs = [job_of(store, one) for one in tables]
    lose_the_next(store, monkeypatch, commits=True)
    monkeypatch.setattr("tallow.store.peers.DOUBT_SECONDS", 0.0)
    store._writer._commit(list(jobs))
    assert [type(job.future.exception(timeout=60)) for job in jobs] == [InDoubt, InDoubt]
    for one in tables:
        assert store.load(one.id).records == one.records + len(jobs[0].rows["records"])
