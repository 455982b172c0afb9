"""Every open page of a match shows what was recorded on any phone, through whichever process, without asking for it.

How soon is measured by ``make bench ONLY=streams``.
"""

from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import NewPhone, behind_a_proxy_too
from tests.browser.phone import Phone
from tests.browser.test_sharing import BIDS, Table, news
from tests.databases import on_both_databases
from tests.proxies import GZIP, behind_caddy, behind_nginx
from tests.running import RunningServer

POLLED = 4_500
"""Milliseconds in which a page that polls asks at least once (static/js/follow_match.js)."""
NOTICED = 5_000
"""Milliseconds after which a page that hears nothing no longer listens (static/js/match_stream.js)."""
COMES_BACK = 4_000
"""Milliseconds after which a stream that has ended is opened again (``RETURN`` of referee/server/event_streams.py)."""
UNSEEN = 500
"""Milliseconds, and some, in which a page that has just changed takes no tap (static/js/follow_match.js)."""


def streams(page: Page) -> list[str]:
    """The paths of the streams that this page opens from now on."""
    opened: list[str] = []
    page.on("request", lambda asked: opened.append(urlsplit(asked.url).path) if "/events?" in asked.url else None)
    return opened


def listening(phone: Phone) -> Phone:
    """The phone once its page has a stream: what was recorded before is told by it, and no poll is needed."""
    with phone.page.expect_response("**/events?*"):
        phone.reload()
    return phone


def only_listening(phone: Phone) -> Phone:
    """The same, whose pages get no answer to what they ask: what they show, the stream has told them."""
    phone.page.context.route("**/state?*", lambda route: route.abort())
    return listening(phone)


def see(*phones: Phone, words: str) -> None:
    for phone in phones:
        expect(phone.page.locator("body")).to_contain_text(words)


@pytest.fixture
def table(new_phone: NewPhone) -> Table:
    return Table(new_phone())


@pytest.mark.journey
@behind_a_proxy_too
def test_what_one_phone_records_is_seen_on_the_others_and_only_what_was_touched_stays(
    new_phone: NewPhone, table: Table
) -> None:
    watcher = only_listening(table.joined(new_phone(), "watcher"))
    idle = listening(table.joined(new_phone(), "keeper", "Dan"))
    typing = listening(table.joined(new_phone(), "keeper", "Chloé"))
    for player in ("Bob", "Chloé"):
        typing.tap_count(player, 0)
    typed = typing.form_state()
    table.bids()
    see(watcher, words="Déjà noté dans cette donne")
    expect(idle.box("tricks.0").first).to_be_attached()  # its untouched form has gone on by itself
    expect(news(typing)).to_contain_text("a noté « Les annonces »")
    assert typing.form_state() == typed
    table.tricks()
    see(watcher, idle, typing, words="a noté la donne 1")
    assert idle.totals() == typing.totals() == watcher.totals() == {"Ana": 10, "Bob": -5, "Chloé": 5, "Dan": -5}
    assert typing.form_state() == typed
    assert idle.path == table.path
    idle.page.wait_for_timeout(UNSEEN)
    for player in idle.players_asked():
        idle.tap_count(player, 0)
    idle.record()
    assert table.pen.count_entries(table.path) == 3


@pytest.mark.thorough
def test_a_touched_form_gives_way_where_another_recorded_what_it_holds(new_phone: NewPhone, table: Table) -> None:
    typing = listening(table.joined(new_phone(), "keeper", "Chloé"))
    for player, bid in BIDS.items():
        typing.tap_count(player, bid)
    table.bids()
    expect(typing.box("tricks.0").first).to_be_attached()


@pytest.mark.thorough
def test_a_refusal_goes_once_its_question_was_answered_by_another(new_phone: NewPhone, table: Table) -> None:
    typing = listening(table.joined(new_phone(), "keeper", "Chloé"))
    typing.tap_count("Bob", 0)
    typing.send()
    typing.following()
    fault = typing.page.locator("main .why[data-article]")
    expect(fault).not_to_have_count(0)
    table.bids()
    expect(news(typing)).to_contain_text("a noté « Les annonces »")
    expect(fault).to_have_count(0)
    assert typing.chosen_values("bids.0") == ["0"]


@behind_a_proxy_too
def test_bids_are_seen_while_they_are_spoken_and_a_phone_that_bids_too_keeps_its_own(
    new_phone: NewPhone, table: Table
) -> None:
    watcher = only_listening(table.joined(new_phone(), "watcher"))
    idle = listening(table.joined(new_phone(), "keeper", "Dan"))
    typing = listening(table.joined(new_phone(), "keeper", "Chloé"))
    running = watcher.page.locator("[data-running]")
    typing.tap_count("Bob", 0)
    expect(running).to_contain_text("Bob 0")
    table.phone.open(table.path)
    expect(table.phone.page.locator('[name="bids.0"][value="0"]')).to_be_checked()
    table.phone.tap_count("Chloé", 1)
    expect(running).to_contain_text("Chloé 1")
    expect(running).to_contain_text("Pas encore noté")
    expect(idle.page.locator('[name="bids.1"][value="1"]')).to_be_checked()
    assert typing.chosen_values("bids.1") == []
    table.bids()
    see(watcher, words="Déjà noté dans cette donne")
    assert "Pas encore noté" not in watcher.page.locator("main").inner_text()
    expect(idle.box("tricks.0").first).to_be_attached()


@behind_a_proxy_too
def test_the_tabs_of_a_phone_share_one_stream_and_another_goes_on_with_it(new_phone: NewPhone, table: Table) -> None:
    first = only_listening(table.joined(new_phone(), "watcher"))
    tabs = [Phone(first.page.context.new_page(), first.url) for _ in range(2)]
    opened = [streams(tab.page) for tab in tabs]
    for tab in tabs:
        tab.open(table.path)
    table.bids()
    see(first, *tabs, words="a noté «")
    assert opened == [[], []]
    first.page.close()
    tabs[0].until(lambda: sum(map(len, opened)))
    table.tricks()
    see(*tabs, words="a noté la donne 1")
    assert sum(map(len, opened)) == 1


@pytest.mark.thorough
def test_without_locks_as_over_plain_http_every_tab_has_a_stream(new_phone: NewPhone, table: Table) -> None:
    watcher = new_phone()
    watcher.page.context.add_init_script("delete Navigator.prototype.locks")
    tabs = [only_listening(table.joined(watcher, "watcher"))]
    tabs.append(Phone(watcher.page.context.new_page(), watcher.url))
    opened = streams(tabs[1].page)
    tabs[1].open(table.path)
    tabs[1].until(lambda: opened)
    table.bids()
    see(*tabs, words="Déjà noté dans cette donne")


def _never(_route: Route) -> None:
    """A proxy that keeps back what it is sent."""


@pytest.mark.thorough
def test_a_proxy_that_buffers_tells_of_an_event_longer_than_its_buffer(
    new_phone: NewPhone, server: RunningServer, tmp_path: Path
) -> None:
    with behind_nginx(tmp_path, server) as address:
        table = Table(new_phone())
        watcher = only_listening(table.joined(new_phone(address), "watcher"))
        table.bids()
        see(watcher, words="Déjà noté dans cette donne")
        table.tricks()
        see(watcher, words="a noté la donne 1")


@pytest.mark.thorough
def test_a_proxy_that_keeps_events_back_is_noticed_and_polled_around(
    new_phone: NewPhone, server: RunningServer, tmp_path: Path
) -> None:
    with behind_nginx(tmp_path, server, GZIP) as address:
        table = Table(new_phone())
        watcher = table.joined(new_phone(address), "watcher")
        opened = streams(watcher.page)
        watcher.reload()
        table.bids()
        see(watcher, words="Déjà noté dans cette donne")
        watcher.page.wait_for_timeout(NOTICED)
        table.tricks()
        see(watcher, words="a noté la donne 1")
        assert len(opened) == 1


@pytest.mark.first_alone
@pytest.mark.parametrize("hindrance", ["none", "a proxy", "204"])
def test_where_no_stream_comes_the_page_polls(new_phone: NewPhone, table: Table, hindrance: str) -> None:
    watcher = new_phone()
    if hindrance == "none":
        watcher.poll()
    else:
        said = _never if hindrance == "a proxy" else lambda route: route.fulfill(status=204)
        watcher.page.route("**/events?*", said)
    watcher.page.clock.install()
    table.joined(watcher, "watcher")
    for record, words in ((table.bids, "Déjà noté dans cette donne"), (table.tricks, "a noté la donne 1")):
        record()
        watcher.page.clock.run_for(POLLED)
        see(watcher, words=words)
        watcher.page.clock.run_for(NOTICED)


@pytest.mark.thorough
def test_a_server_that_is_started_again_has_nothing_missed(new_phone: NewPhone, tmp_path: Path) -> None:
    with RunningServer(tmp_path) as server:
        table = Table(new_phone(server.url))
        watcher = only_listening(table.joined(new_phone(server.url), "watcher"))
        server.kill()
        server.start()
        table.bids()
        see(watcher, words="Déjà noté dans cette donne")
        table.tricks()
        see(watcher, words="a noté la donne 1")


@pytest.mark.thorough
@pytest.mark.databases("postgres")
def test_of_a_process_that_dies_behind_the_proxy_nothing_is_missed(
    new_phone: NewPhone, tmp_path: Path, url: str
) -> None:
    """Each dies in turn, so also the one that held the stream; the other phones go on meanwhile."""
    with behind_caddy(tmp_path, url) as proxied:
        table = Table(new_phone(proxied.url))
        watcher = listening(table.joined(new_phone(proxied.url), "watcher"))
        for server, record, words in zip(
            proxied.servers,
            (table.bids, table.tricks),
            ("Déjà noté dans cette donne", "a noté la donne 1"),
            strict=True,
        ):
            server.kill()
            record()
            see(watcher, words=words)
            server.start()
            watcher.page.wait_for_timeout(COMES_BACK)
        table.note()
        see(watcher, words="a écrit une note")
        for phone in (table.phone, watcher):  # each may have asked while Caddy did not yet know
            phone.forget_faults(": 502", ": 503")


@pytest.mark.thorough
@on_both_databases
def test_what_is_recorded_through_one_process_is_seen_through_another(
    new_phone: NewPhone, tmp_path: Path, url: str
) -> None:
    same = {"DATABASE_URL": url, "SECRET_KEY": "x" * 32}
    with RunningServer(tmp_path, **same) as one, RunningServer(tmp_path, **same) as other:
        table = Table(new_phone(one.url))
        watcher = only_listening(table.joined(new_phone(other.url), "watcher"))
        idle = listening(table.joined(new_phone(other.url), "keeper", "Dan"))
        table.bids()
        see(watcher, words="Déjà noté dans cette donne")
        expect(idle.box("tricks.0").first).to_be_attached()
        table.tricks()
        see(watcher, idle, words="a noté la donne 1")
