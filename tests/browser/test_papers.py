"""A table from elsewhere in a browser: each choice shows at once what comes of it, where the person stands."""

import pytest
from playwright.sync_api import Route

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
    assert page.get_by_role("button", name="Encore 1 réponse").count() == 1

    page.locator("select[name=order]").focus()
    page.locator("select[name=order]").select_option("month")
    page.get_by_role("heading", name="mercredi 12 novembre 2025").wait_for()
    assert page.evaluate("document.activeElement.name") == "order"

    phone.tap(page.locator("details > summary"))
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    page.locator("select[name='game.zorglub']").select_option("low")
    page.locator(".won", has_text="Ana gagne").wait_for()
    assert page.url == address

    phone.tap(page.get_by_role("button", name="Noter 2 parties"))
    page.wait_for_url("**/evenings?imported=1")
    page.get_by_text("2 parties : Zorglub").wait_for()
    phone.tap(page.get_by_role("button", name="Retirer tout ce que cet import a apporté"))
    page.get_by_text("2 parties sont retirées.").wait_for()


NO_HEAD = "07/11/2025;Skyjo;45;101;30\n14/11/2025;Skyjo;12;55;20\n"
LATE = """() => {
  const real = window.fetch;
  window.answered = 0;
  window.fetch = async (...what) => {
    const answer = await real(...what);
    await new Promise((done) => setTimeout(done, 400));
    window.answered += 1;
    return answer;
  };
}"""
"""The network of a slow phone: each answer comes 0.4 s late, and the person goes on typing."""


def opened(phone: Phone, table: str) -> None:
    """The page of a table that was pasted."""
    phone.open("/club/papers")
    phone.page.locator("textarea[name=table]").fill(table)
    phone.tap(phone.page.get_by_role("button", name="Voir comment il est compris"))
    phone.page.wait_for_url("**/club/papers/**")
    phone.ready()


@pytest.mark.thorough
def test_what_is_typed_while_an_answer_is_on_its_way_is_never_lost(phone: Phone) -> None:
    phone.new_match("yaniv", ("Ana", "Bob", "Chloé"))
    opened(phone, NO_HEAD)
    page = phone.page
    page.evaluate(LATE)
    first, second, third = (page.locator(f"input[name='name.{at}']") for at in (2, 3, 4))
    first.press_sequentially("Zoé", delay=30)
    second.focus()  # leaving the field asks; what comes is late
    second.press_sequentially("Bastien", delay=150)
    assert page.evaluate("document.activeElement.name") == "name.3"
    assert second.input_value() == "Bastien"
    third.focus()
    third.press_sequentially("Chlo", delay=150)
    third.press("ArrowLeft")
    third.press("ArrowLeft")
    before = page.evaluate("[scrollY, document.activeElement.selectionStart]")
    page.locator("[data-papers-missing]").wait_for(state="detached")
    assert page.evaluate("answered") > 0
    assert page.evaluate("[scrollY, document.activeElement.selectionStart]") == before
    third.press("End")
    third.press_sequentially("é", delay=30)
    page.get_by_text("Chloé gagne").first.wait_for()
    assert [box.input_value() for box in (first, second, third)] == ["Zoé", "Bastien", "Chloé"]
    assert page.evaluate("document.activeElement.name") == "name.4"


@pytest.mark.thorough
def test_the_field_in_which_a_person_is_stays_the_same_element(phone: Phone) -> None:
    phone.new_match("yaniv", ("Ana", "Bob", "Chloé"))
    opened(phone, NO_HEAD)
    page = phone.page
    box = page.locator("input[name='name.2']")
    box.focus()
    page.evaluate("document.activeElement.mine = true")
    box.press_sequentially("Anatole", delay=20)
    page.get_by_role("button", name="Encore 2 réponses").wait_for()
    assert page.evaluate("document.activeElement.mine") is True
    chosen = page.locator("select[name='role.2'] option:checked")
    assert "Anatole" in (chosen.text_content() or ""), "a list of choices says what the answer says"


@pytest.mark.thorough
def test_the_button_counts_what_is_missing_and_leads_there(phone: Phone) -> None:
    phone.new_match("yaniv", ("Ana", "Bob", "Chloé"))
    opened(phone, NO_HEAD)
    page = phone.page
    page.locator("input[name='name.2']").fill("Zoé")
    page.locator("input[name='name.2']").blur()
    page.get_by_role("button", name="Encore 2 réponses").wait_for()
    phone.tap(page.get_by_role("button", name="Encore 2 réponses"))
    assert page.evaluate("document.activeElement.name") == "name.3"
    assert page.locator("input[name='name.2']").input_value() == "Zoé"


@pytest.mark.thorough
def test_the_names_of_the_club_are_tapped(phone: Phone) -> None:
    phone.new_match("yaniv", ("Ana", "Bob", "Chloé"))
    opened(phone, NO_HEAD)
    page = phone.page
    for at, name in ((2, "Ana"), (3, "Bob"), (4, "Chloé")):
        phone.tap(page.locator(f"[data-offers='name.{at}'] button[value='{name}']"))
    phone.tap(page.get_by_role("button", name="Noter 2 parties"))
    page.wait_for_url("**/evenings?imported=1")


@pytest.mark.thorough
def test_partners_are_tapped_side_by_side(phone: Phone) -> None:
    phone.new_match("yaniv", ("Ana", "Bob", "Chloé", "Dan"))
    opened(phone, "date;jeu;Nous;Eux\n14/11/2025;Belote;1010;640\n")
    page = phone.page
    for side, name in (("Nous", "Ana"), ("Nous", "Chloé"), ("Eux", "Bob"), ("Eux", "Dan")):
        phone.tap(page.locator(f"[data-offers='side.{side}'] button[value='{name}']"))
    page.get_by_text("Ana & Chloé gagnent").wait_for()
    assert page.locator("input[name='side.Nous']").input_value() == "Ana, Chloé"


@pytest.mark.thorough
def test_a_choice_made_before_the_script_is_there_shows_its_outcome_too(phone: Phone) -> None:
    phone.new_match("yaniv", ("Ana", "Bob", "Chloé"))
    phone.open("/club/papers")
    page = phone.page
    page.locator("textarea[name=table]").fill(TABLE)
    requested: list[Route] = []
    page.route("**/papers.js*", lambda route: requested.append(route))
    page.get_by_role("button", name="Voir comment il est compris").tap()
    page.locator("select[name=order]").select_option("month")
    assert page.get_by_role("heading", name="mercredi 12 novembre 2025").count() == 0
    phone.until(lambda: requested)  # the page may ask for it later than the choice is made
    for route in requested:
        route.continue_()
    page.get_by_role("heading", name="mercredi 12 novembre 2025").wait_for()
    assert len(requested) == 1
