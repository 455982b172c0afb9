"""The mark of a log: a digest of all that a replay of it depends on, chained record by record.

It stands with the match and changes in the transaction that appends. What follows from a log can be kept under the
match and its mark, and is right as long as the mark is the same: nobody has to say that it is not any more.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import reduce
from hashlib import blake2b
from operator import attrgetter
from typing import Any

RECORD = attrgetter("position", "entry", "amends", "batch", "undoes")
"""What a replay depends on of a record."""


def setup_mark(game: str, players: list[str], dealer: str, options: Mapping[str, Any], rules_version: int) -> str:
    """The mark of a log without a record, from its set-up as it is stored with the match.

    >>> setup_mark("kems", ["Ana", "Bob"], "Ana", {}, 3)
    'c28a4484fd3f2b735c7b874f44cddc4e'
    """
    return _chained("", (game, players, dealer, options, rules_version))


def log_mark(mark: str, records: Iterable[Any]) -> str:
    """The mark of the log that has this one when these records are appended."""
    return reduce(_with_record, records, mark)


def _with_record(mark: str, record: Any) -> str:
    return _chained(mark, RECORD(record))


def _chained(mark: str, values: tuple[Any, ...]) -> str:
    said = json.dumps(values, separators=(",", ":"))  # in the order of its keys, which the database keeps as well
    return blake2b(f"{mark}{said}".encode(), digest_size=16).hexdigest()
