"""What an open page of a match must know to follow what other phones, or the other tabs of one, record."""

from __future__ import annotations

from dataclasses import dataclass

from flask import current_app, request, url_for

from referee.web.access.permissions import named_match
from referee.web.matches.match_view import MatchView

OF_ROWS = ("before", "after", "all", "from", "asked")
"""What an address says of the rows that its page shows."""


@dataclass(frozen=True, slots=True)
class Following:
    """``state``: where the page asks, ``events``: where it hears of news; ``tabs``: the channel of a phone's own tabs.

    ``tag``: what the page shows; ``match``: where the match is.
    """

    state: str
    events: str
    tabs: str
    tag: str
    match: str


def following(view: MatchView, page: str) -> Following:
    """How this ``page`` follows the match, for the rows that its address asks for."""
    match = named_match()
    counted = "" if match is None else match.counted_tag
    asked = {"shows": page, **{name: request.args[name] for name in OF_ROWS if name in request.args}}
    in_phone = bool(current_app.config["PHONE"])
    return Following(
        state=view.addresses.state(asked),
        events="" if in_phone else view.addresses.events(asked),
        tabs=f"phone {url_for('home.show')}" if in_phone else "",
        tag=f"{view.tag}{counted}",
        match=view.addresses.show,
    )
