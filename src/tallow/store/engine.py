"""Connects to the database: SQLite in a file that only its owner may open, durably written; or PostgreSQL."""

import sqlite3
from pathlib import Path
from typing import Any

from sqlalchemy import create_engine, event
from sqlalchemy.engine import URL, Engine, make_url
from sqlalchemy.exc import DBAPIError

from tallow.extras import MissingExtra
from tallow.store.file.private import keep_private

PSYCOPG = "postgresql+psycopg"
"""The driver for PostgreSQL where none is named."""

NOTICING: dict[str, str | int] = {
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
    "options": "-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3",
}
"""By these both ends notice within seconds that the network between them is cut, else only after hours. What the
address of the database says instead goes first."""

ENDED = "-c idle_in_transaction_session_timeout=15000"
"""PostgreSQL would keep tables locked for one who is gone in the middle of writing; readers may take their time."""

DISK_FULL = "53100"
"""What PostgreSQL calls it."""


def connected(where: str | URL, *, asks_only: bool = False, writes_only: bool = False) -> Engine:
    """The database at an address.

    One that `asks_only` is for single questions to PostgreSQL: each is a transaction of its own, and connections are
    not tried before they are used, so a question is one exchange with the database instead of four. One that
    `writes_only` is for short transactions, which PostgreSQL ends when nothing more is said in them.
    """
    url = make_url(where)
    if url.drivername == "postgresql":
        url = url.set(drivername=PSYCOPG)
    if url.get_backend_name() == "sqlite" and url.database and url.database != ":memory:":
        keep_private(Path(url.database))
    try:
        engine = create_engine(url, hide_parameters=True, **_options(url, asks_only, writes_only))
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


def _options(url: URL, asks_only: bool, writes_only: bool) -> dict[str, Any]:
    if url.get_backend_name() == "sqlite":
        return {}
    known = NOTICING | ({"options": f"{NOTICING['options']} {ENDED}"} if writes_only else {})
    noticing = {name: how for name, how in known.items() if name not in url.query}
    args = {"connect_args": noticing} if url.drivername == PSYCOPG else {}
    return args | ({"isolation_level": "AUTOCOMMIT"} if asks_only else {"pool_pre_ping": True})


def is_full(error: DBAPIError) -> bool:
    """Whether what was to be kept found no room on the disk of the database."""
    code: int | str | None = getattr(error.orig, "sqlite_errorcode", None) or getattr(error.orig, "sqlstate", None)
    return code in {sqlite3.SQLITE_FULL, DISK_FULL}
