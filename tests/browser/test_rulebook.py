"""The rules on a phone: what they say while one types, the contents of a chapter, links that a thumb can hit."""

import re

import pytest

from tests.browser.conftest import NewPhone
from tests.browser.phone import Phone

HEIGHTS = "links => links.map(link => Math.min(...[...link.getClientRects()].map(box => box.height)))"
THUMB = 44
RAW = re.compile(r"\b(?:match|ascenseur)\.[a-z-]+\b")


def test_what_the_rules_say_is_renewed_as_one_types(phone: Phone) -> None:
    phone.open("/desk/barbu")
    phone.page.locator("input[type=search]").press_sequentially("entamer coeur")
    first = phone.page.locator(".law-found").first
    first.get_by_text("La règle imprimée ne l’interdit dans aucun contrat").wait_for()
    assert first.locator("a").get_attribute("href") == "/rules/barbu#barbu.heart-lead"
    assert phone.page.url.endswith("q=entamer+coeur")
    phone.page.locator("input[type=search]").fill("")
    phone.page.locator(".law-found").first.wait_for(state="detached")


@pytest.mark.thorough
def test_without_scripts_the_button_shows_the_same_answers(new_phone: NewPhone) -> None:
    phone = new_phone(scripts=False)
    phone.open("/desk/barbu")
    phone.page.locator("input[type=search]").fill("entamer coeur")
    phone.follow("Chercher")
    assert "Oui, dès le premier pli." in phone.page.locator(".law-found").first.inner_text()


@pytest.mark.thorough
def test_a_chapter_begins_with_its_contents_and_shows_no_id(phone: Phone) -> None:
    phone.open("/rules/ascenseur")
    titles = phone.page.locator(".contents a").all_inner_texts()
    assert titles == phone.page.locator(".law h2").all_inner_texts()
    phone.tap(phone.page.locator(".contents a").nth(5))
    assert phone.page.locator(".law:target h2").inner_text() == titles[5]
    assert RAW.findall(phone.page.locator("main").inner_text()) == []


@pytest.mark.thorough
@pytest.mark.parametrize(
    "path", ["/rules/ascenseur", "/desk/ascenseur/legal-cards/verdict?hand=2S+AH&trump=?", "/new/barbu"]
)
def test_links_to_articles_are_as_high_as_a_thumb(phone: Phone, path: str) -> None:
    phone.open(path)
    if path.startswith("/new"):
        phone.record()
    heights = phone.page.locator("main :is(.article, .see a, .contents a):visible").evaluate_all(HEIGHTS)
    assert heights
    assert min(heights) >= THUMB


SPLIT = """() => [...document.querySelectorAll(".prose th")].filter(({ firstChild: text }) =>
  text?.data?.split(/\\s+/).some(word => {
    const range = document.createRange(), at = text.data.indexOf(word);
    range.setStart(text, at);
    range.setEnd(text, at + word.length);
    return range.getClientRects().length > 1;
  })).map(heading => heading.textContent)"""
"""The headings of columns of which a word goes on in the next line."""


@pytest.mark.thorough
@pytest.mark.parametrize("game", ["ascenseur", "famille-trefles", "tarot-decale"])
def test_no_heading_of_a_column_breaks_within_a_word_on_the_narrowest_phone(phone: Phone, game: str) -> None:
    phone.resize({"width": 320, "height": 568})
    phone.open(f"/rules/{game}")
    assert phone.page.locator(".prose th").count()
    assert phone.page.evaluate(SPLIT) == []
    assert phone.page.evaluate("document.documentElement.scrollWidth") == 320
