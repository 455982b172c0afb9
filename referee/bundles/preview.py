"""What an archive would bring into a club: new, known and conflicting matches.

A match is recognised by its public id and its log, an evening by its public id, a player by the seats of a known match,
else by name.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sqlalchemy import select

from referee.bundles.bundle import ClubHead, derived_id
from referee.bundles.export import CHUNK, ArchiveIds, Progress, no_progress, read_club_matches
from referee.bundles.match_rows import (
    WaitingRows,
    believable,
    match_bytes,
    rows_of,
    rules_with_believable_times,
    with_believable_times,
)
from referee.bundles.record import ClubMatch
from referee.bundles.zip_file import ClubFile
from referee.store.clubs.club_capacity import room_for_import
from referee.store.database.models import Evening, Match, Player
from referee.store.database.orm_base import db
from referee.store.matches.match_results import mark_of
from referee.store.table_rules.table_rules import changes_by
from referee.words import Text, say, say_n

MOST_CONFLICTS = 20


@dataclass(frozen=True, slots=True)
class Conflict:
    """A match that was continued in both places: its title, and the length of its log here and in the archive."""

    title: Text
    length: int
    length_in_archive: int

    @property
    def sentence(self) -> Text:
        return say(
            "%(match)s : %(here)s entrées ici, %(there)s dans l'archive",
            match=self.title,
            here=self.length,
            there=self.length_in_archive,
        )


@dataclass(slots=True)
class Plan:
    """What an import would bring.

    ``new_matches``: ids of the archive to public ids here; ``devices``: the numbers of the devices that recorded them;
    ``not_deleted``: how many are not deleted, and ``living_evenings`` their evenings; ``bytes``: of all of them.
    ``players``: ids of the archive to ids here, None: new; ``evenings``: to a public id here and an id, None: new.
    ``table_rules``: how many rules of the club's own are new or newer.
    ``lengths``: of the logs of the known matches, of which ``unchanged`` are the same; ``seated``: their players;
    ``nobodies``: players that an earlier version noted only at dummies' seats. ``altered``: the titles of matches whose
    log is not the one that was recorded.
    """

    new_matches: dict[str, str] = field(default_factory=dict)
    not_deleted: int = 0
    bytes: int = 0
    unchanged: int = 0
    conflicts: list[Conflict] = field(default_factory=list)
    players: dict[int, int | None] = field(default_factory=dict)
    evenings: dict[str, tuple[str, int | None]] = field(default_factory=dict)
    devices: set[int] = field(default_factory=set)
    lengths: dict[int, int] = field(default_factory=dict)
    seated: dict[int, int] = field(default_factory=dict)
    nobodies: set[int] = field(default_factory=set)
    living_evenings: set[str | None] = field(default_factory=set)
    altered: list[Text] = field(default_factory=list)
    table_rules: int = 0

    @property
    def new_players(self) -> int:
        return sum(player_id is None for player_id in self.players.values())

    @property
    def new_evenings(self) -> int:
        return sum(evening_id is None for _, evening_id in self.evenings.values())

    @property
    def nothing_new(self) -> bool:
        return not (self.new_matches or self.new_players or self.new_evenings or self.table_rules)

    def lines(self) -> list[Text]:
        matches = len(self.new_matches) + self.unchanged + len(self.conflicts)
        lines = [
            say_n("%(n)s partie dans l'archive", "%(n)s parties dans l'archive", matches),
            say_n("%(n)s nouvelle partie", "%(n)s nouvelles parties", len(self.new_matches)),
            say_n("%(n)s partie déjà ici", "%(n)s parties déjà ici", self.unchanged),
            say_n("%(n)s nouvelle soirée", "%(n)s nouvelles soirées", self.new_evenings),
            say_n("%(n)s joueur reconnu", "%(n)s joueurs reconnus", len(self.players) - self.new_players),
            say_n("%(n)s nouveau joueur", "%(n)s nouveaux joueurs", self.new_players),
        ]
        if self.table_rules:
            lines.append(
                say_n("%(n)s nouvelle règle de la table", "%(n)s nouvelles règles de la table", self.table_rules)
            )
        if self.conflicts:
            lines.append(say_n("%(n)s partie en conflit", "%(n)s parties en conflit", len(self.conflicts)))
        lines += [conflict.sentence for conflict in self.conflicts[:MOST_CONFLICTS]]
        return [*lines, *(_altered(title) for title in self.altered[:MOST_CONFLICTS])]


def _altered(title: Text) -> Text:
    return say("%(match)s : son journal a été modifié hors de l'arbitre, ce n'est plus ce qui a été noté", match=title)


def is_altered(match: ClubMatch) -> bool:
    """Whether the log, without who, when and why, differs from the one whose mark came with it."""
    return match.mark not in ("", mark_of(match.setup, match.records))


def plan_import(
    file: ClubFile, club_id: int | None, progress: Progress = no_progress, waiting: WaitingRows | None = None
) -> Plan:
    """Read the whole archive and plan its import into this club (None: a new one).

    :param waiting: takes the rows of the new matches.
    :raises ArchiveRefused: some of it has changed, or does not replay.
    :raises Full: there is no room for all of it.
    """
    plan = Plan()
    if waiting is not None:
        waiting.clear()
    places = ids_here(Match, club_id, file.match_ids)
    people: set[int] = set()
    for done, (archive_id, (public_id, match_id)) in enumerate(places.items(), 1):
        match = file.match(archive_id)
        people.update(match.everybody)
        if is_altered(match):
            plan.altered.append(match.title)
        plan.nobodies.update(match.nobodies)
        if match_id is not None:
            _recognise(plan, match, match_id)
        else:
            plan.new_matches[archive_id] = public_id
            plan.bytes += match_bytes(match)
            plan.devices.update(record.device for record in match.records if record.device is not None)
            if match.deleted_at is None:
                plan.living_evenings.add(match.evening)
                plan.not_deleted += 1
            if waiting is not None:
                waiting.add(rows_of(with_believable_times(match)))
        progress(done, len(places))
    plan.nobodies -= people
    plan.players = players_here(file.head, club_id, plan)
    plan.evenings = ids_here(Evening, club_id, [evening.id for evening in file.head.evenings])
    plan.table_rules, size = changes_by(club_id, rules_with_believable_times(file.head.table_rules))
    plan.bytes += size
    room_for_import(club_id, plan.not_deleted, plan.bytes)
    return plan


def _recognise(plan: Plan, match: ClubMatch, match_id: int) -> None:
    """Note a known match: its players, and whether its log is still the same."""
    stored = match_here(match_id)
    plan.lengths[match_id] = len(stored.records)
    same = _compared(stored) == _compared(_as_it_came(match, stored))
    common = len(match.seats) if same else len(match.setup.table.players)  # who joined later may differ
    for player, player_id in zip(match.seats[:common], stored.seats):
        if player is not None and player_id is not None:
            plan.seated.setdefault(player, player_id)
    for name, player in match.stand_ins.items() if same else ():
        if name in stored.stand_ins:
            plan.seated.setdefault(player, stored.stand_ins[name])
    if same:
        plan.unchanged += 1
    else:
        plan.conflicts.append(Conflict(match.title, len(stored.records), len(match.records)))


class _Same(dict[int, int]):
    """Every number to itself."""

    def __missing__(self, number: int) -> int:
        return number


def match_here(match_id: int) -> ClubMatch:
    """A match of this database with its whole log, its seats by the ids of the database."""
    rows = db.session.execute(select(Match.__table__).where(Match.id == match_id)).all()
    (match,) = read_club_matches(db.session.connection(), rows, ArchiveIds(_Same(), {}, {}))
    return match


def _compared(match: ClubMatch) -> list[Any]:
    """What makes two logs the same: all of every record but the number of its device."""
    setup = match.setup
    head = (setup.game.id, setup.table.players, setup.table.dealer, dict(setup.options))
    return [head, *(replace(record, device=None, **_texts(record)) for record in match.records)]


def _as_it_came(match: ClubMatch, stored: ClubMatch) -> ClubMatch:
    """The match with the moments that its records had here instead of those that were not believable."""
    moments = {record.position: record.recorded_at for record in stored.records}
    records = [
        record if believable(record.recorded_at) == record.recorded_at
        else replace(record, recorded_at=moments.get(record.position, record.recorded_at))
        for record in match.records
    ]  # fmt: skip
    return replace(match, records=records)


def _texts(record: Any) -> dict[str, Any]:
    """The texts of a record as PostgreSQL stores them."""
    return {key: getattr(record, key).replace("\0", "\ufffd") for key in ("reason", "person")}


def ids_here(
    model: type[Match | Evening], club_id: int | None, ids: Sequence[str]
) -> dict[str, tuple[str, int | None]]:
    """By id of the archive, the public id here, and the id of the row if there is one.

    A public id of another club of this database gets another one, always the same for this club.
    """
    places: dict[str, tuple[str, int | None]] = {}
    for start in range(0, len(ids), CHUNK):
        others = {archive_id: derived_id(f"{club_id} {archive_id}") for archive_id in ids[start : start + CHUNK]}
        query = select(model.public_id, model.id, model.club_id).where(model.public_id.in_([*others, *others.values()]))
        rows_by_id = {row.public_id: row for row in db.session.execute(query)}
        for archive_id, other in others.items():
            rows = (rows_by_id[public_id] for public_id in (archive_id, other) if public_id in rows_by_id)
            own = next((row for row in rows if row.club_id == club_id), None)
            if own is not None:
                places[archive_id] = own.public_id, own.id
            else:
                places[archive_id] = (other if archive_id in rows_by_id else archive_id), None
    return places


def players_here(head: ClubHead, club_id: int | None, plan: Plan) -> dict[int, int | None]:
    """By player of the archive, the id of the club's player: of the same seat, else of the same name; None: new."""
    seated = plan.seated
    named = {
        row.name: row.id
        for row in db.session.execute(select(Player.name, Player.id).where(Player.club_id == club_id))
        if row.id not in seated.values()
    }
    people = (player for player in head.players if player.id not in plan.nobodies)
    return {player.id: seated.get(player.id, named.get(player.name)) for player in people}
