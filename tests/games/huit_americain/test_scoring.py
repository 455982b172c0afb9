"""Le 8 Américain: −10 for going out, the others' hands by points or card by card, hands that cannot be."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.answers.cards import CardHands
from referee.answers.numbers import Points
from referee.cards.french import french_pack, parse_card
from referee.games.huit_americain import GAME
from referee.games.huit_americain.scoring import HuitAmericainRules, hand_points
from tests.games.tables import (
    FIVE,
    FOUR,
    Entry,
    assert_sound,
    match_file,
    question_after,
    replay_of,
    scores,
    sheet,
    violations_of,
)

TWO, THREE = FOUR[:2], FOUR[:3]
PACK = [card.code for card in french_pack(jokers=2)]
ARTICLE = "huit-americain.hand-points"


def points(out: str, **hands: Any) -> Entry:
    return {"step": "hands", "out": out, "points": hands}


def cards(out: str, **hands: str) -> Entry:
    """The cards left in each hand, written one after another."""
    return {"step": "hands", "out": out, "cards": {player: hand.split() for player, hand in hands.items()}}


# Articles huit-americain.score and huit-americain.joker-points.


@pytest.mark.parametrize(
    ("hand", "worth"),
    [
        ("AS", 40), ("KS", 10), ("QH", 10), ("JD", 10), ("10C", 10), ("TC", 10), ("9S", 9), ("8H", 8), ("7D", 7),
        ("2C", 2), ("JOKER", 40), ("JOKER JOKER", 80), ("AS KH 8D", 58), ("ah 3c", 43),
    ],
)  # fmt: skip
def test_what_a_hand_costs(hand: str, worth: int) -> None:
    assert scores("huit-americain", TWO, [cards("Ana", Bob=hand)]) == [{"Ana": -10, "Bob": worth}]


@pytest.mark.parametrize("joker", [0, 20, 40, 50])
def test_the_table_sets_the_price_of_a_joker(joker: int) -> None:
    entry = cards("Bob", Ana="JOKER 2S")
    assert scores("huit-americain", TWO, [entry], options={"joker_points": joker}) == [{"Ana": 2 + joker, "Bob": -10}]


def test_a_hand_may_be_counted_by_the_table() -> None:
    by_cards = cards("Chloé", Ana="AS KH 8D", Bob="JOKER 2C")
    by_points = points("Chloé", Ana=58, Bob=42)
    assert scores("huit-americain", THREE, [by_cards]) == scores("huit-americain", THREE, [by_points])
    assert scores("huit-americain", THREE, [by_points]) == [{"Ana": 58, "Bob": 42, "Chloé": -10}]


def test_the_whole_pack_is_worth_496_and_two_jokers() -> None:
    pack = french_pack(jokers=2)
    rules = (HuitAmericainRules(joker_points=joker) for joker in (0, 20, 40, 50))
    assert [hand_points(pack, rule) for rule in rules] == [496, 536, 576, 596]


@pytest.mark.parametrize(("ace", "joker", "most"), [(20, 40, 496), (40, 0, 496), (50, 20, 576), (50, 50, 636)])
def test_the_table_sets_the_price_of_an_ace(ace: int, joker: int, most: int) -> None:
    rules = {"ace_points": ace, "joker_points": joker}
    entry = cards("Bob", Ana="AS AH 3C")
    assert scores("huit-americain", TWO, [entry], options=rules) == [{"Ana": 2 * ace + 3, "Bob": -10}]
    assert sheet("huit-americain", TWO, [points("Ana", Bob=most)], options=rules)["totals"]["Bob"] == most
    assert violations_of("huit-americain", TWO, [points("Ana", Bob=most + 1)], options=rules) == [
        (0, ARTICLE, "points")
    ]


@pytest.mark.parametrize("out", [0, 10, 25, 50])
def test_the_table_sets_what_going_out_is_worth(out: int) -> None:
    entry = points("Ana", Bob=7)
    assert scores("huit-americain", TWO, [entry], options={"out_points": out}) == [{"Ana": -out, "Bob": 7}]


def test_each_line_says_its_reason() -> None:
    by_cards = replay_of("huit-americain", THREE, [cards("Ana", Bob="AS JOKER", Chloé="10H")]).rounds[0].lines
    assert [(line.side, line.reason.render("fr")) for line in by_cards] == [
        ("Ana", "n’a plus de carte"),
        ("Bob", "en main\u202f: A♠ et joker"),
        ("Chloé", "en main\u202f: 10♥"),
    ]
    by_points = replay_of("huit-americain", TWO, [points("Ana", Bob=58)]).rounds[0].lines
    assert [line.reason.render("fr") for line in by_points] == ["n’a plus de carte", "58 points en main"]
    assert {line.article for line in (*by_cards, *by_points)} == {"huit-americain.score"}


# Article huit-americain.hand-points: hands that cannot be.


@pytest.mark.parametrize(
    ("why", "entry", "options", "fields"),
    [
        ("nobody stays without a card", cards("Ana", Bob="2S", Chloé=""), {}, ["cards.Chloé"]),
        ("not below zero", points("Ana", Bob=-5, Chloé=10), {}, ["points.Bob"]),
        ("no card is worth 1", points("Ana", Bob=1, Chloé=1), {}, ["points.Bob", "points.Chloé"]),
        ("nor 0", points("Ana", Bob=0, Chloé=10), {}, ["points.Bob"]),
        ("1 never", points("Ana", Bob=1, Chloé=0), {"joker_points": 0}, ["points.Bob"]),
        ("below 0 never", points("Ana", Bob=-1, Chloé=0), {"joker_points": 0}, ["points.Bob"]),
        ("a card twice in a hand", cards("Ana", Bob="2S 2s", Chloé="AS"), {}, ["cards"]),
        ("a card in two hands", cards("Ana", Bob="2S", Chloé="10H 2S"), {}, ["cards"]),
        ("three jokers", cards("Ana", Bob="JOKER JOKER", Chloé="JOKER"), {}, ["cards"]),
        ("three jokers and nothing else", cards("Ana", Bob="JOKER JOKER JOKER 2S 2S", Chloé=""), {}, ["cards"]),
        ("more than the pack", points("Ana", Bob=575, Chloé=2), {}, ["points"]),
        ("more than the pack in one hand", points("Ana", Bob=577, Chloé=2), {}, ["points"]),
        ("more than this pack", points("Ana", Bob=495, Chloé=2), {"joker_points": 0}, ["points"]),
        ("a number before the sum", points("Ana", Bob=1, Chloé=600), {}, ["points.Bob"]),
    ],
)
def test_a_hand_that_cannot_be(why: str, entry: Entry, options: dict[str, Any], fields: list[str]) -> None:
    assert violations_of("huit-americain", THREE, [entry], options=options) == [
        (0, ARTICLE, field) for field in fields
    ], why


def test_free_jokers_leave_two_hands_of_nothing_at_most() -> None:
    free = {"joker_points": 0}
    two = points("Ana", Bob=0, Chloé=0, Dan=2)
    assert scores("huit-americain", FOUR, [two], options=free) == [{"Ana": -10, "Bob": 0, "Chloé": 0, "Dan": 2}]
    three = points("Ana", Bob=0, Chloé=0, Dan=0)
    assert violations_of("huit-americain", FOUR, [three], options=free) == [(0, ARTICLE, "points")]
    shown = cards("Ana", Bob="JOKER", Chloé="JOKER", Dan="2S")
    assert scores("huit-americain", FOUR, [shown], options=free) == scores("huit-americain", FOUR, [two], options=free)


@pytest.mark.parametrize(("joker", "most"), [(0, 496), (20, 536), (40, 576), (50, 596)])
def test_the_losers_may_hold_all_there_is(joker: int, most: int) -> None:
    rules = {"joker_points": joker}
    assert sheet("huit-americain", TWO, [points("Ana", Bob=most)], options=rules)["totals"]["Bob"] == most
    assert violations_of("huit-americain", TWO, [points("Ana", Bob=most + 1)], options=rules) == [
        (0, ARTICLE, "points")
    ]


def test_a_form_asks_everybody_but_the_player_who_went_out() -> None:
    by_points, by_cards = question_after("huit-americain", THREE).ways
    (out, total), (_, hands) = by_points.fields, by_cards.fields
    assert isinstance(total, Points)
    assert isinstance(hands, CardHands)
    assert (total.all_but, hands.all_but) == (out.key, out.key)
    assert hands.pack.size == 54


# Articles huit-americain.end and huit-americain.tie. A whole match: what was recorded, totals of Ana, Bob, Chloé.
MATCH = [
    (cards("Ana", Bob="AS KH 8D", Chloé="JOKER 2C"), (-10, 58, 42)),
    (points("Bob", Ana=24, Chloé=7), (14, 48, 49)),
    (points("Chloé", Ana=12, Bob=2), (26, 50, 39)),
    (cards("Chloé", Ana="10S 9S 8S", Bob="QD"), (53, 60, 29)),
    (points("Ana", Bob=4, Chloé=90), (43, 64, 119)),
]


def test_a_whole_match_of_five() -> None:
    entries = [entry for entry, _ in MATCH]
    result = sheet("huit-americain", THREE, entries)
    assert [tuple(row["totals"].values()) for row in result["rounds"]] == [totals for _, totals in MATCH]
    assert [row["dealer"] for row in result["rounds"]] == ["Ana", "Bob", "Chloé", "Ana", "Bob"]
    assert result["ranking"] == [["Ana"], ["Bob"], ["Chloé"]]
    assert (result["over"], result["winners"], result["next"]) == (True, ["Ana"], None)
    assert sheet("huit-americain", THREE, entries[:4])["next"] == {
        "step": "hands",
        "round": 5,
        "dealer": "Bob",
        "order": ["Chloé", "Ana", "Bob"],
    }


LEVEL = [points("Ana", Bob=5, Chloé=9), points("Bob", Ana=5, Chloé=9)]


def test_the_lowest_totals_share_the_victory() -> None:
    assert sheet("huit-americain", THREE, LEVEL, options={"deals": 2})["winners"] == ["Ana", "Bob"]


def test_a_table_may_add_deals_until_one_is_alone() -> None:
    rules = {"deals": 2, "tie": "extra-deal"}
    assert sheet("huit-americain", THREE, LEVEL, options=rules)["next"]["round"] == 3
    last = points("Chloé", Ana=3, Bob=2)
    assert sheet("huit-americain", THREE, [*LEVEL, last], options=rules)["winners"] == ["Bob"]


@pytest.mark.parametrize("deals", [1, 20])
def test_the_number_of_deals_may_be_1_to_20(deals: int) -> None:
    entries = [points("Ana", Bob=5)] * deals
    assert sheet("huit-americain", TWO, entries, options={"deals": deals})["over"]
    assert not sheet("huit-americain", TWO, entries[1:], options={"deals": deals})["over"]


@pytest.mark.parametrize("skips", [False, True])
def test_who_plays_after_drawing_changes_no_score(skips: bool) -> None:
    assert scores("huit-americain", TWO, [points("Ana", Bob=5)], options={"draw_skips": skips}) == [
        {"Ana": -10, "Bob": 5}
    ]


def test_who_forgot_to_call_gets_a_card_from_each() -> None:
    forgot = next(offence for offence in GAME.offences if offence.id == "forgot-carte")
    assert (forgot.effect_under(HuitAmericainRules()).id, forgot.article) == (
        "one-card-from-each",
        "huit-americain.carte",
    )


@pytest.mark.parametrize(("n", "left"), [(2, 38), (3, 30), (4, 22), (5, 14)])
def test_eight_cards_each_of_54(n: int, left: int) -> None:
    prepared = GAME.prepare(n, HuitAmericainRules(), 1)
    assert (prepared.size, prepared.cards_each, prepared.remaining) == (54, 8, left)
    assert prepared.notes[0].render("fr").endswith(f"il en reste {left - 1} à piocher.")


# Every match.


@st.composite
def hands(draw: st.DrawFn, players: tuple[str, ...]) -> Entry:
    out = draw(st.sampled_from(players))
    pack = draw(st.permutations(PACK))
    left: dict[str, list[str]] = {}
    for player in players:
        if player != out:
            size = draw(st.integers(1, 9))
            left[player], pack = pack[:size], pack[size:]
    return {"step": "hands", "out": out, "cards": left}


@given(st.sampled_from([TWO, THREE, FOUR, FIVE]), st.sampled_from([0, 20, 40, 50]), st.data())
def test_every_match_adds_up(players: tuple[str, ...], joker: int, data: st.DataObject) -> None:
    entries = data.draw(st.lists(hands(players), min_size=1, max_size=4))
    rules = {"joker_points": joker}
    assert_sound(match_file("huit-americain", players, entries, options=rules))
    counted = [
        points(entry["out"], **{player: worth(hand, joker) for player, hand in entry["cards"].items()})
        for entry in entries
    ]
    assert scores("huit-americain", players, entries, options=rules) == scores(
        "huit-americain", players, counted, options=rules
    )


def worth(hand: list[str], joker: int) -> int:
    """Second opinion: a hand's price from the codes alone."""
    assert all(parse_card(code) for code in hand)
    figures = {"A": 40, "K": 10, "Q": 10, "J": 10, "JOKE": joker}
    return sum(figures[rank] if rank in figures else int(rank) for rank in (code[:-1] for code in hand))
