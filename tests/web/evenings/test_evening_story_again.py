"""An evening's records and rivalries counted again, slowly, from every row of a club of many matches."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest
from flask import Flask

from referee.games.registry import GAMES
from referee.store.database import transactions
from referee.store.database.models import Club, Match, Player, Result, TallyRow
from referee.store.database.orm_base import db
from referee.store.players.best_figures import best_before, best_feats, never_reached
from referee.store.players.players import player_register
from referee.web.evenings.evening_story import evening_story
from tests.databases import on_both_databases
from tests.store.keeping import writing

pytestmark = on_both_databases

FIRST = datetime(2025, 6, 1, 20, tzinfo=UTC)
NAMES = ("Ana", "Bob", "Chloé", "Dan", "Éric", "Fanny")
KEMS = tuple(figure.id for figure in GAMES["kems"].figures)
PRESIDENT = tuple(figure.id for figure in GAMES["president"].figures)
EVENINGS, MATCHES = 40, 4
SINCE = ("ce soir", "depuis septembre", "depuis la première soirée du club")


@dataclass(frozen=True, slots=True)
class Row:
    """One player's figure in one match, as it was put into the tables."""

    match_id: int
    game: str
    whole: bool
    player_id: int
    figure: str
    count: int
    out_of: int

    @property
    def value(self) -> Fraction | None:
        """What it is compared by; None for a share of too little."""
        if self.game == "kems":
            return Fraction(self.count)
        return Fraction(self.count, self.out_of) if self.out_of >= 6 else None


@dataclass(frozen=True, slots=True)
class Past:
    """What was put into the tables: matches by evening, places by match, figures of those with a place."""

    evenings: Sequence[Sequence[int]]
    places: dict[int, dict[int, int]]
    moments: dict[int, datetime]
    rows: Sequence[Row]


@pytest.fixture
def past(app: Flask) -> Past:
    """Two games at four of six people, evening after evening; now and then a match cut short, or a stand-in."""
    random = Random(7)
    evenings: list[list[int]] = []
    places: dict[int, dict[int, int]] = {}
    moments: dict[int, datetime] = {}
    rows: list[Row] = []
    with writing(app), transactions.writing():
        club = Club()
        db.session.add(club)
        db.session.flush()
        people = [Player(club_id=club.id, name=name) for name in NAMES]
        db.session.add_all(people)
        db.session.flush()
        for evening in range(EVENINGS):
            evenings.append([])
            for number in range(MATCHES):
                game, whole = random.choice(("kems", "president")), random.random() < 0.8
                seated = random.sample(people, 4)
                moment = FIRST + timedelta(days=7 * evening, hours=number)
                setup = {"players": [player.name for player in seated], "dealer": seated[0].name, "options": {}}
                match = Match(club_id=club.id, game=game, **setup, rules_version=1, over=True)
                db.session.add(match)
                db.session.flush()
                evenings[-1].append(match.id)
                moments[match.id] = moment
                places[match.id] = {player.id: random.randint(1, 4) for player in seated}
                for seat, one in enumerate(seated):
                    db.session.add(_result(match, seat, one.id, places[match.id][one.id], whole, moment))
                    rows += _figures(random, match, one.id, whole)
                stand_in = next(player for player in people if player not in seated)
                db.session.add(_tally(Row(match.id, game, whole, stand_in.id, KEMS[0], 99, 99), 99, 99))
    return Past(evenings, places, moments, rows)


def _result(match: Match, seat: int, player_id: int, place: int, whole: bool, moment: datetime) -> Result:
    own = {"seat": seat, "player_id": player_id, "side": match.players[seat], "place": place, "won": place == 1}
    came_to = {"total": 0, "places": 4, "deals": 9, "in_play": 9}
    counts = {"whole": whole, "day": moment.date(), "finished_at": moment}
    return Result(match_id=match.id, club_id=match.club_id, game=match.game, **own, **came_to, **counts)


def _figures(random: Random, match: Match, player_id: int, whole: bool) -> list[Row]:
    """A row a figure; in the tables a share is split in two."""
    rows = []
    for figure in KEMS[:3] if match.game == "kems" else PRESIDENT[:3]:
        out_of = random.randint(4, 20)
        rows.append(Row(match.id, match.game, whole, player_id, figure, random.randint(0, out_of), out_of))
        part = min(rows[-1].count, 2)
        db.session.add(_tally(rows[-1], part, 2))
        db.session.add(_tally(rows[-1], rows[-1].count - part, out_of - 2, "rest"))
    return rows


def _tally(row: Row, count: int, out_of: int, detail: str = "") -> TallyRow:
    who = {"match_id": row.match_id, "player_id": row.player_id, "figure": row.figure}
    return TallyRow(**who, detail=detail, count=count, out_of=out_of)


def test_the_records_of_figures_are_those_that_every_row_says(app: Flask, past: Past) -> None:
    counted = 0
    with app.app_context():
        for evening in past.evenings[1:]:
            moment = past.moments[evening[0]]
            start = moment.date(), moment
            best = {feats[0].of: feats for feats in best_feats(evening, {"kems", "president"})}
            broken = never_reached(1, [feats[0] for feats in best.values()], start)
            old = best_before(1, broken, start)
            found = {feat.of: ([one.player_id for one in best[feat.of]], feat.count) for feat in broken}
            before = {of: ([feat.player_id for feat in feats], feats[0].count) for of, feats in old.items()}
            expected = _broken(past, evening)
            assert found == {of: new for of, (new, _) in expected.items()}
            assert before == {of: held for of, (_, held) in expected.items() if held}
            counted += len(expected)
    assert counted > 10


Held = tuple[list[int], int]


def _broken(past: Past, evening: Sequence[int]) -> dict[tuple[str, str], tuple[Held, Held | None]]:
    """The figures that this evening brought higher than ever: by whom and how many, and what was highest before."""
    broken = {}
    for game, figures in (("kems", KEMS), ("president", PRESIDENT)):
        for figure in figures:
            of = [row for row in past.rows if (row.game, row.figure) == (game, figure) and row.whole]
            new = _highest([row for row in of if row.match_id in evening])
            old = _highest([row for row in of if past.moments[row.match_id] < past.moments[evening[0]]])
            if new and (not old or _value(new) > _value(old)):
                held = ([row.player_id for row in old], old[0].count) if old else None
                broken[game, figure] = (([row.player_id for row in new], new[0].count), held)
    return broken


def _highest(rows: Sequence[Row]) -> list[Row]:
    """The highest, of the first match that had it."""
    best: list[Row] = []
    for row in rows:
        if row.value is None:
            continue
        if not best or row.value > _value(best):
            best = [row]
        elif (row.value, row.match_id) == (_value(best), best[0].match_id):
            best.append(row)
    return best


def _value(rows: Sequence[Row]) -> Fraction:
    assert rows[0].value is not None
    return rows[0].value


def test_the_rivalries_are_those_that_every_match_says(app: Flask, past: Past) -> None:
    counted = 0
    told: set[str] = set()
    with app.app_context():
        people = player_register(1)
        for evening in past.evenings:
            story = evening_story(1, evening, people)
            found = {sentence.render("fr") for sentence in story.sentences if "%(since)s" in sentence.msgid}
            expected = _rivalries(past, evening, story.champion.id if story.champion else 0)
            assert {said.replace("\u202f", " ") for said in found} == expected
            counted += len(expected)
            told |= {since for since in SINCE if any(since in sentence for sentence in expected)}
    assert counted > 10
    assert told >= {"depuis septembre", "depuis la première soirée du club"}


def _rivalries(past: Past, evening: Sequence[int], champion: int) -> set[str]:
    last = past.moments[evening[-1]]
    season = datetime(last.year if last.month >= 9 else last.year - 1, 9, 1, tzinfo=UTC)
    scores = {}
    for pair in combinations(range(1, len(NAMES) + 1), 2):
        if champion in pair or not any(_ahead(past, match, pair) for match in evening):
            continue
        meant = [match for match, moment in past.moments.items() if season <= moment <= last]
        ahead = Counter(_ahead(past, match, pair) for match in meant)
        score = ahead[pair[0]], ahead[pair[1]]
        if sum(score) >= 5 and 2 * min(score) >= max(score):
            scores[pair] = score
    if not scores:
        return set()
    tightest = min(scores, key=lambda pair: (abs(scores[pair][0] - scores[pair][1]), -sum(scores[pair]), pair))
    longest = min(scores, key=lambda pair: (-sum(scores[pair]), pair))
    since = _since(past, season, past.moments[evening[0]])
    return {_said(pair, scores[pair], since) for pair in (tightest, longest)}


def _since(past: Past, season: datetime, evening: datetime) -> str:
    """A club that began after September has no match of then."""
    first = min(past.moments.values())
    if first >= evening:
        return "ce soir"
    return "depuis septembre" if first < season + timedelta(days=30) else "depuis la première soirée du club"


def _ahead(past: Past, match: int, pair: tuple[int, int]) -> int | None:
    """Which of the two came in before the other."""
    first, second = (past.places[match].get(player) for player in pair)
    if first is None or second is None or first == second:
        return None
    return pair[0] if first < second else pair[1]


def _said(pair: tuple[int, int], score: tuple[int, int], since: str) -> str:
    (most, leader), (least, follower) = sorted(
        zip(score, (NAMES[player - 1] for player in pair), strict=True), reverse=True
    )
    if most == least:
        one, other = sorted((leader, follower))
        return f"{one} et {other} : {most} partout {since}."
    return f"{leader} mène {most} à {least} face à {follower} {since}."


@pytest.mark.parametrize(("out_of", "records"), [(5, 0), (6, 1)])
def test_a_share_of_fewer_than_six_chances_is_no_record(app: Flask, out_of: int, records: int) -> None:
    with writing(app), transactions.writing():
        club = Club()
        db.session.add(club)
        db.session.flush()
        player = Player(club_id=club.id, name="Ana")
        setup = {"players": ["Ana"], "dealer": "Ana", "options": {}}
        match = Match(club_id=club.id, game="president", **setup, rules_version=1, over=True)
        db.session.add_all([player, match])
        db.session.flush()
        db.session.add(_result(match, 0, player.id, 1, True, FIRST))
        db.session.add(_tally(Row(match.id, "president", True, player.id, PRESIDENT[0], 3, out_of), 3, out_of))
        number = match.id
    with app.app_context():
        assert len(best_feats([number], {"president"})) == records
