"""The four suits as they are asked for: the code of the files, the words of the table."""

from __future__ import annotations

from referee.games.fields import Labelled
from referee.words import say

__all__ = ["SUIT_NAMES"]

SUIT_NAMES: Labelled = (("S", say("♠ pique")), ("H", say("♥ cœur")), ("D", say("♦ carreau")), ("C", say("♣ trèfle")))
