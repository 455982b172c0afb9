"""The results of a club in the order of its matches, with all that the ranking reads of them."""

from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

INDEX = "ix_result_club_id_finished_at"


def upgrade() -> None:
    columns = ["club_id", "finished_at", "match_id", "deals", "player_id", "won", "place"]
    op.create_index(INDEX, "result", columns)


def downgrade() -> None:
    op.drop_index(INDEX, "result")
