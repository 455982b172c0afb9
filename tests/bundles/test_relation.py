"""What two logs of one match are to each other."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.bundles.comparison import Relation, relation
from referee.matches.log import Record
from referee.matches.match_file import Setup, read_setup
from tests.bundles.clubs import small_club

MATCH = small_club()[1][0]
SWAPPED = {
    Relation.SAME: Relation.SAME,
    Relation.BOTH: Relation.BOTH,
    Relation.HERE_FURTHER: Relation.ARRIVAL_FURTHER,
    Relation.ARRIVAL_FURTHER: Relation.HERE_FURTHER,
}
notes = st.lists(st.sampled_from("ab"), max_size=4)


def log(texts: list[str]) -> tuple[Record, ...]:
    return tuple(Record(at, {"step": "note", "text": text}, None, at) for at, text in enumerate(texts))


@given(notes, notes)
def test_who_is_further_is_seen_from_both_sides(ours: list[str], theirs: list[str]) -> None:
    found = relation((MATCH.setup, log(ours)), (MATCH.setup, log(theirs)))
    assert relation((MATCH.setup, log(theirs)), (MATCH.setup, log(ours))) is SWAPPED[found]
    assert (found is Relation.SAME) == (ours == theirs)
    assert (found is Relation.HERE_FURTHER) == (ours[: len(theirs)] == theirs and ours != theirs)


@pytest.mark.parametrize("change", [{"reason": "x"}, {"person": "Bob"}, {"device": None}, {"ruling": None}])
def test_who_recorded_and_why_makes_no_difference(change: dict[str, str | None]) -> None:
    other = [replace(record, **change) for record in MATCH.records]  # type: ignore[arg-type]
    assert relation((MATCH.setup, MATCH.records), (MATCH.setup, other)) is Relation.SAME


def test_another_table_is_another_match() -> None:
    other = read_setup("ascenseur", ("Ana", "Bob", "Chloé", "Dan"), "Bob")
    assert isinstance(other, Setup)
    assert relation((MATCH.setup, ()), (other, ())) is Relation.BOTH
