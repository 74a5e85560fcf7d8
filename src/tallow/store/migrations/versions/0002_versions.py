"""Versions beside everything that is stored; states as patches upon the one before; whether a past is filled in."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

TABLES = ("tables", "records", "lines", "states")


def upgrade() -> None:
    for name in TABLES:
        with op.batch_alter_table(name) as table:
            table.add_column(sa.Column("format", sa.Integer, nullable=False, server_default="1"))
            table.add_column(sa.Column("schema", sa.Integer, nullable=False, server_default="1"))
    op.add_column("tables", sa.Column("filled", sa.Integer, nullable=False, server_default="0"))
    op.add_column("states", sa.Column("patch", sa.Integer, nullable=False, server_default="0"))


def downgrade() -> None:
    op.drop_column("states", "patch")
    op.drop_column("tables", "filled")
    for name in TABLES:
        with op.batch_alter_table(name) as table:
            table.drop_column("schema")
            table.drop_column("format")
