"""A table's own rule on a phone: from a verdict to the sentence in few taps, seen first the next time, and on paper."""

import pytest

from tests.browser.checking import CheckedPhone, too_small_at_any_size
from tests.browser.conftest import NewPhone
from tests.browser.layout import boxes
from tests.browser.pen import Pen
from tests.browser.phone import SIZE, Phone
from tests.browser.test_print import pages

FOUR = ("Ana", "Bob", "Chloé", "Dan")
VERDICT = "/desk/ascenseur/legal-cards/verdict?trump=H&plays=9S+KS+3H&plays.leader=Bob&hand=2S+AH+7D&card=AH"
RULE = "Chez nous, on coupe quand on veut."
OTHERWISE = {"fr": "Chez nous, on fait autrement", "en": "We play it differently"}
TAPS = 4
"""To the sentence, one person away, recorded, and the article with it."""


def noted(phone: Phone, path: str, language: str = "fr") -> None:
    """Note a rule from a verdict of a match."""
    phone.open(f"{VERDICT}&match={path.rpartition('/')[2]}")
    phone.follow(phone.page.get_by_role("link", name=OTHERWISE[language]).first)
    phone.page.get_by_role("textbox").first.fill(RULE)
    phone.tap(phone.page.locator(".chip", has_text="Dan"))
    phone.record()


def test_a_rule_is_noted_in_four_taps_and_seen_first_the_next_time(phone: Phone) -> None:
    path = Pen(phone).new_match("ascenseur", FOUR)
    phone.taps = 0
    noted(phone, path)
    assert phone.taps <= TAPS
    assert phone.page.locator(".law:target .own-rule .said").inner_text().replace("\u202f", " ") == RULE
    assert "Convenu avec Ana, Bob et Chloé" in phone.page.locator(".law:target .agreed").inner_text()
    phone.open(VERDICT)
    ours, printed = boxes(phone, ".ours .said", ".ruled .word")
    assert ours.bottom < printed.top
    assert printed.bottom < SIZE["height"]
    phone.open("/table-rules")
    phone.follow(phone.page.get_by_role("button", name="Retirer"))
    assert phone.page.locator(".own").count() == 0
    phone.follow(phone.page.get_by_role("button", name="Remettre").first)
    assert phone.page.locator(".own").count() == 1


@pytest.mark.thorough
@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_pages_of_a_rule_are_fit_for_the_table(new_phone: NewPhone, language: str) -> None:
    checked = CheckedPhone(new_phone(locale=language))
    phone = checked.phone
    path = Pen(phone).new_match("ascenseur", FOUR)
    noted(phone, path, language)
    small = []
    for name, page in {
        "article": "/rules/ascenseur",
        "verdict": f"{VERDICT}&match={path.rpartition('/')[2]}",
        "search": "/desk?q=fournir+couleur",
        "form": "/table-rules/new?article=ascenseur.follow",
        "a known house rule": "/table-rules/new?article=ascenseur.score",
        "listed": "/table-rules",
    }.items():
        checked.open(name, page)
        small += [f"{name}: {words}" for words in too_small_at_any_size(phone.page)]
    phone.follow(phone.page.locator("form[action$=remove] button"))
    checked.check("removed")
    assert checked.findings + small == []


@pytest.mark.thorough
def test_the_rules_of_a_table_are_a_sheet_of_paper(phone: Phone) -> None:
    path = Pen(phone).new_match("ascenseur", FOUR)
    for _ in range(6):
        noted(phone, path)
    phone.page.emulate_media(color_scheme="dark")
    phone.open("/table-rules")
    assert phone.page.get_by_role("button", name="Imprimer").is_visible()
    assert pages(phone.page.pdf(format="A4", prefer_css_page_size=True)) == 1
    phone.page.emulate_media(media="print")
    assert phone.page.locator(".said").first.is_visible()
    assert phone.page.locator("main :is(button, a.ghost, .nav):visible").count() == 0
    colours = phone.page.locator(".said").evaluate_all("all => all.map(one => getComputedStyle(one).color)")
    assert set(colours) == {"rgb(0, 0, 0)"}
