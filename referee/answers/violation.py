"""A violation: the article, the field, and a sentence for the table."""

from __future__ import annotations

from dataclasses import dataclass

from referee.words import Text


@dataclass(frozen=True, slots=True)
class Violation:
    """A violation of an article. ``field``: a dotted path (``bids.Ana``), None where no single key is at fault."""

    article: str
    field: str | None
    message: Text
