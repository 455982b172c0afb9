"""A new match for fewer people than there are seats: dummies fill the others, on the page and in the match."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.tables import SIX
from tests.web.visitor import Page, Visitor

PETIT_JEAN = "Petit-Jean"
SEATED = {
    2: ("Ana", "Bob", PETIT_JEAN, "Petit-Jean 2"),
    3: ("Ana", "Bob", "Chloé", PETIT_JEAN),
    4: SIX[:4],
    5: (*SIX[:5], PETIT_JEAN),
    6: SIX,
}
NOBODY = {2: [PETIT_JEAN, "Petit-Jean 2"], 3: [PETIT_JEAN], 5: [PETIT_JEAN]}


def sent(visitor: Visitor, names: dict[int, str], game: str = "aluette", **more: str) -> Page:
    """What comes of typing these names at these seats of the page."""
    form = visitor.open(f"/new/{game}").form(f"/new/{game}")
    for seat, name in names.items():
        form.fill(f"seat.{seat}", name)
    for control, value in more.items():
        form.fill(control.replace("__", "."), value)
    return form.send()


def exported(begun: Page) -> dict[str, Any]:
    assert begun.status == 303, begun.text[:500]
    value = begun.visitor.open(f"{begun.location}/export").response.get_json()
    assert isinstance(value, dict)
    return value


@pytest.mark.parametrize("n", [2, 3, 4, 5, 6])
def test_the_game_is_offered_to_so_many_people(visitor: Visitor, n: int) -> None:
    page = visitor.open(f"/new?n={n}")
    assert "/new/aluette" in page.links()
    assert page.text.partition("L’Aluette")[2].split("·")[0].strip() == "de 2 à 6 joueurs"


@pytest.mark.parametrize("n", [1, 7])
def test_the_game_is_not_offered_to_one_or_seven(visitor: Visitor, n: int) -> None:
    assert "/new/aluette" not in visitor.open(f"/new?n={n}").links()


def test_the_page_says_beforehand_which_seats_are_petit_jeans(visitor: Visitor) -> None:
    told = [
        element.text() for element in visitor.open("/new/aluette").document.all("ul", class_="seatings")[0].all("li")
    ]
    assert told == [
        "À 2, Petit-Jean prend les places 3 et 4.",
        "À 3, Petit-Jean prend la place 4.",
        "À 5, Petit-Jean prend la place 6.",
    ]
    assert visitor.open("/new/kems").document.all("ul", class_="seatings") == []


@pytest.mark.parametrize("n", SEATED)
def test_petit_jean_takes_the_seats_that_stay_empty(visitor: Visitor, n: int) -> None:
    file = exported(sent(visitor, dict(enumerate(SIX[:n]))))
    assert file["players"] == list(SEATED[n])
    assert file["options"] == ({"petit_jean": NOBODY[n]} if n in NOBODY else {})
    assert file["dealer"] == "Ana"


@pytest.mark.parametrize(
    ("n", "seat", "dealer"), [(2, "3", f"{PETIT_JEAN} 2"), (3, "3", PETIT_JEAN), (5, "5", PETIT_JEAN)]
)
def test_a_petit_jean_may_deal_first(visitor: Visitor, n: int, seat: str, dealer: str) -> None:
    assert exported(sent(visitor, dict(enumerate(SIX[:n])), dealer=seat))["dealer"] == dealer


def test_an_empty_seat_between_two_names_is_left_out(visitor: Visitor) -> None:
    file = exported(sent(visitor, {0: "Ana", 2: "Bob", 3: "Chloé"}, dealer="2"))
    assert (file["players"], file["dealer"]) == (["Ana", "Bob", "Chloé", PETIT_JEAN], "Bob")


def test_a_dummy_named_by_hand_sits_where_the_table_put_it(visitor: Visitor) -> None:
    names = {0: "Ana", 1: "Le mort", 2: "Bob", 3: "Chloé"}
    file = exported(sent(visitor, names, option__petit_jean="1"))
    assert (file["players"], file["options"]) == (list(names.values()), {"petit_jean": ["Le mort"]})


def test_a_dummy_named_by_hand_is_not_joined_by_others(visitor: Visitor) -> None:
    page = sent(visitor, {0: "Ana", 1: "Le mort", 2: "Bob"}, option__petit_jean="1")
    assert (page.status, page.faults()) == (422, [("match.players", "")])
    assert "4 ou 6 places, Petit-Jean compris" in page.text


@pytest.mark.parametrize(("typed", "chosen"), [("1", {"youngest": "-"}), ("0", {"youngest": "Ana"}), ("", {})])
def test_a_player_called_as_the_button_for_nobody_can_be_chosen(
    visitor: Visitor, typed: str, chosen: dict[str, str]
) -> None:
    begun = sent(visitor, {0: "Ana", 1: "-", 2: "Bob"}, "famille-trefles", option__youngest=typed)
    assert exported(begun)["options"] == chosen


@pytest.mark.parametrize("n", [0, 1])
def test_too_few_people_are_told_how_many_can_play_and_nothing_typed_is_lost(visitor: Visitor, n: int) -> None:
    page = sent(visitor, dict(enumerate(SIX[:n])), dealer="3", option__target="7")
    assert (page.status, page.faults()) == (422, [("match.players", "")])
    assert f"se joue de 2 à 6 ; vous êtes {n}." in page.text
    form = page.form("/new/aluette")
    assert [form.value(f"seat.{seat}") for seat in range(n)] == list(SIX[:n])
    assert (form.value("dealer"), form.value("option.target")) == ("3", "7")


def test_what_is_refused_for_another_reason_keeps_every_name_and_seats_nobody(visitor: Visitor) -> None:
    page = sent(visitor, {0: "Ana", 1: "Ana", 2: "Chloé"}, option__target="21")
    assert (page.status, page.faults()) == (422, [("match.players", "seat.1")])
    form = page.form("/new/aluette")
    assert [form.value(f"seat.{seat}") for seat in range(6)] == ["Ana", "Ana", "Chloé", "", "", ""]
    assert form.values("option.petit_jean") == []


@pytest.mark.parametrize("n", NOBODY)
def test_a_rematch_seats_petit_jean_again(visitor: Visitor, n: int) -> None:
    begun = sent(visitor, dict(enumerate(SIX[:n])))
    ended = visitor.send(f"{begun.location}/entries", [("step", "end"), ("expected", "0")]).follow()
    file = exported(ended.form("/rematch").send())
    assert (file["players"], file["options"], file["dealer"]) == (list(SEATED[n]), {"petit_jean": NOBODY[n]}, "Bob")


def test_a_match_of_three_people_is_played_to_its_end(visitor: Visitor) -> None:
    begun = sent(visitor, dict(enumerate(SIX[:3])), option__target="1")
    assert "Petit-Jean" in visitor.open(begun.location).text
    won = [("step", "deal"), ("expected", "0"), ("way", "side"), ("side.side", "Bob & Petit-Jean")]
    assert visitor.send(f"{begun.location}/entries", won).status == 303
    assert "Bob & Petit-Jean" in visitor.open(begun.location).document.all(class_="winner")[0].text()
