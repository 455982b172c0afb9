"""Who leaves, who joins, who deals: three taps from the page of a match to the record, in two games."""

from typing import Any

import pytest

from tests.browser.conftest import NewPhone
from tests.browser.pen import Pen

FOUR = ("Ana", "Bob", "Chloé", "Dan")
MOST_TAPS = 3

CHANGES: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("Quelqu’un s’en va", "Dan", {"step": "leaves", "player": "Dan"}),
    ("Quelqu’un arrive", "Dan", {"step": "joins", "player": "Dan"}),
    ("Quelqu’un arrive", "Zoé", {"step": "joins", "player": "Zoé"}),
    ("Autre donneur", "Chloé", {"step": "dealer", "player": "Chloé"}),
)


@pytest.mark.thorough
@pytest.mark.parametrize("scripts", [True, False])
@pytest.mark.parametrize("game", ["yaniv", "ascenseur"])
def test_three_taps_record_who_leaves_joins_or_deals(new_phone: NewPhone, game: str, scripts: bool) -> None:
    phone = new_phone(scripts=scripts)
    phone.new_match("feuille-libre", ("Zoé", "Yann"))
    path = phone.new_match(game, FOUR)
    for link, name, _ in CHANGES:
        before = phone.taps
        phone.from_menu(link)
        phone.follow(phone.page.locator(".ask").get_by_role("button", name=name))
        assert phone.path == path
        assert phone.taps - before <= MOST_TAPS
    assert Pen(phone).exported(path)["entries"] == [entry for *_, entry in CHANGES]
