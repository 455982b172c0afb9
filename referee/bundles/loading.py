"""Bring a bundle into a club match by match, each in a short transaction of its own.

No match here is overwritten. A match that comes again is recognised: a loading that was broken off leaves whole
matches, and bringing in the same bundle again finishes it. A match whose log goes on in the bundle goes on here; where
both went on, the version of the bundle is stored as another match, in the bin, until a keeper chooses
(known_matches/conflicts.py). If both copies changed a rule of the club's own, the newer text wins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import Any

from sqlalchemy import Integer, bindparam, delete, select, update
from sqlalchemy.exc import DataError, IntegrityError

from referee.bundles.bundle import EVENING, PLAYER, Bundle, ClubEvening, ClubMatch, ClubPlayer
from referee.bundles.comparison import RelationKind
from referee.bundles.export import Progress, no_progress
from referee.bundles.import_notes import ImportNotes
from referee.bundles.known_matches.further_records import append_further
from referee.bundles.match_rows import (
    DatabaseIds,
    devices_here,
    rules_with_believable_times,
    with_believable_times,
    write_match,
)
from referee.bundles.recognition import (
    BundlePlace,
    FoundLog,
    find_log,
    place_of,
    places_of,
    players_here,
    recognise_players,
    relation_here,
)
from referee.bundles.untrusted_zip import ArchiveRefused
from referee.store.clubs.clubs import club_name, new_club
from referee.store.database.models import Club, Evening, KeptImport, Match, OtherVersion, Player, TableRule, now
from referee.store.database.orm_base import db
from referee.store.database.quotas import PLAYER as PLAYER_BYTES
from referee.store.database.quotas import evening_bytes, lock_and_count, lock_and_count_anyway, room_for_matches
from referee.store.database.transactions import lock_club, writing
from referee.store.matches.match_day import days_of
from referee.store.matches.matches import AppendResult, LogFull
from referee.store.matches.stored_match import load
from referee.store.players.players import COLOURS, free_name, player_register
from referee.store.table_rules.table_rules import merge
from referee.words import say

MOST_HELD = 50
"""Matches of a bundle that went on, held from their recognition until they are written; more are read again."""


@dataclass(frozen=True, slots=True)
class ExchangeLoading:
    """What an exchange does otherwise than an import.

    ``device_id``: the device that is noted with further records. ``stores_versions``: whether the version of a match
    that went on here too is stored, as the server's; else the match stays as it is, and the other side chooses.
    """

    device_id: int | None
    stores_versions: bool


@dataclass(slots=True)
class LoadResult:
    """What was loaded.

    ``places``: the public ids here, by ids of the bundle, of the new matches; ``table_rules``: how many are new or
    newer. ``records``: how many were appended to matches that were here; ``full``: by the public id here, why a match
    could not go on: its log is full. ``conflicts``: matches about which a keeper must choose. ``matches_here``: in an
    exchange, the matches that were here, with their places. ``finished``: all of the bundle is in; else another call
    goes on.
    """

    places: dict[str, str] = field(default_factory=dict)
    table_rules: int = 0
    records: int = 0
    full: dict[str, LogFull] = field(default_factory=dict)
    conflicts: int = 0
    matches_here: list[tuple[ClubMatch, BundlePlace]] = field(default_factory=list)
    finished: bool = False


def new_club_of(bundle: Bundle) -> int:
    """The id of a new club with the name of this one, without its matches; raises Full."""
    with writing():
        return new_club(bundle.head.name, bundle.head.created_at)


def load_bundle(
    bundle: Bundle,
    club_id: int,
    progress: Progress = no_progress,
    exchange: ExchangeLoading | None = None,
    kept_import: KeptImport | None = None,
    is_over: Callable[[], bool] = lambda: False,
) -> LoadResult:
    """Load a bundle into a club.

    :param kept: the import that this is, where it can be taken back: it goes on where it was broken off.
    :param is_over: asked after each match: whether to stop, so that another call goes on.
    :raises ArchiveRefused: a match cannot be read or stored; the matches before it are in.
    :raises Full: there is no room for the next match.
    """
    with _storable():
        return _Loader(bundle, club_id, exchange, kept_import).load(progress, is_over)


@contextmanager
def _storable() -> Iterator[None]:
    try:
        yield
    except (IntegrityError, DataError, OverflowError) as error:
        raise ArchiveRefused(say("L'archive ne se laisse pas ranger ici.")) from error


class _Loader:
    """A bundle on its way into a club.

    ``_players``: the ids of the club's players, by those of the bundle. ``_played_at``: when those who were here before
    played last. ``_room``: how many more matches the club may store, as it was counted last; what others start until it
    is counted again may exceed it. ``_as_here``: the ids of the matches that are here to their end. ``_held``: those
    that went on, by their ids.
    """

    def __init__(
        self, bundle: Bundle, club_id: int, exchange: ExchangeLoading | None, kept_import: KeptImport | None
    ) -> None:
        self._bundle = bundle
        self._club_id = club_id
        self._exchange = exchange
        self._notes = ImportNotes(kept_import)
        self._loaded = LoadResult()
        self._players = (
            {int(player): player_id for player, player_id in kept_import.players.items()} if kept_import else {}
        )
        self._evenings: dict[str | None, int] = {}
        self._days: dict[int | None, date] = {}
        self._devices: dict[int | None, int | None] = {None: None}
        self._played_at: dict[int, datetime] = {}
        self._room = 0
        self._as_here: set[str] = set()
        self._held: dict[str, ClubMatch] = {}

    def load(self, progress: Progress, is_over: Callable[[], bool]) -> LoadResult:
        ids = self._bundle.match_ids
        places = places_of(Match, self._club_id, ids)
        if not self._players:
            self._recognise(places)
        self._begin()
        for done, bundle_id in enumerate(ids[self._notes.start :], self._notes.start + 1):
            if places[bundle_id].row_id is None:
                self._bring(with_believable_times(self._bundle.match(bundle_id)), places[bundle_id], done)
            elif bundle_id not in self._as_here:
                held = bundle_id in self._held
                self._go_on(self._held.pop(bundle_id) if held else self._bundle.match(bundle_id), done)
            progress(done, len(ids))
            if done < len(ids) and is_over():
                with writing():
                    self._notes.note(done)
                return self._loaded
        self._finish(len(ids))
        return self._loaded

    def _recognise(self, places: dict[str, BundlePlace]) -> None:
        """Read the matches that are here: who sits in them is known."""
        seated: dict[int, int] = {}
        for bundle_id, place in places.items():
            if place.row_id is None:
                continue
            match = self._bundle.match(bundle_id)
            kind = relation_here(place.row_id, match).kind
            recognise_players(seated, match, place.row_id, kind is RelationKind.SAME)
            if self._exchange is not None:
                self._loaded.matches_here.append((match, place))
            if kind in (RelationKind.SAME, RelationKind.BEHIND):
                self._as_here.add(bundle_id)
            elif len(self._held) < MOST_HELD:
                self._held[bundle_id] = match
        here = players_here(self._bundle.head, self._club_id, seated)
        self._players = {player: player_id for player, player_id in here.items() if player_id is not None}

    def _begin(self) -> None:
        """Write the people and evenings in their order."""
        head = self._bundle.head
        were_here = set(self._players.values()).difference(self._notes.added_players)
        with writing():
            lock_club(self._club_id)
            played = select(Player.id, Player.played_at).where(Player.club_id == self._club_id)
            self._played_at = {id: moment for id, moment in db.session.execute(played) if id in were_here}
            if head.name:
                unnamed = update(Club).where(Club.id == self._club_id, Club.name == "")
                db.session.execute(unnamed.values(name=club_name(head.name)))
            self._add_players()
            for evening in head.evenings:
                self._evenings[evening.id] = self._evening(evening)
            self._days = days_of(self._evenings.values())
            self._notes.note_people(self._players)

    def _know_devices(self) -> None:
        """Write the devices, before the first match that they recorded."""
        head = self._bundle.head
        if len(self._devices) <= len(head.devices):
            with writing():
                lock_club(self._club_id)
                self._devices = devices_here(self._bundle, self._club_id, [device.number for device in head.devices])

    def _go_on(self, match: ClubMatch, done: int) -> None:
        """Append the further records of a match that is here, or store it as another version.

        What was deleted here or there stays as it is.
        """
        if match.deleted_at is not None:
            return
        found_log = find_log(self._club_id, match)
        if found_log.place.row_id is None:
            return  # purged meanwhile
        kind = found_log.relation.kind
        if db.session.scalar(select(OtherVersion.version_id).where(OtherVersion.version_id == found_log.place.row_id)):
            self._meet_version(with_believable_times(match), found_log, found_log.place.row_id, done)
        elif kind is RelationKind.FURTHER:
            self._append(with_believable_times(match), found_log, done)
        elif (
            kind is RelationKind.BOTH
            and found_log.free_id
            and self._stores_versions()
            and self._stands(found_log.place)
        ):
            self._store_version(with_believable_times(match), found_log, done)

    def _stores_versions(self) -> bool:
        """Whether this side stores the version of a match that went on here too."""
        return self._exchange is None or self._exchange.stores_versions

    def _stands(self, place: BundlePlace) -> bool:
        """Whether the match at a place is not deleted."""
        return load(self._club_id, place.public_id) is not None

    def _append(self, match: ClubMatch, found_log: FoundLog, done: int) -> None:
        """Append the records of a match from a position on; none where it is deleted or went on meanwhile."""
        stored_match = load(self._club_id, found_log.place.public_id)
        if stored_match is None or stored_match.length != found_log.relation.at:
            return
        devices = None
        if self._exchange is not None:
            devices = dict.fromkeys((record.device for record in match.records), self._exchange.device_id)
        try:
            appended = append_further(self._bundle, match, stored_match, devices)
        except LogFull as error:
            self._loaded.full[found_log.place.public_id] = error
            return
        if appended.refusal is not None:
            raise ArchiveRefused(appended.refusal.violations[0].message)
        if appended.outcome == AppendResult.RECORDED:
            self._loaded.records += len(match.records) - stored_match.length
            self._notes.add("further", stored_match.id)
            with writing():
                self._notes.note_added(done)

    def _meet_version(self, match: ClubMatch, found_log: FoundLog, version_id: int, done: int) -> None:
        """Count a version that waits for a choice already; one that went on takes the place of what it was.

        Where a keeper chooses meanwhile, or another request replaces it, it stays as it is.
        """
        if found_log.relation.kind is not RelationKind.FURTHER:
            self._loaded.conflicts += 1
            if self._is_of_server():
                with writing():
                    same = update(OtherVersion).where(OtherVersion.version_id == version_id)
                    db.session.execute(same.values(of_server=True))
            return
        self._know_devices()
        with writing():
            lock_club(self._club_id)
            judged = OtherVersion.version_id == version_id, Match.length == found_log.relation.at
            waits = select(OtherVersion.match_id, OtherVersion.of_server)
            waits = waits.join(Match, Match.id == OtherVersion.version_id).where(*judged)
            version = db.session.execute(waits).one_or_none()
            if version is None:
                return
            before = delete(Match).where(Match.id == version_id).returning(Match.bytes)
            lock_and_count_anyway(self._club_id, -db.session.scalars(before).one())
            of_server = version.of_server or self._is_of_server()
            self._write_version(match, found_log.place.public_id, version.match_id, of_server, done)

    def _store_version(self, match: ClubMatch, found_log: FoundLog, done: int) -> None:
        """Store a match beside the one that is here, unless another request does so meanwhile."""
        public_id = place_of(Match, self._club_id, found_log.free_id).public_id
        self._know_devices()
        assert found_log.place.row_id is not None
        try:
            with writing():
                lock_club(self._club_id)
                self._write_version(match, public_id, found_log.place.row_id, self._is_of_server(), done)
        except IntegrityError:
            if place_of(Match, self._club_id, found_log.free_id).row_id is None:
                raise

    def _is_of_server(self) -> bool:
        """Whether the bundle comes from the server from which this phone took the club along."""
        return self._exchange is not None and self._exchange.stores_versions

    def _write_version(self, match: ClubMatch, public_id: str, original: int, of_server: bool, done: int) -> None:
        """Write another version of a match, deleted until a keeper chooses."""
        ids = DatabaseIds(self._players, self._devices, self._evenings, self._days)
        version = replace(match, deleted_at=now())
        version_id, _ = write_match(self._club_id, public_id, version, ids)
        db.session.add(OtherVersion(version_id=version_id, match_id=original, of_server=of_server))
        db.session.flush()
        self._notes.note_match(done, version_id, match)
        self._loaded.conflicts += 1

    def _bring(self, match: ClubMatch, place: BundlePlace, done: int) -> None:
        """Write a new match at its place, unless another request brings it meanwhile."""
        self._know_devices()
        while place.row_id is None:
            try:
                self._write(match, place.public_id, done)
            except IntegrityError:
                bundle_place = place_of(Match, self._club_id, match.public_id)
                if bundle_place == place:
                    raise
                place = bundle_place
            else:
                self._loaded.places[match.public_id] = place.public_id
                return

    @writing()
    def _write(self, match: ClubMatch, public_id: str, done: int) -> None:
        """Write a match with its seats and records, and note how far this came."""
        if match.deleted_at is None and not self._room:
            lock_club(self._club_id)
            self._room = room_for_matches(self._club_id)
        ids = DatabaseIds(self._players, self._devices, self._evenings, self._days)
        match_id, seated = write_match(self._club_id, public_id, match, ids)  # it locks the club
        here = {"club": self._club_id, "evening": ids.evenings.get(match.evening)}
        row = db.session.connection().execute(_FOUND_HERE, here).one()
        if match.deleted_at is None:
            self._room -= 1
            if row.in_bin:
                db.session.execute(update(Evening).where(Evening.id == here["evening"]).values(deleted_at=None))
        self._seat_together(seated, match, row.merged)
        self._notes.note_match(done, match_id, match)

    def _finish(self, matches: int) -> None:
        """Write the rules of the club's own."""
        with writing():
            lock_club(self._club_id)
            self._loaded.table_rules = self._merge_rules()
            self._notes.note_added(matches)
            self._notes.end()
        self._loaded.finished = True

    def _add_players(self) -> None:
        """Add those who are not in the club, in their order, then note whom they are merged into."""
        new = [player for player in self._bundle.head.players if player.id not in self._players]
        for player in new:
            self._players[player.id] = self._new_player(player)
        for player in new:
            if player.merged_into is not None:
                merged = update(Player).where(Player.id == self._players[player.id])
                db.session.execute(merged.values(merged_into=self._players[player.merged_into]))

    def _new_player(self, player: ClubPlayer) -> int:
        named = dict(
            db.session.execute(select(Player.name, Player.id).where(Player.club_id == self._club_id)).tuples().all()
        )
        known = named.get(player.name)
        if known is not None and known not in self._players.values():
            return known
        lock_and_count(self._club_id, PLAYER_BYTES)
        columns = PLAYER.columns(player, "id", "merged_into", "name", "colour")
        row = Player(
            club_id=self._club_id, name=free_name(player.name, named), colour=player.colour % COLOURS, **columns
        )
        db.session.add(row)
        db.session.flush()
        self._notes.add("players", row.id)
        return row.id

    def _evening(self, evening: ClubEvening) -> int:
        """The id of the club's evening; a new one is added."""
        place = place_of(Evening, self._club_id, evening.id)
        if place.row_id is not None:
            return place.row_id
        lock_and_count(self._club_id, evening_bytes(evening.title, evening.place, evening.note))
        row = Evening(public_id=place.public_id, club_id=self._club_id, **EVENING.columns(evening, "id"))
        db.session.add(row)
        db.session.flush()
        self._notes.add("evenings", row.id)
        return row.id

    def _seat_together(self, seated: list[int], match: ClubMatch, merged: bool) -> None:
        """Undo merges between players of one table, and note when those who were here before played last.

        :param merged: whether any two players of the club are merged.
        """
        people = set(seated)
        if merged:
            everybody = player_register(self._club_id)
            everybody.part(seated)
            people.update(map(everybody.root, seated))
            db.session.flush()
        late = [id for id in people & self._played_at.keys() if self._played_at[id] < match.created_at]
        if late:
            earlier = Player.id.in_(late), Player.played_at < match.created_at
            db.session.execute(update(Player).where(*earlier).values(played_at=match.created_at))

    def _merge_rules(self) -> int:
        """Bring the rules of the club's own together; how many are new or newer."""
        query = select(TableRule.id).where(TableRule.club_id == self._club_id)
        before = set(db.session.scalars(query))
        changed = merge(self._club_id, rules_with_believable_times(self._bundle.head.table_rules))
        new = set(db.session.scalars(query)) - before
        if new:
            self._notes.add("rules", *sorted(new))
        return changed


def _found_here() -> Any:
    """The statement that says whether an evening is in the bin, and whether any two players of a club are merged."""
    evening, club = bindparam("evening", type_=Integer), bindparam("club", type_=Integer)
    in_bin = select(Evening.id).where(Evening.id == evening, Evening.deleted_at.is_not(None))
    merged = select(Player.id).where(Player.club_id == club, Player.merged_into.is_not(None))
    return select(in_bin.exists().label("in_bin"), merged.exists().label("merged"))


_FOUND_HERE = _found_here()
