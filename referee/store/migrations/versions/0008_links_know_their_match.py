"""A link remembers the match it was made in: who joins by it arrives there."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("invitation") as table:
        table.add_column(sa.Column("made_in", sa.Integer(), nullable=True))
        table.create_foreign_key("fk_invitation_made_in_match", "match", ["made_in"], ["id"], ondelete="SET NULL")


def downgrade() -> None:
    raise RuntimeError("what a link was made in would be forgotten: restore a backup instead")
