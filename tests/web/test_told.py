"""An entry is told in words, whatever the game and however far the match has come: never by a key of a file."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from referee.games.aluette import VOID
from referee.games.registry import GAMES
from referee.matches.log import undoing
from referee.matches.matchfile import MatchFile, read_match
from referee.store.matches import Kept
from referee.store.models import Entry, Match
from referee.web.inputs import QuestionForm
from referee.web.table_view import table_view
from referee.web.told import known_words, told
from tests.games.random_matches import random_match
from tests.games.tables import FOUR, asked

MATCHES = 15


@pytest.mark.parametrize("game", GAMES)
def test_every_entry_is_told_in_words(game: str) -> None:
    for seed in range(MATCHES):
        kept = _kept(random_match(Random(seed), game, asides=0.2))
        assert _told_by_keys(kept) == []


@pytest.mark.parametrize("game", GAMES)
def test_what_was_undone_is_told_in_words_too(game: str) -> None:
    for seed in range(MATCHES):
        kept = _kept(random_match(Random(seed), game, longest=6))
        while (back := undoing(kept.log)) is not None:
            start = len(kept.entries)
            undone = [
                Entry(position=number, batch=start, entry=change.entry, amends=change.amends, undoes=back.undoes)
                for number, change in enumerate(back.changes, start)
            ]
            kept = Kept(kept.match, kept.setup, [*kept.entries, *undone])
        assert _told_by_keys(kept) == []


def test_cards_and_void_tricks_are_told_as_players_say_them() -> None:
    cards = {"step": "hands", "out": "Ana", "cards": {"Bob": ["KS", "JOKER"], "Chloé": ["10H"], "Dan": ["QD"]}}
    assert "R♠ et joker" in _told("huit-americain", cards)
    tricks = {"step": "deal", "winners": ["Ana", None, *["Bob"] * 7]}
    assert f"Ana, {VOID.render('fr')}, Bob" in _told("aluette", tricks)


def test_what_a_file_writes_in_lower_case_is_told_and_corrected_as_any_other() -> None:
    bids = {"step": "bids", "bids": {"Bob": 0, "Chloé": 1, "Dan": 0, "Ana": 1}, "trump": "h"}
    assert "♥ cœur" in _told("ascenseur", bids)
    form = QuestionForm(asked("ascenseur", FOUR), entry=bids)
    assert form.entry() == {**bids, "trump": "H"}
    cards = {"step": "hands", "out": "Ana", "cards": {"Bob": ["ks", "joker"], "Chloé": ["th"], "Dan": ["qd"]}}
    assert "R♠ et joker" in _told("huit-americain", cards)
    form = QuestionForm(asked("huit-americain", FOUR), entry=cards)
    assert form.entry()["cards"] == {"Bob": ["KS", "JOKER"], "Chloé": ["10H"], "Dan": ["QD"]}


def test_a_side_recorded_by_a_players_name_is_the_side_that_a_correction_shows() -> None:
    form = QuestionForm(asked("aluette", FOUR), entry={"step": "deal", "side": " Chloé "})
    assert form.entry() == {"step": "deal", "side": "Ana & Chloé"}


def _kept(file: dict[str, Any]) -> Kept:
    """A match with its log, as the database would give it."""
    read = read_match(file)
    assert isinstance(read, MatchFile)
    match = Match(game=file["game"], players=file["players"], options=file.get("options", {}))
    log = [Entry(position=number, entry=entry, batch=number) for number, entry in enumerate(read.entries)]
    return Kept(match, read.setup, log)


def _told_by_keys(kept: Kept) -> list[str]:
    """The labels that are keys of a file, not words."""
    words = known_words(table_view(kept))
    labels = [label for row in kept.entries if row.entry for label, _ in told(words, row.entry)]
    return [label for label in labels if isinstance(label, str)]


def _told(game: str, entry: dict[str, Any]) -> str:
    """The values of one entry of a table of four, as a French log shows them."""
    file = {"format": "referee-match/1", "game": game, "players": ["Ana", "Bob", "Chloé", "Dan"], "entries": [entry]}
    values = (value for _, value in told(known_words(table_view(_kept(file))), entry))
    return "; ".join(value.render("fr") if hasattr(value, "render") else str(value) for value in values)
