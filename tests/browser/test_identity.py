"""A phone never loses who it is: not by the server's clock, nor its secret, nor another installation in its place.

Each time a match is open and asks the server again and again, nobody touches the phone, and afterwards it still keeps.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Response, expect

from tests.browser.checking import CheckedPhone
from tests.browser.conftest import NewPhone
from tests.browser.pen import Pen
from tests.browser.phone import Phone
from tests.running import RunningServer

PLAYERS = ("Ana", "Bob", "Chloé", "Dan")
BIDS = {"Bob": 1, "Chloé": 0, "Dan": 1, "Ana": 1}
SIX_SECONDS = 6_000
SELDOM = 90_000
"""Milliseconds within which a page that nobody answered asks again."""


@pytest.fixture
def keeper(new_phone: NewPhone, tmp_path: Path) -> Keeper:
    return Keeper(new_phone, RunningServer(tmp_path, "tests.skewed"))


class Keeper:
    """A phone with a match open and half an answer typed, on a server that may be stopped and started otherwise."""

    def __init__(self, new_phone: NewPhone, server: RunningServer) -> None:
        self.server = server
        self.phone: Phone = new_phone(server.url)
        self.phone.poll()

    def begins(self) -> None:
        self.path = self.phone.new_match("ascenseur", PLAYERS)
        for player in ("Bob", "Chloé", "Dan"):
            self.phone.tap_count(player, BIDS[player])
        self.phone.following()

    def asks_for_a_while(self) -> int:
        """The page asks what is new, and errors and other pages are shown to the same browser; the last status."""
        answers: list[int] = []

        def heard(response: Response) -> None:
            if "/state?" in response.url:
                answers.append(response.status)

        page = self.phone.page
        page.on("response", heard)
        page.wait_for_event("response", lambda response: "/state?" in response.url, timeout=SELDOM)
        page.wait_for_timeout(SIX_SECONDS)
        page.remove_listener("response", heard)
        for path in ("/", self.path, f"{self.path}/state", "/share", "/nowhere", "/new"):
            page.context.request.get(self.phone.url + path)
        return answers[-1]

    def still_keeps(self) -> None:
        """What was half typed is answered and recorded, with no page opened anew."""
        self.phone.faults.clear()  # the server was away, or could not tell who asked
        self.phone.tap_count("Ana", BIDS["Ana"])
        self.phone.record()
        assert [entry["bids"] for entry in Pen(self.phone).exported(self.path)["entries"]] == [BIDS]
        self.phone.open("/share")
        assert self.phone.page.get_by_text("ce téléphone", exact=True).count() == 1


@pytest.mark.thorough
def test_a_clock_that_jumps_back_and_forth_takes_nothing_from_a_phone(keeper: Keeper) -> None:
    clock = keeper.server.data / "clock-off-by"
    with keeper.server:
        keeper.begins()
        clock.write_text("-30")
        assert keeper.asks_for_a_while() == 304
        clock.write_text("0")
        keeper.still_keeps()
        clock.write_text("-100000000")  # three years: a machine without a battery for its clock
        keeper.phone.open("/")
        keeper.phone.follow(keeper.phone.page.locator(f'a[href="{keeper.path}"]'))
        assert keeper.phone.page.locator("form[data-draft]").count() == 1


@pytest.mark.thorough
def test_another_secret_for_six_seconds_takes_nothing_from_a_phone(keeper: Keeper) -> None:
    with keeper.server:
        keeper.begins()
        keeper.server.kill()
        keeper.server.environment["SECRET_KEY"] = "another secret, of 32 signs and more"
        keeper.server.start()
        assert keeper.asks_for_a_while() == 503
        elsewhere = CheckedPhone(Phone(keeper.phone.page.context.new_page(), keeper.phone.url))
        elsewhere.open("not recognised", "/")
        expect(elsewhere.phone.page.get_by_role("alert")).to_contain_text("ne reconnaît plus ce téléphone")
        elsewhere.phone.open("/new/ascenseur")
        for seat, player in enumerate(PLAYERS):
            elsewhere.phone.box(f"seat.{seat}").fill(player)
        elsewhere.phone.record()
        expect(elsewhere.phone.page.locator(".ask button.go")).to_have_text("Continuer comme un téléphone neuf")
        elsewhere.check("asked before it becomes another device")
        assert elsewhere.findings == []
        elsewhere.phone.page.close()
        keeper.server.kill()
        del keeper.server.environment["SECRET_KEY"]
        keeper.server.start()
        keeper.still_keeps()


@pytest.mark.thorough
def test_another_installation_at_the_same_address_takes_nothing_from_a_phone(keeper: Keeper, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    other = RunningServer(tmp_path / "other", migrates=True)
    other.port = keeper.server.port
    with keeper.server:
        keeper.begins()
        keeper.server.kill()
        with other:
            assert keeper.asks_for_a_while() == 404
            Pen(keeper.phone).new_match("ascenseur", PLAYERS)  # the phone is somebody there too
        keeper.server.start()
        keeper.still_keeps()
