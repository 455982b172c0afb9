"""Cards that are said to be of trumps: "le valet d'atout", "the nine of trumps", "valet et 9, à l'atout".

Where the suit of trumps is not said, each suit is tried: the words for trumps then stand for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.answers.answer import Field
from referee.answers.choices import Choice
from referee.desk.query_words.sentence_terms import STOP
from referee.desk.search.search_terms import Term, label_terms
from referee.desk.search.vocabulary import Vocabulary, load_vocabulary

TRUMP = "trump"
"""The key of the fact with the suit of trumps."""


def trump_field(fields: Sequence[Field]) -> Choice | None:
    return next((field for field in fields if isinstance(field, Choice) and field.key == TRUMP and field.offered), None)


def in_each_suit(
    field: Choice, terms: Sequence[Term], trump: str | None, language: str
) -> Iterator[tuple[str, Sequence[Term]]]:
    """Each suit that may be trumps, with the words in which it stands where the cards are said to be of trumps.

    ``trump``: the raw suit that is said to be trumps. Nothing where no card is said to be.
    """
    vocabulary = load_vocabulary(language)
    names = {term.stem for term in label_terms(field.label, language) if not term.small}
    starts = {at: _of_trumps(at, terms, names, vocabulary) for at in range(len(terms))}
    after = {at: start for at, start in starts.items() if start is not None}
    if not after:
        return
    between = Term(vocabulary.of_a_suit, f"{vocabulary.of_a_suit}.")
    for choice, label in field.choices:
        suits = [term for term in label_terms(label, language) if not term.small]
        value = str(getattr(choice, "value", choice))
        if len(suits) == 1 and suits[0].stem in vocabulary.suit_stems and trump in (None, value):
            suit = Term(f"{between.word} {suits[0].word}", suits[0].stem)  # "9 d'atout" is no number of them
            words = [*terms]
            for at, start in after.items():
                words[start : at + 1] = [*([between] * (at - start)), suit]
            yield value, words


def _of_trumps(at: int, terms: Sequence[Term], names: set[str], vocabulary: Vocabulary) -> int | None:
    """Where the words begin that say of the card before them that it is of trumps; None if these do not.

    Between them and the card stand small words alone, and behind them no suit: "le 9, atout pique".
    """
    if terms[at].stem not in names:
        return None
    before = at - 1
    while before >= 0 and terms[before].word in vocabulary.of_trumps:
        before -= 1
    rank = terms[before] if before >= 0 else STOP
    if not rank.stem.isdigit() and (rank.stem not in vocabulary.cards or rank.stem in vocabulary.suit_stems):
        return None
    after = [term for term in terms[at + 1 : at + 3] if term.word not in vocabulary.belonging]
    return None if after and after[0].stem in vocabulary.suit_stems else before + 1
