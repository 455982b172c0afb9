"""The steps of an exchange on the phone's side, with the server of the same address.

A script (``static/js/exchange.js``) carries each request to the server, and its answer to the page named in ``then``,
which answers with the next requests. So all decisions are made here, and a repeated request changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from io import BytesIO
from typing import Any

from flask import Blueprint, Response, abort, jsonify, request
from flask import url_for as url
from flask.typing import ResponseReturnValue

from referee.bundles.comparison import mark_at
from referee.bundles.exchange import offline_clubs
from referee.bundles.exchange.offline_clubs import NO_ANSWER, ServerClub, note_relation, taken_clubs, taken_match
from referee.bundles.exchange.renamed_matches import RenamedMatches
from referee.bundles.known_matches.conflicts import number_of_conflicts
from referee.bundles.loading import ExchangeLoading, load_bundle, new_club_of
from referee.bundles.untrusted_zip import ArchiveRefused
from referee.bundles.zip_file import ClubFile
from referee.matches.strict_json import UnreadableJson, parse
from referee.store.clubs.clubs import KEEPER, choose, device_with, enrol
from referee.store.database.quotas import Full
from referee.store.database.transactions import writing
from referee.store.matches.stored_match import DamagedMatch, StoredMatch, load, name_of
from referee.store.table_rules.table_rules import digest
from referee.web.access.device_cookie import device_key, remember
from referee.web.access.permissions import match_or_404
from referee.web.bundles.import_export_pages import archive_response
from referee.web.http.whole_numbers import whole_number
from referee.web.rendering.page_language import localize
from referee.words import Text, say, say_n
from referee.words.line_breaks import unparted

pages = Blueprint("exchange_steps", __name__)
NextRequest = dict[str, Any]

MOST_ASKED = 50
"""Matches fetched by one request."""
MOST_LISTED = 400
"""Matches of this phone that a page of the server lists while the server does not answer."""
COMPARING_RULES = say("Les règles de la table sont comparées…")
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


class ExchangeStopped(Exception):
    """The exchange cannot go on; the reason in a sentence."""


class MatchSkipped(Exception):
    """This match or archive stays as it is, and the exchange goes on; the reason in a sentence."""


@pages.errorhandler(ExchangeStopped)
def _stopped(why: ExchangeStopped) -> Response:
    return jsonify({"refused": str(why), "stop": True, "asks": []})


@pages.errorhandler(MatchSkipped)
@pages.errorhandler(ArchiveRefused)
@pages.errorhandler(Full)
def _skipped(why: MatchSkipped | ArchiveRefused | Full) -> Response:
    """The reason, shown at the end with the name of the match."""
    reason = str(why) if isinstance(why, MatchSkipped) else localize(why.sentence)
    public_id = request.args.get("match")
    if public_id:
        reason = localize(say("%(match)s : %(why)s", match=_name(match_or_404(public_id)), why=reason))
    return jsonify({"refused": reason, "asks": []})


@pages.errorhandler(DamagedMatch)
def _damaged(damaged: DamagedMatch) -> Response:
    return jsonify({"refused": _damage(damaged), "asks": []})


def _damage(damaged: DamagedMatch) -> str:
    """The sentence that names a damaged match of this phone."""
    return localize(
        say("%(match)s : elle reste dans ce téléphone.", match=localize(name_of(damaged.match, damaged=True)))
    )


def server_root() -> str:
    """The root of the server's addresses; the app in the phone is in a folder of it."""
    return request.script_root.rpartition("/")[0]


def opening_request(there: int, then: str = "exchange_steps.stands") -> NextRequest:
    """The request with which every exchange begins: the length and mark of each match of a club."""
    looking = say("L'arbitre regarde ce qu'il y a de neuf sur le serveur…")
    return {"get": f"{server_root()}/sync?club={there}", "then": url(then), "said": localize(looking)}


def _answer() -> bytes:
    """The body of the server's answer.

    :raises ExchangeStopped: it did not answer, or would refuse every request.
    :raises MatchSkipped: it refuses this one.
    """
    status, body = request.form.get("status", 0, type=whole_number), request.files.get("answer")
    if status == 200 and body is not None:
        with closing(body):
            return bytes(body.read())
    reason = localize(ANSWERS.get(status) or say("Le serveur n'a pas pu répondre (%(status)s).", status=status))
    if status in (422, 507) and body is not None:
        reason = str(_read(body.read()).get("sentence", reason))
    raise ExchangeStopped(reason) if status in ENDING or status >= 500 else MatchSkipped(reason)


def _read(body: bytes) -> dict[str, Any]:
    try:
        value = parse(body)
    except UnreadableJson:
        value = None
    if not isinstance(value, dict):
        raise MatchSkipped(localize(NO_ANSWER))
    return value


def _next(asks: Sequence[NextRequest] = (), refusal: str = "", **counts: int) -> Response:
    """The next requests; ``refusal``: what did not come or go, and why."""
    return jsonify({"asks": list(asks), **({"refused": refusal} if refusal else {}), **counts})


@pages.post("/sync/offer")
def offer() -> ResponseReturnValue:
    """Say what would be copied here and from where."""
    value = _read(_answer())
    there = ServerClub.read(value)
    named = " · ".join(filter(None, (value.get("name"), request.host)))
    if offline_clubs.copy_of_server_club(there.installation, there.club) is not None:
        comes = say("Ce club est déjà dans ce téléphone : ce qui est neuf d'un côté ira de l'autre.")
    else:
        comes = say_n(
            "%(n)s partie sera copiée dans ce téléphone, avec les soirées et les joueurs.",
            "%(n)s parties seront copiées dans ce téléphone, avec les soirées et les joueurs.",
            len(there.matches),
        )
    return jsonify({"said": f"{named}\n{localize(comes)}", "asks": [], "go": [opening_request(there.club)]})


@pages.post("/sync/stands")
def stands() -> ResponseReturnValue:
    """Compare with the server's club: what it lacks is sent, what is lacking here is fetched."""
    there = ServerClub.read(_read(_answer()))
    club_id = offline_clubs.copy_of_server_club(there.installation, there.club)
    if club_id is None:
        return _next([_fetch(there, sentence=say("Le club arrive…"))])
    differences = offline_clubs.compare(club_id, there)
    asks, damaged = [], list[str]()
    for public_id in differences.lacking:
        try:
            asks.append(_send(there, club_id, public_id))
        except DamagedMatch as error:
            damaged.append(_damage(error))
    for start in range(0, len(differences.to_fetch), MOST_ASKED):
        asks.append(_fetch(there, differences.to_fetch[start : start + MOST_ASKED]))
    if there.table_rules == digest(club_id):
        offline_clubs.same_table_rules(club_id)
    else:
        asks.append(_fetch(there, (), COMPARING_RULES, table_rules=there.table_rules))
    return _next(asks, "\n".join(damaged))


def _of(there: ServerClub, **values: Any) -> dict[str, Any]:
    """The parameters that name the server's club in the address of a step."""
    return {"installation": there.installation, "there": there.club, **values}


def _club_here() -> int | None:
    """The id of the copy of the club that the address names."""
    return offline_clubs.copy_of_server_club(request.args["installation"], int(request.args["there"]))


def _fetch(
    there: ServerClub, only: Sequence[str] | None = None, sentence: Text | None = None, **values: Any
) -> NextRequest:
    """The request for the bundle of the club, or of these matches of it."""
    some = "" if only is None else f"&only={','.join(only)}"
    sentence = sentence or say_n("%(n)s partie arrive…", "%(n)s parties arrivent…", len(only or ()))
    then = url(".fetched", **_of(there, asked=len(only) if only else None, **values))
    return {"get": f"{server_root()}/sync/archive?club={there.club}{some}", "then": then, "said": localize(sentence)}


@pages.post("/sync/fetched")
def fetched() -> ResponseReturnValue:
    """Bring in the server's bundle: new matches, further records; of a match that went on here too a choice waits."""
    club_id, file = _club_here(), ClubFile(BytesIO(_answer()))
    into_id = _create_club(file) if club_id is None else club_id
    renamed = RenamedMatches(file, offline_clubs.ids_here(into_id))
    brought = load_bundle(renamed, into_id, exchange=ExchangeLoading(None, stores_versions=True))
    ids_there = {here: there for there, here in offline_clubs.ids_here(into_id).items()}
    offline_clubs.note_taken_matches({ids_there.get(id, id): place for id, place in brought.places.items()})
    for match, place in brought.matches_here:
        theirs = replace(match, public_id=ids_there.get(match.public_id, match.public_id))
        note_relation(into_id, place.public_id, theirs)
    rules, asks = request.args.get("table_rules"), []
    there = ServerClub(request.args["installation"], int(request.args["there"]), {}, rules or "")
    if club_id is None or rules == digest(into_id):
        offline_clubs.same_table_rules(into_id)
    elif rules is not None:
        asks.append(_send(there, into_id))
    if "match" in request.args and offline_clubs.to_bring(into_id):  # it was heard of before the server was away
        asks.append(opening_request(there.club))
    counts: dict[str, Any] = {"came": len(brought.places), "received": brought.records, "both": brought.conflicts}
    counts["rules_came"] = brought.table_rules if club_id is not None else 0
    refused = [
        localize(say("%(match)s : %(why)s", match=_name(match_or_404(public_id)), why=localize(error.sentence)))
        for public_id, error in brought.full.items()
    ]
    left_out = request.args.get("asked", 0, type=whole_number) - len(file.match_ids)
    if left_out > 0:
        refused.append(localize(_left_out(left_out)))
    return _next(asks, "\n".join(refused), **counts)


def _left_out(n: int) -> Text:
    return say_n(
        "%(n)s partie n'est pas venue : elle est abîmée sur le serveur, ou n'y est plus.",
        "%(n)s parties ne sont pas venues : elles sont abîmées sur le serveur, ou n'y sont plus.",
        n,
    )


def _create_club(file: ClubFile) -> int:
    """The id of a new club in this phone, a copy of the one on the server; it has no match yet."""
    with writing():
        club_id = new_club_of(file)
        device = device_with(device_key())
        enrol(device, club_id, KEEPER)
        choose(device.id, club_id)
        key = device.key
        offline_clubs.note_taken_club(request.args["installation"], int(request.args["there"]), club_id)
    remember(key)
    return club_id


def _send(there: ServerClub, club_id: int, public_id: str | None = None) -> NextRequest:
    """The request that sends the bundle of a match, or of the table's own rules alone.

    ``before``: the length of the match there, where the server has it.
    """
    before, said = None, localize(COMPARING_RULES)
    if public_id is not None:
        stored_match = load(club_id, public_id) or abort(404)
        mark_at(stored_match.replayed_log, 0)  # raises DamagedMatch
        row = taken_match(stored_match.id)
        before, said = row.length if row else None, _name(stored_match)
    return {
        "post": f"{server_root()}/sync/archive?club={there.club}",
        "file": url(".bundle", **_of(there, match=public_id)),
        "then": url(".note_sent", **_of(there, match=public_id, before=before)),
        "said": said,
    }


@pages.get("/sync/bundle")
def bundle() -> ResponseReturnValue:
    """The bundle of a match of which the server lacks something, or of the table's own rules alone."""
    club_id, public_id = _club_here() or abort(404), request.args.get("match")
    if public_id is None:
        return archive_response(club_id, ())
    match = match_or_404(public_id)
    row = taken_match(match.id)
    only = offline_clubs.with_matches_of_its_players(match, known=row is not None)
    return archive_response(club_id, only, names={public_id: row.there} if row else {})


@pages.post("/sync/sent")
def note_sent() -> ResponseReturnValue:
    """The server has brought the bundle in: note how far the match is the same; where it went on there, fetch it."""
    club_id, value = _club_here() or abort(404), _read(_answer())
    there = ServerClub.read(value)
    if there.table_rules == digest(club_id):
        offline_clubs.same_table_rules(club_id)
    rules = value.get("rules")
    asks: list[NextRequest] = []
    counts: dict[str, Any] = {"rules_brought": rules if isinstance(rules, int) else 0}
    public_id = request.args.get("match")
    if public_id is not None:
        before = request.args.get("before", type=whole_number)
        wanted = offline_clubs.compare(club_id, there, only=public_id).to_fetch
        asks = [_fetch(there, wanted)] if wanted else []
        row = taken_match(match_or_404(public_id).id)
        if before is None:
            counts["begun"] = int(bool(there.matches))
        elif row is not None:
            counts["brought"] = max(row.length - before, 0)
    return _next(asks, **counts)


def _name(stored_match: StoredMatch) -> str:
    return f"{localize(stored_match.setup.game.name_at(stored_match.options))} · {', '.join(stored_match.players)}"


@pages.post("/sync/end")
def end() -> ResponseReturnValue:
    """The outcome: what was exchanged in one line, and below it what was refused and why.

    Of the matches that wait for a choice it is silent where the page that asks shows them itself (``choices=shown``).
    """
    counts = {name: request.form.get(name, 0, type=whole_number) for name in COUNTED}
    choices_shown = request.args.get("choices") == "shown"
    told = {name: words for name, words in COUNTED.items() if not (name == "both" and choices_shown)}
    went = " ".join(unparted(localize(words(counts[name]))) for name, words in told.items() if counts[name])
    lines = list(filter(None, [went, *request.form.get("refused", "").split("\n")]))
    clubs = [club.club_id for club in taken_clubs()]
    gone = sum(len(offline_clubs.matches_gone_on_server(club_id)) for club_id in clubs)
    undecided = sum(map(number_of_conflicts, clubs)) + gone
    if undecided > counts["both"] and not choices_shown:
        lines.append(
            localize(say_n("%(n)s partie attend votre choix.", "%(n)s parties attendent votre choix.", undecided))
        )
    if not lines:
        done = say("Échange fini.") if counts["both"] else say("Rien de neuf, ni ici ni sur le serveur.")
        lines = [localize(done)]
    rows = [
        row
        for club in taken_clubs()
        for row in offline_clubs.matches_beside(club.club_id)
        if row.there == row.public_id
    ]
    known = [row.there for row in rows if not row.deleted_at and row.taken is not None]
    return jsonify({"said": "\n".join(lines), "asks": [], "taken": known[-MOST_LISTED:]})


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
