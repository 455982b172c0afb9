"""Phones that answer for one player of a match."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "seat_holder",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("player", sa.String(40), nullable=False),
        sa.Column("membership_id", sa.Integer(), nullable=False),
        sa.Column("stream", sa.String(16), nullable=True),
        sa.ForeignKeyConstraint(
            ["match_id"], ["match.id"], name=op.f("fk_seat_holder_match_id_match"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["membership_id"],
            ["membership.id"],
            name=op.f("fk_seat_holder_membership_id_membership"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("match_id", "player", name=op.f("pk_seat_holder")),
        sa.UniqueConstraint("match_id", "membership_id", name=op.f("uq_seat_holder_match_id")),
    )
    op.create_index("ix_seat_holder_membership_id", "seat_holder", ["membership_id"])
    with op.batch_alter_table("match") as table:
        table.add_column(sa.Column("own_phones", sa.Boolean(), nullable=False, server_default=sa.false()))
        table.add_column(sa.Column("seating", sa.Integer(), nullable=False, server_default="0"))


def downgrade() -> None:
    with op.batch_alter_table("match") as table:
        table.drop_column("seating")
        table.drop_column("own_phones")
    op.drop_table("seat_holder")
