"""The story of an evening: who won it, the records that fell, its champion against the others."""

import re
from collections import Counter

import pytest
from flask import Flask
from sqlalchemy import select

from referee.store.database import transactions
from referee.store.database.models import Club, Evening, Match, now
from referee.store.database.orm_base import db
from referee.store.players.players import COLOURS, change, create, player_register
from tests.store.keeping import statements_sent, writing
from tests.web.markup import Element
from tests.web.players.test_players import FOUR, LEVEL, WHISTITI, played
from tests.web.table import new_match
from tests.web.visitor import Page, Visitor

HIGH = ((13, 0, 0, 0), (6, 4, 2, 1), (13, 0, 0, 0))
"""Tricks of a match that Ana ends with 32, where the others have no more than 4."""
BOBS = ((0, 13, 0, 0), (3, 7, 2, 1))


@pytest.fixture
def keeper(app: Flask) -> Visitor:
    """A keeper of a club whose four players have sat down once."""
    visitor = Visitor(app)
    new_match(visitor, "whistiti")
    return visitor


@pytest.fixture
def club_id(app: Flask, keeper: Visitor) -> int:
    with app.app_context():
        return int(db.session.scalars(select(Club.id)).one())


def alone(app: Flask, club_id: int, match_path: str) -> str:
    """A match in an evening of its own; its path."""
    with writing(app), transactions.writing():
        moment = now()
        evening = Evening(club_id=club_id, day=moment.date(), opened_at=moment, closed_at=moment)
        db.session.add(evening)
        db.session.flush()
        match = db.session.scalars(select(Match).where(Match.public_id == match_path.rpartition("/")[2])).one()
        match.evening_id = evening.id
    return match_path


def page_of(app: Flask, keeper: Visitor, match_path: str) -> Element:
    """The page of the evening that a match belongs to."""
    return keeper.open(evening_of(app, match_path)).document


def evening_of(app: Flask, match_path: str) -> str:
    with app.app_context():
        query = select(Evening.public_id).join(Match, Match.evening_id == Evening.id)
        return f"/evenings/{db.session.scalar(query.where(Match.public_id == match_path.rpartition('/')[2]))}"


def sentences_of(document: Element) -> list[str]:
    found = document.all("ul", class_="told-of")
    return [line.text().replace("\u202f", " ") for line in found[0].all("li")] if found else []


def test_one_match_is_told_by_itself_and_nobody_won_an_evening(app: Flask, keeper: Visitor, club_id: int) -> None:
    document = page_of(app, keeper, played(app, club_id, days_ago=3))
    assert sentences_of(document) == []
    assert document.all("ul", class_="won-what") == document.all("table", class_="face-to-face") == []


def test_who_won_most_of_several_matches_won_the_evening(app: Flask, keeper: Visitor, club_id: int) -> None:
    for deals in (WHISTITI, BOBS, WHISTITI):
        path = played(app, club_id, deals, days_ago=3)
    document = page_of(app, keeper, path)
    assert sentences_of(document) == ["Ana gagne la soirée : 2 parties sur 3."]
    won = [line.text() for line in document.all("ul", class_="won-what")[0].all("li")]
    assert won == ["Le Whistiti A Ana 20", "Le Whistiti B Bob 20", "Le Whistiti A Ana 20"]
    rivals = [line.text() for line in document.all("table", class_="face-to-face")[0].all("tr")[1:]]
    assert rivals[0] == "A Ana 2 1 B Bob"


def test_two_who_are_level_share_the_evening_and_nothing_is_said(app: Flask, keeper: Visitor, club_id: int) -> None:
    for _ in range(2):
        path = played(app, club_id, LEVEL, days_ago=3)
    assert sentences_of(page_of(app, keeper, path)) == []


def test_a_record_is_told_with_what_it_was_until_then(app: Flask, keeper: Visitor, club_id: int) -> None:
    for days_ago in (40, 30, 20):
        usual = alone(app, club_id, played(app, club_id, days_ago=days_ago))
    path = alone(app, club_id, played(app, club_id, HIGH, days_ago=3))
    played(app, club_id, HIGH, days_ago=1)
    assert sentences_of(page_of(app, keeper, usual)) == []
    assert sentences_of(page_of(app, keeper, path)) == [
        "Le Whistiti : Ana bat le record du club avec 32 (20 jusque‑là).",
        "Le Whistiti : 1 pour Dan, le moins bon total du club (4 jusque‑là).",
    ]


def test_a_match_cut_short_is_no_record(app: Flask, keeper: Visitor, club_id: int) -> None:
    for days_ago in (40, 30, 20):
        alone(app, club_id, played(app, club_id, days_ago=days_ago))
    path = alone(app, club_id, played(app, club_id, ((1, 0, 6, 6),), days_ago=3))
    assert sentences_of(page_of(app, keeper, path)) == []


def test_an_evening_asks_as_much_with_six_matches_as_with_two(app: Flask, keeper: Visitor, club_id: int) -> None:
    asked = []
    for _ in range(3):
        for _ in range(2):
            path = played(app, club_id, days_ago=3)
        address = evening_of(app, path)
        with statements_sent(app) as statements:
            assert keeper.open(address).status == 200
        asked.append(len(statements))
    assert len(set(asked)) == 1
    assert asked[0] <= 12


def discs(page: Page) -> set[tuple[str, str]]:
    """Everybody who is named behind a badge, with the badge's colour."""
    return set(re.findall(r'class="disc (colour-\d+)"[^>]*>\w</i>\s*(\w+)', page.response.get_data(as_text=True)))


def test_a_colour_is_one_persons_all_evening_long_and_the_same_in_the_list(
    app: Flask, keeper: Visitor, club_id: int
) -> None:
    with writing(app):
        for player in player_register(club_id).players.values():
            change(player, player.name, "", {"Ana": 1, "Bob": 1, "Chloé": 2, "Dan": 3}[player.name])
    path = alone(app, club_id, played(app, club_id))
    shown = discs(keeper.open(evening_of(app, path)))
    assert shown == {("colour-1", "Ana"), ("colour-4", "Bob"), ("colour-2", "Chloé"), ("colour-3", "Dan")}
    assert discs(keeper.open("/evenings")) == shown


def test_each_new_player_gets_a_colour_that_fewest_have(app: Flask, keeper: Visitor, club_id: int) -> None:
    with app.app_context():
        assert [player.colour for player in player_register(club_id).players.values()] == [0, 1, 2, 3]
    for number in range(COLOURS):
        with writing(app):
            create(club_id, f"Joueur {number}")
    with app.app_context():
        used = Counter(player.colour for player in player_register(club_id).players.values())
    assert set(used) == set(range(COLOURS))
    assert max(used.values()) - min(used.values()) <= 1
    assert len(FOUR) + COLOURS == used.total()
