"""Clubs that a phone took along from a server, and how far their matches are the same on both."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "taken_club",
        sa.Column("club_id", sa.Integer(), sa.ForeignKey("club.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("installation", sa.String(16), nullable=False),
        sa.Column("there", sa.Integer(), nullable=False),
        sa.UniqueConstraint("installation", "there", name="uq_taken_club_installation"),
    )
    op.create_table(
        "taken_match",
        sa.Column("match_id", sa.Integer(), sa.ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("there", sa.String(20), nullable=False),
        sa.Column("length", sa.Integer(), nullable=False),
        sa.Column("mark", sa.String(32), nullable=False),
        sa.Column("further", sa.JSON(none_as_null=True)),
        sa.Column("gone", sa.Boolean(), nullable=False, server_default=sa.false()),
    )


def downgrade() -> None:
    op.drop_table("taken_match")
    op.drop_table("taken_club")
