"""How text is folded to be searched: lower case, no accents, œ and æ taken apart."""

from __future__ import annotations

import unicodedata

LETTERS = str.maketrans({"œ": "oe", "æ": "ae", "ß": "ss", "ø": "o", "ł": "l", "’": "'"})
ACCENTS = dict.fromkeys(range(0x300, 0x370))
"""The combining signs of nearly every text, which are left out at once."""


def folded(text: str) -> str:
    """The text as it is searched.

    >>> folded("Chloé a le Cœur"), folded("L’Été")
    ('chloe a le coeur', "l'ete")
    """
    if text.isascii():
        return text.lower()
    apart = unicodedata.normalize("NFKD", text.lower().translate(LETTERS)).translate(ACCENTS)
    return apart if apart.isascii() else "".join(sign for sign in apart if not unicodedata.combining(sign))
