"""Matches for programs: a match file in and out, the sheet, the entries, corrections and undo.

``If-Match`` names the log that the program saw, by its mark or its length: 412 where it is another by now. Without it
an entry is judged where the match stands when it arrives. ``Idempotency-Key`` is the log's client key: sent again, the
same is recorded once and answered as the first time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from flask import Blueprint, Response, request, url_for
from sqlalchemy.exc import NoResultFound

from referee.bundles.handover.match_file_import import ClientKeyUsed, start_with_entries
from referee.bundles.log_replay import RefusedEntry, TooMuchWork
from referee.bundles.papers.results_csv import match_columns
from referee.matches.csv_sheet import sheet_csv
from referee.matches.log import Change, new_records, undoing
from referee.matches.log_mark import log_mark
from referee.matches.match_file import MatchFile, match_value, read_match
from referee.matches.replaced_people import with_entries_following
from referee.matches.sheet_json import sheet_value
from referee.store.database.transactions import lock_club, writing
from referee.store.matches.matches import AppendResult, Author, append, open_matches
from referee.store.matches.record_queries import position_with_key
from referee.store.matches.stored_match import StoredMatch
from referee.web.access.heavy_requests import heavy, work_budget
from referee.web.access.permissions import match_or_404, visitor_or_404
from referee.web.api import models
from referee.web.api.description import CSV, FOR_MEMBERS, WRITING, Answers, operation
from referee.web.api.json_messages import (
    RequestRefused,
    body_of,
    body_value,
    broken_rules,
    idempotency_key,
    json_answer,
    not_understood,
    query_of,
)
from referee.web.api.match_heads import heads_of
from referee.web.rendering.page_language import language
from referee.words import say

resources = Blueprint("api_matches", __name__, url_prefix="/api/v1/matches")
ON_PAGE = 50
Batch = tuple[Sequence[Change], int | None]
"""Changes, and the batch that they undo."""
OTHERS_FIRST = say("D'autres notent en même temps : réessayez avec la même clé.")
KEY_USED = say("Cette clé a déjà servi à autre chose.")
NOTHING_TO_UNDO = say("Il n'y a rien à annuler.")
CHANGED = say("La partie n'est plus celle que vous avez vue.")
NOT_THERE = say("Ce qui était à corriger n'est pas là.")


@resources.get("")
@operation(say("Les parties en cours"), Answers(200, models.Matches, *FOR_MEMBERS), query=models.MatchesQuery)
def list_matches() -> Response:
    club = visitor_or_404().club
    try:
        matches = open_matches(club.id, ON_PAGE + 1, query_of(models.MatchesQuery).before or None)
    except NoResultFound:
        raise not_understood("before") from None
    following = matches[ON_PAGE - 1].public_id if len(matches) > ON_PAGE else None
    return json_answer(models.Matches(heads_of(matches[:ON_PAGE]), following))


@resources.post("")
@operation(
    say("Commencer une partie, ou en apporter une avec ses saisies"),
    Answers(201, models.StartedMatch, 409, *FOR_MEMBERS, *WRITING),
    body=models.MatchFile,
    headers=models.KeyGiven,
)
@heavy
def add_match() -> Response:
    visitor, key = visitor_or_404(), idempotency_key()
    file = read_match(body_value())
    if not isinstance(file, MatchFile):
        raise broken_rules(file, None)
    null = next((at for at, entry in enumerate(file.entries) if entry is None), None)
    if null is not None:
        raise not_understood(f"entries.{null}")
    try:
        stored_match = start_with_entries(visitor.club, file, key, visitor.device.id, work_budget())
    except RefusedEntry as error:
        raise broken_rules(error.violations, error.position) from None
    except TooMuchWork as error:
        raise RequestRefused(error.sentence, 413) from None
    except ClientKeyUsed:
        raise RequestRefused(KEY_USED, 409) from None
    started = models.StartedMatch(len(stored_match.log), stored_match.replayed_log.mark, stored_match.public_id)
    address = url_for(".match_file", public_id=started.id)
    return json_answer(started, 201, {"Location": address, **_tag(started.mark)})


@resources.get("/<public_id>")
@operation(say("Le fichier de la partie"), Answers(200, models.MatchFile, *FOR_MEMBERS))
def match_file(public_id: str) -> Response:
    stored_match = match_or_404(public_id)
    value = match_value(stored_match.setup, [record.entry for record in stored_match.current])
    return json_answer(value, headers=_tag(stored_match.replayed_log.mark))


@resources.get("/<public_id>/sheet")
@operation(say("La feuille : totaux, classement, ce qui est à noter"), Answers(200, models.Sheet, *FOR_MEMBERS))
def sheet(public_id: str) -> Response:
    stored_match = match_or_404(public_id)
    value = sheet_value(stored_match.setup.game, stored_match.replay, language())
    return json_answer(value, headers=_tag(stored_match.replayed_log.mark))


@resources.get("/<public_id>/sheet.csv")
@operation(say("La feuille pour un tableur"), Answers(200, models.Csv, *FOR_MEMBERS, media=CSV))
def sheet_for_spreadsheets(public_id: str) -> Response:
    stored_match = match_or_404(public_id)
    replay = stored_match.replay
    content = sheet_csv(replay.state.table, replay.rounds, language(), match_columns(stored_match, language()))
    return Response(content, content_type="text/csv; charset=utf-8", headers=_tag(stored_match.replayed_log.mark))


@resources.get("/<public_id>/entries")
@operation(say("Les saisies, chacune avec sa place dans le journal"), Answers(200, models.Entries, *FOR_MEMBERS))
def list_entries(public_id: str) -> Response:
    stored_match = match_or_404(public_id)
    entries = [
        models.CurrentEntry(current.position, dict(current.entry), len(current.record_positions) > 1)
        for current in stored_match.current
    ]
    mark = stored_match.replayed_log.mark
    return json_answer(models.Entries(len(stored_match.log), mark, entries), headers=_tag(mark))


@resources.post("/<public_id>/entries")
@operation(
    say("Noter une réponse"),
    Answers(201, models.RecordedBatch, 409, 412, *FOR_MEMBERS, *WRITING),
    body=models.Entry,
    headers=models.Conditions,
)
def add_entry(public_id: str) -> Response:
    entry = body_of(dict[str, Any])
    return _record(public_id, lambda stored_match: (with_entries_following(stored_match.replayed_log, entry), None))


@resources.post("/<public_id>/corrections")
@operation(
    say("Corriger ou retirer des saisies, avec une raison"),
    Answers(201, models.RecordedBatch, 409, 412, *FOR_MEMBERS, *WRITING),
    body=models.Correction,
    headers=models.Conditions,
)
def correct(public_id: str) -> Response:
    correction = body_of(models.Correction)
    changes = [Change(change.entry, change.position) for change in correction.changes]
    positions = {change.amends for change in changes}
    if len(positions) < len(changes):
        raise not_understood("changes")

    def still_there(stored_match: StoredMatch) -> Batch:
        if not {current.position for current in stored_match.current}.issuperset(positions):
            raise RequestRefused(NOT_THERE, 409)
        return changes, None

    return _record(public_id, still_there, correction.reason.strip())


@resources.post("/<public_id>/insertions")
@operation(
    say("Insérer des saisies oubliées devant une autre, avec une raison"),
    Answers(201, models.RecordedBatch, 409, 412, *FOR_MEMBERS, *WRITING),
    body=models.Insertion,
    headers=models.Conditions,
)
def insert(public_id: str) -> Response:
    insertion = body_of(models.Insertion)
    changes = [Change(entry, before=insertion.before) for entry in insertion.entries]
    return _record(public_id, lambda _stored: (changes, None), insertion.reason.strip())


@resources.post("/<public_id>/undo")
@operation(
    say("Annuler ce qui a été noté en dernier"),
    Answers(201, models.RecordedBatch, 409, 412, *FOR_MEMBERS, *WRITING),
    headers=models.Conditions,
)
def undo(public_id: str) -> Response:
    return _record(public_id, _last_batch_undone)


def _last_batch_undone(stored_match: StoredMatch) -> Batch:
    back = undoing(stored_match.log)
    if back is None:
        raise RequestRefused(NOTHING_TO_UNDO, 409)
    return back.changes, back.undoes


def _record(public_id: str, batch_for: Callable[[StoredMatch], Batch], reason: str = "") -> Response:
    """Append what is wanted where the match stands: 201 once it is on the disk, or was before under this key."""
    answer = _recorded_once(public_id, batch_for, reason)
    if answer is None:  # another was first: judged anew, where nobody else can write
        with writing():
            lock_club(visitor_or_404().club.id)
            answer = _recorded_once(public_id, batch_for, reason)
    if answer is None:
        raise RequestRefused(OTHERS_FIRST, 409)
    return answer


def _recorded_once(public_id: str, batch_for: Callable[[StoredMatch], Batch], reason: str) -> Response | None:
    """The same; None where another was first."""
    key, stored_match = idempotency_key(), match_or_404(public_id)
    before = position_with_key(stored_match, key)
    if before is not None:
        return _recorded_before(stored_match, before, batch_for)
    _check_condition(stored_match)
    changes, undoes = batch_for(stored_match)
    length = stored_match.length
    done = append(stored_match, changes, length, key, Author(visitor_or_404().device.id, "", reason), undoes)
    if done.refusal is not None:
        raise broken_rules(done.refusal.violations, done.refusal.index)
    if done.outcome != AppendResult.RECORDED:
        return None
    mark = log_mark(stored_match.replayed_log.mark, new_records(length, changes, undoes))
    return json_answer(models.RecordedBatch(length + len(changes), mark, length), 201, _tag(mark))


def _recorded_before(stored_match: StoredMatch, before: int, batch_for: Callable[[StoredMatch], Batch]) -> Response:
    """The answer to what was recorded under this key before; 409 where something else was."""
    changes, undoes = batch_for(stored_match.as_of(before))
    if stored_match.log[before : before + len(changes)] != new_records(before, changes, undoes):
        raise RequestRefused(KEY_USED, 409)
    mark = stored_match.replayed_log.mark
    return json_answer(models.RecordedBatch(len(stored_match.log), mark, before), 201, _tag(mark))


def _check_condition(stored_match: StoredMatch) -> None:
    """412 unless the log is the one that ``If-Match`` names by its mark or its length, where it names any."""
    named = request.headers.get("If-Match")
    if named is None:
        return
    # compression adds its own name to a tag, behind a colon
    tags = {tag.strip().strip('"').partition(":")[0] for tag in named.split(",")}
    if not tags & {"*", stored_match.replayed_log.mark, str(len(stored_match.log))}:
        raise RequestRefused(CHANGED, 412, length=len(stored_match.log), mark=stored_match.replayed_log.mark)


def _tag(mark: str) -> dict[str, str]:
    return {"ETag": f'"{mark}"'}
