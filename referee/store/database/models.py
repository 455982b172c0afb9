"""Tables: a club owns players and matches; a match owns its log; devices belong to clubs by membership."""

from __future__ import annotations

import secrets
from contextvars import ContextVar
from datetime import UTC, date, datetime
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Date,
    DateTime,
    ForeignKey,
    Index,
    String,
    Text,
    TypeDecorator,
    UniqueConstraint,
)
from sqlalchemy.engine import Dialect
from sqlalchemy.orm import Mapped, mapped_column, relationship
from sqlalchemy.types import TypeEngine

from referee.store.database.orm_base import Base
from referee.store.database.stored_json import Names, SqliteMoment, StoredNumber, Unreadable, Values

CLOCK: ContextVar[datetime | None] = ContextVar("clock", default=None)
"""The present moment of the demo, which plays past days; None: the machine's clock."""


def now() -> datetime:
    return CLOCK.get() or datetime.now(UTC)


def new_id() -> str:
    """An identifier that cannot be guessed: 96 random bits, for addresses."""
    return secrets.token_urlsafe(12)


class Moment(TypeDecorator[datetime]):
    """A moment in UTC on every database; SQLite forgets the zone."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        if dialect.name == "sqlite":
            return SqliteMoment()  # type: ignore[no-untyped-call]
        return self.impl_instance

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return value.astimezone(UTC) if value is not None and value.tzinfo is not None else value

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None or isinstance(value, Unreadable) or value.tzinfo is not None:
            return value
        return value.replace(tzinfo=UTC)


class Installation(Base):
    """One row: ``id`` is part of the names of cookies, so that two installations at one address keep theirs apart."""

    __tablename__ = "installation"
    id: Mapped[str] = mapped_column(String(16), primary_key=True)


class Club(Base):
    """A family, a patrol, a café table; one of its keepers, where it has any, is its owner.

    ``bytes``: the size of all it owns (``quotas.py``). ``backed_up_at``: its last archive; ``backup_put_off_at``: its
    keeper wanted none then. ``had_records``: matches with records were purged. ``last_number``: the highest number that
    one of its phones was given.
    """

    __tablename__ = "club"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(80), default="")
    recovery_hash: Mapped[str | None] = mapped_column(String(64), unique=True)
    owner_id: Mapped[int | None] = mapped_column(ForeignKey("device.id", ondelete="SET NULL"))
    bytes: Mapped[int] = mapped_column(BigInteger, default=0)
    created_at: Mapped[datetime] = mapped_column(Moment, default=now)
    backed_up_at: Mapped[datetime | None] = mapped_column(Moment)
    backup_put_off_at: Mapped[datetime | None] = mapped_column(Moment)
    had_records: Mapped[bool] = mapped_column(default=False)
    last_number: Mapped[int] = mapped_column(default=0)


class Device(Base):
    """A phone, known by a random key in its signed cookie."""

    __tablename__ = "device"
    id: Mapped[int] = mapped_column(primary_key=True)
    key: Mapped[str] = mapped_column(String(32), unique=True, default=lambda: secrets.token_urlsafe(16))
    name: Mapped[str] = mapped_column(String(40), default="")
    created_at: Mapped[datetime] = mapped_column(Moment, default=now)


class Invitation(Base):
    """A link that hands on a role, in the whole club or for one match; only the hash of its token is stored.

    ``made_by``: a device, None: the host's own command; ``made_in``: the match it was made in, the page of arrival.
    """

    __tablename__ = "invitation"
    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id", ondelete="CASCADE"), index=True)
    token_hash: Mapped[str] = mapped_column(String(64), unique=True)
    role: Mapped[str] = mapped_column(String(10))
    match_id: Mapped[int | None] = mapped_column(ForeignKey("match.id", ondelete="CASCADE"))
    made_by: Mapped[int | None] = mapped_column(ForeignKey("device.id", ondelete="SET NULL"))
    made_in: Mapped[int | None] = mapped_column(ForeignKey("match.id", ondelete="SET NULL"))
    created_at: Mapped[datetime] = mapped_column(Moment, default=now)
    expires_at: Mapped[datetime] = mapped_column(Moment)
    revoked_at: Mapped[datetime | None] = mapped_column(Moment)


class ApiToken(Base):
    """A program's access to a club with a role; only the hash of the token is stored.

    ``device_id``: the device that its records and its name belong to; ``made_by``: the keeper's device; ``origin``: of
    the pages whose scripts may use it, "" none.
    """

    __tablename__ = "api_token"
    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id", ondelete="CASCADE"), index=True)
    device_id: Mapped[int] = mapped_column(ForeignKey("device.id", ondelete="CASCADE"))
    token_hash: Mapped[str] = mapped_column(String(64), unique=True)
    role: Mapped[str] = mapped_column(String(10))
    origin: Mapped[str] = mapped_column(String(200), default="")
    made_by: Mapped[int | None] = mapped_column(ForeignKey("device.id", ondelete="SET NULL"))
    created_at: Mapped[datetime] = mapped_column(Moment, default=now)
    used_at: Mapped[datetime | None] = mapped_column(Moment)
    revoked_at: Mapped[datetime | None] = mapped_column(Moment)


class TableCode(Base):
    """The code of an evening's table, beside the link that it opens (``store/clubs/table_codes.py``).

    ``seed``: random, the code is derived from it with the secret of the installation; ``code_hash``: keyed by that.
    """

    __tablename__ = "table_code"
    invitation_id: Mapped[int] = mapped_column(ForeignKey("invitation.id", ondelete="CASCADE"), primary_key=True)
    evening_id: Mapped[int] = mapped_column(ForeignKey("evening.id", ondelete="CASCADE"), index=True)
    seed: Mapped[str] = mapped_column(String(24))
    code_hash: Mapped[str] = mapped_column(String(64), unique=True)


class Membership(Base):
    """The rights of a device in a club: ``keeper`` records and corrects, ``watcher`` reads (all, or one match).

    A device may belong to several clubs; it acts in the one with the latest ``chosen_at``. ``asks_in``: the match in
    which a watcher asks to become a keeper. ``number``: that by which a device without a name is called in the club; no
    other one is given it, even when this one has left.
    """

    __tablename__ = "membership"
    __table_args__ = (UniqueConstraint("device_id", "club_id"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    device_id: Mapped[int] = mapped_column(ForeignKey("device.id", ondelete="CASCADE"))
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id", ondelete="CASCADE"), index=True)
    invitation_id: Mapped[int | None] = mapped_column(ForeignKey("invitation.id", ondelete="SET NULL"))
    role: Mapped[str] = mapped_column(String(10))
    match_id: Mapped[int | None] = mapped_column(ForeignKey("match.id", ondelete="CASCADE"))
    asks_in: Mapped[int | None] = mapped_column(ForeignKey("match.id", ondelete="SET NULL"), index=True)
    since: Mapped[datetime] = mapped_column(Moment, default=now)
    chosen_at: Mapped[datetime] = mapped_column(Moment, default=now)
    seen_at: Mapped[datetime] = mapped_column(Moment, default=now)
    number: Mapped[int] = mapped_column(default=0)


class Evening(Base):
    """The matches of one sitting; opened with the first of them, closed by hand or after eight quiet hours."""

    __tablename__ = "evening"
    __table_args__ = (
        Index("ix_evening_club_id_opened_at", "club_id", "opened_at"),
        Index("ix_evening_club_id_day", "club_id", "day", "opened_at"),
    )
    id: Mapped[int] = mapped_column(primary_key=True)
    public_id: Mapped[str] = mapped_column(String(20), unique=True, default=new_id)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id", ondelete="CASCADE"))
    day: Mapped[date] = mapped_column(Date)
    title: Mapped[str] = mapped_column(String(80), default="")
    place: Mapped[str] = mapped_column(String(80), default="")
    note: Mapped[str] = mapped_column(Text, default="")
    opened_at: Mapped[datetime] = mapped_column(Moment, default=now)
    closed_at: Mapped[datetime | None] = mapped_column(Moment)
    deleted_at: Mapped[datetime | None] = mapped_column(Moment)


class Player(Base):
    """A player of the club; one merged into another keeps its own seats, so that it can be undone.

    ``parted_from``: whom it was merged into until both sat at one table.
    """

    __tablename__ = "player"
    __table_args__ = (UniqueConstraint("club_id", "name"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id", ondelete="CASCADE"))
    name: Mapped[str] = mapped_column(String(40))
    mark: Mapped[str] = mapped_column(String(4), default="")
    colour: Mapped[int] = mapped_column(StoredNumber, default=0)
    played_at: Mapped[datetime] = mapped_column(Moment, default=now)
    archived_at: Mapped[datetime | None] = mapped_column(Moment)
    merged_into: Mapped[int | None] = mapped_column(ForeignKey("player.id", ondelete="SET NULL"), index=True)
    parted_from: Mapped[int | None] = mapped_column(ForeignKey("player.id", ondelete="SET NULL"), index=True)


class TableRule(Base):
    """A rule of a club's own, in a sentence: where this article decides, its table plays otherwise.

    ``players``: the names of those who were there. ``public_id`` is the rule's in every copy of the club. A removed
    rule keeps its row, so that no older copy brings it back; its words are purged after thirty days.
    """

    __tablename__ = "table_rule"
    __table_args__ = (UniqueConstraint("club_id", "public_id"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id", ondelete="CASCADE"))
    public_id: Mapped[str] = mapped_column(String(20), default=new_id)
    article: Mapped[str] = mapped_column(String(80))
    text: Mapped[str] = mapped_column(String(300))
    players: Mapped[list[str]] = mapped_column(Names)
    noted_at: Mapped[datetime] = mapped_column(Moment, default=now)
    changed_at: Mapped[datetime] = mapped_column(Moment, default=now)
    deleted_at: Mapped[datetime | None] = mapped_column(Moment)


class Match(Base):
    """A match as it was set up, its version of the rules, the length and the mark of its log, its bytes.

    ``mark``: "" where nothing was appended since there are marks. ``teams``: those that the table chose, None where the
    game says who plays with whom. ``own_phones``: each may answer on a phone of their own; ``seating``: how often
    that or a holder of a seat has changed.
    """

    __tablename__ = "match"
    __table_args__ = (
        Index("ix_match_club_id_changed_at", "club_id", "changed_at"),
        UniqueConstraint("club_id", "start_key", name="uq_match_club_id_start_key"),
    )
    id: Mapped[int] = mapped_column(primary_key=True)
    public_id: Mapped[str] = mapped_column(String(20), unique=True, default=new_id)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id", ondelete="CASCADE"))
    evening_id: Mapped[int | None] = mapped_column(ForeignKey("evening.id", ondelete="SET NULL"), index=True)
    game: Mapped[str] = mapped_column(String(40))
    players: Mapped[list[str]] = mapped_column(Names)
    dealer: Mapped[str] = mapped_column(String(40))
    teams: Mapped[list[list[str]] | None] = mapped_column(JSON(none_as_null=True))
    options: Mapped[dict[str, Any]] = mapped_column(Values)
    rules_version: Mapped[int]
    start_key: Mapped[str | None] = mapped_column(String(40))
    length: Mapped[int] = mapped_column(StoredNumber, default=0)
    mark: Mapped[str] = mapped_column(String(32), default="")
    bytes: Mapped[int] = mapped_column(BigInteger, default=0)
    over: Mapped[bool] = mapped_column(default=False)
    own_phones: Mapped[bool] = mapped_column(default=False)
    seating: Mapped[int] = mapped_column(default=0)
    notes: Mapped[str] = mapped_column(Text, default="")
    deleted_at: Mapped[datetime | None] = mapped_column(Moment)
    created_at: Mapped[datetime] = mapped_column(Moment, default=now)
    changed_at: Mapped[datetime] = mapped_column(Moment, default=now)
    seats: Mapped[list[Seat]] = relationship(cascade="all, delete-orphan", order_by="Seat.number")
    stand_ins: Mapped[list[StandIn]] = relationship(cascade="all, delete-orphan", order_by="StandIn.name")


class Seat(Base):
    """The player at a seat; a dummy's seat has no row."""

    __tablename__ = "seat"
    match_id: Mapped[int] = mapped_column(ForeignKey("match.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id", ondelete="CASCADE"), index=True)


class StandIn(Base):
    """The player of the club behind a name that stands in for others in the log of a match."""

    __tablename__ = "stand_in"
    match_id: Mapped[int] = mapped_column(ForeignKey("match.id", ondelete="CASCADE"), primary_key=True)
    name: Mapped[str] = mapped_column(String(40), primary_key=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id", ondelete="CASCADE"), index=True)


class RecordRow(Base):
    """One record of a match's log: never changed, never deleted; ``before``: the entry that it stands before."""

    __tablename__ = "entry"
    __table_args__ = (
        UniqueConstraint("match_id", "position"),
        UniqueConstraint("match_id", "client_key", name="uq_entry_match_id_client_key"),
    )
    id: Mapped[int] = mapped_column(primary_key=True)
    match_id: Mapped[int] = mapped_column(ForeignKey("match.id", ondelete="CASCADE"))
    position: Mapped[int]
    entry: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    amends: Mapped[int | None]
    batch: Mapped[int]
    undoes: Mapped[int | None]
    before: Mapped[int | None]
    reason: Mapped[str] = mapped_column(String(200), default="")
    device_id: Mapped[int | None] = mapped_column(ForeignKey("device.id", ondelete="SET NULL"))
    person: Mapped[str] = mapped_column(String(40), default="")
    client_key: Mapped[str | None] = mapped_column(String(40))
    ruling: Mapped[dict[str, Any] | None] = mapped_column(Values(none_as_null=True))
    recorded_at: Mapped[datetime] = mapped_column(Moment, default=now)


class RunningCount(Base):
    """The count of a deal in play, until it is recorded: no part of the log, and the last tap wins.

    ``asked``: the form; ``typed``: its values, by the names of its controls.
    """

    __tablename__ = "running_count"
    match_id: Mapped[int] = mapped_column(ForeignKey("match.id", ondelete="CASCADE"), primary_key=True)
    version: Mapped[int]
    asked: Mapped[str] = mapped_column(String(80))
    typed: Mapped[dict[str, str]] = mapped_column(Values)


class SeatHolder(Base):
    """The phone that answers for a player of a match that has chosen ``own_phones``; a phone holds one seat.

    ``stream``: that by which it follows the match; "": that one has ended, None: it began before the seat was taken,
    or the phone polls; "?": it was called when a server started.
    """

    __tablename__ = "seat_holder"
    __table_args__ = (UniqueConstraint("match_id", "membership_id"),)
    match_id: Mapped[int] = mapped_column(ForeignKey("match.id", ondelete="CASCADE"), primary_key=True)
    player: Mapped[str] = mapped_column(String(40), primary_key=True)
    membership_id: Mapped[int] = mapped_column(ForeignKey("membership.id", ondelete="CASCADE"), index=True)
    stream: Mapped[str | None] = mapped_column(String(16))


class HandedPart(Base):
    """A part of a match handed over in several codes, stored until all have arrived."""

    __tablename__ = "handed_part"
    __table_args__ = (UniqueConstraint("club_id", "digest", "number"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id", ondelete="CASCADE"))
    digest: Mapped[str] = mapped_column(String(16))
    number: Mapped[int]
    code: Mapped[str] = mapped_column(Text)
    came_at: Mapped[datetime] = mapped_column(Moment, default=now)


class KeptImport(Base):
    """An import of the last day: as far as it came, and what it brought, so that it can go on or be taken back.

    ``digest``: of the bundle; ``done`` of ``matches`` are in. ``players``: the ids of the club's players by those of
    the bundle. ``added``: the ids of the players, evenings and rules that are new, and of the matches that went on;
    the name of the file.
    """

    __tablename__ = "kept_import"
    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id", ondelete="CASCADE"), index=True)
    digest: Mapped[str] = mapped_column(String(64))
    began_at: Mapped[datetime] = mapped_column(Moment, default=now)
    done: Mapped[int] = mapped_column(default=0)
    matches: Mapped[int]
    finished: Mapped[bool] = mapped_column(default=False)
    players: Mapped[dict[str, int]] = mapped_column(JSON, default=dict)
    added: Mapped[dict[str, list[Any]]] = mapped_column(JSON, default=dict)


class ImportedMatch(Base):
    """A match that an import of the last day brought, with the mark that its log had then."""

    __tablename__ = "imported_match"
    match_id: Mapped[int] = mapped_column(ForeignKey("match.id", ondelete="CASCADE"), primary_key=True)
    import_id: Mapped[int] = mapped_column(ForeignKey("kept_import.id", ondelete="CASCADE"), index=True)
    mark: Mapped[str] = mapped_column(String(32))


class Result(Base):
    """The result of a finished match for one seat; written with the entry that ends it, deleted when that is undone.

    ``player_id``: the player who counts for the seat; ``deals``: those of the match, ``in_play``: those in which the
    seat was in play; ``whole``: the match counts for records and best totals. ``day``:
    that of the match's evening, on which it counts; matches of a day follow one another by ``finished_at``.
    """

    __tablename__ = "result"
    __table_args__ = (
        Index("ix_result_club_id_game_day", "club_id", "game", "day", "finished_at", "match_id"),
        Index("ix_result_player_id_game_day", "player_id", "club_id", "game", "day", "finished_at"),
        # All that the ranking reads, in the order it reads it: it never touches the rows themselves.
        Index(
            "ix_result_club_id_day", "club_id", "day", "finished_at", "match_id", "game", "player_id", "won", "place"
        ),
    )
    match_id: Mapped[int] = mapped_column(ForeignKey("match.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id", ondelete="CASCADE"))
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id", ondelete="CASCADE"))
    game: Mapped[str] = mapped_column(String(40))
    side: Mapped[str] = mapped_column(String(300))
    total: Mapped[int]
    place: Mapped[int]
    places: Mapped[int]
    won: Mapped[bool]
    deals: Mapped[int]
    in_play: Mapped[int]
    whole: Mapped[bool]
    day: Mapped[date] = mapped_column(Date)
    finished_at: Mapped[datetime] = mapped_column(Moment)


class TallyRow(Base):
    """A figure of a finished match for one player, as the game declares it: ``count`` of ``out_of``."""

    __tablename__ = "tally"
    __table_args__ = (Index("ix_tally_player_id_figure", "player_id", "figure"),)
    id: Mapped[int] = mapped_column(primary_key=True)
    match_id: Mapped[int] = mapped_column(ForeignKey("match.id", ondelete="CASCADE"), index=True)
    player_id: Mapped[int] = mapped_column(ForeignKey("player.id", ondelete="CASCADE"))
    figure: Mapped[str] = mapped_column(String(40))
    detail: Mapped[str] = mapped_column(String(40), default="")
    count: Mapped[int]
    out_of: Mapped[int]


class TakenClub(Base):
    """A club that this phone took along: its id ``there``, on the server of this installation.

    ``table_rules``: the digest of the club's own rules when they were last the same on both.
    """

    __tablename__ = "taken_club"
    __table_args__ = (UniqueConstraint("installation", "there"),)
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id", ondelete="CASCADE"), primary_key=True)
    installation: Mapped[str] = mapped_column(String(16))
    there: Mapped[int]
    table_rules: Mapped[str] = mapped_column(String(32), default="")


class TakenMatch(Base):
    """A match that the server has too, under the public id ``there``: how far both logs are known to be the same.

    ``gone``: the server has it no more.
    """

    __tablename__ = "taken_match"
    match_id: Mapped[int] = mapped_column(ForeignKey("match.id", ondelete="CASCADE"), primary_key=True)
    there: Mapped[str] = mapped_column(String(20))
    length: Mapped[int]
    mark: Mapped[str] = mapped_column(String(32))
    gone: Mapped[bool] = mapped_column(default=False)


class OtherVersion(Base):
    """Another version of a match, whose log went on otherwise elsewhere: a match in the bin until a keeper chooses.

    ``of_server``: it is the version of the server from which this phone took the club along.
    """

    __tablename__ = "other_version"
    version_id: Mapped[int] = mapped_column(ForeignKey("match.id", ondelete="CASCADE"), primary_key=True)
    match_id: Mapped[int] = mapped_column(ForeignKey("match.id", ondelete="CASCADE"), index=True)
    of_server: Mapped[bool] = mapped_column(default=False)


class PurgedMatch(Base):
    """A match of a club taken along that was purged here: it does not come again by itself.

    ``there``: its public id on the server; ``stands``: it is still there, as far as is known.
    """

    __tablename__ = "purged_match"
    club_id: Mapped[int] = mapped_column(ForeignKey("club.id", ondelete="CASCADE"), primary_key=True)
    there: Mapped[str] = mapped_column(String(20), primary_key=True)
    game: Mapped[str] = mapped_column(String(40))
    options: Mapped[dict[str, Any]] = mapped_column(Values)
    players: Mapped[list[str]] = mapped_column(Names)
    created_at: Mapped[datetime] = mapped_column(Moment)
    stands: Mapped[bool]


class TryCount(Base):
    """The number of tries of one client between two moments; ``key``: a digest of who, what and how long."""

    __tablename__ = "try_count"
    key: Mapped[str] = mapped_column(String(64), primary_key=True)
    count: Mapped[int]
    began_at: Mapped[datetime] = mapped_column(Moment)
    ends_at: Mapped[datetime] = mapped_column(Moment, index=True)
