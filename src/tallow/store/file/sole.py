"""A database in a file has one server at a time: the file beside it, which that one holds locked, says which."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sqlalchemy.engine import URL

ENDING = "-server"


class AlreadyServed(Exception):
    """Another server has this database open; `by` says which."""

    def __init__(self, file: Path, by: str) -> None:
        super().__init__(file, by)
        self.file, self.by = file, by


@contextmanager
def sole_server(where: URL, about: str) -> Iterator[None]:
    """Be the only server of a database in a file, or `AlreadyServed`; `about` is what the next one is told.

    The lock goes with the process, however that ends. PostgreSQL takes any number of servers, and systems without
    such locks do too.
    """
    file = Path(where.database or "")
    in_a_file = where.get_backend_name() == "sqlite" and where.database not in {None, "", ":memory:"}
    if not in_a_file or file.is_dir() or not os.access(file.absolute().parent, os.W_OK):
        yield
        return
    try:
        from fcntl import LOCK_EX, LOCK_NB, flock  # noqa: PLC0415  (not on every system)
    except ImportError:
        yield
        return
    lock = file.with_name(file.name + ENDING)
    held = os.open(lock, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        try:
            flock(held, LOCK_EX | LOCK_NB)
        except OSError:
            raise AlreadyServed(file, os.read(held, 1000).decode("utf-8", "replace").strip()) from None
        os.ftruncate(held, 0)
        os.write(held, about.encode())
        yield
        with suppress(OSError):
            lock.unlink()
    finally:
        os.close(held)
