"""Permissions: the device or program, club and role of each request, and what exists for them.

Every request passes ``check_access`` before its page is made. A page of a blueprint that is not named here belongs to
a club: it exists for the club's devices alone (404 for others), for a device let into a single match only below that
match; only keepers may write (403), or read the pages of ``KEEPERS_ONLY``. So a new page that writes is safe without a
line here. What stands in no blueprint (static files, the choice of the language) belongs to no club.
"""

from __future__ import annotations

from functools import partial
from typing import NoReturn

from flask import Flask, Response, abort, current_app, g, render_template, request, session
from werkzeug.datastructures import WWWAuthenticate
from werkzeug.exceptions import Unauthorized

from referee.store.clubs.clubs import SEEN_EVERY, Visitor, create_owned_club, device_with, find_visitor, mark_seen, owns
from referee.store.database.models import now
from referee.store.database.orm_base import db
from referee.store.database.transactions import writing
from referee.store.matches.matches import Author
from referee.store.matches.stored_match import StoredMatch, load
from referee.web.access.device_cookie import FOLLOWING, NONCE, device_key, known_key, remember, unrecognised
from referee.web.access.refused_requests import READING
from referee.web.http.access_log import note_cause
from referee.web.http.whole_numbers import whole_number
from referee.words import say

OF_A_MATCH = "/matches/<public_id>"
"""The beginning of the rules of all pages of a match."""
PUBLIC = frozenset({
    "api_rules.rule", "home.show", "sharing.join_club", "sharing.join_page", "table_codes.enter",
    "table_codes.enter_page",
})  # fmt: skip
"""Pages of no club; what they show of one is the club of the device that asks."""
FOR_PROGRAMS = frozenset({"api_club", "api_matches", "api_papers", "api_rules"})
"""Blueprints of programs: who asks is told by the token in the head of the request, never by a cookie."""
OF_THE_DEVICE = frozenset({"clubs", "taken", "exchange_steps"})
"""Blueprints about the device itself: the clubs it belongs to and those it took along."""
PUBLIC_TO_READ = frozenset({"api_reference", "api_rules", "desk", "rulebook"})
"""Blueprints of what belongs to no club as long as it is only read."""
FOUNDING = frozenset({
    "handover.ask", "handover.open_code", "handover.take", "new_match.begin", "new_match.choose", "new_match.seats",
})  # fmt: skip
"""Pages on which a device without a club founds its own."""
KEEPERS_ONLY = FOUNDING | {
    "conflicts.index", "corrections.edit", "evenings.bin_page", "evenings.edit", "evenings.keep", "insertions.ask",
    "matches.ask", "papers.ask", "papers.show", "players.edit", "setup_corrections.edit", "sharing.show",
    "sync.archive", "sync.stands", "table_codes.show", "table_rules.ask", "table_rules.edit", "tokens.show",
    "transfer.ask", "transfer.export", "transfer.going",
}  # fmt: skip
"""Pages that a watcher may not open although they only read."""
WATCHERS_WRITE = frozenset({"seats.answer", "seats.free", "seats.sit", "table_codes.ask"})
"""What a watcher may write."""
NO_CLUB_YET = FOUNDING | {"evenings.index"}
"""Pages of a club that a device without one may open too."""
MAKES_A_DEVICE = frozenset({
    "clubs.create", "clubs.recover", "handover.take", "new_match.begin", "sharing.join_club", "table_codes.enter",
})  # fmt: skip
"""Endpoints that give a browser a new device's cookie, after a confirmation where one came that does not verify."""
LONGEST_PERSON = 40
BY_INVITATION = say(
    "Ici, une table s'ouvre sur invitation : demandez un lien à qui fait tourner l'arbitre, ou rejoignez une table par"
    " un code."
)


def init_app(app: Flask) -> None:
    app.before_request(_founded_by_invitation)
    app.before_request(_ask_before_replacing)
    app.before_request(check_access)
    app.after_request(_note_visit)


def _founded_by_invitation() -> tuple[str, int] | None:
    """Refuse a page that would found a club where the host alone founds them."""
    if not current_app.config["BY_INVITATION"]:
        return None
    founds = request.endpoint == "clubs.create" or (request.endpoint in FOUNDING and current_visitor() is None)
    return (render_template("error.html", sentence=BY_INVITATION), 403) if founds else None


def _ask_before_replacing() -> tuple[str, int] | None:
    """409 and a question before a device whose cookie does not verify becomes another one."""
    if request.endpoint not in MAKES_A_DEVICE or request.method in READING or not unrecognised():
        return None
    if "afresh" in request.form:
        return None
    typed = [pair for pair in request.form.items(multi=True) if pair[0] != NONCE]
    return render_template("access/start_afresh.html", typed=typed), 409


def check_access() -> None:
    """404 for what does not exist for who asks, 403 for what they may not do, 401 for a program without a token."""
    if request.blueprint is None:
        return
    if request.blueprint in FOR_PROGRAMS and request.method == "OPTIONS":
        return  # a browser asks without the token whether it may send it
    visitor = current_visitor()
    reads = request.method in READING
    if request.endpoint in PUBLIC or request.blueprint in OF_THE_DEVICE:
        return
    if reads and request.blueprint in PUBLIC_TO_READ:
        return
    if visitor is None:
        if request.endpoint in NO_CLUB_YET:
            return
        if request.endpoint in FOLLOWING and unrecognised():
            note_cause("unrecognised device")
            abort(503)  # a page that asks by itself asks again
        if request.blueprint in FOR_PROGRAMS:
            raise Unauthorized(www_authenticate=WWWAuthenticate("bearer"))
        abort(404)
    if visitor.only is not None and not (visitor.of_match and (_of_a_match() or request.blueprint in PUBLIC_TO_READ)):
        abort(404)
    if visitor.keeps or request.endpoint in WATCHERS_WRITE:
        return
    if not reads or request.endpoint in KEEPERS_ONLY:
        _refuse(visitor)


def _of_a_match() -> bool:
    return request.url_rule is not None and request.url_rule.rule.startswith(OF_A_MATCH)


def _refuse(visitor: Visitor) -> NoReturn:
    """403; 404 where the address names what is not of the watcher's club."""
    for argument, value in (request.view_args or {}).items():
        if owns(visitor.club.id, argument, value) is False:
            abort(404)
    abort(403)


def _note_visit(response: Response) -> Response:
    """Store every now and then, after the answer has gone out, when this device was there last."""
    visitor: Visitor | None = g.get("visitor")
    if visitor is not None and now() - visitor.seen_at >= SEEN_EVERY:
        response.call_on_close(partial(mark_seen, db.engine, visitor.membership_id))
    return response


def current_visitor() -> Visitor | None:
    """The device that asks and its club, looked up once a request; None before it joined or founded one.

    Where a match is named the club is that match's: a page left open goes on in its own club, whichever is chosen now.
    A phone that brings back what it took along names its club in the address; a number that no club has is no club.
    """
    if "visitor" not in g:
        g.visitor = _program() if request.blueprint in FOR_PROGRAMS else _known_device()
    visitor: Visitor | None = g.visitor
    return visitor


def _known_device() -> Visitor | None:
    """The device whose cookie came, in the club of what the request names, else in the one that it has chosen."""
    if _of_a_match():
        named = str((request.view_args or {})["public_id"])
    else:
        named = request.args.get("match") or request.form.get("match") or request.args.get("from") or ""
    club = None
    if request.blueprint == "sync" and "club" in request.args:
        club = request.args.get("club", 0, type=whole_number)
    visitor = find_visitor(known_key(), named, club)
    if visitor is None and named and named == request.args.get("from"):
        visitor = find_visitor(known_key())  # deleted meanwhile
    if visitor is None and not named and current_app.config["PHONE"]:
        visitor = create_owned_club(known_key())
    return visitor


def named_match() -> StoredMatch | None:
    """The match that the request names, as it was read with the visitor."""
    visitor = current_visitor()
    if visitor is None or visitor.of_match is None:
        return None
    if "named_match" not in g:
        g.named_match = StoredMatch(*visitor.of_match)
    match: StoredMatch = g.named_match
    return match


def _program() -> Visitor | None:
    """The program with the token of this request."""
    from referee.store.clubs.api_tokens import program_with  # a phone has none

    authorization = request.authorization
    if authorization is None or authorization.type != "bearer" or not authorization.token:
        return None
    return program_with(authorization.token)


def visitor_or_404() -> Visitor:
    """The device that asks and its club; 404 without one."""
    return current_visitor() or abort(404)


def keeper_or_founder() -> Visitor:
    """The keeper who starts a match; a device without a club becomes keeper of a new one."""
    visitor = current_visitor()
    if visitor is None:
        key = device_key()
        with writing():  # the second of two first taps finds what the first made
            key = device_with(key).key
            visitor = find_visitor(key)
            if visitor is None:
                visitor, g.founded = create_owned_club(key), True
        remember(visitor.device.key)
        g.visitor = visitor
    if not visitor.keeps:
        abort(403)
    return visitor


def read_anew() -> None:
    """Forget what this request has read of the visitor and the match: it has just written to it."""
    for name in ("visitor", "named_match", "reads_again"):
        g.pop(name, None)


def match_or_404(public_id: str) -> StoredMatch:
    """A match of the reader's own club as it stands now; 404 for any other."""
    visitor = visitor_or_404()
    just_read = named_match()
    if just_read is not None and just_read.public_id == public_id and "reads_again" not in g:
        g.reads_again = True
        return just_read
    loaded = load(visitor.club.id, public_id)
    if loaded is None or visitor.only not in (None, loaded.id):
        abort(404)
    return loaded


def author(reason: str = "", person: str | None = None) -> Author:
    """The author of a record: this device, and the person it named last, unless the device has that very name."""
    visitor = current_visitor()
    if person is not None:
        session["person"] = person[:LONGEST_PERSON]
    name = str(session.get("person", ""))[:LONGEST_PERSON]
    if visitor is None:
        return Author(None, name, reason[:200])
    return Author(visitor.device.id, "" if name == visitor.device.name else name, reason[:200])
