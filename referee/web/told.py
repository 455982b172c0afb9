"""How an entry of the log is told again: by the words of its own question, whatever the game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from referee.games.fields import Field
from referee.games.game import Question
from referee.games.play import common_questions
from referee.words import Listing, Text, say

__all__ = ["known_words", "told", "words_of"]


Named = Callable[[Any], Any]
"""What a single value is called."""

Words = Mapping[tuple[str, str], tuple[Any, Named]]
"""By step and field key ("" for the step itself): what it is called, and what its values are called."""


def told(words: Words, entry: Mapping[str, Any]) -> list[tuple[Any, Any]]:
    """Pairs of a label and a value for an entry, in the order it was written."""
    step = entry.get("step", "")
    pairs = []
    for key, value in _leaves(words, step, entry):
        label, named = words.get((step, key), (key, _as_it_is))
        pairs.append((label, _value(value, named)))
    return pairs or [(words.get((step, ""), (step, _as_it_is))[0], "")]


def known_words(view: Any) -> Words:
    """The words of every question this match has answered, and of the common ones."""
    return words_of((*view.questions_asked, *common_questions(view.game, view.position.table)))


def words_of(questions: Iterable[Question]) -> Words:
    """The words of these questions; of two of one step those of the first."""
    words: dict[tuple[str, str], tuple[Any, Named]] = {}
    for question in questions:
        words.setdefault((question.step, ""), (question.title, _as_it_is))
        for field in _fields(question):
            words.setdefault((question.step, field.key), (field.label, _names_of(field)))
    return words


def _as_it_is(value: Any) -> Any:
    return "—" if value is None else value


def _names_of(field: Field) -> Named:
    """What each value that is no name and no number is called: a choice, none of them, a void trick, a card.

    A file may write a card or a suit in lower case; it is shown all the same.
    """
    none = getattr(field, "nothing", None) or getattr(field, "void", None) or "—"
    choices = {None: none, **dict(getattr(field, "choices", ()))}
    canonical = getattr(field, "parse", None) or getattr(field, "canonical", None)

    def named(value: Any) -> Any:
        read = canonical(value) if canonical is not None and isinstance(value, str) else value
        return choices.get(read, value if read is None else read)

    return named


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


def _value(value: Any, named: Named) -> Any:
    if isinstance(value, bool):
        return say("oui") if value else say("non")
    if isinstance(value, dict):
        return Listing(tuple(_pair(name, _value(item, named)) for name, item in value.items()))
    if isinstance(value, list):
        return Listing(tuple(map(named, value))) if value else "—"
    return named(value)


def _pair(name: str, value: Any) -> Text:
    return say("%(name)s %(value)s", name=name, value=value)
