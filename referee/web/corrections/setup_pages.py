"""Correcting the set-up of a match: who sits there, the order of the seats, the first dealer, rules and teams.

What changes is shown first, and only then recorded, as the correction of an entry is. Where entries would no longer
hold they are listed, and nothing changes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Any

from flask import Blueprint, abort, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from referee.answers.table import clean_name
from referee.answers.violation import Violation
from referee.matches.log import Change, ReplayedLog, new_records, replay_with
from referee.matches.match_file import Setup
from referee.matches.replaced_people import at_the_table_already, new_names, with_entries_following
from referee.matches.setup_correction import changes_in_words, corrected_setup, refused_deals, setup_entry, setup_value
from referee.store.matches.matches import known_people
from referee.store.matches.stored_match import StoredMatch
from referee.web.access.permissions import match_or_404
from referee.web.answers.similar_names import visible_text
from referee.web.corrections.preview import preview_page, record_correction
from referee.web.matches.match_log import deal_of, words_of
from referee.web.matches.match_view import MatchView, match_view
from referee.web.new_match.setup_form import fields_of_form, setup_in_form, typed_setup
from referee.words import Text, say

pages = Blueprint("setup_corrections", __name__, url_prefix="/matches/<public_id>/setup")
WHO_FOR_WHOM = say("Qui remplace qui ? Changez les noms d'abord, l'ordre des places ensuite.")
DEALS = 20
"""Deals of refused entries on a page."""


@pages.get("")
def edit(public_id: str) -> ResponseReturnValue:
    """The set-up in force in the form of a new match."""
    stored_match = match_or_404(public_id)
    return _edit_page(stored_match, typed_setup(stored_match.setup), [])


@pages.post("")
def preview(public_id: str) -> ResponseReturnValue:
    """Show what the other set-up changes, or the entries that it would break; nothing has changed yet."""
    stored_match = match_or_404(public_id)
    setup = _setup_in_form(stored_match)
    if not isinstance(setup, Setup):
        return _edit_page(stored_match, request.form, setup), 422
    if setup_value(setup) == setup_value(stored_match.setup):
        return _edit_page(
            stored_match, request.form, [], say("Ce sont les réglages de la partie : rien ne change.")
        ), 422
    return _preview(stored_match, setup)


@pages.post("/record")
def apply(public_id: str) -> ResponseReturnValue:
    """Append the correction with its author and reason."""
    stored_match = match_or_404(public_id)
    setup = _setup_in_draft(stored_match)
    return record_correction(stored_match, _changes(stored_match, setup), partial(_preview, setup=setup))


def _changes(stored_match: StoredMatch, setup: Setup) -> Sequence[Change]:
    return with_entries_following(stored_match.replayed_log, setup_entry(stored_match.setup, setup))


def _setup_in_form(stored_match: StoredMatch) -> Setup | list[Violation]:
    setup = stored_match.setup
    names = (visible_text(request.form.get(f"seat.{seat}", "")) for seat in range(len(setup.people)))
    typed = {seat: clean_name(name) for seat, name in enumerate(names)}
    if len(_moved_newcomers(setup.people, tuple(typed.values()))) > 1:
        return [Violation("match.players", "players", WHO_FOR_WHOM)]
    corrected = setup_in_form(setup.game, typed, setup.table.version)
    if not isinstance(corrected, Setup):
        return corrected
    return at_the_table_already(stored_match.replayed_log, corrected) or corrected


def _moved_newcomers(before: Sequence[str], after: Sequence[str]) -> list[str]:
    """The new names at seats whose own player has only moved: with several, nobody knows who replaces whom."""
    return [new for old, new in zip(before, after, strict=True) if new not in before and old in after]


def _setup_in_draft(stored_match: StoredMatch) -> Setup:
    """The set-up that the preview carried; 400 for what none carries."""
    try:
        entry = {**setup_entry(stored_match.setup, stored_match.setup), "after": json.loads(request.form["draft"])}
    except (ValueError, RecursionError):
        abort(400)
    setup = corrected_setup(stored_match.setup, entry)
    return setup if isinstance(setup, Setup) else abort(400)


def _preview(stored_match: StoredMatch, setup: Setup, late: bool = False) -> ResponseReturnValue:
    view = match_view(stored_match)
    changes = _changes(stored_match, setup)
    records = new_records(view.length, changes)
    log = replay_with(stored_match.replayed_log, records)
    if not isinstance(log, ReplayedLog):
        return _refused_page(view, setup, changes), 422
    after = match_view(stored_match.with_log(log))
    return preview_page(
        view,
        after,
        json.dumps(setup_value(setup)),
        url_for(".apply", public_id=stored_match.public_id),
        late=late,
        changes=list(changes_in_words(stored_match.setup, setup)),
        names=new_names(stored_match.setup, setup),
    )


@dataclass(frozen=True, slots=True)
class RefusedDeal:
    """A deal with the first of its entries that would no longer hold, and why."""

    number: int | None
    entry: Any
    violations: Sequence[Violation]


def _refused_deals(view: MatchView, setup: Setup, changes: Sequence[Change]) -> Iterator[RefusedDeal]:
    amended = {change.amends: change.entry for change in changes}
    entries = [amended.get(current.position, current.entry) for current in view.current]
    for index, violations in refused_deals(setup, view.replay, entries):
        current = view.current[index]
        yield RefusedDeal(deal_of(view, current.position), current.entry, violations)


def _refused_page(view: MatchView, setup: Setup, corrections: Sequence[Change]) -> str:
    deals = list(islice(_refused_deals(view, setup, corrections), DEALS))
    words = words_of(view, [deal.entry for deal in deals])
    changes = changes_in_words(view.stored_match.setup, setup)
    return render_template("corrections/setup_refused.html", view=view, deals=deals, words=words, changes=changes)


def _edit_page(
    stored_match: StoredMatch, typed: MultiDict[str, str], violations: list[Violation], notice: Text | None = None
) -> str:
    view = match_view(stored_match)
    setup = stored_match.setup
    names = [typed.get(f"seat.{seat}", "").strip() for seat in range(len(setup.people))]
    colours = [view.colours.get(name, seat) for seat, name in enumerate(names)]
    people = known_people(stored_match.club_id)
    return render_template(
        "corrections/setup.html",
        **fields_of_form(setup.game, typed, violations, colours=colours, seats_shown=len(names)),
        view=view,
        notice=notice,
        seats=len(names),
        club_players=people,
        suggested_names=[name for name, _ in people if name not in names],
        rules=True,
        rules_open=True,
    )
