"""Pages of other sites: a browser hands them nothing but to the origin that a token's keeper named."""

from flask import Flask
from werkzeug.test import TestResponse

from tests.web.api.program import Program
from tests.web.sharing import token_for
from tests.web.visitor import Visitor

SITE, OTHER = "https://cartes.example", "https://other.example"


def allowed(answer: TestResponse) -> str | None:
    return answer.headers.get("Access-Control-Allow-Origin")


def asked_before(app: Flask, origin: str) -> TestResponse:
    """What a browser asks before it sends a token."""
    return Program(app).ask(
        "OPTIONS", "/matches", Origin=origin, Access_Control_Request_Method="POST",
        Access_Control_Request_Headers="authorization,content-type",
    )  # fmt: skip


def test_without_an_origin_that_somebody_named_nothing_is_allowed(app: Flask, program: Program) -> None:
    assert allowed(asked_before(app, SITE)) is None
    assert allowed(program.ask("GET", "/players", Origin=SITE)) is None


def test_the_named_origin_may_send_the_token_and_read_the_answer(app: Flask, keeper: Visitor) -> None:
    page = Program(app, token_for(keeper, "keeper", origin=SITE))
    before = asked_before(app, SITE)
    assert (before.status_code, allowed(before)) == (200, SITE)
    assert {"Authorization", "Content-Type", "If-Match", "Idempotency-Key"} <= set(
        before.headers["Access-Control-Allow-Headers"].split(", ")
    )
    answer = page.ask("GET", "/players", Origin=SITE)
    assert allowed(answer) == SITE
    assert "Access-Control-Allow-Credentials" not in answer.headers
    assert "Origin" in answer.vary
    assert allowed(page.ask("GET", "/players/99999", Origin=SITE)) == SITE, "its errors too"


def test_another_origin_and_another_token_are_handed_nothing(app: Flask, keeper: Visitor, program: Program) -> None:
    page = Program(app, token_for(keeper, "keeper", origin=SITE))
    assert allowed(asked_before(app, OTHER)) is None
    assert allowed(page.ask("GET", "/players", Origin=OTHER)) is None
    assert allowed(program.ask("GET", "/players", Origin=SITE)) is None
    assert allowed(keeper.client.get("/players", headers={"Origin": SITE})) is None, "no page is"


def test_an_origin_is_forgotten_with_its_token(app: Flask, keeper: Visitor) -> None:
    token_for(keeper, "keeper", origin=SITE)
    (revoking,) = [form for form in keeper.open("/share/programs").forms() if form.action.endswith("/revoke")]
    revoking.send()
    assert allowed(asked_before(app, SITE)) is None
