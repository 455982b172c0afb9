"""A cookie that somebody else planted in a browser gives its planter nothing of what is founded there."""

from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import update

from referee.store.database.models import Device, now
from referee.store.database.orm_base import db
from referee.web.access.device_cookie import NONCE
from tests.web.table import FOUR, WebMatch
from tests.web.visitor import Form, Visitor

HTTPS = "https://localhost"
SEATS = [(f"seat.{seat}", name) for seat, name in enumerate(FOUR)]


def start_form(visitor: Visitor) -> Form:
    form = visitor.open("/new/ascenseur").form("/new/ascenseur")
    for name, value in SEATS:
        form = form.fill(name, value)
    return form


def devices(app: Flask) -> int:
    with app.app_context():
        return db.session.query(Device).count()


def planted(app: Flask) -> tuple[Visitor, Visitor]:
    """An attacker with a session, and a victim whose browser has been given its cookie."""
    attacker, victim = Visitor(app), Visitor(app)
    attacker.send("/language", [("language", "en")])
    assert attacker.cookies
    victim.wear(attacker.cookies)
    return attacker, victim


@pytest.mark.parametrize("act", ["/clubs", "/new/ascenseur"])
def test_the_planter_of_a_session_does_not_become_the_device_that_founds_on_it(app: Flask, act: str) -> None:
    attacker, victim = planted(app)
    match = start_form(victim).send().location
    assert victim.open(match).status == 200
    attempt = attacker.open("/clubs").form("/clubs") if act == "/clubs" else start_form(attacker)
    assert attempt.send().status == 303
    assert attacker.open(match).status == 404
    assert devices(app) == 2


def test_of_the_session_before_only_the_language_stays(app: Flask) -> None:
    victim = Visitor(app)
    victim.send("/language", [("language", "en")])
    with victim.client.session_transaction() as session:
        session["person"] = "Mallory"
    start_form(victim).send()
    with victim.client.session_transaction() as session:
        assert (session["language"], "person" in session) == ("en", False)


def test_a_first_form_sent_twice_makes_one_device_with_or_without_the_first_answer(app: Flask) -> None:
    victim = Visitor(app)
    form, cookies = start_form(victim), victim.cookies
    first = form.send()
    again = form.send()
    victim.wear(cookies)
    lost = form.send()
    assert [answer.status for answer in (first, again, lost)] == [303, 303, 303]
    assert first.location == again.location == lost.location
    assert devices(app) == 1


def test_a_minute_later_the_same_form_makes_another_device(app: Flask) -> None:
    victim = Visitor(app)
    form, cookies = start_form(victim), victim.cookies
    match = form.send().location
    with app.app_context():
        db.session.execute(update(Device).values(created_at=now() - timedelta(seconds=61)))
        db.session.commit()
    victim.wear(cookies)
    assert form.send().location != match
    assert victim.open(match).status == 404
    assert devices(app) == 2


def test_a_nonce_that_could_be_guessed_makes_no_key(app: Flask) -> None:
    for visitor in (Visitor(app), Visitor(app)):
        assert visitor.send("/new/ascenseur", [*SEATS, (NONCE, "short")]).status == 303
    assert devices(app) == 2


# Over https


def test_over_https_every_cookie_is_of_this_host_alone(app: Flask) -> None:
    client = app.test_client()
    answer = client.post("/clubs", base_url=HTTPS)
    assert answer.status_code == 303
    lines = answer.headers.getlist("Set-Cookie")
    assert len({line.partition("=")[0] for line in lines}) == 2
    for line in lines:
        assert line.startswith("__Host-referee_")
        assert "Secure" in line
        assert "Path=/;" in line + ";"
        assert "Domain" not in line


def status_over_https(app: Flask, match: WebMatch) -> int:
    """What a browser is answered over https that brings the cookies which this match's keeper has over http."""
    client = app.test_client()
    for name, value in match.visitor.cookies.items():
        client.set_cookie(name, value, secure=True)
    return client.get(match.path, base_url=HTTPS).status_code


def test_a_device_cookie_without_the_prefix_is_nobodys_over_https(app: Flask, match: WebMatch) -> None:
    assert status_over_https(app, match) == 404
