"""Matches of clubs taken along that a phone has thrown away for good: they do not come again by themselves."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "purged_match",
        sa.Column("club_id", sa.Integer(), sa.ForeignKey("club.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("there", sa.String(20), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("players", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("stands", sa.Boolean(), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("purged_match")
