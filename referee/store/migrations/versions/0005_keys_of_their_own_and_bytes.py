"""A client key is its match's own, the key a match was started with its club's; what a club keeps is counted."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

ENTRY, MATCH, PLAYER = 200, 1000, 200
"""Bytes for a row beside its texts, as ``store/database/quotas.py`` counted them when this was written."""


def upgrade() -> None:
    with op.batch_alter_table("entry") as table:
        table.drop_constraint(op.f("uq_entry_client_key"), type_="unique")
        table.create_unique_constraint("uq_entry_match_id_client_key", ["match_id", "client_key"])
    with op.batch_alter_table("match") as table:
        table.drop_constraint(op.f("uq_match_start_key"), type_="unique")
        table.create_unique_constraint("uq_match_club_id_start_key", ["club_id", "start_key"])
        table.add_column(sa.Column("bytes", sa.BigInteger(), nullable=False, server_default="0"))
    with op.batch_alter_table("club") as table:
        table.add_column(sa.Column("bytes", sa.BigInteger(), nullable=False, server_default="0"))
    _count()


def _count() -> None:
    """Count what is there already."""
    text = "octet_length({}::text)" if op.get_bind().dialect.name == "postgresql" else "length(CAST({} AS BLOB))"

    def taken(*columns: str) -> str:
        return " + ".join(f"coalesce({text.format(column)}, 0)" for column in columns)

    records = f"{ENTRY} + {taken('entry', 'ruling', 'reason', 'person')}"
    op.execute(
        f"UPDATE match SET bytes = {MATCH} +"
        f" (SELECT coalesce(sum({records}), 0) FROM entry WHERE entry.match_id = match.id)"
    )
    op.execute(
        "UPDATE club SET bytes = (SELECT coalesce(sum(bytes), 0) FROM match WHERE match.club_id = club.id)"
        f" + {PLAYER} * (SELECT count(*) FROM player WHERE player.club_id = club.id)"
        f" + (SELECT coalesce(sum({taken('title', 'place', 'note')}), 0) FROM evening WHERE evening.club_id = club.id)"
    )


def downgrade() -> None:
    raise RuntimeError("two matches may have one key by now: restore a backup instead")
