"""Ranks that are written as one word, "QQQ" or "RDV", parted; and such numbers beside them or where cards are laid."""

from __future__ import annotations

import re
from functools import lru_cache

from referee.desk.search.vocabulary import load_vocabulary

NO_LETTER = "c"
"""The rank that no letter alone is read as."""

FEWEST = 3
"""So many ranks in a word are cards, if they are not equal; so many equal digits."""

_EQUAL = re.compile(r"(?<![\w.,])([2-9])\1{2,}(?![\w.,]\d|\w| ?(?:points?|pts?)\b)")
_PAIR_ON_PAIR = re.compile(r"(?<![\w.,])([2-9])\1 (on|sur) ((?:des |les |an? |the )?)([2-9])\4(?!\w)")


def with_ranks_parted(text: str, language: str) -> str:
    """The text with a space between the ranks of such a word; text in capitals as it is.

    >>> with_ranks_parted("Can I lay QQQ and 888?", "en")
    'Can I lay Q Q Q and 8 8 8?'
    >>> with_ranks_parted("The total is 888", "en")
    'The total is 888'
    """
    if text.isupper():
        return text
    glued = _glued(language)
    lettered = glued.sub(lambda word: _parted(word[0]), text)
    lettered = _PAIR_ON_PAIR.sub(r"\1 \1 \2 \3\4 \4", lettered)
    beside = lettered != text
    return _EQUAL.sub(
        lambda number: " ".join(number[0]) if beside or _is_laid(lettered[: number.start()], language) else number[0],
        lettered,
    )


@lru_cache
def _glued(language: str) -> re.Pattern[str]:
    letters = "".join(letter for letter in load_vocabulary(language).ranks if letter != NO_LETTER and letter.isalpha())
    return re.compile(rf"(?<![\w'’-])(?:10|[2-9]|[{letters.upper()}]){{2,}}(?![\w'’-]| ?[♠♥♦♣])")


def _parted(word: str) -> str:
    """The ranks of a word with spaces, if at least two are letters, and all are equal or there are three."""
    ranks = re.findall(r"10|.", word)
    letters = [rank for rank in ranks if rank.isalpha()]
    are_ranks = len(letters) > 1 and (len(ranks) >= FEWEST or len({*letters}) == 1)
    return " ".join(ranks) if are_ranks else word


def _is_laid(before: str, language: str) -> bool:
    """Whether a word for laying cards stands just before a number, at most one word between."""
    laying = load_vocabulary(language).laying
    return any(word.lower() in laying for word in re.findall(r"\w+", before)[-2:])
