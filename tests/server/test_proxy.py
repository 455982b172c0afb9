"""Behind a proxy: what it says of its clients is believed, of it alone, and of nobody where no proxy was named."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.running import RunningServer
from tests.server.sockets import Browser

SAID = {"X-Forwarded-For": "192.0.2.7", "X-Forwarded-Proto": "https", "Host": "club.example"}
CODE = ("code", "00000-00000-00000-00000")


BY_ADDRESS = pytest.param("127.0.0.1", marks=pytest.mark.thorough)


@pytest.fixture(scope="module", params=["1", BY_ADDRESS], ids=["this machine", "its address"])
def behind(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    folder = tmp_path_factory.mktemp("behind")
    with RunningServer(folder, REFEREE_BEHIND_PROXY=request.param, REFEREE_LIMITS="on") as running:
        yield running


def for_https_alone(phone: Browser) -> set[bool]:
    """Whether the cookie that a choice sets is for https alone."""
    answer = phone.send("/language", [("language", "fr")])
    return {bool(morsel["secure"]) for morsel in answer.cookies.values()}


def link(browser: Browser) -> str:
    """The address of a link that was just made, up to its token."""
    browser.new_match()
    page = browser.send("/share", [("role", "watcher")]).page
    return page[: page.index("/join/")].rpartition("http")[2]


@pytest.mark.first_alone
def test_pages_know_that_they_are_read_over_https(behind: RunningServer) -> None:
    with Browser(behind.port, headers=SAID) as phone:
        answer = phone.open("/")
        assert answer.headers["Strict-Transport-Security"] == "max-age=31536000"
        assert for_https_alone(phone) == {True}
        assert link(phone) == "s://club.example"


def test_a_proxy_without_https_gets_no_promise_of_it(behind: RunningServer) -> None:
    with Browser(behind.port, headers={**SAID, "X-Forwarded-Proto": "http"}) as phone:
        answer = phone.open("/")
        assert "Strict-Transport-Security" not in answer.headers
        assert for_https_alone(phone) == {False}
        assert link(phone) == "://club.example"


def test_a_port_of_the_proxy_stands_in_the_links(behind: RunningServer) -> None:
    with Browser(behind.port, headers={**SAID, "Host": "club.example:8443"}) as phone:
        assert link(phone) == "s://club.example:8443"


@pytest.mark.parametrize(("origin", "status"), [("https://club.example", 303), ("http://127.0.0.1", 403)])
def test_a_form_comes_from_the_host_that_the_proxy_names(behind: RunningServer, origin: str, status: int) -> None:
    with Browser(behind.port, headers=SAID) as phone:
        phone.new_match()
        phone.headers["Origin"] = origin
        assert phone.send("/share/name", [("name", "Les Cartes")]).status == status


def test_limits_are_for_each_client_of_the_proxy(behind: RunningServer) -> None:
    guesser = Browser(behind.port, headers={**SAID, "X-Forwarded-For": "203.0.113.9, 192.0.2.66"})
    other = Browser(behind.port, headers={**SAID, "X-Forwarded-For": "192.0.2.66, 192.0.2.67"})
    with guesser, other:
        assert [guesser.send("/recover", [CODE]).status for _ in range(12)][-1] == 429
        assert other.send("/recover", [CODE]).status == 422


def test_one_network_of_ipv6_is_one_client(behind: RunningServer) -> None:
    statuses = []
    for number in range(12):
        with Browser(behind.port, headers={**SAID, "X-Forwarded-For": f"2001:db8:0:7::{number:x}"}) as guesser:
            statuses.append(guesser.send("/recover", [CODE]).status)
    assert (statuses[0], statuses[-1]) == (422, 429)
    with Browser(behind.port, headers={**SAID, "X-Forwarded-For": "2001:db8:1:1::1"}) as other:
        assert other.send("/recover", [CODE]).status == 422


@pytest.mark.thorough
def test_a_clock_set_back_makes_no_limit_longer(tmp_path: Path) -> None:
    """What was counted at a time that is to come is over: the limit begins anew, and holds for a minute."""
    with RunningServer(tmp_path, "tests.skewed", REFEREE_LIMITS="on") as running, Browser(running.port) as guesser:
        for off_by in ("0", "-100000000"):
            (tmp_path / "clock-off-by").write_text(off_by)
            answers = [guesser.send("/recover", [CODE]) for _ in range(11)]
            assert (answers[0].status, answers[-1].status) == (422, 429), off_by
            assert int(answers[-1].headers["Retry-After"]) <= 60


def assert_believed_nothing(phone: Browser) -> None:
    answer = phone.open("/")
    assert "Strict-Transport-Security" not in answer.headers
    assert for_https_alone(phone) == {False}
    assert link(phone) == "://club.example"


def test_somebody_else_than_the_proxy_is_not_believed(behind: RunningServer) -> None:
    with Browser(behind.port, source="127.0.0.2", headers=SAID) as stranger:
        assert_believed_nothing(stranger)


@pytest.mark.thorough
def test_nobody_is_believed_where_no_proxy_was_named(server: RunningServer) -> None:
    with Browser(server.port, headers=SAID) as stranger:
        assert_believed_nothing(stranger)


@pytest.mark.thorough
def test_a_stranger_does_not_choose_whom_their_tries_count_against(tmp_path: Path) -> None:
    with RunningServer(tmp_path, REFEREE_BEHIND_PROXY="127.0.0.3", REFEREE_LIMITS="on") as running:
        statuses = []
        for number in range(12):
            with Browser(running.port, headers={"X-Forwarded-For": f"192.0.2.{number}"}) as stranger:
                statuses.append(stranger.send("/recover", [CODE]).status)
        assert statuses[-1] == 429
