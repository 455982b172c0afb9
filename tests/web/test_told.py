"""An entry is told in words, whatever the game and however far the match has come: never by a key of a file."""

from __future__ import annotations

from random import Random

import pytest

from referee.games.registry import GAMES
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
