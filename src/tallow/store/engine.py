"""Connects to the database: SQLite in a file that only its owner may open, durably written; or PostgreSQL."""

from pathlib import Path
from typing import Any

from sqlalchemy import create_engine, event
from sqlalchemy.engine import URL, Engine, make_url

from tallow.extras import MissingExtra
from tallow.store.file.private import keep_private

PSYCOPG = "postgresql+psycopg"
"""The driver for PostgreSQL where none is named."""


def connected(where: str | URL) -> Engine:
    """The database at an address."""
    url = make_url(where)
    if url.drivername == "postgresql":
        url = url.set(drivername=PSYCOPG)
    if url.get_backend_name() == "sqlite" and url.database and url.database != ":memory:":
        keep_private(Path(url.database))
    try:
        engine = create_engine(url, hide_parameters=True, pool_pre_ping=url.get_backend_name() != "sqlite")
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
