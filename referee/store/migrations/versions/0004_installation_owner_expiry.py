"""The installation has an id; a club has an owner; a link knows who made it and expires."""

import secrets
from datetime import UTC, datetime, timedelta

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

KEEPERS_LINK, WATCHERS_LINK = timedelta(days=7), timedelta(days=90)
"""How long a link that was made without an end still opens something, from now on."""

OLDEST_KEEPER = """
UPDATE club SET owner_id = (
    SELECT device_id FROM membership WHERE membership.club_id = club.id AND membership.role = 'keeper'
    ORDER BY membership.since, membership.id LIMIT 1
)
"""


def upgrade() -> None:
    installation = op.create_table(
        "installation",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_installation")),
    )
    op.bulk_insert(installation, [{"id": secrets.token_hex(8)}])
    with op.batch_alter_table("club") as table:
        table.add_column(sa.Column("owner_id", sa.Integer(), nullable=True))
        table.create_foreign_key(op.f("fk_club_owner_id_device"), "device", ["owner_id"], ["id"], ondelete="SET NULL")
    op.execute(OLDEST_KEEPER)
    with op.batch_alter_table("invitation") as table:
        table.add_column(sa.Column("made_by", sa.Integer(), nullable=True))
        table.add_column(sa.Column("expires_at", sa.DateTime(timezone=True), nullable=True))
        table.create_foreign_key(
            op.f("fk_invitation_made_by_device"), "device", ["made_by"], ["id"], ondelete="SET NULL"
        )
    _expire()
    with op.batch_alter_table("invitation") as table:
        table.alter_column("expires_at", existing_type=sa.DateTime(timezone=True), nullable=False)


def _expire() -> None:
    role, expires_at = sa.column("role", sa.String()), sa.column("expires_at", sa.DateTime(timezone=True))
    invitation = sa.table("invitation", role, expires_at)
    moment = datetime.now(UTC)
    op.execute(sa.update(invitation).values(expires_at=moment + WATCHERS_LINK))
    op.execute(sa.update(invitation).where(role == "keeper").values(expires_at=moment + KEEPERS_LINK))


def downgrade() -> None:
    raise RuntimeError("who owns a club is never forgotten: restore a backup instead")
