"""The cards of each suit, by the word that a sentence has for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from referee.cards.face import CardFace
from referee.cards.packs import Pack
from referee.desk.search.search_terms import terms_of


@lru_cache(maxsize=64)
def by_suit(pack: Pack, language: str) -> Mapping[str, Sequence[str]]:
    """The codes of a pack by the stem of their suit, "" for those without: they may be trumps."""
    by_suit: dict[Any, list[CardFace]] = {}
    for card in pack.layout:
        by_suit.setdefault(getattr(card, "suit", None), []).append(pack.face(card, language))
    common = {
        suit: set.intersection(*({term.stem for term in terms_of(face.name, language)} for face in faces))
        for suit, faces in by_suit.items()
    }
    of_all = set.intersection(*common.values()) if len(common) > 1 else set()
    result: dict[str, list[str]] = {}
    for suit, faces in by_suit.items():
        stems = sorted(stem for stem in common[suit] - of_all if not stem.endswith("."))
        name = stems[0] if stems and suit is not None else ""
        result.setdefault(name, []).extend(face.code for face in faces)
    return result
