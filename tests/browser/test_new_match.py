"""A table of fewer people than seats: the page says at once where Petit-Jean sits, with scripts and without."""

from __future__ import annotations

import pytest

from tests.browser.conftest import NewPhone
from tests.browser.pen import Pen
from tests.browser.phone import Phone
from tests.games.tables import SIX

NOBODY = {2: ["Petit-Jean", "Petit-Jean 2"], 3: ["Petit-Jean"], 4: [], 5: ["Petit-Jean"], 6: []}
SAID = {2: "les places 3 et 4", 3: "la place 4", 5: "la place 6"}


def seats(phone: Phone) -> list[str]:
    """What every seat that is shown says: the name typed, or else what stands there faintly."""
    boxes = phone.page.locator(".seat input[name^='seat.']:visible").all()
    return [box.input_value() or box.get_attribute("placeholder") or "" for box in boxes]


def sentences(phone: Phone) -> str:
    return " ".join(phone.page.locator(".seatings li:visible").all_inner_texts())


def test_the_seats_fill_up_as_names_are_typed(phone: Phone) -> None:
    phone.open("/new/aluette")
    for n, name in enumerate(SIX, 1):
        phone.box(f"seat.{n - 1}").fill(name)
        dummies = len(NOBODY.get(n, []))
        shown = seats(phone)
        assert shown[: n + dummies] == [*SIX[:n], *NOBODY.get(n, [])]
        assert not any("Petit-Jean" in one for one in shown[n + dummies :])
        if n > 1:
            assert sentences(phone) == (f"À {n}, Petit-Jean prend {SAID[n]}." if n in SAID else "")


def test_a_petit_jean_named_by_hand_is_the_only_one(phone: Phone) -> None:
    phone.open("/new/aluette")
    for seat, name in enumerate(("Ana", "Le mort", "Bob")):
        phone.box(f"seat.{seat}").fill(name)
    phone.unfold(phone.box("option.petit_jean", "1"))
    phone.tap(phone.chip("option.petit_jean", "1"))
    assert "Petit-Jean" not in seats(phone)
    assert sentences(phone) == ""


@pytest.mark.thorough
@pytest.mark.parametrize("scripts", [True, False])
@pytest.mark.parametrize("n", NOBODY)
def test_so_many_people_start_a_match(new_phone: NewPhone, n: int, scripts: bool) -> None:
    phone = new_phone(scripts=scripts)
    path = phone.new_match("aluette", SIX[:n])
    file = Pen(phone).exported(path)
    assert file["players"] == [*SIX[:n], *NOBODY[n]]
    assert file["options"] == ({"petit_jean": NOBODY[n]} if NOBODY[n] else {})
    for name in NOBODY[n]:
        assert name in phone.page.get_by_role("main").inner_text()


def test_petit_jean_is_chosen_to_deal_first(phone: Phone) -> None:
    phone.open("/new/aluette")
    for seat, name in enumerate(SIX[:3]):
        phone.box(f"seat.{seat}").fill(name)
    phone.tap(phone.chip("dealer", "3"))
    phone.record()
    assert "Petit-Jean donne\u202f: son équipe donne pour lui." in phone.page.get_by_role("main").inner_text()
    assert Pen(phone).exported(phone.path)["dealer"] == "Petit-Jean"
