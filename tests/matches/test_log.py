"""The log only grows: a correction, a removal and an undo are records too, and what stands is folded from them all."""

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.game_definition.match_course import Refusal, ReplayedMatch
from referee.matches.log import (
    Change,
    Record,
    ReplayedLog,
    current_entries,
    insertion_violations,
    new_records,
    replay,
    replay_on,
    undoing,
    with_changes,
)
from referee.matches.match_file import MatchFile, Setup, read_match
from tests.games.random_matches import random_match
from tests.games.tables import FOUR, Entry, match_file

Log = tuple[Record, ...]


def note(text: str) -> Entry:
    return {"step": "note", "text": text}


def recorded(*texts: str) -> Log:
    """A log of notes, one record each."""
    log: Log = ()
    for text in texts:
        log = with_changes(log, [Change(note(text))])
    return log


def stands(log: Sequence[Record]) -> list[str]:
    """What stands, each entry by its text."""
    return [current.entry["text"] for current in current_entries(log)]


def undone(log: Log, times: int = 1) -> Log:
    """The log after so many taps on undo, each recorded as the store records it."""
    for _ in range(times):
        undo = undoing(log)
        assert undo is not None
        log += new_records(len(log), undo.changes, undo.undoes)
    return log


# Appending.


def test_a_record_has_its_position_and_its_batch() -> None:
    log = with_changes(recorded("a", "b"), [Change(note("c")), Change(note("B"), 1)])
    assert [(record.position, record.amends, record.batch) for record in log] == [
        (0, None, 0),
        (1, None, 1),
        (2, None, 2),
        (3, 1, 2),
    ]


def test_nothing_recorded_before_is_changed() -> None:
    before = recorded("a", "b", "c")
    after = undone(with_changes(before, [Change(note("B"), 1), Change(None, 0)]))
    assert after[:3] == before


def test_of_an_empty_log_nothing_stands() -> None:
    assert current_entries([]) == ()
    assert undoing([]) is None


# Corrections and removals.


def test_a_correction_stands_where_the_entry_was_first_recorded() -> None:
    log = with_changes(recorded("a", "b", "c"), [Change(note("B"), 1)])
    assert stands(log) == ["a", "B", "c"]
    assert [current.position for current in current_entries(log)] == [0, 1, 2]


def test_the_last_correction_stands_and_every_version_is_told() -> None:
    log = recorded("a", "b")
    for text in ("A", "AA", "AAA"):
        log = with_changes(log, [Change(note(text), 0)])
    assert stands(log) == ["AAA", "b"]
    assert [current.record_positions for current in current_entries(log)] == [(0, 2, 3, 4), (1,)]


def test_a_removal_leaves_nothing_in_its_place() -> None:
    log = with_changes(recorded("a", "b", "c"), [Change(None, 1)])
    assert stands(log) == ["a", "c"]
    assert [current.position for current in current_entries(log)] == [0, 2]


def test_what_was_removed_comes_back_to_its_old_place() -> None:
    log = with_changes(recorded("a", "b", "c"), [Change(None, 0)])
    log = with_changes(log, [Change(note("A"), 0)])
    assert stands(log) == ["A", "b", "c"]
    assert current_entries(log)[0].record_positions == (0, 3, 4)


def test_several_entries_are_corrected_in_one_go() -> None:
    log = with_changes(recorded("a", "b", "c"), [Change(note("C"), 2), Change(None, 0), Change(note("d"))])
    assert stands(log) == ["b", "C", "d"]


# Undo: the last batch that was not taken back yet.


@pytest.mark.parametrize(("times", "left"), [(0, ["a", "b", "c"]), (1, ["a", "b"]), (2, ["a"]), (3, [])])
def test_undo_and_undo_again_takes_back_one_record_after_another(times: int, left: list[str]) -> None:
    assert stands(undone(recorded("a", "b", "c"), times)) == left


def test_when_everything_is_undone_nothing_is_left_to_undo() -> None:
    assert undoing(undone(recorded("a", "b"), 2)) is None


def test_the_undo_of_a_correction_brings_back_what_stood_before_it() -> None:
    log = with_changes(recorded("a", "b"), [Change(note("A"), 0)])
    log = with_changes(log, [Change(note("AA"), 0)])
    assert stands(undone(log)) == ["A", "b"]
    assert stands(undone(log, 2)) == ["a", "b"]
    assert stands(undone(log, 3)) == ["a"]


def test_the_undo_of_a_removal_brings_the_entry_back() -> None:
    log = with_changes(recorded("a", "b"), [Change(None, 0)])
    assert stands(log) == ["b"]
    assert stands(undone(log)) == ["a", "b"]


def test_the_undo_of_a_batch_takes_all_of_it_back() -> None:
    log = with_changes(recorded("a", "b", "c"), [Change(note("A"), 0), Change(None, 1), Change(note("d"))])
    assert stands(log) == ["A", "c", "d"]
    assert stands(undone(log)) == ["a", "b", "c"]
    assert stands(undone(log, 2)) == ["a", "b"]


def test_a_batch_that_amends_an_entry_twice_is_taken_back_whole() -> None:
    log = with_changes(recorded("a"), [Change(note("A"), 0), Change(note("AA"), 0)])
    assert stands(log) == ["AA"]
    assert stands(undone(log)) == ["a"]


def test_an_undo_is_never_undone() -> None:
    log = undone(recorded("a", "b"))
    undo = undoing(log)
    assert undo is not None
    assert undo.undoes == 0


def test_what_is_recorded_after_an_undo_is_undone_first() -> None:
    log = undone(recorded("a", "b"))
    log = with_changes(log, [Change(note("c"))])
    assert stands(log) == ["a", "c"]
    assert stands(undone(log)) == ["a"]
    assert stands(undone(log, 2)) == []
    assert undoing(undone(log, 2)) is None


def test_a_correction_undone_and_made_again_is_undone_again() -> None:
    log = with_changes(recorded("a"), [Change(note("A"), 0)])
    log = with_changes(undone(log), [Change(note("A"), 0)])
    assert stands(log) == ["A"]
    assert stands(undone(log)) == ["a"]
    assert stands(undone(log, 2)) == []


# A deal that was forgotten.


def inserted(log: Log, text: str, before: int) -> Log:
    return with_changes(log, [Change(note(text), before=before)])


@pytest.mark.parametrize(
    ("before", "stand"), [((0,), "xabc"), ((2,), "abxc"), ((1, 1), "axybc"), ((1, 3), "ayxbc"), ((2, 0, 3), "yabzxc")]
)
def test_what_is_inserted_stands_just_before_what_it_names(before: tuple[int, ...], stand: str) -> None:
    log = recorded("a", "b", "c")
    for text, position in zip("xyz", before, strict=False):
        log = inserted(log, text, position)
    assert "".join(stands(log)) == stand


def test_what_is_inserted_is_corrected_and_removed_by_its_own_position() -> None:
    log = inserted(recorded("a", "b"), "x", 1)
    corrected = with_changes(log, [Change(note("X"), 2)])
    assert stands(corrected) == ["a", "X", "b"]
    assert [current.record_positions for current in current_entries(corrected)] == [(0,), (2, 3), (1,)]
    removed = with_changes(corrected, [Change(None, 2)])
    assert stands(removed) == ["a", "b"]
    assert stands(with_changes(removed, [Change(note("Y"), 2)])) == ["a", "Y", "b"]


def test_what_stood_before_a_removed_entry_keeps_its_place() -> None:
    log = with_changes(inserted(recorded("a", "b", "c"), "x", 1), [Change(None, 1)])
    assert stands(log) == ["a", "x", "c"]
    assert stands(undone(log)) == ["a", "x", "b", "c"]


def test_one_undo_takes_all_of_an_inserted_deal_out() -> None:
    log = with_changes(recorded("a", "b"), [Change(note("x"), before=1), Change(note("y"), before=1)])
    assert stands(log) == ["a", "x", "y", "b"]
    assert stands(undone(log)) == ["a", "b"]


@pytest.mark.parametrize(
    "record",
    [
        Record(3, note("x"), batch=3, before=3), Record(3, note("x"), batch=3, before=7),
        Record(3, note("x"), batch=3, before=2), Record(3, note("x"), batch=3, before=1),
        Record(3, note("x"), 0, 3, before=0), Record(3, None, 0, 3, before=0),
        Record(3, {"step": "setup"}, batch=3, before=0),
    ],
    ids=["itself", "nothing", "an amendment", "a removed entry", "a correction", "a removal", "a set-up"],
)  # fmt: skip
def test_only_a_new_entry_stands_before_another_and_only_before_a_current_one(record: Record) -> None:
    setup, log = set_up(match_file("whistiti", FOUR, [note("a"), note("b")]))
    log = with_changes(log, [Change(None, 1)])
    _, stand, played = replay(setup, log)
    assert isinstance(played, ReplayedMatch)
    stood = ReplayedLog(setup, setup, log, "", stand, played)
    for _, _, refused in (replay(setup, (*log, record)), replay_on(stood, [record])):
        assert isinstance(refused, Refusal)
        assert [fault.article for fault in refused.violations] == ["match.step"]


@st.composite
def histories(draw: st.DrawFn) -> tuple[Log, list[list[str]]]:
    """A log of records, corrections, removals, batches and undos; and what stood before each batch not undone."""
    log: Log = ()
    before: list[list[str]] = []
    for index in range(draw(st.integers(1, 12))):
        if before and draw(st.booleans()):
            log = undone(log)
            assert stands(log) == before.pop()
            continue
        known = [record.position for record in log if record.amends is None]
        one = st.builds(Change, st.none() | st.just(note(f"{index}")), st.sampled_from(known) if known else st.none())
        changes = draw(st.lists(one, min_size=1, max_size=3)) if known else []
        current = [entry.position for entry in current_entries(log)]
        if current and draw(st.booleans()):
            changes.insert(0, Change(note(f"i{index}"), before=draw(st.sampled_from(current))))
        before.append(stands(log))
        log = with_changes(log, [*changes, *([] if changes and draw(st.booleans()) else [Change(note(f"n{index}"))])])
    return log, before


@given(histories())
def test_undo_walks_back_through_everything_that_stood(history: tuple[Log, list[list[str]]]) -> None:
    log, before = history
    while before:
        longer = undone(log)
        assert longer[: len(log)] == log
        assert stands(longer) == before.pop()
        log = longer
    assert undoing(log) is None


# Replay: the log folded to where the match stands.


def set_up(file: dict[str, object]) -> tuple[Setup, Log]:
    match = read_match(file)
    assert isinstance(match, MatchFile), match
    log: Log = ()
    for entry in match.entries:
        log = with_changes(log, [Change(entry)])
    return match.setup, log


def tricks(*numbers: int) -> Entry:
    return {"step": "tricks", "tricks": dict(zip(FOUR, numbers, strict=True))}


def test_a_corrected_deal_counts_as_corrected_in_all_that_follows() -> None:
    setup, log = set_up(match_file("whistiti", FOUR, [tricks(6, 4, 3, 0), tricks(1, 2, 3, 7)]))
    _, entries, played = replay(setup, with_changes(log, [Change(tricks(0, 4, 3, 6), 0)]))
    assert isinstance(played, ReplayedMatch)
    assert [tuple(row.totals.values()) for row in played.rounds] == [(0, 4, 3, 6), (1, 6, 6, 13)]
    assert [current.record_positions for current in entries] == [(0, 2), (1,)]


def test_a_correction_after_which_a_later_entry_no_longer_fits_names_that_entry() -> None:
    setup, log = set_up(match_file("whistiti", FOUR, [tricks(13, 0, 0, 0), tricks(1, 2, 3, 7)]))
    _, entries, played = replay(setup, with_changes(log, [Change({"step": "end"}, 0)]))
    assert isinstance(played, Refusal)
    assert (played.index, [fault.article for fault in played.violations]) == (1, ["match.over"])
    assert entries[played.index].position == 1


def test_a_contract_and_its_result_are_corrected_in_one_go() -> None:
    contract, result = {"step": "contract", "contract": "barbu"}, {"step": "result", "king": "Ana"}
    setup, log = set_up(match_file("barbu", FOUR, [contract, result]))
    other = {"step": "contract", "contract": "dernier-pli"}
    assert isinstance(replay(setup, with_changes(log, [Change(other, 0)]))[2], Refusal)
    both = with_changes(log, [Change(other, 0), Change({"step": "result", "last": "Bob"}, 1)])
    _, _, played = replay(setup, both)
    assert isinstance(played, ReplayedMatch)
    assert played.state.totals == {"Ana": 0, "Bob": 20, "Chloé": 0, "Dan": 0}
    _, _, again = replay(setup, undone(both))
    assert isinstance(again, ReplayedMatch)
    assert again.state.totals == {"Ana": 20, "Bob": 0, "Chloé": 0, "Dan": 0}


@given(st.integers(0, 2**32), st.data())
def test_what_is_undone_never_was(seed: int, data: st.DataObject) -> None:
    setup, log = set_up(random_match(Random(seed), longest=12, asides=0.2))
    times = data.draw(st.integers(0, len(log)))
    assert replay(setup, undone(log, times))[2] == replay(setup, log[: len(log) - times])[2]


@given(st.integers(0, 2**32), st.data())
def test_amending_an_entry_to_itself_changes_nothing(seed: int, data: st.DataObject) -> None:
    setup, log = set_up(random_match(Random(seed), longest=12, asides=0.2))
    at = data.draw(st.integers(0, len(log) - 1))
    assert replay(setup, with_changes(log, [Change(log[at].entry, at)]))[2] == replay(setup, log)[2]


@given(st.integers(0, 2**32), st.data())
def test_a_new_entry_folded_onto_what_stands_is_the_whole_replay(seed: int, data: st.DataObject) -> None:
    setup, log = set_up(random_match(Random(seed), longest=12, asides=0.3))
    before = log[: data.draw(st.integers(0, len(log) - 1))]
    _, stands, played = replay(setup, before)
    assert isinstance(played, ReplayedMatch)
    stood = ReplayedLog(setup, setup, before, "", stands, played)
    for entry in (log[len(before)].entry, {"step": "?"}, {"step": "end"}):
        assert entry is not None
        whole = replay(setup, with_changes(before, [Change(entry)]))
        assert replay_on(stood, new_records(len(before), [Change(entry)])) == whole


@given(st.integers(0, 2**32), st.data())
def test_changes_folded_onto_what_stands_are_the_whole_replay(seed: int, data: st.DataObject) -> None:
    setup, log = set_up(random_match(Random(seed), longest=12, asides=0.3))
    for _ in range(data.draw(st.integers(1, 6))):
        _, stands, played = replay(setup, log)
        if not isinstance(played, ReplayedMatch):
            return
        at = st.integers(0, len(log) - 1)
        changes = [_change(data, log, at) for _ in range(data.draw(st.integers(1, 3)))]
        undo = undoing(log) if data.draw(st.booleans()) else None
        batch = (undo.changes, undo.undoes) if undo is not None else (changes, None)
        added = new_records(len(log), *batch)
        folded = replay_on(ReplayedLog(setup, setup, log, "", stands, played), added)
        whole = replay(setup, (*log, *added))
        violations = insertion_violations((*log, *added))
        if violations:
            assert [getattr(result[2], "violations", ()) for result in (folded, whole)] == [tuple(violations)] * 2
            return
        assert folded == whole
        log = (*log, *added)


def _change(data: st.DataObject, log: Log, at: st.SearchStrategy[int]) -> Change:
    """A random amendment or insertion of an entry that the log has or had."""
    entry = log[data.draw(at)].entry
    if entry is not None and data.draw(st.booleans()):
        return Change(entry, before=data.draw(at))
    first = [record.position for record in log if record.amends is None]
    return Change(data.draw(st.sampled_from([None, entry])), data.draw(st.sampled_from(first)))
