"""What two logs of one match are to each other."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.bundles.comparison import Relation, RelationKind, common_length, relation
from referee.bundles.log_replay import empty_log
from referee.matches.log import Record, ReplayedLog, replay_with
from referee.matches.match_file import Setup, read_setup
from tests.bundles.clubs import small_club

MATCH = small_club()[1][0]
SWAPPED = {
    RelationKind.SAME: RelationKind.SAME,
    RelationKind.BOTH: RelationKind.BOTH,
    RelationKind.BEHIND: RelationKind.FURTHER,
    RelationKind.FURTHER: RelationKind.BEHIND,
}
notes = st.lists(st.sampled_from("ab"), max_size=4)


def log(records: Sequence[Record], setup: Setup = MATCH.setup) -> ReplayedLog:
    longer = replay_with(empty_log(setup), tuple(records))
    assert isinstance(longer, ReplayedLog)
    return longer


def of(texts: Sequence[str]) -> ReplayedLog:
    return log([Record(at, {"step": "note", "text": text}, None, at) for at, text in enumerate(texts)])


@given(notes, notes)
def test_who_is_further_is_seen_from_both_sides(ours: list[str], theirs: list[str]) -> None:
    found = relation(of(ours), of(theirs))
    assert relation(of(theirs), of(ours)) == Relation(SWAPPED[found.kind], found.at)
    assert (found.kind is RelationKind.SAME) == (ours == theirs)
    assert (found.kind is RelationKind.BEHIND) == (ours[: len(theirs)] == theirs and ours != theirs)
    assert ours[: found.at] == theirs[: found.at]


@pytest.mark.parametrize(
    ("ours", "theirs", "wanted"),
    [
        ("", "", Relation(RelationKind.SAME, 0)),
        ("ab", "ab", Relation(RelationKind.SAME, 2)),
        ("a", "abb", Relation(RelationKind.FURTHER, 1)),
        ("abb", "ab", Relation(RelationKind.BEHIND, 2)),
        ("aab", "abb", Relation(RelationKind.BOTH, 1)),
    ],
)
def test_the_relation_says_from_where_on(ours: str, theirs: str, wanted: Relation) -> None:
    assert relation(of(ours), of(theirs)) == wanted


def test_a_match_that_is_not_here_is_new() -> None:
    assert relation(None, of("a")) == Relation(RelationKind.NEW)


@pytest.mark.parametrize("change", [{"reason": "x"}, {"person": "Bob"}, {"device": None}, {"ruling": None}])
def test_who_recorded_and_why_makes_no_difference(change: dict[str, str | None]) -> None:
    other = [replace(record, **change) for record in MATCH.records]  # type: ignore[arg-type]
    assert relation(log(MATCH.records), log(other)).kind is RelationKind.SAME


def test_another_table_is_another_match() -> None:
    other = read_setup("ascenseur", ("Ana", "Bob", "Chloé", "Dan"), "Bob")
    assert isinstance(other, Setup)
    assert relation(log(()), log((), other)) == Relation(RelationKind.BOTH)


def test_no_part_of_a_batch_is_in_common() -> None:
    """A batch of two on one side, of which the other has only the first."""
    note = {"step": "note", "text": "a"}
    first = Record(0, note, None, 0)
    batch = (Record(1, note, None, 1), Record(2, note, None, 1))
    assert common_length((first, *batch), (first, batch[0])) == 1
    assert common_length((first, *batch), (first, *batch)) == 3
