"""Streams of a match: every open page is told at once, whoever recorded, and none of them costs a thread."""

import re
import secrets
import signal
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from referee.server.event_streams import BEAT_EVERY, TURN, Stream, turns
from referee.server.http_server import ENDING, THREADS
from referee.web.http.event_streams import Subscription
from tests.databases import on_both_databases
from tests.running import RunningServer
from tests.server.event_source import EventSource
from tests.server.sockets import Browser, until

SOON = BEAT_EVERY / 2
"""Seconds in which what was recorded is on every open page: it has not waited for a sign of life. Milliseconds are
measured by ``make bench ONLY=streams``."""
LINK = re.compile(r'href="(?:https?://[^"/]+)?(/join/[^"]+)"')


@pytest.fixture
def keeper(server: RunningServer) -> Iterator[Browser]:
    with Browser(server.port) as browser:
        yield browser


def note(keeper: Browser, match: str, position: int, text: str = "x") -> float:
    """Record a note; when its answer had come."""
    key = secrets.token_urlsafe(8)
    form = [("step", "note"), ("text", text), ("expected", str(position)), ("key", key)]
    assert keeper.send(f"{match}/entries", form).status == 303
    return time.monotonic()


def watcher_of(keeper: Browser) -> Browser:
    """A device that joined by a link of its own."""
    link = LINK.search(keeper.send("/share", [("role", "watcher")]).page)
    assert link
    guest = Browser(keeper.connection.port)
    assert guest.send(link[1]).status == 303
    return guest


def threads_of(server: RunningServer) -> int:
    """The number of threads of the server's process."""
    assert server.process is not None
    return len(list(Path(f"/proc/{server.process.pid}/task").iterdir()))


@pytest.mark.journey
def test_a_watcher_is_told_the_page_and_a_keeper_to_ask_for_theirs(keeper: Browser) -> None:
    match = keeper.new_match()
    path = f"{match}/events?shows=match&known=0-0"
    with watcher_of(keeper) as watcher, EventSource(watcher, path) as watching, EventSource(keeper, path) as keeping:
        assert (watching.status, watching.answer_headers["Content-Type"]) == (200, "text/event-stream; charset=utf-8")
        assert watching.answer_headers["X-Accel-Buffering"] == "no"
        assert [stream.next().kind for stream in (watching, keeping)] == ["beat", "beat"]  # type: ignore[union-attr]
        watcher.open(match)  # whose template is compiled by then
        recorded = note(keeper, match, 0, "le chat a vu")
        seen, sign = watching.message(), keeping.message()
        assert seen
        assert sign
        assert max(seen.at, sign.at) - recorded < SOON
        assert (seen.id, sign.id, sign.data) == ("1-0", "1-0", "{}")
        assert (seen.said["length"], seen.said["tag"]) == (1, "1-0")
        assert "le chat a vu" in seen.said["page"]
        pushing = watching.next(BEAT_EVERY / 2)  # pushes the end of a long event out of the buffer of a proxy
        assert pushing
        assert pushing.kind == "beat"


@pytest.mark.journey
def test_who_comes_back_is_told_at_once_what_was_missed_and_nothing_else(keeper: Browser) -> None:
    match = keeper.new_match()
    note(keeper, match, 0)
    with EventSource(keeper, f"{match}/events?known=0-0") as stream:
        assert stream.message().id == "1-0"  # type: ignore[union-attr]
    note(keeper, match, 1)
    with EventSource(keeper, f"{match}/events?known=0-0", Last_Event_ID="1-0") as stream:
        assert stream.message().id == "2-0"  # type: ignore[union-attr]
    with EventSource(keeper, f"{match}/events?known=0-0", Last_Event_ID="2-0") as stream:
        assert stream.next().kind == "beat"  # type: ignore[union-attr]
        note(keeper, match, 2)
        assert stream.message().id == "3-0"  # type: ignore[union-attr]


def test_what_is_counted_is_told_without_the_page(keeper: Browser) -> None:
    match = keeper.new_match()
    bids = [("step", "bids"), ("expected", "0"), ("key", "k"), *((f"bids.{seat}", "0") for seat in range(3))]
    assert keeper.send(f"{match}/entries", bids).status == 303
    asked = re.search(r'data-asked="([^"]+)"', keeper.open(match).page)
    assert asked
    with watcher_of(keeper) as watcher, EventSource(watcher, f"{match}/events?shows=match&known=1-0") as stream:
        assert keeper.send(f"{match}/count", [("asked", asked[1]), ("tricks.0", "1")]).status == 204
        heard = stream.message()
        assert heard
        assert (heard.id, heard.said["page"]) == ("1-0-1", None)
        assert "1" in heard.said["count"]["said"]


def test_who_asks_to_keep_and_another_code_of_the_table_are_told_at_once(keeper: Browser) -> None:
    """Each changes the tag of the page, though nothing was recorded."""
    match = keeper.new_match()
    with watcher_of(keeper) as watcher, EventSource(keeper, f"{match}/events?shows=match&known=0-0") as stream:
        assert watcher.send(f"{match}/keep-request", []).status == 303
        asked = time.monotonic()
        heard = stream.message(5)
        assert heard
        assert heard.id == "0-0.1.0"
        assert heard.at - asked < SOON
        for _ in range(2):
            before = heard.id
            assert keeper.send("/share/code", [("match", match.rpartition("/")[2])]).status == 303
            heard = stream.message(5)
            assert heard
            assert re.fullmatch(r"0-0\.1\.[1-9]\d*", heard.id)
            assert heard.id != before
        page = keeper.open(match).page
        assert f'data-tag="{heard.id}"' in page


@pytest.mark.journey
def test_a_stream_ends_with_the_right_to_it_and_with_its_match(keeper: Browser) -> None:
    match, other = keeper.new_match(), keeper.new_match()
    with watcher_of(keeper) as watcher:
        with EventSource(watcher, f"{match}/events") as watching, EventSource(keeper, f"{match}/events") as keeping:
            share = keeper.open("/share").page
            revoke = re.search(r'action="(/share/\d+/revoke)"', share)
            assert revoke
            assert keeper.send(revoke[1]).status == 303
            while (heard := watching.next()) is not None:
                assert heard.kind == "beat" or heard.id == "0-0"
            note(keeper, match, 0)
            while (heard := keeping.message()) is not None and heard.id != "1-0":
                pass
            assert heard is not None
        with EventSource(watcher, f"{match}/events") as again:
            assert again.status == 404
    with EventSource(keeper, f"{other}/events?known=0-0") as stream:
        assert keeper.send(f"{other}/discard", [("expected", "0"), ("key", "d")]).status == 303
        assert stream.message() is None


def test_streams_cost_no_thread_each_and_hold_nobody_up(server: RunningServer, keeper: Browser) -> None:
    match = keeper.new_match()
    note(keeper, match, 0)
    with ExitStack() as stack:
        streams = [stack.enter_context(EventSource(keeper, f"{match}/events?known=1-0")) for _ in range(2 * THREADS)]
        assert {stream.next().kind for stream in streams} == {"beat"}  # type: ignore[union-attr]
        recorded = note(keeper, match, 1)
        heard = [stream.message() for stream in streams]
        assert {event.id for event in heard if event} == {"2-0"}
        assert max(event.at for event in heard if event) - recorded < SOON
        assert threads_of(server) < THREADS + 8


def test_above_the_cap_a_page_is_told_to_poll_and_there_is_room_again(tmp_path: Path) -> None:
    """Half of the connections may be streams, of all and of each."""
    limits = {"REFEREE_CONNECTIONS": "40", "REFEREE_STREAMS_EACH": "6"}
    with RunningServer(tmp_path, **limits) as server, Browser(server.port) as keeper, ExitStack() as stack:
        path = f"{keeper.new_match()}/events"
        mine = [stack.enter_context(EventSource(keeper, path)) for _ in range(6)]
        assert [stream.status for stream in mine] == [200] * 6
        assert stack.enter_context(EventSource(keeper, path)).status == 204
        assert keeper.open("/").status == 200
        for host in (2, 3):
            others = [stack.enter_context(EventSource(keeper, path, f"127.0.0.{host}")) for _ in range(6)]
            assert [stream.status for stream in others] == [200] * 6
        last = [stack.enter_context(EventSource(keeper, path, "127.0.0.4")) for _ in range(3)]
        assert [stream.status for stream in last] == [200, 200, 204]
        mine[0].close()
        assert until(lambda: _opens(stack, keeper, path))


def _opens(stack: ExitStack, browser: Browser, path: str) -> bool:
    return stack.enter_context(EventSource(browser, path)).status == 200


def test_a_stop_ends_streams_and_the_next_server_tells_what_came_meanwhile(tmp_path: Path) -> None:
    with RunningServer(tmp_path) as server, Browser(server.port) as keeper:
        match = keeper.new_match()
        with EventSource(keeper, f"{match}/events?known=0-0") as stream:
            assert stream.next() is not None
            began = time.monotonic()
            assert server.kill(signal.SIGTERM) == 0
            assert time.monotonic() - began < ENDING - 2
            while (heard := stream.next()) is not None:
                assert heard.id in ("", "0-0")
        server.start()
        with Browser(server.port) as again:
            again.cookies = keeper.cookies
            note(again, match, 0)
            with EventSource(again, f"{match}/events", Last_Event_ID="0-0") as stream:
                assert stream.message().id == "1-0"  # type: ignore[union-attr]


@on_both_databases
def test_what_another_process_records_is_told_as_soon(tmp_path: Path, url: str) -> None:
    same = {"DATABASE_URL": url, "SECRET_KEY": "x" * 32}
    with ExitStack() as stack:
        one, other = (stack.enter_context(RunningServer(tmp_path, **same)) for _ in range(2))
        keeper, elsewhere = (stack.enter_context(Browser(server.port)) for server in (one, other))
        match = keeper.new_match()
        elsewhere.cookies = keeper.cookies
        path = f"{match}/events?known=0-0"
        here, there = (stack.enter_context(EventSource(browser, path)) for browser in (keeper, elsewhere))
        assert [stream.next() is None for stream in (here, there)] == [False, False]
        delays = []
        for position in range(6):
            time.sleep(0.3)
            recorded = note((keeper, elsewhere)[position % 2], match, position)
            for stream in (here, there):
                heard = stream.message()
                assert heard
                assert heard.id == f"{position + 1}-0"
                delays.append(heard.at - recorded)
        assert max(delays) < SOON


@pytest.mark.thorough
def test_a_stream_gives_signs_of_life(keeper: Browser) -> None:
    with EventSource(keeper, f"{keeper.new_match()}/events?known=0-0") as stream:
        kinds = [stream.next(BEAT_EVERY + 5).kind for _ in range(3)]  # type: ignore[union-attr]
        assert kinds == ["beat"] * 3


def test_the_seat_of_a_phone_that_is_gone_is_free_and_its_own_again_when_it_is_back(keeper: Browser) -> None:
    match = keeper.new_match()
    path = f"{match}/events?shows=match&known=0-0"
    assert keeper.send(f"{match}/own-phones", [("chosen", "1")]).status == 303
    with watcher_of(keeper) as player, EventSource(player, path):
        assert player.send(f"{match}/seat", [("player", "Bob")]).status == 303
        assert ">parti<" not in keeper.open(match).page
    assert until(lambda: ">parti<" in keeper.open(match).page)
    with EventSource(player, path) as stream:
        assert stream.message()
        assert ">parti<" not in keeper.open(match).page


@pytest.mark.thorough
def test_the_seat_is_free_too_whose_phone_followed_before_own_phones_were_chosen(keeper: Browser) -> None:
    match = keeper.new_match()
    with watcher_of(keeper) as player, EventSource(player, f"{match}/events?shows=match&known=0-0"):
        assert keeper.send(f"{match}/own-phones", [("chosen", "1")]).status == 303
        assert player.send(f"{match}/seat", [("player", "Bob")]).status == 303
    assert until(lambda: ">parti<" in keeper.open(match).page)


@pytest.mark.thorough
def test_a_stream_without_room_is_not_waited_for_at_a_seat(tmp_path: Path) -> None:
    """The seat is free once the stream has ended that was there before."""
    limits = {"REFEREE_CONNECTIONS": "40", "REFEREE_STREAMS_EACH": "4"}
    with RunningServer(tmp_path, **limits) as server, Browser(server.port) as keeper, ExitStack() as stack:
        match = keeper.new_match()
        path = f"{match}/events?shows=match&known=0-0"
        assert keeper.send(f"{match}/own-phones", [("chosen", "1")]).status == 303
        player = stack.enter_context(watcher_of(keeper))
        assert player.send(f"{match}/seat", [("player", "Bob")]).status == 303
        streams = [stack.enter_context(EventSource(keeper, path)) for _ in range(3)]
        with EventSource(player, path):
            assert player.open(path).status == 204
        assert [stream.status for stream in streams] == [200] * 3
        assert until(lambda: ">parti<" in keeper.open(match).page)


WITHOUT_PHONE = re.compile(r"<b>(\w+)</b> *<small>parti<")


def without_phone(keeper: Browser, match: str) -> list[str]:
    """The players whose seat is held by a phone that is gone."""
    return WITHOUT_PHONE.findall(keeper.open(match).page)


@pytest.mark.thorough
def test_a_phone_that_polls_keeps_its_seat_without_a_stream(keeper: Browser) -> None:
    match = keeper.new_match()
    assert keeper.send(f"{match}/own-phones", [("chosen", "1")]).status == 303
    with watcher_of(keeper) as polling, watcher_of(keeper) as silent:
        for phone, player in ((polling, "Bob"), (silent, "Ana")):
            assert phone.send(f"{match}/seat", [("player", player)]).status == 303
            EventSource(phone, f"{match}/events?shows=match&known=0-0").close()

        def poll() -> None:
            assert polling.open(f"{match}/state?shows=match").status == 200

        def silent_is_gone() -> bool:
            poll()
            return bool(without_phone(keeper, match))

        assert until(silent_is_gone)
        assert without_phone(keeper, match) == ["Ana"]
        assert until(lambda: sorted(without_phone(keeper, match)) == ["Ana", "Bob"])
        poll()
        assert without_phone(keeper, match) == ["Ana"]


@pytest.mark.thorough
def test_who_does_not_come_back_to_the_next_server_holds_no_seat(tmp_path: Path) -> None:
    with RunningServer(tmp_path) as server, ExitStack() as stack:
        keeper = stack.enter_context(Browser(server.port))
        match = keeper.new_match()
        path = f"{match}/events?shows=match&known=0-0"
        assert keeper.send(f"{match}/own-phones", [("chosen", "1")]).status == 303
        phones = [stack.enter_context(watcher_of(keeper)) for _ in range(3)]
        for phone, player in zip(phones, ("Ana", "Bob", "Chloé"), strict=True):
            assert phone.send(f"{match}/seat", [("player", player)]).status == 303
            assert stack.enter_context(EventSource(phone, path)).next()
        server.kill()
        server.start()
        again, following, polling = (stack.enter_context(Browser(server.port)) for _ in range(3))
        for browser, before in ((again, keeper), (following, phones[1]), (polling, phones[2])):
            browser.cookies = before.cookies
        assert stack.enter_context(EventSource(following, path)).next()
        assert polling.open(f"{match}/state?shows=match").status == 200
        assert without_phone(again, match) == []
        assert until(lambda: without_phone(again, match) != [])
        assert without_phone(again, match) == ["Ana"]


@pytest.mark.thorough
@on_both_databases
def test_a_phone_that_follows_another_process_keeps_its_seat_when_one_starts(tmp_path: Path, url: str) -> None:
    same = {"DATABASE_URL": url, "SECRET_KEY": "x" * 32}
    with RunningServer(tmp_path, **same) as server, ExitStack() as stack:
        keeper = stack.enter_context(Browser(server.port))
        match = keeper.new_match()
        assert keeper.send(f"{match}/own-phones", [("chosen", "1")]).status == 303
        silent, following = (stack.enter_context(watcher_of(keeper)) for _ in range(2))
        for phone, player in ((silent, "Ana"), (following, "Bob")):
            assert phone.send(f"{match}/seat", [("player", player)]).status == 303
        stream = stack.enter_context(EventSource(following, f"{match}/events?shows=match&known=0-0"))
        heard = stream.message()
        with RunningServer(tmp_path, **same):
            while heard and not without_phone(keeper, match):
                assert following.open(f"{match}/state?shows=match").status == 200  # as its page does when it is told
                heard = stream.message()
            assert without_phone(keeper, match) == ["Ana"]


def test_news_of_a_club_with_few_streams_is_read_before_that_of_one_with_many() -> None:
    def streams(club: int, number: int) -> list[Stream]:
        return [Stream(Subscription(club, "", lambda each: [None for _ in each], None), at) for at in range(number)]

    order = [
        [stream.subscription.topic for stream in turn]
        for turn in turns([*streams(1, 900), *streams(2, 4), *streams(3, TURN - 1)])
    ]
    assert order == [[2] * 4, [3] * (TURN - 1), [1] * 900]


@pytest.mark.thorough
def test_a_strangers_streams_do_not_hold_back_the_news_of_another_table(server: RunningServer) -> None:
    """300 streams with addresses of their own, of a match in which something is recorded all the time."""
    with Browser(server.port) as stranger, Browser(server.port) as keeper, ExitStack() as stack:
        busy, quiet = stranger.new_match(), keeper.new_match()
        for number in range(300):
            stack.enter_context(EventSource(stranger, f"{busy}/events?shows={number}&known=0-{number}"))
        with EventSource(keeper, f"{quiet}/events?shows=match&known=0-0") as stream:
            delays = []
            for position in range(5):
                note(stranger, busy, position)
                recorded = note(keeper, quiet, position)
                heard = stream.message()
                assert heard
                delays.append(heard.at - recorded)
        assert max(delays) < SOON
