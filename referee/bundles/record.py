"""One match of a club in its archive: its set-up, its players, and its whole log with author, moment and reason."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from referee.bundles.json_object import MOMENT, checked, has_whole_texts, is_deep, optional, text, whole
from referee.game_definition.match_course import ReplayedMatch
from referee.matches.log import Record
from referee.matches.match_file import Setup
from referee.words import LANGUAGES, Text, say

QUESTION_KEYS = ("format", "game", "question", "facts", "options")
VERDICT_KEYS = ("format", "game", "question", "answer", "articles", "because")
WORDS_KEYS = ("word", "asked", "because")
FACTS = "facts"
"""Added to the words later: an older ruling has none."""


def _is_entry(value: Any) -> bool:
    return value is None or (isinstance(value, dict) and not is_deep(value) and has_whole_texts(value))


def _is_ruling(value: Any) -> bool:
    """Whether it has all that a page shows of a ruling, and nothing that the desk does not store with a note."""
    if not _has_only(value, ("question", "verdict", "tone", "words")) or is_deep(value) or not has_whole_texts(value):
        return False
    verdict, words = value.get("verdict"), value.get("words")
    if not _has_only(value.get("question", {}), QUESTION_KEYS) or not _has_only(verdict, VERDICT_KEYS):
        return False
    articles = verdict.get("articles")
    if not isinstance(articles, list) or not all(
        isinstance(article, str) for article in [*articles, value.get("tone")]
    ):
        return False
    return _has_only(words, LANGUAGES) and all(_is_in_words(words.get(language)) for language in LANGUAGES)


def _is_in_words(value: Any) -> bool:
    """Whether these are the words of a ruling in one language."""
    if not _has_only(value, (*WORDS_KEYS, FACTS)) or not all(key in value for key in WORDS_KEYS):
        return False
    return all(isinstance(word, str) for word in value.values())


def _has_only(value: Any, keys: Collection[str]) -> bool:
    """Whether it is an object with no other keys."""
    return isinstance(value, dict) and all(key in keys for key in value)


@dataclass(frozen=True, slots=True)
class LogRecord(Record):
    """A record with its author; ``device`` is the number of a device of the archive."""

    position: int = field(metadata=whole())
    entry: Mapping[str, Any] | None = field(metadata=checked(_is_entry))
    amends: int | None = field(default=None, metadata=optional(whole()))
    batch: int | None = field(default=None, metadata=whole())
    undoes: int | None = field(default=None, metadata=optional(whole()))
    reason: str = field(default="", metadata=text(200))
    person: str = field(default="", metadata=text(40))
    device: int | None = field(default=None, metadata=optional(whole()))
    ruling: Mapping[str, Any] | None = field(default=None, metadata=optional(checked(_is_ruling)))
    recorded_at: datetime = field(kw_only=True, metadata=MOMENT)


@dataclass(frozen=True, slots=True)
class ClubMatch:
    """A match of an archive; ``seats``, ``stand_ins`` and ``evening`` are ids of the archive.

    ``seats``: the players it began with, then those who joined; None at a dummy's seat. ``nobodies``: players that an
    earlier version noted at dummies' seats. ``stand_ins``: by the name in the log; an earlier version noted none.
    ``played``: the replayed match, where it is known. ``mark``: of its log as it was recorded; "": none is
    known.
    """

    public_id: str
    setup: Setup
    seats: tuple[int | None, ...]
    records: Sequence[LogRecord]
    evening: str | None
    created_at: datetime
    changed_at: datetime
    deleted_at: datetime | None = None
    played: ReplayedMatch | None = field(default=None, compare=False, repr=False)
    nobodies: tuple[int, ...] = field(default=(), compare=False, repr=False)
    stand_ins: Mapping[str, int] = field(default_factory=dict)
    mark: str = field(default="", compare=False)

    @property
    def everybody(self) -> set[int]:
        return {player for player in (*self.seats, *self.stand_ins.values()) if player is not None}

    @property
    def title(self) -> Text:
        return say(
            "%(game)s du %(day)s (%(players)s)",
            game=self.setup.game.name,
            day=self.created_at.date().isoformat(),
            players=self.setup.table.players,
        )
