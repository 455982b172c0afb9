"""A ruling as it is kept with a match: question, facts, verdict and articles, and the words it was given in.

The words are kept in every language, so that the sheet shows the ruling as it was given, whatever a later version
of the rules would say.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.desk.ask import FORMAT as QUESTION
from referee.desk.question import DeskQuestion, Verdict, read_facts, verdict_value
from referee.desk.told import facts_told
from referee.games.play import LONGEST_NOTE
from referee.words import LANGUAGES, Shown, Text, say

__all__ = ["labelled", "ruling_note", "ruling_value"]


def ruling_value(
    question: DeskQuestion, told: Mapping[str, Any], options: Mapping[str, Any], verdict: Verdict
) -> dict[str, Any]:
    """What is stored with the note."""
    asked = {"format": QUESTION, "game": verdict.game, "question": question.id, "facts": told, "options": options}
    return {
        "question": asked,
        "verdict": verdict_value(verdict, LANGUAGES[0]),
        "tone": verdict.word.tone,
        "words": {language: _words(question, told, verdict, language) for language in LANGUAGES},
    }


def _words(question: DeskQuestion, told: Mapping[str, Any], verdict: Verdict, language: str) -> dict[str, str]:
    read, _ = read_facts(question, told)
    facts = (labelled(label, shown, language) for label, shown in facts_told(question, read))
    return {
        "word": verdict.word.shown.render(language),
        "asked": question.label.render(language),
        "facts": " · ".join(facts),
        "because": " ".join(sentence.render(language) for sentence in verdict.because),
    }


def labelled(label: Text, shown: Shown, language: str) -> str:
    """A fact behind its label; a label that asks is answered.

    >>> labelled(say("Atout"), say("Rien"), "fr"), labelled(say("Qui a crié ?"), say("Personne"), "fr")
    ('Atout\u202f: Rien', 'Qui a crié\u202f? Personne')
    """
    if label.render(language).endswith("?"):
        return f"{label.render(language)} {shown.render(language)}"
    return say("%(fact)s : %(value)s", fact=label, value=shown).render(language)


def ruling_note(question: DeskQuestion, told: Mapping[str, Any], verdict: Verdict, language: str) -> str:
    """The note itself: the word, the question, its facts, and why, as far as a note can hold them."""
    words = _words(question, told, verdict, language)
    text = " · ".join(filter(None, (f"{words['word']} — {words['asked']}", words["facts"], words["because"])))
    return text if len(text) <= LONGEST_NOTE else f"{text[: LONGEST_NOTE - 1]}…"
