"""Updates for open pages of a match: the last record, what is being counted, and the page as it is now.

Watchers with the same language and page share one answer, which depends on nothing of the one who asked first.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from threading import Condition
from typing import Any

from cachetools import TTLCache, cached
from flask import Response, request

from referee.answers.table import NOBODY
from referee.store.matches.page_tags import difference
from referee.store.matches.running_counts import count_of
from referee.store.matches.seating.seat_holders import holders, seat_of
from referee.web.access.permissions import named_match, visitor_or_404
from referee.web.answers.own_answers import missing_people, own_questions
from referee.web.matches.draft_keys import form_key
from referee.web.matches.latest_record import last_act
from referee.web.matches.match_view import MatchView
from referee.web.matches.open_form import open_form
from referee.web.rendering.page_language import language, localize
from referee.words import Text, names, say
from referee.words.direction import isolated, isolated_in_markup

NO_DEVICE = 0
MOST_ANSWERS, SECONDS = 256, 30
"""Size and lifetime of the cache of answers to watchers; short, for a device may be renamed meanwhile."""


@dataclass(frozen=True, slots=True)
class PollAnswer:
    """An answer, plain and compressed by gzip."""

    plain: bytes
    packed: bytes


def counting(view: MatchView) -> Mapping[str, str]:
    """What is being counted, by control; nothing where it was typed in another form than the current one."""
    now = named_match()
    if view.state.over or now is None or not now.counting:
        return NOBODY
    count = count_of(view.stored_match.id)
    if count is None or count.asked != form_key(view, view.question):
        return NOBODY
    return count.typed


def so_far(view: MatchView) -> list[Text]:
    """What is being counted, in words; nothing where nobody counts."""
    typed = counting(view)
    return open_form(view, typed).so_far() if typed else []


def _running_count(view: MatchView, seat: str | None) -> dict[str, Any] | None:
    """What is being counted as JSON, for the phone that holds this seat, if any; or None."""
    typed = counting(view)
    if not typed:
        return None
    form = open_form(view, typed)
    words = isolated(" · ".join(map(localize, form.so_far())))
    count = {"asked": form_key(view, form.question), "typed": dict(typed), "said": words}
    if not view.stored_match.own_phones:
        return count
    turn = seat is not None and any(own.asks for own in own_questions(form, typed, seat))
    yours = isolated(localize(say("À vous, %(player)s", player=seat))) if turn else ""
    absent = missing_people(form, typed, view.state.table.present) if holders(view.stored_match.id) else []
    return {**count, "missing": isolated(localize(names(absent))) if absent else "", "yours": yours}


def _takes_answers(view: MatchView) -> bool:
    """Whether the form on a keeper's page can take in what others answer; else the page itself shows it."""
    form = open_form(view, NOBODY)
    return form.matrix is None and form.whole_answer is None


def answer_to_page(tag: str, view: Callable[[], MatchView], render: Callable[[str, MatchView], Any]) -> Response:
    """The answer to an open page that knows another ``tag``; ``render`` renders the page that it ``shows``.

    Where something is counted and no more it holds no page (None), but for a player's own phone; "" where the page
    would be a redirect. It says nothing where nothing was recorded: a watcher asks to keep, or the table has another
    code.
    """
    visitor, page = visitor_or_404(), request.args.get("shows")
    last_tag = request.headers.get("If-None-Match", "").removeprefix("W/").strip('"')
    match = named_match()
    own_phones = match is not None and match.own_phones and page == "match"
    seat = seat_of(match.id, visitor.membership_id) if match is not None and own_phones else None
    changed = difference(last_tag, tag)
    if changed.counts_only and not (own_phones and (seat or visitor.keeps)):
        page = None

    def make() -> bytes:
        now = view()
        act = last_act(now, visitor.device.id if visitor.keeps else NO_DEVICE) if changed.recorded else None
        news = {
            "length": now.length,
            "over": now.state.over,
            "tag": tag,
            "said": isolated(localize(act)),
            "count": _running_count(now, seat),
        }
        stays = changed.counts_only and visitor.keeps and _takes_answers(now)
        fresh = render(page, now) if page and not stays else None
        if fresh is not None:
            fresh = isolated_in_markup(fresh) if isinstance(fresh, str) else ""
        body = {**news, "page": fresh}
        return json.dumps(body, ensure_ascii=False).encode()

    if visitor.keeps or seat:
        return Response(make(), mimetype="application/json")
    mark = match and match.mark
    only = visitor.only if page == "table" else None  # who sees one match is shown no code of the table
    key = (request.path, request.query_string, page is None, changed.recorded, mark, tag, only, language())
    answer = answer_to_watchers(key, make)
    packs = bool(request.accept_encodings.quality("gzip"))
    response = Response(answer.packed if packs else answer.plain, mimetype="application/json")
    if packs:
        response.headers["Content-Encoding"] = "gzip"
    response.vary.add("Accept-Encoding")
    return response


@cached(TTLCache(MOST_ANSWERS, SECONDS), key=lambda key, _make: key, condition=Condition())
def answer_to_watchers(key: Hashable, make: Callable[[], bytes]) -> PollAnswer:
    """The answer to equal requests: concurrent ones share one computation."""
    body = make()
    return PollAnswer(body, gzip.compress(body, mtime=0))
