"""Only requests of our own pages write, and only to our own pages do they lead back."""

import re
from collections.abc import Mapping
from urllib.parse import urljoin, urlsplit

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referee.words import LANGUAGES
from tests.web.addresses import addresses
from tests.web.table import WebMatch
from tests.web.visitor import Visitor

HERE = "http://localhost/"
ELSEWHERE = [
    "https://evil.example/", "//evil.example/", "///evil.example", "/\\evil.example", "\\\\evil.example",
    "/\t/evil.example", "/\n/evil.example", "\t//evil.example", "/\\/evil.example", "http:evil.example",
    "javascript:alert(1)", "data:text/html,x", "/%09/evil.example", "//evil.example@localhost/",
    "http://localhost@evil.example/", "", " //evil.example", "\x00//evil.example", "/\r\nSet-Cookie: a=b",
    "x" * 5000, "/../../..//evil.example", "/.//evil.example", "?", "#", "evil.example", "/%5cevil.example",
]  # fmt: skip


def leads(location: str) -> str:
    """Where a browser goes: it drops tabs and line ends, and takes a backslash for a slash."""
    cleaned = re.sub(r"[\t\r\n]", "", location.strip("".join(map(chr, range(33))))).replace("\\", "/")
    parts = urlsplit(urljoin(HERE, cleaned))
    return f"{parts.scheme}://{parts.netloc}"


def sent_back(visitor: Visitor, target: str) -> str:
    answer = visitor.send("/language", [("language", "fr"), ("back", target)])
    assert answer.status == 303
    assert "Set-Cookie" not in answer.response.headers["Location"]
    return str(answer.response.headers["Location"])


@pytest.mark.parametrize("target", ELSEWHERE)
def test_choosing_a_language_never_leads_elsewhere(visitor: Visitor, target: str) -> None:
    assert leads(sent_back(visitor, target)) == "http://localhost"


@given(target=st.lists(st.sampled_from([*"/\\\t\n:@?#.%", "//", "evil.example", "http", "%2f", "%5c", "\0", " "])))
@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_way_of_writing_an_address_leads_elsewhere(visitor: Visitor, target: list[str]) -> None:
    assert leads(sent_back(visitor, "".join(target))) == "http://localhost"


@pytest.mark.parametrize("page", ["/", "/new?n=4", "/rules/ascenseur", "/new/ascenseur"])
def test_choosing_a_language_leads_back_to_the_page_it_was_chosen_on(visitor: Visitor, page: str) -> None:
    form = visitor.open(page).form("/language")
    answer = form.send(("language", "en"))
    assert answer.location == page
    assert answer.follow().document.all("html")[0].attributes["lang"] == "en"


def test_the_language_is_the_one_chosen_else_the_browsers_else_french(app: Flask) -> None:
    for asked, spoken in (("en-GB,en;q=0.9", "en"), ("fr-CA", "fr"), ("de,en;q=0.1", "en"), ("tlh", "fr"), ("", "fr")):
        visitor = Visitor(app, asked)
        assert visitor.open("/").document.all("html")[0].attributes["lang"] == spoken
        for language in LANGUAGES:
            visitor.open("/").form("/language").send(("language", language))
            assert visitor.open("/").document.all("html")[0].attributes["lang"] == language


# Forged requests

HTTPS, NETWORK = "https://cards.example", "http://192.168.1.20:8000"
"""Where the referee is: on a host of its own, and on plain http in a local network, where no browser says
``Sec-Fetch-Site``.
"""
AGENT = {"User-Agent": "Mozilla/5.0 (Android 14; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0"}
OLD = {"User-Agent": "Mozilla/5.0 (Windows NT 6.1; rv:52.0) Gecko/20100101 Firefox/52.0"}
"""A browser whose forms have no ``Origin``."""
MINI = {"User-Agent": "Opera/9.80 (Android; Opera Mini/36.2/119.132; U; fr) Presto/2.12.423 Version/12.16"}
CURL = {"User-Agent": "curl/8.5.0"}


def site(value: str, origin: str) -> dict[str, str]:
    """What a browser of today sends over https."""
    return {**AGENT, "Sec-Fetch-Site": value, "Origin": origin}


OWN = {
    "own page": (HTTPS, site("same-origin", HTTPS)),
    "own page behind a proxy that drops the host": ("https://127.0.0.1:8000", site("same-origin", HTTPS)),
    "own page without a referrer": (HTTPS, site("same-origin", "null")),
    "user": (HTTPS, site("none", HTTPS)),
    "local network": (NETWORK, {**AGENT, "Origin": NETWORK}),
    "local network, proxy that drops the port": ("http://192.168.1.20", {**AGENT, "Origin": NETWORK}),
    "host in capitals": (HTTPS, {**AGENT, "Origin": "https://CARDS.example"}),
    "host with a number of IPv6": ("http://[fd00::2]:8000", {**AGENT, "Origin": "http://[FD00::2]:8000"}),
    "old browser": (NETWORK, {**OLD, "Referer": f"{NETWORK}/matches/x"}),
    "curl": (NETWORK, CURL),
    "no agent": (HTTPS, {}),
}
FORGED = {
    "cross-site form": (HTTPS, site("cross-site", "https://evil.example")),
    "cross-site form that claims our origin": (HTTPS, site("cross-site", HTTPS)),
    "sandboxed frame": (HTTPS, site("cross-site", "null")),
    "sibling subdomain": (HTTPS, site("same-site", "https://games.cards.example")),
    "other port": (HTTPS, site("same-site", "https://cards.example:8443")),
    "garbage": (HTTPS, site("Same-Origin, same-origin", HTTPS)),
    "empty": (HTTPS, site("", HTTPS)),
    "local network: cross-site form": (NETWORK, {**AGENT, "Origin": "http://evil.example"}),
    "local network: another machine": (NETWORK, {**AGENT, "Origin": "http://192.168.1.21:8000"}),
    "local network: sandboxed frame": (NETWORK, {**AGENT, "Origin": "null"}),
    "local network: address as a prefix": (NETWORK, {**AGENT, "Origin": "http://192.168.1.20.evil.example:8000"}),
    "host as a user's name": (HTTPS, {"Origin": "https://cards.example@evil.example"}),
    "host as a prefix": (HTTPS, {"Origin": "https://cards.example.evil.example"}),
    "host as a suffix": (HTTPS, {"Origin": "https://xcards.example"}),
    "broken origin": (HTTPS, {"Origin": "http://["}),
    "origin without a host": (HTTPS, {"Origin": "file://"}),
    "no origin in it": (HTTPS, {"Origin": ""}),
    "origin before referrer": (NETWORK, {**OLD, "Origin": "null", "Referer": NETWORK}),
    "old browser, cross-site form": (NETWORK, {**OLD, "Referer": "http://evil.example/192.168.1.20"}),
    "old browser, hidden referrer": (NETWORK, OLD),
    "another old browser": (NETWORK, MINI),
}


def noted(match: WebMatch, base: str, headers: Mapping[str, str]) -> tuple[int, str]:
    """What the match's keeper, at this address, is answered to a note sent with these headers."""
    form = match.form("note").fill("text", "x")
    prefix = "__Host-" if base.startswith("https:") else ""
    cookies = "; ".join(f"{prefix}{name}={value}" for name, value in match.visitor.cookies.items())
    client = match.visitor.client.application.test_client(use_cookies=False)
    sent = {**headers, "Cookie": cookies}
    answer = client.post(f"{match.path}/entries", data=dict(form.pairs), headers=sent, base_url=base)
    return answer.status_code, answer.get_data(as_text=True)


@pytest.mark.parametrize(("base", "headers"), OWN.values(), ids=OWN)
def test_a_request_of_our_own_page_or_of_no_browser_is_taken(
    match: WebMatch, base: str, headers: dict[str, str]
) -> None:
    assert noted(match, base, headers)[0] == 303
    assert match.exported()["entries"] == [{"step": "note", "text": "x"}]


@pytest.mark.parametrize(("base", "headers"), FORGED.values(), ids=FORGED)
def test_a_request_of_another_site_is_refused(match: WebMatch, base: str, headers: dict[str, str]) -> None:
    assert noted(match, base, headers)[0] == 403
    assert match.exported()["entries"] == []


def test_another_host_is_told_the_setting_of_a_proxy_and_another_site_is_not(match: WebMatch) -> None:
    _, page = noted(match, *FORGED["local network: cross-site form"])
    assert all(word in page for word in ("REFEREE_BEHIND_PROXY", "evil.example", "192.168.1.20:8000"))
    for case in (
        "cross-site form",
        "sandboxed frame",
        "local network: sandboxed frame",
        "old browser, hidden referrer",
    ):
        _, page = noted(match, *FORGED[case])
        assert "REFEREE_BEHIND_PROXY" not in page
        assert "vient d’un autre site" in page


@pytest.mark.parametrize("headers", [site("cross-site", "null"), {**AGENT, "Origin": "http://evil.example"}, OLD])
def test_no_address_takes_a_forged_request(app: Flask, match: WebMatch, headers: dict[str, str]) -> None:
    for text in ("one", "two"):
        match.record({"step": "note", "text": text})
    before = match.exported()
    match.visitor.client.environ_base |= {f"HTTP_{name.upper().replace('-', '_')}": headers[name] for name in headers}
    writing = [address for address in addresses(app, match.path) if address.method == "POST"]
    assert len(writing) > 40
    for address in writing:
        page = address.asked_by(match.visitor)
        if address.path.startswith("/api/"):  # cookies open nothing there, wherever they come from
            assert page.status == (400 if address.path == "/api/v1/verdicts" else 401), address
            continue
        assert page.status == 403, address
        assert page.document.all("main")[0].text()
    assert match.exported() == before


def test_a_page_may_be_read_from_anywhere(match: WebMatch) -> None:
    headers = site("cross-site", "http://evil.example")
    assert match.visitor.client.get(match.path, headers=headers).status_code == 200


def test_a_page_that_is_only_read_changes_nothing(app: Flask, match: WebMatch) -> None:
    match.record({"step": "note", "text": "before"})
    before = match.exported()
    for address in addresses(app, match.path):
        if address.method == "GET":
            address.asked_by(match.visitor)
            match.visitor.client.head(address.path, buffered=True)
    assert match.exported() == before
