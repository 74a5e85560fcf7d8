"""One thread writes: it commits together all that has gathered while the last commit was under way."""

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from functools import lru_cache
from operator import itemgetter
from queue import SimpleQueue
from threading import Thread
from time import perf_counter
from typing import Any, TypeAlias

from msgspec import Struct, field
from sqlalchemy import Connection, Select, Table, bindparam, delete, insert, select, update
from sqlalchemy.engine import Engine

from tallow.store import schema
from tallow.store.peers import InDoubt, Peers, Transaction

Rows: TypeAlias = Mapping[str, list[dict[str, Any]]]
"""Rows to add, by the table of the database that they belong to."""


KNOWN = 256
"""So many statements are remembered as text."""


class Conflict(Exception):
    """A step upon a table that has gone on since it was read: another process has kept one first. Nothing was kept."""


class Job(Struct):
    """One thing to write, and who waits for it: rows to add, a table to change, lines to undo, statements besides.

    A `change` names the table that it is `of`, and how many records that must have (`upon`). `about` is a table that
    other processes are told of besides.
    """

    future: "Future[None]" = field(default_factory=Future)
    rows: Rows = field(default_factory=dict)
    change: dict[str, Any] | None = None
    undone: int | None = None
    besides: tuple[tuple[Any, dict[str, Any]], ...] = ()
    about: str = ""

    def alone(self) -> bool:
        """Whether it must be written in its turn, not together with others."""
        return self.undone is not None or bool(self.besides)


class Writer:
    """The thread, and what waits for it.

    `when_committed` is called after each transaction, with the number of its jobs and the seconds that it took.
    """

    def __init__(self, engine: Engine, peers: Peers | None = None) -> None:
        self._engine = engine
        self._peers = peers
        self.when_committed: Callable[[int, float], object] | None = None
        self._begun = 0.0
        self._queue: SimpleQueue[Job | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name="tallow-store", daemon=True)
        self._thread.start()

    def soon(self, job: Job) -> "Future[None]":
        """Write this; the future is done once it is durable."""
        self._queue.put(job)
        return job.future

    def __len__(self) -> int:
        """How many jobs wait."""
        return self._queue.qsize()

    def busy_seconds(self) -> float:
        """For how long it has been at work on what it writes now; 0.0 if it waits."""
        begun = self._begun
        return perf_counter() - begun if begun else 0.0

    def close(self) -> None:
        """Write what is still waiting, and end."""
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        while True:
            jobs = [self._queue.get()]
            while not self._queue.empty():
                jobs.append(self._queue.get())
            ending = None in jobs
            self._begun = perf_counter()
            self._commit([job for job in jobs if job is not None])
            self._begun = 0.0
            if ending:
                return

    def _commit(self, jobs: list[Job]) -> None:
        if not jobs:
            return
        begun, transaction = perf_counter(), None
        try:
            with self._engine.begin() as connection:
                if any(job.alone() for job in jobs):
                    for job in jobs:
                        _write(connection, [job])
                else:
                    _write(connection, jobs)
                if self._peers:
                    transaction = self._peers.tell(connection, _tables(jobs))
        except BaseException as error:  # noqa: BLE001  (each who waits must hear of it)
            if not self._kept_after_all(jobs, transaction):
                self._try_apart(jobs, error)
                return
        if self.when_committed:
            self.when_committed(len(jobs), perf_counter() - begun)
        for job in jobs:
            job.future.set_result(None)

    def _kept_after_all(self, jobs: list[Job], transaction: Transaction | None) -> bool:
        """Whether a transaction that failed at its end was committed all the same, and only the word of it was lost.

        Where that cannot be found out, all who wait hear so, and no job is left: tried again, it might be kept twice.
        """
        if not self._peers or not transaction:
            return False
        try:
            return self._peers.was_kept(transaction, _one_row(jobs))
        except InDoubt as doubt:
            for job in jobs:
                job.future.set_exception(doubt)
            jobs.clear()
            return False

    def _try_apart(self, jobs: list[Job], error: BaseException) -> None:
        """What cannot be kept together may be kept by itself; who waits for what cannot hears why."""
        if len(jobs) > 1:
            for job in jobs:
                self._commit([job])
        elif jobs:
            jobs[0].future.set_exception(error)


def _one_row(jobs: list[Job]) -> Select[Any] | None:
    """A query for a row that jobs add: a record, which nothing changes, or else whatever there is."""
    added = [(name, row) for job in jobs for name, rows in job.rows.items() for row in rows[:1]]
    if not added:
        return None
    name, row = next((one for one in added if one[0] == "records"), added[0])
    table = schema.metadata.tables[name]
    return select(table).where(*[column == row[column.name] for column in table.primary_key])


def _tables(jobs: list[Job]) -> dict[str, int]:
    """The tables that jobs change, each with its number of records, or 0 where more has changed than its history."""
    changed = {job.change["of"]: job.change["records"] for job in jobs if job.change is not None}
    return changed | {job.about: 0 for job in jobs if job.about}


MOST_VALUES = 30_000
"""The most values of one statement, a little below what SQLite takes."""

_CHANGE = update(schema.tables).where(
    schema.tables.c.id == bindparam("of"), schema.tables.c.records == bindparam("upon")
)


def _write(connection: Connection, jobs: list[Job]) -> None:
    """Write these jobs, rows of a kind together; or `Conflict`.

    Tables are changed first and in the order of their ids: where many write, each waits there for those before, and two
    never wait for each other.
    """
    if new := [row for job in jobs for row in job.rows.get("tables", ())]:
        connection.execute(insert(schema.tables), new)
    changes = sorted((job.change for job in jobs if job.change is not None), key=itemgetter("of"))
    if changes and _changed(connection, changes) != len(changes):
        raise Conflict
    for job in jobs:
        if job.undone is not None and job.change is not None:
            _undo(connection, job.change["of"], job.undone)
    for name, table in schema.metadata.tables.items():
        rows = [row for job in jobs for row in job.rows.get(name, ())]
        if rows and table is not schema.tables:
            _add(connection, table, rows)
    for job in jobs:
        for statement, values in job.besides:
            connection.execute(statement, values)


def _changed(connection: Connection, changes: list[dict[str, Any]]) -> int:
    """Change tables; how many of them were as they should be."""
    if connection.dialect.name != "sqlite" or len({one["of"] for one in changes}) < len(changes):
        return connection.execute(_CHANGE, changes).rowcount
    return sum(
        connection.exec_driver_sql(_changing(tuple(part[0]), len(part)), _values(part)).rowcount
        for part in _parts(changes)
    )


def _add(connection: Connection, table: Table, rows: list[dict[str, Any]]) -> None:
    """Add rows to a table of the database.

    To SQLite many at a time by one statement: its driver hands the interpreter over to other threads and takes it back
    several times for each statement and each row of `executemany`, and that costs both sides more than the row itself.
    """
    if connection.dialect.name != "sqlite":
        connection.execute(insert(table), rows)
        return
    for part in _parts(rows):
        connection.exec_driver_sql(_adding(table.name, tuple(part[0]), len(part)), _values(part))


def _parts(rows: list[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    """Rows of the same fields, as many together as one statement takes."""
    most = MOST_VALUES // len(rows[0])
    return (rows[first : first + most] for first in range(0, len(rows), most))


def _values(rows: list[dict[str, Any]]) -> tuple[Any, ...]:
    """The values of all rows, each row's in the order of the first one's fields, in which the statement names them."""
    fields = tuple(rows[0])
    return tuple([row[name] for row in rows for name in fields])


@lru_cache(KNOWN)
def _adding(name: str, fields: tuple[str, ...], many: int) -> str:
    one = f"({', '.join('?' * len(fields))})"
    columns = ", ".join([f'"{field}"' for field in fields])
    return f'INSERT INTO "{name}" ({columns}) VALUES {", ".join([one] * many)}'  # noqa: S608  (names of our schema)


@lru_cache(KNOWN)
def _changing(fields: tuple[str, ...], many: int) -> str:
    """The same as `_CHANGE`, for many tables at once; the fields `of` and `upon` say which, and on what condition."""
    columns = {field: f"new.column{at}" for at, field in enumerate(fields, 1)}
    which, upon = columns.pop("of"), columns.pop("upon")
    changed = ", ".join([f'"{field}" = {column}' for field, column in columns.items()])
    rows = ", ".join([f"({', '.join('?' * len(fields))})"] * many)
    return (
        f"UPDATE tables SET {changed} FROM (VALUES {rows}) AS new "  # noqa: S608  (names of our schema)
        f"WHERE tables.id = {which} AND tables.records = {upon}"
    )


def _undo(connection: Connection, id_: str, done: int) -> None:
    """Lines and states after the actions that stand are marked undone, or gone."""
    late = (schema.lines.c.table_id == id_, schema.lines.c.action > done, schema.lines.c.undone == 0)
    connection.execute(update(schema.lines).where(*late), {"undone": 1})
    connection.execute(delete(schema.states).where(schema.states.c.table_id == id_, schema.states.c.action > done))
