"""A form comes from a page of this host: with a token of its own even, another site's page changes nothing."""

from __future__ import annotations

import pytest

from tests.web.table import WebMatch

HERE = "http://cards.example:8000"


def noted(match: WebMatch, base: str = HERE, **headers: str) -> tuple[int, str]:
    """What a good form is answered that says it comes from there: the status, and what the page says."""
    form = match.form("note").fill("text", "x")
    client = match.visitor.client.application.test_client()
    for name, value in match.visitor.cookies.items():
        name = f"__Host-{name}" if base.startswith("https:") else name
        client.set_cookie(name, value, domain="cards.example", secure=base.startswith("https:"))
    answer = client.post(f"{match.path}/entries", data=dict(form.pairs), headers=headers, base_url=base)
    return answer.status_code, answer.get_data(as_text=True)


@pytest.mark.parametrize(
    "origin", [None, "", "null", HERE, "http://cards.example", "https://CARDS.example", "http://cards.example:9000"]
)
def test_the_own_host_and_a_browser_that_does_not_say_are_taken(match: WebMatch, origin: str | None) -> None:
    headers = {} if origin is None else {"Origin": origin}
    assert noted(match, **headers)[0] == 303
    assert len(match.exported()["entries"]) == 1


@pytest.mark.parametrize(
    "origin",
    ["http://evil.example", "https://cards.example.evil.example", "http://xcards.example", "http://[", "x", "http://",
     "http://cards.example@evil.example", "file://"],
)  # fmt: skip
def test_another_host_is_refused_in_a_sentence_that_names_the_setting(match: WebMatch, origin: str) -> None:
    status, page = noted(match, Origin=origin)
    assert status == 403
    assert "REFEREE_BEHIND_PROXY" in page
    assert "cards.example:8000" in page
    assert match.exported()["entries"] == []


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_a_hidden_origin_of_another_site_is_refused(match: WebMatch, site: str) -> None:
    assert noted(match, **{"Origin": "null", "Sec-Fetch-Site": site})[0] == 403
    assert match.exported()["entries"] == []


def test_a_page_may_be_read_from_anywhere(match: WebMatch) -> None:
    assert match.visitor.client.get("/rules", headers={"Origin": "http://evil.example"}).status_code == 200


def test_over_https_too_the_token_alone_decides_where_the_browser_does_not_say(match: WebMatch) -> None:
    assert noted(match, base="https://cards.example")[0] == 303
