"""A match as it was read, with its log: from the cache, with new records appended, or read anew."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Any

from sqlalchemy import JSON, Column, Row, RowMapping, Select, String, Table, cast, select

from referee.game_definition.match_course import ReplayedMatch
from referee.games.registry import GAMES, game_named
from referee.matches.log import CurrentEntry, Log, Record, ReplayedLog, records_of, replay_with
from referee.matches.match_file import Setup, read_setup
from referee.matches.stopped_match import stop_in_words
from referee.store.database.match_columns import COLUMNS, counted_matches, sharing_tag
from referee.store.database.models import Device, Match, PurgedMatch, RecordRow
from referee.store.database.orm_base import db, table_of
from referee.store.database.stored_json import StoredJson, Unreadable
from referee.store.matches.match_results import replay_from_setup, replay_of_rows
from referee.store.matches.record_rows import REPLAYED, log_of_rows
from referee.store.matches.replay_cache import replay_cache
from referee.words import Text, quoted, say

MATCHES, RECORDS, DEVICES = table_of(Match), table_of(RecordRow), table_of(Device)
LONG = 500
"""Records from which a log is read and replayed alone, in its own turn."""
SETUP_COLUMNS = (
    "public_id", "game", "players", "dealer", "options", "teams", "rules_version", "length", "mark", "created_at",
    "changed_at",
)  # fmt: skip
RECORD_COLUMNS = *REPLAYED, "reason", "person", "ruling", "recorded_at"
UNREADABLE = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""What values raise that no version of the referee has written."""
UNREADABLE_COLUMNS = {
    "players": say("La liste des joueurs ne se lit pas."),
    "options": say("Les règles de la maison ne se lisent pas."),
    "teams": say("Les équipes ne se lisent pas."),
    "length": say("Le nombre de ses saisies ne se lit pas."),
    "created_at": say("Le jour de la partie ne se lit pas."),
    "changed_at": say("Le moment de son dernier changement ne se lit pas."),
}
UNREADABLE_LOG = say("Une de ses saisies ne se lit pas, ou ne va pas avec les autres.")
SHOWN = select(*COLUMNS).select_from(counted_matches(MATCHES))


@dataclass(frozen=True)
class StoredMatch:
    """A match as one statement read it, and on demand its log; the same ``mark``, the same log.

    ``counting``: how often something was counted in it since the last record. ``asking``: how many watchers ask to keep
    it. ``table_code``: the number of the last code of its evening, 0 without one. ``log_read``: its replayed log, where
    that was read beside it.
    """

    id: int
    public_id: str
    club_id: int
    evening_id: int | None
    game: str
    players: list[str]
    dealer: str
    teams: list[list[str]] | None
    options: dict[str, Any]
    rules_version: int
    length: int
    mark: str
    over: bool
    created_at: datetime
    changed_at: datetime
    own_phones: bool
    seating: int
    counting: int
    asking: int
    table_code: int
    log_read: ReplayedLog | None = None

    @property
    def replayed_log(self) -> ReplayedLog:
        """Its log, replayed; raises DamagedMatch. A ``cached_property`` of Python 3.11 lets no two matches replay."""
        log = self.log_read or _replayed_log(self)
        object.__setattr__(self, "log_read", log)
        return log

    @property
    def setup(self) -> Setup:
        return self.replayed_log.setup

    @property
    def log(self) -> Log:
        return self.replayed_log.log

    @property
    def current(self) -> tuple[CurrentEntry, ...]:
        return self.replayed_log.current

    @property
    def replay(self) -> ReplayedMatch:
        return self.replayed_log.replay

    @cached_property
    def records(self) -> Sequence[Record]:
        """All records of the log, with author and moment; raises DamagedMatch."""
        try:
            return log_of(self)
        except UNREADABLE as error:
            raise DamagedMatch(self, error) from error

    @property
    def counted_tag(self) -> str:
        """The part of a page's ETag that changes with each count."""
        return f"-{self.counting}" if self.counting else ""

    @property
    def sharing_tag(self) -> str:
        return sharing_tag(self.asking, self.table_code, self.seating)

    def with_log(self, log: ReplayedLog) -> StoredMatch:
        """The same match with another log."""
        return replace(self, log_read=log)

    def as_of(self, length: int) -> StoredMatch:
        """The match when its log had this length."""
        return self.with_log(replay_from_setup(self, self.replayed_log.first_setup, self.log[:length]))


class DamagedSetup(ValueError):
    """A stored set-up that cannot be read, or that its game refuses; ``sentences``: why."""

    def __init__(self, sentences: Sequence[Text]) -> None:
        super().__init__(" ".join(sentence.render("en") for sentence in sentences))
        self.sentences = sentences


class DamagedMatch(ValueError):
    """A match whose stored set-up or log cannot be read or does not replay; ``match``: as it was read."""

    def __init__(self, match: StoredMatch, cause: Exception) -> None:
        super().__init__(match.public_id)
        self.match = match
        self.sentences = cause.sentences if isinstance(cause, DamagedSetup) else [UNREADABLE_LOG]
        """What cannot be read."""


def load(club_id: int, public_id: str) -> StoredMatch | None:
    """A match of this club; its log is read once it is asked for."""
    match = MATCHES.c.public_id == public_id, MATCHES.c.club_id == club_id, MATCHES.c.deleted_at.is_(None)
    row = db.session.connection().execute(SHOWN.where(*match)).first()
    return StoredMatch(*row) if row is not None else None


def match_with_id(match_id: int) -> StoredMatch:
    """A match of any club, be it in the bin."""
    return StoredMatch(*db.session.connection().execute(SHOWN.where(MATCHES.c.id == match_id)).one())


def is_stored(public_id: str) -> bool:
    """Whether any club has this match, be it in the bin."""
    return db.session.scalar(select(MATCHES.c.id).where(MATCHES.c.public_id == public_id)) is not None


def _replayed_log(match: StoredMatch) -> ReplayedLog:
    """The log of a match: from the cache, with new records appended, or read anew; raises DamagedMatch."""
    cache = replay_cache()
    replayed = cache.get(match.public_id)
    if replayed is not None and _is_of(match, replayed):
        return replayed
    db.session.connection()  # who has the turn needs one, and those who wait may hold all others
    with cache.turn(match.public_id):
        replayed = cache.get(match.public_id)
        if replayed is None or not _is_of(match, replayed):
            replayed = _with_new_records(match, replayed) or _read_alone(match)
            cache.keep(match.public_id, match.mark, replayed)
    return replayed


def _read_alone(match: StoredMatch) -> ReplayedLog:
    """Read and replay one log; whatever fails there is the damage of this match alone."""
    try:
        return _replay(match, _read([match])[match.id])
    except UNREADABLE as error:
        raise DamagedMatch(match, error) from error


def _replay(match: StoredMatch, rows: Sequence[Row[Any]]) -> ReplayedLog:
    return replay_of_rows(match, setup_of(match), rows)


def stored_matches(ids: Collection[int]) -> dict[int, StoredMatch]:
    """These matches with their logs, by their ids, without those damaged.

    Two queries, and one more for each long log.
    """
    if not ids:
        return {}
    cache = replay_cache()
    rows = db.session.connection().execute(SHOWN.where(MATCHES.c.id.in_(ids)))
    matches = {row.id: StoredMatch(*row) for row in rows}
    by_id = {match.id: cache.get(match.public_id) for match in matches.values()}
    unknown = [match for match in matches.values() if (known := by_id[match.id]) is None or not _is_of(match, known)]
    apart = [match for match in unknown if match.length >= LONG]
    together = [match for match in unknown if match.length < LONG]
    try:
        for match_id, records in _read(together).items():
            match = matches[match_id]
            by_id[match_id] = replayed = _replay(match, records)
            cache.keep(match.public_id, match.mark, replayed)
    except UNREADABLE:  # one is damaged: each is read by itself
        apart = unknown
    for match in apart:
        by_id[match.id] = None
        with suppress(DamagedMatch):
            by_id[match.id] = match.replayed_log
    return {match_id: matches[match_id].with_log(log) for match_id in ids if (log := by_id.get(match_id))}


def _is_of(match: StoredMatch, replayed: ReplayedLog) -> bool:
    return replayed.mark == match.mark and len(replayed.log) == match.length


def _with_new_records(match: StoredMatch, cached: ReplayedLog | None) -> ReplayedLog | None:
    """A cached log with the records that came after; None where these do not make the present log."""
    if cached is None or len(cached.log) >= match.length:
        return None
    longer = replay_with(cached, records_of(_read([match], first=len(cached.log))[match.id]))
    return longer if isinstance(longer, ReplayedLog) and _is_of(match, longer) else None


def _read(matches: Collection[StoredMatch], first: int = 0) -> dict[int, list[Row[Any]]]:
    """The logs of these matches from a position on, without author and moment."""
    if not matches:
        return {}
    logs: dict[int, list[Row[Any]]] = {match.id: [] for match in matches}
    query = (
        select(*(RECORDS.c[name] for name in ("match_id", *REPLAYED)))
        .where(RECORDS.c.match_id.in_(logs), RECORDS.c.position >= first)
        .order_by(RECORDS.c.match_id, RECORDS.c.position)
    )
    for row in db.session.connection().execute(query):
        logs[row.match_id].append(row)
    return {match.id: logs[match.id][: match.length - first] for match in matches}


def log_of(match: Match | StoredMatch) -> Sequence[Record]:
    """The records of a match with their authors."""
    rows = select(RecordRow).where(RecordRow.match_id == match.id, RecordRow.position < match.length)
    return log_of_rows(db.session.scalars(rows.order_by(RecordRow.position)))


def raw_match(match_id: int) -> dict[str, Any]:
    """The row of a match and the rows of its log as they are stored, JSON columns as text; for a damaged one."""
    connection = db.session.connection()
    match = connection.execute(_as_stored(MATCHES, SETUP_COLUMNS).where(MATCHES.c.id == match_id)).mappings().one()
    records = _as_stored(RECORDS, RECORD_COLUMNS).add_columns(DEVICES.c.name.label("device"))
    records = records.select_from(RECORDS.outerjoin(DEVICES, DEVICES.c.id == RECORDS.c.device_id))
    records = records.where(RECORDS.c.match_id == match_id).order_by(RECORDS.c.position)
    rows = connection.execute(records).mappings()
    return {**_stored_values(match), "records": [_stored_values(row) for row in rows]}


def _stored_values(columns: RowMapping) -> dict[str, Any]:
    return {name: value.stored if isinstance(value, Unreadable) else value for name, value in columns.items()}


def _as_stored(table: Table, names: Sequence[str]) -> Select[Any]:
    columns = (table.c[name] for name in names)
    return select(*(cast(column, String).label(column.name) if _is_json(column) else column for column in columns))


def _is_json(column: Column[Any]) -> bool:
    return isinstance(column.type, (JSON, StoredJson))


def setup_of(match: Match | StoredMatch | Row[Any]) -> Setup:
    """The set-up in force; raises DamagedSetup."""
    if match.game not in GAMES:
        raise DamagedSetup([say("L'arbitre ne connaît pas de jeu « %(game)s ».", game=quoted(match.game))])
    unreadable = [why for name, why in UNREADABLE_COLUMNS.items() if isinstance(getattr(match, name, None), Unreadable)]
    if unreadable:
        raise DamagedSetup(unreadable)
    setup = read_setup(match.game, match.players, match.dealer, match.options, match.teams, match.rules_version)
    if isinstance(setup, list):
        raise DamagedSetup([violation.message for violation in setup])
    return setup


def stop_of(match: Match | StoredMatch | Row[Any], deals: int) -> Text:
    """After how many deals a match was stopped, of how many by its set-up, in words."""
    try:
        setup = setup_of(match)
    except DamagedSetup:
        return stop_in_words(deals, None)
    return stop_in_words(deals, setup.game.ending(setup.table).deals)


def is_readable(match: Match | StoredMatch | Row[Any]) -> bool:
    """Whether the set-up of a match can be read; its log may be damaged all the same."""
    try:
        setup_of(match)
    except UNREADABLE:
        return False
    return True


def name_of(match: Match | StoredMatch | PurgedMatch | Row[Any], damaged: bool = False) -> Text | str:
    """The name of a match in a list, which says whether it is damaged; ``damaged``: its log is known to be."""
    game = game_named(match.game)
    if game is None:
        return say("Partie abîmée")
    if damaged or not (isinstance(match, PurgedMatch) or is_readable(match)):
        return say("%(game)s, partie abîmée", game=game.name)
    return game.name_at(match.options)
