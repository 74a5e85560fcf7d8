"""Connects to the database: SQLite in a file that only its owner may open, durably written; or PostgreSQL."""

from pathlib import Path
from typing import Any

from sqlalchemy import create_engine, event
from sqlalchemy.engine import URL, Engine, make_url

from tallow.extras import MissingExtra
from tallow.store.file.private import keep_private

PSYCOPG = "postgresql+psycopg"
"""The driver for PostgreSQL where none is named."""


def connected(where: str | URL, *, asks_only: bool = False) -> Engine:
    """The database at an address.

    One that `asks_only` is for single questions to PostgreSQL: each is a transaction of its own, and connections are
    not tried before they are used, so a question is one exchange with the database instead of four.
    """
    url = make_url(where)
    if url.drivername == "postgresql":
        url = url.set(drivername=PSYCOPG)
    if url.get_backend_name() == "sqlite" and url.database and url.database != ":memory:":
        keep_private(Path(url.database))
    try:
        engine = create_engine(url, hide_parameters=True, **_options(url, asks_only))
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


def _options(url: URL, asks_only: bool) -> dict[str, Any]:
    if url.get_backend_name() == "sqlite":
        return {}
    return {"isolation_level": "AUTOCOMMIT"} if asks_only else {"pool_pre_ping": True}
