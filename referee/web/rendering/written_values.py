"""Sentences and numbers written in the reader's language."""

from __future__ import annotations

from referee.web.rendering.page_language import language
from referee.words import Renderable


def written(value: Renderable | str | int | None) -> str:
    """A sentence or a value in the reader's language."""
    if value is None:
        return ""
    if isinstance(value, int):
        return str(value).replace("-", "−")
    return value if isinstance(value, str) else value.render(language())
