"""The events of a match: where its log stands, and what its open pages are told then.

An event's id is the tag of an open page. Its data is the answer to the page's poll, made once for all who watch the
same page in the same language; a keeper's page asks for its own, and so does every page of a match in which each
answers from a phone of their own, and one of other rows or of an address that no page of ours has.
"""

from __future__ import annotations

import secrets
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from threading import Lock
from typing import Any
from urllib.parse import urlencode

from cachetools import TTLCache
from flask import Flask, current_app, request, url_for

from referee.store.clubs.clubs import WATCHER, Visitor
from referee.store.evenings.evenings import match_after
from referee.store.matches.page_tags import MatchVersion, difference, match_versions, roles
from referee.store.matches.seating.seat_holders import come_back, follow_from_seat, follows_by, leave_seat, seat_of
from referee.store.matches.stored_match import StoredMatch
from referee.web.http.event_streams import ASK, Event, Subscription, last_event_id
from referee.web.rendering.page_language import language

NEEDED = (
    "HTTP_ACCEPT_LANGUAGE", "HTTP_COOKIE", "HTTP_HOST", "REMOTE_ADDR", "REQUEST_METHOD", "SCRIPT_NAME", "SERVER_NAME",
    "SERVER_PORT", "SERVER_PROTOCOL", "wsgi.errors", "wsgi.multiprocess", "wsgi.multithread", "wsgi.run_once",
    "wsgi.url_scheme", "wsgi.version",
)  # fmt: skip
"""What is kept of the environment of a request, to ask again later as its client would."""
PAGES = frozenset(("match", "past", "sheet", "table", "log"))
"""The pages whose news a stream carries, by the name in their addresses."""
POLLED = 5
"""Seconds in which a phone polls again; no more than ``GONE_AFTER`` of the server's event streams: the poll came after
the end of the stream.
"""
_polls: TTLCache[tuple[int, int], bool] = TTLCache(4096, POLLED)
_polls_lock = Lock()


@dataclass(frozen=True, slots=True)
class FollowedPage:
    """A page that follows a match.

    ``poll``: the environment of its poll. ``right``: its role, and the one match it may see. ``shows``: the page, ""
    for one of other rows or of none of ours: it asks itself. ``alike``: the same for all with the same answer.
    """

    app: Flask
    match: StoredMatch
    membership_id: int
    right: tuple[str, int | None]
    shows: str
    poll: Mapping[str, Any]
    alike: Hashable


def subscription(visitor: Visitor, match: StoredMatch) -> Subscription:
    """What the page that asks now follows."""
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]  # noqa: SLF001 - documented by Flask
    asked = {name: value for name, value in request.args.items(multi=True) if name != "known"}
    shows = asked["shows"] if asked.keys() == {"shows"} and asked["shows"] in PAGES else ""
    poll = {key: request.environ[key] for key in NEEDED if key in request.environ}
    poll |= {"PATH_INFO": url_for("matches.state", public_id=match.public_id), "QUERY_STRING": urlencode(asked)}
    right = visitor.role, visitor.only
    alike = match.id, shows, language(), visitor.only
    followed = FollowedPage(app, match, visitor.membership_id, right, shows, poll, alike)
    stream = secrets.token_hex(8)
    on_begin = partial(_come, followed, stream) if match.own_phones else None
    on_end = partial(_leave, followed, stream)  # own phones may be chosen, and a seat taken, while it goes on
    return Subscription(visitor.club.id, last_event_id(), newest_events, followed, on_begin, on_end)


def _come(page: FollowedPage, stream: str) -> None:
    with page.app.app_context():
        follow_from_seat(page.match, page.membership_id, stream)


def _leave(page: FollowedPage, stream: str) -> bool:
    """Free the seat of a phone whose last stream this was; True where it polls instead."""
    with _polls_lock:
        polls = (page.match.id, page.membership_id) in _polls
    with page.app.app_context():
        if polls:
            return follows_by(page.match.id, page.membership_id, stream)
        leave_seat(page.match, page.membership_id, stream)
        return False


def note_poll(visitor: Visitor, match: StoredMatch) -> None:
    """A phone that polls, as behind a proxy that keeps events back, is at its seat."""
    if match.own_phones:
        with _polls_lock:
            _polls[match.id, visitor.membership_id] = True
        come_back(match, visitor.membership_id)


def goes_on(shows: str, keeps: bool, match_id: int, membership_id: int) -> bool:
    """Whether an open page passes on to the next match once its own is over.

    The view of the table does, and the page of the match on a phone that only watches, or that holds a seat.
    """
    return shows == "table" or (shows == "match" and (not keeps or seat_of(match_id, membership_id) is not None))


def newest_events(subscriptions: Sequence[Subscription]) -> list[Event | None]:
    """The newest event of each page; None where its match is deleted, or its device may not read it any more."""
    pages: list[FollowedPage] = [each.about for each in subscriptions]  # type: ignore[misc]
    with pages[0].app.app_context():
        stands = match_versions({page.match.id for page in pages})
        rights = roles({page.membership_id for page in pages})
        after: dict[int, str] = {}
        ids = [
            _event_id(page, stands[page.match.id], after)
            if page.match.id in stands and rights.get(page.membership_id) == page.right
            else None
            for page in pages
        ]
    made: dict[Hashable, Event] = {}
    events: list[Event | None] = []
    for each, page, event_id in zip(subscriptions, pages, ids, strict=True):
        own = event_id is not None and (not page.shows or page.right[0] != WATCHER or stands[page.match.id].own_phones)
        if event_id is None or event_id == each.last_event_id or own:
            events.append(None if event_id is None else Event(event_id))
            continue
        key = page.alike, difference(each.last_event_id, event_id), event_id
        if key not in made:
            made[key] = Event(event_id, _poll(page, each.last_event_id))
        events.append(made[key])
    return events


def _event_id(page: FollowedPage, standing: MatchVersion, after: dict[int, str]) -> str:
    """The tag of an open page; of one that goes on to the next match, with that one."""
    keeps = page.right[0] != WATCHER
    stays = not standing.over or page.right[1] is not None
    if stays or not goes_on(page.shows, keeps, page.match.id, page.membership_id):
        return standing.tag
    if page.match.id not in after:
        after[page.match.id] = match_after(page.match) or ""
    return ".".join(filter(None, (standing.tag, after[page.match.id])))


def _poll(page: FollowedPage, last_tag: str) -> str:
    """The answer to the poll of this page; ``ASK`` where it has to ask itself."""
    said: list[str] = []

    def start(status: str, _headers: Any, _error: Any = None) -> Any:
        said.append(status)

    environ = {**page.poll, "HTTP_IF_NONE_MATCH": f'"{last_tag}"', "wsgi.input": BytesIO()}
    answer = page.app.wsgi_app(environ, start)
    try:
        body = b"".join(answer).decode()
    finally:
        answer.close()  # type: ignore[attr-defined]
    return body.strip() if said[0].startswith("200") else ASK
