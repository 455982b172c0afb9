"""The mark of a match's log: of the matches there are it is made with the next record."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("match", sa.Column("mark", sa.String(length=32), nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("match", "mark")
