"""What the server gives a phone for the moments without a network."""

import pytest

from tests.web.table import WebMatch
from tests.web.visitor import Visitor


@pytest.mark.parametrize(("language", "title"), [("fr", "Pas de réseau"), ("en", "No network")])
def test_the_page_without_a_network_is_nobodys(match: WebMatch, language: str, title: str) -> None:
    visitor = match.visitor
    visitor.language = language
    page = visitor.open("/offline")
    assert page.document.all("h1")[0].text() == title
    text = page.response.get_data(as_text=True)
    assert not any(secret in text for secret in ("Ana", match.path))
    assert "Set-Cookie" not in page.response.headers


def test_the_worker_stands_at_the_root_and_names_what_it_keeps(visitor: Visitor) -> None:
    page = visitor.open("/sw.js")
    static = f"{visitor.client.application.static_url_path}/"
    text = page.response.get_data(as_text=True)
    assert page.response.mimetype == "text/javascript"
    assert text.startswith(f'const STATIC = "{static}";\nconst OFFLINE = "/offline?language=fr";\n')
    kept = [word for word in text.splitlines()[2].split('"') if word.startswith(static)]
    assert len(kept) > 3
    assert {visitor.open(address).status for address in kept} == {200}
