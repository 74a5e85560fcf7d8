"""The database of tables, for the commands that manage it."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from tallow.cli.faults import Wrong
from tallow.extras import MissingExtra

if TYPE_CHECKING:
    from sqlalchemy.engine import URL

    from tallow.store import Store
    from tallow.table import Table

KINDS = "Tables are kept in SQLite (sqlite:///tallow.sqlite) or PostgreSQL (postgresql://user:password@host/name)."
REMEDIES = {
    "is locked": "Another program is writing to it: close that, or name another with --database.",
    "not a database": "Something else is in that file: name another with --database.",
    "connection": "See that PostgreSQL runs there and lets you in, or name another with --database.",
}
"""Advice by what an error of the database says."""

ENDINGS = (".sqlite", ".sqlite3", ".db")
"""A file of such a name is a database of SQLite, without a URL round it."""


def own_database() -> str:
    """The URL of the database for games that a person plays alone, in a folder of theirs, which is made."""
    home = Path.home()
    kept = {"darwin": home / "Library/Application Support", "win32": Path(os.environ.get("LOCALAPPDATA", home))}
    usual = kept.get(sys.platform, home / ".local/share")
    folder = Path(os.environ.get("XDG_DATA_HOME") or usual) / "tallow"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'play.sqlite'}"


def archived_table(file: Path) -> "Table":
    """The table of an archive."""
    from tallow.store import Damaged, read_table  # noqa: PLC0415  (an extra)

    try:
        return read_table(file)
    except Damaged as damage:
        raise Wrong(f"{file}, {damage}.") from None


@contextmanager
def open_store(url: str, *, new: bool = False) -> "Iterator[Store]":
    """A context manager for the store of a database; `new`: it may be created."""
    from tallow.store import Store  # noqa: PLC0415, I001  (an extra, which says what is missing; it comes first)
    from tallow.store.migrate import NewerDatabase  # noqa: PLC0415
    from sqlalchemy.exc import NoSuchModuleError, SQLAlchemyError  # noqa: PLC0415

    where = _address(url)
    if where.get_backend_name() == "sqlite" and not new and not Path(where.database or "").is_file():
        raise Wrong(f'There is no database "{where.database}". Name another with --database.')
    shown = where.render_as_string(hide_password=True)
    file = Path(where.database or "") if where.get_backend_name() == "sqlite" else None
    if new and file and (wrong := _unwritable(file)):
        raise Wrong(f'The database "{shown}" cannot be opened: {wrong}, or name another with --database.')
    try:
        store = Store(where)
    except NewerDatabase as newer:
        raise Wrong(f'"{shown}": {newer}. Update Tallow, or name another with --database.') from None
    except MissingExtra:
        raise
    except ImportError as missing:
        raise Wrong(f'"{shown}" needs {missing.name}. {KINDS}') from None
    except NoSuchModuleError:
        raise Wrong(f'"{shown}" is of a kind that is not known here. {KINDS}') from None
    except SQLAlchemyError as fault:
        why = str(getattr(fault, "orig", fault)).splitlines()[0].rstrip(".")
        how = next((how for said, how in REMEDIES.items() if said in why), "Name another with --database.")
        raise Wrong(f'The database "{shown}" cannot be opened: {why}. {how}') from None
    try:
        yield store
    finally:
        store.close()


def _address(url: str) -> "URL":
    from sqlalchemy.engine import make_url  # noqa: PLC0415  (an extra)
    from sqlalchemy.exc import ArgumentError  # noqa: PLC0415

    try:
        return make_url(f"sqlite:///{url}" if Path(url).suffix in ENDINGS and "://" not in url else url)
    except ArgumentError:
        example = "a file such as tallow.sqlite or an address such as postgresql://localhost/tallow"
        raise Wrong(f'"{url}" is no database: name {example}.') from None


@contextmanager
def alone(url: str, here: str) -> "Iterator[None]":
    """A context manager for the only server of a database in a file, which is reached `here`."""
    import tallow.store  # noqa: PLC0415, F401  (an extra, which says what is missing; it comes first)
    from tallow.store.file.sole import AlreadyServed, sole_server  # noqa: PLC0415

    try:
        with sole_server(_address(url), f"process {os.getpid()} at {here}"):
            yield
    except AlreadyServed as served:
        remedy = "Close that, or name another with --database; PostgreSQL takes several servers."
        by = served.by or "another process"
        raise Wrong(f'The database "{served.file}" is served already, by {by}. {remedy}') from None


def must_be_shared(url: str) -> None:
    """Refuse a database that several processes cannot serve, and a system on which they cannot."""
    if _address(url).get_backend_name() == "sqlite":
        raise Wrong("A database in a file has one server: leave out --workers, or take PostgreSQL with --database.")
    if os.name != "posix":
        raise Wrong("Processes cannot share a socket on this system: leave out --workers, or start several servers.")


def _unwritable(file: Path) -> str:
    """Why a database file cannot be written, with advice; "" if it can."""
    folder = file.absolute().parent
    if not folder.is_dir():
        return f'there is no folder "{folder}". Make it'
    if file.is_dir():
        return "it is a folder. Take a file in it"
    for place in (folder, file):
        if place.exists() and not os.access(place, os.W_OK):
            return f'"{place}" cannot be written. Let yourself write to it'
    return ""


def find(store: "Store", name: str) -> str:
    """The id of a table that is given by its id, by the start of it, or by its title."""
    tables = list(store.tables())
    found = [id_ for id_, _, title in tables if name in {id_, title}] or [
        id_ for id_, _, _ in tables if len(name) >= 4 and id_.startswith(name)
    ]
    if len(found) == 1:
        return found[0]
    known = "".join(f"\n  {line}" for line in lines(store)) or "\n  none yet"
    why = "There are several tables" if found else "There is no table"
    raise Wrong(f'{why} "{name}". The tables are:{known}')


def lines(store: "Store") -> list[str]:
    """A line for each table."""
    return [f"{id_}  {game:<8} {title}" for id_, game, title in store.tables()]
