"""Another person in a seat: the whole match is theirs, entries included, and one undo gives it back."""

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.answers.violation import Violation
from referee.game_definition.match_course import ReplayedMatch, play
from referee.matches.log import Change, ReplayedLog, new_records, replay_with, replayed_log, restoring, undoing
from referee.matches.match_file import MatchFile, Setup, match_value, read_match
from referee.matches.replaced_people import at_the_table_already, new_names, with_entries_following
from referee.matches.setup_correction import changes_in_words, replaced_people, setup_entry
from tests.games.random_matches import random_match
from tests.games.tables import FOUR, match_file

OTHER = "Xénia"


def setup_of(file: dict[str, Any]) -> Setup:
    match = read_match(file)
    assert isinstance(match, MatchFile), match
    return match.setup


def recorded(file: dict[str, Any]) -> ReplayedLog:
    log = replayed_log(setup_of(file), "", ())
    assert isinstance(log, ReplayedLog)
    for entry in file["entries"]:
        log = added(log, Change(entry))
    return log


def added(log: ReplayedLog, *changes: Change, undoes: int | None = None) -> ReplayedLog:
    longer = replay_with(log, new_records(len(log.log), changes, undoes))
    assert isinstance(longer, ReplayedLog), longer
    return longer


def corrected(log: ReplayedLog, after: Setup) -> ReplayedLog:
    return added(log, *with_entries_following(log, json.loads(json.dumps(setup_entry(log.setup, after)))))


def renamed(file: dict[str, Any], old: str, new: str) -> dict[str, Any]:
    """The file in which the other person had sat from the beginning; the name is in no other word."""
    words: dict[str, Any] = json.loads(json.dumps(file, ensure_ascii=False).replace(old, new))
    return words


@given(st.integers(0, 2**32))
def test_the_match_is_what_it_would_be_had_the_other_person_sat_there(seed: int) -> None:
    chance = Random(seed)
    file = random_match(chance, longest=25, asides=0.2)
    old = chance.choice(file["players"])
    log, other = recorded(file), renamed(file, old, OTHER)
    after = corrected(log, setup_of(other))
    afresh = play(after.setup.game, after.setup.table, other["entries"])
    assert after.replay == afresh
    assert [entry.entry for entry in after.current] == other["entries"]
    assert [entry.record_positions for entry in after.current] == [entry.record_positions for entry in log.current]
    undo = undoing(after.log)
    assert undo is not None
    undone = added(after, *undo.changes, undoes=undo.undoes)
    assert (undone.setup, undone.current, undone.replay) == (log.setup, log.current, log.replay)
    again = added(undone, *restoring(undone.log))
    assert (again.setup, again.current, again.replay) == (after.setup, after.current, after.replay)


@given(st.integers(0, 2**32))
def test_folding_it_onto_the_match_is_the_whole_replay(seed: int) -> None:
    chance = Random(seed)
    file = random_match(chance, longest=15, asides=0.2)
    after = corrected(recorded(file), setup_of(renamed(file, chance.choice(file["players"]), OTHER)))
    whole = replayed_log(after.first_setup, "", after.log)
    assert isinstance(whole, ReplayedLog)
    assert (whole.setup, whole.current, whole.replay) == (after.setup, after.current, after.replay)


BIDS = {"step": "bids", "bids": {"Bob": 0, "Chloé": 1, "Dan": 0, "Ana": 1}}
TRICKS = {"step": "tricks", "tricks": {"Bob": 0, "Chloé": 1, "Dan": 0, "Ana": 0}}


def test_what_is_recorded_after_it_and_undone_stands_under_the_new_name() -> None:
    file = match_file("ascenseur", FOUR, [BIDS, TRICKS])
    log = corrected(recorded(file), setup_of({**file, "players": ["Ana", "Bob", "Chloé", OTHER]}))
    tricks = {"step": "tricks", "tricks": {"Bob": 1, "Chloé": 0, OTHER: 0, "Ana": 0}}
    later = added(log, Change(tricks, 1))
    undo = undoing(later.log)
    assert undo is not None
    undone = added(later, *undo.changes, undoes=undo.undoes)
    assert undone.replay == log.replay
    assert undone.current[1].entry["tricks"] == {"Bob": 0, "Chloé": 1, OTHER: 0, "Ana": 0}


def test_a_text_that_is_somebodys_name_stays_as_it_was_written() -> None:
    file = match_file("ascenseur", FOUR, [BIDS, {"step": "note", "text": "Dan"}])
    log = corrected(recorded(file), setup_of({**file, "players": ["Ana", "Bob", "Chloé", OTHER]}))
    assert log.current[1].entry == {"step": "note", "text": "Dan"}


def test_a_name_with_a_space_too_many_is_the_same_name() -> None:
    bids = {**BIDS, "bids": {"Bob": 0, "Chloé": 1, " Dan ": 0, "Ana": 1}}
    file = match_file("ascenseur", FOUR, [bids])
    log = corrected(recorded(file), setup_of({**file, "players": ["Ana", "Bob", "Chloé", OTHER]}))
    assert isinstance(log.replay, ReplayedMatch)
    assert log.current[0].entry["bids"] == {"Bob": 0, "Chloé": 1, OTHER: 0, "Ana": 1}


def test_a_team_has_the_name_of_who_plays_in_it() -> None:
    setups = [setup_of(match_file("belote", players, [])) for players in (FOUR, ("Ana", OTHER, "Chloé", "Dan"))]
    names = new_names(*setups)
    assert names["Bob"] == OTHER
    assert len(names) == 2
    assert names[next(side.name for side in setups[0].table.sides if "Bob" in side.players)] == next(
        side.name for side in setups[1].table.sides if OTHER in side.players
    )


@pytest.mark.parametrize(
    ("after", "people"),
    [
        (("Zoé", "Bob", "Chloé", "Dan"), {"Ana": "Zoé"}),
        (("Bob", "Zoé", "Chloé", "Dan"), {"Ana": "Zoé"}),
        (("Zoé", "Bob", "Yann", "Dan"), {"Ana": "Zoé", "Chloé": "Yann"}),
        (("Dan", "Bob", "Chloé", "Ana"), {}),
    ],
)
def test_who_replaces_whom(after: tuple[str, ...], people: dict[str, str]) -> None:
    before, then = (setup_of(match_file("ascenseur", players, [])) for players in (FOUR, after))
    assert replaced_people(before, then) == people
    said = [label.render("fr") for label, _ in changes_in_words(before, then)]
    assert [words for words in said if "place de" in words] == [f"À la place de {name}" for name in people]
    assert ("Ordre des places" in said) is (after[0] in FOUR)


def test_whoever_joined_or_stands_in_is_at_the_table_already() -> None:
    file = match_file("feuille-libre", FOUR[:2], [
        {"step": "joins", "player": "Zoé"}, {"step": "relay", "player": "Bob", "by": "Yann"},
    ])  # fmt: skip
    log = recorded(file)
    for name, faults in (("Zoé", 1), ("Yann", 1), (OTHER, 0)):
        after = setup_of({**file, "players": [name, "Bob"], "dealer": name, "entries": []})
        found = at_the_table_already(log, after)
        assert [(fault.article, fault.field) for fault in found] == [("match.players", "players.0")] * faults
        assert all(isinstance(fault, Violation) for fault in found)


def test_a_match_file_has_the_other_name_alone() -> None:
    file = match_file("ascenseur", FOUR, [BIDS, TRICKS])
    log = corrected(recorded(file), setup_of({**file, "players": ["Ana", "Bob", "Chloé", OTHER]}))
    value = json.dumps(match_value(log.setup, [entry.entry for entry in log.current]), ensure_ascii=False)
    assert "Dan" not in value
    assert OTHER in value
