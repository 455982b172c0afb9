"""A new match for fewer people than there are seats: dummies fill the others, on the page and in the match."""

from typing import Any

import pytest
from flask import Flask

from referee.games.registry import GAMES
from tests.games.tables import SIX
from tests.web.sharing import join, link_for
from tests.web.table import WebMatch, new_match
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
    assert f"/new/aluette?n={n}" in page.links()
    assert page.text.partition("L’Aluette")[2].split("·")[0].strip() == "de 2 à 6 joueurs"


@pytest.mark.parametrize("n", [1, 7])
def test_the_game_is_not_offered_to_one_or_seven(visitor: Visitor, n: int) -> None:
    assert not [link for link in visitor.open(f"/new?n={n}").links() if link.startswith("/new/aluette")]


def test_the_page_says_beforehand_which_seats_are_petit_jeans(visitor: Visitor) -> None:
    lines = [
        element.text() for element in visitor.open("/new/aluette").document.all("ul", class_="seatings")[0].all("li")
    ]
    assert lines == [
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
    assert "4 ou 6 places, Petit‑Jean compris" in page.text


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


# The same table again


def last_table(page: Page) -> list[str]:
    """The names that stand at the seats when the page is opened, and who deals."""
    form = page.form(page.path.partition("?")[0])
    names = [form.value(f"seat.{seat}") for seat in range(6)]
    return [*[name for name in names if name], form.value(f"seat.{form.value('dealer')}")]


def test_the_people_of_a_match_are_seated_at_another_game_and_the_next_one_deals(visitor: Visitor) -> None:
    begun = sent(visitor, dict(enumerate(SIX[:4])), "kems", dealer="3")
    page = visitor.open(f"/new/ascenseur?from={begun.location.rpartition('/')[2]}")
    assert last_table(page) == [*SIX[:4], SIX[0]]
    assert page.form("/new/ascenseur").send().status == 303


def test_a_dummy_is_no_player_of_the_next_match_and_does_not_deal(visitor: Visitor) -> None:
    begun = sent(visitor, dict(enumerate(SIX[:3])), dealer="2")
    assert last_table(visitor.open(f"/new/aluette?from={begun.location.rpartition('/')[2]}")) == [*SIX[:3], "Ana"]


def test_a_table_that_does_not_fit_the_game_leaves_its_seats_empty(visitor: Visitor) -> None:
    begun = sent(visitor, dict(enumerate(SIX[:3])))
    assert last_table(visitor.open(f"/new/kems?from={begun.location.rpartition('/')[2]}")) == [""]


def test_the_choice_of_games_begins_with_the_last_table_and_goes_on_with_so_many(visitor: Visitor) -> None:
    begun = sent(visitor, dict(enumerate(SIX[:3])))
    last = begun.location.rpartition("/")[2]
    page = visitor.open("/new")
    assert f"/new/ascenseur?from={last}" in page.links()
    assert "/new/kems" in page.links()  # for four: nobody is seated there
    assert {f"/new?n={n}" for n in (2, 5)} <= {*page.links()}
    assert f"/new/ascenseur?from={last}" in visitor.open("/").links()
    five = visitor.open("/new/ascenseur?n=5")
    seats = five.document.all("li", class_="seat")
    assert [("spare" in seat.attributes["class"]) for seat in seats] == [False] * 5 + [True]
    assert "/new?n=5" in five.links()
    assert f"/new/ascenseur?from={last}" in five.links()


def test_partners_are_said_where_they_are_seated(visitor: Visitor) -> None:
    begun = sent(visitor, dict(enumerate(SIX[:4])))
    page = visitor.open(f"/new/kems?from={begun.location.rpartition('/')[2]}")
    assert page.document.all("p", class_="teams")[0].text() == "Ana et Chloé contre Bob et Dan"


def test_games_are_listed_by_what_was_played_last(visitor: Visitor) -> None:
    def tiles() -> list[str]:
        return [link.split("/")[2].partition("?")[0] for link in visitor.open("/").links() if link.startswith("/new/")]

    assert tiles() == list(GAMES)
    for game in ("kems", "president"):
        sent(visitor, dict(enumerate(SIX[:4])), game)
    assert tiles()[:3] == ["president", "kems", "ascenseur"]
    assert sorted(tiles()) == sorted(GAMES)


def test_what_the_rule_says_stands_beside_the_choice(visitor: Visitor) -> None:
    page = visitor.open("/new/huit-americain")
    choices = [option.text() for option in page.document.all("option")]
    assert "de la valeur de la carte visible seulement (règle imprimée)" in choices
    assert "40 points (d’habitude)" in choices
    assert "17 à 3, 13 à 4, 10 à 5 ou 8 à 6" in visitor.open("/new/ascenseur").text


# A match in which nothing was recorded


def test_an_empty_match_is_deleted_where_one_stands_and_brought_back_from_home(visitor: Visitor) -> None:
    begun = sent(visitor, dict(enumerate(SIX[:4])), "kems")
    home = visitor.open(begun.location).form("/discard").send().follow()
    assert "Partie supprimée" in home.text
    assert begun.location not in home.links()
    back = home.form(f"/deleted/match/{begun.location.rpartition('/')[2]}").send()
    assert back.location == begun.location
    assert back.follow().status == 200


def test_a_match_in_which_somebody_recorded_meanwhile_stays(match: WebMatch) -> None:
    form = match.page().form("/discard")
    match.record({"step": "bids", "bids": {"Bob": 0, "Chloé": 1, "Dan": 0, "Ana": 1}})
    answer = form.send()
    assert answer.location == match.path
    assert not [form for form in answer.follow().forms() if form.action.endswith("/discard")]


@pytest.mark.parametrize("role", ["watcher", "match"])
def test_who_only_watches_is_offered_no_game_on_the_home_page(app: Flask, match: WebMatch, role: str) -> None:
    guest = Visitor(app)
    other = new_match(match.visitor, "kems")
    assert join(guest, link_for(match.visitor, role, match.public_id)).status == 303
    links = guest.open("/").links()
    assert match.path in links
    assert (other.path in links) == (role == "watcher")
    assert not [link for link in links if link.startswith("/new")]
    assert guest.open("/?gone=nothing").status == 200


def test_the_page_of_every_game_says_at_how_many_players_there_are_partners(visitor: Visitor) -> None:
    partners = {game: visitor.open(f"/new/{game}").text.partition("des aiguilles d’une montre.")[2] for game in GAMES}
    assert [game for game, text in partners.items() if "Listing(" in text or "Text(" in text] == []
    sometimes = [game for game, text in partners.items() if text.strip().startswith("À 4, les partenaires")]
    assert sometimes == ["canasta", "scopa", "cribbage"]
