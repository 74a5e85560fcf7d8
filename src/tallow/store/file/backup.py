"""A copy of a database in a file, made while it is used, and checked by opening it."""

import sqlite3
from contextlib import closing
from pathlib import Path

from msgspec import Struct

from tallow.games.stored import Unreadable
from tallow.store.file.private import BESIDES, keep_private
from tallow.store.store import Store


class BadCopy(Exception):
    """A copy that is not whole; why."""


class Backup(Struct, frozen=True):
    """What a backup holds: how many tables, and those that this version cannot read, each with the reason."""

    tables: int
    unreadable: tuple[str, ...]


def back_up(store: Store, path: Path) -> Backup:
    """Copy a database in a file as it is at one moment; the copy is there only once it has been opened and checked."""
    unfinished = path.with_name(path.name + ".part")
    keep_private(unfinished)
    try:
        with (
            closing(sqlite3.connect(str(store.engine.url.database))) as source,
            closing(sqlite3.connect(unfinished)) as copy,
        ):
            source.backup(copy)
            (said,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
        if said != "ok":
            raise BadCopy(said)
        made = _checked(unfinished)
        unfinished.replace(path)
        return made
    finally:
        for ending in BESIDES:
            unfinished.with_name(unfinished.name + ending).unlink(missing_ok=True)


def _checked(copy: Path) -> Backup:
    """What is in a copy, found by opening each table as a server does."""
    store = Store(f"sqlite:///{copy}")
    unreadable = []
    try:
        tables = store.tables()
        for id_, _, _ in tables:
            try:
                store.check(id_)
            except Unreadable as error:
                unreadable.append(str(error))
    finally:
        store.close()
    return Backup(len(tables), tuple(unreadable))
