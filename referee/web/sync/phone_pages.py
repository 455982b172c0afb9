"""What the app in a phone asks of the server of the same address, and what it does with the answers.

A script (``static/js/exchange.js``) carries each question to the server and its answer to the page that is named with
it, which says what is to be asked next. So all that is decided is decided here; asked again, nothing is done twice.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from io import BytesIO
from typing import Any

from flask import Blueprint, Response, abort, jsonify, redirect, render_template, request
from flask import url_for as url
from flask.blueprints import BlueprintSetupState

from referee.archive.club_file import ClubFile
from referee.archive.load import import_club
from referee.archive.sync.both_went_on import OURS, THEIRS, TWO, both_ways, send_as_another, settle
from referee.archive.sync.brought_records import bring, mark_at, read_records, values_from, whole_batches
from referee.archive.sync.taken_clubs import (
    There,
    compare,
    matches_beside,
    same_so_far,
    taken_club,
    taken_clubs,
    taken_match,
    to_bring,
    to_settle,
    took,
    took_matches,
    with_those_who_tell,
)
from referee.archive.zip_file import ArchiveRefused
from referee.matches.json_text import Unreadable, parse
from referee.store.club.clubs import KEEPER, choose, device_with, enrol
from referee.store.match.evenings import delete_match
from referee.store.match.log_pages import records_beside
from referee.store.match.matches import StoredMatch, load
from referee.store.quotas import Full
from referee.store.transactions import writing
from referee.web.access.device_cookie import device_key, remember
from referee.web.access.permissions import author, current_visitor, match_or_404, visitor_or_404
from referee.web.clubs.import_export_pages import LARGEST_UPLOAD, archive_of
from referee.web.matches.match_view import match_view
from referee.web.responses.template_globals import written
from referee.words import Text, say, say_n

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
}
ENDING = (0, 403, 404, 429)
"""What the server would answer to every other question too."""


class Stopped(Exception):
    """The exchange cannot go on; why, in a sentence."""


class Left(Exception):
    """This one match or archive stays as it is, and the exchange goes on; why, in a sentence."""


@pages.before_request
def _more_room() -> None:
    request.max_content_length = LARGEST_UPLOAD
    request.max_form_memory_size = LARGEST_UPLOAD


@pages.errorhandler(Stopped)
def _stopped(why: Stopped) -> Response:
    return jsonify({"said": str(why), "stop": True, "asks": []})


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


@pages.record_once
def _tell_templates(state: BlueprintSetupState) -> None:
    state.app.jinja_env.globals.update(
        waiting_to_go=waiting_to_go, was_taken=was_taken, last_heard=last_heard, server_root=server_root
    )


# The pages.


@pages.get("/take")
def take() -> Page:
    """Take a club of the server along; where it was before, what is new comes."""
    club = request.args.get("club", type=int) or abort(404)
    return render_template("sync/take.html", asks=[_stands(club)])


@pages.get("/sync")
def show() -> Page:
    """What was not brought back yet, and what went on in both places."""
    return _sync_page()


def _sync_page(wrong: Text | None = None) -> str:
    club_id = visitor_or_404().club.id
    mine = [club for club in taken_clubs() if club.club_id == club_id]
    waiting = [(row, row.length - row.same) for row in to_bring(club_id)] if mine else []
    chosen = [_settled(club_id, row) for row in to_settle(club_id)] if mine else []
    asks = [_stands(club.there) for club in mine]
    return render_template("sync/sync.html", taken=mine, waiting=waiting, chosen=chosen, asks=asks, wrong=wrong)


def waiting_to_go() -> list[Ask]:
    """What is asked by itself when the network is back: of the clubs in which something waits to be brought."""
    clubs = {row.club_id for row in to_bring()}
    return [_stands(club.there) for club in taken_clubs() if club.club_id in clubs] if clubs else []


def last_heard() -> list[Ask]:
    """What of the match that is shown was last heard from the server by its own pages, in this browser."""
    visitor = current_visitor()
    match = visitor.match if visitor else None
    taken = taken_match(match.id) if match else None
    if match is None or taken is None or taken.there != match.public_id:
        return []
    then = url("taken.brought_records", public_id=match.public_id, match=match.public_id, token="", until=taken.length)
    return [{"kept": taken.there, "then": then, "said": ""}]


def was_taken() -> bool:
    """Whether the club of who asks is one that was taken along."""
    visitor = current_visitor()
    return visitor is not None and any(club.club_id == visitor.club.id for club in taken_clubs())


def _settled(club_id: int, row: Any) -> Mapping[str, Any]:
    """A match about which the keeper must choose: as it is here, and where both went on as it is there."""
    both = both_ways(club_id, row.public_id)
    ours = match_view(both.ours if both else match_or_404(row.public_id))
    theirs = match_view(both.theirs) if both else None
    return {"ours": ours, "theirs": theirs, "gone": row.gone, "id": row.public_id}


@pages.post("/sync/<public_id>/settle")
def choose_one(public_id: str) -> Page:
    """Let the keeper's choice stand."""
    stored, choice = match_or_404(public_id), request.form.get("choice")
    wrong = None
    try:
        if choice in (THEIRS, OURS, TWO):
            wrong = settle(stored.match.club_id, public_id, choice, author(written(TAKEN_OVER)))
        elif choice == "again":
            send_as_another(stored.match.club_id, public_id)
        elif choice == "delete":
            delete_match(stored.match)
    except Full as error:
        wrong = error.sentence
    if wrong is not None:
        return _sync_page(wrong), 422
    return redirect(url(".show"), 303)


TAKEN_OVER = say("repris du téléphone")


# The questions to the server, and its answers.


def server_root() -> str:
    """Below which address the server stands: the app in the phone lies in a folder of it."""
    return request.script_root.rpartition("/")[0]


def _stands(there: int) -> Ask:
    said = written(say("L'arbitre regarde ce qu'il y a de neuf sur le serveur…"))
    return {"get": f"{server_root()}/sync?club={there}", "then": url("taken.stands", there=there), "said": said}


def _answer() -> bytes:
    """What the server has answered.

    :raises Stopped: it has not, or refuses whatever is asked.
    :raises Left: it refuses this.
    """
    status, body = request.form.get("status", 0, type=int), request.files.get("answer")
    if status in (200, 409) and body is not None:
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
        raise Left(written(say("Ce que le serveur a répondu n'a pas été compris. Réessayez ; rien n'a changé.")))
    return value


def _next(asks: Sequence[Ask] = (), **counts: int) -> Response:
    return jsonify({"asks": list(asks), **counts})


@pages.post("/sync/stands")
def stands() -> Page:
    """How the club stands on the server: what is to be asked about each of its matches."""
    value = _read(_answer())
    there = There.read(value)
    club_id = taken_club(there)
    if club_id is None:
        return _next([_all_of_it(there)])
    found, token = compare(club_id, there), str(value.get("token", ""))
    asks = [_records(club_id, public_id, token) for public_id in found.asked]
    for start in range(0, len(found.missing), MOST_MISSING):
        asks.append(_all_of_it(there, found.missing[start : start + MOST_MISSING]))
    if found.new:
        asks.append(_new_ones(there, club_id, token))
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


def _new_ones(there: There, club_id: int, token: str) -> Ask:
    """What brings the matches that were begun here."""
    said = say("Les parties commencées dans ce téléphone partent…")
    return {
        "post": f"{server_root()}/sync/archive?club={there.club}",
        "fields": {"csrf_token": token},
        "file": url(".new_archive", club_id=club_id),
        "then": url(".brought_archive", club_id=club_id),
        "said": written(said),
    }


@pages.get("/sync/<int:club_id>/archive")
def new_archive(club_id: int) -> Page:
    """The archive of the matches that the server does not have."""
    new = [row.id for row in to_bring(club_id) if row.taken is None]
    return archive_of(club_id, with_those_who_tell(club_id, new))


@pages.post("/sync/<int:club_id>/archive")
def brought_archive(club_id: int) -> Page:
    """The server has taken them in; how they stand there by now is asked once more."""
    places = _read(_answer()).get("matches")
    new = [row for row in to_bring(club_id) if row.taken is None]
    with writing():
        for row in new:
            stored = load(club_id, row.public_id)
            there = places.get(row.public_id) if isinstance(places, dict) else None
            if stored is not None and there is not None:
                same_so_far(row.id, str(there), 0, mark_at(stored.replay, 0))
    clubs = [club.there for club in taken_clubs() if club.club_id == club_id]
    return _next([_stands(there) for there in clubs], begun=len(new))


def _records(club_id: int, public_id: str, token: str) -> Ask:
    """What brings the records of a match that the server is not known to have, and asks for what else it has."""
    stored = load(club_id, public_id) or abort(404)
    taken = taken_match(stored.match.id)
    at, mark = (taken.length, taken.mark) if taken else (0, mark_at(stored.replay, 0))
    new = whole_batches(records_beside(stored.match.id, None, at - 1, MOST_SENT), stored.match.length)
    there = taken.there if taken else public_id
    sent = json.dumps(values_from(new), ensure_ascii=False)
    return {
        "post": f"{server_root()}/sync/records?match={there}",
        "fields": {"csrf_token": token, "at": str(at), "mark": mark, "records": sent},
        "then": url("taken.brought_records", public_id=public_id, match=public_id, token=token, until=at + len(new)),
        "said": _name(stored),
    }


def _name(stored: StoredMatch) -> str:
    return f"{written(stored.setup.game.named(stored.match.options))} · {', '.join(stored.match.players)}"


@pages.post("/sync/<public_id>/records")
def brought_records(public_id: str) -> Page:
    """The server has appended them, or has gone on otherwise: what it has besides comes in, or waits for a choice."""
    stored = match_or_404(public_id)
    taken, status = taken_match(stored.match.id), request.form.get("status", type=int)
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
    more = int(value["length"]) > at + len(further) or stored.match.length > until
    return _next(_asked_again(stored) if more else (), brought=until - before, received=len(further))


def _not_that_log(stored: StoredMatch, there: str) -> Response:
    """The server's log is not as it was: what is the same is looked for from the beginning, and once only."""
    beginning = mark_at(stored.replay, 0)
    taken = taken_match(stored.match.id)
    again = taken is not None and taken.length > 0
    same_so_far(stored.match.id, there, 0, beginning, gone=not again)
    return _next(_asked_again(stored) if again else ())


def _asked_again(stored: StoredMatch) -> list[Ask]:
    """The question for the rest of a match; for the club where what was heard before came without a token to send."""
    club_id, token = stored.match.club_id, request.args["token"]
    if token:
        return [_records(club_id, stored.match.public_id, token)]
    return [_stands(club.there) for club in taken_clubs() if club.club_id == club_id]


@pages.post("/sync/end")
def end() -> Page:
    """What came of it all, in a sentence."""
    counts = {name: request.form.get(name, 0, type=int) for name in COUNTED}
    told = [written(words(counts[name])) for name, words in COUNTED.items() if counts[name]]
    told += request.form.getlist("refused")
    said = " ".join(told) or written(_nothing_new())
    rows = [row for club in taken_clubs() for row in matches_beside(club.club_id) if row.there == row.public_id]
    known = {row.there: row.same for row in rows if not row.deleted_at and row.taken is not None}
    return jsonify({"said": said, "asks": [], "taken": dict(list(known.items())[-MOST_LISTED:])})


def _nothing_new() -> Text:
    undecided = sum(len(to_settle(club.club_id)) for club in taken_clubs())
    if undecided:
        return say_n("%(n)s partie attend votre choix.", "%(n)s parties attendent votre choix.", undecided)
    return say("Rien de neuf : ce téléphone et le serveur ont les mêmes parties.")


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
