"""A free sheet in teams of any size, chosen at the table: pages, statistics, rematch, archive and handover."""

import io
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select

from referee.bundles.export import export_club
from referee.bundles.handover.arrival import bundle_of_match
from referee.bundles.handover.link import pack, unpack
from referee.bundles.zip_file import ClubFile
from referee.matches.sheet_json import score_value
from referee.store.database.models import Club, Match, Player, Result
from referee.store.database.orm_base import db
from tests.bundles.imports import import_club
from tests.web.visitor import Page, Visitor

FIVE = ("Ana", "Bob", "Chloé", "Dan", "Éric")
TEAMS = {"A": ("Ana", "Dan"), "B": ("Bob", "Chloé", "Éric")}


def begun(visitor: Visitor, teams: dict[str, tuple[str, ...]], game: str = "feuille-libre") -> Page:
    form = visitor.open(f"/new/{game}").form(f"/new/{game}")
    for seat, name in enumerate(FIVE):
        form.fill(f"seat.{seat}", name)
    for letter, team in teams.items():
        form.fill(f"team.{letter}", *(str(FIVE.index(name)) for name in team))
    return form.send()


def recorded(visitor: Visitor, path: str, *points: int) -> None:
    form = visitor.open(path).form("/entries")
    for number, value in enumerate(points):
        form.fill(f"points.{number}", str(value))
    answer = form.send()
    assert answer.status == 303, answer.text[:600]


def exported(visitor: Visitor, path: str) -> dict[str, Any]:
    value: dict[str, Any] = visitor.open(f"{path}/export").response.get_json()
    return value


@pytest.fixture
def path(visitor: Visitor) -> str:
    """A match of a team of two against one of three, three deals old and ended."""
    answer = begun(visitor, TEAMS)
    assert answer.status == 303, answer.text[:600]
    for points in ((10, 7), (-2, 9), (5, 1)):
        recorded(visitor, answer.location, *points)
    visitor.open(f"{answer.location}/steps/end").form("/entries").send()
    return answer.location


def test_points_are_asked_of_teams_and_the_sheet_is_that_of_the_match_file(visitor: Visitor, path: str) -> None:
    value = exported(visitor, path)
    assert value["teams"] == [["Ana", "Dan"], ["Bob", "Chloé", "Éric"]]
    sheet, valid = score_value(value, "fr")
    assert valid
    assert sheet["totals"] == {"Ana & Dan": 13, "Bob & Chloé & Éric": 17}
    assert "Bob & Chloé & Éric" in visitor.open(f"{path}/sheet").document.text().replace("\u00a0", " ")


def test_everybody_of_a_team_has_won_with_it(app: Flask, path: str) -> None:
    with app.app_context():
        rows = db.session.execute(
            select(Player.name, Result.won, Result.total)
            .join(Result, Result.player_id == Player.id)
            .order_by(Player.name)
        )
        assert [tuple(row) for row in rows] == [
            ("Ana", False, 13), ("Bob", True, 17), ("Chloé", True, 17), ("Dan", False, 13), ("Éric", True, 17),
        ]  # fmt: skip


def test_a_rematch_has_the_same_teams_and_so_has_the_table_of_last_time(visitor: Visitor, path: str) -> None:
    public_id = path.rpartition("/")[2]
    form = visitor.open(f"/new/feuille-libre?from={public_id}").form("/new/feuille-libre")
    assert {letter: tuple(form.values(f"team.{letter}")) for letter in "ABC"} == {
        "A": ("0", "3"),
        "B": ("1", "2", "4"),
        "C": (),
    }
    again = visitor.open(path).form("/rematch").send()
    assert again.status == 303
    assert exported(visitor, again.location)["teams"] == [["Ana", "Dan"], ["Bob", "Chloé", "Éric"]]


@pytest.mark.parametrize(
    "teams",
    [
        {"A": ("Ana", "Dan"), "B": ("Bob", "Chloé")},  # Éric is in none
        {"A": ("Ana", "Dan"), "B": ("Dan", "Bob", "Chloé", "Éric")},  # Dan is in two
        {"A": FIVE},  # one team alone
    ],
)
def test_teams_that_are_no_partition_are_refused_and_stay_as_they_were_ticked(
    visitor: Visitor, teams: dict[str, tuple[str, ...]]
) -> None:
    answer = begun(visitor, teams)
    assert answer.status == 422
    assert "Deux à six équipes, et chacun dans une seule." in answer.text
    form = answer.form("/new/feuille-libre")
    for letter, team in teams.items():
        assert form.values(f"team.{letter}") == sorted(str(FIVE.index(name)) for name in team)


def test_without_a_tick_each_plays_alone(visitor: Visitor) -> None:
    assert exported(visitor, begun(visitor, {}).location)["teams"] is None


def test_only_a_game_that_leaves_teams_to_the_table_asks_for_them(visitor: Visitor) -> None:
    assert "team.A" in visitor.open("/new/feuille-libre").form("/new/feuille-libre").names()
    assert "team.A" not in visitor.open("/new/ascenseur").form("/new/ascenseur").names()


def test_teams_go_to_another_phone_in_a_code(app: Flask, path: str) -> None:
    with app.app_context():
        club, match = db.session.scalars(select(Club)).one(), db.session.scalars(select(Match)).one()
        bundle = unpack(pack(bundle_of_match(club.id, match.id)))
        assert bundle.only.setup.chosen_teams == match.teams is not None


def test_teams_go_through_an_archive(app: Flask, path: str) -> None:
    with app.app_context():
        club, before = db.session.scalars(select(Club)).one(), db.session.scalars(select(Match)).one()
        stream = io.BytesIO()
        export_club(club.id, stream)
        stream.seek(0)
        into, _ = import_club(ClubFile(stream), None)
        after = db.session.scalars(select(Match).where(Match.club_id == into)).one()
        assert (after.teams, after.mark, after.length) == (before.teams, before.mark, before.length)
        assert after.teams == [["Ana", "Dan"], ["Bob", "Chloé", "Éric"]]
