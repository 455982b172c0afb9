"""The tables of version 1.0.0, the first that was released, with the random id of the installation."""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "1.0.0"
down_revision = None
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "device",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(length=32), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_device")),
        sa.UniqueConstraint("key", name=op.f("uq_device_key")),
    )
    op.create_table(
        "installation",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_installation")),
    )
    op.create_table(
        "try_count",
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("began_at", MOMENT, nullable=False),
        sa.Column("ends_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_try_count")),
    )
    op.create_index(op.f("ix_try_count_ends_at"), "try_count", ["ends_at"])
    op.create_table(
        "club",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("recovery_hash", sa.String(length=64), nullable=True),
        sa.Column("owner_id", sa.Integer(), nullable=True),
        sa.Column("bytes", sa.BigInteger(), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("backed_up_at", MOMENT, nullable=True),
        sa.Column("backup_put_off_at", MOMENT, nullable=True),
        sa.Column("had_records", sa.Boolean(), nullable=False),
        sa.Column("last_number", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["owner_id"], ["device.id"], name=op.f("fk_club_owner_id_device"), ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_club")),
        sa.UniqueConstraint("recovery_hash", name=op.f("uq_club_recovery_hash")),
    )
    op.create_table(
        "api_token",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("device_id", sa.Integer(), nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("role", sa.String(length=10), nullable=False),
        sa.Column("origin", sa.String(length=200), nullable=False),
        sa.Column("made_by", sa.Integer(), nullable=True),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("used_at", MOMENT, nullable=True),
        sa.Column("revoked_at", MOMENT, nullable=True),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_api_token_club_id_club"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["device_id"], ["device.id"], name=op.f("fk_api_token_device_id_device"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["made_by"], ["device.id"], name=op.f("fk_api_token_made_by_device"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_api_token")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_api_token_token_hash")),
    )
    op.create_index(op.f("ix_api_token_club_id"), "api_token", ["club_id"])
    op.create_table(
        "evening",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("public_id", sa.String(length=20), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("title", sa.String(length=80), nullable=False),
        sa.Column("place", sa.String(length=80), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("opened_at", MOMENT, nullable=False),
        sa.Column("closed_at", MOMENT, nullable=True),
        sa.Column("deleted_at", MOMENT, nullable=True),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_evening_club_id_club"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_evening")),
        sa.UniqueConstraint("public_id", name=op.f("uq_evening_public_id")),
    )
    op.create_index("ix_evening_club_id_opened_at", "evening", ["club_id", "opened_at"])
    op.create_index("ix_evening_club_id_day", "evening", ["club_id", "day", "opened_at"])
    op.create_table(
        "handed_part",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("digest", sa.String(length=16), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("came_at", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_handed_part_club_id_club"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_handed_part")),
        sa.UniqueConstraint("club_id", "digest", "number", name=op.f("uq_handed_part_club_id")),
    )
    op.create_table(
        "kept_import",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("began_at", MOMENT, nullable=False),
        sa.Column("done", sa.Integer(), nullable=False),
        sa.Column("matches", sa.Integer(), nullable=False),
        sa.Column("finished", sa.Boolean(), nullable=False),
        sa.Column("players", sa.JSON(), nullable=False),
        sa.Column("added", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_kept_import_club_id_club"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_kept_import")),
    )
    op.create_index(op.f("ix_kept_import_club_id"), "kept_import", ["club_id"])
    op.create_table(
        "player",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("mark", sa.String(length=4), nullable=False),
        sa.Column("colour", sa.Integer(), nullable=False),
        sa.Column("played_at", MOMENT, nullable=False),
        sa.Column("archived_at", MOMENT, nullable=True),
        sa.Column("merged_into", sa.Integer(), nullable=True),
        sa.Column("parted_from", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_player_club_id_club"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["merged_into"], ["player.id"], name=op.f("fk_player_merged_into_player"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["parted_from"], ["player.id"], name=op.f("fk_player_parted_from_player"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_player")),
        sa.UniqueConstraint("club_id", "name", name=op.f("uq_player_club_id")),
    )
    op.create_index(op.f("ix_player_merged_into"), "player", ["merged_into"])
    op.create_index(op.f("ix_player_parted_from"), "player", ["parted_from"])
    op.create_table(
        "purged_match",
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("there", sa.String(length=20), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("players", sa.JSON(), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("stands", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["club_id"], ["club.id"], name=op.f("fk_purged_match_club_id_club"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("club_id", "there", name=op.f("pk_purged_match")),
    )
    op.create_table(
        "table_rule",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("public_id", sa.String(length=20), nullable=False),
        sa.Column("article", sa.String(length=80), nullable=False),
        sa.Column("text", sa.String(length=300), nullable=False),
        sa.Column("players", sa.JSON(), nullable=False),
        sa.Column("noted_at", MOMENT, nullable=False),
        sa.Column("changed_at", MOMENT, nullable=False),
        sa.Column("deleted_at", MOMENT, nullable=True),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_table_rule_club_id_club"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_table_rule")),
        sa.UniqueConstraint("club_id", "public_id", name=op.f("uq_table_rule_club_id")),
    )
    op.create_table(
        "taken_club",
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("installation", sa.String(length=16), nullable=False),
        sa.Column("there", sa.Integer(), nullable=False),
        sa.Column("table_rules", sa.String(length=32), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_taken_club_club_id_club"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("club_id", name=op.f("pk_taken_club")),
        sa.UniqueConstraint("installation", "there", name=op.f("uq_taken_club_installation")),
    )
    op.create_table(
        "match",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("public_id", sa.String(length=20), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("evening_id", sa.Integer(), nullable=True),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("players", sa.JSON(), nullable=False),
        sa.Column("dealer", sa.String(length=40), nullable=False),
        sa.Column("teams", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("start_key", sa.String(length=40), nullable=True),
        sa.Column("length", sa.Integer(), nullable=False),
        sa.Column("mark", sa.String(length=32), nullable=False),
        sa.Column("bytes", sa.BigInteger(), nullable=False),
        sa.Column("over", sa.Boolean(), nullable=False),
        sa.Column("own_phones", sa.Boolean(), nullable=False),
        sa.Column("seating", sa.Integer(), nullable=False),
        sa.Column("notes", sa.Text(), nullable=False),
        sa.Column("deleted_at", MOMENT, nullable=True),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("changed_at", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_match_club_id_club"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["evening_id"], ["evening.id"], name=op.f("fk_match_evening_id_evening"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_match")),
        sa.UniqueConstraint("club_id", "start_key", name="uq_match_club_id_start_key"),
        sa.UniqueConstraint("public_id", name=op.f("uq_match_public_id")),
    )
    op.create_index("ix_match_club_id_changed_at", "match", ["club_id", "changed_at"])
    op.create_index(op.f("ix_match_evening_id"), "match", ["evening_id"])
    op.create_table(
        "entry",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("entry", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("amends", sa.Integer(), nullable=True),
        sa.Column("batch", sa.Integer(), nullable=False),
        sa.Column("undoes", sa.Integer(), nullable=True),
        sa.Column("before", sa.Integer(), nullable=True),
        sa.Column("reason", sa.String(length=200), nullable=False),
        sa.Column("device_id", sa.Integer(), nullable=True),
        sa.Column("person", sa.String(length=40), nullable=False),
        sa.Column("client_key", sa.String(length=40), nullable=True),
        sa.Column("ruling", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("recorded_at", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(
            ["device_id"], ["device.id"], name=op.f("fk_entry_device_id_device"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_entry_match_id_match"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_entry")),
        sa.UniqueConstraint("match_id", "client_key", name="uq_entry_match_id_client_key"),
        sa.UniqueConstraint("match_id", "position", name=op.f("uq_entry_match_id")),
    )
    op.create_table(
        "imported_match",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("import_id", sa.Integer(), nullable=False),
        sa.Column("mark", sa.String(length=32), nullable=False),
        sa.ForeignKeyConstraint(
            ["import_id"], ["kept_import.id"], name=op.f("fk_imported_match_import_id_kept_import"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["match_id"], ["match.id"], name=op.f("fk_imported_match_match_id_match"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("match_id", name=op.f("pk_imported_match")),
    )
    op.create_index(op.f("ix_imported_match_import_id"), "imported_match", ["import_id"])
    op.create_table(
        "invitation",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("role", sa.String(length=10), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=True),
        sa.Column("made_by", sa.Integer(), nullable=True),
        sa.Column("made_in", sa.Integer(), nullable=True),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("expires_at", MOMENT, nullable=False),
        sa.Column("revoked_at", MOMENT, nullable=True),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_invitation_club_id_club"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["made_by"], ["device.id"], name=op.f("fk_invitation_made_by_device"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["made_in"], ["match.id"], name=op.f("fk_invitation_made_in_match"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["match_id"], ["match.id"], name=op.f("fk_invitation_match_id_match"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_invitation")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_invitation_token_hash")),
    )
    op.create_index(op.f("ix_invitation_club_id"), "invitation", ["club_id"])
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
        sa.Column("in_play", sa.Integer(), nullable=False),
        sa.Column("whole", sa.Boolean(), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("finished_at", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_result_club_id_club"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_result_match_id_match"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name=op.f("fk_result_player_id_player"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("match_id", "seat", name=op.f("pk_result")),
    )
    op.create_index(
        "ix_result_club_id_day",
        "result",
        ["club_id", "day", "finished_at", "match_id", "game", "player_id", "won", "place"],
    )
    op.create_index("ix_result_club_id_game_day", "result", ["club_id", "game", "day", "finished_at", "match_id"])
    op.create_index("ix_result_player_id_game_day", "result", ["player_id", "club_id", "game", "day", "finished_at"])
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
    op.create_table(
        "seat",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_seat_match_id_match"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name=op.f("fk_seat_player_id_player"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("match_id", "number", name=op.f("pk_seat")),
    )
    op.create_index(op.f("ix_seat_player_id"), "seat", ["player_id"])
    op.create_table(
        "other_version",
        sa.Column("version_id", sa.Integer(), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("of_server", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"], ["match.id"], name=op.f("fk_other_version_match_id_match"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["version_id"], ["match.id"], name=op.f("fk_other_version_version_id_match"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("version_id", name=op.f("pk_other_version")),
    )
    op.create_index(op.f("ix_other_version_match_id"), "other_version", ["match_id"])
    op.create_table(
        "stand_in",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"], ["match.id"], name=op.f("fk_stand_in_match_id_match"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name=op.f("fk_stand_in_player_id_player"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("match_id", "name", name=op.f("pk_stand_in")),
    )
    op.create_index(op.f("ix_stand_in_player_id"), "stand_in", ["player_id"])
    op.create_table(
        "taken_match",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("there", sa.String(length=20), nullable=False),
        sa.Column("length", sa.Integer(), nullable=False),
        sa.Column("mark", sa.String(length=32), nullable=False),
        sa.Column("gone", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"], ["match.id"], name=op.f("fk_taken_match_match_id_match"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("match_id", name=op.f("pk_taken_match")),
    )
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
    op.create_table(
        "membership",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("device_id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("invitation_id", sa.Integer(), nullable=True),
        sa.Column("role", sa.String(length=10), nullable=False),
        sa.Column("match_id", sa.Integer(), nullable=True),
        sa.Column("asks_in", sa.Integer(), nullable=True),
        sa.Column("since", MOMENT, nullable=False),
        sa.Column("chosen_at", MOMENT, nullable=False),
        sa.Column("seen_at", MOMENT, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["asks_in"], ["match.id"], name=op.f("fk_membership_asks_in_match"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_membership_club_id_club"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["device_id"], ["device.id"], name=op.f("fk_membership_device_id_device"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["invitation_id"],
            ["invitation.id"],
            name=op.f("fk_membership_invitation_id_invitation"),
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["match_id"], ["match.id"], name=op.f("fk_membership_match_id_match"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_membership")),
        sa.UniqueConstraint("device_id", "club_id", name=op.f("uq_membership_device_id")),
    )
    op.create_index(op.f("ix_membership_asks_in"), "membership", ["asks_in"])
    op.create_index(op.f("ix_membership_club_id"), "membership", ["club_id"])
    op.create_table(
        "table_code",
        sa.Column("invitation_id", sa.Integer(), nullable=False),
        sa.Column("evening_id", sa.Integer(), nullable=False),
        sa.Column("seed", sa.String(length=24), nullable=False),
        sa.Column("code_hash", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(
            ["evening_id"], ["evening.id"], name=op.f("fk_table_code_evening_id_evening"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["invitation_id"],
            ["invitation.id"],
            name=op.f("fk_table_code_invitation_id_invitation"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("invitation_id", name=op.f("pk_table_code")),
        sa.UniqueConstraint("code_hash", name=op.f("uq_table_code_code_hash")),
    )
    op.create_index(op.f("ix_table_code_evening_id"), "table_code", ["evening_id"])
    op.create_table(
        "seat_holder",
        sa.Column("match_id", sa.Integer(), nullable=False),
        sa.Column("player", sa.String(length=40), nullable=False),
        sa.Column("membership_id", sa.Integer(), nullable=False),
        sa.Column("stream", sa.String(length=16), nullable=True),
        sa.ForeignKeyConstraint(
            ["match_id"], ["match.id"], name=op.f("fk_seat_holder_match_id_match"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["membership_id"],
            ["membership.id"],
            name=op.f("fk_seat_holder_membership_id_membership"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("match_id", "player", name=op.f("pk_seat_holder")),
        sa.UniqueConstraint("match_id", "membership_id", name=op.f("uq_seat_holder_match_id")),
    )
    op.create_index(op.f("ix_seat_holder_membership_id"), "seat_holder", ["membership_id"])
    installation = sa.table("installation", sa.column("id", sa.String))
    op.execute(installation.insert().values(id=secrets.token_hex(8)))
