"""A fact that words say: the values that they may mean, and the words."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

OPEN = 64
"""The most ways to fill in what words leave open: three cards of any suit."""


@dataclass(frozen=True, slots=True)
class SaidFact:
    """The raw values that words may mean, and the indexes of the words that say it; ``whole``: they say all of it."""

    values: Sequence[Any]
    words: Collection[int]
    whole: bool = True
