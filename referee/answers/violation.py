"""What a wrong entry gets: the article it breaks, the field to blame, a sentence for the table."""

from __future__ import annotations

from dataclasses import dataclass

from referee.words import Text


@dataclass(frozen=True, slots=True)
class Violation:
    """One broken rule. ``field`` is a dotted path (``bids.Ana``), None where no single key is to blame."""

    article: str
    field: str | None
    message: Text
