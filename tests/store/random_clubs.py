"""Random clubs: people who play short matches of all games, correct, undo, delete, and are noted under two names."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any
from unittest.mock import patch

from flask import Flask

from referee.games.play import Played, Step, advance, common_questions, opening, play, questions
from referee.games.registry import GAMES
from referee.matches.log import Change, standing, undoing
from referee.matches.matchfile import Setup
from referee.store.clubs import found_club
from referee.store.database import db
from referee.store.evenings import delete_match
from referee.store.matches import Author, Kept, append, load, start
from referee.store.models import Club
from referee.store.players import merge, part, roll
from tests.games.random_matches import random_answer
from tests.store.keeping import setup_for, writing

__all__ = ["BEGAN", "correct", "random_club", "random_moment"]

NAMES = ("Ana", "Bob", "Chloé", "Dan", "Éric", "Fanny", "Gaël")
DOUBLES = ("ana", "Bobby")
BEGAN = datetime(2025, 3, 1, 20, tzinfo=UTC)
SHORT: dict[str, tuple[dict[str, Any], ...]] = {
    "ascenseur": ({"max_cards": 1}, {"max_cards": 2}),
    "barbu": ({"manches": 1},),
    "whistiti": ({"target": 5}, {"target": 20, "tie": "shared"}),
    "president": ({"deals": 1}, {"deals": 2, "scoring": "ladder"}),
    "huit-americain": ({"deals": 2}, {"deals": 5}, {"deals": 6}),
    "kems": ({"target": 3}, {"target": 4, "tie": "shared"}),
    "aluette": ({"target": 1}, {"target": 2, "length": "deals"}),
    "tarot-decale": ({"bets": True, "target": 40}, {"target": 50, "tie": "shared"}),
    "feuille-libre": ({"deals": 1}, {"deals": 2, "best": "low"}),
}
OTHERS: tuple[dict[str, Any], ...] = ({"target": 1}, {"target": 2, "tie": "shared"})
TRIES = 200


def random_moment(chance: Random) -> datetime:
    """A moment in one of three months; several matches may have the same."""
    return BEGAN + timedelta(days=chance.randrange(90), hours=chance.randrange(2))


def random_club(app: Flask, chance: Random, matches: int) -> int:
    """The id of a club that has played so many matches, not all to their end."""
    with writing(app):
        club_id = found_club().club.id
        db.session.commit()
    for _ in range(matches):
        moment = random_moment(chance)
        with writing(app), patch("referee.store.matches.now", return_value=moment):
            _one_match(chance, db.session.get_one(Club, club_id))
    with writing(app):
        _counted_together(chance, club_id)
    return club_id


def _one_match(chance: Random, club: Club) -> None:
    setup = _random_setup(chance)
    kept = Kept(match := start(club, setup, None), setup, ())
    entries = _random_entries(chance, setup)
    assert append(kept, [Change(entry) for entry in entries], 0, None, Author(None, "")).outcome == "recorded"
    public_id = match.public_id
    if chance.random() < 0.3:
        correct(chance, club.id, public_id)
    if chance.random() < 0.1:
        again = load(club.id, public_id)
        assert again is not None
        back = undoing(again.log)
        assert back is not None
        append(again, back.changes, len(again.entries), None, Author(None, ""), back.undoes)
    if chance.random() < 0.05:
        delete_match(match)


def _random_setup(chance: Random) -> Setup:
    game = chance.choice(list(GAMES.values()))
    names = list(NAMES if chance.random() < 0.7 else DOUBLES + NAMES[2:])
    players = chance.sample(names, chance.choice([n for n in game.players if n <= len(names)]))
    return setup_for(game.id, players, chance.choice(SHORT.get(game.id, OTHERS)))


def _random_entries(chance: Random, setup: Setup) -> list[dict[str, Any]]:
    """A match to its end, stopped by agreement, or left open."""
    position, entries = opening(setup.game, setup.table), []
    longest = chance.choice([1, 4, 30, 30, 30])
    while not position.over and len(entries) < longest:
        for _ in range(TRIES):
            asked = questions(setup.game, position)
            if chance.random() < 0.1:
                asked = tuple(one for one in common_questions(setup.game, position.table) if one.step == "relay")
            entry = random_answer(chance, chance.choice(asked))
            step = advance(setup.game, position, entry)
            if isinstance(step, Step):
                entries.append(entry)
                position = step.position
                break
    if not position.over and (not entries or chance.random() < 0.8):
        entries.append({"step": "end"})
    return entries


def correct(chance: Random, club_id: int, public_id: str) -> bool:
    """Put another answer in the place of one that stands; whether the match still replays with it."""
    kept = load(club_id, public_id)
    assert kept is not None
    stands = standing(kept.log)
    if not stands:
        return False
    index = chance.randrange(len(stands))
    before = play(kept.setup.game, kept.setup.table, [one.entry for one in stands[:index]])
    assert isinstance(before, Played)
    asked = [one for one in questions(kept.setup.game, before.position) if one.step == stands[index].entry["step"]]
    if not asked:
        return False
    change = Change(random_answer(chance, asked[0]), stands[index].position)
    return append(kept, [change], len(kept.entries), None, Author(None, "")).outcome == "recorded"


def _counted_together(chance: Random, club_id: int) -> None:
    """Merge who may be merged, a chain now and then; and part some of them again."""
    for _ in range(4):
        ids = list(roll(club_id).players)
        if len(ids) > 1:
            merge(club_id, *chance.sample(ids, 2))
    merged = [one for one in roll(club_id).players.values() if one.merged_into is not None]
    if merged and chance.random() < 0.5:
        part(chance.choice(merged))
