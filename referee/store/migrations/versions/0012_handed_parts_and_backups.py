"""Parts of a match that is handed over are kept until all are there; a club knows when it was last put into a file."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "handed_part",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("digest", sa.String(length=16), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("came_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_handed_part_club_id_club"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_handed_part")),
        sa.UniqueConstraint("club_id", "digest", "number", name=op.f("uq_handed_part_club_id")),
    )
    with op.batch_alter_table("club") as table:
        table.add_column(sa.Column("backed_up_at", sa.DateTime(timezone=True), nullable=True))
        table.add_column(sa.Column("backup_put_off_at", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    op.drop_table("handed_part")
    with op.batch_alter_table("club") as table:
        table.drop_column("backup_put_off_at")
        table.drop_column("backed_up_at")
