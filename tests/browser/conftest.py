"""One real server and one real browser for all tests of a worker; a phone of its own for every test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser.phone import PATIENCE, SIZE, Phone, chromium
from tests.running import RunningServer

NewPhone = Callable[..., Phone]


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


@pytest.fixture(scope="session")
def phones(browser: Browser) -> Callable[..., Any]:
    """Makes phones: each knows nothing of the others, speaks French, is 360 × 640, and has no service worker, as over
    plain http.
    """

    def new(url: str, scripts: bool = True, **settings: Any) -> Phone:
        usual = {"viewport": SIZE, "has_touch": True, "is_mobile": True, "locale": "fr", "service_workers": "block"}
        context = browser.new_context(**{**usual, **settings}, java_script_enabled=scripts)
        context.set_default_timeout(PATIENCE)
        return Phone(context.new_page(), url, scripts)

    return new


@pytest.fixture
def new_phone(phones: Callable[..., Any], server: RunningServer) -> Iterator[NewPhone]:
    """Phones of one test; none of their pages may have had a fault."""
    made: list[Phone] = []

    def new(url: str = server.url, **settings: Any) -> Phone:
        made.append(phones(url, **settings))
        return made[-1]

    yield new
    for phone in made:
        phone.page.context.close()
    assert [fault for phone in made for fault in phone.faults] == []


@pytest.fixture
def phone(new_phone: NewPhone) -> Phone:
    return new_phone()
