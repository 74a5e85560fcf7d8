"""Where tables are kept: SQLite in a file by default, PostgreSQL when that is outgrown. Needs the extra `web`."""

from tallow.extras import need

need("tallow.store", "sqlalchemy", "alembic")

from tallow.store.archive import (  # noqa: E402  (without those two it must say so before anything fails)
    Damaged,
    Verified,
    verify,
    verify_archive,
)
from tallow.store.store import Entry, Kept, Link, NewLink, NoSuchTable, Store  # noqa: E402
from tallow.store.transfer import export_rows, export_table, import_table, read_log, read_table  # noqa: E402
from tallow.store.writer import Conflict  # noqa: E402

__all__ = [
    "Conflict",
    "Damaged",
    "Entry",
    "Kept",
    "Link",
    "NewLink",
    "NoSuchTable",
    "Store",
    "Verified",
    "export_rows",
    "export_table",
    "import_table",
    "read_log",
    "read_table",
    "verify",
    "verify_archive",
]
