"""The teams that a table chose for a match, where its game leaves them to the table."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("match") as table:
        table.add_column(sa.Column("teams", sa.JSON(none_as_null=True), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("match") as table:
        table.drop_column("teams")
