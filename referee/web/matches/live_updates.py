"""What an open page of a match is told: what was recorded, what is being counted, and the page as it is now.

Whoever only watches is told the same as everybody who watches in this language, so it is made once for them all. It
holds nothing of who asked first.
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
from referee.store.matches.running_counts import count_of
from referee.web.access.permissions import visitor_or_404
from referee.web.answers.forms import QuestionForm
from referee.web.matches.draft_keys import form_key
from referee.web.matches.latest_record import last_act
from referee.web.matches.match_view import MatchView
from referee.web.rendering.page_language import language, written

NO_DEVICE = 0


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer, as it is and compressed."""

    plain: bytes
    packed: bytes


MOST_ANSWERS, SECONDS = 256, 30
"""What is kept of the answers to watchers; not for long: a device may be renamed meanwhile."""


def counting(view: MatchView) -> Mapping[str, str]:
    """What is being counted, by control: nothing where it was typed in another form than the one asked now."""
    now = visitor_or_404().match
    if view.state.over or now is None or not now.counted:
        return NOBODY
    count = count_of(view.stored.match.id)
    if count is None or count.asked != form_key(view, view.game.question(view.state)):
        return NOBODY
    return count.typed


def _running_count(view: MatchView) -> dict[str, Any] | None:
    """What is being counted, as an open page is told of it; None: nothing is."""
    typed = counting(view)
    if not typed:
        return None
    question = view.game.question(view.state)
    said = " · ".join(written(words) for words in QuestionForm(question, counting=typed).so_far())
    return {"asked": form_key(view, question), "typed": dict(typed), "said": said}


def answer_to_page(tag: str, view: Callable[[], MatchView], shown: Callable[[str, MatchView], Any]) -> Response:
    """The answer to an open page that knows another ``tag``; ``shown`` makes the page that it ``shows``.

    Where nothing was recorded since, there is no page in it; "" where that page is no more as its address says.
    """
    visitor, page = visitor_or_404(), request.args.get("shows")
    known = request.headers.get("If-None-Match", "").removeprefix("W/").strip('"')
    if known.split("-")[:2] == tag.split("-")[:2]:
        page = None

    def make() -> bytes:
        now = view()
        said = written(last_act(now, visitor.device.id if visitor.keeps else NO_DEVICE))
        news = {"length": now.length, "over": now.state.over, "tag": tag, "said": said, "count": _running_count(now)}
        fresh = shown(page, now) if page else None
        body = {**news, "page": fresh if fresh is None or isinstance(fresh, str) else ""}
        return json.dumps(body, ensure_ascii=False).encode()

    if visitor.keeps:
        return Response(make(), mimetype="application/json")
    mark = visitor.match and visitor.match.mark
    asked = (request.path, request.query_string, page is None, mark, tag, language())
    return _packed(answer_to_watchers(asked, make))


@cached(TTLCache(MOST_ANSWERS, SECONDS), key=lambda asked, _make: asked, condition=Condition())
def answer_to_watchers(asked: Hashable, make: Callable[[], bytes]) -> Answer:
    """The answer to all who ask the same: concurrent requests share one computation."""
    body = make()
    return Answer(body, gzip.compress(body, mtime=0))


def _packed(answer: Answer) -> Response:
    packs = bool(request.accept_encodings.quality("gzip"))
    response = Response(answer.packed if packs else answer.plain, mimetype="application/json")
    if packs:
        response.headers["Content-Encoding"] = "gzip"
    response.vary.add("Accept-Encoding")
    return response
