"""The processes that serve a database together, and the seats whose pages each has open."""

import sqlalchemy as sa
from alembic import op

from tallow.store.schema import MOMENT

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "processes",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("beat", MOMENT, nullable=False),
    )
    op.create_table(
        "presence",
        sa.Column("process_id", sa.String(32), sa.ForeignKey("processes.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("seat", sa.String(64), primary_key=True),
    )
    op.create_index("ix_presence_table_id", "presence", ["table_id"])


def downgrade() -> None:
    op.drop_table("presence")
    op.drop_table("processes")
