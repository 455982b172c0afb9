"""Results say whether their match was whole; nothing is remembered of the seats where a dummy sits.

What an earlier version wrote is brought in line without replaying a log: a match whose ``end`` stands was stopped.
"""

from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from alembic import op

from referee.matches.match_file import Setup, read_setup
from referee.store.matches.match_results import is_whole

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

MATCH = sa.table(
    "match", sa.column("id"), sa.column("game"), sa.column("players", sa.JSON), sa.column("dealer"),
    sa.column("options", sa.JSON), sa.column("rules_version"),
)  # fmt: skip
SEAT = sa.table("seat", sa.column("match_id"), sa.column("number"), sa.column("player_id"))
RESULT = sa.table(
    "result", sa.column("match_id"), sa.column("seat"), sa.column("deals"), sa.column("whole", sa.Boolean)
)
TALLY = sa.table("tally", sa.column("match_id"), sa.column("player_id"))
PLAYER = sa.table("player", sa.column("id"), sa.column("merged_into"))
ENTRY = sa.table(
    "entry", sa.column("match_id"), sa.column("position"), sa.column("entry", sa.JSON), sa.column("amends")
)
SOME = 500
"""Ids sent together."""


def upgrade() -> None:
    with op.batch_alter_table("result") as table:
        table.add_column(sa.Column("whole", sa.Boolean(), nullable=False, server_default=sa.false()))
    connection = op.get_bind()
    _judge(connection)
    _forget_dummies(connection)


def _setups(connection: sa.Connection, ids: sa.Select[Any]) -> Iterator[tuple[int, Setup]]:
    """The set-ups of these matches; one that the games of today refuse is passed over."""
    rows = connection.execute(sa.select(MATCH).where(MATCH.c.id.in_(ids))).all()
    for row in rows:
        setup = read_setup(row.game, row.players, row.dealer, row.options, version=row.rules_version)
        if isinstance(setup, Setup):
            yield row.id, setup


def _judge(connection: sa.Connection) -> None:
    """Say of every finished match whether it was whole."""
    lengths = sa.select(RESULT.c.match_id, sa.func.max(RESULT.c.deals).label("deals")).group_by(RESULT.c.match_id)
    deals = {row.match_id: row.deals for row in connection.execute(lengths)}
    stopped = _stopped(connection)
    setups = _setups(connection, sa.select(RESULT.c.match_id))
    whole = [match_id for match_id, setup in setups if is_whole(setup, deals[match_id], match_id in stopped)]
    for start in range(0, len(whole), SOME):
        some = RESULT.c.match_id.in_(whole[start : start + SOME])
        connection.execute(sa.update(RESULT).where(some).values(whole=True))


def _stopped(connection: sa.Connection) -> set[int]:
    """The matches that the table ended by agreement: an ``end`` stands, which no later record amends."""
    later = ENTRY.alias()
    amended = sa.exists().where(
        later.c.match_id == ENTRY.c.match_id,
        later.c.position > ENTRY.c.position,
        later.c.amends == sa.func.coalesce(ENTRY.c.amends, ENTRY.c.position),
    )
    ends = sa.select(ENTRY.c.match_id).where(ENTRY.c.entry["step"].as_string() == "end", ~amended)
    return set(connection.scalars(ends))


def _forget_dummies(connection: sa.Connection) -> None:
    """Take away seats, results and figures of dummies, and the players who were nothing else."""
    chosen = sa.select(MATCH.c.id).where(sa.cast(MATCH.c.options, sa.Text) != "{}")
    dummies = [
        (match_id, number)
        for match_id, setup in _setups(connection, chosen)
        for number, player in enumerate(setup.table.players)
        if player not in setup.people
    ]
    nobodies = {player for match_id, number in dummies for player in _forgotten(connection, match_id, number)}
    for player in nobodies.difference(connection.scalars(sa.select(SEAT.c.player_id))):
        connection.execute(sa.update(PLAYER).where(PLAYER.c.merged_into == player).values(merged_into=None))
        connection.execute(sa.delete(PLAYER).where(PLAYER.c.id == player))


def _forgotten(connection: sa.Connection, match_id: int, number: int) -> list[int]:
    """Take a seat away with all that counts of it; who was noted there."""
    sat = sa.and_(SEAT.c.match_id == match_id, SEAT.c.number == number)
    players = list(connection.scalars(sa.select(SEAT.c.player_id).where(sat)))
    connection.execute(sa.delete(RESULT).where(RESULT.c.match_id == match_id, RESULT.c.seat == number))
    connection.execute(sa.delete(TALLY).where(TALLY.c.match_id == match_id, TALLY.c.player_id.in_(players)))
    connection.execute(sa.delete(SEAT).where(sat))
    return players


def downgrade() -> None:
    raise RuntimeError("a log is never taken apart: restore a backup instead")
