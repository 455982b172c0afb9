"""A corrected set-up holds for the whole match: every entry is judged by it, and what it replaced is in the log."""

import json
from dataclasses import replace
from random import Random
from typing import Any, NoReturn

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.game_definition.match_course import Refusal, ReplayedMatch, play
from referee.games.registry import GAMES
from referee.matches.log import (
    Change,
    Record,
    ReplayedLog,
    concerns_setup,
    new_records,
    replay_with,
    replayed_log,
    restoring,
    undoing,
)
from referee.matches.match_file import MatchFile, Setup, match_value, read_match
from referee.matches.setup_correction import (
    changes_in_words,
    first_setup,
    refused_deals,
    setup_change,
    setup_entry,
    setup_value,
)
from tests.games.random_matches import random_match
from tests.games.tables import FOUR, match_file

BIDS = {"step": "bids", "bids": {"Bob": 0, "Chloé": 1, "Dan": 0, "Ana": 1}}
TRICKS = {"step": "tricks", "tricks": {"Bob": 0, "Chloé": 1, "Dan": 0, "Ana": 0}}
NOTE = {"step": "note", "text": "x"}


def setup_of(game: str = "ascenseur", players: Any = FOUR, **values: Any) -> Setup:
    file = read_match({**match_file(game, players, []), **values})
    assert isinstance(file, MatchFile), file
    return file.setup


def with_entries(setup: Setup, *entries: Any) -> ReplayedLog:
    log = replayed_log(setup, "", ())
    assert isinstance(log, ReplayedLog)
    for entry in entries:
        log = added(log, Change(entry))
    return log


def added(log: ReplayedLog, *changes: Change, undoes: int | None = None) -> ReplayedLog:
    longer = replay_with(log, new_records(len(log.log), changes, undoes))
    assert isinstance(longer, ReplayedLog), longer
    return longer


def corrected(log: ReplayedLog, setup: Setup) -> ReplayedLog:
    return added(log, Change(json.loads(json.dumps(setup_entry(log.setup, setup)))))


def test_every_total_is_what_the_match_would_be_with_these_rules_from_the_first() -> None:
    log = with_entries(setup_of(), BIDS, TRICKS)
    own = setup_of(options={"miss_points": 4, "made_points": 10})
    after = corrected(log, own)
    afresh = play(own.game, own.table, [BIDS, TRICKS])
    assert after.setup == own
    assert after.first_setup == log.setup
    assert after.replay == afresh
    assert after.replay.state.standing != log.replay.state.standing or after.replay.rounds != log.replay.rounds
    assert [entry.entry for entry in after.current] == [BIDS, TRICKS]


def test_it_is_undone_and_restored_like_any_other() -> None:
    before = with_entries(setup_of(), BIDS, TRICKS)
    after = corrected(before, setup_of(options={"miss_points": 4}))
    undo = undoing(after.log)
    assert undo is not None
    assert undo.undoes == 2
    undone = added(after, *undo.changes, undoes=undo.undoes)
    assert (undone.setup, undone.current, undone.replay) == (before.setup, before.current, before.replay)
    again = added(undone, *restoring(undone.log))
    assert (again.setup, again.replay) == (after.setup, after.replay)


def test_the_last_correction_holds_and_the_first_says_how_the_match_began() -> None:
    began = setup_of()
    log = with_entries(began, BIDS, TRICKS)
    for points in (4, 6, 8):
        log = corrected(log, setup_of(options={"miss_points": points}))
        log = added(log, Change(NOTE))
    assert log.setup.table.rules.miss_points == 8
    assert first_setup(log.setup, [record.entry for record in log.log]) == began
    whole = replayed_log(began, "", log.log)
    assert isinstance(whole, ReplayedLog)
    assert (whole.setup, whole.replay, whole.current) == (log.setup, log.replay, log.current)


REFUSED = {
    "another_person_whom_no_entry_names": ({"players": ["Ana", "Bob", "Chloé", "Zoé"]}, "match.entry"),
    "one_person_less": ({"players": ["Ana", "Bob", "Chloé"]}, "match.players"),
    "a_dealer_who_is_not_there": ({"dealer": "Zoé"}, "match.dealer"),
    "an_unknown_rule": ({"options": {"jokers": 2}}, "match.options"),
    "points_out_of_range": ({"options": {"miss_points": -1}}, "match.options"),
}


@pytest.mark.parametrize(("value", "article"), REFUSED.values(), ids=REFUSED)
def test_a_set_up_that_cannot_be_is_refused_and_names_its_article(value: dict[str, Any], article: str) -> None:
    log = with_entries(setup_of(), BIDS)
    entry = setup_entry(log.setup, log.setup)
    entry["after"] = {**entry["after"], **value}
    refusal = replay_with(log, new_records(1, [Change(entry)]))
    assert isinstance(refusal, Refusal)
    assert refusal.violations[0].article == article


@pytest.mark.parametrize("broken", ["before", "after"])
def test_a_correction_names_the_set_up_that_it_replaces_and_the_new_one(broken: str) -> None:
    log = with_entries(setup_of(), BIDS)
    entry = setup_entry(log.setup, setup_of(options={"miss_points": 4}))
    for wrong in ({**entry, broken: None}, {**entry, "more": 1}, {**entry, broken: {"players": list(FOUR)}}):
        assert isinstance(replay_with(log, new_records(1, [Change(wrong)])), Refusal)
    stale = setup_entry(setup_of(options={"miss_points": 7}), setup_of(options={"miss_points": 4}))
    assert isinstance(replay_with(log, new_records(1, [Change(stale)])), Refusal)


def test_entries_that_would_no_longer_hold_refuse_it() -> None:
    log = with_entries(setup_of(options={"not_equal": False}), {**BIDS, "bids": {**BIDS["bids"], "Ana": 0}})
    strict = setup_of(options={"not_equal": True})
    refusal = replay_with(log, new_records(1, [Change(setup_entry(log.setup, strict))]))
    assert isinstance(refusal, Refusal)
    assert refusal.index == 0
    assert refusal.violations[0].article == "ascenseur.not-equal"


def test_each_deal_that_would_no_longer_hold_is_listed() -> None:
    even = {**BIDS, "bids": {**BIDS["bids"], "Ana": 0}}
    second = {"step": "bids", "bids": {"Chloé": 1, "Dan": 0, "Ana": 1, "Bob": 0}}
    taken = {"step": "tricks", "tricks": {"Chloé": 1, "Dan": 0, "Ana": 1, "Bob": 0}}
    entries = [even, TRICKS, second, taken]
    loose = setup_of(options={"not_equal": False})
    played = play(loose.game, loose.table, entries)
    assert isinstance(played, ReplayedMatch)
    refused = dict(refused_deals(setup_of(), played, entries))
    assert refused.keys() == {0, 2}
    assert {violations[0].article for violations in refused.values()} == {"ascenseur.not-equal"}
    assert not list(refused_deals(loose, played, entries))


def test_the_deals_behind_a_refused_one_are_judged_in_their_places() -> None:
    even = {**BIDS, "bids": {**BIDS["bids"], "Ana": 0}}
    second = {"step": "bids", "bids": {"Chloé": 2, "Dan": 0, "Ana": 1, "Bob": 0}}
    entries = [even, TRICKS, second]
    loose = setup_of(options={"not_equal": False})
    played = play(loose.game, loose.table, entries)
    assert isinstance(played, ReplayedMatch)
    assert [index for index, _ in refused_deals(setup_of(), played, entries)] == [0]


def test_what_changed_is_said_by_its_label_and_new_value() -> None:
    before = setup_of()
    after = setup_of(players=("Bob", "Ana", "Chloé", "Dan"), dealer="Chloé", options={"not_equal": False})
    words = [f"{label.render('fr')} : {value if isinstance(value, str) else value.render('fr')}"
             for label, value in changes_in_words(before, after)]  # fmt: skip
    assert words == [
        "Ordre des places : Bob, Ana, Chloé et Dan",
        "Premier donneur : Chloé",
        "Le total des annonces n’est jamais juste : non",
    ]
    assert setup_change(after, setup_entry(before, after)).render("en").startswith("Order of the seats: Bob, Ana")


def test_teams_of_a_free_sheet_can_be_corrected() -> None:
    alone = setup_of("feuille-libre")
    teams = setup_of("feuille-libre", teams=[["Ana", "Chloé"], ["Bob", "Dan"]])
    log = corrected(with_entries(alone, NOTE), teams)
    assert [side.name for side in log.replay.state.table.sides] == [side.name for side in teams.table.sides]
    assert setup_value(log.setup)["teams"] == [["Ana", "Chloé"], ["Bob", "Dan"]]


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=3)
@given(seed=st.integers(0, 2**32))
def test_a_match_of_any_game_takes_another_dealer_as_if_it_had_begun_so(game: str, seed: int) -> None:
    chance = Random(seed)
    file = read_match(random_match(chance, game, longest=8))
    assert isinstance(file, MatchFile)
    setup = file.setup
    log = replayed_log(setup, "", new_records(0, [Change(entry) for entry in file.entries]))
    assert isinstance(log, ReplayedLog)
    other = replace(setup, table=replace(setup.table, dealer=chance.choice(setup.people)))
    value = {**match_value(other, file.entries), "teams": setup.chosen_teams}
    again = read_match(value)
    assert isinstance(again, MatchFile)
    afresh = play(again.setup.game, again.setup.table, file.entries)
    after = replay_with(log, new_records(len(log.log), [Change(setup_entry(setup, again.setup))]))
    if isinstance(afresh, Refusal):
        assert isinstance(after, Refusal)
        assert after.violations == afresh.violations
        assert next(refused_deals(again.setup, log.replay, file.entries)) == (afresh.index, [*afresh.violations])
    else:
        assert isinstance(after, ReplayedLog)
        assert after.replay == afresh


class _UnreadLog(tuple[Record, ...]):
    """A log that must not be read record by record."""

    def __iter__(self) -> NoReturn:
        raise AssertionError("the whole log was read")


def test_an_appended_entry_does_not_read_the_log_to_see_whether_it_concerns_the_set_up() -> None:
    log = _UnreadLog((Record(0, {"step": "end"}, batch=0),))
    assert not concerns_setup(log, [Record(1, {"step": "note", "text": "tard"}, batch=1)])
    with pytest.raises(AssertionError, match="the whole log was read"):
        concerns_setup(log, [Record(1, None, amends=0, batch=1)])
