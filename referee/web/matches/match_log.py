"""The log of a match beside its sheet: which question an entry answered, its deal, and what stood in its place."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from typing import Any

from referee.game_definition.game import Question, State
from referee.game_definition.match_course import COMMON_STEPS, opening, play, questions
from referee.game_definition.sheet import Round
from referee.matches.log import Record as LogRecord
from referee.matches.log import current_entries, index_of
from referee.store.database.models import Record
from referee.web.matches.match_view import MatchView


def questions_of(view: MatchView, entries: Iterable[Mapping[str, Any]]) -> tuple[Question, ...]:
    """A question for every shape these entries have, as it was asked first, for the words of its fields.

    The common questions are the same all match long: they are not among these.
    """
    wanted = {_shape(entry) for entry in entries if entry["step"] not in COMMON_STEPS}
    asked: list[Question] = []
    for index, current in enumerate(view.current):
        if not wanted:
            break
        if _shape(current.entry) in wanted:
            wanted.remove(_shape(current.entry))
            asked.extend(questions(view.game, state_before(view, index)))
    for record in view.stored.log if wanted else ():
        if record.entry is not None and _shape(record.entry) in wanted:  # nothing like it stands any more
            wanted.remove(_shape(record.entry))
            asked.extend(_possible_then(view, record.position, record.entry_position))
    return tuple(asked)


def state_before(view: MatchView, index: int) -> State:
    """Where the match stood before one of the entries that stand."""
    return view.played.course[index - 1].state if index else opening(view.game, view.stored.setup.table)


def _possible_then(view: MatchView, position: int, entry_position: int) -> tuple[Question, ...]:
    """What could be recorded where a record stood that speaks of this entry, when it was made."""
    earlier = current_entries(view.stored.log[:position])
    before = [current.entry for current in earlier if current.position < entry_position]
    played = play(view.game, view.stored.setup.table, before)
    return questions(view.game, played.state)


def deal_of(view: MatchView, position: int) -> int | None:
    """The deal that the entry at this position of the log belongs to; None where it does not stand any more."""
    row = row_of(view, position)
    if row is None:
        return None if standing_index(view, position) is None else view.state.deal
    return row.number


def row_of(view: MatchView, position: int) -> Round | None:
    """The row of the sheet that the entry at this position of the log helped to write; None where it wrote none."""
    index = standing_index(view, position)
    row = len(view.rounds) if index is None else bisect_left(view.rounds, index, key=lambda row: row.entries[-1])
    return view.rounds[row] if row < len(view.rounds) else None


def standing_index(view: MatchView, position: int) -> int | None:
    """Which of the entries that stand is the one at this position of the log."""
    index = index_of(view.current, position)
    return index if index < len(view.current) and view.current[index].position == position else None


def entries_before(view: MatchView, records: Iterable[Record | LogRecord]) -> dict[int, Any]:
    """By position, the entry that a correction, a removal or an undo took the place of; none for what was new."""
    amending = {record.position: record.amends for record in records if record.amends is not None}
    wanted, before = set(amending.values()), {}
    spoke = [row for row in view.stored.log if row.entry_position in wanted] if wanted else []
    stood: dict[int, Any] = {}
    for row in spoke:
        if row.position in amending:
            before[row.position] = stood[row.entry_position]
        stood[row.entry_position] = row.entry
    return before


def _shape(entry: Mapping[str, Any]) -> tuple[str, ...]:
    """Its step, and which keys it answers."""
    return entry["step"], *sorted(entry)
