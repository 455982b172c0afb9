"""What an open page of a match must know to follow what other phones, or the other tabs of one, record."""

from __future__ import annotations

from flask import current_app, request, url_for

from referee.web.access.permissions import named_match
from referee.web.matches.match_view import MatchView
from referee.web.rendering.page_language import localize
from referee.words import say

OF_ROWS = ("before", "after", "all", "from", "asked")
"""What an address says of the rows that its page shows."""


def follow_data(view: MatchView, page: str) -> dict[str, str]:
    """How this ``page`` follows the match, for the rows that its address asks for: attributes of its head, by name.

    Where it asks for what is new, and where it hears of it; in a phone, the channel of its own tabs; what it shows;
    where the match is; what is said of news, and of a page that may be old.
    """
    match = named_match()
    counted = "" if match is None else match.counted_tag
    asked = {"shows": page, **{name: request.args[name] for name in OF_ROWS if name in request.args}}
    data = {
        "data-follow": view.addresses.state(asked),
        "data-tag": f"{view.tag}{counted}",
        "data-match": view.addresses.show,
        "data-see": localize(say("voir")),
    }
    if current_app.config["PHONE"]:
        return {**data, "data-tabs": f"phone {url_for('home.show')}", "data-stale": ""}
    stale = say("Pas de réseau : ce qui est affiché a peut-être changé.")
    return {**data, "data-events": view.addresses.events(asked), "data-stale": localize(stale)}
