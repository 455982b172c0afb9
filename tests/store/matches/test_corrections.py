"""Nothing recorded is ever overwritten: a correction, a removal, an undo are records of their own, with who and why."""

from datetime import UTC, datetime

import pytest
from flask import Flask

from referee.matches.log import Change
from tests.store.keeping import ONE_CARD, Keeper, note

BIDS, TRICKS = ONE_CARD
OTHER_TRICKS = {"step": "tricks", "tricks": {"Bob": 0, "Chloé": 0, "Dan": 1, "Ana": 0}}
CONTRACT = {"step": "contract", "contract": "barbu"}
RESULT = {"step": "result", "king": "Bob"}
OTHER_CONTRACT = {"step": "contract", "contract": "dernier-pli"}
OTHER_RESULT = {"step": "result", "last": "Chloé"}


@pytest.fixture
def round_kept(keeper: Keeper) -> Keeper:
    for entry in ONE_CARD:
        keeper.record(Change(entry), who="Ana")
    return keeper


@pytest.fixture
def deal_kept(app: Flask) -> Keeper:
    keeper = Keeper(app, "barbu")
    for entry in (CONTRACT, RESULT):
        keeper.record(Change(entry))
    return keeper


def test_a_correction_keeps_both_versions_with_who_when_on_what_and_why(app: Flask, round_kept: Keeper) -> None:
    began = datetime.now(UTC)
    done = round_kept.record(Change(OTHER_TRICKS, amends=1), who="Dan", why="Dan took it")
    assert done.outcome == "recorded"
    with app.app_context():
        old, new = round_kept.stored_match().records[1:]
        assert (old.entry, old.person, old.reason, old.amends) == (TRICKS, "Ana", "", None)
        assert (new.entry, new.person, new.reason, new.amends) == (OTHER_TRICKS, "Dan", "Dan took it", 1)
        assert new.device == round_kept.device_id
        assert began <= new.recorded_at <= datetime.now(UTC)
    assert round_kept.entries() == [BIDS, OTHER_TRICKS]


def test_a_removal_keeps_what_it_removed(round_kept: Keeper) -> None:
    assert round_kept.record(Change(None, amends=1)).outcome == "recorded"
    assert round_kept.entries() == [BIDS]
    _, _, _, rows = round_kept.everything()
    assert [row[1] for row in rows] == [BIDS, TRICKS, None]


def test_a_correction_that_a_later_entry_does_not_bear_is_refused_and_changes_nothing(keeper: Keeper) -> None:
    for entry in ONE_CARD:
        keeper.record(Change(entry))
    before = keeper.everything()
    done = keeper.record(Change(None, amends=0))
    assert done.outcome == "refused"
    assert done.refusal is not None
    assert (done.refusal.index, done.refusal.violations[0].article) == (0, "match.step")
    assert keeper.everything() == before


def test_a_contract_and_its_result_are_corrected_as_one(deal_kept: Keeper) -> None:
    assert deal_kept.record(Change(OTHER_CONTRACT, amends=0)).outcome == "refused"
    both = (Change(OTHER_CONTRACT, amends=0), Change(OTHER_RESULT, amends=1))
    assert deal_kept.record(*both).outcome == "recorded"
    assert deal_kept.entries() == [OTHER_CONTRACT, OTHER_RESULT]
    assert [row[3] for row in deal_kept.everything()[3]] == [0, 1, 2, 2]


def test_an_undo_takes_a_whole_batch_back(deal_kept: Keeper) -> None:
    deal_kept.record(Change(OTHER_CONTRACT, amends=0), Change(OTHER_RESULT, amends=1))
    done = deal_kept.undo()
    assert done is not None
    assert done.outcome == "recorded"
    assert deal_kept.entries() == [CONTRACT, RESULT]
    assert [row[4] for row in deal_kept.everything()[3]] == [None, None, None, None, 2, 2]


def test_undoing_goes_back_batch_by_batch_to_the_first_card(deal_kept: Keeper) -> None:
    deal_kept.record(note("well played"))
    deal_kept.record(Change(OTHER_CONTRACT, amends=0), Change(OTHER_RESULT, amends=1))
    found = []
    while deal_kept.undo() is not None:
        found.append(deal_kept.entries())
    said = {"step": "note", "text": "well played"}
    assert found == [[CONTRACT, RESULT, said], [CONTRACT, RESULT], [CONTRACT], []]


def test_what_was_undone_can_be_recorded_again_and_undone_again(round_kept: Keeper) -> None:
    for _ in range(3):
        round_kept.undo()
        assert round_kept.entries() == [BIDS]
        assert round_kept.record(Change(TRICKS)).outcome == "recorded"
        assert round_kept.entries() == [BIDS, TRICKS]
    assert len(round_kept.everything()[3]) == 8


def test_undoing_a_correction_of_a_correction_brings_the_first_correction_back(round_kept: Keeper) -> None:
    again = {"step": "tricks", "tricks": {"Bob": 1, "Chloé": 0, "Dan": 0, "Ana": 0}}
    round_kept.record(Change(OTHER_TRICKS, amends=1))
    round_kept.record(Change(again, amends=1))
    round_kept.undo()
    assert round_kept.entries() == [BIDS, OTHER_TRICKS]
    round_kept.undo()
    assert round_kept.entries() == [BIDS, TRICKS]


def test_undoing_a_removal_puts_the_entry_back_in_its_place(keeper: Keeper) -> None:
    for text in ("one", "two", "three"):
        keeper.record(note(text))
    keeper.record(Change(None, amends=1))
    assert keeper.texts() == ["one", "three"]
    keeper.undo()
    assert keeper.texts() == ["one", "two", "three"]


def test_there_is_nothing_to_undo_before_the_first_record(keeper: Keeper) -> None:
    assert keeper.undo() is None


def test_every_sign_of_a_note_is_kept_as_it_was_typed(keeper: Keeper) -> None:
    text = "« À l'abri » — 10 ♥ \U0001f0cf\n\tœ %s {0} '; DROP TABLE entry; -- \\ \u202e"
    keeper.record(note(text), who="Zoé\u0301", why=text[:200])
    assert keeper.texts() == [text]
    assert keeper.everything()[3][0][6] == text[:200]
