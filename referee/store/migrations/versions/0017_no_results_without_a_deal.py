"""A match that ended before its first deal has no results: 0 deals are those of a match known by its totals alone."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute(sa.text("DELETE FROM result WHERE deals = 0"))


def downgrade() -> None:
    pass
