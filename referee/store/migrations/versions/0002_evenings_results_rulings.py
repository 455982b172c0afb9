"""Evenings, players' cards, results and rulings; roles for one match, recovery codes."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    _evenings()
    _grown()
    _results()


def _evenings() -> None:
    op.create_table(
        "evening",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("public_id", sa.String(length=20), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("title", sa.String(length=80), nullable=False),
        sa.Column("place", sa.String(length=80), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("opened_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("closed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_evening_club_id_club"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_evening")),
        sa.UniqueConstraint("public_id", name=op.f("uq_evening_public_id")),
    )
    op.create_index("ix_evening_club_id_opened_at", "evening", ["club_id", "opened_at"])


def _grown() -> None:
    """The tables of 0001 grow; what is already there keeps its meaning."""
    with op.batch_alter_table("club") as table:
        table.add_column(sa.Column("recovery_hash", sa.String(length=64), nullable=True))
        table.create_unique_constraint(op.f("uq_club_recovery_hash"), ["recovery_hash"])
    with op.batch_alter_table("invitation") as table:
        table.add_column(sa.Column("match_id", sa.Integer(), nullable=True))
        table.create_foreign_key(
            op.f("fk_invitation_match_id_match"), "match", ["match_id"], ["id"], ondelete="CASCADE"
        )
    with op.batch_alter_table("membership") as table:
        table.add_column(sa.Column("match_id", sa.Integer(), nullable=True))
        table.add_column(sa.Column("chosen_at", sa.DateTime(timezone=True), nullable=True))
        table.add_column(sa.Column("seen_at", sa.DateTime(timezone=True), nullable=True))
        table.create_foreign_key(
            op.f("fk_membership_match_id_match"), "match", ["match_id"], ["id"], ondelete="CASCADE"
        )
    op.execute("UPDATE membership SET chosen_at = since, seen_at = since")
    with op.batch_alter_table("membership") as table:
        table.alter_column("chosen_at", existing_type=sa.DateTime(timezone=True), nullable=False)
        table.alter_column("seen_at", existing_type=sa.DateTime(timezone=True), nullable=False)
    with op.batch_alter_table("player") as table:
        table.add_column(sa.Column("mark", sa.String(length=4), nullable=False, server_default=""))
        table.add_column(sa.Column("colour", sa.Integer(), nullable=False, server_default="0"))
        table.add_column(sa.Column("archived_at", sa.DateTime(timezone=True), nullable=True))
        table.add_column(sa.Column("merged_into", sa.Integer(), nullable=True))
        table.create_foreign_key(
            op.f("fk_player_merged_into_player"), "player", ["merged_into"], ["id"], ondelete="SET NULL"
        )
        table.create_index(op.f("ix_player_merged_into"), ["merged_into"])
    with op.batch_alter_table("match") as table:
        table.add_column(sa.Column("evening_id", sa.Integer(), nullable=True))
        table.add_column(sa.Column("notes", sa.Text(), nullable=False, server_default=""))
        table.add_column(sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=True))
        table.create_foreign_key(
            op.f("fk_match_evening_id_evening"), "evening", ["evening_id"], ["id"], ondelete="SET NULL"
        )
        table.create_index(op.f("ix_match_evening_id"), ["evening_id"])
    with op.batch_alter_table("entry") as table:
        table.add_column(sa.Column("ruling", sa.JSON(), nullable=True))


def _results() -> None:
    op.create_table(
        "result",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("side", sa.String(length=300), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("places", sa.Integer(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.Column("deals", sa.Integer(), nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_result_match_id_match"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_result_club_id_club"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name=op.f("fk_result_player_id_player"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("match_id", "seat", name=op.f("pk_result")),
    )
    op.create_index("ix_result_club_id_game_finished_at", "result", ["club_id", "game", "finished_at"])
    op.create_index("ix_result_player_id_finished_at", "result", ["player_id", "finished_at"])
    op.create_table(
        "tally",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("figure", sa.String(length=40), nullable=False),
        sa.Column("detail", sa.String(length=40), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("out_of", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_tally_match_id_match"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name=op.f("fk_tally_player_id_player"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tally")),
    )
    op.create_index(op.f("ix_tally_match_id"), "tally", ["match_id"])
    op.create_index("ix_tally_player_id_figure", "tally", ["player_id", "figure"])


def downgrade() -> None:
    raise RuntimeError("a log is never taken apart: restore a backup instead")
