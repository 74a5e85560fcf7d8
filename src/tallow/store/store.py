"""The store: opens tables, keeps each step durably before anybody is shown it, and finds what was kept.

With each step the table's snapshot is kept too, and after each action its state, so opening a table costs the same
however long its history is, and whatever was the case can be looked up: no rule is run upon the past.
"""

import secrets
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import suppress
from hashlib import sha256
from itertools import accumulate
from threading import Lock
from time import time
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, Select, bindparam, delete, func, select, update
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError

from tallow.adventures import game_of
from tallow.games import Game, Unknown
from tallow.games.stored import Unreadable, Versions, versions_of
from tallow.mechanics.memory import Recent
from tallow.play import Seat
from tallow.store import schema
from tallow.store.adopting import Adopted, adopting
from tallow.store.engine import connected
from tallow.store.migrate import migrate
from tallow.store.past import fill_in
from tallow.store.peers import Peers
from tallow.store.states import EVERY, find_state, state_row
from tallow.store.versions import Snapshot, read_line, read_record, read_snapshot, snapshot
from tallow.store.writer import Conflict, Job, Writer
from tallow.table import Line, Record, Seed, Step, Table
from tallow.table.records import Opened, Undone
from tallow.table.reopening import reopened, reopening_line
from tallow.table.seats import Role

KNOWN = 1_000
"""Of so many tables it is remembered how they were opened."""

AT_OPENING = 2
"""A table has so many records when it is opened: that it was, and who sits there first."""

AT_ONCE = 10
"""So many lines are held as they are kept before they are read: some of earlier versions are half a megabyte long."""


class NoSuchTable(LookupError):
    """There is no table of that id."""


class Kept(Struct, frozen=True, gc=False):
    """A table as it is kept: with its id, and how many records and lines it has.

    So many more `patches` may be kept of its states before one is kept whole; None if the next one must be.
    """

    id: str
    table: Table
    records: int
    lines: int
    patches: int | None = None


class Link(Struct, frozen=True):
    """A link to join a table by: what it makes its bearer. The token itself is kept only as a hash."""

    table: str
    role: Role
    seat: Seat
    hash: str
    revoked: bool = False
    salt: str = ""
    made: int = 0


class Entry(Struct, frozen=True):
    """A link that somebody comes by, the number of records of its table, and seats with a page open elsewhere."""

    link: Link
    records: int = 0
    elsewhere: frozenset[Seat] = frozenset()


class NewLink(Struct, frozen=True):
    """A link to be made; `salt` is what its token was derived from, where it can be derived again."""

    token: str
    role: Role
    seat: Seat = ""
    salt: str = ""


class Store:
    """Tables in a database. Threads may share it; `peers` are other processes that may too, if there can be any."""

    def __init__(self, where: str | URL, *, now: Callable[[], float] = time) -> None:
        self.engine = connected(where)
        self._now = now
        migrate(self.engine)
        self.peers = Peers(self.engine) if self.engine.dialect.name == "postgresql" else None
        self._writing = connected(where, writes_only=True) if self.peers else self.engine
        self._writer = Writer(self._writing, self.peers)
        self._asking = connected(where, asks_only=True) if self.peers else self.engine
        self._entry_query = _entry_query(self.peers)
        self._opening = Lock()
        self._openings: Recent[Opened] = Recent(KNOWN)

    def close(self) -> None:
        """Write what is still waiting, then let go of the database."""
        self._writer.close()
        self._asking.dispose()
        self._writing.dispose()
        self.engine.dispose()

    def ping(self) -> None:
        """Ask the database for as good as nothing; raises if it does not answer."""
        with self.engine.connect() as connection:
            connection.execute(select(schema.processes.c.id).limit(1))

    def writing_seconds(self) -> float:
        """For how long the transaction that is under way has been; 0.0 if there is none."""
        return self._writer.busy_seconds()

    def waiting(self) -> int:
        """How many steps and other things wait to be written."""
        return len(self._writer)

    def when_committed(self, told: Callable[[int, float], object]) -> None:
        """Have `told` called after each transaction: how many things it kept, and the seconds that it took."""
        self._writer.when_committed = told

    def create(self, step: Step, links: Sequence[NewLink] = ()) -> Kept:
        """Keep a new table, with links to join it by."""
        kept, durable = self.created(step, links)
        durable.result()
        return kept

    def created(
        self, step: Step, links: Sequence[NewLink] = (), *, instead_of: str = ""
    ) -> "tuple[Kept, Future[None]]":
        """A new table, and a future that is done once it is durable.

        `instead_of` is the id of a table whose links lead to the new one from now on.
        """
        id_, table = secrets.token_hex(8), step.table
        kept = Kept(id_, table, len(step.records), 1 if step.line else 0, EVERY)
        rows = {
            "tables": [self._table_row(kept)],
            "states": [state_row(id_, table.done, versions_of(table.rules), table.state)],
            **self._rows(Kept(id_, table, 0, 0), step, links),
        }
        led = update(schema.links).where(schema.links.c.table_id == instead_of)
        besides = ((led, {"table_id": id_}),) if instead_of else ()
        return kept, self._writer.soon(Job(rows=rows, besides=besides))

    def keep(self, before: Kept, step: Step, links: Sequence[NewLink] = ()) -> tuple[Kept, "Future[None]"]:
        """Keep a step: the table as it is kept now, and a future that is done once it is durable."""
        kept, job = self._kept(before, step, links)
        return kept, self._writer.soon(job)

    def _kept(self, before: Kept, step: Step, links: Sequence[NewLink] = ()) -> tuple[Kept, Job]:
        """A table after a step, and what to write of it."""
        id_, table, patches, undone = before.id, step.table, before.patches, None
        rows = self._rows(before, step, links)
        if any(isinstance(record, Undone) for record in step.records):
            undone = table.done
            patches = _patches_after_undo(before, undone)
        elif table.done > before.table.done:
            upon = before.table.state if patches else None
            rows["states"] = [state_row(id_, table.done, versions_of(table.rules), table.state, upon)]
            patches = patches - 1 if patches else EVERY
        records, lines = before.records + len(step.records), before.lines + (step.line is not None)
        kept = Kept(id_, table, records, lines, patches)
        change = {
            "of": id_,
            "upon": before.records,
            "seed": table.dice.seed,
            "touched": int(self._now()),
            **_table_values(kept),
        }
        return kept, Job(rows=rows, change=change, undone=undone)

    def _rows(self, before: Kept, step: Step, links: Sequence[NewLink]) -> dict[str, list[dict[str, Any]]]:
        """The rows of a step's records, line and links."""
        versions = msgspec.structs.asdict(versions_of(step.table.rules))
        records = [
            {"table_id": before.id, "number": before.records + at, "body": msgspec.json.encode(record), **versions}
            for at, record in enumerate(step.records)
        ]
        lines = []
        if (line := step.line) is not None:
            body = msgspec.json.encode(line)
            row = {"table_id": before.id, "number": before.lines + 1, "action": line.number, "undone": 0, "body": body}
            lines.append(row | versions)
        return {"records": records, "lines": lines, "links": self._link_rows(before.id, links)}

    def adopt(
        self, step: Step, history: Callable[[Adopted], object], links: Sequence[NewLink] = (), *, whole: bool = True
    ) -> Kept:
        """Keep a table that comes from elsewhere with its `history`; `step` is its arrival here.

        It is written beside the others' steps, little by little where one writer must wait for another (SQLite), and
        the table itself comes last: until then nobody sees any of it. Unless it is `whole`, its past is filled in.
        """
        with adopting(self.engine, step.table.rules) as adopted:
            history(adopted)
            before = Kept(adopted.id, step.table, adopted.records, adopted.lines)
            kept = Kept(before.id, step.table, before.records + len(step.records), before.lines + bool(step.line))
            table = self._table_row(kept) | {"filled": int(whole)}
            adopted.end({"tables": [table], **self._rows(before, step, links)})
        return self.load(kept.id)

    def sweep(self, before: int, keep: Sequence[str] = ()) -> "Future[None]":
        """Remove tables that were opened before a moment and at which nothing was ever done.

        Nobody joined those, and nothing was said; who opened them has not touched them since. `keep` stay, and those
        that have a page open at some process.
        """
        tables = schema.tables.c
        unused = delete(schema.tables).where(
            tables.records <= AT_OPENING,
            tables.touched < before,
            tables.id.not_in(keep),
            tables.id.not_in(select(schema.presence.c.table_id)),
        )
        return self._writer.soon(Job(besides=((unused, {}),)))

    def _table_row(self, kept: Kept) -> dict[str, Any]:
        """A table that is new here."""
        now, table = int(self._now()), kept.table
        about = {"id": kept.id, "game": table.game, "title": table.title, "seed": table.dice.seed}
        return about | {"opened": now, "touched": now, "filled": 1} | _table_values(kept)

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

    def load(self, id_: str) -> Kept:
        """A table as it was left, with what is pending asked again; or `Unreadable`, and it is left as it is.

        The past of a table that an earlier version left is filled in first.
        """
        try:
            kept, job = self._opened(id_)
            while job is not None:
                with self._opening:  # another thread may have come before
                    kept, job = self._opened(id_)
                    if job is not None:
                        with suppress(Conflict):  # or another process
                            self._writer.soon(job).result()
                        kept, job = self._opened(id_)
        except Unreadable as error:
            raise Unreadable(f"table {id_}: {error.what}", error.why) from error
        return kept

    def check(self, id_: str) -> None:
        """Read a table as `load` does, but write nothing; `Unreadable` if it cannot be read."""
        self._opened(id_)

    def _opened(self, id_: str) -> tuple[Kept, Job | None]:
        """A table as it is now, and what must be written of that, if anything."""
        opened = self._opening_of(id_)
        played = _game(opened)
        with self.engine.connect() as connection:
            one_moment(connection)
            row = table_row(connection, id_)
            taken = read_snapshot(played, row.snapshot, Versions(row.format, row.schema))
            if not row.filled:
                return self._filled_in(connection, row, opened, taken)
            state, patches = find_state(connection, played, id_, taken.done)
        step = reopened(taken.table(state, row.seed, opened))
        kept = Kept(id_, step.table, row.records, taken.lines, patches)
        return self._kept(kept, step) if step.records else (kept, None)

    def _filled_in(self, connection: Connection, row: Any, opened: Opened, taken: Snapshot) -> tuple[Kept, Job]:
        """A table of an earlier version with its past filled in, and what is pending asked again."""
        filled = fill_in(connection, row, _game(opened), taken)
        step = reopened(taken.table(filled.state, row.seed, opened))
        if taken.done:
            told = (*(step.line.events if step.line else ()), filled.told)
            step = Step(step.table, (*step.records, filled.record), reopening_line(told))
        kept, job = self._kept(Kept(row.id, step.table, row.records, taken.lines), step)
        job.rows = {**job.rows, "states": filled.rows}
        job.besides = ((update(schema.tables).where(schema.tables.c.id == row.id), {"filled": 1}),)
        return kept, job

    def _opening_of(self, id_: str) -> Opened:
        """The record of a table's opening, its first; it never changes."""
        known = self._openings.get(id_)
        if known is not None:
            return known
        record = next(self.records(id_), None)
        if record is None:
            raise NoSuchTable(id_)
        if not isinstance(record, Opened):
            raise Unreadable("the first record", "it is not that of an opening")
        return self._openings.put(id_, record)

    def records(self, id_: str, after: int = 0) -> Iterator[Record]:
        """The history of a table."""
        chosen = select(schema.records).where(schema.records.c.table_id == id_, schema.records.c.number >= after)
        with self.engine.connect() as connection:
            for row in connection.execute(chosen.order_by(schema.records.c.number)):
                yield read_record(row.body, Versions(row.format, row.schema))

    def lines(
        self, id_: str, *, before: int | None = None, limit: int = 50, most: int = 0
    ) -> list[tuple[int, bool, Line]]:
        """The last lines of the log up to a number, oldest first: number, whether it was undone, the line.

        `most`: no more bytes of them than that, but for the last line, which always comes.
        """
        played = _game(self._opening_of(id_))
        chosen = select(schema.lines).where(schema.lines.c.table_id == id_)
        if before is not None:
            chosen = chosen.where(schema.lines.c.number < before)
        with self.engine.connect() as connection:
            if most:
                sizes = chosen.with_only_columns(func.length(schema.lines.c.body))
                found = connection.execute(sizes.order_by(schema.lines.c.number.desc()).limit(limit)).scalars()
                limit = max(1, sum(size <= most for size in accumulate(found)))
            rows = connection.execute(chosen.order_by(schema.lines.c.number.desc()).limit(limit)).yield_per(AT_ONCE)
            lines = [(row.number, bool(row.undone), _line(played, row)) for row in rows]
        return lines[::-1]

    def lines_since(self, id_: str, first: int, known: int, last: int) -> tuple[set[int], list[tuple[int, bool, Line]]]:
        """What has become of a log of which lines from `first` to `known` were read.

        Which of those are undone now, and the lines after them, up to the number `last`, as `lines` gives them.
        """
        played, lines = _game(self._opening_of(id_)), schema.lines.c
        undone = select(lines.number).where(
            lines.table_id == id_, lines.number.between(first, known), lines.undone == 1
        )
        new = select(schema.lines).where(lines.table_id == id_, lines.number.between(known + 1, last))
        with self._asking.connect() as connection:
            gone = set(connection.execute(undone).scalars())
            rows = connection.execute(new.order_by(lines.number)).all()
        return gone, [(row.number, bool(row.undone), _line(played, row)) for row in rows]

    def lines_until(self, id_: str, action: int, limit: int) -> list[tuple[int, bool, Line]]:
        """The last lines that stand of those until an action was done."""
        played, lines = _game(self._opening_of(id_)), schema.lines.c
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
        return [(row.number, False, _line(played, row)) for row in reversed(rows)]

    def state_at(self, id_: str, action: int) -> Any:
        """The state after so many actions that stand, as it was kept; `TableRefusal` if it was not."""
        played = _game(self._opening_of(id_))
        with self.engine.connect() as connection:
            return find_state(connection, played, id_, action)[0]

    def tables(self) -> Sequence[tuple[str, str, str]]:
        """Every table: id, game and title, the one touched last first."""
        chosen = select(schema.tables.c.id, schema.tables.c.game, schema.tables.c.title)
        with self.engine.connect() as connection:
            return [
                (r.id, r.game, r.title) for r in connection.execute(chosen.order_by(schema.tables.c.touched.desc()))
            ]

    def add_links(self, table: str, links: Sequence[NewLink]) -> "Future[None]":
        """Keep more links; their tokens are kept as hashes."""
        return self._writer.soon(Job(rows={"links": self._link_rows(table, links)}))

    def entry(self, token: str) -> Entry | None:
        """What a token opens, and how things stand there; None when it opens nothing."""
        try:
            row = self._entry_row(token)
        except DBAPIError as error:
            if not error.connection_invalidated:
                raise
            row = self._entry_row(token)  # that connection was lost while nobody used it
        if row is None or row.revoked:
            return None
        link = Link(row.table_id, row.role, row.seat, row.hash, False, row.salt, row.made)
        return Entry(link, row.records, frozenset((self.peers and row.elsewhere) or ()))

    def _entry_row(self, token: str) -> Any:
        with self._asking.connect() as connection:
            return connection.execute(self._entry_query, {"asked": hashed(token)}).one_or_none()

    def links(self, table: str) -> list[Link]:
        """Every link of a table."""
        with self.engine.connect() as connection:
            chosen = select(schema.links).where(schema.links.c.table_id == table)
            rows = connection.execute(chosen.order_by(schema.links.c.made, schema.links.c.hash)).all()
        return [Link(r.table_id, r.role, r.seat, r.hash, bool(r.revoked), r.salt, r.made) for r in rows]

    def revoke(self, table: str, hash_: str) -> "Future[None]":
        """A link opens nothing any more."""
        chosen = update(schema.links).where(schema.links.c.table_id == table, schema.links.c.hash == hash_)
        return self._writer.soon(Job(besides=((chosen, {"revoked": 1}),), about=table))


def _entry_query(peers: Peers | None) -> Select[Any]:
    """What is asked whenever somebody comes by a link: made once, for that takes longer than to ask it."""
    chosen = select(schema.links, schema.tables.c.records).join(schema.tables)
    if peers:
        chosen = chosen.add_columns(peers.seats_of(schema.links.c.table_id).label("elsewhere"))
    return chosen.where(schema.links.c.hash == bindparam("asked"))


def table_row(connection: Connection, id_: str) -> Any:
    """The row of a table, or `NoSuchTable`."""
    row = connection.execute(select(schema.tables).where(schema.tables.c.id == id_)).one_or_none()
    if row is None:
        raise NoSuchTable(id_)
    return row


def one_moment(connection: Connection) -> None:
    """Whatever is read by this connection from now on is of the same moment."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN")
    else:
        connection.execution_options(isolation_level="REPEATABLE READ")


def hashed(token: str) -> str:
    """How a token is kept."""
    return sha256(token.encode()).hexdigest()


def _game(opened: Opened) -> Game[Any]:
    """The game of a stored table."""
    try:
        return game_of(opened.game, opened.adventure, opened.referee)
    except Unknown as error:
        raise Unreadable("the game", str(error)) from error


def _line(played: Game[Any], row: Any) -> Line:
    return read_line(row.body, Versions(row.format, row.schema), played)


def _table_values(kept: Kept) -> dict[str, Any]:
    """What changes of a table with each step."""
    versions = msgspec.structs.asdict(versions_of(kept.table.rules))
    return {"snapshot": snapshot(kept.table, kept.lines), "records": kept.records, **versions}


def _patches_after_undo(before: Kept, done: int) -> int | None:
    """How many patches may follow once the last actions are undone; None if that goes back beyond a whole state."""
    if before.patches is None:
        return None
    patches = before.patches + before.table.done - done
    return patches if patches <= EVERY else None


def new_token() -> str:
    """An unguessable token."""
    return secrets.token_urlsafe(18)


def new_seed() -> Seed:
    """A secret seed."""
    return secrets.token_bytes(32)
