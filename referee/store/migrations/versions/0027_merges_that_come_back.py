"""Whom a player was merged into until both sat at one table: the merge comes back with that match thrown away."""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("player") as table:
        table.add_column(sa.Column("parted_from", sa.Integer()))
        table.create_foreign_key(
            op.f("fk_player_parted_from_player"), "player", ["parted_from"], ["id"], ondelete="SET NULL"
        )
        table.create_index(op.f("ix_player_parted_from"), ["parted_from"])


def downgrade() -> None:
    with op.batch_alter_table("player") as table:
        table.drop_index(op.f("ix_player_parted_from"))
        table.drop_constraint(op.f("fk_player_parted_from_player"), type_="foreignkey")
        table.drop_column("parted_from")
