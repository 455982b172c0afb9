"""Everything belongs to a club: others find nothing there, watchers change nothing, a link asks before it lets in."""

import pytest
from flask import Flask

from referee.web.access.device_cookie import LASTING
from tests.web.sharing import another_keeper, join, link_for, watcher_of
from tests.web.table import FOUR, WebMatch, new_match
from tests.web.visitor import Visitor

BIDS = {"step": "bids", "bids": {"Bob": 0, "Chloé": 1, "Dan": 0, "Ana": 1}}
TRICKS = {"step": "tricks", "tricks": {"Bob": 0, "Chloé": 1, "Dan": 0, "Ana": 0}}


@pytest.fixture
def match(visitor: Visitor) -> WebMatch:
    """A match with one round, so that every page of it has something to show."""
    begun = new_match(visitor)
    for entry in (BIDS, TRICKS):
        begun.record(entry)
    return begun


def test_a_page_about_a_match_that_is_not_there_is_no_page_whatever_else_the_address_says(
    app: Flask, match: WebMatch
) -> None:
    other, public_id = Visitor(app), match.public_id
    new_match(other)
    assert [other.open(f"/share?match={public_id}{more}").status for more in ("", "&from=1")] == [404, 404]
    assert other.open(f"/new?from={public_id}").status == 200


def test_a_watcher_is_offered_no_form_that_would_be_refused(app: Flask, match: WebMatch) -> None:
    watcher = watcher_of(match.visitor, Visitor(app))
    for page in ("", "/sheet", "/rounds/0", "/log"):
        shown = watcher.open(match.path + page)
        offered = [form.action for form in shown.forms() if form.action != "/language"]
        assert offered == ([f"{match.path}/keep-request"] if page == "" else []), page
        assert [link for link in shown.links() if "/corrections/" in link or "/steps/" in link] == [], page
    for step in ("penalty", "note", "end"):
        assert watcher.open(f"{match.path}/steps/{step}").status == 403


def test_no_page_of_a_watcher_leads_where_watchers_may_not_go(app: Flask, match: WebMatch) -> None:
    watcher = watcher_of(match.visitor, Visitor(app))
    for path in ("/", match.path, f"{match.path}/sheet", f"{match.path}/log", f"{match.path}/rounds/0"):
        for link in watcher.open(path).links():
            if link.startswith("/"):
                assert watcher.open(link.partition("#")[0]).status == 200, (path, link)


def test_a_watcher_starts_no_match_in_the_club(app: Flask, match: WebMatch) -> None:
    watcher = watcher_of(match.visitor, Visitor(app))
    pairs = [(f"seat.{seat}", name) for seat, name in enumerate(FOUR)]
    assert watcher.send("/new/ascenseur", pairs).status == 403
    for path in ("/new", "/new/ascenseur"):
        refused = watcher.open(path)
        assert refused.status == 403
        assert "Ce téléphone regarde seulement" in refused.text
        assert "cette partie" not in refused.text
    assert len([link for link in match.visitor.open("/").links() if link.startswith("/matches/")]) == 1


def test_another_keeper_of_the_club_records_in_its_matches(app: Flask, match: WebMatch) -> None:
    keeper = another_keeper(match.visitor, Visitor(app), "Dan")
    theirs = WebMatch(keeper, match.path, match.course)
    theirs.record({"step": "note", "text": "by Dan"})
    assert match.exported()["entries"][-1] == {"step": "note", "text": "by Dan"}
    assert "Dan" in match.page("/log").text


def test_opening_a_link_asks_and_gives_nothing_yet(app: Flask, match: WebMatch) -> None:
    guest, link = Visitor(app), link_for(match.visitor, "keeper")
    assert guest.open(link).status == 200
    assert guest.client.head(link).status_code == 200
    assert guest.open(match.path).status == 404
    assert join(guest, link).status == 303
    assert guest.open(match.path).status == 200


def test_joining_twice_is_joining_once(app: Flask, match: WebMatch) -> None:
    guest, link = Visitor(app), link_for(match.visitor, "keeper")
    form = guest.open(link).form(link).fill("name", "Dan")
    assert [form.send().status, form.send().status] == [303, 303]
    assert join(guest, link, "Dan").status == 303
    assert guest.open(match.path).status == 200


def test_a_token_is_shown_once(match: WebMatch) -> None:
    token = link_for(match.visitor, "keeper").rpartition("/")[2]
    assert token not in match.visitor.open("/share").response.get_data(as_text=True)


@pytest.mark.parametrize("number", ["0", "99", "2147483648", "9" * 25, "9" * 5000])
def test_revoking_a_link_that_is_none_does_nothing(match: WebMatch, number: str) -> None:
    link = link_for(match.visitor, "watcher")
    assert match.visitor.send(f"/share/{number}/revoke", []).status == 404
    assert match.visitor.open(link).status == 200


@pytest.mark.parametrize("token", ["x", "%00", "..", "%2e%2e%2fshare", "é" * 200, "9" * 5000])
def test_a_link_that_nobody_made_does_not_exist(app: Flask, match: WebMatch, token: str) -> None:
    assert Visitor(app).open(f"/join/{token}").status == 404
    assert Visitor(app).send(f"/join/{token}", []).status == 404


@pytest.mark.parametrize("path", ["%00", "x", "%F0%9F%82%A1", "a" * 5000, "' OR 1=1 --", "{{ 7*7 }}", "%s"])
def test_an_address_that_no_match_has_does_not_exist(match: WebMatch, path: str) -> None:
    for below in ("", "/sheet", "/export"):
        assert match.visitor.open(f"/matches/{path}{below}").status == 404


@pytest.mark.parametrize("number", ["1", "99", "-1", "x", "9" * 25, "9" * 5000, "1.0"])
def test_a_round_or_an_entry_that_is_none_does_not_exist(match: WebMatch, number: str) -> None:
    assert match.visitor.open(f"{match.path}/rounds/{number}").status == 404
    entry = number if number != "1" else "2"
    assert match.visitor.open(f"{match.path}/corrections/{entry}").status == 404


def test_a_device_whose_cookie_was_tampered_with_is_nobody(app: Flask, match: WebMatch) -> None:
    thief = Visitor(app)
    thief.wear({name: value[:-3] + "abc" for name, value in match.visitor.cookies.items()})
    assert thief.open(match.path).status == 404
    assert thief.open("/").status == 200


def test_the_cookies_are_kept_from_scripts_and_other_sites(visitor: Visitor, match: WebMatch) -> None:
    assert len(visitor.cookies) == 2
    for name in visitor.cookies:
        cookie = visitor.client.get_cookie(name)
        assert cookie is not None
        assert (cookie.http_only, cookie.same_site, cookie.max_age, cookie.secure) == (True, "Lax", LASTING, False)


def test_the_cookies_go_over_https_alone_where_the_page_came_so(visitor: Visitor) -> None:
    visitor.page("/language", visitor.client.post("/language", data={"language": "en"}, base_url="https://localhost/"))
    assert {visitor.client.get_cookie(name).secure for name in visitor.cookies} == {True}  # type: ignore[union-attr]
