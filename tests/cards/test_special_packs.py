"""The tarot décalé, the clovers and the luettes: what lies in each pack, and what its cards are worth."""

from __future__ import annotations

from collections import Counter

import pytest

from referee.cards.clover import ACTIONS, COLOURS, PACKS, parse_clover
from referee.cards.decale import DECALE_PACK, SCHOOLS, DecaleCard, parse_decale
from referee.cards.luette import LUETTE_PACK, NAMED_CARDS, luette_name, luette_strength


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


@pytest.mark.parametrize(("players", "size", "left"), [(2, 25, 17), (3, 25, 13), (4, 34, 18), (5, 42, 22), (6, 51, 27)])
def test_the_clover_pack_depends_on_the_number_of_players(players: int, size: int, left: int) -> None:
    assert PACKS[players].size == size
    assert size - 4 * players == left


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("action", ACTIONS)
def test_a_clover_is_a_colour_and_an_action(colour: str, action: str) -> None:
    card = parse_clover(f"{colour}:{action}")
    assert card is not None
    assert (card.colour, card.action, card.is_joker) == (colour, action, False)
    assert card.render("fr").startswith("carte ")


@pytest.mark.parametrize("text", ["", "JOKER", "rose:tire", "rouge:", "rouge:echanger", "tire:rouge", "échange"])
def test_anything_else_is_no_clover(text: str) -> None:
    assert parse_clover(text) is None


def test_the_luettes_are_48_cards_in_19_steps() -> None:
    steps = Counter(luette_strength(card) for card in LUETTE_PACK)
    assert len(LUETTE_PACK) == 48
    assert [steps[step] for step in range(19)] == [2, 4, 4, 4, 4, 4, 2, 4, 4, 4, 4, 1, 1, 1, 1, 1, 1, 1, 1]


def test_eight_cards_have_a_name() -> None:
    named = {card.code for card in LUETTE_PACK if luette_name(card) is not None}
    assert named == set(NAMED_CARDS) == {"3D", "3H", "2D", "2H", "9H", "9D", "2C", "2S"}
