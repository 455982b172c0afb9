"""Several processes on one database are one referee: what one counts, all do; what each keeps in memory is the same."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.databases import on_both_databases
from tests.proxies import behind_caddy
from tests.running import RunningServer
from tests.server.programs import write_together
from tests.server.sockets import Answer, Browser
from tests.tools.followers import LINK

pytestmark = on_both_databases
NO_CODE = [("code", "222222")]


@pytest.fixture
def two(url: str, tmp_path: Path) -> Iterator[tuple[RunningServer, RunningServer]]:
    """Two processes, with the limits as they are served."""
    same = {"DATABASE_URL": url, "SECRET_KEY": "x" * 32, "REFEREE_LIMITS": "on", "REFEREE_BEHIND_PROXY": "1"}
    with RunningServer(tmp_path, **same) as one, RunningServer(tmp_path, **same) as other:
        yield one, other


@pytest.mark.thorough
def test_who_guesses_has_the_same_few_tries_through_both(two: tuple[RunningServer, RunningServer]) -> None:
    """Codes of tables and of clubs; and after a process was started again."""

    def tried(number: int, client: str, path: str) -> int:
        with Browser(two[number % 2].port, headers={"X-Forwarded-For": client}) as guesser:
            return guesser.send(path, NO_CODE).status

    assert [tried(number, "192.0.2.1", "/join") for number in range(12)] == [422] * 10 + [429] * 2
    assert [tried(number, "192.0.2.1", "/recover") for number in range(12)] == [422] * 10 + [429] * 2
    two[1].kill()
    two[1].start()
    assert {tried(number, "192.0.2.1", path) for number in range(2) for path in ("/join", "/recover")} == {429}
    assert [tried(number, f"192.0.2.{number}", "/join") for number in range(2, 24)] == [422] * 22


def test_what_both_have_in_memory_is_the_same_whichever_recorded(two: tuple[RunningServer, RunningServer]) -> None:
    """The replayed log, and the answers that watchers share: each is made once in each process."""
    with Browser(two[0].port) as keeper, Browser(two[1].port) as again:
        path = keeper.new_match()
        again.cookies = keeper.cookies
        link = LINK.search(keeper.send("/share", [("role", "watcher")]).page)
        assert link
        with Browser(two[0].port) as watcher, Browser(two[1].port) as moved:
            assert watcher.send(link[1]).status == 303
            moved.cookies = watcher.cookies
            seen = "0-0"
            for number in range(6):
                note = [("step", "note"), ("expected", str(number)), ("text", f"The {number}th")]
                assert (keeper, again)[number % 2].send(f"{path}/entries", note).status == 303
                answers = [asked(browser, path, seen) for browser in (watcher, moved, watcher, moved)]
                assert {answer.status for answer in answers} == {200}
                assert len({answer.body for answer in answers}) == 1
                (tag,) = {answer.headers["ETag"] for answer in answers}
                assert tag != seen
                seen = tag
            assert again.send(f"{path}/undo", [("expected", "6")]).status == 303
            assert len({asked(browser, path, seen).body for browser in (watcher, moved)}) == 1
            assert len({asked(browser, path, "").headers["ETag"] for browser in (watcher, moved)}) == 1


@pytest.mark.thorough
@pytest.mark.databases("postgres")
@pytest.mark.parametrize("processes", [2, 4])
def test_of_a_thousand_writers_through_a_proxy_everybody_is_recorded_once(
    url: str, tmp_path: Path, processes: int
) -> None:
    """The connections of all processes fit into those that PostgreSQL takes; a busy machine asks some to try again."""
    with behind_caddy(tmp_path, url, processes) as proxied, Browser(proxied.port) as keeper:
        keeper.new_match()
        assert set(write_together(keeper, 1000)) <= {201, 409, 503}
    log = (tmp_path / "server.log").read_text()
    assert "Données / data" in log, "what a server says at its start"
    assert "database away" not in log


def asked(browser: Browser, path: str, tag: str) -> Answer:
    return browser.ask("GET", f"{path}/state?shows=match", If_None_Match=tag)
