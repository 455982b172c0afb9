"""Hosts that are not as they should be: what is wrong is named; one that undoes the packing on the way will do."""

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.phone import SIZE
from tests.browser.phone_app.framed import FOLDER, LONG, FramedPhone, phone_in, serve_folder
from tests.server.test_encryption import certificate

pytestmark = pytest.mark.thorough

BOOT = "runtime/boot.mjs"


@pytest.fixture
def folder(made: Path, tmp_path: Path) -> Path:
    """A copy of the folder that may be damaged, on a host to be."""
    copy = tmp_path / "host" / FOLDER
    shutil.copytree(made, copy)
    return copy


@pytest.fixture
def fresh(browser: Browser) -> Iterator[Callable[[str], FramedPhone]]:
    """A tab for this address in a browser that has nothing of it."""
    context = browser.new_context(viewport=SIZE, has_touch=True, is_mobile=True, locale="fr", ignore_https_errors=True)
    yield lambda url: phone_in(context, url)
    context.close()


def _gone(file: Path) -> None:
    file.unlink()


def _changed(file: Path) -> None:
    file.write_bytes(file.read_bytes().replace(b"a", b"e"))


def _page_of_the_host(file: Path) -> None:
    file.write_text("<!doctype html><title>Not found</title>")


@pytest.mark.parametrize(
    ("name", "damage", "said"),
    [
        (BOOT, _gone, f"{BOOT} manque (réponse 404)"),
        (BOOT, _changed, f"{BOOT} a été changé depuis qu’on l’a fabriqué"),
        (BOOT, _page_of_the_host, f"{BOOT} est un autre fichier (39 octets au lieu de"),
        ("files.json", _gone, "files.json manque (réponse 404)"),
        ("files.json", _page_of_the_host, "files.json n’est pas la liste des fichiers"),
    ],
)  # fmt: skip
def test_a_damaged_host_names_the_file_and_the_cause(
    folder: Path, fresh: Callable[[str], FramedPhone], name: str, damage: Callable[[Path], None], said: str
) -> None:
    damage(folder / name)
    with serve_folder(folder.parents[1]) as url:
        phone = fresh(url)
        phone.tab.goto(f"{url}/")
        expect(phone.tab.locator(".trouble #status")).to_contain_text(said, timeout=LONG)
        expect(phone.tab.locator("#again")).to_be_visible()


def test_a_host_that_changes_meanwhile_is_not_called_damaged(folder: Path, fresh: Callable[[str], FramedPhone]) -> None:
    listed = json.loads((folder / "files.json").read_text("utf-8"))
    _changed(folder / BOOT)
    with serve_folder(folder.parents[1]) as url:
        phone = fresh(url)
        times = iter([json.dumps(listed)])
        phone.tab.route(
            "**/files.json?now", lambda route: route.fulfill(body=next(times, json.dumps(listed | {"mark": "another"})))
        )
        phone.tab.goto(f"{url}/")
        expect(phone.tab.locator(".trouble #status")).to_contain_text("en train d’être mise en ligne", timeout=LONG)


def test_a_host_that_declares_the_packing_as_an_encoding_will_do(
    folder: Path, fresh: Callable[[str], FramedPhone]
) -> None:
    with serve_folder(folder.parents[1], encoded=True) as url:
        phone = fresh(url)
        phone.start()
        phone.awake()
        phone.open("/rules/ascenseur")
        assert phone.faults == []


def test_a_certificate_that_the_phone_does_not_know_is_called_that(
    folder: Path, tmp_path: Path, fresh: Callable[[str], FramedPhone]
) -> None:
    with serve_folder(folder.parents[1], certificate=certificate(tmp_path, "own")) as url:
        phone = fresh(url)
        phone.tab.goto(f"{url}/")
        expect(phone.tab.locator(".trouble #status")).to_contain_text("certificat", timeout=LONG)
