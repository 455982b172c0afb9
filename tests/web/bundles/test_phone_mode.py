"""Where the application runs in a phone: what only a server can do is not there, and something takes its place."""

import io
import re
from collections import Counter, deque
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import update

from referee.store.clubs.backups import EVENINGS, OLD, PUT_OFF
from referee.store.database.models import Club, Evening, Match, now
from referee.store.database.orm_base import db
from tests.databases import Databases
from tests.web.access.test_every_page import assert_well_made
from tests.web.phones import phone
from tests.web.table import WebMatch, new_match
from tests.web.visitor import Page, Visitor
from tests.web.world import BIDS, NOTE, TRICKS

SERVERS = re.compile(r"^/(share|join|recover|sw\.js|offline)\b")
SERVERS_WORDS = {
    "fr": r"(?-i:(?<!«.)Partager)|\blien d|code de secours|code pour|téléphones|propriétaire|regarder|serveur|https"
    r"|Wi-?Fi",
    "en": r"(?<!“)\bshare\b(?! of\b)|recovery code|code for|\bphones\b|\bowner\b|watching|\bserver\b|https|Wi-?Fi",
}
"""What the pages of sharing say; a victory may be shared, a share of matches won, a browser's own button is quoted."""
NO_PAGES = re.compile(r"\.(csv|svg|zip)$|/export$|/picture$|/handover/file$|/result\.")


@pytest.fixture(params=["fr", "en"])
def owner(request: pytest.FixtureRequest, databases: Databases, tmp_path: Path) -> Iterator[Visitor]:
    with phone(databases, tmp_path / "phone", request.param) as visitor:
        yield visitor


@pytest.fixture
def ana(databases: Databases, tmp_path: Path) -> Iterator[Visitor]:
    with phone(databases, tmp_path / "ana") as visitor:
        yield visitor


def filled(visitor: Visitor) -> WebMatch:
    """A club with a match that is over, one that goes on and one in the bin."""
    over, going_on, gone = new_match(visitor), new_match(visitor), new_match(visitor)
    for match in (over, going_on):
        for entry in (BIDS, TRICKS, NOTE):
            match.record(entry)
    over.record({"step": "end"})
    visitor.send(f"{gone.path}/delete", [])
    return going_on


def walked(visitor: Visitor) -> Iterator[Page]:
    """Every page that a link leads to from the home page, three of each kind of address."""
    coming, seen, kinds = deque(["/"]), {"/"}, Counter("/")
    while coming:
        page = visitor.open(coming.popleft())
        if page.response.mimetype != "text/html":
            continue
        yield page
        for link in page.links():
            path = link.partition("#")[0]
            if path.startswith("/") and path not in seen and not NO_PAGES.search(path.partition("?")[0]):
                seen.add(path)
                kinds[kind := _kind(path)] += 1
                if kinds[kind] <= 3:
                    coming.append(path)


def _kind(path: str) -> str:
    """The address without what is named in it."""
    bare = re.sub(r"/(matches|evenings|players)/[^/?]+", r"/\1/x", path)
    return re.sub(r"^/(rules|desk|new)/.*", r"/\1/x", bare.partition("?")[0])


@pytest.mark.thorough
@pytest.mark.first_alone
def test_no_page_speaks_of_what_only_a_server_can_do(owner: Visitor) -> None:
    filled(owner)
    paths = []
    for page in walked(owner):
        paths.append(page.path)
        assert page.status == 200, page.path
        assert_well_made(page, owner.language)
        assert [link for link in (*page.links(), *(form.action for form in page.forms())) if SERVERS.match(link)
                and link != "/share/name"] == [], page.path  # fmt: skip
        if not page.path.startswith(("/rules", "/desk", "/sync", "/take")):  # those speak of cards, or of a server
            assert re.findall(SERVERS_WORDS[owner.language], page.text, re.IGNORECASE) == [], page.path
    assert len(paths) > 30
    assert {"/backup", "/handover", "/clubs", "/club/import", "/deleted"} <= set(paths)


@pytest.mark.parametrize("path", ["/share", "/join/no-such-token", "/recover", "/offline", "/sw.js"])
def test_a_page_of_a_server_says_what_to_do_instead(ana: Visitor, path: str) -> None:
    page = ana.open(path)
    assert page.status == 404
    assert "Passer la partie" in page.text
    assert ana.send("/share", [("role", "watcher")]).status == 404


def test_a_phone_is_its_owners_from_the_first_page_on(ana: Visitor) -> None:
    assert ana.open("/clubs").form("/share/name").fill("name", "La famille").send().location == "/clubs"
    assert "La famille" in ana.open("/clubs").text
    assert ana.open("/club/import").status == 200
    ana.wear({})
    assert "La famille" in ana.open("/clubs").text, "a phone needs no cookie to know its owner"


def test_a_rulebook_can_be_read_before_anything_else(ana: Visitor) -> None:
    assert ana.open("/rules/ascenseur").status == 200


def test_the_address_of_a_match_that_is_elsewhere_says_how_it_comes(ana: Visitor) -> None:
    page = ana.open("/matches/none-of-this-phone")
    assert page.status == 404
    assert "Passer la partie" in page.text
    assert "/handover" in page.links()


@pytest.mark.parametrize("below", ["/rounds/9", "/no-such-page"])
def test_a_page_that_a_match_of_this_phone_has_not_does_not_say_that_the_match_is_elsewhere(
    ana: Visitor, below: str
) -> None:
    page = ana.open(f"{new_match(ana).path}{below}")
    assert page.status == 404
    assert "Cette page n’existe pas" in page.text
    assert "/handover" not in page.links()
    assert "Passer la partie" not in ana.open("/evenings/none-of-this-phone").text


# Backups


def evenings_ago(visitor: Visitor, days: int, evenings: int) -> None:
    """Matches of so many evenings, and the club as it was founded so long ago."""
    for _ in range(evenings):
        new_match(visitor).record(BIDS)
        with visitor.client.application.app_context():
            db.session.execute(update(Evening).values(closed_at=now() - OLD * 2, opened_at=now() - OLD * 2))
            db.session.execute(update(Match).values(changed_at=now() - timedelta(days=1)))
            db.session.commit()
    with visitor.client.application.app_context():
        db.session.execute(update(Club).values(created_at=now() - timedelta(days=days)))
        db.session.commit()


def reminded(page: Page) -> bool:
    return "/backup/later" in [form.action for form in page.forms()]


@pytest.mark.first_alone
@pytest.mark.parametrize(
    ("days", "evenings", "due"),
    [(0, 0, False), (60, 0, False), (29, 1, False), (30, 1, True), (1, EVENINGS - 1, False), (1, EVENINGS, True)],
)
def test_another_backup_is_due_after_thirty_days_or_three_evenings_with_something_new(
    ana: Visitor, days: int, evenings: int, due: bool
) -> None:
    ana.open("/")
    with ana.client.application.app_context():
        db.session.execute(update(Club).values(backed_up_at=now() - timedelta(days=max(days, 2))))
        db.session.commit()
    evenings_ago(ana, days, evenings)
    assert reminded(ana.open("/")) == due


@pytest.mark.parametrize(
    ("hours", "closed", "due"), [(0, False, False), (7, False, False), (9, False, True), (0, True, True)]
)
def test_the_first_backup_is_due_when_the_first_evening_is_over(
    ana: Visitor, hours: int, closed: bool, due: bool
) -> None:
    match = new_match(ana)
    assert not reminded(ana.open("/"))
    match.record(BIDS)
    with ana.client.application.app_context():
        db.session.execute(update(Match).values(changed_at=now() - timedelta(hours=hours)))
        db.session.execute(update(Evening).values(closed_at=now() if closed else None))
        db.session.commit()
    assert reminded(ana.open("/")) == due


def test_an_evening_in_which_nothing_was_recorded_asks_for_no_backup(ana: Visitor) -> None:
    new_match(ana)
    with ana.client.application.app_context():
        db.session.execute(update(Evening).values(closed_at=now()))
        db.session.commit()
    assert not reminded(ana.open("/"))


def test_the_reminder_goes_when_the_backup_is_made_and_waits_where_it_is_put_off(ana: Visitor) -> None:
    ana.open("/")
    evenings_ago(ana, 60, 1)
    evening = next(link for link in ana.open("/evenings").links() if link.startswith("/evenings/"))
    assert reminded(ana.open(evening))
    assert ana.open("/").form("/backup/later").send().status == 303
    assert not reminded(ana.open("/"))
    with ana.client.application.app_context():
        db.session.execute(update(Club).values(backup_put_off_at=now() - PUT_OFF))
        db.session.commit()
    assert reminded(ana.open("/"))
    assert "aucune encore" in ana.open("/backup").text
    assert ana.open("/backup").form("/backup").send().status == 200
    assert not reminded(ana.open("/"))
    assert "aucune encore" not in ana.open("/backup").text


def test_a_backup_brings_everything_back_on_a_new_phone(ana: Visitor, databases: Databases, tmp_path: Path) -> None:
    match = filled(ana)
    saved = ana.open("/backup").form("/backup").send()
    assert saved.response.headers["Content-Disposition"].startswith("attachment")
    with phone(databases, tmp_path / "new") as new:
        sent = new.send("/club/import", [("archive", (io.BytesIO(saved.response.get_data()), "club.zip"))])
        assert sent.forms()[0].send().status == 303
        assert new.open(f"{match.path}/sheet").text == ana.open(f"{match.path}/sheet").text


@pytest.mark.parametrize(
    ("answer", "said"), [("yes", "oui, pour de bon"), ("no", "il peut tout effacer"), ("", "on ne sait pas")]
)
def test_the_page_says_whether_the_browser_keeps_what_lies_here(ana: Visitor, answer: str, said: str) -> None:
    page = ana.client.get("/backup", headers={"X-Storage-Persisted": answer, **ana.headers()})
    assert said in page.get_data(as_text=True).replace("\u00a0", " ")
