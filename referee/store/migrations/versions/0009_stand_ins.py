"""Who stands in is a player of the club: figures are theirs who played a deal, the place theirs who played most.

Who that was is noted here, out of the logs of the matches with stand-ins; the results of these matches go,
and are made again once the tables are there (``store/matches/matches.py``): a migration knows no rule of a game.
"""

import unicodedata
from collections.abc import Iterable, Sequence
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)
CLUB = sa.table("club", sa.column("id"), sa.column("bytes"))
MATCH = sa.table(
    "match", sa.column("id"), sa.column("club_id"), sa.column("game"), sa.column("players", sa.JSON),
    sa.column("over"), sa.column("deleted_at", MOMENT), sa.column("changed_at", MOMENT),
)  # fmt: skip
PLAYER = sa.table(
    "player", sa.column("id"), sa.column("club_id"), sa.column("name"), sa.column("mark"), sa.column("colour"),
    sa.column("played_at", MOMENT), sa.column("merged_into"),
)  # fmt: skip
SEAT = sa.table("seat", sa.column("match_id"), sa.column("number"), sa.column("player_id"))
STAND_IN = sa.table("stand_in", sa.column("match_id"), sa.column("name"), sa.column("player_id"))
ENTRY = sa.table(
    "entry", sa.column("match_id"), sa.column("position"), sa.column("entry", sa.JSON(none_as_null=True)),
    sa.column("amends"),
)  # fmt: skip
RESULT, TALLY = (sa.table(name, sa.column("match_id")) for name in ("result", "tally"))
LONGEST_NAME, PLAYER_BYTES = 40, 200


def upgrade() -> None:
    op.create_table(
        "stand_in",
        sa.Column("match_id", sa.Integer(), sa.ForeignKey("match.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("name", sa.String(LONGEST_NAME), primary_key=True),
        sa.Column("player_id", sa.Integer(), sa.ForeignKey("player.id", ondelete="CASCADE"), nullable=False),
    )
    op.create_index("ix_stand_in_player_id", "stand_in", ["player_id"])
    connection = op.get_bind()
    relayed = sa.select(ENTRY.c.match_id).where(ENTRY.c.entry["step"].as_string() == "relay").distinct()
    for match in connection.execute(sa.select(MATCH).where(MATCH.c.id.in_(relayed)).order_by(MATCH.c.id)).all():
        _let_stand_in(connection, match)


def _let_stand_in(connection: sa.Connection, match: Any) -> None:
    """Note who stands in at a match; where it is over, its results are to be made again."""
    entries = _standing(connection, match.id)
    stand_ins = dict.fromkeys(_clean(one["by"]) for one in entries if one["step"] == "relay" and one["by"] is not None)
    if not stand_ins:
        return
    joined = (_clean(one["player"]) for one in entries if one["step"] == "joins")
    names = list(dict.fromkeys((*match.players, *joined)))
    seats = connection.execute(sa.select(SEAT).where(SEAT.c.match_id == match.id)).all()
    people = {names[seat.number]: seat.player_id for seat in seats if seat.number < len(names)}
    for name in stand_ins:
        if name not in people:
            people[name] = _player(connection, match, name, people.values())
        row = {"match_id": match.id, "name": name, "player_id": people[name]}
        connection.execute(sa.insert(STAND_IN).values(row))
    _part(connection, people.values())
    if match.over and match.deleted_at is None:
        for table in (RESULT, TALLY):
            connection.execute(sa.delete(table).where(table.c.match_id == match.id))


def _standing(connection: sa.Connection, match_id: int) -> Sequence[Any]:
    """The entries that stand, in the order they were first recorded."""
    query = sa.select(ENTRY).where(ENTRY.c.match_id == match_id).order_by(ENTRY.c.position)
    entries = {}
    for row in connection.execute(query):
        entries[row.position if row.amends is None else row.amends] = row.entry
    return [entry for _, entry in sorted(entries.items()) if entry is not None]


def _clean(name: str) -> str:
    return unicodedata.normalize("NFC", name).strip()


def _player(connection: sa.Connection, match: Any, name: str, there: Iterable[int]) -> Any:
    """The club's player of this name, or a new one; never one who is there under another name."""
    query = sa.select(PLAYER.c.name, PLAYER.c.id).where(PLAYER.c.club_id == match.club_id)
    known = {row.name: row.id for row in connection.execute(query)}
    found = known.get(name)
    if found is not None and found not in there:
        return found
    tried, number = name, 1
    while tried in known:
        number += 1
        mark = f" ({number})"
        tried = name[: LONGEST_NAME - len(mark)].rstrip() + mark
    row = {"club_id": match.club_id, "name": tried, "mark": "", "colour": 0, "played_at": match.changed_at}
    connection.execute(sa.insert(PLAYER).values(row))
    grown = {CLUB.c.bytes: CLUB.c.bytes + PLAYER_BYTES}
    connection.execute(sa.update(CLUB).where(CLUB.c.id == match.club_id).values(grown))
    new = sa.select(PLAYER.c.id).where(PLAYER.c.club_id == match.club_id, PLAYER.c.name == tried)
    return connection.scalars(new).one()


def _part(connection: sa.Connection, there: Iterable[int]) -> None:
    """Two counted as one who were at one table are two people."""
    merged = sa.select(PLAYER.c.id, PLAYER.c.merged_into).where(PLAYER.c.merged_into.is_not(None))
    into = {row.id: row.merged_into for row in connection.execute(merged)}

    def chain(player: int) -> list[int]:
        ids = [player]
        while ids[-1] in into and into[ids[-1]] not in ids:
            ids.append(into[ids[-1]])
        return ids

    seen: set[int] = set()
    for player in sorted(there, key=lambda player: (len(chain(player)), player)):
        if chain(player)[-1] in seen:
            del into[player]
            connection.execute(sa.update(PLAYER).where(PLAYER.c.id == player).values(merged_into=None))
        seen.add(chain(player)[-1])
