"""A phone's number in its club, which it keeps and no other one gets."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("membership") as table:
        table.add_column(sa.Column("number", sa.Integer(), nullable=False, server_default="0"))
    with op.batch_alter_table("club") as table:
        table.add_column(sa.Column("last_number", sa.Integer(), nullable=False, server_default="0"))
    op.execute(
        "UPDATE membership SET number = (SELECT count(*) FROM membership AS earlier "
        "WHERE earlier.club_id = membership.club_id AND (earlier.since < membership.since "
        "OR earlier.since = membership.since AND earlier.id <= membership.id))"
    )
    op.execute("UPDATE club SET last_number = (SELECT count(*) FROM membership WHERE membership.club_id = club.id)")


def downgrade() -> None:
    with op.batch_alter_table("club") as table:
        table.drop_column("last_number")
    with op.batch_alter_table("membership") as table:
        table.drop_column("number")
