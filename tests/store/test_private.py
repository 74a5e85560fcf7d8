"""A database is its owner's alone, and a history that comes in is all there or not at all."""

import logging
import os
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from tallow.store import NewLink, Store, adopting, import_table
from tallow.store.file.private import keep_private
from tallow.table import open_table

GOLDEN = Path(__file__).with_name("golden") / "archive-1.tallow"


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.parametrize("there", [False, True], ids=["new", "open to all"])
def test_nobody_else_may_read_a_database(tmp_path: Path, there: bool) -> None:
    file = tmp_path / "tables.sqlite"
    if there:
        with closing(sqlite3.connect(file)) as database:
            database.execute("PRAGMA journal_mode=WAL")
        file.chmod(0o644)
    before = os.umask(0o022)
    try:
        store = Store(f"sqlite:///{file}")
        store.create(open_table("cairn", "The Old Mill", {}, bytes(32)))
        found = {path.name: mode(path) for path in tmp_path.iterdir()}
        store.close()
    finally:
        os.umask(before)
    assert found == dict.fromkeys(("tables.sqlite", "tables.sqlite-wal", "tables.sqlite-shm"), 0o600)


def test_where_that_cannot_be_it_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "tables.sqlite"
    file.touch(0o644)
    file.chmod(0o644)

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(Path, "chmod", refuse)
    with caplog.at_level(logging.WARNING):
        keep_private(file)
    assert "holds the seeds of dice to come" in caplog.text


def test_a_history_comes_in_little_by_little_and_its_table_last(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adopting, "ROWS", 2)
    store = Store(where)
    kept = import_table(store, GOLDEN, links=(NewLink("token", "referee", "referee"),))
    assert store.entry("token") is not None
    assert store.load(kept.id).table.title == "The Old Mill"
    assert len(list(store.records(kept.id))) == kept.records

    def broken(*_: object) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(adopting.Adopted, "end", broken)
    with pytest.raises(OSError, match="disk is full"):
        import_table(store, GOLDEN)
    with store.engine.connect() as connection:
        for name in ("records", "lines", "states"):
            ids = connection.exec_driver_sql(f"SELECT DISTINCT table_id FROM {name}").scalars().all()  # noqa: S608
            assert list(ids) == [kept.id], name
    assert [id_ for id_, _, _ in store.tables()] == [kept.id]
    store.close()
