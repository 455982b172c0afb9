"""The four suits as they are asked for: the code of the files, the words of the table."""

from __future__ import annotations

from referee.cards.french import parse_suit
from referee.games.fields import Choice, Labelled
from referee.words import Text, say

__all__ = ["SUIT_NAMES", "trump_choice"]

SUIT_NAMES: Labelled = (("S", say("♠ pique")), ("H", say("♥ cœur")), ("D", say("♦ carreau")), ("C", say("♣ trèfle")))


def trump_choice(nothing: Text) -> Choice:
    """The suit that trumps, which may be left out; ``nothing`` is what null is called."""
    return Choice("trump", say("Atout"), SUIT_NAMES, nothing=nothing, optional=True, canonical=_letter)


def _letter(text: str) -> str:
    """A suit's letter as files write it, read in lower case too; any other text as it is."""
    suit = parse_suit(text)
    return text if suit is None else suit.value
