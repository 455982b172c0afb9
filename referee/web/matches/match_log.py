"""The log of a match beside its sheet: the question that an entry answered, its deal, its words, what it replaced."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, Protocol

from referee.answers.answer import Field
from referee.game_definition.common_questions import common_questions
from referee.game_definition.game import Question
from referee.game_definition.match_course import COMMON_STEPS, opening, play, questions
from referee.game_definition.sheet import Round
from referee.game_definition.state import State
from referee.matches.log import Record, current_entries
from referee.matches.match_file import Setup
from referee.matches.setup_correction import STEP as SETUP
from referee.matches.setup_correction import is_setup, setup_change
from referee.web.matches.match_view import MatchView
from referee.words import Renderable, say


class InWords(Protocol):
    """What words a value: a field of the question that it answered."""

    def in_words(self, value: Any) -> Renderable: ...


Words = Mapping[tuple[str, str], tuple[Any, InWords | None]]
"""By step and field key ("" for the step itself): its label, and the field that words its values."""
CHANGE = "change"
"""The key under which a correction of the set-up is worded as a whole."""


def questions_of(view: MatchView, entries: Iterable[Mapping[str, Any]]) -> tuple[Question, ...]:
    """The first question for each step and set of keys of these entries, but the common questions."""
    wanted = {_shape(entry) for entry in entries if entry["step"] not in (*COMMON_STEPS, SETUP)}
    first_questions: list[Question] = []
    for index, current in enumerate(view.current):
        if not wanted:
            break
        if _shape(current.entry) in wanted:
            wanted.remove(_shape(current.entry))
            first_questions.extend(questions(view.game, state_before(view, index)))
    for record in view.stored_match.log:
        if not wanted:
            break
        if record.entry is not None and _shape(record.entry) in wanted:  # nothing like it stands any more
            wanted.remove(_shape(record.entry))
            first_questions.extend(questions(view.game, _state_when_recorded(view, record)))
    return tuple(first_questions)


def _state_when_recorded(view: MatchView, record: Record) -> State:
    """The state before the place of this entry as the log was when it was recorded."""
    standing = current_entries(view.stored_match.log[: record.position + 1])
    earlier = takewhile(lambda current: current.position != record.entry_position, standing)
    return play(view.game, view.stored_match.setup.table, [current.entry for current in earlier]).state


def state_before(view: MatchView, index: int) -> State:
    """The state before one of the current entries."""
    return view.replay.course[index - 1].state if index else opening(view.game, view.stored_match.setup.table)


def deal_of(view: MatchView, position: int) -> int | None:
    """The deal of the entry at this position of the log; None where it is no current entry."""
    row = row_of(view, position)
    if row is None:
        return None if current_index(view, position) is None else view.state.deal
    return row.number


def row_of(view: MatchView, position: int) -> Round | None:
    """The row of the sheet that the entry at this position of the log contributed to; None without one."""
    index = current_index(view, position)
    row = len(view.rounds) if index is None else bisect_left(view.rounds, index, key=lambda row: row.entries[-1])
    return view.rounds[row] if row < len(view.rounds) else None


def current_index(view: MatchView, position: int) -> int | None:
    """The index among the current entries of the one at this position of the log."""
    return view.index_by_position.get(position)


def entries_before(view: MatchView, records: Iterable[Record]) -> dict[int, Any]:
    """By position, the entry that each amendment among these records replaced."""
    amending = {record.position: record.amends for record in records if record.amends is not None}
    if not amending:
        return {}
    wanted = set(amending.values())
    before: dict[int, Any] = {}
    current: dict[int, Any] = {}
    for row in view.stored_match.log:
        if row.position in amending:
            before[row.position] = current[row.entry_position]
        if row.entry_position in wanted:
            current[row.entry_position] = row.entry
    return before


def _shape(entry: Mapping[str, Any]) -> tuple[str, ...]:
    """The step and keys of an entry."""
    return entry["step"], *sorted(entry)


def labelled_values(words: Words, entry: Mapping[str, Any]) -> list[tuple[Any, Any]]:
    """The values of an entry, each with its label, in their order."""
    step = entry.get("step", "")
    pairs = []
    for key, value in _leaves(words, step, entry):
        label, field = words.get((step, key), (key, None))
        pairs.append((label, (field or Field(key, label)).in_words(value)))
    return pairs or [(words.get((step, ""), (step, None))[0], "")]


def words_of(view: MatchView, entries: Iterable[Mapping[str, Any] | None]) -> Words:
    """The words of the questions that these entries answered, and of the common ones."""
    own = questions_of(view, (entry for entry in entries if entry is not None))
    words = words_of_questions((*own, *common_questions(view.game, view.state)))
    return {**words, (SETUP, CHANGE): (say("Réglages de départ"), SetupInWords(view.stored_match.setup))}


@dataclass(frozen=True, slots=True)
class SetupInWords:
    """Words a correction of the set-up by what it changed."""

    setup: Setup

    def in_words(self, value: Mapping[str, Any]) -> Renderable:
        return setup_change(self.setup, value)


def words_of_questions(questions: Iterable[Question]) -> dict[tuple[str, str], tuple[Any, InWords | None]]:
    """The words of these questions; of two with the same step those of the first."""
    words: dict[tuple[str, str], tuple[Any, InWords | None]] = {}
    for question in questions:
        words.setdefault((question.step, ""), (question.title, None))
        for field in (field for way in question.ways for field in way.fields):
            words.setdefault((question.step, field.key), (field.label, field))
    return words


def _leaves(words: Words, step: str, entry: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The entry's values with their keys, which are dotted for values one level deeper."""
    if is_setup(entry):
        yield CHANGE, entry
        return
    groups = {key.partition(".")[0] for step_of_key, key in words if step_of_key == step and "." in key}
    for key, value in entry.items():
        if key in groups and isinstance(value, dict):
            yield from ((f"{key}.{inner}", item) for inner, item in value.items())
        elif key != "step":
            yield key, value
