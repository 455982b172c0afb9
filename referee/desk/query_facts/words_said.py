"""The words of a search as its facts are read from them: with what separates the items of a list.

"R♠, 10♠ puis 9♥" is "roi de pique , 10 de pique , 9 de coeur". A word that nothing in the rulebook knows, and that is
a slip of the finger away from one card word alone, is that card word.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from referee.desk.questions import desk_questions
from referee.desk.search_index import load_index
from referee.desk.search_words import SUIT_SIGNS, Term, load_vocabulary, one_error_away, sounds, terms
from referee.games.registry import GAMES

NEXT, STOP = Term(",", ",."), Term(";", ";.")
"""What stands between two items of a list, and between two clauses: small words."""

_PARTS = re.compile(r"[,+/→]|[.;:!?…()](?!\d)")
_FACE = re.compile(r"\b([a-z]) ?(?=[♠♥♦♣])", re.IGNORECASE)
_AFTER_RANK = re.compile(r"(?<=\w) ?[♠♥♦♣]")
_LIST = ",+/→"


def words_said(text: str, language: str) -> list[Term]:
    """The words of a text, separators among them, slips in the words of cards mended.

    >>> [term.word for term in words_said("A♠, R♥ : la dmae", "fr")]
    ['as', 'de', 'pique', ',', 'roi', 'de', 'coeur', ';', 'la', 'dame']
    """
    vocabulary = load_vocabulary(language)
    text = _FACE.sub(lambda letter: f"{vocabulary.ranks.get(letter[1].lower(), letter[1])} ", text)
    of_suit = {
        sign: f" {vocabulary.of_a_suit} {suit} " for sign, suit in zip(SUIT_SIGNS, vocabulary.suits, strict=True)
    }
    text = _AFTER_RANK.sub(lambda sign: of_suit[sign[0].strip()], text)
    text = vocabulary.idle.sub(" ", text)
    said: list[Term] = []
    start = 0
    for sign in _PARTS.finditer(text):
        said += terms(text[start : sign.start()], language, meanings=False)
        said.append(NEXT if sign[0] in _LIST else STOP)
        start = sign.end()
    said += terms(text[start:], language, meanings=False)
    return [NEXT if term.word in vocabulary.next else _mended(term, language) for term in said]


def _mended(term: Term, language: str) -> Term:
    """A word, or the only card word that it may be a slip for."""
    index, vocabulary = load_index(language), load_vocabulary(language)
    if term.small or term.word.isdigit() or term.stem in index.document_frequency or term.stem in vocabulary.alike:
        return term
    return _slip(term.word, language) or term


@lru_cache(maxsize=1024)
def _slip(word: str, language: str) -> Term | None:
    known, by_sound = _card_words(language)
    if word in known:
        return known[word]
    elided = word[:1] in load_vocabulary(language).elided and known.get(word[1:])
    if elided:
        return elided
    near = {known[other] for other in one_error_away(word) if other in known} if len(word) > 3 else set()  # noqa: PLR2004
    near = near or {by_sound[sound] for sound in sounds((word, f"{word}e"), language) if sound in by_sound}
    stems = {term.stem for term in near}
    return min(near, key=lambda term: term.word) if len(stems) == 1 else None


@lru_cache
def _card_words(language: str) -> tuple[Mapping[str, Term], Mapping[str, Term]]:
    """The words in the names of all cards, each with its plural; and those of each sound."""
    vocabulary = load_vocabulary(language)
    names = {
        word
        for game in GAMES.values()
        for question in desk_questions(game).values()
        if question.pack is not None
        for name in (
            *(question.pack.face(card, language).name for card in question.pack.layout),
            *(name.render(language) for name in question.pack.other_names.values()),
        )
        for word in name.lower().split()
    }
    plain = " ".join([*names, *vocabulary.ranks.values(), *vocabulary.suits, *vocabulary.groups])
    known = {
        term.word: term
        for single in terms(plain, language, meanings=False)
        for term in (single, *terms(f"{single.word}s", language, meanings=False))
        if not term.small and not term.word.isdigit() and len(term.word) > 1
    }
    by_sound = dict(zip(sounds(known, language), known.values(), strict=True))
    return known, by_sound
