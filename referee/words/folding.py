"""How text is folded to be searched: lower case, no accents, œ and æ taken apart."""

from __future__ import annotations

import unicodedata

LETTERS = str.maketrans({"œ": "oe", "æ": "ae", "ß": "ss", "ø": "o", "ł": "l", "’": "'"})


def folded(text: str) -> str:
    """The text as it is searched.

    >>> folded("Chloé a le Cœur"), folded("L’Été")
    ('chloe a le coeur', "l'ete")
    """
    apart = unicodedata.normalize("NFKD", text.lower().translate(LETTERS))
    return "".join(sign for sign in apart if not unicodedata.combining(sign))
