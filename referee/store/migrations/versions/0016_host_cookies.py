"""From when on cookies have the prefix ``__Host-`` over https: devices made before may come with one that has none."""

from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    with op.batch_alter_table("installation") as table:
        table.add_column(sa.Column("host_cookies_since", MOMENT, nullable=True))
    installation = sa.table("installation", sa.column("host_cookies_since", MOMENT))
    op.execute(installation.update().values(host_cookies_since=datetime.now(UTC)))


def downgrade() -> None:
    with op.batch_alter_table("installation") as table:
        table.drop_column("host_cookies_since")
