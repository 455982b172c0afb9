"""One real server, one real browser and one phone for all tests of a worker; others for the tests that ask for them."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.phone import PATIENCE, SIZE, Phone, chromium
from tests.databases import PostgresDatabases
from tests.proxies import Proxied, behind_caddy
from tests.running import RunningServer

NewPhone = Callable[..., Phone]

expect.set_options(timeout=PATIENCE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Every test in this folder needs a browser."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with RunningServer(tmp_path_factory.mktemp("data")) as running:
        yield running


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


USUAL = {"viewport": SIZE, "has_touch": True, "is_mobile": True, "locale": "fr", "service_workers": "block"}
"""What the phones of the tests are, as over plain http: they have no service worker."""


@pytest.fixture(scope="session")
def phones(browser: Browser) -> Callable[..., Phone]:
    """Makes phones: each knows nothing of the others."""

    def new(url: str, scripts: bool = True, **settings: Any) -> Phone:
        context = browser.new_context(**{**USUAL, **settings}, java_script_enabled=scripts)  # type: ignore[arg-type]
        context.set_default_timeout(PATIENCE)
        return Phone(context.new_page(), url, scripts)

    return new


@pytest.fixture(scope="session")
def cluster(postgres: PostgresDatabases, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxied]:
    """Two processes on PostgreSQL behind a reverse proxy."""
    with behind_caddy(tmp_path_factory.mktemp("cluster"), postgres.empty()) as running:
        yield running


behind_a_proxy_too = pytest.mark.parametrize(
    "address", ["server", pytest.param("cluster", marks=pytest.mark.thorough)], indirect=True
)


@pytest.fixture
def address(request: pytest.FixtureRequest) -> str:
    """Where the phones of a test go unless it says otherwise."""
    running: RunningServer | Proxied = request.getfixturevalue(getattr(request, "param", "server"))
    return running.url


@pytest.fixture
def new_phone(phones: Callable[..., Phone], address: str) -> Iterator[NewPhone]:
    """Phones of one test; none of their pages may have had a fault."""
    made: list[Phone] = []

    def new(url: str = address, **settings: Any) -> Phone:
        made.append(phones(url, **settings))
        return made[-1]

    yield new
    for phone in made:
        phone.page.context.close()
    assert [fault for phone in made for fault in phone.faults] == []


@pytest.fixture(scope="session")
def blank(phones: Callable[..., Phone]) -> Page:
    """A page of the one context that the tests of a worker share: scripts and styles are fetched and compiled once."""
    page: Page = phones("").page
    return page


@pytest.fixture
def phone(blank: Page, server: RunningServer) -> Iterator[Phone]:
    """A phone that remembers nothing but scripts and styles; none of its pages may have had a fault."""
    context = blank.context
    phone = Phone(context.new_page(), server.url)
    yield phone
    for page in context.pages:
        if page is not blank:
            page.close()
    forget = context.new_cdp_session(blank)
    forget.send("Storage.clearDataForOrigin", {"origin": server.url, "storageTypes": "all"})
    forget.detach()
    context.clear_cookies()
    context.clear_permissions()
    assert phone.faults == []
