"""The phone's side of an exchange: the requests to the server of the same address, and the handling of its answers.

A script (``static/js/exchange.js``) carries each question to the server and its answer to the page that is named with
it, which says what is to be asked next. So all that is decided is decided here; asked again, nothing is done twice.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from io import BytesIO
from typing import Any

from flask import Blueprint, Response, abort, jsonify, request
from flask import url_for as url

from referee.archive.club_archive.archive_format import ClubFile
from referee.archive.club_archive.import_club import import_club
from referee.archive.club_archive.zip_file import ArchiveRefused
from referee.archive.exchange.brought_records import batches_from, bring, mark_at, read_records, values_from
from referee.archive.exchange.offline_clubs import (
    NO_ANSWER,
    There,
    compare,
    matches_beside,
    same_so_far,
    taken_club,
    taken_clubs,
    taken_match,
    to_settle,
    took,
    took_matches,
    with_those_who_tell,
)
from referee.matches.strict_json import Unreadable, parse
from referee.store.clubs.clubs import KEEPER, choose, device_with, enrol
from referee.store.database.quotas import Full
from referee.store.database.transactions import writing
from referee.store.matches.matches import StoredMatch, load
from referee.web.access.device_cookie import device_key, remember
from referee.web.access.permissions import match_or_404
from referee.web.club_archive.import_export_pages import archive_of
from referee.web.http.whole_numbers import whole_number
from referee.web.rendering.page_language import written
from referee.words import Text, say, say_n
from referee.words.line_breaks import unparted

pages = Blueprint("taken", __name__)
Page = Any
Ask = dict[str, Any]

MOST_SENT, MOST_MISSING = 200, 50
"""Records of one match, and matches that are missing here, of which one question speaks."""

MOST_LISTED = 400
"""Matches that a page of the server, when it cannot reach it, knows to be here."""

NOBODY = say("Le serveur ne répond pas. Ce que vous notez reste dans ce téléphone, et partira plus tard.")
ANSWERS = {
    0: NOBODY,
    403: say("Sur le serveur, ce téléphone regarde seulement : ce que vous avez noté reste ici."),
    404: say(
        "Sur le serveur, ce téléphone n'est plus à cette table : ce que vous avez noté reste ici. Demandez un code"
        " « Pour noter aussi », ouvrez-le, puis réessayez."
    ),
    413: say("C'est trop gros pour le serveur : rien n'a été envoyé."),
    429: say("Le serveur demande d'attendre une minute : rien n'est perdu, réessayez ensuite."),
    503: say("Le serveur est occupé : rien n'est perdu, réessayez dans quelques secondes."),
}
ENDING = (0, 403, 404, 429)
"""What the server would answer to every other question too."""


class Stopped(Exception):
    """The exchange cannot go on; why, in a sentence."""


class Left(Exception):
    """This one match or archive stays as it is, and the exchange goes on; why, in a sentence."""


@pages.errorhandler(Stopped)
def _stopped(why: Stopped) -> Response:
    return jsonify({"refused": str(why), "stop": True, "asks": []})


@pages.errorhandler(Left)
@pages.errorhandler(ArchiveRefused)
@pages.errorhandler(Full)
def _left(why: Left | ArchiveRefused | Full) -> Response:
    """Told at the end, with the name of the match."""
    said = str(why) if isinstance(why, Left) else written(why.sentence)
    public_id = (request.view_args or {}).get("public_id")
    if public_id:
        said = written(say("%(match)s : %(why)s", match=_name(match_or_404(public_id)), why=said))
    return jsonify({"refused": said, "asks": []})


def server_root() -> str:
    """Below which address the server stands: the app in the phone lies in a folder of it."""
    return request.script_root.rpartition("/")[0]


LOOKING = say("L'arbitre regarde ce qu'il y a de neuf sur le serveur…")


def standing_of(there: int) -> Ask:
    """The question how a club of the server stands, with which every exchange begins."""
    return {"get": f"{server_root()}/sync?club={there}", "then": url("taken.stands"), "said": written(LOOKING)}


def offer_of(there: int) -> Ask:
    """The same question, only to say what would come."""
    return {**standing_of(there), "then": url("taken.offer")}


def _answer() -> bytes:
    """What the server has answered.

    :raises Stopped: it has not, or refuses whatever is asked.
    :raises Left: it refuses this.
    """
    status, body = request.form.get("status", 0, type=whole_number), request.files.get("answer")
    if status in (200, 409) and body is not None:
        with closing(body):
            return bytes(body.read())
    said = written(ANSWERS.get(status) or say("Le serveur n'a pas pu répondre (%(status)s).", status=status))
    if status in (422, 507) and body is not None:
        said = str(_read(body.read()).get("sentence", said))
    raise Stopped(said) if status in ENDING or status >= 500 else Left(said)


def _read(body: bytes) -> dict[str, Any]:
    try:
        value = parse(body)
    except Unreadable:
        value = None
    if not isinstance(value, dict):
        raise Left(written(NO_ANSWER))
    return value


def _next(asks: Sequence[Ask] = (), **counts: int) -> Response:
    return jsonify({"asks": list(asks), **counts})


@pages.post("/sync/offer")
def offer() -> Page:
    """Say what would be copied here and from where; nothing is, before somebody wants it."""
    value = _read(_answer())
    there = There.read(value)
    named = " · ".join(filter(None, (value.get("name"), request.host)))
    if taken_club(there) is not None:
        comes = say("Ce club est déjà dans ce téléphone : ce qui est neuf d'un côté ira de l'autre.")
    else:
        comes = say_n(
            "%(n)s partie sera copiée dans ce téléphone, avec les soirées et les joueurs.",
            "%(n)s parties seront copiées dans ce téléphone, avec les soirées et les joueurs.",
            len(there.matches),
        )
    return jsonify({"said": f"{named}\n{written(comes)}", "asks": [], "go": [standing_of(there.club)]})


@pages.post("/sync/stands")
def stands() -> Page:
    """How the club stands on the server: what is to be asked about each of its matches."""
    value = _read(_answer())
    there = There.read(value)
    club_id = taken_club(there)
    if club_id is None:
        return _next([_all_of_it(there)])
    found = compare(club_id, there)
    asks = [_records(club_id, public_id) for public_id in found.asked]
    for start in range(0, len(found.missing), MOST_MISSING):
        asks.append(_all_of_it(there, found.missing[start : start + MOST_MISSING]))
    asks += [_new_one(there, club_id, public_id) for public_id in found.new]
    return _next(asks)


def _all_of_it(there: There, only: Sequence[str] | None = None) -> Ask:
    """The question for the club, or for these matches of it."""
    some = "" if only is None else f"&only={','.join(only)}"
    said = (
        say("Le club arrive…") if only is None else say_n("%(n)s partie arrive…", "%(n)s parties arrivent…", len(only))
    )
    then = url(".took_archive", there=there.club, installation=there.installation)
    return {"get": f"{server_root()}/sync/archive?club={there.club}{some}", "then": then, "said": written(said)}


@pages.post("/sync/archive")
def took_archive() -> Page:
    """The club's archive, or that of some matches of it: all that is not here comes in, for this phone to keep."""
    there = There(request.args["installation"], int(request.args["there"]), {})
    club_id = taken_club(there)
    into_id, plan = import_club(ClubFile(BytesIO(_answer())), club_id)
    if club_id is None:
        _keep(into_id)
        took(there, into_id)
    took_matches(plan.new_matches)
    return _next(came=len(plan.new_matches))


def _keep(club_id: int) -> None:
    """This phone keeps the club, and is in it now."""
    with writing():
        device = device_with(device_key())
        enrol(device, club_id, KEEPER)
        choose(device.id, club_id)
        key = device.key
    remember(key)


def _new_one(there: There, club_id: int, public_id: str) -> Ask:
    """What brings a match that was begun here."""
    return {
        "post": f"{server_root()}/sync/archive?club={there.club}",
        "fields": {},
        "file": url(".new_archive", public_id=public_id, match=public_id),
        "then": url(".brought_new", public_id=public_id, match=public_id),
        "said": _name(load(club_id, public_id) or abort(404)),
    }


@pages.get("/sync/<public_id>/archive")
def new_archive(public_id: str) -> Page:
    """The archive of a match that the server does not have."""
    match = match_or_404(public_id).match
    return archive_of(match.club_id, with_those_who_tell(match.club_id, [match.id]))


@pages.post("/sync/<public_id>/new")
def brought_new(public_id: str) -> Page:
    """The server has taken it in. What came of it before, with an answer that was lost, may have gone on there."""
    stored, value = match_or_404(public_id), _read(_answer())
    try:
        there, stands = str(value["matches"][public_id]), value["stands"].get(public_id)
    except (AttributeError, KeyError, TypeError):
        raise Left(written(NO_ANSWER)) from None
    same = stands == [stored.match.length, stored.replay.mark]
    at = stored.match.length if same else 0
    same_so_far(stored.match.id, there, at, mark_at(stored.replay, at))
    return _next(() if same else _asked_again(stored), begun=int(stands is not None))


def _records(club_id: int, public_id: str) -> Ask:
    """What brings the records of a match that the server is not known to have, and asks for what else it has."""
    stored = load(club_id, public_id) or abort(404)
    taken = taken_match(stored.match.id)
    at, mark = (taken.length, taken.mark) if taken else (0, mark_at(stored.replay, 0))
    new = batches_from(stored.match, at, MOST_SENT)
    there = taken.there if taken else public_id
    sent = json.dumps(values_from(new), ensure_ascii=False)
    return {
        "post": f"{server_root()}/sync/records?match={there}",
        "fields": {"at": str(at), "mark": mark, "records": sent},
        "then": url("taken.brought_records", public_id=public_id, match=public_id, until=at + len(new)),
        "said": _name(stored),
    }


def _name(stored: StoredMatch) -> str:
    return f"{written(stored.setup.game.name_at(stored.match.options))} · {', '.join(stored.match.players)}"


@pages.post("/sync/<public_id>/records")
def brought_records(public_id: str) -> Page:
    """The server has appended them, or has gone on otherwise: what it has besides comes in, or waits for a choice."""
    stored = match_or_404(public_id)
    taken, status = taken_match(stored.match.id), request.form.get("status", type=whole_number)
    if status == 404:
        return _next()  # thrown away between two questions: the next time it is seen
    value = _read(_answer())
    there = taken.there if taken else public_id
    if "at" not in value:
        return _not_that_log(stored, there)
    at, until = int(value["at"]), int(request.args["until"])
    further = read_records(value["records"], stored.log[:at])
    before = taken.length if taken else 0
    if status == 409:
        same_so_far(stored.match.id, there, at, mark_at(stored.replay, at), value["records"])
        return _next(both=1)
    came = bring(stored.match.club_id, public_id, at, further, None)
    same = load(stored.match.club_id, public_id)
    if came is None or same is None:
        return _next()
    same_so_far(stored.match.id, there, came.at, mark_at(same.replay, came.at))
    if came.refused is not None:
        raise Left(written(came.refused))
    if not came.all:
        return _next()  # recorded here in this very moment: the next time both are seen
    until = min(until, at)  # the server may have stopped before the end
    more = int(value["length"]) > at + len(further) or stored.match.length > until
    return _next(_asked_again(stored) if more else (), brought=max(until - before, 0), received=len(further))


def _not_that_log(stored: StoredMatch, there: str) -> Response:
    """The server's log is not as it was: what is the same is looked for from the beginning, and once only."""
    beginning = mark_at(stored.replay, 0)
    taken = taken_match(stored.match.id)
    again = taken is not None and taken.length > 0
    same_so_far(stored.match.id, there, 0, beginning, gone=not again)
    return _next(_asked_again(stored) if again else ())


def _asked_again(stored: StoredMatch) -> list[Ask]:
    """The question for the rest of a match."""
    return [_records(stored.match.club_id, stored.match.public_id)]


@pages.post("/sync/end")
def end() -> Page:
    """What came of it all: what went in one line, and below it what did not and why."""
    counts = {name: request.form.get(name, 0, type=whole_number) for name in COUNTED}
    went = " ".join(unparted(written(words(counts[name]))) for name, words in COUNTED.items() if counts[name])
    lines = [went, *request.form.get("refused", "").split("\n")]
    said = "\n".join(filter(None, lines)) or written(_nothing_new())
    rows = [row for club in taken_clubs() for row in matches_beside(club.club_id) if row.there == row.public_id]
    known = {row.there: row.same for row in rows if not row.deleted_at and row.taken is not None}
    return jsonify({"said": said, "asks": [], "taken": dict(list(known.items())[-MOST_LISTED:])})


def _nothing_new() -> Text:
    undecided = sum(len(to_settle(club.club_id)) for club in taken_clubs())
    if undecided:
        return say_n("%(n)s partie attend votre choix.", "%(n)s parties attendent votre choix.", undecided)
    return say("Rien de neuf, ni ici ni sur le serveur.")


COUNTED: Mapping[str, Callable[[int], Text]] = {
    "came": lambda n: say_n("%(n)s partie est arrivée.", "%(n)s parties sont arrivées.", n),
    "begun": lambda n: say_n(
        "%(n)s nouvelle partie est sur le serveur.", "%(n)s nouvelles parties sont sur le serveur.", n
    ),
    "brought": lambda n: say_n("%(n)s saisie est rapportée.", "%(n)s saisies sont rapportées.", n),
    "received": lambda n: say_n("%(n)s saisie est venue du serveur.", "%(n)s saisies sont venues du serveur.", n),
    "both": lambda n: say_n(
        "%(n)s partie a continué des deux côtés : à vous de choisir.",
        "%(n)s parties ont continué des deux côtés : à vous de choisir.",
        n,
    ),
}
"""What is counted on the way, and how it is told."""
