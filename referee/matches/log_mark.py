"""The mark of a log: a digest of everything its replay depends on, chained record by record.

It is stored with the match and changes in the transaction that appends. Values derived from a log are cached under the
match and its mark, so that nothing has to invalidate them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from hashlib import blake2b
from operator import attrgetter
from typing import Any

RECORD = attrgetter("position", "entry", "amends", "batch", "undoes")


def setup_mark(
    game: str,
    players: list[str],
    dealer: str,
    options: Mapping[str, Any],
    rules_version: int,
    teams: Sequence[Sequence[str]] | None = None,
) -> str:
    """The mark of an empty log, from its set-up as stored with the match: 32 hexadecimal digits.

    ``teams``: those that the table chose; without any the mark is that of versions which knew none.

    >>> setup_mark("kems", ["Ana", "Bob"], "Ana", {}, 3)
    'c28a4484fd3f2b735c7b874f44cddc4e'
    """
    return _chained("", (game, players, dealer, options, rules_version, *([teams] if teams else ())))


def log_mark(mark: str, records: Iterable[Any]) -> str:
    """The mark of a log after appending these records to one with ``mark``."""
    return reduce(_chained, map(replayed_values, records), mark)


def replayed_values(record: Any) -> tuple[Any, ...]:
    """The values of a record that a replay depends on.

    Without ``before`` they are those of versions which knew no inserted entry, and so is the mark.
    """
    values: tuple[Any, ...] = RECORD(record)
    return values if record.before is None else (*values, record.before)


def _chained(mark: str, values: tuple[Any, ...]) -> str:
    text = json.dumps(values, separators=(",", ":"))  # keys in their order, which the database keeps
    return blake2b(f"{mark}{text}".encode(), digest_size=16).hexdigest()
