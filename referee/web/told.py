"""How an entry of the log is told again: by the words of its own question, whatever the game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from referee.games.fields import Field
from referee.games.game import Question
from referee.games.play import common_questions
from referee.words import Listing, Text, say

__all__ = ["known_words", "told", "words_of"]


Words = Mapping[tuple[str, str], tuple[Any, Mapping[Any, Any]]]
"""By step and field key ("" for the step itself): what it is called, and the words of its choices."""


def told(words: Words, entry: Mapping[str, Any]) -> list[tuple[Any, Any]]:
    """Pairs of a label and a value for an entry, in the order it was written."""
    step = entry.get("step", "")
    pairs = []
    for key, value in _leaves(words, step, entry):
        label, choices = words.get((step, key), (key, {}))
        pairs.append((label, _value(value, choices)))
    return pairs or [(words.get((step, ""), (step, {}))[0], "")]


def known_words(view: Any) -> Words:
    """The words of every question this match has answered, and of the common ones."""
    return words_of((*view.questions_asked, *common_questions(view.game, view.position.table)))


def words_of(questions: Iterable[Question]) -> Words:
    """The words of these questions; of two of one step those of the first."""
    words: dict[tuple[str, str], tuple[Any, Mapping[Any, Any]]] = {}
    for question in questions:
        words.setdefault((question.step, ""), (question.title, {}))
        for field in _fields(question):
            words.setdefault((question.step, field.key), (field.label, _choices(field)))
    return words


def _choices(field: Field) -> Mapping[Any, Any]:
    """What each value that is no name and no number is called: a choice, none of them, a void trick, a card."""
    none = getattr(field, "nothing", None) or getattr(field, "void", None) or "—"
    cards = {getattr(card, "code", card): card for card in getattr(field, "pack", ())}
    return {None: none, **cards, **dict(getattr(field, "choices", ()))}


def _fields(question: Question) -> Iterator[Field]:
    for way in question.ways:
        yield from way.fields


def _leaves(words: Words, step: str, entry: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The entry's values with their dotted keys; what lies one level deeper is taken apart."""
    groups = {key.partition(".")[0] for known, key in words if known == step and "." in key}
    for key, value in entry.items():
        if key in groups and isinstance(value, dict):
            yield from ((f"{key}.{inner}", item) for inner, item in value.items())
        elif key != "step":
            yield key, value


def _value(value: Any, choices: Mapping[Any, Any]) -> Any:
    if isinstance(value, bool):
        return say("oui") if value else say("non")
    if isinstance(value, dict):
        return Listing(tuple(_pair(name, _value(item, choices)) for name, item in value.items()))
    if isinstance(value, list):
        return Listing(tuple(choices.get(item, item) for item in value)) if value else "—"
    return choices.get(value, "—" if value is None else value)


def _pair(name: str, value: Any) -> Text:
    return say("%(name)s %(value)s", name=name, value=value)
