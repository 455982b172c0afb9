"""The worked examples of the rulebook: a question with its facts, and the answer worked out by hand."""

from __future__ import annotations

import json
from functools import lru_cache
from importlib import resources
from typing import Any

__all__ = ["examples"]


@lru_cache
def examples(game_id: str) -> tuple[dict[str, Any], ...]:
    """A game's worked examples; none where nobody wrote any.

    Each has ``article``, ``question``, ``facts``, ``answer`` and perhaps ``options``.
    """
    path = resources.files(__package__) / "rulebook" / "examples" / f"{game_id}.json"
    return tuple(json.loads(path.read_text(encoding="utf-8"))) if path.is_file() else ()
