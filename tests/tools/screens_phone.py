"""Pictures of what only the app in a phone has: its first page, a match handed over, backups, a club taken along.

Its pages are made by CPython here, below the address of a server, as in ``tests/web/bundles/exchange``; the shell
around them is that of the package, in browsers that lack something.
"""

import logging
import tempfile
from datetime import timedelta
from pathlib import Path

from flask import Flask
from playwright.sync_api import Browser
from sqlalchemy import update

from referee.bundles.handover.codes import codes_in, in_parts, read_code
from referee.store.database.models import Club, Evening, Match, now
from referee.store.database.orm_base import db
from tests.browser.phone import SIZE, Phone
from tests.browser.phone_app.static_host import static_host
from tests.databases import SqliteFiles
from tests.tools.camera import Camera
from tests.web.bundles.exchange.carrier import PREFIX
from tests.web.bundles.exchange.one_address import OneAddress, one_address
from tests.web.phones import phone as another_phone
from tests.web.table import WebMatch, new_match
from tests.web.visitor import Visitor
from tests.web.world import BIDS, TRICKS

SHELL = Path(__file__).resolve().parents[2] / "referee" / "phone" / "browser"
LACKING = {
    "private": "Object.defineProperty(navigator, 'serviceWorker', { value: undefined })",
    "old": "delete Navigator.prototype.locks",
    "damaged": "",
}
"""What a browser has not got, and the name of what the shell says then; the last: a host without the list of files."""

FIRST_PAGES = ("", "handover", "backup", "club/import", "clubs", "evenings", "sync", "share", "no-such-page")
LATER_PAGES = ("", "backup", "clubs", "evenings")
FOUR = ("Ana", "Bob", "Chloé", "Dan")
LOOK_ALIKE = ("ANA", *FOUR[1:])
NOTES = 12
"""Of two hundred signs each: no one code holds them."""
LONG_AGO = timedelta(days=60)


def walk(browser: Browser, camera: Camera) -> None:
    """All of it, in browsers of its own."""
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    _shell(browser, camera)
    with tempfile.TemporaryDirectory() as folder:
        files, data = SqliteFiles(Path(folder)), Path(folder)
        with (
            one_address(files, data) as both,
            another_phone(files, data / "ana", camera.language) as ana,
            another_phone(files, data / "look-alike", camera.language) as look_alike,
        ):
            look = {"viewport": SIZE, "locale": camera.language, "has_touch": True, "reduced_motion": "reduce"}
            camera.page = browser.new_page(**look)  # type: ignore[arg-type]
            phone = Phone(camera.page, both.url + PREFIX)
            _pages(phone, camera, "phone-first", FIRST_PAGES)
            _handed_over(phone, camera, ana)
            _in_parts(phone, camera, new_match(look_alike, players=LOOK_ALIKE))
            _make_old(both.phone)
            _pages(phone, camera, "phone", LATER_PAGES)
            _taken_along(phone, camera, both)
            camera.page.close()


def _shell(browser: Browser, camera: Camera) -> None:
    with static_host(SHELL) as url:
        for name, script in LACKING.items():
            camera.page = browser.new_page(viewport=SIZE, locale=camera.language)  # type: ignore[arg-type]
            camera.page.add_init_script(script)
            camera.page.goto(f"{url}/")
            camera.page.locator(".trouble").wait_for()
            camera(f"phone-shell-{name}")
            camera.page.close()


def _pages(phone: Phone, take: Camera, before: str, names: tuple[str, ...]) -> None:
    for name in names:
        phone.open(f"/{name}")
        take(f"{before}-{name.replace('/', '-') or 'home'}", True)


def _handed_over(phone: Phone, take: Camera, ana: Visitor) -> None:
    """What Ana's phone shows, and what this one says of it: new, the same, further, gone on in both."""
    match = new_match(ana, players=FOUR)
    match.record(BIDS)
    match.record(TRICKS)
    first = _link(match)
    _send(phone, "Bonjour")
    take("phone-open-no-code", True)
    _send(phone, first)
    take("phone-open-new", True)
    phone.follow(phone.page.locator("[value=add]"))
    path = phone.path.removeprefix(PREFIX)
    take("phone-match")
    phone.tap(phone.page.locator(".nav .menu > summary"))
    take("phone-match-menu")
    phone.open(f"{path}/handover")
    take("phone-handover")
    phone.tap(phone.page.locator("main details > summary"))
    take("phone-handover-link", True)
    _send(phone, first)
    take("phone-open-same", True)
    match.record({"step": "note", "text": "Ana"})
    _send(phone, _link(match))
    take("phone-open-further", True)
    phone.note(path, "♠ ♣")
    _send(phone, first)
    take("phone-open-behind", True)
    _send(phone, _link(match))
    take("phone-open-both", True)


def _in_parts(phone: Phone, take: Camera, match: WebMatch) -> None:
    """A match too long for one code: some of its codes, one of them damaged, all at once, and one of them shown."""
    for number in range(NOTES):
        signs = "".join(chr(0x4E00 + (number * 997 + at * 7919) % 20000) for at in range(200))
        match.record({"step": "note", "text": signs})
    codes = [f"#m={part.code}" for part in in_parts(read_code(codes_in(_link(match))[0]).share)]
    for code in (codes[-1], codes[0], codes[0]):
        _send(phone, code)
    take("phone-open-parts", True)
    _send(phone, codes[1][:-9])
    take("phone-open-damaged", True)
    _send(phone, "\n".join(codes))
    take("phone-open-doubles", True)
    phone.follow(phone.page.locator("[value=add]"))
    phone.open(f"{phone.path.removeprefix(PREFIX)}/handover?part=2")
    take("phone-handover-parts")
    take("phone-handover-parts-full", True)


def _link(match: WebMatch) -> str:
    return match.page("/handover").document.all("textarea")[0].raw_text()


def _send(phone: Phone, code: str) -> None:
    phone.open("/handover")
    phone.box("code").fill(code)
    phone.send()


def _make_old(app: Flask) -> None:
    """Let so much time have gone by that a backup is due."""
    with app.app_context():
        db.session.execute(update(Club).values(created_at=now() - LONG_AGO))
        db.session.execute(update(Evening).values(opened_at=now() - LONG_AGO, closed_at=now() - LONG_AGO))
        db.session.execute(update(Match).values(changed_at=now() - timedelta(days=1)))
        db.session.commit()


def _taken_along(phone: Phone, take: Camera, both: OneAddress) -> None:
    """A club of the server comes; then its matches go on here; one went on there too, one is gone there."""
    keeper = Phone(phone.page, both.url)
    paths = [keeper.new_match("ascenseur", FOUR) for _ in range(3)]
    offered, again = (phone.page.locator(f"[data-exchange] [data-{name}] button") for name in ("go", "again"))
    both.away = True
    phone.open("/take?club=1")
    again.wait_for()
    take("phone-take-away", True)
    both.away = False
    phone.open("/take?club=1")
    offered.wait_for()
    take("phone-take-offered", True)
    offered.tap()
    phone.page.locator("[data-found] a").wait_for()
    take("phone-take", True)
    phone.follow(phone.page.locator("[data-found] a"))
    take("phone-home-taken", True)
    keeper.note(paths[0], "♥ ♦")
    keeper.open(paths[2])
    with phone.page.expect_navigation():
        phone.page.locator(".delete-empty form").evaluate("form => form.requestSubmit()")
    both.away = True
    for path in paths:
        phone.note(path, "♠ ♣")
    phone.open("/sync")
    again.wait_for()
    take("phone-sync-away", True)
    phone.open(f"{paths[0]}?server=away")
    take("phone-match-away")
    both.away = False
    phone.open("/")
    phone.page.locator("[data-exchange]").wait_for()
    take("phone-brought")
    phone.open("/sync")
    phone.page.locator("[data-exchange] progress").wait_for(state="hidden")
    phone.page.wait_for_load_state("networkidle")
    take("phone-sync-both", True)
