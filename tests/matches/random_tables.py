"""Matches at tables as they are: somebody leaves, joins or rests, another deals, rules change, a deal was forgotten.

A course is a match of any game as a table could record it, batch after batch: what is entered behind all others, what
is inserted before an entry, corrected, removed and undone. Its log is folded; a whole replay is the second opinion.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from referee.game_definition.game import Game
from referee.game_definition.match_course import Refusal, ReplayedMatch, play, replayed_before
from referee.game_definition.state import State
from referee.games.registry import GAMES, IDS
from referee.matches.log import Change, CurrentEntry, Log, ReplayedLog, new_records, replay, replay_on, undoing
from referee.matches.match_file import MatchFile, Setup, match_value, read_match
from referee.matches.sheet_json import score_value, sheet_value
from tests.games.random_matches import NAMES, random_entry, random_match

LONGEST = 24
"""Entries of a match before anything is inserted or corrected."""
ASIDES = 0.4
"""How often a step that every match may have comes between."""
LATER_BATCHES = 4
"""What is inserted, corrected, removed or undone afterwards."""
LONGEST_DEAL = 6
"""Entries of a deal that is inserted."""
ENTERED = "entered"
STEPS = ("leaves", "joins", "dealer", "rules", "adjust")


@dataclass(frozen=True)
class Batch:
    """What a keeper records at once; ``undoes``: the batch that it takes back."""

    changes: tuple[Change, ...]
    undoes: int | None = None


@dataclass
class Course:
    """A match with all that was recorded in it; ``seen``: how often each step and each kind of change was accepted."""

    setup: Setup
    batches: list[Batch]
    log: Log
    stands: tuple[CurrentEntry, ...]
    played: ReplayedMatch
    seen: Counter[str] = field(default_factory=Counter)

    @property
    def file(self) -> dict[str, Any]:
        """The match file of what stands."""
        return match_value(self.setup, [current.entry for current in self.stands])


def random_course(seed: int) -> Course:
    """The course of this number; each game in its turn.

    :raises AssertionError: the fold is not the whole replay.
    """
    chance, game = Random(seed), GAMES[IDS[seed % len(IDS)]]
    file = random_match(chance, game.id, longest=LONGEST, asides=ASIDES, **_one_rests(chance, game))
    match = read_match(file)
    assert isinstance(match, MatchFile)
    played = play(game, match.setup.table, ())
    assert isinstance(played, ReplayedMatch)
    course = Course(match.setup, [], (), (), played)
    for entry in match.entries:
        assert _recorded(course, Batch((Change(entry),)), ENTERED)
    assert (match.setup, course.stands, course.played) == replay(match.setup, course.log)
    for _ in range(LATER_BATCHES):
        kind, batch = _later(chance, course)
        if batch is not None:
            _recorded(course, batch, kind)
    return course


def sheet_of_course(course: Course, language: str) -> dict[str, Any]:
    """The sheet as it was folded; the match file of what stands has the same.

    :raises AssertionError: it has not.
    """
    folded = sheet_value(course.setup.game, course.played, language)
    assert score_value(course.file, language) == (folded, True)
    return folded


def _one_rests(chance: Random, game: Game) -> dict[str, Any]:
    """The set-up of every other match of a game in which one more may sit down and rest; nothing for the others."""
    if not game.rest_option or chance.random() < 0.5:
        return {}
    players = NAMES[: chance.choice(game.players) + 1]
    return {"players": list(players), "dealer": chance.choice(players), "options": {game.rest_option: 1}}


def _recorded(course: Course, batch: Batch, kind: str) -> bool:
    """Fold a batch onto the log; False, and nothing is done, where an entry would no longer hold."""
    added = new_records(len(course.log), batch.changes, batch.undoes)
    before = ReplayedLog(course.setup, course.setup, course.log, "", course.stands, course.played)
    folded = replay_on(before, added)
    if kind != ENTERED:
        assert folded == replay(course.setup, (*course.log, *added)), (course.file, batch)
    _, stands, result = folded
    if isinstance(result, Refusal):
        course.seen[f"{kind}, refused"] += 1
        return False
    course.batches.append(batch)
    course.log, course.stands, course.played = (*course.log, *added), stands, result
    course.seen[kind] += 1
    for change in batch.changes:
        if change.entry is not None and not batch.undoes:
            course.seen[str(change.entry["step"])] += 1
    if result.state.table.resting is not None:
        course.seen["resting"] += 1
    return True


def _later(chance: Random, course: Course) -> tuple[str, Batch | None]:
    """Something that is done to what stands; None where there is nothing to do it to."""
    stands = course.stands
    kind = chance.choice(("inserted", "inserted", "corrected", "removed", "undone"))
    if kind == "undone":
        undo = undoing(course.log)
        return kind, None if undo is None else Batch(undo.changes, undo.undoes)
    if not stands:
        return kind, None
    index = chance.randrange(len(stands))
    position = stands[index].position
    if kind == "removed":
        return kind, Batch((Change(None, position),))
    state = replayed_before(course.setup.game, course.setup.table, course.played, index).state
    if kind == "corrected":
        return kind, Batch((Change(random_entry(chance, course.setup.game, state, ASIDES, ())[0], position),))
    return kind, Batch(tuple(Change(entry, before=position) for entry in _forgotten(chance, course.setup.game, state)))


def _forgotten(chance: Random, game: Game, state: State) -> Sequence[dict[str, Any]]:
    """The entries of a whole deal, or of as much of one as a batch takes."""
    entries: list[dict[str, Any]] = []
    deal = state.deal
    while state.deal == deal and not state.over and len(entries) < LONGEST_DEAL:
        entry, state = random_entry(chance, game, state, ASIDES, ())
        entries.append(entry)
    return entries
