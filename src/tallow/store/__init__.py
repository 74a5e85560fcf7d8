"""Where tables are kept: SQLite in a file by default, PostgreSQL when that is outgrown."""

from tallow.store.archive import (
    Archive,
    Damaged,
    Verified,
    is_archive,
    read_archive,
    verify,
    verify_archive,
    write_archive,
)
from tallow.store.moving import export_table, import_table, read_table
from tallow.store.store import Kept, Link, NewLink, NoSuchTable, Store

__all__ = [
    "Archive",
    "Damaged",
    "Kept",
    "Link",
    "NewLink",
    "NoSuchTable",
    "Store",
    "Verified",
    "export_table",
    "import_table",
    "is_archive",
    "read_archive",
    "read_table",
    "verify",
    "verify_archive",
    "write_archive",
]
