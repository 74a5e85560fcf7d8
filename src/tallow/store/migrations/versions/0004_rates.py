"""What clients have used up of the rates that several processes count together."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    # What is lost in a crash is only who asked how often just now, so PostgreSQL need not write it twice.
    unlogged = ["UNLOGGED"] if op.get_bind().dialect.name == "postgresql" else []
    op.create_table(
        "rates",
        sa.Column("client", sa.String(64), primary_key=True),
        sa.Column("used_until", sa.Double, nullable=False),
        prefixes=unlogged,
    )


def downgrade() -> None:
    op.drop_table("rates")
