"""What was recorded last, in the words of the table: the one line above the question that is asked now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from referee.matches.log import Record
from referee.store.match.log_pages import records_at
from referee.vocabulary.game import Question
from referee.vocabulary.match_course import COMMON_STEPS, common_questions
from referee.vocabulary.offence_effects import REDEAL
from referee.vocabulary.sheet import Round
from referee.web.matches.entry_words import labelled_values, words_of_questions
from referee.web.matches.match_view import MatchView
from referee.words import Listing, Shown, Text, say, signed
from referee.words.folding import folded

LONGEST_NOTE = 60


@dataclass(frozen=True, slots=True)
class LastBatch:
    """One sentence; ``row`` where a row was written, to be unfolded; ``restorable`` where it can be brought back."""

    said: Text
    row: Round | None = None
    restorable: bool = False


@dataclass(frozen=True, slots=True)
class Of:
    """Whose it is: "de Bob", "d'Ana"; in English "by Bob"."""

    name: str

    def render(self, language: str) -> str:
        said = say("d'%(name)s", name=self.name) if elides(self.name) else say("de %(name)s", name=self.name)
        return said.render(language)


def elides(name: str) -> bool:
    """Whether "de" loses its vowel before a name.

    >>> [name for name in ("Éric", "Hélène", "Yves", "Yann", "Bob", "10") if elides(name)]
    ['Éric', 'Hélène', 'Yves']
    """
    said = folded(name)
    return said.startswith(tuple("aeiouh")) or (said.startswith("y") and not said[1:].startswith(tuple("aeiou")))


def last_batch(view: MatchView) -> LastBatch | None:
    """What the last batch of the log did; None before the first one."""
    records = view.stored.log
    if not records:
        return None
    first = records[records[-1].batch or 0]
    if first.amends is None:
        return _recorded(view, records[-1])
    what = _what(view, first.amends)
    if first.undoes is not None:
        gone = first.entry is None
        said = say("Annulé : %(what)s", what=what) if gone else say("Correction annulée : %(what)s", what=what)
        return LastBatch(said, restorable=True)
    if first.entry is None:
        return LastBatch(say("Retiré : %(what)s", what=what))
    if view.entries_before([first])[first.position] is None:
        return LastBatch(say("Rétabli : %(what)s", what=what))
    return LastBatch(say("Corrigé : %(what)s", what=what))


def _what(view: MatchView, position: int) -> Text:
    """What the entry at this position is: "les plis de la donne 24"."""
    entry = view.stored.log[position].entry or {}
    question = _question(view, entry)
    subject = question.subject if question else say("la saisie")
    if entry.get("step") in COMMON_STEPS:
        return subject
    return say("%(what)s de la donne %(n)s", what=subject, n=view.deal_of(position) or view.state.deal)


def _question(view: MatchView, entry: Mapping[str, Any]) -> Question | None:
    step = entry.get("step")
    asked = common_questions(view.game, view.state) if step in COMMON_STEPS else view.questions_of((entry,))
    return next((question for question in asked if question.step == step), None)


def _recorded(view: MatchView, last: Record) -> LastBatch:
    entry = last.entry or {}
    row = view.rounds[-1] if view.rounds and view.rounds[-1].entries else None
    if row is not None and view.current[row.entries[-1]].position != last.position:
        row = None
    if entry.get("step") == "note" and records_at(view.stored.match.id, (last.position,))[last.position].ruling:
        return LastBatch(say("Décision de l'arbitre notée"))
    if entry["step"] in COMMON_STEPS:
        return LastBatch(_COMMON[entry["step"]](view, entry), row)
    if row is not None:
        return LastBatch(_gains(view, row), row)
    return LastBatch(_step(view, entry))


def _gains(view: MatchView, row: Round) -> Text:
    """Who gained what in a row; only those whose total moved."""
    gained = tuple(f"{side} {signed(points)}" for side, points in row.scores.items() if points)
    label = view.beyond_number(row) or row.label
    if not gained:
        return say("%(deal)s : personne ne marque", deal=label)
    return say("%(deal)s : %(gains)s", deal=label, gains=", ".join(gained))


def _step(view: MatchView, entry: Mapping[str, Any]) -> Text:
    """A step that wrote no row: what was answered; or that all of it is dealt again."""
    question = _question(view, entry)
    if question is None or not view.state.recorded and not view.state.begun and not _is_aside(view, entry):
        return say("On redistribue : %(dealer)s donne", dealer=view.state.dealer)
    values = [shown for _, shown in labelled_values(words_of_questions((question,)), entry) if shown != ""]
    return say("%(title)s : %(values)s", title=question.title, values=Listing(tuple(values[:1])))


def _is_aside(view: MatchView, entry: Mapping[str, Any]) -> bool:
    return str(entry["step"]) != view.game.question(view.state).step


def _penalty(view: MatchView, entry: Mapping[str, Any]) -> Text:
    """What the mistake comes to under the rules of this table."""
    offence = next(offence for offence in view.game.offences if offence.id == entry["offence"])
    effect = offence.effect_under(view.state.rules)
    said: Shown = effect.words
    if effect == REDEAL:
        said = say("on redistribue, %(dealer)s redonne", dealer=view.state.dealer)
    return say("%(offence)s %(of)s : %(effect)s", offence=offence.label, of=Of(entry["player"]), effect=said)


def _relay(view: MatchView, entry: Mapping[str, Any]) -> Text:
    if entry["by"] is None:
        return say("%(player)s reprend sa place", player=entry["player"])
    return say("%(by)s joue pour %(player)s", by=entry["by"], player=entry["player"])


def _note(view: MatchView, entry: Mapping[str, Any]) -> Text:
    text = entry["text"]
    return say("Note : « %(text)s »", text=text if len(text) <= LONGEST_NOTE else text[:LONGEST_NOTE] + "…")


_COMMON: Mapping[str, Any] = {
    "penalty": _penalty,
    "note": _note,
    "relay": _relay,
    "end": lambda view, entry: say("La partie est arrêtée"),
}
