"""The form of a question as a page of a match shows it: where it is sent, and what scripts know of it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from flask import url_for

from referee.answers.violation import Violation
from referee.game_definition.game import Way
from referee.game_definition.table_changes import RULES
from referee.web.answers.inputs.base_input import Input
from referee.web.answers.question_form import QuestionForm
from referee.web.matches.draft_keys import draft_key, form_key
from referee.web.matches.match_view import MatchView
from referee.words import Text, say


@dataclass(frozen=True)
class AskedForm:
    """A form and its addresses.

    ``action``: where it is sent, by ``button``. ``length``: that of the log that is shown. ``draft``, ``question_key``:
    the keys of what is typed. ``recorded``: where to ask whether another phone recorded the same; "" for a correction.
    ``count``: where the running count is told, ``preview``: where the result is asked; "" where neither is. ``extra``:
    values that go with it. ``at_once``: where one choice is the whole answer, a tap on it records it.
    """

    form: QuestionForm
    action: str
    button: Text
    length: int
    draft: str
    question_key: str
    recorded: str = ""
    count: str = ""
    preview: str = ""
    own_phones: bool = False
    extra: Mapping[str, str] = field(default_factory=dict)
    at_once: bool = False

    def script_data(self) -> dict[str, str]:
        """What scripts read of it: the attributes of the form, by name.

        Boxes are named by places. A browser that fills them in again by their names, on the way back, would give one
        player's answer to another: what was typed is kept by a script, under the key of the draft.
        """
        data = {"data-draft": self.draft, "data-asked": self.question_key}
        data |= {"data-recorded": self.recorded, "data-once": ""} if self.recorded else {"data-once": "shown"}
        if self.count and self.form.way.running():
            data["data-count"] = self.count
            if self.form.counting:
                data["data-counted"] = json.dumps(dict(self.form.counting), ensure_ascii=False)
            if self.own_phones:
                data["data-own-phones"] = ""
        return data

    @property
    def one_tap(self) -> Input | None:
        """The one choice whose buttons record it."""
        return self.form.whole_answer if self.at_once else None

    @property
    def asks_rules(self) -> bool:
        """Whether it asks for house rules, with the widgets of a new match."""
        return self.form.question.step == RULES

    @property
    def has_button(self) -> bool:
        """Whether it is sent by its own button, and not by what is tapped."""
        return self.form.matrix is None and self.one_tap is None

    @property
    def misplaced(self) -> list[Violation]:
        return self.form.way.misplaced()

    @property
    def ways_at_once(self) -> list[Way]:
        """The ways with nothing to fill in, each a button of its own."""
        return [way for way in self.form.question.ways if way.at_once]


def deal_form(view: MatchView, form: QuestionForm) -> AskedForm:
    """The form of the deal's own question."""
    at = view.addresses
    return AskedForm(
        form,
        at.record,
        form.question.button or say("Enregistrer"),
        view.length,
        draft_key(view, form.question),
        form_key(view, form.question),
        recorded=at.record_check,
        count=at.count,
        preview=at.preview if form.question.remark else "",
        own_phones=view.stored_match.own_phones,
        at_once=True,
    )


def event_form(view: MatchView, form: QuestionForm, at_once: bool = False) -> AskedForm:
    """The form of a question on a page of its own: a penalty, a note, the end."""
    return AskedForm(
        form,
        view.addresses.record,
        say("Confirmer"),
        view.length,
        draft_key(view, form.question),
        form_key(view, form.question),
        recorded=view.addresses.record_check,
        at_once=at_once,
    )


def insertion_form(view: MatchView, form: QuestionForm, before: int, place: str, draft: str) -> AskedForm:
    """The form of a deal that is inserted ``before`` an entry; ``place``: where in it, for the key of the draft."""
    return AskedForm(
        form,
        url_for("insertions.answer", public_id=view.stored_match.public_id, before=before),
        say("Continuer"),
        view.length,
        draft_key(view, form.question, place),
        form_key(view, form.question, place),
        extra={"draft": draft},
        at_once=True,
    )


def correction_form(view: MatchView, form: QuestionForm, position: int, button: Text, draft: str) -> AskedForm:
    """The form of the entry at this ``position`` of the log; ``draft``: the correction so far."""
    return AskedForm(
        form,
        view.addresses.correction(position),
        button,
        view.length,
        draft_key(view, form.question, position),
        form_key(view, form.question, position),
        extra={"draft": draft},
    )
