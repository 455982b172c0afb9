"""What somebody sees of an exchange with the server: what would come, what went and what did not, and a way on.

The app of the phone is made by CPython here, below the same address.
"""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Route, expect

from referee.web.bundles import server_pages
from tests.browser.conftest import NewPhone
from tests.browser.phone import Phone
from tests.browser.test_taken_along import both, new_phone, taken_along, texts
from tests.web.bundles.exchange.carrier import matches_in
from tests.web.bundles.exchange.one_address import OneAddress
from tests.web.bundles.exchange.taken import refusing

__all__ = ["both", "new_phone"]
PART = "[data-exchange]"
GOES = """() => {
  dispatchEvent(new Event("online"));
  return document.querySelector("[data-exchange] [data-go]").hidden;
}"""
"""Whether what was offered goes by itself once the network is back: what goes is no longer offered."""


@pytest.fixture
def phone(new_phone: NewPhone, both: OneAddress) -> Iterator[Phone]:
    """A browser with whose faults nobody is concerned where the network is lost on purpose."""
    made = new_phone(both.url)
    yield made
    made.forget_faults("net::ERR", "422")


@pytest.mark.thorough
def test_a_club_is_offered_first_and_copied_when_somebody_wants_it(phone: Phone, both: OneAddress) -> None:
    path = phone.new_match("ascenseur", ("Ana", "Bob", "Chloé"))
    phone.note(path, "au serveur")
    phone.open("/phone/take?club=1")
    part = phone.page.locator(PART)
    expect(part).to_contain_text("127.0.0.1")
    expect(part).to_contain_text("1 partie sera copiée dans ce téléphone")
    expect(phone.page.get_by_role("button", name="Réessayer")).to_be_hidden()
    assert not phone.page.evaluate(GOES)
    assert matches_in(both.phone) == {}
    expect(phone.page.get_by_text("Ouvrir le club")).to_have_count(0)
    phone.page.get_by_role("button", name="Emporter ce club").click()
    expect(part).to_contain_text("1 partie est arrivée.")
    expect(phone.page.get_by_role("button", name="Emporter ce club")).to_be_hidden()
    phone.follow("Ouvrir le club")
    assert matches_in(both.server) == matches_in(both.phone)


@pytest.mark.thorough
def test_after_a_refusal_what_went_and_what_did_not_is_said_and_both_ways_on_are_there(
    phone: Phone, both: OneAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = taken_along(phone)
    both.away = True
    phone.note(f"/phone{path}", "refusée")
    phone.note(begun_in_phone(phone), "prise")
    both.away = False
    monkeypatch.setattr(server_pages, "load_bundle", refusing(path.rpartition("/")[2]))
    phone.open("/phone/take?club=1")
    phone.page.get_by_role("button", name="Emporter ce club").click()
    part = phone.page.locator(PART)
    expect(part).to_contain_text("1 nouvelle partie est sur le serveur.")
    expect(part).to_contain_text(re.compile("Ana, Bob, Chloé\\s: Il manque"))
    expect(phone.page.get_by_role("link", name="Ouvrir le club")).to_be_visible()
    monkeypatch.undo()
    phone.page.get_by_role("button", name="Réessayer").click()
    expect(part).to_contain_text("1 saisie est rapportée.")
    assert matches_in(both.server) == matches_in(both.phone)


def begun_in_phone(phone: Phone) -> str:
    """A match that the server has not heard of, of players who sit in no other; its path."""
    phone.open("/phone/new/ascenseur")
    for seat, player in enumerate(("Zoé", "Max", "Yann")):
        phone.box(f"seat.{seat}").fill(player)
    phone.record()
    return phone.path


LOST = {
    "before the club is compared": ("**/sync?club=*", False),
    "while the phone writes a bundle": ("**/phone/sync/bundle?*", False),
    "before the bundles come": ("**/sync/archive?club=*", False),
    "after the bundles came": ("**/sync/archive?club=*", True),
    "while the phone keeps what stands": ("**/phone/sync/stands", False),
    "while the phone keeps what was sent": ("**/phone/sync/sent?*", False),
    "at the end": ("**/phone/sync/end?*", False),
}


@pytest.mark.thorough
@pytest.mark.first_alone
@pytest.mark.parametrize(("address", "acts"), LOST.values(), ids=LOST.keys())
def test_a_network_that_is_lost_at_any_step_loses_and_doubles_nothing(
    phone: Phone, both: OneAddress, address: str, acts: bool
) -> None:
    path = taken_along(phone)
    both.away = True
    begun = begun_in_phone(phone)
    phone.note(begun, "nouvelle")
    phone.note(f"/phone{path}", "au camp")
    both.away = False

    def lose(route: Route) -> None:
        if acts:
            route.fetch()
        route.abort()

    phone.page.route(address, lose)
    phone.open("/phone/sync")
    again = phone.page.get_by_role("button", name="Réessayer")
    again.wait_for()
    phone.page.unroute(address)
    again.click()
    expect(phone.page.locator(f"{PART} progress")).to_be_hidden()
    expect(again).to_be_hidden()
    assert matches_in(both.server) == matches_in(both.phone)
    assert texts(phone, path) == ["au serveur", "au camp"]
    assert texts(phone, begun.removeprefix("/phone")) == ["nouvelle"]
    assert len(matches_in(both.server)) == 2


@pytest.mark.thorough
def test_a_page_left_in_the_middle_of_an_exchange_ends_it_when_it_is_opened_again(
    phone: Phone, both: OneAddress
) -> None:
    path = taken_along(phone)
    both.away = True
    phone.note(f"/phone{path}", "au camp")
    both.away = False
    held: list[Route] = []
    phone.page.route("**/sync/archive?club=*", lambda route: held.append(route))
    phone.open("/phone/sync")
    phone.until(lambda: held)
    held[0].fetch()
    phone.page.unroute("**/sync/archive?club=*")
    phone.page.reload()
    expect(phone.page.locator(PART)).to_contain_text("Rien de neuf")
    assert texts(phone, path) == ["au serveur", "au camp"]
    assert matches_in(both.server) == matches_in(both.phone)
