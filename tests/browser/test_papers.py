"""A table from elsewhere in a browser: each choice shows at once what comes of it, where the person stands."""

import pytest

from tests.browser.phone import Phone

TABLE = "date,game,Ana,Bob,Chloé\n11/12/25,Zorglub,10,20,30\n11/10/25,Zorglub,3,2,1\n"


@pytest.mark.thorough
def test_a_choice_shows_its_outcome_and_stays_where_it_is(phone: Phone) -> None:
    phone.new_match("yaniv", ("Ana", "Bob", "Chloé"))
    phone.open("/club/papers")
    page = phone.page
    page.locator("textarea[name=table]").fill(TABLE)
    phone.tap(page.get_by_role("button", name="Voir comment il est compris"))
    page.wait_for_url("**/club/papers/**")
    address = page.url
    assert page.locator("button[name=record]").count() == 0
    assert page.get_by_role("button", name="Voir ce que ça donne").count() == 0

    page.locator("select[name=order]").focus()
    page.locator("select[name=order]").select_option("month")
    page.get_by_role("heading", name="mercredi 12 novembre 2025").wait_for()
    assert page.evaluate("document.activeElement.name") == "order"

    page.locator("select[name='game.zorglub']").select_option("low")
    page.locator(".won", has_text="Ana gagne").wait_for()
    assert page.url == address

    phone.tap(page.get_by_role("button", name="Noter 2 parties"))
    page.wait_for_url("**/evenings?imported=1")
    phone.tap(page.get_by_role("button", name="Retirer tout ce que cet import a apporté"))
    page.get_by_text("2 parties sont retirées.").wait_for()
