"""A club knows that records of it were forgotten for good: it does not give way to a new club like an unused one."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

CLUB = sa.table("club", sa.column("id"), sa.column("had_records"))
PLAYER = sa.table("player", sa.column("club_id"))
MATCH = sa.table("match", sa.column("club_id"))


def upgrade() -> None:
    op.add_column("club", sa.Column("had_records", sa.Boolean(), nullable=False, server_default=sa.false()))
    with_players = sa.exists().where(PLAYER.c.club_id == CLUB.c.id)
    with_matches = sa.exists().where(MATCH.c.club_id == CLUB.c.id)
    op.execute(sa.update(CLUB).where(with_players, ~with_matches).values(had_records=sa.true()))


def downgrade() -> None:
    op.drop_column("club", "had_records")
