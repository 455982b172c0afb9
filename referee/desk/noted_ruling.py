"""A ruling as stored in a match: question, facts, verdict, and its words in every language.

The words are stored so that the sheet shows the ruling as it was, whatever a later version of the rules says.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from referee.desk.adjudication import Verdict, verdict_value
from referee.desk.question_json import FORMAT as QUESTION
from referee.desk_questions.desk_question import Case
from referee.game_definition.common_questions import LONGEST_NOTE
from referee.words import LANGUAGES, Renderable, Text, say

QUESTION_KEYS = ("format", "game", "question", "facts", "options")
VERDICT_KEYS = ("format", "game", "question", "answer", "articles", "because")
WORDS_KEYS = ("word", "asked", "because")
FACTS = "facts"
"""Added to the words later: an older ruling has none."""


def ruling_value(verdict: Verdict) -> dict[str, Any]:
    """The value stored beside the note's entry."""
    case = verdict.case
    question = {
        "format": QUESTION,
        "game": case.game.id,
        "question": case.question.id,
        "facts": case.raw_facts,
        "options": case.options,
    }
    return {
        "question": question,
        "verdict": verdict_value(verdict, LANGUAGES[0]),
        "tone": verdict.word.tone,
        "words": {language: _words(verdict, language) for language in LANGUAGES},
    }


def _words(verdict: Verdict, language: str) -> dict[str, str]:
    return {
        "word": verdict.word.text.render(language),
        "asked": verdict.case.question.label.render(language),
        "facts": " · ".join(labelled(label, value, language) for label, value in labelled_facts(verdict.case)),
        "because": " ".join(sentence.render(language) for sentence in verdict.because),
    }


def labelled_facts(case: Case) -> Iterator[tuple[Text, Renderable]]:
    """The label and the words of each fact, without missing ones and those of the table."""
    for fact in case.fields:
        value = case.facts[fact.key]
        missing = value == () or (fact.optional and value == fact.default)
        if not fact.of_the_table and not missing:
            yield fact.label, fact.in_words(value)


def labelled(label: Text, value: Renderable, language: str) -> str:
    """A value after its label: behind a colon, or as the answer to a question mark.

    >>> labelled(say("Atout"), say("Rien"), "fr"), labelled(say("Qui a crié ?"), say("Personne"), "fr")
    ('Atout\u202f: Rien', 'Qui a crié\u202f? Personne')
    """
    if label.render(language).endswith("?"):
        return f"{label.render(language)} {value.render(language)}"
    return say("%(fact)s : %(value)s", fact=label, value=value).render(language)


def ruling_note(verdict: Verdict, language: str) -> str:
    """The text of the note: word, question, facts and reasons, cut to the length of a note."""
    words = _words(verdict, language)
    text = " · ".join(filter(None, (f"{words['word']} — {words['asked']}", words["facts"], words["because"])))
    return text if len(text) <= LONGEST_NOTE else f"{text[: LONGEST_NOTE - 1]}…"


def is_ruling_value(value: Any) -> bool:
    """Whether it has all that a page shows of a ruling, and nothing that the desk does not store with a note."""
    if not _has_only(value, ("question", "verdict", "tone", "words")):
        return False
    verdict, words = value.get("verdict"), value.get("words")
    if not _has_only(value.get("question", {}), QUESTION_KEYS) or not _has_only(verdict, VERDICT_KEYS):
        return False
    articles = verdict.get("articles")
    if not isinstance(articles, list) or not all(
        isinstance(article, str) for article in [*articles, value.get("tone")]
    ):
        return False
    return _has_only(words, LANGUAGES) and all(_are_words_of_ruling(words.get(language)) for language in LANGUAGES)


def _are_words_of_ruling(value: Any) -> bool:
    """Whether these are the words of a ruling in one language."""
    if not _has_only(value, (*WORDS_KEYS, FACTS)) or not all(key in value for key in WORDS_KEYS):
        return False
    return all(isinstance(word, str) for word in value.values())


def _has_only(value: Any, keys: Collection[str]) -> bool:
    """Whether it is an object with no other keys."""
    return isinstance(value, dict) and all(key in keys for key in value)
