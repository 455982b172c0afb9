"""An entry is told in words, whatever the game and however far the match has come: never by a key of a file."""

from dataclasses import fields
from datetime import UTC, datetime
from random import Random
from typing import Any

import pytest

from referee.games.aluette.scoring import VOID
from referee.games.registry import GAMES
from referee.matches.log import Log, Record, ReplayedLog, new_records, replayed_log, undoing
from referee.matches.match_file import MatchFile, Setup, read_match
from referee.matches.setup_correction import setup_columns
from referee.store.matches.stored_match import StoredMatch
from referee.web.answers.question_form import QuestionForm
from referee.web.matches.match_log import labelled_values, words_of
from referee.web.matches.match_view import match_view
from tests.games.random_matches import random_match
from tests.games.tables import FOUR, question_after

each_game = pytest.mark.parametrize("game", GAMES)
matches_by_chance = pytest.mark.parametrize("matches", [3, pytest.param(15, marks=pytest.mark.thorough(unless="game"))])


@each_game
@matches_by_chance
def test_every_entry_is_told_in_words(game: str, matches: int) -> None:
    for seed in range(matches):
        stored_match = _stored(random_match(Random(seed), game, asides=0.2))
        assert _told_by_keys(stored_match) == []


@each_game
@matches_by_chance
def test_what_was_undone_is_told_in_words_too(game: str, matches: int) -> None:
    for seed in range(matches):
        stored_match = _stored(random_match(Random(seed), game, longest=6))
        while (back := undoing(stored_match.log)) is not None:
            undone = new_records(len(stored_match.log), back.changes, back.undoes)
            stored_match = _with_log(stored_match.setup, (*stored_match.log, *undone))
        assert _told_by_keys(stored_match) == []


def test_cards_and_void_tricks_are_told_as_players_say_them() -> None:
    cards = {"step": "hands", "out": "Ana", "cards": {"Bob": ["KS", "JOKER"], "Chloé": ["10H"], "Dan": ["QD"]}}
    assert "R♠ et joker" in _told("huit-americain", cards)
    tricks = {"step": "deal", "winners": ["Ana", None, *["Bob"] * 7]}
    assert f"Ana, {VOID.render('fr')}, Bob" in _told("aluette", tricks)


def test_what_a_file_writes_in_lower_case_is_told_and_corrected_as_any_other() -> None:
    bids = {"step": "bids", "bids": {"Bob": 0, "Chloé": 1, "Dan": 0, "Ana": 1}, "trump": "h"}
    assert "♥ cœur" in _told("ascenseur", bids)
    form = QuestionForm(question_after("ascenseur", FOUR), entry=bids)
    assert form.entry() == {**bids, "trump": "H"}
    cards = {"step": "hands", "out": "Ana", "cards": {"Bob": ["ks", "joker"], "Chloé": ["th"], "Dan": ["qd"]}}
    assert "R♠ et joker" in _told("huit-americain", cards)
    form = QuestionForm(question_after("huit-americain", FOUR), entry=cards)
    assert form.entry()["cards"] == {"Bob": ["KS", "JOKER"], "Chloé": ["10H"], "Dan": ["QD"]}


def test_a_side_recorded_by_a_players_name_is_the_side_that_a_correction_shows() -> None:
    form = QuestionForm(question_after("aluette", FOUR), entry={"step": "deal", "side": " Chloé "})
    assert form.entry() == {"step": "deal", "side": "Ana & Chloé"}


def _stored(file: dict[str, Any]) -> StoredMatch:
    """A match with its log, as the database would give it."""
    read = read_match(file)
    assert isinstance(read, MatchFile)
    log = tuple(Record(number, entry, None, number) for number, entry in enumerate(read.entries))
    return _with_log(read.setup, log)


def _with_log(setup: Setup, log: Log) -> StoredMatch:
    replay, moment = replayed_log(setup, "", log), datetime(2026, 1, 1, tzinfo=UTC)
    assert isinstance(replay, ReplayedLog)
    columns = {**setup_columns(setup), "length": len(log), "created_at": moment, "changed_at": moment}
    row: Any = dict.fromkeys(field.name for field in fields(StoredMatch)) | columns | {"log_read": replay}
    return StoredMatch(**row)


def _told_by_keys(stored_match: StoredMatch) -> list[str]:
    """The labels that are keys of a file, not words."""
    entries = [record.entry for record in stored_match.log if record.entry is not None]
    words = words_of(match_view(stored_match), entries)
    labels = [label for entry in entries for label, _ in labelled_values(words, entry)]
    return [label for label in labels if isinstance(label, str)]


def _told(game: str, entry: dict[str, Any]) -> str:
    """The values of one entry of a table of four, as a French log shows them."""
    file = {"format": "referee-match/1", "game": game, "players": ["Ana", "Bob", "Chloé", "Dan"], "entries": [entry]}
    values = (value for _, value in labelled_values(words_of(match_view(_stored(file)), (entry,)), entry))
    return "; ".join(value.render("fr") if hasattr(value, "render") else str(value) for value in values)
