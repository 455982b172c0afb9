"""Where a line of a page may not break: a figure stays with what it belongs to, a short compound word stays whole.

Sentences are rendered with their parameters before this looks at them; what the commands print stays as it was said.
"""

from __future__ import annotations

import re
from functools import lru_cache

_NUMBER = r"[+−]?\d+"
_LINKING = r"(?:et|ou|and|or)\b"
_KEPT = re.compile(
    rf" (?=[+−]\d)|(?<=:) (?={_NUMBER})|(?<=[\w♠♥♦♣]) (?=\({_NUMBER}\))"
    rf"|(?<=\w) (?={_NUMBER}(?:[,.;)]|$| \(| {_LINKING}))"
    rf"|(?<=\d) (?=%|(?!{_LINKING})[^\W\d])"
    r"|(?<=\d) (?=[+−×=] \d)|(?<=\d [+−×=]) (?=\d)"
)
_PRICE = re.compile(r"(?<=: )\S[^:]{1,13}$")
_COMPOUND = re.compile(r"(?<![\w-])([^\W\d]{1,8})-([^\W\d]{1,8})(?![\w-])")


@lru_cache(maxsize=4096)
def unparted(text: str) -> str:
    """The same words; what belongs together stands on one line.

    >>> unparted("À noter : A 15 (annoncé 2, tenu) et C −10 (1 dame).").replace("\\u00a0", "_")
    'À noter : A_15 (annoncé_2, tenu) et C_−10 (1_dame).'
    >>> unparted("La carte anti-joker de Marie-Antoinette") == "La carte anti\\u2011joker de Marie-Antoinette"
    True
    """
    return _COMPOUND.sub("\\1\u2011\\2", _KEPT.sub("\u00a0", text))


def on_one_line(text: str) -> str:
    """A few words that stay together, as a day with its month and year.

    >>> on_one_line("21 févr. 2027").replace("\\u00a0", "_")
    '21_févr._2027'
    """
    return text.replace(" ", "\u00a0")


@lru_cache(maxsize=1024)
def on_a_key(text: str) -> str:
    """The same words for a narrow key: what follows the colon stays whole where it is short, so a line breaks there;
    a short compound stays whole too.

    >>> on_a_key("Dames : 6 par dame").replace("\\u00a0", "_")
    'Dames : 6_par_dame'
    >>> on_a_key("Barbu : 20 pour le roi de cœur") == "Barbu : 20 pour le roi de cœur"
    True
    """
    priced = _PRICE.sub(lambda price: price[0].replace(" ", "\u00a0"), text)
    return _COMPOUND.sub("\\1\u2011\\2", priced)
