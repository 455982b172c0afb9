"""A ruling as it is kept with a match: question, facts, verdict and articles, and the words it was given in.

The words are kept in every language, so that the sheet shows the ruling as it was given, whatever a later version
of the rules would say.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.desk.question_json import FORMAT as QUESTION
from referee.desk.ruling import Verdict, verdict_value
from referee.desk_questions.desk_question import Case
from referee.game_definition.match_course import LONGEST_NOTE
from referee.words import LANGUAGES, Shown, Text, say


def ruling_value(verdict: Verdict) -> dict[str, Any]:
    """What is stored with the note."""
    case = verdict.case
    asked = {
        "format": QUESTION,
        "game": case.game.id,
        "question": case.question.id,
        "facts": case.raw_facts,
        "options": case.options,
    }
    return {
        "question": asked,
        "verdict": verdict_value(verdict, LANGUAGES[0]),
        "tone": verdict.word.tone,
        "words": {language: _words(verdict, language) for language in LANGUAGES},
    }


def _words(verdict: Verdict, language: str) -> dict[str, str]:
    return {
        "word": verdict.word.shown.render(language),
        "asked": verdict.case.question.label.render(language),
        "facts": " · ".join(labelled(label, shown, language) for label, shown in facts_told(verdict.case)),
        "because": " ".join(sentence.render(language) for sentence in verdict.because),
    }


def facts_told(case: Case) -> Iterator[tuple[Text, Shown]]:
    """Each fact that was told, with its label; what was left out is left out here too."""
    for fact in case.question.facts:
        value = case.facts[fact.key]
        left_out = value == () or (fact.optional and value == fact.default)
        if not fact.of_the_table and not left_out:
            yield fact.label, fact.in_words(value)


def labelled(label: Text, shown: Shown, language: str) -> str:
    """A fact behind its label; a label that asks is answered.

    >>> labelled(say("Atout"), say("Rien"), "fr"), labelled(say("Qui a crié ?"), say("Personne"), "fr")
    ('Atout\u202f: Rien', 'Qui a crié\u202f? Personne')
    """
    if label.render(language).endswith("?"):
        return f"{label.render(language)} {shown.render(language)}"
    return say("%(fact)s : %(value)s", fact=label, value=shown).render(language)


def ruling_note(verdict: Verdict, language: str) -> str:
    """The note itself: the word, the question, its facts, and why, as far as a note can hold them."""
    words = _words(verdict, language)
    text = " · ".join(filter(None, (f"{words['word']} — {words['asked']}", words["facts"], words["because"])))
    return text if len(text) <= LONGEST_NOTE else f"{text[: LONGEST_NOTE - 1]}…"
