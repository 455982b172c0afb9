"""Random clubs: people who play short matches of all games, correct, undo, delete, and are noted under two names."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any
from unittest.mock import patch

from flask import Flask

from referee.game_definition.common_questions import common_questions
from referee.game_definition.game import Game
from referee.game_definition.match_course import ReplayedMatch, Transition, advance, opening, play, questions
from referee.games.registry import GAMES, IDS
from referee.matches.log import Change, current_entries, undoing
from referee.matches.match_file import Setup
from referee.store.clubs.clubs import create_owned_club
from referee.store.database.models import Club
from referee.store.database.orm_base import db
from referee.store.evenings.recycle_bin import delete_match
from referee.store.matches.matches import Author, append, start
from referee.store.matches.stored_match import load
from referee.store.players.players import merge, part, player_register
from tests.games.parameters import parameters_of
from tests.games.random_matches import random_answer
from tests.store.keeping import setup_for, writing

NAMES = ("Ana", "Bob", "Chloé", "Dan", "Éric", "Fanny", "Gaël")
DOUBLES = ("ana", "Bobby")
BEGAN = datetime(2025, 3, 1, 20, tzinfo=UTC)
TRIES = 200


def random_moment(chance: Random) -> datetime:
    """A moment in one of three months; several matches may have the same."""
    return BEGAN + timedelta(days=chance.randrange(90), hours=chance.randrange(2))


def random_club(app: Flask, chance: Random, matches: int, games: Sequence[str] = IDS) -> int:
    """The id of a club that has played so many matches, not all to their end."""
    with writing(app):
        club_id = create_owned_club().club.id
        db.session.commit()
    for _ in range(matches):
        moment = random_moment(chance)
        with writing(app), _clock_at(moment):
            _one_match(chance, db.session.get_one(Club, club_id), games)
    with writing(app):
        _counted_together(chance, club_id)
    return club_id


@contextmanager
def _clock_at(moment: datetime) -> Iterator[None]:
    """Let matches begin, and their evenings open, at this moment."""
    with (
        patch("referee.store.matches.matches.now", return_value=moment),
        patch("referee.store.matches.current_evening.now", return_value=moment),
    ):
        yield


def _one_match(chance: Random, club: Club, games: Sequence[str]) -> None:
    setup = _random_setup(chance, GAMES[chance.choice(games)])
    match = start(club, setup, None)
    stored = load(club.id, match.public_id)
    assert stored is not None
    entries = _random_entries(chance, setup)
    assert append(stored, [Change(entry) for entry in entries], 0, None, Author(None, "")).outcome == "recorded"
    public_id = match.public_id
    if chance.random() < 0.3:
        correct(chance, club.id, public_id)
    if chance.random() < 0.1:
        again = load(club.id, public_id)
        assert again is not None
        back = undoing(again.log)
        assert back is not None
        append(again, back.changes, again.length, None, Author(None, ""), back.undoes)
    if chance.random() < 0.05:
        delete_match(match)


def _random_setup(chance: Random, game: Game) -> Setup:
    names = list(NAMES if chance.random() < 0.7 else DOUBLES + NAMES[2:])
    short = chance.choice(parameters_of(game.id)["shortest"])
    number = short.get("players") or chance.choice([n for n in game.players if n <= len(names)])
    return setup_for(game.id, chance.sample(names, number), short["options"])


def _random_entries(chance: Random, setup: Setup) -> list[dict[str, Any]]:
    """A match to its end, stopped by agreement, or left open."""
    state, entries = opening(setup.game, setup.table), []
    longest = chance.choice([1, 4, 30, 30, 30])
    while not state.over and len(entries) < longest:
        for _ in range(TRIES):
            asked = questions(setup.game, state)
            if chance.random() < 0.1:
                asked = tuple(question for question in common_questions(setup.game, state) if question.step == "relay")
            entry = random_answer(chance, chance.choice(asked))
            if entry.get("by") and chance.random() < 0.7:
                entry["by"] = chance.choice(NAMES + DOUBLES)
            step = advance(setup.game, state, entry)
            if isinstance(step, Transition):
                entries.append(entry)
                state = step.state
                break
    if not state.over and (not entries or chance.random() < 0.8):
        entries.append({"step": "end"})
    return entries


def correct(chance: Random, club_id: int, public_id: str) -> bool:
    """Put another answer in the place of one that stands; whether the match still replays with it."""
    stored = load(club_id, public_id)
    assert stored is not None
    stands = current_entries(stored.log)
    if not stands:
        return False
    index = chance.randrange(len(stands))
    before = play(stored.setup.game, stored.setup.table, [current.entry for current in stands[:index]])
    assert isinstance(before, ReplayedMatch)
    asked = [
        question
        for question in questions(stored.setup.game, before.state)
        if question.step == stands[index].entry["step"]
    ]
    if not asked:
        return False
    change = Change(random_answer(chance, asked[0]), stands[index].position)
    return append(stored, [change], len(stored.records), None, Author(None, "")).outcome == "recorded"


def _counted_together(chance: Random, club_id: int) -> None:
    """Merge who may be merged, a chain now and then; and part some of them again."""
    for _ in range(4):
        ids = list(player_register(club_id).players)
        if len(ids) > 1:
            merge(club_id, *chance.sample(ids, 2))
    merged = [player for player in player_register(club_id).players.values() if player.merged_into is not None]
    if merged and chance.random() < 0.5:
        part(chance.choice(merged))
