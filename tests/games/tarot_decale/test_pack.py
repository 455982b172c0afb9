"""The pack of the tarot décalé: what lies in it, and what its cards are worth."""

import pytest

from referee.games.tarot_decale.pack import DECALE_PACK, SCHOOLS, DecaleCard, parse_decale


def test_the_decale_pack_holds_fifty_cards_worth_75_points() -> None:
    assert len(DECALE_PACK) == 50
    assert sum(card.points for card in DECALE_PACK) == 75


@pytest.mark.parametrize("school", SCHOOLS)
@pytest.mark.parametrize(
    ("figure", "copies", "points", "strength"),
    [("proviseur", 1, 5, 3), ("prof", 3, 2, 2), ("eleve", 4, 1, 1), ("interro", 1, 0, 0)],
)
def test_each_school_has_its_nine_cards(school: str, figure: str, copies: int, points: int, strength: int) -> None:
    cards = [card for card in DECALE_PACK if card.code == f"{school}:{figure}"]
    assert len(cards) == copies
    assert {(card.points, card.strength) for card in cards} == {(points, strength)}


def test_of_the_atouts_only_1_13_and_the_excuse_count() -> None:
    worth = {card.code: card.points for card in DECALE_PACK if card.school is None}
    assert worth == {f"atout:{number}": 5 if number in (1, 13) else 0 for number in range(1, 14)} | {"excuse": 5}


@pytest.mark.parametrize("card", DECALE_PACK, ids=lambda card: str(card.code))
def test_a_decale_code_is_read_back_and_named(card: DecaleCard) -> None:
    assert parse_decale(card.code) == card
    assert card.with_article.render("fr").endswith(card.render("fr"))


@pytest.mark.parametrize(
    "text", ["", "bleu", "bleu:", "rouge:prof", "bleu:roi", "atout:0", "atout:14", "atout:01", "Excuse", "bleu:élève"]
)
def test_anything_else_is_no_decale_card(text: str) -> None:
    assert parse_decale(text) is None
