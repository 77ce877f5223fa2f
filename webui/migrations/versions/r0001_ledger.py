"""Games and the versions of their facts."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make both tables."""
    op.create_table(
        "game",
        sa.Column("id", sa.String(), primary_key=True),
        sa.Column("started", sa.String(), nullable=False),
    )
    op.create_table(
        "version",
        sa.Column("game_id", sa.String(), sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("revision", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("entry", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("at", sa.String(), nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("withdrawn", sa.Boolean(), nullable=False),
        sa.Column("undoes", sa.Integer()),
        sa.Column("facts", sa.JSON(), nullable=False),
        sa.Column("claim", sa.JSON()),
        sa.Column("key", sa.String()),
        sa.Column("fingerprint", sa.String()),
        sa.UniqueConstraint("game_id", "entry", "number", name="version_of_entry"),
        sa.UniqueConstraint("key", name="version_key"),
        sa.CheckConstraint("entry between 1 and revision", name="version_entry"),
        sa.CheckConstraint(
            "kind in ('terms', 'seating', 'round', 'penalty')", name="version_kind"
        ),
    )
    op.create_index("version_kinds", "version", ["kind", "game_id"])
