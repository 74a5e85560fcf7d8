"""The store: opens tables, keeps each step durably before anybody is shown it, and finds what was kept.

Steps of different tables are committed together: one writer takes all that has gathered while the last commit was under
way. With each step the table's snapshot is kept too, so opening a table costs the same however long its history is.
"""

import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from hashlib import sha256
from itertools import accumulate
from pathlib import Path
from queue import SimpleQueue
from threading import Lock, Thread
from time import time
from typing import Any

import msgspec
from msgspec import Raw, Struct, field
from sqlalchemy import Connection, bindparam, create_engine, delete, event, func, insert, select, update
from sqlalchemy.engine import URL, Engine, make_url

from tallow.extras import MissingExtra
from tallow.games import game
from tallow.play import Done, Seat, advance
from tallow.store import schema
from tallow.store.adopting import adopting
from tallow.store.archive import Entry
from tallow.store.migrate import migrate
from tallow.store.private import keep_private
from tallow.table import DoneAction, FairDice, Line, Pending, Record, Seated, Seed, Step, Table, UndoRequest
from tallow.table.records import Undone
from tallow.table.seats import Role

EVERY = 20
"""After so many actions a whole state is kept, to undo or replay from."""

AT_ONCE = 10
"""So many lines are held as they are kept before they are read: some of earlier versions are half a megabyte long."""

PSYCOPG = "postgresql+psycopg"
"""The driver for PostgreSQL where none is named."""


class NoSuchTable(LookupError):
    """There is no table of that id."""


class Kept(Struct, frozen=True, gc=False):
    """A table as it is kept: with its id, and how many records and lines it has."""

    id: str
    table: Table
    records: int
    lines: int


class Link(Struct, frozen=True):
    """A link to join a table by: what it makes its bearer. The token itself is kept only as a hash."""

    table: str
    role: Role
    seat: Seat
    hash: str
    revoked: bool = False
    salt: str = ""
    made: int = 0


class NewLink(Struct, frozen=True):
    """A link to be made; `salt` is what its token was derived from, where it can be derived again."""

    token: str
    role: Role
    seat: Seat = ""
    salt: str = ""


class Snapshot(Struct, frozen=True):
    """A table without its past, as JSON."""

    game: str
    title: str
    state: Raw
    thrown: int
    seats: tuple[Seated, ...]
    pending: tuple[Pending, ...]
    done: int
    lines: int
    begun: int = 0
    trail: tuple[DoneAction, ...] = ()
    undo_requests: tuple[UndoRequest, ...] = field(default=(), name="wishes")

    def table(self, state: Any, seed: Seed) -> Table:
        """The table, once its state is decoded; the seed is kept elsewhere."""
        return Table(
            self.game,
            self.title,
            state,
            FairDice(seed, self.thrown),
            self.seats,
            self.pending,
            self.done,
            begun=self.begun,
            trail=self.trail,
            undo_requests=self.undo_requests,
        )


class _Job(Struct):
    """One thing to write, and who waits for it: rows to add, a table to change, lines to undo, statements besides."""

    future: "Future[None]" = field(default_factory=Future)
    rows: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    change: dict[str, Any] | None = None
    undone: int | None = None
    besides: tuple[tuple[Any, dict[str, Any]], ...] = ()

    def alone(self) -> bool:
        """Whether it must be written in its turn, not together with others."""
        return self.undone is not None or bool(self.besides)


_encode = msgspec.json.encode
_snapshots = msgspec.json.Decoder(Snapshot)
_records = msgspec.json.Decoder(Record)
_lines = msgspec.json.Decoder(Line)


_decoders: dict[str, msgspec.json.Decoder[Any]] = {}
_preparing = Lock()


def _states(name: str) -> "msgspec.json.Decoder[Any]":
    """Reads the states of a game. Made by one thread at a time: two that make the first one together may crash."""
    with _preparing:
        if name not in _decoders:
            _decoders[name] = msgspec.json.Decoder(game(name).state)
        return _decoders[name]


class Store:
    """Tables in a database. Threads may share it."""

    def __init__(self, where: str | URL, *, now: Callable[[], float] = time) -> None:
        self.engine = _engine(where)
        self._now = now
        migrate(self.engine)
        self._queue: SimpleQueue[_Job | None] = SimpleQueue()
        self._writer = Thread(target=self._write, name="tallow-store", daemon=True)
        self._writer.start()

    def close(self) -> None:
        """Write what is still waiting, then let go of the database."""
        self._queue.put(None)
        self._writer.join()
        self.engine.dispose()

    # ------------------------------------------------------------ writing

    def _write(self) -> None:
        """Commit all that has gathered, again and again."""
        while True:
            jobs = [self._queue.get()]
            while not self._queue.empty():
                jobs.append(self._queue.get())
            ending = None in jobs
            self._commit([job for job in jobs if job is not None])
            if ending:
                return

    def _commit(self, jobs: list[_Job]) -> None:
        if not jobs:
            return
        try:
            with self.engine.begin() as connection:
                if any(job.alone() for job in jobs):
                    for job in jobs:
                        _write(connection, [job])
                else:
                    _write(connection, jobs)
        except BaseException as error:  # noqa: BLE001  (each who waits must hear of it)
            if len(jobs) > 1:
                for job in jobs:
                    self._commit([job])
            else:
                jobs[0].future.set_exception(error)
            return
        for job in jobs:
            job.future.set_result(None)

    def _soon(self, job: _Job) -> "Future[None]":
        self._queue.put(job)
        return job.future

    def create(self, step: Step, links: Sequence[NewLink] = ()) -> Kept:
        """Keep a new table, with links to join it by."""
        kept, durable = self.created(step, links)
        durable.result()
        return kept

    def created(self, step: Step, links: Sequence[NewLink] = ()) -> "tuple[Kept, Future[None]]":
        """A new table, and a future that is done once it is durable."""
        id_ = secrets.token_hex(8)
        kept = Kept(id_, step.table, len(step.records), 1 if step.line else 0)
        rows = {
            "tables": [self._table_row(kept)],
            "records": _record_rows(id_, 0, step),
            "lines": _line_rows(id_, kept.lines, step),
            "states": [{"table_id": id_, "action": 0, "body": _encode(step.table.state)}],
            "links": self._link_rows(id_, links),
        }
        return kept, self._soon(_Job(rows=rows))

    def keep(self, before: Kept, step: Step, links: Sequence[NewLink] = ()) -> tuple[Kept, "Future[None]"]:
        """Keep a step: the table as it is kept now, and a future that is done once it is durable."""
        id_ = before.id
        kept = Kept(id_, step.table, before.records + len(step.records), before.lines + (step.line is not None))
        rows = {
            "records": _record_rows(id_, before.records, step),
            "lines": _line_rows(id_, kept.lines, step),
            "links": self._link_rows(id_, links),
        }
        if step.line is not None and step.line.number and step.table.done % EVERY == 0:
            rows["states"] = [{"table_id": id_, "action": step.table.done, "body": _encode(step.table.state)}]
        change = {
            "of": id_,
            "snapshot": _snapshot(kept),
            "records": kept.records,
            "seed": step.table.dice.seed,
            "touched": int(self._now()),
        }
        undone = step.table.done if any(isinstance(record, Undone) for record in step.records) else None
        return kept, self._soon(_Job(rows=rows, change=change, undone=undone))

    def adopt(self, step: Step, entries: Iterable[Entry], links: Sequence[NewLink] = ()) -> Kept:
        """Keep a table that comes from elsewhere with its whole history; `step` is its arrival here.

        It is written beside the others' steps, little by little where one writer must wait for another (SQLite), and
        the table itself comes last: until then nobody sees any of it.
        """
        with adopting(self.engine) as adopted:
            for entry in entries:
                adopted.take(entry)
            id_, records, lines = adopted.id, adopted.records, adopted.lines
            kept = Kept(id_, step.table, records + len(step.records), lines + (step.line is not None))
            rows = {
                "tables": [self._table_row(kept)],
                "records": _record_rows(id_, records, step),
                "lines": _line_rows(id_, kept.lines, step),
                "links": self._link_rows(id_, links),
            }
            adopted.end(rows)
        return kept

    def _table_row(self, kept: Kept) -> dict[str, Any]:
        """A table that is new here."""
        now = int(self._now())
        return {
            "id": kept.id,
            "game": kept.table.game,
            "title": kept.table.title,
            "seed": kept.table.dice.seed,
            "snapshot": _snapshot(kept),
            "records": kept.records,
            "opened": now,
            "touched": now,
        }

    def _link_rows(self, id_: str, links: Sequence[NewLink]) -> list[dict[str, Any]]:
        now = int(self._now())
        return [
            {
                "hash": hashed(link.token),
                "table_id": id_,
                "role": link.role,
                "seat": link.seat,
                "salt": link.salt,
                "made": now,
                "revoked": 0,
            }
            for link in links
        ]

    # ------------------------------------------------------------ reading

    def load(self, id_: str) -> Kept:
        """A table as it was left."""
        with self.engine.connect() as connection:
            row = connection.execute(select(schema.tables).where(schema.tables.c.id == id_)).one_or_none()
        if row is None:
            raise NoSuchTable(id_)
        kept = _snapshots.decode(row.snapshot)
        state = _states(kept.game).decode(kept.state)
        return Kept(id_, kept.table(state, row.seed), row.records, kept.lines)

    def records(self, id_: str, after: int = 0) -> Iterator[Record]:
        """The history of a table."""
        chosen = select(schema.records.c.body).where(schema.records.c.table_id == id_, schema.records.c.number >= after)
        with self.engine.connect() as connection:
            for (body,) in connection.execute(chosen.order_by(schema.records.c.number)):
                yield _records.decode(body)

    def lines(
        self, id_: str, *, before: int | None = None, limit: int = 50, most: int = 0
    ) -> list[tuple[int, bool, Line]]:
        """The last lines of the log up to a number, oldest first: number, whether it was undone, the line.

        `most`: no more bytes of them than that, but for the last line, which always comes.
        """
        chosen = select(schema.lines).where(schema.lines.c.table_id == id_)
        if before is not None:
            chosen = chosen.where(schema.lines.c.number < before)
        with self.engine.connect() as connection:
            if most:
                sizes = chosen.with_only_columns(func.length(schema.lines.c.body))
                found = connection.execute(sizes.order_by(schema.lines.c.number.desc()).limit(limit)).scalars()
                limit = max(1, sum(size <= most for size in accumulate(found)))
            rows = connection.execute(chosen.order_by(schema.lines.c.number.desc()).limit(limit)).yield_per(AT_ONCE)
            lines = [(row.number, bool(row.undone), _lines.decode(row.body)) for row in rows]
        return lines[::-1]

    def lines_until(self, id_: str, action: int, limit: int) -> list[tuple[int, bool, Line]]:
        """The last lines that stand of those until an action was done."""
        lines = schema.lines.c
        last = select(lines.number).where(lines.table_id == id_, lines.undone == 0, lines.action == action)
        chosen = select(schema.lines).where(lines.table_id == id_, lines.undone == 0)
        with self.engine.connect() as connection:
            number = connection.execute(last).scalar() if action else None
            chosen = chosen.where(lines.number <= number) if number else chosen.where(lines.action == 0)
            if not action:
                first = (
                    select(lines.number).where(lines.table_id == id_, lines.action > 0).order_by(lines.number).limit(1)
                )
                if number := connection.execute(first).scalar():
                    chosen = chosen.where(lines.number < number)
            rows = connection.execute(chosen.order_by(lines.number.desc()).limit(limit)).all()
        return [(row.number, False, _lines.decode(row.body)) for row in reversed(rows)]

    def state_at(self, id_: str, action: int) -> Any:
        """The state after so many actions that stand: the nearest kept one, and the actions since replayed."""
        table = self.load(id_).table
        with self.engine.connect() as connection:
            chosen = select(schema.states).where(schema.states.c.table_id == id_, schema.states.c.action <= action)
            kept = connection.execute(chosen.order_by(schema.states.c.action.desc()).limit(1)).one()
            since = select(schema.lines.c.body).where(
                schema.lines.c.table_id == id_,
                schema.lines.c.undone == 0,
                schema.lines.c.action > kept.action,
                schema.lines.c.action <= action,
            )
            bodies = connection.execute(since.order_by(schema.lines.c.action)).scalars().all()
        state = _states(table.game).decode(kept.body)
        for body in bodies:
            line = _lines.decode(body)
            state = redo(table, state, line)
        return state

    def tables(self) -> Sequence[tuple[str, str, str]]:
        """Every table: id, game and title, the one touched last first."""
        chosen = select(schema.tables.c.id, schema.tables.c.game, schema.tables.c.title)
        with self.engine.connect() as connection:
            return [
                (r.id, r.game, r.title) for r in connection.execute(chosen.order_by(schema.tables.c.touched.desc()))
            ]

    # ------------------------------------------------------------ links

    def add_links(self, table: str, links: Sequence[NewLink]) -> "Future[None]":
        """Keep more links; their tokens are kept as hashes."""
        return self._soon(_Job(rows={"links": self._link_rows(table, links)}))

    def link(self, token: str) -> Link | None:
        """What a token opens, or None when it opens nothing."""
        with self.engine.connect() as connection:
            row = connection.execute(select(schema.links).where(schema.links.c.hash == hashed(token))).one_or_none()
        if row is None or row.revoked:
            return None
        return Link(row.table_id, row.role, row.seat, row.hash, False, row.salt, row.made)

    def links(self, table: str) -> list[Link]:
        """Every link of a table."""
        with self.engine.connect() as connection:
            chosen = select(schema.links).where(schema.links.c.table_id == table)
            rows = connection.execute(chosen.order_by(schema.links.c.made, schema.links.c.hash)).all()
        return [Link(r.table_id, r.role, r.seat, r.hash, bool(r.revoked), r.salt, r.made) for r in rows]

    def revoke(self, table: str, hash_: str) -> "Future[None]":
        """A link opens nothing any more."""
        chosen = update(schema.links).where(schema.links.c.table_id == table, schema.links.c.hash == hash_)
        return self._soon(_Job(besides=((chosen, {"revoked": 1}),)))


def redo(table: Table, state: Any, line: Line) -> Any:
    """The state after a line of the log."""
    ran = advance(table.rules.perform, state, line.action, answers=line.answers)
    if not isinstance(ran, Done):
        raise TypeError(f"action {line.number} no longer ends")
    return ran.result


def hashed(token: str) -> str:
    """How a token is kept."""
    return sha256(token.encode()).hexdigest()


def _snapshot(kept: Kept) -> bytes:
    table = kept.table
    return _encode(
        {
            "game": table.game,
            "title": table.title,
            "state": table.state,
            "thrown": table.dice.thrown,
            "seats": table.seats,
            "pending": table.pending,
            "done": table.done,
            "lines": kept.lines,
            "begun": table.begun,
            "trail": table.trail,
            "wishes": table.undo_requests,
        }
    )


_CHANGE = update(schema.tables).where(schema.tables.c.id == bindparam("of"))


def _write(connection: Connection, jobs: list[_Job]) -> None:
    """Write these jobs, rows of a kind together."""
    for job in jobs:
        if job.undone is not None and job.change is not None:
            _undo(connection, job.change["of"], job.undone)
    for name, table in schema.metadata.tables.items():
        if rows := [row for job in jobs for row in job.rows.get(name, ())]:
            connection.execute(insert(table), rows)
    if changes := [job.change for job in jobs if job.change is not None]:
        connection.execute(_CHANGE, changes)
    for job in jobs:
        for statement, values in job.besides:
            connection.execute(statement, values)


def _record_rows(id_: str, before: int, step: Step) -> list[dict[str, Any]]:
    return [{"table_id": id_, "number": before + at, "body": _encode(record)} for at, record in enumerate(step.records)]


def _line_rows(id_: str, number: int, step: Step) -> list[dict[str, Any]]:
    if step.line is None:
        return []
    return [{"table_id": id_, "number": number, "action": step.line.number, "undone": 0, "body": _encode(step.line)}]


def _undo(connection: Connection, id_: str, done: int) -> None:
    """Lines and states after the actions that stand are marked undone, or gone."""
    late = (schema.lines.c.table_id == id_, schema.lines.c.action > done, schema.lines.c.undone == 0)
    connection.execute(update(schema.lines).where(*late), {"undone": 1})
    connection.execute(delete(schema.states).where(schema.states.c.table_id == id_, schema.states.c.action > done))


def _engine(where: str | URL) -> Engine:
    url = make_url(where)
    if url.drivername == "postgresql":
        url = url.set(drivername=PSYCOPG)
    if url.get_backend_name() == "sqlite" and url.database and url.database != ":memory:":
        keep_private(Path(url.database))
    try:
        engine = create_engine(url, pool_pre_ping=url.get_backend_name() != "sqlite")
    except ImportError as missing:
        if url.drivername != PSYCOPG:
            raise
        raise MissingExtra("PostgreSQL", "psycopg") from missing
    if url.get_backend_name() == "sqlite":

        @event.listens_for(engine, "connect")
        def _durable(connection: Any, _: Any) -> None:
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=FULL")
            connection.execute("PRAGMA foreign_keys=ON")
            connection.execute("PRAGMA busy_timeout=10000")

    return engine


def new_token() -> str:
    """An unguessable token."""
    return secrets.token_urlsafe(18)


def new_seed() -> Seed:
    """A secret seed."""
    return secrets.token_bytes(32)
