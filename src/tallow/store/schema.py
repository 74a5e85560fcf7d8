"""The database: tables with their latest snapshot, records, lines of the log, states, and links to join by.

`records` is the history and is only ever added to. `states` has the state before the first action and after each one
that stands, as a whole or as a `patch` upon the one before. Beside each body stand its versions
(`tallow.games.stored`). A table whose earlier states were not all kept is `filled` in when it is first opened.

Where several processes serve a database together (`tallow.store.peers`), `processes` has each with its last sign of
life, and `presence` the seats whose pages it has open.
`rates` says how far clients have used up what they may ask for of all processes together.
"""

from sqlalchemy import BigInteger, Column, Double, ForeignKey, Integer, LargeBinary, MetaData, String, Table

metadata = MetaData(naming_convention={"pk": "pk_%(table_name)s", "ix": "ix_%(column_0_label)s"})

MOMENT = Integer().with_variant(BigInteger(), "postgresql")
"""A moment in seconds, beyond 2038 too: numbers of SQLite are as long as they need to be."""


def _versions() -> tuple[Column[int], Column[int]]:
    """The versions of a body; what was stored before there were any is of the first."""
    return (
        Column("format", Integer, nullable=False, server_default="1"),
        Column("schema", Integer, nullable=False, server_default="1"),
    )


tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("title", String(200), nullable=False),
    Column("seed", LargeBinary, nullable=False),
    Column("snapshot", LargeBinary, nullable=False),
    Column("records", Integer, nullable=False),
    Column("opened", MOMENT, nullable=False),
    Column("touched", MOMENT, nullable=False),
    *_versions(),
    Column("filled", Integer, nullable=False, server_default="0"),
)

records = Table(
    "records",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("body", LargeBinary, nullable=False),
    *_versions(),
)

lines = Table(
    "lines",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("action", Integer, nullable=False),
    Column("undone", Integer, nullable=False, default=0),
    Column("body", LargeBinary, nullable=False),
    *_versions(),
)

states = Table(
    "states",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("action", Integer, primary_key=True),
    Column("body", LargeBinary, nullable=False),
    *_versions(),
    Column("patch", Integer, nullable=False, server_default="0"),
)

links = Table(
    "links",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("role", String(16), nullable=False),
    Column("seat", String(64), nullable=False),
    Column("salt", String(64), nullable=False),
    Column("made", MOMENT, nullable=False),
    Column("revoked", Integer, nullable=False, default=0),
)

processes = Table(
    "processes",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("beat", MOMENT, nullable=False),
)

presence = Table(
    "presence",
    metadata,
    Column("process_id", ForeignKey("processes.id", ondelete="CASCADE"), primary_key=True),
    Column("table_id", String(32), primary_key=True, index=True),
    Column("seat", String(64), primary_key=True),
)

rates = Table(
    "rates",
    metadata,
    Column("client", String(64), primary_key=True),
    Column("used_until", Double, nullable=False),
)
