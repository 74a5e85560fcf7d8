"""Bring a database to the schema of this version, with Alembic; a new one is made whole."""

from importlib.resources import files

from sqlalchemy import inspect, text
from sqlalchemy.engine import Engine

HEAD = "0004"
"""The newest migration; a database that has it is left alone, and Alembic need not even be loaded."""

LOCK = 0x7A110
"""The number of the lock that PostgreSQL gives to one process at a time: any that other programs do not take."""


class NewerDatabase(Exception):
    """A newer version has been at this database, and what it made of it is not known here."""

    def __init__(self, schema: str) -> None:
        super().__init__(f"it was written by a newer Tallow (schema {schema}; this one reads up to {HEAD})")


def migrate(engine: Engine) -> None:
    """Run the migrations that this database lacks."""
    found = _version(engine)
    if found > HEAD:
        raise NewerDatabase(found)
    if found == HEAD:
        return
    from alembic import command  # noqa: PLC0415  (half a second that most starts can do without)
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(files("tallow.store") / "migrations"))
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":  # of processes that start at once, one migrates
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def _version(engine: Engine) -> str:
    with engine.connect() as connection:
        if not inspect(connection).has_table("alembic_version"):
            return ""
        return str(connection.execute(text("SELECT version_num FROM alembic_version")).scalar() or "")
