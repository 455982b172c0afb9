"""What an open page is told when another phone records: the page as it is now, the same for all who watch."""

import gzip
import json
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import EnvironBuilder

from referee.web.http.event_streams import ASK, SUBSCRIPTION, Subscription
from referee.web.matches import match_stream
from referee.web.matches.match_stream import newest_events
from referee.web.matches.poll_responses import PollAnswer, answer_to_watchers
from tests.web.access.test_queries import count_statements
from tests.web.markup import Element, parse_page
from tests.web.sharing import another_keeper, join, link_for, watcher_of
from tests.web.table import WebMatch, new_match
from tests.web.visitor import Visitor

BIDS = {"step": "bids", "bids": {"Ana": 0, "Bob": 1, "Chloé": 1, "Dan": 0}}
TRICKS = {"step": "tricks", "tricks": {"Ana": 0, "Bob": 1, "Chloé": 0, "Dan": 0}}
PAGES = {"match": "", "sheet": "/sheet", "table": "/table", "log": "/log"}


def news_of(visitor: Visitor, match: WebMatch, shows: str = "match", **headers: str) -> Any:
    """What the page of this name hears, which was opened before anything was recorded."""
    tags = {"If-None-Match": '"0-0"', **headers}
    answer = visitor.client.get(f"{match.path}/state?shows={shows}", headers={**visitor.headers(), **tags})
    assert answer.status_code == 200
    return answer.get_json()


def shown(page: Element) -> list[str]:
    """What the page shows of a match: its head and its main part."""
    return [part.text() for name in ("header", "main") for part in page.all(name)]


@pytest.fixture
def watcher(app: Flask, match: WebMatch) -> Visitor:
    return watcher_of(match.visitor, Visitor(app), "Zoé")


@pytest.mark.first_alone
@pytest.mark.parametrize("over", [False, True])
@pytest.mark.parametrize("shows", PAGES)
def test_the_answer_carries_the_page_as_it_would_be_opened(
    match: WebMatch, watcher: Visitor, shows: str, over: bool
) -> None:
    for entry in (BIDS, TRICKS, *([{"step": "end"}] if over else [])):
        match.record(entry)
    news = news_of(watcher, match, shows)
    assert shown(parse_page(news["page"])) == shown(watcher.open(match.path + PAGES[shows]).document)
    assert news["length"] == 2 + over
    assert news["over"] is over


def test_it_holds_no_form_but_the_request_to_keep_which_says_nothing_of_who_asks(
    match: WebMatch, watcher: Visitor
) -> None:
    for entry in (BIDS, TRICKS, {"step": "end"}):
        match.record(entry)
        for shows in PAGES:
            forms = parse_page(news_of(watcher, match, shows)["page"]).all("form")
            asks = shows == "match" and entry["step"] != "end"
            assert [form.attributes["action"] for form in forms] == [f"{match.path}/keep-request"] * asks
            assert [form.all("input") for form in forms] == [[]] * asks


def test_it_is_made_once_for_all_who_watch(app: Flask, match: WebMatch, watcher: Visitor) -> None:
    another, guest = watcher_of(match.visitor, Visitor(app), "Max"), Visitor(app)
    assert join(guest, link_for(match.visitor, "match", match.public_id)).status == 303
    match.record(BIDS)
    with count_statements(app) as first:
        news = news_of(watcher, match)
    for later in (another, guest, watcher):
        with count_statements(app) as sent:
            assert news_of(later, match) == news
        assert len(sent) == 1 < len(first)


def test_many_who_ask_at_once_wait_for_the_one_that_makes_the_answer(app: Flask) -> None:
    """The first is still at work when the others ask."""
    begun, others, asking, made = threading.Event(), threading.Event(), threading.Barrier(4), []

    def make() -> bytes:
        made.append(1)
        begun.set()
        assert others.wait(20)
        return b"{}"

    def ask() -> PollAnswer:
        with app.test_request_context():
            return answer_to_watchers("at once", make)

    def ask_too() -> PollAnswer:
        asking.wait(20)
        return ask()

    with ThreadPoolExecutor(4) as pool:
        first = pool.submit(ask)
        assert begun.wait(20)
        later = [pool.submit(ask_too) for _ in range(3)]
        asking.wait(20)
        others.set()
        assert {answer.result(20) for answer in (first, *later)} == {first.result()}
    assert len(made) == 1


def test_everybody_hears_it_in_their_own_language(app: Flask, match: WebMatch, watcher: Visitor) -> None:
    english = watcher_of(match.visitor, Visitor(app, "en"))
    match.record(BIDS)
    french_news, english_news = news_of(watcher, match), news_of(english, match)
    assert french_news == news_of(watcher, match)
    assert "a noté" in french_news["said"]
    assert "recorded" in english_news["said"]
    assert ('lang="fr"' in french_news["page"], 'lang="en"' in english_news["page"]) == (True, True)


def test_a_keeper_hears_what_is_theirs(app: Flask, match: WebMatch, watcher: Visitor) -> None:
    keeper = another_keeper(match.visitor, Visitor(app), "Dan")
    match.record(BIDS)
    assert not [
        form for form in parse_page(news_of(watcher, match)["page"]).all("form") if "data-asked" in form.attributes
    ]
    asked = news_of(keeper, match)["page"]
    form = next(form for form in parse_page(asked).all("form") if "data-asked" in form.attributes)
    opened = keeper.open(match.path).form("/entries").element
    assert form.attributes["data-asked"] == opened.attributes["data-asked"]
    assert form.attributes["data-draft"] == opened.attributes["data-draft"]
    assert news_of(match.visitor, match)["said"].startswith("Ce téléphone")
    assert not news_of(keeper, match)["said"].startswith("Ce téléphone")
    assert parse_page(news_of(keeper, match, "note")["page"]).all("textarea")
    assert not parse_page(news_of(watcher, match, "note")["page"]).all("textarea")


def test_who_recorded_and_only_watches_by_now_hears_what_everybody_hears(app: Flask, match: WebMatch) -> None:
    keeper, link = another_keeper(match.visitor, Visitor(app), "Dan"), link_for(match.visitor, "watcher")
    entry = keeper.open(match.path).form("/entries")
    for seat, bid in enumerate("1010"):
        entry.fill(f"bids.{seat}", bid)
    assert entry.send().status == 303
    out = next(form for form in match.visitor.open("/share").forms() if form.action.endswith("/out"))
    assert out.send().status == 303
    assert keeper.open(match.path).status == 404
    assert join(keeper, link).status == 303
    said = news_of(keeper, match)["said"]
    assert said == news_of(watcher_of(match.visitor, Visitor(app)), match)["said"]
    assert said.startswith("Dan a noté")


def test_an_address_of_one_watcher_changes_nothing_for_another(match: WebMatch, watcher: Visitor, app: Flask) -> None:
    for entry in (BIDS, {"step": "end"}):
        match.record(entry)
    news_of(watcher, match, "match&just=99")
    another = watcher_of(match.visitor, Visitor(app))
    assert parse_page(news_of(another, match)["page"]).all(class_="rises")


def test_who_was_thrown_out_and_who_is_of_another_club_hear_nothing(
    app: Flask, match: WebMatch, watcher: Visitor
) -> None:
    elsewhere, guest = new_match(Visitor(app)), Visitor(app)
    assert join(guest, link_for(elsewhere.visitor, "match", elsewhere.public_id)).status == 303
    match.record(BIDS)
    assert news_of(watcher, match)["length"] == 1
    link = next(form for form in match.visitor.open("/share").forms() if form.action.endswith("/revoke"))
    assert link.send().status == 303
    for stranger in (watcher, elsewhere.visitor, guest, Visitor(app)):
        assert stranger.open(f"{match.path}/state?shows=match").status == 404


def test_what_is_only_counted_comes_without_the_page(match: WebMatch, watcher: Visitor) -> None:
    match.record(BIDS)
    tag = news_of(watcher, match)["tag"]
    key = match.form().element.attributes["data-asked"]
    assert match.visitor.send(f"{match.path}/count", [("asked", key), ("tricks.0", "1")]).status == 204
    news = news_of(watcher, match, **{"If-None-Match": f'"{tag}"'})
    assert news["page"] is None
    assert news["count"]["typed"]["tricks.0"] == "1"
    assert news_of(watcher, match)["page"] is not None


@pytest.mark.parametrize("known", ['""', "", "*", "W/", '"0"', '"0-0", "1-0"', "é"])
def test_whatever_a_page_says_it_knows_it_is_answered(match: WebMatch, watcher: Visitor, known: str) -> None:
    match.record(BIDS)
    answer = watcher.client.get(
        f"{match.path}/state?shows=match", headers={"If-None-Match": known.encode().decode("latin-1")}
    )
    assert answer.status_code == (304 if known in ("*", '"0-0", "1-0"') else 200)


def test_rows_that_were_taken_back_are_opened_anew_at_the_last_ones(match: WebMatch, watcher: Visitor) -> None:
    for entry in (BIDS, TRICKS):
        match.record(entry)
    assert news_of(watcher, match, "sheet&from=0")["page"]
    assert match.page().form("/undo").send().status == 303
    assert news_of(watcher, match, "sheet&from=0")["page"] == ""
    assert news_of(watcher, match, "sheet")["page"]


def test_a_page_of_rows_asks_for_those_rows_and_for_nothing_else_of_its_address(match: WebMatch) -> None:
    for entry in (BIDS, TRICKS):
        match.record(entry)
    page = match.visitor.open(f"{match.path}/sheet?from=0&_scheme=x&public_id=y&just=3")
    [head] = [part for part in page.document.all("header") if "data-follow" in part.attributes]
    assert head.attributes["data-follow"] == f"{match.path}/state?shows=sheet&from=0"


def test_it_comes_compressed_to_whoever_reads_it_so(match: WebMatch, watcher: Visitor) -> None:
    match.record(BIDS)
    plain = watcher.client.get(f"{match.path}/state?shows=match", headers=watcher.headers())
    packed = watcher.client.get(
        f"{match.path}/state?shows=match", headers={**watcher.headers(), "Accept-Encoding": "gzip"}
    )
    assert (plain.headers.get("Content-Encoding"), packed.headers["Content-Encoding"]) == (None, "gzip")
    assert json.loads(gzip.decompress(packed.data)) == plain.get_json()
    assert "Accept-Encoding" in packed.headers["Vary"]


def test_the_table_passes_on_to_the_next_match_of_the_evening(app: Flask, match: WebMatch, watcher: Visitor) -> None:
    other = new_match(match.visitor, "feuille-libre")
    match.record({"step": "note", "text": "belle partie"})
    assert "next" not in news_of(watcher, match, "table")  # it goes on itself
    match.record({"step": "end"})
    assert news_of(watcher, match, "table") == {"next": f"{other.path}/table"}
    assert "next" not in news_of(watcher, match, "sheet")
    other.record({"step": "note", "text": "une autre"})
    assert "next" not in news_of(watcher, other, "table")
    other.record({"step": "end"})
    third = new_match(match.visitor)
    assert news_of(watcher, match, "table") == news_of(watcher, other, "table") == {"next": f"{third.path}/table"}


def test_the_match_passes_on_to_the_next_one_on_phones_that_watch_and_not_on_those_that_keep(
    match: WebMatch, watcher: Visitor
) -> None:
    match.record({"step": "end"})
    assert "next" not in news_of(watcher, match)
    other = new_match(match.visitor, "feuille-libre")
    assert news_of(watcher, match) == {"next": other.path}
    assert "next" not in news_of(match.visitor, match)


def test_a_finished_match_that_is_read_again_passes_on_to_none(match: WebMatch, watcher: Visitor) -> None:
    def shows() -> list[str]:
        heads = watcher.open(match.path).document.all("header", class_="head")
        return [(head.attributes["data-follow"] or "").partition("shows=")[2] for head in heads]

    match.record({"step": "end"})
    assert shows() == ["match"]
    new_match(match.visitor)
    assert shows() == ["past"]
    assert "next" not in news_of(watcher, match, "past")


def test_the_table_of_a_guest_of_one_match_passes_on_to_no_other(app: Flask, match: WebMatch) -> None:
    guest = Visitor(app)
    link = link_for(match.visitor, "match", match.public_id)
    assert join(guest, link).status == 303
    new_match(match.visitor)
    match.record({"step": "end"})
    assert "next" not in news_of(guest, match, "table")


def test_a_deleted_match_is_no_next_one(match: WebMatch) -> None:
    match.record({"step": "end"})
    other = new_match(match.visitor)
    assert match.visitor.send(f"{other.path}/discard", [("expected", "0"), ("key", "k")]).status == 303
    assert "next" not in news_of(match.visitor, match, "table")


def subscribed(visitor: Visitor, path: str) -> Subscription:
    """What a stream of this visitor at this address would follow."""
    cookie = "; ".join(f"{name}={value}" for name, value in visitor.cookies.items())
    environ = EnvironBuilder(path=path.partition("?")[0], query_string=path.partition("?")[2]).get_environ()
    environ |= {"HTTP_COOKIE": cookie, "HTTP_ACCEPT_LANGUAGE": visitor.language}
    said: list[str] = []
    visitor.client.application.wsgi_app(environ, lambda status, *_: said.append(status) or (lambda _: None)).close()  # type: ignore[attr-defined]
    assert said == ["204 NO CONTENT"]
    subscription: Subscription = environ[SUBSCRIPTION]
    return subscription


def test_however_many_streams_a_stranger_opens_the_page_is_made_once_for_each_of_ours(
    match: WebMatch, watcher: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What an address holds beside a page of ours is none of ours: its stream says that there is news, and no more."""
    made: list[str] = []
    poll = match_stream._poll  # noqa: SLF001 - counted, not replaced
    monkeypatch.setattr(match_stream, "_poll", lambda page, known: made.append(page.shows) or poll(page, known))
    ours = [f"shows={shows}&known=0-{number}" for shows in PAGES for number in range(10)]
    odd = [f"shows={number}" for number in range(40)] + [f"shows=match&before={number}" for number in range(40)]
    subscriptions = [subscribed(watcher, f"{match.path}/events?{query}") for query in (*ours, *odd)]
    match.record(BIDS)
    events = newest_events(subscriptions)
    assert sorted(made) == sorted(PAGES)
    assert {event.data for event in events[len(ours) :] if event} == {ASK}
    assert all(event and event.data != ASK for event in events[: len(ours)])
