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
from referee.web.table_view import table_view
from referee.web.told import known_words, told
from tests.games.random_matches import random_match

MATCHES = 15


@pytest.mark.parametrize("game", GAMES)
def test_every_entry_is_told_in_words(game: str) -> None:
    for seed in range(MATCHES):
        file = random_match(Random(seed), game, asides=0.2)
        read = read_match(file)
        assert isinstance(read, MatchFile)
        log = [Entry(position=number, entry=entry, batch=number) for number, entry in enumerate(read.entries)]
        match = Match(game=game, players=file["players"], options=file["options"])
        words = known_words(table_view(Kept(match, read.setup, log)))
        labels = [label for row in log for label, _ in told(words, row.entry)]  # type: ignore[arg-type]
        assert [label for label in labels if isinstance(label, str)] == []


@pytest.mark.parametrize("game", GAMES)
def test_what_was_undone_is_told_in_words_too(game: str) -> None:
    for seed in range(MATCHES):
        file = random_match(Random(seed), game, longest=6)
        read = read_match(file)
        assert isinstance(read, MatchFile)
        match = Match(game=game, players=file["players"], options=file["options"])
        log = [Entry(position=number, entry=entry, batch=number) for number, entry in enumerate(read.entries)]
        while (back := undoing(Kept(match, read.setup, log).log)) is not None:
            start = len(log)
            for number, change in enumerate(back.changes, start):
                amended = {"entry": change.entry, "amends": change.amends, "undoes": back.undoes}
                log.append(Entry(position=number, batch=start, **amended))
        words = known_words(table_view(Kept(match, read.setup, log)))
        labels = [label for row in log if row.entry for label, _ in told(words, row.entry)]
        assert [label for label in labels if isinstance(label, str)] == []


def test_cards_and_void_tricks_are_told_as_players_say_them() -> None:
    cards = {"step": "hands", "out": "Ana", "cards": {"Bob": ["KS", "JOKER"], "Chloé": ["10H"], "Dan": ["QD"]}}
    assert "R♠ et joker" in _told("huit-americain", cards)
    tricks = {"step": "deal", "winners": ["Ana", None, *["Bob"] * 7]}
    assert f"Ana, {VOID.render('fr')}, Bob" in _told("aluette", tricks)


def _told(game: str, entry: dict[str, Any]) -> str:
    """The values of one entry of a table of four, as a French log shows them."""
    file = {"format": "referee-match/1", "game": game, "players": ["Ana", "Bob", "Chloé", "Dan"], "entries": [entry]}
    read = read_match(file)
    assert isinstance(read, MatchFile)
    match = Match(game=game, players=file["players"], options={})
    view = table_view(Kept(match, read.setup, [Entry(position=0, entry=entry, batch=0)]))
    values = (value for _, value in told(known_words(view), entry))
    return "; ".join(value.render("fr") if hasattr(value, "render") else str(value) for value in values)
