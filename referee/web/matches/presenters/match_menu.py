"""What may be done at any time in a match, two taps from each of its pages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from flask import current_app, url_for

from referee.game_definition.common_questions import TABLE_TITLES
from referee.game_definition.offences import MISDEAL
from referee.game_definition.table_changes import ADJUST, DEALER, RULES
from referee.web.access.permissions import current_visitor
from referee.web.matches.match_view import MatchView
from referee.words import Renderable, say

DRAWN = {DEALER: "deal", RULES: "rules", ADJUST: "note"}
"""The icons of changes at the table; of the others it is people."""


@dataclass(frozen=True, slots=True)
class MenuItem:
    """``icon``: the name of its drawing."""

    address: str
    icon: str
    words: Renderable


@dataclass(frozen=True, slots=True)
class MatchMenu:
    """``deletes``: the match is empty and may be thrown away."""

    items: tuple[MenuItem, ...]
    deletes: bool


def match_menu(view: MatchView) -> MatchMenu:
    """The menu for who asks: a watcher changes nothing."""
    visitor = current_visitor()
    keeps = visitor is not None and visitor.keeps
    return MatchMenu(tuple(_items(view, keeps)), keeps and not view.current)


def _items(view: MatchView, keeps: bool) -> Iterator[MenuItem]:
    at, records = view.addresses, keeps and not view.state.over
    if records:
        yield from _events(view)
    if keeps and not current_app.config["PHONE"]:
        yield MenuItem(url_for("sharing.show", match=view.stored_match.public_id), "share", say("Partager"))
    yield MenuItem(at.handover, "send", say("Passer la partie"))
    yield MenuItem(at.table_view, "table", say("Vue de table"))
    yield MenuItem(at.log, "log", say("Journal"))
    if keeps:
        yield MenuItem(at.setup, "swap", say("Corriger les réglages"))
    yield MenuItem(url_for("rulebook.one_game", part=view.game.id), "rules", say("Les règles"))
    if records:
        yield MenuItem(at.step("end"), "stop", say("Arrêter la partie"))
    if records and view.state.untouched:
        yield MenuItem(at.step("totals"), "note", say("Les totaux seulement"))


def _events(view: MatchView) -> Iterator[MenuItem]:
    """The steps that may be recorded beside the deal's own."""
    at = view.addresses
    if view.may_misdeal:
        dealer = view.state.dealer
        yield MenuItem(at.step("penalty", offence=MISDEAL.id, player=dealer), "deal", say("Maldonne"))
    yield MenuItem(at.step("penalty"), "penalty", say("Une faute"))
    for aside in view.asides:
        yield MenuItem(at.step(aside.step), "people", aside.title)
    yield MenuItem(at.step("relay"), "swap", say("Remplacer un joueur"))
    for step in view.table_changes:
        yield MenuItem(at.step(step), DRAWN.get(step, "people"), TABLE_TITLES[step])
    yield MenuItem(at.step("note"), "note", say("Une note"))
