"""What one player is asked of the open question on a phone of their own, and what the count is once they have answered.

Both are judged by the count alone, in which all answers stand that have been given so far.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from werkzeug.datastructures import MultiDict

from referee.web.answers.inputs.base_input import EachInput, Input, OwnChoices
from referee.web.answers.inputs.typed_inputs import CountsInput, PointsInput
from referee.web.answers.question_form import QuestionForm
from referee.web.answers.typed_numbers import number_or_text
from referee.web.rendering.page_language import localize
from referee.words import Renderable, Text

LONGEST_NUMBER = 2
"""Signs of the longest number on a key."""
BOTH = "both"
"""The name of what is asked where the question is a side and one of a few things."""


@dataclass(frozen=True, slots=True)
class OwnKey:
    """A value to tap. ``is_answer``: it is the answer; ``struck``: it may not be said; ``shut``: nothing may, now."""

    value: str
    words: Renderable | str
    is_answer: bool
    struck: bool
    shut: bool


@dataclass(frozen=True, slots=True)
class OwnQuestion:
    """A field of the open question, for one player.

    ``choices``: the values to tap; none where a number is typed. ``forbidden``: the one that would make a ``total``
    that must not be by ``article``. ``answer``: what the player has answered; ``waits_for``: who speaks before.
    ``closed``: there is nothing to answer any more, or not yet. ``needed``: the question is not answered without more
    of its players; ``in_turn``: they speak in an order; ``signed``: the number may be negative.
    """

    name: str
    label: Renderable
    choices: OwnChoices
    answer: str = ""
    waits_for: str = ""
    closed: bool = False
    forbidden: str = ""
    total: int = 0
    article: str = ""
    needed: bool = False
    in_turn: bool = False
    signed: bool = False

    @property
    def keys(self) -> list[OwnKey]:
        """The values to tap, each a key."""
        return [
            OwnKey(
                value=str(value),
                words=words,
                is_answer=bool(self.answer) and str(value) == self.answer,
                struck=bool(self.forbidden) and str(value) == self.forbidden,
                shut=self.closed,
            )
            for value, words in self.choices
        ]

    @property
    def has_words(self) -> bool:
        """Whether its keys are words, and no numbers."""
        return bool(self.choices) and len(localize(self.choices[0][1])) > LONGEST_NUMBER

    @property
    def asks(self) -> bool:
        """Whether it is this player's turn, where they speak in turn."""
        return self.in_turn and not self.answer and not self.closed

    @property
    def lacks(self) -> bool:
        """Whether the question has no whole answer without this player's, now or in their turn."""
        return self.needed and not self.answer and (not self.closed or bool(self.waits_for))


def form_with_counts(form: QuestionForm, typed: Mapping[str, str]) -> QuestionForm:
    """The same form with nothing in it but what was counted; in the way of ``form`` where nothing was."""
    data = MultiDict({"way": form.chosen, **typed})
    return QuestionForm(form.question, data, seating=form.seating)


def own_questions(form: QuestionForm, typed: Mapping[str, str], player: str) -> list[OwnQuestion]:
    """What this player is asked, in the order of the form; nothing where the question asks no player apart."""
    form = form_with_counts(form, typed)
    if form.matrix is not None:
        return _own_call(form, typed, player)
    inputs = [bound for bound in form.way.inputs_to_fill() if bound.by_seat and player in bound.seats]
    return [own for own in (_own_question(form, bound, player) for bound in inputs) if own is not None]


def asked_of_players(form: QuestionForm) -> list[Text]:
    """What a question asks players apart, in words, in whichever way it is answered."""
    if form.matrix is not None:
        return [form.question.title]
    asked = (bound.spec.label for way in form.ways for bound in way.inputs_to_fill() if bound.by_seat)
    return list(dict.fromkeys(asked))


def missing_people(form: QuestionForm, typed: Mapping[str, str], people: Collection[str]) -> list[str]:
    """The people whose own answer is missing, in the order in which they speak or sit."""
    seats = (seat for bound in form.way.inputs_to_fill() if bound.by_seat for seat in bound.seats)
    players = dict.fromkeys(seat for seat in seats if seat in people)
    return [player for player in players if any(own.lacks for own in own_questions(form, typed, player))]


def with_answer(
    form: QuestionForm, typed: Mapping[str, str], player: str, name: str, value: str
) -> dict[str, str] | None:
    """What is counted once this player has answered so; None where they are not asked that, or may not say it."""
    question = next((own for own in own_questions(form, typed, player) if own.name == name), None)
    if question is None or question.closed:
        return None
    if question.forbidden and value == question.forbidden:
        return None
    with_counts = form_with_counts(form, typed)
    if name == BOTH:
        changed: Mapping[str, str] | None = _call(with_counts, value) if _offers(question, value) else None
    else:
        bound = next(bound for bound in with_counts.way.inputs() if bound.name == name)
        fits = _offers(question, value) if question.choices else _is_possible(bound, player, value)
        changed = (
            bound.own_typed(player, value if question.choices else str(number_or_text(value.strip()))) if fits else None
        )
    return None if changed is None else {**typed, **changed, "way": with_counts.chosen}


def _own_question(form: QuestionForm, bound: Input, player: str) -> OwnQuestion | None:
    choices = bound.own_choices(player)
    types = isinstance(bound, PointsInput) and not choices
    spared = types and form.way.spared(bound) == player
    stands = bound.text(player) or (bound.text() if bound.text() == player else "")
    if spared or not (choices or types or stands):
        return None
    order = list(bound.own_order())
    spoken = [bool(bound.text(other)) for other in order]
    at = order.index(player) if order else 0
    waits_for = next((other for other, has in zip(order[:at], spoken, strict=False) if not has), "")
    closed = bool(waits_for) or any(spoken[at + 1 :]) or not (choices or types)
    forbidden = bound.forbidden(player) if isinstance(bound, CountsInput) else None
    can_be_said = str(forbidden) in [str(id) for id, _ in choices]
    avoid = bound.spec.avoid if isinstance(bound, CountsInput) and can_be_said else None
    enough = getattr(bound.spec, "fewest", len(bound.seats))
    needed = isinstance(bound, EachInput) and sum(bool(bound.text(other)) for other in bound.seats) < enough
    signed = isinstance(bound, PointsInput) and not choices and bound.spec.low < 0
    return OwnQuestion(
        name=bound.name,
        label=bound.spec.label,
        choices=choices,
        answer=stands,
        waits_for=waits_for,
        closed=closed,
        forbidden=str(forbidden) if avoid else "",
        total=avoid.total if avoid else 0,
        article=avoid.article if avoid else "",
        needed=needed,
        in_turn=bool(order),
        signed=signed,
    )


def _own_call(form: QuestionForm, typed: Mapping[str, str], player: str) -> list[OwnQuestion]:
    """What this player's side has to say; nothing once another side was heard first."""
    pair = form.matrix
    assert pair is not None
    side = next((side.name for side in pair.sides if player in side.players), None)
    if side is None:
        return []
    called = typed.get(pair.side, "")
    stands = f"{side}|{typed.get(pair.choice)}" if called == side else ""
    choices = tuple((f"{side}|{id}", words) for id, words in pair.choices)
    return [OwnQuestion(BOTH, form.question.title, choices, stands, closed=called not in ("", side))]


def _call(form: QuestionForm, value: str) -> dict[str, str]:
    assert form.matrix is not None
    apart = form.matrix.apart({BOTH: value})
    return {name: apart[name] for name in (form.matrix.side, form.matrix.choice)}


def _offers(question: OwnQuestion, value: str) -> bool:
    return any(str(id) == value for id, _ in question.choices)


def _is_possible(bound: Input, player: str, value: str) -> bool:
    number = number_or_text(value.strip())
    return isinstance(number, int) and not list(bound.spec.out_of_range({player: number}, {}))
