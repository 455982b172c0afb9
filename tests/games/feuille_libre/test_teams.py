"""La Feuille libre in teams: two to six of any size, the sides of the sheet; nobody joins nor leaves."""

from typing import Any

import pytest

from referee.matches.match_file import MatchFile, match_value, read_match
from tests.games.tables import Entry, match_file, sheet, violations_of

GAME = "feuille-libre"
FIVE = ("Ana", "Bob", "Chloé", "Dan", "Éric")
TEAMS = [["Éric", "Bob"], ["Dan"], ["Chloé", "Ana"]]


def deal(*points: int) -> Entry:
    return {"step": "points", "points": dict(zip(("Ana & Chloé", "Bob & Éric", "Dan"), points, strict=True))}


def test_the_teams_are_the_sides_by_the_seat_of_their_first() -> None:
    now = sheet(GAME, FIVE, [deal(3, 5, -2), deal(4, 1, 0)], teams=TEAMS)
    assert now["sides"] == [
        {"name": "Ana & Chloé", "players": ["Ana", "Chloé"]},
        {"name": "Bob & Éric", "players": ["Bob", "Éric"]},
        {"name": "Dan", "players": ["Dan"]},
    ]
    assert now["totals"] == {"Ana & Chloé": 7, "Bob & Éric": 6, "Dan": -2}
    assert now["next"]["order"] == ["Dan", "Éric", "Ana", "Bob", "Chloé"]


@pytest.mark.parametrize("teams", [[["Ana", "Bob", "Chloé", "Dan"], ["Éric"]], [[name] for name in FIVE]])
def test_a_team_may_have_any_size(teams: list[list[str]]) -> None:
    assert len(sheet(GAME, FIVE, [], teams=teams)["sides"]) == len(teams)


@pytest.mark.parametrize(
    "teams",
    [
        [], [[*FIVE]], [["Ana", "Bob"], ["Chloé", "Dan"]], [[*FIVE], []],
        [["Ana", "Bob"], ["Bob", "Chloé", "Dan", "Éric"]],
        [["Ana", "Bob"], ["Chloé", "Dan", "Zoé"]], "Ana", [["Ana", 5], ["Bob"]], ["AnaBob", "ChloéDan"],
    ],
)  # fmt: skip
def test_what_no_partition_into_two_to_six_teams_is(teams: Any) -> None:
    assert violations_of(GAME, FIVE, [], teams=teams) == [(None, "match.teams", "teams")]


def test_seven_teams_are_too_many() -> None:
    seven = tuple(f"J{seat}" for seat in range(7))
    assert violations_of(GAME, seven, [], teams=[[name] for name in seven]) == [(None, "match.teams", "teams")]


@pytest.mark.parametrize("entry", [{"step": "joins", "player": "Zoé"}, {"step": "leaves", "player": "Ana"}])
def test_nobody_joins_nor_leaves_in_teams(entry: Entry) -> None:
    assert violations_of(GAME, FIVE, [entry], teams=TEAMS) == [(0, "feuille-libre.players", None)]


def test_the_points_of_a_player_are_none_of_a_team() -> None:
    found = violations_of(GAME, FIVE, [{"step": "points", "points": dict.fromkeys(FIVE, 0)}], teams=TEAMS)
    assert {article for _, article, _ in found} == {"match.entry"}


def test_the_totals_alone_are_those_of_the_teams() -> None:
    entry = {"step": "totals", "totals": {"Ana & Chloé": 9, "Bob & Éric": 1, "Dan": 2}}
    assert sheet(GAME, FIVE, [entry], teams=TEAMS, options={"best": "low"})["winners"] == ["Bob & Éric"]


def test_the_file_of_a_match_keeps_its_teams() -> None:
    match = read_match(match_file(GAME, FIVE, [], teams=TEAMS))
    assert isinstance(match, MatchFile)
    assert match_value(match.setup, [])["teams"] == [["Ana", "Chloé"], ["Bob", "Éric"], ["Dan"]]
