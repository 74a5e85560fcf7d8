"""A whole history is written beside the steps of tables that are played, without holding those up.

SQLite has one writer at a time: there the rows are committed in small batches with a pause after each, outside of the
rule that each belongs to a table, and the table comes with the last. If it does not come to that, they are taken out
again; what a process that was killed leaves is under an id that nobody knows. PostgreSQL lets many write: there it is
one transaction, which begins with the table.
"""

import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from time import perf_counter, sleep
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, insert, update
from sqlalchemy.engine import Engine

from tallow.games import Game
from tallow.games.stored import versions_of
from tallow.store import schema
from tallow.store.states import EVERY, state_row
from tallow.table import Line, Record

BATCH = 256 * 1024
ROWS = 500
"""So many bytes or rows are committed together."""

PAUSE = 2.0
"""The pause after a batch, as a multiple of the time that it took; and the most, in seconds."""
MOST_PAUSE = 0.1

Rows = Mapping[str, list[dict[str, Any]]]
KINDS = ("records", "lines", "states", "links")


class Adopted:
    """A table on its way in: its id, and how many records and lines of it have been taken.

    It is written as this program writes, whatever version it comes from.
    """

    def __init__(self, connection: Connection, played: Game[Any]) -> None:
        self.id = secrets.token_hex(8)
        self.records = self.lines = 0
        self._versions = versions_of(played)
        self._connection = connection
        self._alone = connection.dialect.name == "sqlite"
        self._rows: dict[str, list[dict[str, Any]]] = {}
        self._size = self._many = 0
        self._begun = False
        self._last: tuple[int, Any] | None = None
        self._patches = 0

    def take_record(self, record: Record) -> None:
        """The next record."""
        self._body("records", {"number": self.records, "body": msgspec.json.encode(record)})
        self.records += 1

    def take_line(self, number: int, undone: bool, line: Line) -> None:
        """The next line of the log."""
        body = msgspec.json.encode(line)
        self._body("lines", {"number": number, "action": line.number, "undone": int(undone), "body": body})
        self.lines += 1

    def take_state(self, action: int, state: Any) -> None:
        """The next state."""
        last, self._last = self._last, (action, state)
        follows = last is not None and last[0] == action - 1 and self._patches < EVERY
        self._patches = self._patches + 1 if follows else 0
        self._add("states", state_row(self.id, action, self._versions, state, last[1] if last and follows else None))

    def _body(self, kind: str, row: dict[str, Any]) -> None:
        self._add(kind, {"table_id": self.id, **row, **msgspec.structs.asdict(self._versions)})

    def _add(self, kind: str, row: dict[str, Any]) -> None:
        self._rows.setdefault(kind, []).append(row)
        self._size += len(row["body"])
        self._many += 1
        if self._size > BATCH or self._many >= ROWS:
            self._flush()

    def _flush(self) -> None:
        start = perf_counter()
        if not self._alone and not self._begun:
            empty = {"id": self.id, "game": "", "title": "", "seed": b"", "snapshot": b""}
            self._connection.execute(
                insert(schema.tables), [empty | {"records": 0, "opened": 0, "touched": 0, "filled": 1}]
            )
            self._begun = True
        for kind in KINDS:
            if rows := self._rows.get(kind):
                self._connection.execute(insert(schema.metadata.tables[kind]), rows)
        self._rows, self._size, self._many = {}, 0, 0
        if self._alone:
            self._connection.commit()
            sleep(min(MOST_PAUSE, PAUSE * (perf_counter() - start)))

    def end(self, rows: Rows) -> None:
        """The last rows, and the table itself: now it is there."""
        self._flush()
        (table,) = rows["tables"]
        if self._alone:
            self._connection.execute(insert(schema.tables), [table])
        else:
            self._connection.execute(update(schema.tables).where(schema.tables.c.id == self.id).values(table))
        for kind in KINDS:
            if more := rows.get(kind):
                self._connection.execute(insert(schema.metadata.tables[kind]), more)
        self._connection.commit()

    def undo(self) -> None:
        """Nothing of it stays."""
        self._connection.rollback()
        if self._alone:
            for kind in KINDS:
                table = schema.metadata.tables[kind]
                self._connection.execute(delete(table).where(table.c.table_id == self.id))
            self._connection.commit()


@contextmanager
def adopting(engine: Engine, played: Game[Any]) -> Iterator[Adopted]:
    """Take in a table of a game; if anything goes wrong, nothing of it stays."""
    with engine.connect() as connection:
        adopted = Adopted(connection, played)
        if connection.dialect.name == "sqlite":
            connection.exec_driver_sql("PRAGMA foreign_keys=OFF")
            connection.commit()
        try:
            yield adopted
        except BaseException:
            adopted.undo()
            raise
        finally:
            if connection.dialect.name == "sqlite":
                connection.exec_driver_sql("PRAGMA foreign_keys=ON")
                connection.commit()
