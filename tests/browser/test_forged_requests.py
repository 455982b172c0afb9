"""In a real browser: a page of another site sends a form to a keeper's match, and nothing is recorded.

The cookies are given to the browser without their ``SameSite``, as to one that does not know it: for two minutes they
go with a form of any site.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.other_site import other_site
from tests.browser.phone import QUIET
from tests.running import RunningServer
from tests.tools import needs

NAMES = "--host-resolver-rules=MAP *.example 127.0.0.1"
"""Names of this machine that the browser takes for others: over plain http it sends them no ``Sec-Fetch-Site``."""

OTHER_SITE, OTHER_HOST = "vient d’un autre site", "REFEREE_BEHIND_PROXY"

SEND = """async ([path, fields]) => {
  const answer = await fetch(path, { method: "POST", body: new URLSearchParams(fields) });
  return [answer.status, new URL(answer.url).pathname];
}"""
TEXTS = "async path => (await (await fetch(path + '/export')).json()).entries.map(entry => entry.text)"
SEATS = {"seat.0": "Ana", "seat.1": "Bob", "seat.2": "Chloé"}


@pytest.fixture(scope="module")
def named(browser: Browser) -> Iterator[Browser]:
    """A browser that finds the names."""
    with browser.browser_type.launch(executable_path=needs.browser(), args=[*QUIET, NAMES]) as another:
        yield another


@pytest.fixture
def page(named: Browser) -> Iterator[Page]:
    with named.new_context(locale="fr", service_workers="block") as context:
        yield context.new_page()


@pytest.mark.first_alone
@pytest.mark.parametrize(
    ("host", "other", "of_form"),
    [
        ("localhost", "evil.example", OTHER_SITE),
        ("localhost", "localhost", OTHER_SITE),
        ("cards.example", "evil.example", OTHER_HOST),
        ("cards.example", "games.cards.example", OTHER_HOST),
    ],
    ids=["cross-site", "other port", "plain http", "plain http, sibling subdomain"],
)
def test_a_form_of_another_site_records_nothing(
    server: RunningServer, page: Page, host: str, other: str, of_form: str
) -> None:
    own = f"http://{host}:{server.port}"
    page.goto(own)
    status, match = page.evaluate(SEND, ["/new/ascenseur", SEATS])
    assert (status, match.startswith("/matches/")) == (200, True)
    cookies = page.context.cookies()
    page.context.clear_cookies()
    page.context.add_cookies([{"name": cookie["name"], "value": cookie["value"], "url": own} for cookie in cookies])
    with other_site() as site:
        site.action = f"{own}{match}/entries"
        for name, sentence in (("form", of_form), ("frame", OTHER_SITE)):
            with page.expect_response(site.action) as answer:
                page.goto(f"http://{other}:{site.server_port}/{name}", wait_until="commit")
            assert answer.value.request.header_value("Cookie"), "a forgery without a cookie shows nothing"
            assert answer.value.status == 403
            page.wait_for_url(site.action)
            assert sentence in page.inner_text("main")
    page.goto(own + match)
    assert page.evaluate(TEXTS, match) == []
    own_form = {"step": "note", "text": "our own", "expected": "0"}
    assert page.evaluate(SEND, [f"{match}/entries", own_form])[0] == 200
    assert page.evaluate(TEXTS, match) == ["our own"]
