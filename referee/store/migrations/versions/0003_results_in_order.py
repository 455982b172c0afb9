"""The results of a club, and of one of its games, in the order of the matches, as the ranking reads them."""

from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

ALL, ONE_GAME = "ix_result_club_id_finished_at", "ix_result_club_id_game_finished_at"


def upgrade() -> None:
    columns = ["club_id", "finished_at", "match_id", "deals", "player_id", "won", "place"]
    op.create_index(ALL, "result", columns)
    op.drop_index(ONE_GAME, "result")
    op.create_index(ONE_GAME, "result", ["club_id", "game", "finished_at", "match_id"])


def downgrade() -> None:
    op.drop_index(ONE_GAME, "result")
    op.create_index(ONE_GAME, "result", ["club_id", "game", "finished_at"])
    op.drop_index(ALL, "result")
