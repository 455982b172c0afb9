"""What is being counted while a deal is played: a draft beside the log, one row a match."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "running_count",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("asked", sa.String(length=80), nullable=False),
        sa.Column("typed", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"], ["match.id"], name=op.f("fk_running_count_match_id_match"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("match_id", name=op.f("pk_running_count")),
    )


def downgrade() -> None:
    op.drop_table("running_count")
