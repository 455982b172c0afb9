"""Non-breaking spaces and hyphens for pages: a number stays with its noun, a short compound word on one line.

They apply to rendered sentences, and not to the output of commands.
"""

from __future__ import annotations

import re
from functools import lru_cache

HYPHEN = "\u2011"
"""A hyphen after which no line breaks."""
_NUMBER = r"[+−]?\d+"
_LINKING = r"(?:et|ou|and|or)\b"
_NO_BREAK = re.compile(
    rf" (?=[+−]\d)|(?<=:) (?={_NUMBER})|(?<=[\w♠♥♦♣]) (?=\({_NUMBER}\))"
    rf"|(?<=\w) (?={_NUMBER}(?:[,.;)]|$| \(| {_LINKING}))"
    rf"|(?<=\d) (?=%|(?!{_LINKING})[^\W\d])"
    r"|(?<=\d) (?=[+−×=] \d)|(?<=\d [+−×=]) (?=\d)"
)
_PRICE = re.compile(r"(?<=: )\S[^:]{1,13}$")
_COMPOUND = re.compile(r"(?<![\w-])([^\W\d]{1,8})-([^\W\d]{1,8})(?![\w-])")


@lru_cache(maxsize=4096)
def unparted(text: str) -> str:
    """The text with non-breaking spaces and hyphens.

    >>> unparted("À noter : A 15 (annoncé 2, tenu) et C −10 (1 dame).").replace("\\u00a0", "_")
    'À noter : A_15 (annoncé_2, tenu) et C_−10 (1_dame).'
    >>> unparted("La carte anti-joker de Marie-Antoinette") == "La carte anti\\u2011joker de Marie-Antoinette"
    True
    """
    return _COMPOUND.sub("\\1\u2011\\2", _NO_BREAK.sub("\u00a0", text))


def on_one_line(text: str) -> str:
    """The text with all spaces non-breaking, such as a date.

    >>> on_one_line("21 févr. 2027").replace("\\u00a0", "_")
    '21_févr._2027'
    """
    return text.replace(" ", "\u00a0")


@lru_cache(maxsize=1024)
def on_a_key(text: str) -> str:
    """The text for a narrow key: a short end after a colon and a short compound stay on one line.

    >>> on_a_key("Dames : 6 par dame").replace("\\u00a0", "_")
    'Dames : 6_par_dame'
    >>> on_a_key("Barbu : 20 pour le roi de cœur") == "Barbu : 20 pour le roi de cœur"
    True
    """
    priced = _PRICE.sub(lambda price: price[0].replace(" ", "\u00a0"), text)
    return _COMPOUND.sub("\\1\u2011\\2", priced)
