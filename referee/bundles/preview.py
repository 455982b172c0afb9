"""What a bundle would bring into a club: new, known and conflicting matches, in sentences."""

from __future__ import annotations

from dataclasses import dataclass, field

from sqlalchemy import select

from referee.bundles.bundle import Bundle, ClubMatch
from referee.bundles.comparison import RelationKind
from referee.bundles.export import Progress, no_progress
from referee.bundles.match_rows import match_bytes, replayed_log_of, rules_with_believable_times
from referee.bundles.recognition import find_log, places_of, players_here, recognise_players, relation_here
from referee.store.clubs.club_capacity import room_for_import
from referee.store.database.models import Evening, Match, OtherVersion
from referee.store.database.orm_base import db
from referee.store.matches.record_queries import length_of
from referee.store.table_rules.table_rules import changes_by
from referee.words import Text, say, say_n

MOST_CONFLICTS = 20


@dataclass(frozen=True, slots=True)
class PreviewConflict:
    """A match that went on here and in the archive: its title, and the length of its log here and there."""

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
class BundlePreview:
    """What a bundle would bring.

    ``new_matches``, ``new_players``, ``new_evenings``: how many are new; ``table_rules``: how many rules of the club's
    own are new or newer. ``unchanged``: known matches of which nothing is brought; ``further``: those that go on with
    the records of the archive; ``conflicts``: those that went on in both places. ``altered``: the titles of matches
    whose log is not the one that was recorded. ``not_deleted``: of the new matches; ``bytes``: of all that is brought.
    """

    new_matches: int = 0
    not_deleted: int = 0
    bytes: int = 0
    unchanged: int = 0
    further: int = 0
    conflicts: list[PreviewConflict] = field(default_factory=list)
    altered: list[Text] = field(default_factory=list)
    known_players: int = 0
    new_players: int = 0
    new_evenings: int = 0
    table_rules: int = 0

    @property
    def nothing_new(self) -> bool:
        brought = self.new_matches or self.further or self.conflicts
        return not (brought or self.new_players or self.new_evenings or self.table_rules)

    def lines(self) -> list[Text]:
        matches = self.new_matches + self.unchanged + self.further + len(self.conflicts)
        lines = [
            say_n("%(n)s partie dans l'archive", "%(n)s parties dans l'archive", matches),
            say_n("%(n)s nouvelle partie", "%(n)s nouvelles parties", self.new_matches),
            say_n("%(n)s partie déjà ici", "%(n)s parties déjà ici", self.unchanged),
            say_n("%(n)s nouvelle soirée", "%(n)s nouvelles soirées", self.new_evenings),
            say_n("%(n)s joueur reconnu", "%(n)s joueurs reconnus", self.known_players),
            say_n("%(n)s nouveau joueur", "%(n)s nouveaux joueurs", self.new_players),
        ]
        if self.table_rules:
            lines.append(
                say_n("%(n)s nouvelle règle de la table", "%(n)s nouvelles règles de la table", self.table_rules)
            )
        if self.further:
            lines.append(
                say_n(
                    "%(n)s partie d'ici continue avec ses nouvelles saisies",
                    "%(n)s parties d'ici continuent avec leurs nouvelles saisies",
                    self.further,
                )
            )
        if self.conflicts:
            lines.append(say_n("%(n)s partie en conflit", "%(n)s parties en conflit", len(self.conflicts)))
        lines += [conflict.sentence for conflict in self.conflicts[:MOST_CONFLICTS]]
        return [*lines, *(_altered(title) for title in self.altered[:MOST_CONFLICTS])]


def _altered(title: Text) -> Text:
    return say("%(match)s : son journal a été modifié hors de l'arbitre, ce n'est plus ce qui a été noté", match=title)


def is_altered(match: ClubMatch) -> bool:
    """Whether the log, without who, when and why, differs from the one whose mark came with it."""
    return match.mark not in ("", replayed_log_of(match).mark)


def _count_known(preview: BundlePreview, club_id: int | None, match: ClubMatch) -> None:
    """Count a match that is here; what is in the bin here or there stays as it is."""
    found_log = find_log(club_id, match)
    kind, here_id = found_log.relation.kind, found_log.place.row_id
    version = db.session.get(OtherVersion, here_id)
    if version is not None:
        here_id, kind = version.match_id, RelationKind.BOTH
    deleted_at = db.session.scalar(select(Match.deleted_at).where(Match.id == here_id))
    if here_id is None or deleted_at or match.deleted_at or kind in (RelationKind.SAME, RelationKind.BEHIND):
        preview.unchanged += 1
    elif kind is RelationKind.FURTHER:
        preview.further += 1
    else:
        preview.conflicts.append(PreviewConflict(match.title, length_of(here_id), len(match.records)))
        preview.bytes += match_bytes(match)


def preview_of(bundle: Bundle, club_id: int | None, progress: Progress = no_progress) -> BundlePreview:
    """Read a whole bundle and say what it would bring into this club (None: a new one).

    :raises ArchiveRefused: some of it has changed, or does not replay.
    :raises Full: there is no room for all of it.
    """
    preview = BundlePreview()
    seated: dict[int, int] = {}
    marked: list[Text] = []
    unmarked: list[Text] = []
    places = places_of(Match, club_id, bundle.match_ids)
    for done, (bundle_id, place) in enumerate(places.items(), 1):
        match = bundle.match(bundle_id)
        if is_altered(match):
            preview.altered.append(match.title)
        if match.mark:
            marked.append(match.title)
        else:
            unmarked.append(match.title)
        if place.row_id is None:
            preview.new_matches += 1
            preview.bytes += match_bytes(match)
            if match.deleted_at is None:
                preview.not_deleted += 1
        else:
            kind = relation_here(place.row_id, match).kind
            recognise_players(seated, match, place.row_id, kind is RelationKind.SAME)
            if kind is RelationKind.SAME:
                preview.unchanged += 1
            else:
                _count_known(preview, club_id, match)
        progress(done, len(places))
    if marked:  # where others have their marks, a log without one was replaced
        preview.altered += unmarked
    players = players_here(bundle.head, club_id, seated)
    preview.new_players = sum(player_id is None for player_id in players.values())
    preview.known_players = len(players) - preview.new_players
    evenings = places_of(Evening, club_id, [evening.id for evening in bundle.head.evenings])
    preview.new_evenings = sum(place.row_id is None for place in evenings.values())
    rules = rules_with_believable_times(bundle.head.table_rules)
    preview.table_rules, size = changes_by(club_id, rules)
    preview.bytes += size
    room_for_import(club_id, preview.not_deleted, preview.bytes)
    return preview
