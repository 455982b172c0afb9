"""French-suited cards: what is a card, how it is written, what lies in a pack."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.cards.face import CardFace
from referee.cards.french import CARDS, JOKER, RANKS, Card, Suit, french_pack, parse_card, parse_suit


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("AS", "AS"),
        ("10H", "10H"),
        ("TH", "10H"),
        ("th", "10H"),
        ("10h", "10H"),
        ("kd", "KD"),
        ("2c", "2C"),
        ("JOKER", "JOKER"),
        ("joker", "JOKER"),
        ("Joker", "JOKER"),
    ],
)
def test_a_card_is_rank_then_suit_ten_may_be_t_and_case_does_not_matter(text: str, code: str) -> None:
    card = parse_card(text)
    assert card is not None
    assert card.code == code


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "1H", "11H", "H", "10", "HA", "A", "AX", " AS", "AS ", "A S", "JOKERS", "XJOKER", "T", "TT", "10♥",
        "RH", "VS", "DC♠", "0S", "-2S", "a\u017f", "JO\u212aER", "1OH",
    ],
)  # fmt: skip
def test_anything_else_is_no_card(text: str) -> None:
    assert parse_card(text) is None


@given(st.text(max_size=8))
def test_no_text_is_read_but_what_it_writes(text: str) -> None:
    card = parse_card(text)
    assert card is None or card.code == text.upper().replace("T", "10")


@pytest.mark.parametrize(
    ("code", "french", "english"),
    [
        ("KS", "R♠", "K♠"),
        ("QD", "D♦", "Q♦"),
        ("JH", "V♥", "J♥"),
        ("AC", "A♣", "A♣"),
        ("10H", "10♥", "10♥"),
        ("2S", "2♠", "2♠"),
    ],
)
def test_figures_are_shown_in_the_players_language(code: str, french: str, english: str) -> None:
    card = parse_card(code)
    assert card is not None
    assert (card.render("fr"), card.render("en")) == (french, english)


@pytest.mark.parametrize("suit", Suit)
def test_a_suit_has_a_letter_a_sign_and_a_name(suit: Suit) -> None:
    assert parse_suit(suit.value) is parse_suit(suit.value.lower()) is suit
    assert suit.symbol in "♠♥♦♣"
    assert suit.render("fr") in ("pique", "cœur", "carreau", "trèfle")


@pytest.mark.parametrize("text", ["", "ſ", "SPADES", "spades", "♠", "x", "SH", " s"])
def test_a_suit_is_said_by_its_letter_alone(text: str) -> None:
    assert parse_suit(text) is None


def test_the_pack_holds_every_rank_of_every_suit_once() -> None:
    assert Counter(CARDS) == Counter(Card(rank, suit) for rank in RANKS for suit in Suit)


@pytest.mark.parametrize(
    ("how", "size"),
    [
        ({}, 52),
        ({"jokers": 2}, 54),
        ({"ranks_out": ("10",)}, 48),
        ({"ranks_out": ("4", "5", "6")}, 40),
        ({"ranks_out": ("2",)}, 48),
        ({"cards_out": (Card("2", Suit.CLUBS),)}, 51),
        ({"cards_out": (Card("2", Suit.CLUBS), Card("2", Suit.SPADES))}, 50),
        ({"packs": 2}, 104),
        ({"packs": 2, "jokers": 2}, 108),
    ],
)
def test_a_pack_is_52_cards_less_those_left_out(how: dict[str, object], size: int) -> None:
    pack = french_pack(**how)  # type: ignore[arg-type]
    assert len(pack) == size
    assert all(card.rank not in how.get("ranks_out", ()) for card in pack)  # type: ignore[operator]
    assert all(card not in how.get("cards_out", ()) for card in pack)  # type: ignore[operator]
    assert pack.count(JOKER) == how.get("jokers", 0) * how.get("packs", 1)  # type: ignore[operator]


def test_a_face_is_worded_where_its_sign_is_no_single_character() -> None:
    faces = [CardFace("x", "A", sign, "black", "", "") for sign in ("♠", "", "pique", "as")]
    assert [face.worded for face in faces] == [False, True, True, True]
