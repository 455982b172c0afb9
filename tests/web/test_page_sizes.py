"""No page is longer than a phone reads in a moment, whatever the history; what it leaves out stands on the next one."""

import json
from collections.abc import Iterator
from datetime import timedelta
from itertools import pairwise
from random import Random

import pytest
from flask import Flask
from sqlalchemy import select

from referee.store.database.models import Club, Device, Invitation, Membership, now
from referee.store.database.orm_base import db
from referee.store.database.transactions import writing
from tests.bundles.clubs import MOMENT
from tests.databases import SqliteFiles, app_on
from tests.games.random_matches import NAMES, random_match
from tests.web.access.test_queries import count_statements
from tests.web.addresses import addresses
from tests.web.heavy_club import PEOPLE, corrected, disputed, evening_of, free_sheet, heavy_visitor, match_of, points
from tests.web.markup import Element
from tests.web.visitor import Page, Visitor

pytestmark = pytest.mark.early  # the club of these tests takes six seconds to make

MOST = 60_000
"""Bytes of HTML that any page may have, before it is compressed."""

MOST_ASKED = 13
"""Queries that any of these pages may send."""

MANY, EVENINGS, OPEN, PHONES = 1500, 70, 130, 60
LONG = ("free6", "free12", "free1500", "corrected", "disputed", "barbu", "evening-0-3")
CROWD = list(PEOPLE)


@pytest.fixture(scope="module")
def heavy(sqlite: SqliteFiles, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Flask, Visitor]]:
    """A keeper of a club with long matches, long evenings, many evenings and many people."""
    barbu = random_match(Random(2), "barbu", 60, 0.0, players=list(NAMES[:4]), options={}, dealer="Ana")
    matches = [
        free_sheet("free6", 6, 130), free_sheet("free12", 12, 130), free_sheet("free1500", 4, MANY),
        corrected("corrected", 150, 300), disputed("disputed", 60), 
        match_of("barbu", "barbu", NAMES[:4], barbu["entries"]),
        match_of("target", "feuille-libre", NAMES[:4], [points(NAMES[:4], 0)] * MANY, options={"target": 5000}),
        *evening_of(50),
    ]  # fmt: skip
    for n in range(0, len(CROWD) - 11, 12):
        ended = [points(CROWD[n : n + 12], n), {"step": "end"}]
        matches.append(match_of(f"crowd-{n}", "feuille-libre", CROWD[n : n + 12], ended, "evening-1", MOMENT))
    for number in range(1, EVENINGS):
        people = [CROWD[(number * 7 + seat) % len(CROWD)] for seat in range(12)]
        ended = [points(people, number), points(people, number + 1), {"step": "end"}]
        began = MOMENT + timedelta(days=number)
        matches += [
            match_of(f"m{number}-{n}", "feuille-libre", people, ended, f"evening-{number}", began) for n in range(3)
        ]
    matches += [match_of(f"open-{n}", "triolet", CROWD[n % 9 : n % 9 + 4], ()) for n in range(OPEN)]
    with app_on(url := sqlite.migrated(), tmp_path_factory.mktemp("heavy")) as app:
        yield app, heavy_visitor(app, matches, EVENINGS)
    sqlite.drop(url)


@pytest.mark.thorough
def test_no_page_is_longer_than_sixty_kilobytes(heavy: tuple[Flask, Visitor]) -> None:
    app, visitor = heavy
    player = next(link for link in visitor.open("/players").links() if link.startswith("/players/"))
    asked = {
        address.path for match in LONG for address in addresses(app, f"/matches/{match}") if address.method == "GET"
    }
    asked |= {f"/matches/{match}{below}" for match in LONG for below in ("/rounds/1", "/rounds/149", "/corrections/2")}
    asked |= {"/evenings/evening-0", "/evenings/evening-9", player, f"{player}?game=feuille-libre", "/ranking?least=1"}
    weights = {path: size for path in sorted(asked) if (size := _weight(visitor.open(path)))}
    assert len(weights) > 60
    assert {path: size for path, size in weights.items() if size > MOST} == {}


def _weight(page: Page) -> int:
    """The bytes of a page; 0 for what is none, and for what is no page of HTML."""
    html = page.status == 200 and page.response.mimetype == "text/html"
    return len(page.response.get_data()) if html else 0


def walked(visitor: Visitor, path: str, rel: str) -> Iterator[Page]:
    """A page and those that its links of this kind lead to, one after another; all of them are short."""
    seen: set[str] = set()
    while path not in seen:
        seen.add(path)
        page = visitor.open(path)
        assert page.status == 200, (path, page.status)
        assert _weight(page) <= MOST, path
        yield page
        path = next((a.attributes["href"] for a in page.document.all("a") if a.attributes.get("rel") == rel), path)


def rows(page: Page) -> list[str]:
    """The rows of the sheet on a page."""
    groups = page.document.all("table")[0].all("tbody")
    return [row.text() for group in groups for row in group.all("tr") if row.all("td")]


def articles(page: Page) -> list[str]:
    return [_read(article) for article in page.document.all("article", class_="record")]


def _read(one: Element) -> str:
    return one.text() + " ".join(a.attributes["href"] for a in one.all("a"))


@pytest.mark.first_alone
@pytest.mark.parametrize("match", ["free6", "free12", "free1500", "corrected", "barbu"])
def test_the_pages_of_a_sheet_joined_are_the_whole_sheet(heavy: tuple[Flask, Visitor], match: str) -> None:
    _, visitor = heavy
    whole = rows(visitor.open(f"/matches/{match}/sheet?all=1"))
    back = [rows(page) for page in walked(visitor, f"/matches/{match}/sheet", "prev")]
    assert [row for part in reversed(back) for row in part] == whole
    forth = [rows(page) for page in walked(visitor, f"/matches/{match}/sheet?from=0", "next")]
    assert [row for part in forth for row in part] == whole


def test_a_page_of_a_sheet_begins_with_rows_that_stand_together(
    heavy: tuple[Flask, Visitor], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.web.matches.sheet_pagination.ROWS", 7)  # a hand of barbu has fewer
    _, visitor = heavy
    whole = rows(visitor.open("/matches/barbu/sheet?all=1"))
    pages = list(walked(visitor, "/matches/barbu/sheet", "prev"))
    assert [row for page in reversed(pages) for row in rows(page)] == whole
    headings = [[row.text() for row in page.document.all("tr", class_="group") if not row.all("a")] for page in pages]
    assert len(pages) > 2
    assert all(later[0] != earlier[-1] for later, earlier in pairwise(headings))


def test_every_page_of_a_sheet_tells_the_standing_and_the_last_has_the_curve(heavy: tuple[Flask, Visitor]) -> None:
    _, visitor = heavy
    last, *earlier = walked(visitor, "/matches/free6/sheet", "prev")
    totals = [cell.text().split()[0] for cell in last.document.all("tbody")[-1].all("tr")[-1].all("td")]
    assert earlier
    assert last.document.all("svg", class_="chart") or last.document.all("figure", class_="chart")
    for page in earlier:
        assert [cell.text().split()[0] for cell in page.document.all("tfoot")[0].all("td")] == totals
    assert "/matches/free6/sheet?all=1" in last.links()
    assert b"data-print" not in last.response.data
    assert b"data-print" in visitor.open("/matches/free6/sheet?all=1").response.data


def test_a_row_that_was_taken_back_meanwhile_leads_to_the_sheet(heavy: tuple[Flask, Visitor]) -> None:
    _, visitor = heavy
    for asked in ("before=0", "before=999", "from=999"):
        assert visitor.open(f"/matches/free6/sheet?{asked}").response.headers["Location"].endswith("/free6/sheet")
    for nonsense in ("before=x", "before=-1", "from=" + "9" * 30):
        assert visitor.open(f"/matches/free6/sheet?{nonsense}").status == 200


@pytest.mark.parametrize(("match", "records"), [("free6", 130), ("corrected", 450), ("disputed", 122)])
def test_the_pages_of_a_log_joined_are_the_whole_log(heavy: tuple[Flask, Visitor], match: str, records: int) -> None:
    _, visitor = heavy
    back = [articles(page) for page in walked(visitor, f"/matches/{match}/log", "next")]
    joined = [record for part in back for record in part]
    assert len(joined) == records
    forth = [articles(page) for page in walked(visitor, f"/matches/{match}/log?before=1", "prev")]
    assert [record for part in reversed(forth) for record in part] == joined


def test_a_round_with_much_in_it_is_read_in_parts(heavy: tuple[Flask, Visitor]) -> None:
    _, visitor = heavy
    parts = [articles(page) for page in walked(visitor, "/matches/disputed/rounds/1", "next")]
    assert len([record for part in parts for record in part]) == 121
    assert "autres corrections, au journal" in visitor.open("/matches/corrected/rounds/149").text


def test_an_evening_is_told_match_by_match(heavy: tuple[Flask, Visitor]) -> None:
    _, visitor = heavy
    pages = list(walked(visitor, "/evenings/evening-0", "next"))
    shown = [
        section.attributes["id"] for page in pages for section in page.document.all("section", class_="told-match")
    ]
    assert shown == [f"m-evening-0-{number}" for number in range(50)]
    won = next(link for link in pages[0].links() if link.endswith("#m-evening-0-39"))
    assert 'id="m-evening-0-39"' in visitor.open(won).response.get_data(as_text=True)


def test_everybody_of_a_crowded_evening_is_told_page_by_page(heavy: tuple[Flask, Visitor]) -> None:
    _, visitor = heavy
    names: list[str] = []
    path: str | None = "/evenings/evening-1"
    while path is not None:
        page = visitor.open(path)
        assert 0 < _weight(page) <= MOST
        [standing] = page.document.all("table", class_="compare")
        names += [row.all("th")[0].text() for row in standing.all("tbody")[0].all("tr")]
        path = next((link for link in page.links() if "places=" in link), None)
    assert len(names) == len(set(names)) == len(CROWD) // 12 * 12


def test_the_phones_of_a_club_are_read_page_by_page(heavy: tuple[Flask, Visitor]) -> None:
    app, visitor = heavy
    with app.app_context(), writing():
        [club] = db.session.scalars(select(Club))
        for number in range(PHONES):
            link = Invitation(club_id=club.id, token_hash=str(number), role="keeper", expires_at=now() + timedelta(1))
            db.session.add_all((link, device := Device(name=f"téléphone {number}")))
            db.session.flush()
            if number % 3:  # each third link is nobody's yet
                db.session.add(Membership(device_id=device.id, club_id=club.id, role="keeper", invitation_id=link.id))
    pages = list(walked(visitor, "/share", "next"))
    named = [box.attributes["value"] for page in pages for box in page.document.all("input") if _names_a_phone(box)]
    assert sorted(filter(None, named)) == sorted(f"téléphone {n}" for n in range(PHONES) if n % 3)
    assert sum(len(page.document.all("article", class_="link-card")) for page in pages) >= PHONES


def _names_a_phone(box: Element) -> bool:
    return box.attributes.get("aria-label") == "Nom du téléphone"


def test_a_correction_that_drops_all_that_follows_is_carried_in_few_words(heavy: tuple[Flask, Visitor]) -> None:
    _, visitor = heavy
    form = visitor.open("/matches/target/corrections/2").form("/corrections/2")
    refused = form.fill("points.0", "9000").send()  # somebody wins there and then
    assert refused.status == 422
    [drop] = [form for form in refused.forms() if ("remove", "1") in form.buttons()]
    assert json.loads(drop.value("draft"))[-1] == [[3, MANY - 1], None]
    preview = drop.send(("remove", "1"))
    assert 0 < _weight(preview) <= MOST
    done = preview.form("/corrections").send()
    assert done.status == 303
    assert visitor.open("/matches/target").document.all("section", class_="final")


def test_lists_are_read_page_by_page(heavy: tuple[Flask, Visitor]) -> None:
    _, visitor = heavy
    found = [link for page in walked(visitor, "/evenings", "next") for link in page.links() if "/evening-" in link]
    assert len(found) == len(set(found)) == EVENINGS
    tiles = [
        link for page in walked(visitor, "/", "next") for link in page.links() if link.startswith("/matches/open-")
    ]
    assert len(tiles) == len(set(tiles)) == OPEN
    people = [link for page in walked(visitor, "/players", "next") for link in page.links() if link[9:].isdecimal()]
    assert len(people) == len(set(people)) >= len(PEOPLE)


def test_a_page_asks_the_database_as_much_of_a_long_history_as_of_a_short_one(heavy: tuple[Flask, Visitor]) -> None:
    app, visitor = heavy

    def asked(path: str) -> int:
        visitor.open(path)  # what it takes to memory is not asked again
        with count_statements(app) as sent:
            assert visitor.open(path).status == 200
        return len(sent)

    for below in ("", "/sheet", "/log", "/rounds/1"):
        assert asked(f"/matches/free1500{below}") == asked(f"/matches/free6{below}"), below
    assert asked("/evenings/evening-0") == asked("/evenings/evening-9")
    assert max(map(asked, ("/", "/new", "/new/ascenseur", "/evenings/evening-0", "/evenings"))) <= MOST_ASKED
