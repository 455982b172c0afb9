"""A damaged match takes no other page down, says what it is and can be thrown away."""

import io
import json
import re
from collections import Counter
from contextlib import closing
from pathlib import Path
from zipfile import ZipFile

import pytest
from flask import Flask
from sqlalchemy import text

from referee.commands import club_archive
from referee.store.clubs.clubs import all_clubs
from referee.store.database.orm_base import db
from referee.store.database.transactions import writing
from referee.store.matches.replay_cache import replay_cache
from tests.web.table import WebMatch, new_match
from tests.web.visitor import Visitor

PAGES = ("/", "/new", "/new/ascenseur", "/evenings", "/evenings?q=note", "/players", "/ranking", "/deleted", "/api")
DAMAGES = {
    "broken JSON": "UPDATE entry SET entry = '{broken'",
    "unknown step": """UPDATE entry SET entry = '{"step": "dance"}'""",
    "no step": "UPDATE entry SET entry = '{}'",
    "no object": "UPDATE entry SET entry = '7'",
}


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
    assert club_archive._export(app, tmp_path / "club.zip", club, "en") == 0  # noqa: SLF001 - the command's body
    assert damaged in capsys.readouterr().err


OTHER_MARK = "UPDATE match SET mark = 'another' WHERE public_id = :id"
OF_THE_MATCH = {
    name: f"{damage} WHERE match_id = (SELECT id FROM match WHERE public_id = :id)" for name, damage in DAMAGES.items()
}
OF_THE_MATCH["another mark"] = OTHER_MARK
SETUPS = {
    "an unknown game": "game = 'belote-du-futur'",
    "players that are no JSON": "players = '[broken'",
    "players that are no list": """players = '{"Ana": 1}'""",
    "players that are a number": "players = '7'",
    "players that are no names": "players = '[1, 2]'",
    "no players": "players = '[]'",
    "too many players": f"players = '{json.dumps([f'N{seat}' for seat in range(40)])}'",
    "options that are no JSON": "options = '{broken'",
    "options that are no object": "options = '[1]'",
    "options that are a text": """options = '"x"'""",
    "options with an unknown key": """options = '{"colours": "red"}'""",
    "options with an unknown value": """options = '{"lowest": [7]}'""",
    "a title that is no text": """options = '{"title": 7}'""",
    "options of endless depth": f"options = '{'[' * 100_000}'",
    "an unknown dealer": "dealer = 'Nobody'",
    "teams that are no JSON": "teams = '[[broken'",
    "teams that are no lists": "teams = '[7]'",
    "teams that are an object": """teams = '{"a": 1}'""",
}
"""Set-ups that no version of the referee has written."""
OF_THE_MATCH |= {name: f"UPDATE match SET {damage} WHERE public_id = :id" for name, damage in SETUPS.items()}
FIRST_PAGES = ("/", "/new", "/evenings", "/players", "/ranking", "/deleted", "/club/export", "/share", "/desk")
MOST_PAGES = 60


def walked(visitor: Visitor, damaged: str) -> dict[str, int]:
    """The status of every page that links lead to, a few of a kind, but those of the damaged match itself."""
    waiting, answers, kinds = list(FIRST_PAGES), dict[str, int](), Counter[str]()
    while waiting and len(answers) < MOST_PAGES:
        path = waiting.pop(0)
        kind = re.sub(r"(?<=/)[\w-]{16}|\d+", "…", path.partition("?")[0])
        if path in answers or damaged in path or kinds[kind] > 2 or path.startswith(("/static", "/rules", "/desk/")):
            continue
        kinds[kind] += 1
        answer = visitor.client.get(path, headers=visitor.headers(), buffered=True)
        answers[path] = answer.status_code
        if answer.mimetype == "text/html":
            waiting += [link.partition("#")[0] for link in visitor.page(path, answer).links() if link.startswith("/")]
    return answers


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
    with app.app_context():
        with writing():
            db.session.execute(text(damage), {"id": damaged.public_id})
        replay_cache().clear()
    answers = walked(visitor, damaged.public_id)
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
