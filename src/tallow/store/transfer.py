"""A table goes from one house to another: out into an archive, and in from one, checked before anything is kept."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Raw
from sqlalchemy import Connection, select

from tallow.games.stored import Versions
from tallow.store import schema
from tallow.store.archive import entries, write_archive
from tallow.store.incoming import Incoming
from tallow.store.states import body_of
from tallow.store.store import Kept, NewLink, Store, new_seed, one_moment, table_row
from tallow.table import Line, Seed, Table


def export_table(store: Store, id_: str, path: Path) -> None:
    """Write a table with its whole history to a file; the seed in force stays secret.

    Bodies are written as they are stored, with their versions; nothing is read, so that a table goes out which this
    program cannot open.
    """
    with store.engine.connect() as connection:
        one_moment(connection)
        write_archive(path, _entries(connection, table_row(connection, id_)))


def _entries(connection: Connection, row: Any) -> Iterator[dict[str, Any]]:
    for found in _rows(connection, schema.records, row.id, schema.records.c.number):
        yield {"versions": _versions(found), "record": Raw(found.body)}
    for found in _rows(connection, schema.lines, row.id, schema.lines.c.number):
        yield {"versions": _versions(found), "line": (found.number, bool(found.undone), Raw(found.body))}
    for found in _rows(connection, schema.states, row.id, schema.states.c.action):
        kind = "patch" if found.patch else "state"
        yield {"versions": _versions(found), kind: (found.action, Raw(body_of(found)))}
    yield {"versions": _versions(row), "snapshot": Raw(row.snapshot)}


def _versions(row: Any) -> Versions:
    return Versions(row.format, row.schema)


def export_rows(store: Store, id_: str, path: Path) -> None:
    """Write what is stored of a table as it is, without its seed: JSON, a row a line, bytes in Base64.

    For whoever looks into a table that can neither be opened nor written as an archive.
    """
    with store.engine.connect() as connection, path.open("wb") as file:
        one_moment(connection)
        rows = [("tables", table_row(connection, id_))]
        for name, order in (("records", "number"), ("lines", "number"), ("states", "action")):
            table = schema.metadata.tables[name]
            rows += [(name, row) for row in _rows(connection, table, id_, table.c[order])]
        for name, row in rows:
            values = {column: value for column, value in row._asdict().items() if column != "seed"}
            file.write(msgspec.json.encode({"table": name, **values}) + b"\n")


def _rows(connection: Connection, table: Any, id_: str, order: Any) -> Iterator[Any]:
    yield from connection.execute(select(table).where(table.c.table_id == id_).order_by(order))


def read_table(path: Path) -> Table:
    """The table that an archive is of, if all in it belongs together; or `Damaged`."""
    return Incoming().read(path)


def read_log(path: Path) -> Iterator[tuple[int, bool, Line]]:
    """The lines of the log in an archive, each with its number and whether it was undone; or `Damaged`."""
    for _, entry in entries(path):
        if entry.line is not None:
            yield entry.line


def import_table(store: Store, path: Path, seed: Seed | None = None, links: Sequence[NewLink] = ()) -> Kept:
    """Keep a table from an archive under an id of its own, or say where it is damaged; a fresh seed takes over.

    The file is gone through twice, entry by entry: first all of it is checked, then it is kept.
    """
    checked = Incoming()
    arrives = checked.read(path).move(seed or new_seed())
    return store.adopt(arrives, lambda keeper: Incoming(keeper).read(path), links, whole=checked.whole)
