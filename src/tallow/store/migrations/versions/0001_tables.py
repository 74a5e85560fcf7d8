"""Tables, records, lines, states and links."""

import sqlalchemy as sa
from alembic import op

from tallow.store.schema import MOMENT

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("title", sa.String(200), nullable=False),
        sa.Column("seed", sa.LargeBinary, nullable=False),
        sa.Column("snapshot", sa.LargeBinary, nullable=False),
        sa.Column("records", sa.Integer, nullable=False),
        sa.Column("opened", MOMENT, nullable=False),
        sa.Column("touched", MOMENT, nullable=False),
    )
    op.create_table(
        "records",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "lines",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("action", sa.Integer, nullable=False),
        sa.Column("undone", sa.Integer, nullable=False, server_default="0"),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "states",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("action", sa.Integer, primary_key=True),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "links",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("seat", sa.String(64), nullable=False),
        sa.Column("salt", sa.String(64), nullable=False),
        sa.Column("made", MOMENT, nullable=False),
        sa.Column("revoked", sa.Integer, nullable=False, server_default="0"),
    )
    op.create_index("ix_links_table_id", "links", ["table_id"])


def downgrade() -> None:
    for name in ("links", "states", "lines", "records", "tables"):
        op.drop_table(name)
