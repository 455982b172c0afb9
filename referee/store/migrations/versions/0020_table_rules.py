"""The rules of a club's own, each noted at the article that it replaces."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "table_rule",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("public_id", sa.String(length=20), nullable=False),
        sa.Column("article", sa.String(length=80), nullable=False),
        sa.Column("text", sa.String(length=300), nullable=False),
        sa.Column("players", sa.JSON(), nullable=False),
        sa.Column("noted_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_table_rule_club_id_club"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_table_rule")),
        sa.UniqueConstraint("club_id", "public_id", name=op.f("uq_table_rule_club_id")),
    )
    with op.batch_alter_table("taken_club") as table:
        table.add_column(sa.Column("table_rules", sa.String(length=32), nullable=False, server_default=""))


def downgrade() -> None:
    with op.batch_alter_table("taken_club") as table:
        table.drop_column("table_rules")
    op.drop_table("table_rule")
