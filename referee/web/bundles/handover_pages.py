"""A match from phone to phone: out as codes, a link and a file; in after a question."""

from __future__ import annotations

import io
from base64 import b64decode, b64encode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from flask import Blueprint, Response, current_app, redirect, render_template, request, send_file, url_for
from flask.typing import ResponseReturnValue

from referee.bundles.bundle import ClubMatch, SingleMatchBundle
from referee.bundles.comparison import RelationKind
from referee.bundles.handover import codes
from referee.bundles.handover.arrival import Arrival, add, arrival_of, bundle_of_match, go_on, players_named
from referee.bundles.handover.codes import CodePart
from referee.bundles.handover.link import MOST_BYTES, no_match, pack, unpack
from referee.bundles.handover.uploaded_match import bundle_from_upload
from referee.bundles.match_rows import replayed_log_of
from referee.bundles.untrusted_zip import ArchiveRefused
from referee.bundles.zip_file import write_club
from referee.game_definition.match_course import sheet_of
from referee.game_definition.sheet import Sheet
from referee.matches.log import ReplayedLog
from referee.matches.match_file import Setup
from referee.store.database.models import now
from referee.store.database.quotas import Full
from referee.store.handover.code_parts import drop_parts, keep_part
from referee.store.matches.stored_match import StoredMatch
from referee.web.access.heavy_requests import heavy, work_budget
from referee.web.access.permissions import current_visitor, keeper_or_founder, match_or_404, visitor_or_404
from referee.web.answers.similar_names import resembling
from referee.web.error_pages import full_page
from referee.web.http.phone_files import address_for_phones, installed_here
from referee.web.http.whole_numbers import whole_number
from referee.web.matches.match_view import match_view
from referee.web.rendering.qr_code import qr_code
from referee.words import Text, say

pages = Blueprint("handover", __name__)

IN_BIN = say("Cette partie est dans votre corbeille.")
LEADS = {
    RelationKind.NEW: say("Une partie arrive. La garder ici ?"),
    RelationKind.SAME: say("Vous avez déjà cette partie, telle quelle."),
    RelationKind.BEHIND: say("Vous avez déjà cette partie, et la vôtre est plus avancée : rien à prendre."),
    RelationKind.FURTHER: say("Vous avez déjà cette partie ; celle qui arrive est plus avancée."),
    RelationKind.BOTH: say("Vous avez déjà cette partie, et elle a continué des deux côtés, chacun autrement."),
}
"""What is said of a match that arrives, by how it stands to the one that is here."""
TAKING = {
    RelationKind.NEW: ("add", say("Garder cette partie")),
    RelationKind.FURTHER: ("further", say("Continuer avec celle qui arrive")),
    RelationKind.BOTH: ("choose", say("Choisir ce qui vaut")),
}
"""What can be done with it, if anything: the value of the form and the words of its button."""
LONGEST_LINK = 12_000
"""Characters of a link that other apps pass on whole."""
LONGEST_FIELD = 900_000
"""Characters of an archive in a form."""
NO_PHONE_APP = say(
    "Ce serveur n'a pas de code à montrer : passez la partie par un fichier."
    " Enregistrez-le, et importez-le dans l'autre téléphone, page « Soirées »."
)
NOT_OVER_HTTP = say(
    "Pas de code par cette adresse : il faut https."
    " Enregistrez le fichier et importez-le dans l'autre téléphone, page « Soirées »."
)
NOTHING = say("Collez d'abord le lien, ou choisissez le fichier.")
TOO_LONG_TO_ASK = say("Cette partie est trop longue pour cette page : importez le fichier depuis la page « Soirées ».")


@pages.errorhandler(ArchiveRefused)
def _refusal(error: ArchiveRefused) -> ResponseReturnValue:
    return _page(error.sentence), 422


@pages.errorhandler(Full)
def _full(error: Full) -> ResponseReturnValue:
    return full_page(error, _page)


@pages.get("/matches/<public_id>/handover")
def show(public_id: str) -> ResponseReturnValue:
    """The codes of a match, one at a time, its link and its file; or the reason why there is only the file."""
    view = match_view(match_or_404(public_id))
    address, fault = phone_app()
    link, code, parts = "", None, list[CodePart]()
    if address:
        try:
            packed = pack(_handed(public_id))
            parts = codes.in_parts(packed)
            link = _link(address, codes.in_parts(packed, MOST_BYTES)[0])
        except ArchiveRefused as error:
            fault = error.sentence
    number = min(max(request.args.get("part", 1, type=whole_number), 1), len(parts) or 1)
    if parts:
        code = qr_code(_link(address, parts[number - 1]), "l")
    return render_template(
        "bundles/handover.html",
        view=view,
        code=code,
        number=number,
        count=len(parts),
        link=link if len(link) <= LONGEST_LINK else "",
        fault=fault,
    )


@pages.get("/matches/<public_id>/handover/file")
def file(public_id: str) -> Response:
    """The same as a file: the archive of a club with this match alone."""
    handed, stream = _handed(public_id), io.BytesIO()
    write_club(stream, handed.head, [handed.only])
    stream.seek(0)
    name = f"{handed.only.setup.game.id}-{date.today():%Y-%m-%d}.zip"
    response = send_file(stream, mimetype="application/zip", as_attachment=True, download_name=name)
    response.headers["Cache-Control"] = "no-store"
    return response


def _handed(public_id: str) -> SingleMatchBundle:
    """The match to hand on; a device that may see it alone hands on nothing of its evening."""
    match, visitor = match_or_404(public_id), visitor_or_404()
    return bundle_of_match(match.club_id, match.id, with_evening=visitor.only is None)


def _link(address: str, part: CodePart) -> str:
    return f"{address}#m={part.code}"


def phone_app() -> tuple[str, Text | None]:
    """The address of the app that runs in a phone, or the reason why there is none.

    A code made on the server's own machine leads other phones to the public address, where there is one.
    """
    if current_app.config["PHONE"]:
        return url_for("home.show", _external=True), None
    if address := address_for_phones() or installed_here():
        return address, None
    reason = NOT_OVER_HTTP if current_app.jinja_env.globals["phone_address"] else NO_PHONE_APP
    return "", reason


@dataclass(frozen=True, slots=True)
class ComparedMatch:
    """A match with its sheet, its moments and the length of its log: one of the two shown side by side."""

    setup: Setup
    created_at: datetime
    changed_at: datetime
    length: int
    sheet: Sheet

    @property
    def sides(self) -> Iterator[tuple[int, str, int]]:
        """Place, side and total, from best to worst."""
        place = 1
        for group in self.sheet.ranking:
            yield from ((place, side, self.sheet.totals[side]) for side in group)
            place += len(group)

    @property
    def name(self) -> Text | str:
        return self.setup.game.name_at(self.setup.options)


@pages.get("/handover")
def ask() -> ResponseReturnValue:
    return _page()


@pages.post("/handover/open")
@heavy
def open_code() -> ResponseReturnValue:
    """Show the match of a link or a file and ask; of several parts, show which are missing. Nothing is added yet."""
    visitor = current_visitor()
    club_id = visitor.club.id if visitor else None
    budget = work_budget()
    sent = request.files.get("file")
    if sent is not None and sent.filename:
        raw = sent.read()
        return _question(arrival_of(bundle_from_upload(raw, now(), budget), club_id), raw=raw)
    parts = _parts(request.form.get("code", ""))
    if missing := codes.missing_numbers(parts):
        count, numbers = parts[0].count, [part.number for part in parts]
        return render_template(
            "bundles/handover_open.html", count=count, there=numbers, missing=missing, fault=None, arrival=None
        )
    packed = codes.joined_parts(parts)
    return _question(arrival_of(unpack(packed, budget), club_id), codes.in_parts(packed, MOST_BYTES)[0].code)


def _parts(text: str) -> list[CodePart]:
    """The parts in this text, with those of the same match that arrived before.

    :raises ArchiveRefused: there is none, or they are of several matches.
    """
    visitor = current_visitor()
    parts = [codes.read_code(code) for code in codes.codes_in(text)]
    if not parts:
        raise ArchiveRefused(NOTHING) if not text.strip() else no_match()
    if len({(part.digest, part.count) for part in parts}) > 1:
        raise ArchiveRefused(say("Ces codes sont de plusieurs parties : ouvrez-les l'une après l'autre."))
    if not codes.missing_numbers(parts) or visitor is None or not visitor.keeps:
        return parts
    for part in parts:
        stored = keep_part(visitor.club.id, part.digest.hex(), part.number, part.code)
    return [part for part in map(codes.read_code, stored) if part.count == parts[0].count]


def _question(arrival: Arrival, code: str = "", raw: bytes = b"") -> ResponseReturnValue:
    """The match that arrived, the one that is here, and what can be done; the form carries the former.

    :raises ArchiveRefused: its file is longer than a form.
    """
    field = b64encode(raw).decode()
    if len(field) > LONGEST_FIELD:
        raise ArchiveRefused(TOO_LONG_TO_ASK)
    visitor = current_visitor()
    match, here = arrival.bundle.only, arrival.here
    names = players_named(visitor.club.id) if visitor else []
    kind = arrival.relation.kind
    compares = here is not None and kind is not RelationKind.SAME
    return render_template(
        "bundles/handover_open.html",
        arrival=arrival,
        lead=IN_BIN if arrival.is_deleted else LEADS[kind],
        taking=TAKING.get(kind),
        compares=compares,
        arrived=_compared_match(replayed_log_of(match), match),
        here=_compared_match(here.replayed_log, here) if here else None,
        deleted=arrival.is_deleted,
        evening=next(iter(arrival.bundle.head.evenings), None),
        club=arrival.bundle.head.name,
        code=code,
        archive=field,
        doubles=_doubles(arrival, names) if arrival.relation.kind is RelationKind.NEW else {},
        fault=None,
    )


def _compared_match(log: ReplayedLog, match: ClubMatch | StoredMatch) -> ComparedMatch:
    return ComparedMatch(
        log.setup, match.created_at, match.changed_at, len(log.log), sheet_of(log.setup.game, log.replay)
    )


def _doubles(arrival: Arrival, names: Sequence[str]) -> dict[str, str]:
    """The similar name in the club, if any, of each player whose very name the club does not have."""
    own = [player.name for player in arrival.bundle.head.players]
    doubles: dict[str, str] = {}
    for name in own:
        double = None if name in names else resembling(name, [known for known in names if known not in own])
        if double is not None and double not in doubles.values():
            doubles[name] = double
    return doubles


@pages.post("/handover/add")
@heavy
def take() -> ResponseReturnValue:
    """Add the match, or go on with the longer one; where both went on, lead to the choice between them."""
    act = request.form.get("act")
    budget = work_budget()
    if field := request.form.get("archive"):
        try:
            raw = b64decode(field, validate=True)
        except ValueError:
            raise no_match() from None
        bundle = bundle_from_upload(raw, now(), budget)
    else:
        bundle = unpack(codes.joined_parts([codes.read_code(request.form.get("code", ""))]), budget)
    club_id = keeper_or_founder().club.id
    arrival = arrival_of(bundle, club_id)
    if code := request.form.get("code"):
        drop_parts(club_id, codes.read_code(code).digest.hex())
    if act == "further" and arrival.relation.kind in (RelationKind.FURTHER, RelationKind.BOTH, RelationKind.NEW):
        if fault := go_on(arrival, club_id):
            return _page(fault), 409
    elif arrival.relation.kind is RelationKind.BOTH and act in ("add", "choose") and not arrival.is_deleted:
        return redirect(url_for("conflicts.index", match=add(arrival, club_id, {})), 303)
    elif arrival.relation.kind is RelationKind.NEW and act in ("add", "choose"):
        doubles = _doubles(arrival, players_named(club_id))
        others = request.form.getlist("another")
        known_as = {name: double for name, double in doubles.items() if name not in others}
        return _to(add(arrival, club_id, known_as))
    return _to(arrival.here_id) if arrival.here_id else redirect(url_for(".ask"), 303)


def _to(public_id: str) -> ResponseReturnValue:
    return redirect(url_for("matches.show", public_id=public_id), 303)


def _page(fault: Text | None = None) -> str:
    return render_template("bundles/handover_open.html", fault=fault, arrival=None)
