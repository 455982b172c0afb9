"""Another version on the host: kept beside the one that runs, taken when the tab is loaded anew; the match goes on."""

import hashlib
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser

from tests.browser.phone import SIZE
from tests.browser.phone_app.framed import FOLDER, LONG, FramedPhone, phone_in, serve_folder
from tests.browser.test_whole_match import PLAYERS, tap_round

pytestmark = pytest.mark.thorough

MARK = "async () => (await (await fetch('files.json')).json()).mark"
WAITS = "async () => Boolean((await navigator.serviceWorker.ready).waiting)"
"""Whether a new version waits until nobody is in the middle of anything."""
RENEWED = "() => getComputedStyle(document.documentElement).getPropertyValue('--version') === 'new'"
"""Whether the shell is that of the new version; no promise, which is as good as true to whoever waits for it."""

TAKES_OVER = """if (top === self) {
  const { getRegistration } = ServiceWorkerContainer.prototype;
  ServiceWorkerContainer.prototype.getRegistration = async function (scope) {
    const registration = await getRegistration.call(this, scope);
    const change = new Promise((done) => this.addEventListener("controllerchange", done, { once: true }));
    registration.waiting?.postMessage({ go: true });
    if (registration.waiting) await change;
    return registration;
  };
}"""
"""The version that waits takes over once the page has been loaded, before any script of the page looks."""
TAKES_NOTHING = "() => { ServiceWorker.prototype.postMessage = () => {}; }"

KEPT_BY = """async ([mark, name]) => {
  const cacheName = (await caches.keys()).find(name => name.endsWith(mark));
  return Boolean(await caches.match(name, { cacheName }));
}"""
"""Whether the version of this mark has kept a file."""
DROP = """async ending => {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) if (request.url.endsWith(ending)) await cache.delete(request);
  }
}"""

MOST_OF_A_STYLE_SHEET = 50_000
"""Bytes that an update may fetch in which one style sheet has changed."""

CACHES = "async () => (await caches.keys()).map(name => name.split(' ').pop())"


@pytest.fixture
def mutable(made: Path, tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """A folder on a host of its own, which may change, and its address."""
    folder = tmp_path / "host" / FOLDER
    shutil.copytree(made, folder)
    with serve_folder(tmp_path / "host", sent=tmp_path / "sent") as url:
        yield folder, url


@pytest.fixture
def phone(browser: Browser, mutable: tuple[Path, str]) -> Iterator[FramedPhone]:
    context = browser.new_context(viewport=SIZE, has_touch=True, is_mobile=True, locale="fr")
    phone = phone_in(context, mutable[1])
    phone.start("#/")
    phone.awake()
    yield phone
    context.close()


def test_a_new_version_is_kept_beside_and_taken_with_the_match_going_on(
    phone: FramedPhone, mutable: tuple[Path, str]
) -> None:
    path = phone.new_match("ascenseur", PLAYERS)
    tap_round(phone, Random(1), 1)
    totals, old = phone.totals(), phone.tab.evaluate(MARK)
    new = renewed(mutable[0])
    phone.reload()
    phone.until(lambda: phone.tab.evaluate(WAITS), LONG)
    assert phone.tab.evaluate(MARK) == old  # what runs stays one version until it is left
    tap_round(phone, Random(2), 2)
    totals = phone.totals()
    phone.tab.reload()
    phone.tab.wait_for_function(RENEWED, timeout=LONG)
    phone.arrived()
    assert phone.tab.evaluate(MARK) == new
    phone.awake()
    assert phone.path == path
    assert phone.totals() == totals
    assert phone.tab.evaluate(CACHES) == [new]
    tap_round(phone, Random(3), 3)
    assert phone.faults == []


def test_what_a_new_style_sheet_brings_over_the_wire_and_python_is_prepared_before_it_is_taken(
    phone: FramedPhone, mutable: tuple[Path, str], tmp_path: Path
) -> None:
    """The new version's Python starts from its memory alone, and nobody has waited for that."""
    old, sent = phone.tab.evaluate(MARK), tmp_path / "sent"
    new = renewed(mutable[0])
    sent.unlink()
    phone.reload()
    phone.until(lambda: phone.tab.evaluate(WAITS), LONG)
    assert phone.tab.evaluate(MARK) == old
    assert phone.tab.evaluate(KEPT_BY, [new, "runtime/memory"])
    came = [line.split() for line in sent.read_text().splitlines()]
    assert any(path.startswith(f"/{FOLDER}/phone.css") for _, path in came)
    assert sum(int(size) for size, _ in came) < MOST_OF_A_STYLE_SHEET, came

    phone.tab.evaluate(DROP, "runtime/referee.zst")
    shutil.rmtree(mutable[0] / "runtime")
    phone.tab.reload()
    phone.tab.wait_for_function(RENEWED, timeout=LONG)
    phone.arrived()
    phone.open("/rules/ascenseur")
    assert phone.tab.evaluate(MARK) == new


def test_a_page_loaded_while_the_new_version_takes_over_is_loaded_anew(
    phone: FramedPhone, mutable: tuple[Path, str]
) -> None:
    new = renewed(mutable[0])
    phone.reload()
    phone.until(lambda: phone.tab.evaluate(WAITS), LONG)
    phone.tab.evaluate(TAKES_NOTHING)
    phone.tab.add_init_script(TAKES_OVER)
    phone.tab.reload()
    phone.tab.wait_for_function(RENEWED, timeout=LONG)
    phone.arrived()
    assert phone.tab.evaluate(MARK) == new


def test_half_a_new_version_is_not_taken(phone: FramedPhone, mutable: tuple[Path, str]) -> None:
    old = phone.tab.evaluate(MARK)
    renewed(mutable[0])
    (mutable[0] / "phone.css").write_text("/* not what was announced */")
    phone.reload()
    phone.awake()
    phone.tab.wait_for_timeout(500)
    phone.reload()
    assert phone.tab.evaluate(MARK) == old
    assert not phone.tab.evaluate(WAITS)


def renewed(folder: Path) -> str:
    """Put another version into the folder: one style sheet differs; its mark, which the page has too."""
    sheet, listed, worker = folder / "phone.css", folder / "files.json", folder / "service_worker.js"
    page = folder / "index.html"
    files = json.loads(listed.read_text("utf-8"))
    old = files["mark"]
    sheet.write_text(sheet.read_text("utf-8") + ":root { --version: new; }\n", "utf-8")
    files["mark"] = hashlib.sha256(old.encode()).hexdigest()[:12]
    page.write_text(page.read_text("utf-8").replace(old, files["mark"]), "utf-8")
    for changed in (sheet, page):
        files["first"][changed.name] = changed.stat().st_size
        files["hashes"][changed.name] = hashlib.sha256(changed.read_bytes()).hexdigest()
    listed.write_text(json.dumps(files), "utf-8")
    worker.write_text(worker.read_text("utf-8").replace(old, files["mark"]), "utf-8")
    return str(files["mark"])
