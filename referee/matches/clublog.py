"""One match of a club's archive: what stands as a match file, and beside it the whole log with who, when and why.

A log is taken only if it could have been recorded: every batch must replay on what stood before it, as it had to when
it was appended, so that nothing lies in it that no rule ever looked at.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import groupby
from typing import Any

from referee import RULES_VERSION
from referee.games.game import Position
from referee.games.play import Played, Step, advance, opening
from referee.games.sheet import Round
from referee.games.violation import Violation
from referee.matches.archive import ArchiveRefused, changed
from referee.matches.log import Record, standing
from referee.matches.matchfile import MatchFile, Setup, match_value, read_match
from referee.matches.shapes import Shape, is_deep, written_moment
from referee.words import LANGUAGES, Text, quoted, say

__all__ = ["ClubMatch", "LogRecord", "log_name", "log_value", "match_name", "read_club_match", "values_of"]

LOG = "referee-log/1"
KEYS = (
    "format", "match", "rules_version", "evening", "seats", "created_at", "changed_at", "deleted_at", "records",
)  # fmt: skip
RECORD_KEYS = (
    "position", "entry", "amends", "batch", "undoes", "reason", "person", "device", "ruling", "recorded_at",
)  # fmt: skip
RULING_KEYS = ("question", "verdict", "tone", "words")
QUESTION_KEYS = ("format", "game", "question", "facts", "options")
VERDICT_KEYS = ("format", "game", "question", "answer", "articles", "because")
TOLD_KEYS = ("word", "asked", "because")
FACTS = "facts"
"""They came to these later: a ruling of before has them not."""
PATIENCE = 100_000, 20
"""Entries replayed at most for one match: so many, and so many times its log. A table that corrects much needs few."""


@dataclass(frozen=True, slots=True)
class LogRecord:
    """A record with its author; ``device`` is the number of a device of the archive."""

    record: Record
    recorded_at: datetime
    reason: str = ""
    person: str = ""
    device: int | None = None
    ruling: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class ClubMatch:
    """A match as a club keeps it; ``seats`` and ``evening`` are ids of the archive.

    ``seats``: everybody who ever was in, those who joined in the middle of the match after those it began with; at a
    dummy's seat is None: nobody sits there. ``nobodies``: whom an earlier version noted at such seats.
    ``played`` is what its log comes to, where that was looked at already: it follows from the rest.
    """

    public_id: str
    setup: Setup
    seats: tuple[int | None, ...]
    records: Sequence[LogRecord]
    evening: str | None
    created_at: datetime
    changed_at: datetime
    deleted_at: datetime | None = None
    played: Played | None = field(default=None, compare=False, repr=False)
    nobodies: tuple[int, ...] = field(default=(), compare=False, repr=False)

    @property
    def log(self) -> tuple[Record, ...]:
        return tuple(one.record for one in self.records)

    @property
    def title(self) -> Text:
        """The match as a sentence names it."""
        return say(
            "%(game)s du %(day)s (%(players)s)", game=self.setup.game.name, day=self.created_at.date().isoformat(),
            players=self.setup.table.players,
        )  # fmt: skip


def match_name(public_id: str) -> str:
    """Where a match's file lies in the archive."""
    return f"matches/{public_id}.json"


def log_name(public_id: str) -> str:
    """Where a match's log lies in the archive."""
    return f"logs/{public_id}.json"


def values_of(match: ClubMatch) -> Iterator[tuple[str, dict[str, Any]]]:
    """The two files of a match: their names and their values."""
    entries = [one.entry for one in standing(match.log)]
    yield match_name(match.public_id), match_value(match.setup, entries)
    yield log_name(match.public_id), log_value(match)


def log_value(match: ClubMatch) -> dict[str, Any]:
    """The value of a match's log file."""
    return {
        "format": LOG,
        "match": match.public_id,
        "rules_version": match.setup.table.version,
        "evening": match.evening,
        "seats": list(match.seats),
        "created_at": written_moment(match.created_at),
        "changed_at": written_moment(match.changed_at),
        "deleted_at": None if match.deleted_at is None else written_moment(match.deleted_at),
        "records": [_record_value(one) for one in match.records],
    }


def _record_value(one: LogRecord) -> dict[str, Any]:
    """A record without what is not there: most records amend nothing and need no reason."""
    record = one.record
    value = {
        "position": record.position, "entry": record.entry, "amends": record.amends, "batch": record.batch,
        "undoes": record.undoes, "reason": one.reason or None, "person": one.person or None, "device": one.device,
        "ruling": one.ruling, "recorded_at": written_moment(one.recorded_at),
    }  # fmt: skip
    return {key: found for key, found in value.items() if found is not None or key == "entry"}


def read_club_match(public_id: str, match_file: Shape, log_file: Shape) -> ClubMatch:
    """A match from its two files, replayed.

    :raises ArchiveRefused: they are not what an export writes, they are at odds, or the match does not replay.
    """
    log_file.only(KEYS)
    if log_file.get("format") != LOG:
        raise log_file.wrong("format")
    if log_file.get("match") != public_id:
        raise log_file.wrong("match")
    version = log_file.whole("rules_version", 1, RULES_VERSION)
    read = read_match(dict(match_file.value), version)
    if not isinstance(read, MatchFile):
        raise _by_rules(say("« %(name)s »", name=quoted(match_file.file)), None, read)
    seats, nobodies = _seats(log_file, read.setup)
    match = ClubMatch(
        public_id, read.setup, seats, tuple(_records(log_file)),
        None if log_file.get("evening") is None else log_file.public_id("evening"),
        log_file.moment("created_at"), log_file.moment("changed_at"), log_file.moment_or_none("deleted_at"),
        nobodies=nobodies,
    )  # fmt: skip
    played = _Fold(match, log_file).all()
    if len(match.seats) != len(played.position.table.players):
        raise log_file.wrong("seats")
    if [one.entry for one in standing(match.log)] != list(read.entries):
        raise changed(match_file.file)
    return replace(match, played=played)


def _seats(log_file: Shape, setup: Setup) -> tuple[tuple[int | None, ...], tuple[int, ...]]:
    """Who sat where, None at the seats of dummies; and whom an earlier version noted at those. Nobody has two."""
    raw = log_file.get("seats")
    if not isinstance(raw, list):
        raise log_file.wrong("seats")
    dummies = {seat for seat, player in enumerate(setup.table.players) if player not in setup.people}
    seats = tuple(None if seat in dummies else player for seat, player in enumerate(raw))
    nobodies = tuple(player for seat, player in enumerate(raw) if seat in dummies and player is not None)
    noted = [player for seat, player in enumerate(raw) if seat not in dummies or player is not None]
    if any(type(player) is not int for player in noted) or len(set(noted)) != len(noted):
        raise log_file.wrong("seats")
    return seats, nobodies


def _records(log_file: Shape) -> Iterator[LogRecord]:
    """The records in their order; each amends what was first recorded before it."""
    roots: set[int] = set()
    for position, one in enumerate(log_file.parts("records")):
        one.only(RECORD_KEYS)
        entry, ruling, amends = one.get("entry"), one.get("ruling"), one.whole_or_none("amends")
        if one.whole("position") != position:
            raise one.wrong("position")
        if amends is None:
            roots.add(position)
        if (amends is not None and amends not in roots) or not isinstance(entry, (dict, type(None))):
            raise one.wrong("amends" if isinstance(entry, (dict, type(None))) else "entry")
        if entry is None and amends is None:
            raise one.wrong("entry")
        if is_deep(entry):
            raise one.wrong("entry")
        if ruling is not None and not _is_ruling(ruling):
            raise one.wrong("ruling")
        record = Record(position, entry, amends, one.whole("batch", 0, position), one.whole_or_none("undoes"))
        yield LogRecord(
            record, one.moment("recorded_at"), one.text("reason", 200), one.text("person", 40),
            one.whole_or_none("device"), ruling,
        )  # fmt: skip


def _is_ruling(value: Any) -> bool:
    """Whether it has all that a page shows of a ruling, and nothing that the desk does not keep with a note."""
    if not _has_only(value, RULING_KEYS) or not isinstance(value.get("tone"), str) or is_deep(value):
        return False
    verdict, words = value.get("verdict"), value.get("words")
    if not _has_only(value.get("question", {}), QUESTION_KEYS) or not _has_only(verdict, VERDICT_KEYS):
        return False
    articles = verdict.get("articles")
    if not isinstance(articles, list) or not all(isinstance(one, str) for one in articles):
        return False
    told: list[Any] = [words.get(language) for language in LANGUAGES] if _has_only(words, LANGUAGES) else [None]
    return all(_is_told(one) for one in told)


def _is_told(value: Any) -> bool:
    """Whether these are the words of a ruling in one language."""
    if not _has_only(value, (*TOLD_KEYS, FACTS)) or not all(key in value for key in TOLD_KEYS):
        return False
    return all(isinstance(word, str) for word in value.values())


def _has_only(value: Any, keys: Collection[str]) -> bool:
    """Whether it is an object with no keys but these."""
    return isinstance(value, dict) and all(key in keys for key in value)


@dataclass(slots=True)
class _Fold:
    """A log replayed batch by batch: what stands, and what each standing entry came to."""

    match: ClubMatch
    file: Shape
    entries: dict[int, Any] = field(default_factory=dict)
    roots: list[int] = field(default_factory=list)
    after: list[Step] = field(default_factory=list)
    undone: set[int] = field(default_factory=set)
    replayed: int = 0

    def all(self) -> Played:
        """Take every batch in turn; what the match comes to, as if it had been played without corrections.

        :raises ArchiveRefused: one of them could not have been recorded.
        """
        whole: dict[int, bool] = {}
        for batch, group in groupby(self.match.log, lambda record: (record.batch, record.undoes)):
            records = list(group)
            if batch[0] != records[0].position:
                raise self.file.wrong("batch")
            if batch[1] is not None and (whole.get(batch[1]) is not True or batch[1] in self.undone):
                raise self.file.wrong("undoes")
            whole[records[0].position] = batch[1] is None
            self.undone.update(() if batch[1] is None else (batch[1],))
            self._take(records)
        return Played(self._position(), tuple(self._rounds()))

    def _position(self) -> Position:
        setup = self.match.setup
        return self.after[-1].position if self.after else opening(setup.game, setup.table)

    def _rounds(self) -> Iterator[Round]:
        """The rows of the sheet, each with the entries since the one before."""
        since = 0
        for number, step in enumerate(self.after, 1):
            if step.row is not None:
                yield step.row._replace(entries=tuple(range(since, number)))
                since = number

    def _take(self, records: Sequence[Record]) -> None:
        """What changes from the first amended entry on is replayed; most batches only add one entry."""
        first = len(self.roots)
        for record in records:
            root = record.position if record.amends is None else record.amends
            self.entries[root] = record.entry
            first = min(first, bisect_left(self.roots, root))
        touched = {record.position if record.amends is None else record.amends for record in records}
        again = sorted({*self.roots[first:], *touched})
        del self.roots[first:], self.after[first:]
        for root in again:
            if self.entries[root] is not None:
                self._advance(root)

    def _advance(self, root: int) -> None:
        taken = advance(self.match.setup.game, self._position(), self.entries[root])
        if isinstance(taken, list):
            raise _by_rules(self.match.title, root, taken)
        self.roots.append(root)
        self.after.append(taken)
        self.replayed += 1
        if self.replayed > PATIENCE[0] + PATIENCE[1] * len(self.match.records):
            raise self.file.wrong("amends")


def _by_rules(title: Text, position: int | None, violations: Sequence[Violation]) -> ArchiveRefused:
    """The sentence that names the match, the entry, the rule and its article."""
    first = violations[0]
    if position is None:
        sentence = say(
            "%(match)s : %(message)s (§ %(article)s)", match=title, message=first.message, article=first.article
        )
    else:
        sentence = say(
            "%(match)s ne se rejoue pas, entrée %(entry)s : %(message)s (§ %(article)s)",
            match=title, entry=position + 1, message=first.message, article=first.article,
        )  # fmt: skip
    return ArchiveRefused(sentence, by_rules=True)
