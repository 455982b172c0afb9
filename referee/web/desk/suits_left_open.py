"""What a verdict says of cards whose suits the words of a search leave open: their ranks alone.

"Table 4, 3 et 7, j'ai un 7 : je prends quoi ?": whatever the suits are, the 7 takes the 7. A suit that nobody said
stands in no sentence.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from referee.cards.packs import Pack
from referee.words import names


class OpenSuits:
    """The cards that are not the same in every way to fill in what words leave open.

    ``keys``: those of the facts that are cards.
    """

    def __init__(
        self, pack: Pack | None, ways: Sequence[Mapping[str, Any]], keys: Collection[str], language: str
    ) -> None:
        self._keys = keys
        # of each open card what stands in a sentence, and its rank
        self._said: dict[str, tuple[str, str]] = {}
        codes = [self._codes(way) for way in ways]
        certain = frozenset.intersection(*codes) if codes else frozenset()
        if pack is not None:
            for code in frozenset().union(*codes) - certain:
                card = pack.card(code)
                self._said[code] = names([card]).render(language), pack.face(card, language).print

    def ranks_alone(self, value: Any, way: Mapping[str, Any]) -> Any:
        """A value of an answer with the ranks of the open cards of a way in the place of their codes."""
        return self._without_suits(value, self._open_suits(way))

    def sentence(self, text: str, way: Mapping[str, Any]) -> str:
        """A sentence without the suits of the open cards of a way."""
        for code in self._open_suits(way):
            name, rank = self._said[code]
            text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", rank, text)
        return text

    def _open_suits(self, way: Mapping[str, Any]) -> Collection[str]:
        return self._codes(way) & self._said.keys()

    def _codes(self, way: Mapping[str, Any]) -> frozenset[str]:
        values = [way[key] for key in self._keys if key in way]
        return frozenset(code for value in values for code in codes_of(value))

    def _without_suits(self, value: Any, codes: Collection[str]) -> Any:
        if isinstance(value, str):
            return self._said[value][1] if value in codes else value
        if isinstance(value, Mapping):
            return {key: self._without_suits(item, codes) for key, item in value.items()}
        if isinstance(value, Sequence):
            return [self._without_suits(item, codes) for item in value]
        return value


def codes_of(value: str | Sequence[str]) -> Sequence[str]:
    """The codes of a fact of cards: of one card, or of several."""
    return [value] if isinstance(value, str) else value
