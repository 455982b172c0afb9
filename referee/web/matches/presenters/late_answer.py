"""An answer that is not taken: another phone was first, or it is not asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from referee.words import Text, say

SHOWN = 40
"""Signs of an answer that are shown again."""


@dataclass(frozen=True, slots=True)
class LateAnswer:
    """``typed``: what it said, with its labels; ``by``: who was first. ``own``: the answer of a player's own phone."""

    typed: Sequence[tuple[Any, Any]] = ()
    by: Text | str | None = None
    own: str = ""

    @property
    def not_taken(self) -> Text | None:
        """That the answer of a player's own phone is not taken."""
        if not self.own:
            return None
        value = self.own if len(self.own) <= SHOWN else self.own[: SHOWN - 1] + "…"
        return say(
            "Votre réponse, %(value)s, n'est pas prise : elle ne vous est pas demandée maintenant, ou elle n'est pas"
            " possible.",
            value=value,
        )

    @property
    def first(self) -> Text:
        """Who was first."""
        if self.by:
            return say("%(who)s a noté avant vous.", who=self.by)
        return say("Un autre téléphone a noté avant vous.")
