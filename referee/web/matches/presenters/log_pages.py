"""What the pages of the log and of a deal show: records with what they replaced, entries with their history."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from referee.game_definition.sheet import Round
from referee.matches.log import Record, renaming_batches
from referee.store.matches.record_queries import records_at, records_beside
from referee.web.matches.match_log import Words, deal_of, entries_before, words_of
from referee.web.matches.match_view import MatchView
from referee.web.matches.presenters.side_view import plays_for
from referee.words import Text, say

RECORDS, CORRECTIONS = 30, 20
"""Records on a page of the log or of a deal; the last corrections of an entry shown there."""


def act_of(record: Record) -> Text:
    """What a record did to its entry."""
    if record.undoes is not None:
        return say("annulé")
    if record.amends is None:
        return say("noté")
    return say("retiré") if record.entry is None else say("corrigé")


@dataclass(frozen=True, slots=True)
class NotedRecord:
    """A record; ``deal``: the number of its deal; ``before``: the entry that it replaced. None without one."""

    record: Any
    deal: int | None
    before: Mapping[str, Any] | None

    @property
    def is_current_entry(self) -> bool:
        """Whether it is an entry that stands, which can be corrected."""
        return bool(self.deal) and self.record.amends is None


@dataclass(frozen=True, slots=True)
class LogPage:
    """The records of a page, the last one first; ``newer`` and ``older``: whether there are others."""

    records: Sequence[NotedRecord]
    words: Words
    newer: bool
    older: bool

    @property
    def newest(self) -> int:
        """The position of the first record on the page."""
        return int(self.records[0].record.position)

    @property
    def oldest(self) -> int:
        return int(self.records[-1].record.position)


def log_page(view: MatchView, before: int | None, after: int | None) -> LogPage:
    """The last records ``before`` a position, or the first ones ``after`` one, or the last of all."""
    renaming = renaming_batches(view.stored_match.log)
    shown = [row.position for row in view.stored_match.log if row.batch not in renaming or row.position == row.batch]
    records = records_beside(view.stored_match.id, before, after, RECORDS, renaming)
    replaced = entries_before(view, records)
    if after is not None:
        records = records[::-1]
    return LogPage(
        [NotedRecord(record, _deal(view, record), replaced.get(record.position)) for record in records],
        words_of(view, [*(record.entry for record in records), *replaced.values()]),
        newer=bool(records) and records[0].position < shown[-1],
        older=bool(records) and records[-1].position > shown[0],
    )


def _deal(view: MatchView, record: Any) -> int | None:
    return deal_of(view, record.position if record.amends is None else record.amends)


@dataclass(frozen=True, slots=True)
class NotedEntry:
    """An entry that stands, with its first record and its last corrections; ``others``: how many more there are."""

    position: int
    entry: Mapping[str, Any]
    records: Sequence[Any]
    ruling: Any
    others: int


@dataclass(frozen=True, slots=True)
class DealPage:
    """A deal: what was noted of it, who played for whom, its row of the sheet.

    ``index``: of the row; ``deals``: the number of rows. ``earlier``: whether the page leaves out its first entries;
    ``later``: the entry with which the next page begins, or None.
    """

    row: Round
    index: int
    deals: int
    entries: Sequence[NotedEntry]
    words: Words
    relays: Sequence[Text]
    earlier: bool
    later: int | None

    @property
    def has_previous(self) -> bool:
        return self.index > 0

    @property
    def has_next(self) -> bool:
        return self.index + 1 < self.deals

    @property
    def articles(self) -> Sequence[str]:
        """The articles by which its points were counted."""
        return list(dict.fromkeys(line.article for line in self.row.lines))


def deal_page(view: MatchView, index: int, begin: int) -> DealPage:
    """The page of the row at this ``index``, from one of its entries on."""
    row = view.rounds[index]
    begin = min(begin, len(row.entries) - 1)
    standing = [view.current[at] for at in row.entries[begin : begin + RECORDS]]
    shown = {entry.position: _positions_shown(entry.record_positions) for entry in standing}
    totals = accumulate(len(positions) for positions in shown.values())
    standing = standing[: max(1, sum(total <= RECORDS for total in totals))]
    records = records_at(view.stored_match.id, [position for entry in standing for position in shown[entry.position]])
    entries = []
    for entry in standing:
        own = [records[position] for position in shown[entry.position]]
        ruling = own[0].ruling if own[0].entry == entry.entry else None
        others = len(entry.record_positions) - len(own)
        entries.append(NotedEntry(entry.position, entry.entry, own, ruling, others))
    end = begin + len(entries)
    return DealPage(
        row=row,
        index=index,
        deals=len(view.rounds),
        entries=entries,
        words=words_of(view, [record.entry for entry in entries for record in entry.records]),
        relays=[plays_for(by, seat) for seat, by in row.stand_ins.items()],
        earlier=begin > 0,
        later=end if end < len(row.entries) else None,
    )


def _positions_shown(positions: Sequence[int]) -> Sequence[int]:
    """The first record of an entry, and its last corrections."""
    return (positions[0], *positions[1:][-CORRECTIONS:])
