"""Codes of tables, and watchers who ask to become keepers."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "table_code",
        sa.Column("invitation_id", sa.Integer(), sa.ForeignKey("invitation.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("evening_id", sa.Integer(), sa.ForeignKey("evening.id", ondelete="CASCADE"), nullable=False),
        sa.Column("seed", sa.String(24), nullable=False),
        sa.Column("code_hash", sa.String(64), nullable=False, unique=True),
    )
    op.create_index("ix_table_code_evening_id", "table_code", ["evening_id"])
    with op.batch_alter_table("membership") as table:
        table.add_column(sa.Column("asks_in", sa.Integer(), nullable=True))
        table.create_foreign_key("fk_membership_asks_in", "match", ["asks_in"], ["id"], ondelete="SET NULL")
    op.create_index("ix_membership_asks_in", "membership", ["asks_in"])


def downgrade() -> None:
    op.drop_index("ix_membership_asks_in", "membership")
    with op.batch_alter_table("membership") as table:
        table.drop_constraint("fk_membership_asks_in", type_="foreignkey")
        table.drop_column("asks_in")
    op.drop_table("table_code")
