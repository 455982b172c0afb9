"""Tokens are made, named, listed and revoked below the page of sharing; shown once, stored hashed."""

import hashlib
import io
from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import select, update

from referee.store.database.models import ApiToken, Device, Membership, now
from referee.store.database.orm_base import db
from tests.store.keeping import writing
from tests.web.api.program import NOTE, Program, problem_of
from tests.web.sharing import another_keeper, token_for
from tests.web.visitor import Page, Visitor

PAGE = "/share/programs"
NO_TOKEN = "Il faut un jeton qui ouvre encore : une table en donne un sous « Partager », puis « Programmes »."


def cards(page: Page) -> list[str]:
    return [element.text() for element in page.document.all(class_="link-card")]


def test_the_page_of_sharing_leads_to_the_programs(keeper: Visitor) -> None:
    assert PAGE in keeper.open("/share").links()
    assert cards(keeper.open(PAGE)) == []


def test_a_token_is_shown_once_and_listed_by_its_name_and_role(keeper: Visitor) -> None:
    token = token_for(keeper, "watcher", "le tableau", origin="https://Exemple.org")
    page = keeper.open(PAGE)
    (card,) = cards(page)
    assert card.startswith("le tableau regarde · fait le")
    assert "https://exemple.org" in card
    assert token not in page.text
    assert "servi le" not in card


def test_a_form_that_is_sent_again_makes_no_second_token(keeper: Visitor) -> None:
    form = keeper.open(PAGE).form(PAGE).fill("name", "le robot")
    assert "ne s’affichera plus" in form.send(("role", "keeper")).text
    assert "déjà été montré" in form.send(("role", "keeper")).text
    assert len(cards(keeper.open(PAGE))) == 1


@pytest.mark.parametrize(
    ("name", "origin", "sentence"),
    [
        ("", "", "Donnez un nom au programme"),
        ("le robot", "exemple.org", "L’adresse d’un site est comme"),
        ("le robot", "https://exemple.org/page", "L’adresse d’un site est comme"),
        ("le robot", "https://exemple.org:x", "L’adresse d’un site est comme"),
        ("le robot", "null", "L’adresse d’un site est comme"),
    ],
)
def test_a_token_without_a_name_or_with_a_wrong_origin_is_not_made(
    name: str, origin: str, sentence: str, keeper: Visitor
) -> None:
    page = keeper.send(PAGE, [("role", "keeper"), ("name", name), ("origin", origin)])
    assert page.status == 422
    assert sentence in page.text
    assert cards(page) == []


def test_only_the_hash_of_a_token_is_stored(app: Flask, keeper: Visitor) -> None:
    token = token_for(keeper, "keeper")
    with app.app_context():
        row = db.session.scalars(select(ApiToken)).one()
        assert row.token_hash == hashlib.sha256(token.encode()).hexdigest()
        assert token not in str([vars(row), *map(vars, db.session.scalars(select(Device)))])


def test_the_pages_of_tokens_are_not_compressed(app: Flask, keeper: Visitor) -> None:
    token_for(keeper, "keeper")
    assert keeper.client.get(PAGE, headers={"Accept-Encoding": "br"}).headers.get("Content-Encoding") is None
    assert keeper.client.get("/share", headers={"Accept-Encoding": "br"}).headers.get("Content-Encoding") is None
    assert keeper.client.get("/api", headers={"Accept-Encoding": "br"}).headers["Content-Encoding"] == "br"


def test_a_new_token_has_a_button_that_copies_it(keeper: Visitor) -> None:
    page = keeper.send(PAGE, [("role", "watcher"), ("name", "le robot")])
    token = page.document.all(class_="token")[0].text()
    assert f'data-copy="{token}"' in page.response.get_data(as_text=True)


def test_a_revoked_token_opens_nothing(program: Program, keeper: Visitor) -> None:
    path = program.start(NOTE)
    (revoking,) = [form for form in keeper.open(PAGE).forms() if form.action.endswith("/revoke")]
    assert revoking.send().status == 303
    answer = program.ask("GET", path)
    assert problem_of(answer) == (401, NO_TOKEN)
    assert answer.headers["WWW-Authenticate"] == "Bearer"
    assert cards(keeper.open(PAGE)) == []
    assert "le robot" in keeper.open(f"{path}/log").text, "what it recorded stays"


@pytest.mark.parametrize("authorization", ["", "Bearer", "Bearer ", "Bearer x", "Basic eDp4", "Bearer é", "x" * 5000])
def test_what_is_no_token_opens_nothing(authorization: str, app: Flask, keeper: Visitor) -> None:
    headers = {"Authorization": authorization} if authorization else {}
    assert problem_of(keeper.client.get("/api/v1/matches", headers=headers)) == (401, NO_TOKEN)


def test_no_cookie_opens_what_is_for_programs_and_no_token_a_page(
    keeper: Visitor, program: Program, app: Flask
) -> None:
    path = program.start()
    assert keeper.client.get(f"/api/v1{path}").status_code == 401
    assert program.client.get(path, headers=program.headers).status_code == 404
    answer = program.ask("POST", f"{path}/entries", NOTE, Sec_Fetch_Site="cross-site", Origin="https://other.example")
    assert answer.status_code == 201, "who knows the token may send it from anywhere"
    assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize("box", [[], [("links", "1")], [("guests", "1")]])
def test_a_token_ends_with_the_keeper_who_made_it(box: list[tuple[str, str]], app: Flask, keeper: Visitor) -> None:
    """Box or no box; those of others live on."""
    second = another_keeper(keeper, Visitor(app), "Bob")
    program, own = Program(app, token_for(second, "keeper")), Program(app, token_for(keeper, "keeper"))
    assert program.get("/players")
    assert len(cards(keeper.open(PAGE))) == 2
    with app.app_context():
        bob = db.session.scalars(
            select(Membership.id).join(Device, Device.id == Membership.device_id).where(Device.name == "Bob")
        ).one()
    keeper.send(f"/share/devices/{bob}/out", box)
    assert problem_of(program.ask("GET", "/players"))[0] == 401
    assert own.get("/players")
    assert len(cards(keeper.open(PAGE))) == 1


def test_a_token_ends_when_its_keeper_leaves(app: Flask, keeper: Visitor) -> None:
    second = another_keeper(keeper, Visitor(app), "Bob")
    program, own = Program(app, token_for(second, "watcher")), Program(app, token_for(keeper, "keeper"))
    assert program.get("/players")
    with app.app_context():
        club_id = db.session.scalars(select(ApiToken.club_id).distinct()).one()
    assert second.send(f"/clubs/{club_id}/leave", []).status == 303
    assert problem_of(program.ask("GET", "/players"))[0] == 401
    assert own.get("/players")


def test_a_program_is_no_keeper_that_a_club_could_be_left_to(app: Flask, keeper: Visitor, program: Program) -> None:
    program.start(NOTE)
    with app.app_context():
        club_id = db.session.scalars(select(ApiToken.club_id)).one()
    assert keeper.send(f"/clubs/{club_id}/leave", []).status == 409
    assert "le robot" not in keeper.open("/share").text


def test_the_page_tells_when_a_token_was_used(app: Flask, keeper: Visitor, program: Program) -> None:
    program.get("/players")
    assert "servi le" in cards(keeper.open(PAGE))[0]
    earlier = now() - timedelta(days=3)
    with writing(app):
        db.session.execute(update(ApiToken).values(used_at=earlier))
    program.get("/players")
    with app.app_context():
        assert db.session.scalars(select(ApiToken.used_at)).one() > earlier + timedelta(days=2)


def test_an_imported_device_of_the_same_name_is_not_the_programs(app: Flask, keeper: Visitor, program: Program) -> None:
    """A club that comes back from a file gets a device of its own for what ``le robot`` had recorded there."""
    program.start(NOTE)
    archive = keeper.open("/club/export").response.get_data()
    other = Visitor(app)
    other.send("/clubs", [])
    token_for(other, "keeper")
    shown = other.send("/club/import", [("archive", (io.BytesIO(archive), "club.zip"))])
    (confirming,) = [form for form in shown.forms() if "/club/import/" in form.action]
    assert confirming.send().status == 303
    with app.app_context():
        assert len(db.session.scalars(select(Device).where(Device.name == "le robot")).all()) == 3
