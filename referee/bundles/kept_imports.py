"""The imports of the last day: one that was broken off goes on, one that was wrong is taken back as a whole."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from sqlalchemy import delete, select

from referee.bundles.export import Progress, no_progress
from referee.bundles.import_notes import FILE
from referee.bundles.loading import LoadResult, load_bundle
from referee.bundles.zip_file import ClubFile
from referee.games.registry import game_named
from referee.local_time import local_day
from referee.store.database.models import Evening, ImportedMatch, KeptImport, Match, TableRule, now
from referee.store.database.orm_base import db
from referee.store.database.quotas import PLAYER, TABLE_RULE, evening_bytes, lock_and_count_anyway, table_rule_bytes
from referee.store.database.transactions import lock_club, writing
from referee.store.evenings.recycle_bin import delete_for_good
from referee.store.players.players import delete_unused_players, reunite
from referee.words import Text, say

KEPT_FOR = timedelta(days=1)
MOST_GAMES = 6
"""Games of an import that are named."""


def import_club(
    file: ClubFile,
    club_id: int,
    progress: Progress = no_progress,
    is_over: Callable[[], bool] = lambda: False,
    name: str = "",
) -> LoadResult:
    """Import a club's archive, or go on with its import of the last day; raises as :func:`load_bundle`.

    :param name: of the file that was sent, by which one knows the import again.
    """
    return load_bundle(file, club_id, progress, kept_import=_import_of_file(file, club_id, name), is_over=is_over)


@writing()
def _import_of_file(file: ClubFile, club_id: int, name: str) -> KeptImport:
    """The import of this file that was broken off, or a new one; those of before yesterday are forgotten."""
    lock_club(club_id)
    old = KeptImport.club_id == club_id, KeptImport.began_at < now() - KEPT_FOR
    db.session.execute(delete(KeptImport).where(*old))
    query = select(KeptImport).where(KeptImport.club_id == club_id, KeptImport.digest == file.digest)
    kept_import = db.session.scalar(query.where(KeptImport.finished.is_(False)))
    if kept_import is None:
        kept_import = KeptImport(club_id=club_id, digest=file.digest, matches=len(file.match_ids))
        kept_import.added = {FILE: [name]} if name else {}
        db.session.add(kept_import)
        db.session.flush()
    db.session.expunge(kept_import)
    return kept_import


def imports_of(club_id: int) -> Sequence[KeptImport]:
    """The imports of the last day, the latest first."""
    query = select(KeptImport).where(KeptImport.club_id == club_id, KeptImport.began_at >= now() - KEPT_FOR)
    return db.session.scalars(query.order_by(KeptImport.id.desc())).all()


def broken_off(club_id: int | None, digest: str) -> KeptImport | None:
    """The import of this bundle that is not finished, in this club or in any."""
    query = select(KeptImport).where(KeptImport.digest == digest, KeptImport.finished.is_(False), KeptImport.done > 0)
    query = query.where(KeptImport.began_at >= now() - KEPT_FOR)
    return db.session.scalars(query if club_id is None else query.where(KeptImport.club_id == club_id)).first()


def import_progress(kept_import: KeptImport) -> Text:
    """The sentence about an import that was broken off."""
    return say(
        "%(done)s sur %(matches)s : apportez le fichier à nouveau, l'import continue où il s'est arrêté.",
        done=kept_import.done,
        matches=kept_import.matches,
    )


@dataclass(frozen=True, slots=True)
class ImportContents:
    """What an import brought: the name of its file, "" without one, its matches, some of their games, their days."""

    file: str
    matches: int
    games: Sequence[Text | str]
    days: Sequence[date]


def what_it_brought(kept_import: KeptImport) -> ImportContents:
    """The matches of an import of the last day that are still here."""
    query = select(Match.game, Match.options, Match.evening_id, Match.created_at, Evening.day)
    query = query.join(ImportedMatch, ImportedMatch.match_id == Match.id).outerjoin(
        Evening, Evening.id == Match.evening_id
    )
    query = query.where(ImportedMatch.import_id == kept_import.id, Match.deleted_at.is_(None)).order_by(
        Match.created_at
    )
    rows = db.session.execute(query).all()
    games = dict.fromkeys(game.name_at(row.options) for row in rows if (game := game_named(row.game)) is not None)
    days = sorted({row.day or local_day(row.created_at) for row in rows})
    few = [*list(games)[:MOST_GAMES], *([say("d'autres jeux")] if len(games) > MOST_GAMES else [])]
    return ImportContents(next(iter(kept_import.added.get(FILE, ())), ""), len(rows), few, days)


@dataclass(frozen=True, slots=True)
class TakeBackResult:
    """How many matches went, and how many stay because they went on since.

    ``went_on``: how many that were here before keep the records that the import appended.
    """

    gone: int
    stay: int
    went_on: int


def take_back(club_id: int, import_id: int) -> TakeBackResult | None:
    """Delete what an import brought and nobody has used since; None where it is not of the last day.

    Matches that went on since stay, with their players and evenings; so does what was appended to a log.
    """
    with writing():
        lock_club(club_id)
        kept_import = db.session.get(KeptImport, import_id, populate_existing=True)
        if kept_import is None or kept_import.club_id != club_id or kept_import.began_at < now() - KEPT_FOR:
            return None
        brought = select(ImportedMatch.match_id).where(ImportedMatch.import_id == import_id)
        same = select(ImportedMatch.match_id).join(Match, Match.id == ImportedMatch.match_id)
        same = same.where(ImportedMatch.import_id == import_id, ImportedMatch.mark == Match.mark)
        number = len(db.session.scalars(brought).all())
        gone = delete_for_good(club_id, Match.id.in_(db.session.scalars(same).all()))
        freed = _delete_evenings(kept_import.added.get("evenings", []))
        freed += PLAYER * len(delete_unused_players(kept_import.added.get("players", ())))
        freed += _delete_rules(kept_import.added.get("rules", []))
        lock_and_count_anyway(club_id, -freed)
        reunite(club_id)
        db.session.delete(kept_import)
    return TakeBackResult(gone, number - gone, len(set(kept_import.added.get("further", []))))


def _delete_evenings(ids: Sequence[int]) -> int:
    """Delete those of these evenings that have no match; their bytes."""
    used = select(Match.id).where(Match.evening_id == Evening.id).exists()
    empty = delete(Evening).where(Evening.id.in_(ids), ~used).returning(Evening.title, Evening.place, Evening.note)
    return sum(evening_bytes(*words) for words in db.session.execute(empty))


def _delete_rules(ids: Sequence[int]) -> int:
    """Delete these rules of the club's own; their bytes."""
    words = delete(TableRule).where(TableRule.id.in_(ids)).returning(TableRule.text, TableRule.players)
    return sum(TABLE_RULE + table_rule_bytes(*row) for row in db.session.execute(words))
