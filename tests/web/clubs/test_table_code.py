"""The code of a table through the pages: shown, typed, guessed in vain; watchers who ask to keep, and the answer."""

import json
import secrets
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

import pytest
from flask import Flask
from sqlalchemy import select

from referee.store.clubs.table_codes import ALPHABET, BITS, SIGNS
from referee.store.database.models import Membership
from referee.store.database.orm_base import db
from referee.web.access.rate_limits import LIMITS
from tests.store.keeping import later
from tests.web.sharing import another_keeper, join, link_for, watcher_of
from tests.web.table import FOUR, WebMatch, new_match
from tests.web.visitor import Page, Visitor

CODES = 2 ** (SIGNS * BITS)
BIDS = {"step": "bids", "bids": {"Bob": 0, "Chloé": 1, "Dan": 0, "Ana": 1}}


def signs_on(page: Page) -> str:
    """The code that a page shows, "" where it shows none."""
    shown = page.document.all(class_="signs")
    return shown[0].text().replace(" ", "") if shown else ""


def code_for(match: WebMatch) -> str:
    """A new code, made on the page of sharing."""
    page = match.visitor.open(f"/share?match={match.public_id}")
    return signs_on(page.form("/share/code").send().follow())


def scanned(match: WebMatch) -> str:
    """Where the QR code leads."""
    page = match.visitor.open(f"/share/code?match={match.public_id}")
    address = next(box.attributes["value"] for box in page.document.all("input") if "data-link" in box.attributes)
    return urlsplit(address).path


def typed(guest: Visitor, code: str, name: str = "") -> Page:
    return guest.open("/join").form("/join").fill("code", code).fill("name", name).send()


def seat_at(match: WebMatch, guest: Visitor, name: str = "Zoé") -> Visitor:
    """The guest, come by the code of the table."""
    assert typed(guest, code_for(match), name).location == match.path
    return guest


# Watching


def test_the_home_page_leads_a_new_phone_to_the_match_by_six_signs(app: Flask, match: WebMatch) -> None:
    code, guest = code_for(match), Visitor(app)
    assert "/join" in guest.open("/").links()
    assert typed(guest, code.lower()).location == match.path
    assert "Vous regardez la partie." in guest.open(match.path).text
    assert guest.send(f"{match.path}/entries", [("step", "note"), ("text", "x"), ("expected", "0")]).status == 403


def test_the_qr_code_leads_to_the_same_table_and_asks_first(app: Flask, match: WebMatch) -> None:
    code_for(match)
    guest = Visitor(app)
    link = scanned(match)
    assert "suivre les parties de la table" in guest.open(link).text
    assert guest.open(match.path).status == 404  # to look at the page joins nothing
    assert join(guest, link).location == match.path


def test_a_wrong_code_stays_as_it_was_typed(app: Flask, match: WebMatch) -> None:
    code_for(match)
    page = typed(Visitor(app), "222 222", "Zoé")
    assert page.status == 422
    assert "n’ouvre aucune table" in page.text
    assert (page.form("/join").value("code"), page.form("/join").value("name")) == ("222 222", "Zoé")


def test_the_code_stays_on_the_page_of_sharing_on_the_view_of_the_table_and_in_large(match: WebMatch) -> None:
    code = code_for(match)
    pages = [
        "/share",
        f"/share?match={match.public_id}",
        f"{match.path}/table",
        f"/share/code?match={match.public_id}",
        "/share/code",
    ]
    shown = {path: signs_on(match.visitor.open(path)) for path in pages}
    assert shown == dict.fromkeys(pages, code)
    drawn = [match.visitor.open(path).document.all("svg", class_="qr") for path in pages]
    assert [len(codes) for codes in drawn] == [1] * len(pages)


def test_the_code_stays_for_the_next_match_of_the_evening(app: Flask, match: WebMatch) -> None:
    code = code_for(match)
    match.record({"step": "end"})
    following = new_match(match.visitor)
    assert signs_on(following.page("/table")) == code
    assert typed(Visitor(app), code).location == following.path


def test_there_is_no_code_before_the_first_match(app: Flask) -> None:
    visitor = Visitor(app)
    visitor.send("/clubs", [])
    page = visitor.open("/share")
    assert [form.action for form in page.forms() if form.action == "/share/code"] == []
    assert visitor.send("/share/code", []).status == 404
    assert visitor.open("/share/code").location == "/share"


def test_a_code_is_made_on_the_view_of_the_table_too(match: WebMatch) -> None:
    answer = match.page("/table").form("/share/code").send()
    assert answer.location == f"{match.path}/table"
    assert len(signs_on(answer.follow())) == SIGNS


def test_the_tabs_of_the_match_stay(match: WebMatch) -> None:
    code_for(match)
    for path in ("/share", "/share/code"):
        with_match, without = match.visitor.open(f"{path}?match={match.public_id}"), match.visitor.open(path)
        assert f"{match.path}/sheet" in with_match.links()
        assert f"{match.path}/sheet" not in without.links()


def test_the_page_of_sharing_says_one_thing_about_how_long_the_code_works(app: Flask, match: WebMatch) -> None:
    seat_at(match, Visitor(app))
    page = match.visitor.open("/share")
    assert page.text.count("l sert jusqu’à un jour après la partie, sept jours au plus") == 2
    assert "il sert jusqu’au" not in page.text


def test_the_page_of_sharing_lists_who_came_by_the_code(app: Flask, match: WebMatch) -> None:
    seat_at(match, Visitor(app))
    cards = [card.text() for card in match.visitor.open("/share").document.all(class_="link-card")]
    assert [card.startswith("Code de la table") and "Zoé regarde" in card for card in cards] == [False, True]


@pytest.mark.parametrize(
    ("base", "said"),
    [("http://192.168.1.20:8000", True), ("http://localhost:8000", False), ("https://arbitre.example", False)],
)
def test_what_plain_http_leaves_out_is_said_where_it_matters(app: Flask, base: str, said: bool) -> None:
    keeper = app.test_client()
    seats = {f"seat.{seat}": name for seat, name in enumerate(FOUR)}
    path = keeper.post("/new/ascenseur", data={**seats, "dealer": "0"}, base_url=base).location
    match = path.rpartition("/")[2]
    assert keeper.post("/share/code", data={"match": match}, base_url=base).status_code == 303
    for page in (f"{path}/table", f"/share/code?match={match}"):
        answer = keeper.get(page, base_url=base)
        assert answer.status_code == 200
        assert ("une adresse https" in answer.text) == said, page


# What opens nothing


def test_the_code_of_a_table_that_ended_opens_nothing(app: Flask, match: WebMatch) -> None:
    code = code_for(match)
    link = scanned(match)
    match.record({"step": "end"})
    with later(timedelta(hours=25)):
        guest = Visitor(app)
        assert typed(guest, code).status == 422
        assert guest.open(link).status == 404
        assert guest.send(link, []).status == 404
        assert signs_on(match.visitor.open("/share")) == ""


def test_the_code_of_another_club_opens_nothing_here(app: Flask, match: WebMatch) -> None:
    other = new_match(Visitor(app), players=("Xi", "Yann", "Zoé"))
    guest = Visitor(app)
    assert typed(guest, code_for(other)).location == other.path
    assert guest.open(match.path).status == 404
    assert match.visitor.send("/share/code", [("match", other.public_id)]).status == 404


def test_a_new_code_at_a_tap_ends_the_old_one(app: Flask, match: WebMatch) -> None:
    guest = seat_at(match, Visitor(app))
    old = signs_on(match.visitor.open("/share"))
    new = code_for(match)
    assert typed(Visitor(app), old).status == 422
    assert typed(Visitor(app), new).status == 303
    assert guest.open(match.path).status == 200


def test_a_guest_of_one_match_is_shown_no_code_not_even_by_what_others_are_told(app: Flask, match: WebMatch) -> None:
    """The code would open all of the club; who watches the same page is sent one shared answer."""
    code_for(match)
    watcher = watcher_of(match.visitor, Visitor(app))
    guest = Visitor(app)
    assert join(guest, link_for(match.visitor, "match", match.public_id)).status == 303
    assert signs_on(guest.open(f"{match.path}/table")) == ""
    told = [json.loads(_poll(phone, match, "table").text)["page"] for phone in (watcher, guest)]
    assert ["signs" in page for page in told] == [True, False]


def _poll(phone: Visitor, match: WebMatch, page: str, tag: str = "none", **more: str) -> Any:
    """The answer to an open page that knows this tag."""
    query = {"shows": page, **more}
    headers = {**phone.headers(), "If-None-Match": f'"{tag}"'}
    return phone.client.get(f"{match.path}/state", query_string=query, headers=headers)


# Guessing


@pytest.mark.thorough
def test_guesses_within_the_limits_do_not_hit(limited: Flask) -> None:
    """Ten tries a minute, each with a chance of one in 16,777,216: 1 in 1.7 million a minute for one open table.

    It gets 40 wrong tries a day: 1 in 419,000 for one open table, and a thousand clients 1 in 419.
    """
    code = code_for(new_match(Visitor(limited)))
    guesser, statuses = Visitor(limited), []
    for _ in range(40):
        guess = "".join(secrets.choice(ALPHABET) for _ in range(SIGNS))
        statuses.append(guesser.send("/join", [("code", guess)]).status)
    assert statuses == [422] * 10 + [429] * 30
    assert 10 / CODES < 1 / 1_600_000
    assert LIMITS["guessing"] == "40 per day"
    assert 40 / CODES < 1 / 419_000
    assert guesser.send("/join", [("code", code)]).status == 429  # the right one, too late: no guess is told right


def test_beyond_the_limit_the_qr_code_still_opens(limited: Flask) -> None:
    match = new_match(Visitor(limited))
    code_for(match)
    link, guest = scanned(match), Visitor(limited)
    assert [guest.send("/join", [("code", "222222")]).status for _ in range(11)][-1] == 429
    assert join(guest, link).location == match.path


@pytest.mark.thorough
def test_right_codes_count_for_their_client_alone(limited: Flask) -> None:
    code = code_for(new_match(Visitor(limited)))
    assert [typed(Visitor(limited), code).status for _ in range(11)] == [303] * 10 + [429]
    assert _from("10.9.8.7", limited, code) == 303


@pytest.mark.thorough
def test_wrong_codes_of_others_shut_nobodys_code(limited: Flask) -> None:
    code = code_for(new_match(Visitor(limited)))
    assert {_from(f"10.0.{number}.1", limited, "222222") for number in range(35)} == {422}
    assert _from("10.9.8.7", limited, code) == 303


def test_wrong_codes_have_a_limit_a_day(limited: Flask) -> None:
    limited.config["LIMITS"] = {**LIMITS, "entering": "100 per minute"}
    code = code_for(new_match(Visitor(limited)))
    assert [_from("10.0.0.1", limited, "222222") for _ in range(41)] == [422] * 40 + [429]
    assert _from("10.0.0.1", limited, code) == 429


@pytest.mark.thorough
def test_a_site_of_many_networks_has_a_limit_too(limited: Flask) -> None:
    limited.config["LIMITS"] = {**LIMITS, "guessing nearby": "5 per day"}
    code = code_for(new_match(Visitor(limited)))
    statuses = [_from(f"2001:db8:1:{number}::7", limited, "222222") for number in range(6)]
    assert statuses == [422] * 5 + [429]
    assert _from("2001:db8:2::7", limited, code) == 303
    assert [_from(f"192.0.2.{number}", limited, "222222") for number in range(6)] == [422] * 6


def test_one_code_lets_in_a_number_of_phones_a_day(limited: Flask) -> None:
    """Whoever types it, however it was found; the code of another table opens on."""
    limited.config["LIMITS"] = {**LIMITS, "arriving": "3 per day"}
    code, other = (code_for(new_match(Visitor(limited))) for _ in range(2))
    assert [_from(f"10.0.{number}.1", limited, code.lower()) for number in range(4)] == [303] * 3 + [429]
    assert _from("10.0.9.1", limited, other) == 303


def _from(address: str, app: Flask, code: str) -> int:
    """The status of a try that comes from this address."""
    answer = app.test_client().post("/join", data={"code": code}, environ_overrides={"REMOTE_ADDR": address})
    return answer.status_code


# Keeping


def test_a_watcher_asks_with_one_tap_and_a_keeper_allows_with_one(app: Flask, match: WebMatch) -> None:
    guest = seat_at(match, Visitor(app))
    asked = guest.open(match.path).form("/keep-request").send().follow()
    assert "un téléphone qui note doit dire oui" in asked.text
    answer = match.page().form(f"/share/requests/{_membership(app, 'watcher')}").send(("answer", "allow"))
    assert answer.location == match.path
    assert "veut noter aussi" not in answer.follow().text
    WebMatch(guest, match.path, match.course).record(BIDS)
    assert "Zoé" in match.page("/log").text


def _membership(app: Flask, role: str) -> int:
    with app.app_context():
        return db.session.scalars(select(Membership.id).where(Membership.role == role)).one()


@pytest.mark.parametrize("below", ["", "/steps/note", "/sheet", "/log", "/table"])
def test_the_request_stands_on_every_page_that_a_keeper_has_of_the_match(
    app: Flask, match: WebMatch, below: str
) -> None:
    seat_at(match, Visitor(app)).send(f"{match.path}/keep-request", [])
    other = another_keeper(match.visitor, Visitor(app))
    for keeper in (match.visitor, other):
        assert "Zoé veut noter aussi" in keeper.open(match.path + below).text


def test_the_request_stands_on_the_page_of_sharing_and_not_before_watchers(app: Flask, match: WebMatch) -> None:
    guest = seat_at(match, Visitor(app))
    guest.send(f"{match.path}/keep-request", [])
    form = match.visitor.open("/share").form(f"/share/requests/{_membership(app, 'watcher')}")
    assert "veut noter aussi" not in guest.open(match.path).text
    assert form.send(("answer", "refuse")).location == "/share"
    assert guest.send(form.action, [("answer", "allow")]).status == 403


def test_who_is_refused_is_told_so_and_may_ask_again(app: Flask, match: WebMatch) -> None:
    guest = seat_at(match, Visitor(app))
    asked = guest.open(match.path).form("/keep-request").send()
    match.page().form(f"/share/requests/{_membership(app, 'watcher')}").send(("answer", "refuse"))
    page = asked.follow()
    assert "La table a dit non" in page.text
    assert page.form("/keep-request").send().status == 303


def test_an_open_page_is_told_of_a_request_and_of_its_answer(app: Flask, match: WebMatch) -> None:
    match.record(BIDS)
    guest = seat_at(match, Visitor(app))
    tag = _tag(match.page())
    assert _poll(match.visitor, match, "match", tag).status_code == 304
    asked = guest.open(match.path).form("/keep-request").send()
    told = json.loads(_poll(match.visitor, match, "match", tag).text)
    assert "Zoé veut noter aussi" in told["page"]
    assert told["said"] == ""  # nothing was recorded
    waits, mine = _tag(asked.follow()), asked.location.partition("asked=")[2]
    assert _poll(guest, match, "match", waits, asked=mine).status_code == 304
    match.page().form(f"/share/requests/{mine}").send(("answer", "allow"))
    page = json.loads(_poll(guest, match, "match", waits, asked=mine).text)["page"]
    assert f'action="{match.path}/entries"' in page


def test_two_who_wait_are_each_told_of_their_own_request(app: Flask, match: WebMatch) -> None:
    guests = [seat_at(match, Visitor(app), name) for name in ("Zoé", "Yann")]
    locations = [guest.open(match.path).form("/keep-request").send().location for guest in guests]
    first, second = (location.partition("asked=")[2] for location in locations)
    match.page().form(f"/share/requests/{first}").send(("answer", "refuse"))
    pages = [
        json.loads(_poll(guest, match, "match", asked=mine).text)["page"]
        for guest, mine in zip(guests, (first, second))
    ]
    assert ["a dit non" in page for page in pages] == [True, False]
    assert ["doit dire oui" in page for page in pages] == [False, True]


def _tag(page: Page) -> str:
    return next(head.attributes["data-tag"] for head in page.document.all("header") if "data-tag" in head.attributes)


def test_requests_cannot_be_sent_again_and_again(limited: Flask) -> None:
    match = new_match(Visitor(limited), players=FOUR)
    guest = seat_at(match, Visitor(limited))
    assert [guest.send(f"{match.path}/keep-request", []).status for _ in range(4)] == [303, 303, 303, 429]
