"""Trumps that are told in short: "les atouts 2, 6 et 8", "le 3, le 9 et le 17 d'atout", "coupé du valet"."""

from __future__ import annotations

import re
from functools import lru_cache

from referee.desk.query_words.sentence_words import load_sentence_words
from referee.desk.search.vocabulary import load_vocabulary

MOST_BEFORE_LAST = 12
"""The most numbers of a list before the last but one, so that a long one is read fast."""


def with_each_trump(text: str, language: str) -> str:
    """The text with the word for trumps beside each card that is told to be one; a list of another suit stays."""
    vocabulary, words = load_vocabulary(language), load_sentence_words(language)
    text = _with_suits_of_trumps(text, language)
    number = re.compile(rf"(?:\b(?:{'|'.join(sorted(vocabulary.definite))}) )?\b(\d{{1,2}})\b", re.IGNORECASE)

    def spelt(match: re.Match[str]) -> str:
        owned = f"{words.i_have} " if match["mine"] else ""
        return owned + number.sub(rf"{vocabulary.trump} \1", match["listed"])

    text = _lists(language).sub(spelt, text)
    if vocabulary.trump in text.lower():
        text = _lists_of_trumps(language).sub(
            lambda match: match[0] if match["face"] else number.sub(rf"{vocabulary.trump} \1", match["listed"]), text
        )
    return _trumped_with_a_face(language).sub(rf"\g<0> {words.of_trumps} ", text)


def _with_suits_of_trumps(text: str, language: str) -> str:
    """The text with trumps told first where their suit stands behind a card of them: "V 9 d'atout carreau"."""
    vocabulary = load_vocabulary(language)
    told = [*_of_named_trumps(language).finditer(text)]
    if not told or len({of_trumps["suit"].lower() for of_trumps in told}) > 1:
        return text
    suit = told[0]["suit"]
    cards = _of_named_trumps(language).sub(rf"{vocabulary.of_a_suit} {suit}", text)
    return f"{vocabulary.trump} {suit} : {cards}"


@lru_cache
def _of_named_trumps(language: str) -> re.Pattern[str]:
    """The words that say of a card that it is of trumps, with the suit of these behind them."""
    vocabulary, words = load_vocabulary(language), load_sentence_words(language)
    of_trumps = words.of_trumps.replace("'", "['’]")
    suits = "|".join(map(_in_any_spelling, vocabulary.suits))
    led = "|".join(map(_in_any_spelling, sorted(vocabulary.led | vocabulary.leading)))
    suit = rf"(?:{vocabulary.of_a_suit} )?(?P<suit>(?:{suits})s?)\b"
    return re.compile(rf"\b{of_trumps}s? +\(?{suit}\)?(?! (?:{led})\b)", re.IGNORECASE)


def _in_any_spelling(word: str) -> str:
    """A pattern for a folded word with its accents, or without."""
    return word.replace("oe", "(?:oe|œ)").replace("e", "[eéè]") if word.isalpha() else re.escape(word)


@lru_cache
def _lists(language: str) -> re.Pattern[str]:
    """A list of two trumps or more behind the words that open it."""
    vocabulary, words = load_vocabulary(language), load_sentence_words(language)
    articles = "|".join(sorted(vocabulary.definite))
    joining = "|".join(sorted(vocabulary.joining))
    number = rf"(?:(?:{articles}) )?\d{{1,2}}"
    further = "|".join(sorted(vocabulary.joining | vocabulary.adding))
    behind = rf"(?= ?[,.;:?!)]| ?$| (?:{further})\b| \d)"
    between = rf"(?: (?:{joining}) | ?, ?(?:(?:{joining}) )?| )"
    items = rf"{number}{behind}(?:{between}{number}{behind})+"
    of_suit = rf"(?!{between}{number} ?(?:[♠♥♦♣]|{vocabulary.of_a_suit}\b))"
    return re.compile(
        rf"\b(?:(?P<mine>{words.listing_my_trumps})|{words.listing_trumps})(?P<listed>{items}){of_suit}", re.IGNORECASE
    )


@lru_cache
def _lists_of_trumps(language: str) -> re.Pattern[str]:
    """A list of two numbers or more before the words that say that they are trumps, behind a court card perhaps.

    With that one it is read as any list of cards of one suit.
    """
    vocabulary, words = load_vocabulary(language), load_sentence_words(language)
    articles, joining = "|".join(sorted(vocabulary.definite)), "|".join(sorted(vocabulary.joining))
    number = rf"(?:(?:{articles}) )?\d{{1,2}}"
    between, last = r"(?: ?, ?| )", rf"(?: ?,)? (?:{joining}) "  # "9, 3 d'atout" may be a 9 of another suit
    listed = rf"{number}(?:{between}{number}){{0,{MOST_BEFORE_LAST}}}{last}{number}"
    of_trumps = words.of_trumps.replace("'", "['’]")
    faces = "|".join(sorted({*vocabulary.ranks.values()}))
    face = rf"(?P<face>\b(?:{faces}){between})?"
    return re.compile(rf"{face}\b(?P<listed>{listed}) {of_trumps}s?\b", re.IGNORECASE)


@lru_cache
def _trumped_with_a_face(language: str) -> re.Pattern[str]:
    """A court card or an ace with which somebody trumped, of which no suit is said."""
    vocabulary, words = load_vocabulary(language), load_sentence_words(language)
    faces = "|".join(sorted({*vocabulary.ranks.values()}))
    of_suit = rf"(?! ?(?:[♠♥♦♣]|{vocabulary.of_a_suit}\b|{words.of_trumps}))"
    return re.compile(rf"{words.trumping_with}(?:{faces})\b{of_suit}", re.IGNORECASE)
