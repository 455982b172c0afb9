"""The folder is made once, a host serves it, and a browser has opened it."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext

from tests.browser.phone import QUIET, SIZE
from tests.browser.phone_app.framed import FOLDER, FramedPhone, phone_in, quietly, serve_folder
from tests.phone_folder import phone_folder
from tests.tools import needs

Opened = Callable[[str], FramedPhone]

MADE = "PHONE_FOLDER"
"""The variable that names a folder made before: the tests need not make one."""


@pytest.fixture(scope="session")
def made() -> Path:
    """The folder as ``referee phone`` makes it."""
    return Path(os.environ[MADE]) if MADE in os.environ else phone_folder()


@pytest.fixture(scope="session")
def host(made: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the folder on a host of its own."""
    root = tmp_path_factory.mktemp("host")
    (root / FOLDER).parent.mkdir()
    (root / FOLDER).symlink_to(made)
    with serve_folder(root) as url:
        yield url


@pytest.fixture(scope="session")
def installed(browser: Browser, host: str) -> Iterator[BrowserContext]:
    """A browser with the application in it; one tab stays open, so that Python starts once."""
    context = browser.new_context(viewport=SIZE, has_touch=True, is_mobile=True, locale="fr", accept_downloads=True)
    phone = phone_in(context, host)
    phone.start()
    phone.awake()
    yield context
    context.close()


@pytest.fixture
def app(installed: BrowserContext, host: str) -> Iterator[FramedPhone]:
    """The application in a tab of its own; none of its pages may have had a fault."""
    phone = phone_in(installed, host)
    phone.start("#/")
    yield phone
    installed.set_offline(False)
    phone.tab.close()
    assert phone.faults == []


@pytest.fixture
def opened(browser: Browser, tmp_path: Path) -> Iterator[Opened]:
    """Opens the one browser whose profile lasts, in the place of the one that is open; with a tab for this folder."""
    contexts: list[BrowserContext] = []

    def new(url: str) -> FramedPhone:
        for context in contexts:
            quietly(context)
        context = browser.browser_type.launch_persistent_context(
            tmp_path / "profile", executable_path=needs.browser(), args=QUIET, viewport=SIZE, has_touch=True,
            is_mobile=True, locale="fr",
        )  # fmt: skip
        contexts.append(context)
        return phone_in(context, url)

    yield new
    for context in contexts:
        quietly(context)
