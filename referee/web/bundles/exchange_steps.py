"""The steps of an exchange on the phone's side, with the server of the same address.

A script (``static/js/exchange.js``) carries each request to the server, and its answer to the page named in ``then``,
which answers with the next requests. So all decisions are made here, and a repeated request changes nothing.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial
from io import BytesIO
from typing import Any

from flask import Blueprint, Response, abort, jsonify, request
from flask import url_for as url

from referee.bundles.comparison import mark_at
from referee.bundles.exchange import offline_clubs
from referee.bundles.exchange.brought_records import batches_from, bring, read_records, values_from
from referee.bundles.exchange.brought_rules import bring_rules, rules_sent
from referee.bundles.exchange.offline_clubs import NO_ANSWER, There, same_so_far, taken_clubs, taken_match
from referee.bundles.loading import load_bundle, new_club_of
from referee.bundles.untrusted_zip import ArchiveRefused
from referee.bundles.zip_file import ClubFile
from referee.matches.strict_json import Unreadable, parse
from referee.store.clubs.clubs import KEEPER, choose, device_with, enrol
from referee.store.database.quotas import Full
from referee.store.database.transactions import writing
from referee.store.matches.stored_match import DamagedMatch, StoredMatch, load, name_of
from referee.store.table_rules.table_rules import digest
from referee.web.access.device_cookie import device_key, remember
from referee.web.access.permissions import match_or_404
from referee.web.bundles.import_export_pages import archive_response
from referee.web.http.whole_numbers import whole_number
from referee.web.rendering.page_language import written
from referee.words import Text, say, say_n
from referee.words.line_breaks import unparted

pages = Blueprint("exchange_steps", __name__)
Page = Any
Ask = dict[str, Any]

MOST_SENT, MOST_MISSING = 200, 50
"""Records of one match, and matches missing here, in one request."""
MOST_LISTED = 400
"""Matches that a page of the server, when it cannot reach it, knows to be here."""
ANSWERS = {
    0: say("Le serveur ne répond pas. Ce que vous notez reste dans ce téléphone, et partira plus tard."),
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
"""Statuses that every other request would get too."""


class Stopped(Exception):
    """The exchange cannot go on; the reason in a sentence."""


class Left(Exception):
    """This match or archive stays as it is, and the exchange goes on; the reason in a sentence."""


@pages.errorhandler(Stopped)
def _stopped(why: Stopped) -> Response:
    return jsonify({"refused": str(why), "stop": True, "asks": []})


@pages.errorhandler(Left)
@pages.errorhandler(ArchiveRefused)
@pages.errorhandler(Full)
def _left(why: Left | ArchiveRefused | Full) -> Response:
    """The reason, shown at the end with the name of the match."""
    reason = str(why) if isinstance(why, Left) else written(why.sentence)
    public_id = (request.view_args or {}).get("public_id")
    if public_id:
        reason = written(say("%(match)s : %(why)s", match=_name(match_or_404(public_id)), why=reason))
    return jsonify({"refused": reason, "asks": []})


@pages.errorhandler(DamagedMatch)
def _damaged(damaged: DamagedMatch) -> Response:
    return jsonify({"refused": _damage(damaged), "asks": []})


def _damage(damaged: DamagedMatch) -> str:
    """The sentence that names a damaged match of this phone."""
    return written(
        say("%(match)s : elle reste dans ce téléphone.", match=written(name_of(damaged.match, damaged=True)))
    )


def server_root() -> str:
    """The root of the server's addresses; the app in the phone is in a folder of it."""
    return request.script_root.rpartition("/")[0]


def standing_of(there: int, then: str = "exchange_steps.stands") -> Ask:
    """The request with which every exchange begins: the length and mark of each match of a club."""
    looking = say("L'arbitre regarde ce qu'il y a de neuf sur le serveur…")
    return {"get": f"{server_root()}/sync?club={there}", "then": url(then), "said": written(looking)}


def _answer() -> bytes:
    """The body of the server's answer.

    :raises Stopped: it did not answer, or would refuse every request.
    :raises Left: it refuses this one.
    """
    status, body = request.form.get("status", 0, type=whole_number), request.files.get("answer")
    if status in (200, 409) and body is not None:
        with closing(body):
            return bytes(body.read())
    reason = written(ANSWERS.get(status) or say("Le serveur n'a pas pu répondre (%(status)s).", status=status))
    if status in (422, 507) and body is not None:
        reason = str(_read(body.read()).get("sentence", reason))
    raise Stopped(reason) if status in ENDING or status >= 500 else Left(reason)


def _read(body: bytes) -> dict[str, Any]:
    try:
        value = parse(body)
    except Unreadable:
        value = None
    if not isinstance(value, dict):
        raise Left(written(NO_ANSWER))
    return value


def _next(asks: Sequence[Ask] = (), refused: str = "", **counts: int) -> Response:
    """The next requests; ``refused``: what did not come or go, and why."""
    return jsonify({"asks": list(asks), **({"refused": refused} if refused else {}), **counts})


@pages.post("/sync/offer")
def offer() -> Page:
    """Say what would be copied here and from where."""
    value = _read(_answer())
    there = There.read(value)
    named = " · ".join(filter(None, (value.get("name"), request.host)))
    if offline_clubs.taken_club(there) is not None:
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
    """Compare with the server's club: a request for each match that differs."""
    value = _read(_answer())
    there = There.read(value)
    club_id = offline_clubs.taken_club(there)
    if club_id is None:
        return _next([_archive(there)])
    differences, damaged = offline_clubs.compare(club_id, there), list[str]()
    asks = list(_of_each(differences.asked, partial(_records, club_id), damaged))
    for start in range(0, len(differences.missing), MOST_MISSING):
        asks.append(_archive(there, differences.missing[start : start + MOST_MISSING]))
    asks += _of_each(differences.new, partial(_new_match, there, club_id), damaged)
    if there.table_rules == digest(club_id):
        offline_clubs.same_table_rules(club_id)
    elif there.table_rules is not None:
        asks.append(_table_rules(there, club_id))
    return _next(asks, "\n".join(damaged))


def _of_each(public_ids: Sequence[str], ask: Callable[[str], Ask], damaged: list[str]) -> Iterator[Ask]:
    """The request for each of these matches; ``damaged`` takes the sentences of those that cannot be read."""
    for public_id in public_ids:
        try:
            yield ask(public_id)
        except DamagedMatch as error:
            damaged.append(_damage(error))


def _table_rules(there: There, club_id: int) -> Ask:
    """The request that sends the rules of the table's own, and asks for the server's."""
    return {
        "post": f"{server_root()}/sync/table-rules?club={there.club}",
        "fields": {"rules": json.dumps(rules_sent(club_id), ensure_ascii=False)},
        "then": url(".brought_table_rules", there=there.club, installation=there.installation),
        "said": written(say("Les règles de la table sont comparées…")),
    }


@pages.post("/sync/table-rules")
def brought_table_rules() -> Page:
    """The server has brought them together with its own: take what is newer there."""
    there = There(request.args["installation"], int(request.args["there"]), {})
    club_id, value = offline_clubs.taken_club(there) or abort(404), _read(_answer())
    changed = bring_rules(club_id, value.get("rules"))
    offline_clubs.same_table_rules(club_id)
    return _next(rules_brought=int(value.get("changed", 0)), rules_came=changed)


def _archive(there: There, only: Sequence[str] | None = None) -> Ask:
    """The request for the club, or for these matches of it."""
    some, sentence = "", say("Le club arrive…")
    if only is not None:
        some, sentence = f"&only={','.join(only)}", say_n("%(n)s partie arrive…", "%(n)s parties arrivent…", len(only))
    asked = None if only is None else len(only)
    then = url(".took_archive", there=there.club, installation=there.installation, asked=asked)
    return {"get": f"{server_root()}/sync/archive?club={there.club}{some}", "then": then, "said": written(sentence)}


@pages.post("/sync/archive")
def took_archive() -> Page:
    """Import the club's archive, or that of some matches of it."""
    there = There(request.args["installation"], int(request.args["there"]), {})
    club_id = offline_clubs.taken_club(there)
    file = ClubFile(BytesIO(_answer()))
    into_id = _found(file, there) if club_id is None else club_id
    loaded = load_bundle(file, into_id)
    if club_id is None:
        offline_clubs.same_table_rules(into_id)
    offline_clubs.took_matches(loaded.places)
    left_out = request.args.get("asked", 0, type=whole_number) - len(loaded.places)
    return _next(refused=written(_left_out(left_out)) if left_out > 0 else "", came=len(loaded.places))


def _left_out(n: int) -> Text:
    return say_n(
        "%(n)s partie n'est pas venue : elle est abîmée sur le serveur, ou n'y est plus.",
        "%(n)s parties ne sont pas venues : elles sont abîmées sur le serveur, ou n'y sont plus.",
        n,
    )


def _found(file: ClubFile, there: There) -> int:
    """The id of a new club in this phone, a copy of the one on the server; it has no match yet."""
    with writing():
        club_id = new_club_of(file)
        device = device_with(device_key())
        enrol(device, club_id, KEEPER)
        choose(device.id, club_id)
        key = device.key
        offline_clubs.took(there, club_id)
    remember(key)
    return club_id


def _new_match(there: There, club_id: int, public_id: str) -> Ask:
    """The request that sends a match begun here."""
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
    match = match_or_404(public_id)
    return archive_response(match.club_id, offline_clubs.with_those_who_tell(match.club_id, [match.id]))


@pages.post("/sync/<public_id>/new")
def brought_new(public_id: str) -> Page:
    """The server has imported it; an import whose answer was lost may have gone on there."""
    stored, value = match_or_404(public_id), _read(_answer())
    try:
        there, stands = str(value["matches"][public_id]), value["stands"].get(public_id)
    except (AttributeError, KeyError, TypeError):
        raise Left(written(NO_ANSWER)) from None
    same = stands == [stored.length, stored.replayed_log.mark]
    at = stored.length if same else 0
    same_so_far(stored.id, there, at, mark_at(stored.replayed_log, at))
    return _next(() if same else [_rest(stored)], begun=int(stands is not None))


def _records(club_id: int, public_id: str) -> Ask:
    """The request that sends the records which the server may not have, and asks for its own."""
    stored = load(club_id, public_id) or abort(404)
    taken = taken_match(stored.id)
    at, mark = (taken.length, taken.mark) if taken else (0, mark_at(stored.replayed_log, 0))
    new = batches_from(stored, at, MOST_SENT)
    records = json.dumps(values_from(new), ensure_ascii=False)
    return {
        "post": f"{server_root()}/sync/records?match={taken.there if taken else public_id}",
        "fields": {"at": str(at), "mark": mark, "records": records},
        "then": url("exchange_steps.brought_records", public_id=public_id, match=public_id, until=at + len(new)),
        "said": _name(stored),
    }


def _name(stored: StoredMatch) -> str:
    return f"{written(stored.setup.game.name_at(stored.options))} · {', '.join(stored.players)}"


@pages.post("/sync/<public_id>/records")
def brought_records(public_id: str) -> Page:
    """The server has appended them, or its log differs: append its records here, or wait for a choice."""
    stored = match_or_404(public_id)
    taken, status = taken_match(stored.id), request.form.get("status", type=whole_number)
    if status == 404:
        return _next()  # deleted between two requests
    value = _read(_answer())
    there = taken.there if taken else public_id
    if "at" not in value:
        return _other_log(stored, there)
    at, until = int(value["at"]), int(request.args["until"])
    further = read_records(value["records"], stored.log[:at])
    before = taken.length if taken else 0
    if status == 409:
        same_so_far(stored.id, there, at, mark_at(stored.replayed_log, at), value["records"])
        return _next(both=1)
    outcome = bring(stored.club_id, public_id, at, further, None)
    same = load(stored.club_id, public_id)
    if outcome is None or same is None:
        return _next()
    same_so_far(stored.id, there, outcome.at, mark_at(same.replayed_log, outcome.at))
    if outcome.refused is not None:
        raise Left(written(outcome.refused))
    if not outcome.all:
        return _next()  # a record was appended here meanwhile: the next exchange sees both
    until = min(until, at)  # the server may have stopped before the end
    more = int(value["length"]) > at + len(further) or stored.length > until
    return _next([_rest(stored)] if more else (), brought=max(until - before, 0), received=len(further))


def _other_log(stored: StoredMatch, there: str) -> Response:
    """The server's log is another than before: compare from the beginning, once only."""
    taken = taken_match(stored.id)
    again = taken is not None and taken.length > 0
    same_so_far(stored.id, there, 0, mark_at(stored.replayed_log, 0), gone=not again)
    return _next([_rest(stored)] if again else ())


def _rest(stored: StoredMatch) -> Ask:
    """The request for the rest of a match."""
    return _records(stored.club_id, stored.public_id)


@pages.post("/sync/end")
def end() -> Page:
    """The outcome: what was exchanged in one line, and below it what was refused and why."""
    counts = {name: request.form.get(name, 0, type=whole_number) for name in COUNTED}
    went = " ".join(unparted(written(words(counts[name]))) for name, words in COUNTED.items() if counts[name])
    lines = list(filter(None, [went, *request.form.get("refused", "").split("\n")]))
    undecided = sum(len(offline_clubs.to_settle(club.club_id)) for club in taken_clubs())
    if undecided > counts["both"]:
        lines.append(
            written(say_n("%(n)s partie attend votre choix.", "%(n)s parties attendent votre choix.", undecided))
        )
    if not lines:
        lines = [written(say("Rien de neuf, ni ici ni sur le serveur."))]
    rows = [
        row
        for club in taken_clubs()
        for row in offline_clubs.matches_beside(club.club_id)
        if row.there == row.public_id
    ]
    known = {row.there: row.same for row in rows if not row.deleted_at and row.taken is not None}
    return jsonify({"said": "\n".join(lines), "asks": [], "taken": dict(list(known.items())[-MOST_LISTED:])})


COUNTED: Mapping[str, Callable[[int], Text]] = {
    "came": lambda n: say_n("%(n)s partie est arrivée.", "%(n)s parties sont arrivées.", n),
    "begun": lambda n: say_n(
        "%(n)s nouvelle partie est sur le serveur.", "%(n)s nouvelles parties sont sur le serveur.", n
    ),
    "brought": lambda n: say_n("%(n)s saisie est rapportée.", "%(n)s saisies sont rapportées.", n),
    "received": lambda n: say_n("%(n)s saisie est venue du serveur.", "%(n)s saisies sont venues du serveur.", n),
    "rules_brought": lambda n: say_n(
        "%(n)s règle de la table est rapportée.", "%(n)s règles de la table sont rapportées.", n
    ),
    "rules_came": lambda n: say_n(
        "%(n)s règle de la table est venue du serveur.", "%(n)s règles de la table sont venues du serveur.", n
    ),
    "both": lambda n: say_n(
        "%(n)s partie a continué des deux côtés : à vous de choisir.",
        "%(n)s parties ont continué des deux côtés : à vous de choisir.",
        n,
    ),
}
"""The sentences of what the script counted."""
