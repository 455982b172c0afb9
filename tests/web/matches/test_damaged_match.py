"""A damaged match takes no other page down, says what it is and can be thrown away."""

import io
import json
import re
from collections import Counter
from collections.abc import Collection
from contextlib import closing
from itertools import islice
from pathlib import Path
from random import Random
from zipfile import ZipFile

import pytest
from flask import Flask
from sqlalchemy import text

from referee.commands import club_archive
from referee.games.registry import GAMES
from referee.store.clubs.clubs import all_clubs
from referee.store.database.orm_base import db
from referee.store.database.transactions import writing
from referee.store.matches.replay_cache import replay_cache
from tests.browser.course import Course
from tests.web.api.program import Program
from tests.web.sharing import token_for
from tests.web.table import WebMatch, new_match, usual_table
from tests.web.visitor import Page, Visitor

PAGES = ("/", "/new", "/new/ascenseur", "/evenings", "/evenings?q=note", "/players", "/ranking", "/deleted", "/api")
DAMAGES = {
    "broken JSON": "UPDATE entry SET entry = '{broken'",
    "unknown step": """UPDATE entry SET entry = '{"step": "dance"}'""",
    "no step": "UPDATE entry SET entry = '{}'",
    "no object": "UPDATE entry SET entry = '7'",
}


@pytest.mark.first_alone
@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_the_damage_of_one_match_stays_there(app: Flask, match: WebMatch, damage: str) -> None:
    match.record({"step": "note", "text": "note"})
    evening = next(link for link in match.visitor.open("/evenings").links() if "/evenings/" in link).split("?")[0]
    with app.app_context():
        with writing():
            db.session.execute(text(damage))
        replay_cache().clear()
    answers = {path: match.visitor.client.get(path, headers=match.visitor.headers()).status_code for path in PAGES}
    assert {path: status for path, status in answers.items() if status >= 500} == {}
    assert match.visitor.open(evening.split("#")[0]).status == 200
    page = match.visitor.open(match.path)
    assert page.status == 500
    assert "abîmée" in page.text
    raw = match.visitor.client.get(f"{match.path}/export", headers=match.visitor.headers())
    assert f"{match.path}/export" in page.links()
    assert raw.status_code == 200
    assert raw.json["format"] == "referee-damaged-match/1"
    assert [record["entry"] for record in raw.json["records"]] == [damage.split("'")[1]]
    assert raw.json["records"][0]["recorded_at"]
    page.form("/delete").send()
    assert match.visitor.open(match.path).status == 404


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_the_archive_of_a_club_leaves_a_damaged_match_out_and_names_it(
    app: Flask, match: WebMatch, damage: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match.record({"step": "note", "text": "note"})
    damaged = match.public_id
    with app.app_context():
        with writing():
            db.session.execute(text(damage))
        replay_cache().clear()
    sound = new_match(match.visitor).public_id
    page = match.visitor.open("/club/export")
    assert damaged in page.text
    link = next(link for link in page.links() if "without" in link)
    file = match.visitor.client.get(link, headers=match.visitor.headers())
    with closing(file):
        names = " ".join(ZipFile(io.BytesIO(file.data)).namelist())
    assert (damaged in names, sound in names) == (False, True)
    with app.app_context():
        club = all_clubs()[0].id
    capsys.readouterr()
    assert club_archive._export(app, tmp_path / "club.zip", club, "en") == 1  # noqa: SLF001 - the command's body
    assert damaged in capsys.readouterr().err


OTHER_MARK = "UPDATE match SET mark = 'another' WHERE public_id = :id"
OF_THE_MATCH = {
    name: f"{damage} WHERE match_id = (SELECT id FROM match WHERE public_id = :id)" for name, damage in DAMAGES.items()
}
OF_THE_MATCH["another mark"] = OTHER_MARK
UNKNOWN_OPTION, NO_PLAYERS, NO_OPTIONS, NO_TEAMS = "option", "liste des joueurs", "règles de la maison", "équipes"
SETUPS = {
    "an unknown game": ("game = 'belote-du-futur'", "belote-du-futur"),
    "players that are no JSON": ("players = '[broken'", NO_PLAYERS),
    "players that are no list": ("""players = '{"Ana": 1}'""", NO_PLAYERS),
    "players that are a number": ("players = '7'", NO_PLAYERS),
    "players that are no names": ("players = '[1, 2]'", NO_PLAYERS),
    "no players": ("players = '[]'", "vous êtes 0"),
    "too many players": (f"players = '{json.dumps([f'N{seat}' for seat in range(40)])}'", "vous êtes 40"),
    "options that are no JSON": ("options = '{broken'", NO_OPTIONS),
    "options that are no object": ("options = '[1]'", NO_OPTIONS),
    "options that are a text": ("""options = '"x"'""", NO_OPTIONS),
    "options of endless depth": (f"options = '{'[' * 100_000}'", NO_OPTIONS),
    "options with an unknown key": ("""options = '{"colours": "red"}'""", UNKNOWN_OPTION),
    "options with an unknown value": ("""options = '{"title": [7]}'""", "40 caractères"),
    "a length that is no number": ("length = 'x'", "nombre de ses saisies"),
    "no day": ("created_at = 'Friday'", "Le jour"),
    "no moment of change": ("changed_at = 'soon'", "changement"),
    "an unknown dealer": ("dealer = 'Nobody'", "donne"),
    "teams that are no JSON": ("teams = '[[broken'", NO_TEAMS),
    "teams that are no lists": ("teams = '[7]'", "équipes"),
    "teams that are an object": ("""teams = '{"a": 1}'""", "équipes"),
}
"""Set-ups that no version of the referee has written, and a word of the sentence that says what is wrong."""
OF_THE_MATCH["a ruling that is no JSON"] = (
    "UPDATE entry SET ruling = '{broken' WHERE match_id = (SELECT id FROM match WHERE public_id = :id)"
)
OF_THE_MATCH["a ruling that is a number"] = (
    "UPDATE entry SET ruling = '7' WHERE match_id = (SELECT id FROM match WHERE public_id = :id)"
)
OF_THE_MATCH["a ruling of another shape"] = (
    """UPDATE entry SET ruling = '{"words": 1}' WHERE match_id = (SELECT id FROM match WHERE public_id = :id)"""
)
OF_THE_MATCH["a record at no moment"] = (
    "UPDATE entry SET recorded_at = 'yesterday' WHERE match_id = (SELECT id FROM match WHERE public_id = :id)"
)
OF_THE_MATCH["a result of an unknown game"] = (
    "UPDATE result SET game = 'future' WHERE match_id = (SELECT id FROM match WHERE public_id = :id)"
)
OF_THE_MATCH["a result at no moment"] = (
    "UPDATE result SET finished_at = '7' WHERE match_id = (SELECT id FROM match WHERE public_id = :id)"
)
OF_THE_MATCH["colours of players that are words"] = "UPDATE player SET colour = 'red' WHERE :id = :id"
OF_THE_MATCH |= {name: f"UPDATE match SET {damage} WHERE public_id = :id" for name, (damage, _) in SETUPS.items()}
FIRST_PAGES = ("/", "/new", "/evenings", "/players", "/ranking", "/deleted", "/club/export", "/share", "/desk")
MOST_PAGES = 60


def walked(visitor: Visitor, damaged: Collection[str]) -> dict[str, int]:
    """The status of every page that links lead to, a few of a kind, but those of these damaged matches themselves."""
    waiting, answers, kinds = list(FIRST_PAGES), dict[str, int](), Counter[str]()
    while waiting and len(answers) < MOST_PAGES:
        path = waiting.pop(0)
        kind = re.sub(r"(?<=/)[\w-]{16}|\d+", "…", path.partition("?")[0])
        if (
            path in answers
            or any(own in path for own in damaged)
            or kinds[kind] > 2
            or path.startswith(("/static", "/rules", "/desk/"))
        ):
            continue
        kinds[kind] += 1
        answer = visitor.client.get(path, headers=visitor.headers(), buffered=True)
        answers[path] = answer.status_code
        if answer.mimetype == "text/html":
            waiting += [link.partition("#")[0] for link in visitor.page(path, answer).links() if link.startswith("/")]
    return answers


def damage_it(app: Flask, match: WebMatch, damage: str) -> None:
    with app.app_context():
        with writing():
            db.session.execute(text(damage), {"id": match.public_id})
        replay_cache().clear()


@pytest.mark.thorough
@pytest.mark.parametrize("over", [False, True], ids=["open", "finished"])
def test_a_club_of_many_damaged_matches_has_all_its_pages(app: Flask, over: bool) -> None:
    visitor, damaged = Visitor(app), list[str]()
    for damage in OF_THE_MATCH.values():
        match = new_match(visitor, "feuille-libre", ("Ana", "Bob"), {"title": "Tock"})
        match.record({"step": "points", "points": {"Ana": 1, "Bob": 2}})
        match.record({"step": "note", "text": "note"})
        if over:
            match.record({"step": "end"})
        damage_it(app, match, damage)
        damaged.append(match.path)
    new_match(visitor, "feuille-libre", ("Ana", "Bob"), {"title": "Tock"}).record({"step": "end"})
    answers = walked(visitor, damaged)
    answers |= {path: visitor.open(path).status for path in (*ASKED, *evenings(visitor))}
    assert {path: status for path, status in answers.items() if status >= 500} == {}


def evenings(visitor: Visitor) -> list[str]:
    """The addresses of the club's evenings."""
    return [link.partition("#")[0] for link in visitor.open("/evenings").links() if link.startswith("/evenings/")]


ASKED = (
    "/desk?q=points", "/desk?q=feuille", "/evenings?text=note", "/ranking?game=feuille-libre&name=Tock", "/club/papers",
    "/new/feuille-libre", "/table-rules", "/api", "/clubs",
)  # fmt: skip
"""Pages of the club that no link leads to as they are asked here."""


@pytest.mark.thorough
def test_a_damaged_match_is_named_everywhere_and_can_be_thrown_away_and_restored(app: Flask, visitor: Visitor) -> None:
    program = None
    offenders = []
    for name, (damage, reason) in SETUPS.items():
        match = new_match(visitor, "feuille-libre", ("Ana", "Bob"))
        match.record({"step": "points", "points": {"Ana": 1, "Bob": 2}})
        stored = visitor.client.get(f"{match.path}/export", headers=visitor.headers()).json
        program = program or Program(app, token_for(visitor, "keeper"))
        damage_it(app, match, f"UPDATE match SET {damage} WHERE public_id = :id")
        evening = next(link for link in visitor.open("/evenings").links() if "/evenings/" in link).partition("#")[0]
        listed = {each["id"]: each["damaged"] for each in program.get("/matches")["matches"]}
        page = visitor.open(match.path)
        raw = visitor.client.get(f"{match.path}/export", headers=visitor.headers()).json
        column, _, value = damage.partition(" = ")
        shown = {
            "home": _is_named(visitor.open("/"), match),
            "evening": _is_named(visitor.open(evening), match),
            "API": listed[match.public_id],
            "what is wrong": page.status == 500 and reason in page.text,
            "as stored": raw["format"] == "referee-damaged-match/1" and raw[column] == value[1:-1],
            "its log": json.loads(raw["records"][0]["entry"]) == stored["entries"][0],
        }
        page.form("/delete").send()
        shown["bin"] = "abîmée" in visitor.open("/deleted").text
        visitor.open("/deleted").form(match.public_id).send()
        page = visitor.open(match.path)
        shown["restored"] = page.status == 500 and reason in page.text
        page.form("/delete").send()
        offenders += [(name, where) for where, holds in shown.items() if not holds]
    assert offenders == []


def _is_named(page: Page, match: WebMatch) -> bool:
    return "abîmée" in page.text and any(match.path in link for link in page.links())


@pytest.mark.first_alone
@pytest.mark.parametrize("over", [False, True], ids=["open", "finished"])
@pytest.mark.parametrize("damage", OF_THE_MATCH.values(), ids=OF_THE_MATCH)
def test_no_other_page_of_the_club_falls_with_it(app: Flask, damage: str, over: bool) -> None:
    visitor = Visitor(app)
    sound, damaged = (new_match(visitor, "feuille-libre", ("Ana", "Bob")) for _ in range(2))
    for match in (sound, damaged):
        match.record({"step": "points", "points": {"Ana": 1, "Bob": 2}})
        match.record({"step": "note", "text": "note"})
        if over:
            match.record({"step": "end"})
    damage_it(app, damaged, damage)
    answers = walked(visitor, [damaged.path])
    assert len(answers) > 30
    assert {path: status for path, status in answers.items() if status >= 500} == {}
    page = visitor.open(damaged.path)
    assert page.status in (200, 500)
    if page.status == 500:
        assert "abîmée" in page.text
        assert visitor.client.get(f"{damaged.path}/export", headers=visitor.headers()).status_code == 200
        page.form("/delete").send()
        assert visitor.open(damaged.path).status == 404
        assert visitor.open("/deleted").status == 200


def test_the_next_match_of_a_game_is_asked_without_the_damaged_one_before_it(app: Flask) -> None:
    """Its form takes the way in which the match before was answered."""
    chance, offenders = Random(1), []
    several = (
        game for game in GAMES.values() if len(Course.of(game.id, usual_table(game.id)).open_questions[0].ways) > 1
    )
    for game in islice(several, 3):
        visitor = Visitor(app)
        before = new_match(visitor, game.id, usual_table(game.id))
        entry = before.answer(chance)
        before.record(entry)
        after = new_match(visitor, game.id, usual_table(game.id))
        odd = [f"UPDATE entry SET entry = '{json.dumps({'step': entry['step'], key: 7})}'" for key in (*entry, "x")]
        for damage in (*DAMAGES.values(), *odd):
            damage_it(app, before, f"{damage} WHERE match_id = (SELECT id FROM match WHERE public_id = :id)")
            status = visitor.open(after.path).status
            offenders += [(game.id, damage)] if status != 200 else []
    assert offenders == []
