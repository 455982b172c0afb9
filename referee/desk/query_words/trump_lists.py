"""Trumps that are listed by their numbers, as people list them: "les atouts 2, 6 et 8", "my trumps are the 2 and 6"."""

from __future__ import annotations

import re
from functools import lru_cache

from referee.desk.query_words.sentence_words import load_sentence_words
from referee.desk.search.vocabulary import load_vocabulary


def with_each_trump(text: str, language: str) -> str:
    """The text with the word for trumps before each number of such a list; one that ends in another suit stays."""
    vocabulary, words = load_vocabulary(language), load_sentence_words(language)
    number = re.compile(rf"(?:\b(?:{'|'.join(sorted(vocabulary.definite))}) )?\b(\d{{1,2}})\b", re.IGNORECASE)

    def spelt(found: re.Match[str]) -> str:
        owned = f"{words.i_have} " if found["mine"] else ""
        return owned + number.sub(rf"{vocabulary.trump} \1", found["listed"])

    return _lists(language).sub(spelt, text)


@lru_cache
def _lists(language: str) -> re.Pattern[str]:
    """A list of two trumps or more behind the words that open it."""
    vocabulary, words = load_vocabulary(language), load_sentence_words(language)
    articles = "|".join(sorted(vocabulary.definite))
    joining = "|".join(sorted(vocabulary.joining))
    number = rf"(?:(?:{articles}) )?\d{{1,2}}"
    behind = rf"(?= ?[,.;:?!)]| ?$| (?:{joining})\b| \d)"
    between = rf"(?: (?:{joining}) | ?, ?(?:(?:{joining}) )?| )"
    items = rf"{number}{behind}(?:{between}{number}{behind})+"
    of_suit = rf"(?!{between}{number} ?(?:[♠♥♦♣]|{vocabulary.of_a_suit}\b))"
    return re.compile(
        rf"\b(?:(?P<mine>{words.listing_my_trumps})|{words.listing_trumps})(?P<listed>{items}){of_suit}", re.IGNORECASE
    )
