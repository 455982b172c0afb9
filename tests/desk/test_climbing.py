"""What may be put on what, in the games of climbing and matching: every card on every card."""

from itertools import combinations, product

import pytest

from referee.cards.french import CARDS, JOKER, french_pack
from tests.desk.asking import answer, blamed, verdict_of

PACK = [card.code for card in CARDS]
WITH_JOKER = [*PACK, "JOKER"]


def rank(code: str) -> str:
    return code if code == "JOKER" else code[:-1]


# --- Le Président -----------------------------------------------------------------------------------

PRESIDENT = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2", "JOKER"]


def test_in_president_every_single_card_beats_the_ranks_below_it() -> None:
    for before, card in product(WITH_JOKER, WITH_JOKER):
        if before == card != "JOKER":
            assert blamed("president", "can-play", {"previous": [before], "cards": [card]}) == ["facts"]
            continue
        higher = PRESIDENT.index(rank(card)) > PRESIDENT.index(rank(before))
        assert answer("president", "can-play", {"previous": [before], "cards": [card]}) == {"allowed": higher}


@pytest.mark.parametrize(
    ("previous", "cards", "allowed"),
    [
        ("", "5S", True),
        ("", "5S 5H 5D 5C", True),
        ("", "JOKER JOKER", True),
        ("", "5S 6S", False),
        ("", "2S JOKER", False),
        ("5S 5H", "6S 6H", True),
        ("5S 5H", "5D 5C", False),
        ("5S 5H", "6S", False),
        ("5S 5H", "6S 6H 6D", False),
        ("5S 5H", "6S 7H", False),
        ("5S 5H", "JOKER JOKER", True),
        ("JOKER JOKER", "2S 2H", False),
        ("JOKER", "JOKER", False),
    ],
)
def test_in_president_it_takes_as_many_equal_cards_strictly_higher(previous: str, cards: str, allowed: bool) -> None:
    facts = {"previous": previous.split(), "cards": cards.split()}
    assert answer("president", "can-play", facts) == {"allowed": allowed}


@pytest.mark.parametrize(
    ("previous", "cards", "field"),
    [("5S 6S", "7S", "facts.previous"), ("JOKER 2S", "3S 3H", "facts.previous"), ("5S", "", "facts.cards"),
     ("JOKER JOKER", "JOKER", "facts"), ("5S", "5S", "facts")],
)  # fmt: skip
def test_in_president_what_cannot_have_been_played(previous: str, cards: str, field: str) -> None:
    assert blamed("president", "can-play", {"previous": previous.split(), "cards": cards.split()}) == [field]


def test_the_exchange_gives_no_stronger_card_back_and_the_first_among_equals() -> None:
    small = ["3S", "3H", "4S", "2S", "2H", "JOKER"]
    for hand in combinations(small, 4):
        rest = ["3D", "KH", "KD", "AS"]
        found = answer("president", "exchange", {"trou": list(hand), "president": rest})
        kept = [card for card in hand if card not in found["trou_gives"]]
        strengths = [PRESIDENT.index(rank(card)) for card in found["trou_gives"]]
        assert strengths == sorted(strengths, reverse=True)
        assert min(strengths) >= max(PRESIDENT.index(rank(card)) for card in kept)
        for given, left in product(found["trou_gives"], kept):
            assert rank(given) != rank(left) or hand.index(given) < hand.index(left)
        assert found["president_gives"] == ["3D", "KH"]


@pytest.mark.parametrize(
    ("facts", "fields"),
    [
        ({}, ["facts"]),
        ({"trou": ["3S", "4S"]}, ["facts.president"]),
        ({"president": ["3S", "4S"]}, ["facts.trou"]),
        ({"vice_trou": ["3S"]}, ["facts.vice_president"]),
        ({"vice_president": ["3S"]}, ["facts.vice_trou"]),
        ({"trou": ["3S"], "president": ["5S", "6S"]}, ["facts.trou"]),
        ({"vice_trou": [], "vice_president": ["3S"]}, ["facts.vice_trou"]),
        ({"trou": ["3S", "4S"], "president": ["3S", "6S"]}, ["facts"]),
        ({"trou": ["3S", "4S"], "president": ["5S", "6S"], "vice_trou": ["7S"]}, ["facts.vice_president"]),
        ({"trou": None, "president": None}, ["facts.trou", "facts.president"]),
    ],
)
def test_hands_to_exchange_come_in_pairs_and_hold_enough(facts: dict[str, object], fields: list[str]) -> None:
    assert blamed("president", "exchange", facts) == fields


def test_polite_titles_are_used_in_the_reason() -> None:
    facts = {"trou": ["3S", "4S"], "president": ["5S", "6S"]}
    plain, polite = (
        verdict_of("president", "exchange", facts),
        verdict_of("president", "exchange", facts, {"polite": True}),
    )
    assert "Trou’Duc" in plain.because[0].render("fr")
    assert "Le Dernier" in polite.because[0].render("fr")


# --- Le Triolet -------------------------------------------------------------------------------------

TRIOLET = ["3", "4", "5", "6", "8", "9", "J", "Q", "K", "A", "2"]


@pytest.mark.thorough
def test_in_triolet_every_single_card_on_every_card() -> None:
    for top, card in product(PACK, PACK):
        if top == card or rank(top) == "10":
            continue
        for equal in (False, True):
            expected = (
                rank(card) in ("7", "10")
                or rank(top) == "7"
                or TRIOLET.index(rank(card)) > TRIOLET.index(rank(top))
                or (equal and rank(card) == rank(top))
            )
            for zone in ("hand", "open", "closed"):
                found = answer(
                    "triolet", "can-play", {"pile": [top], "cards": [card], "zone": zone}, {"equal_allowed": equal}
                )
                purge = expected and rank(card) == "10"
                assert found == {"allowed": expected, "purge": purge, "again": purge}, (top, card)


@pytest.mark.parametrize(
    ("pile", "cards", "zone", "options", "allowed", "purge"),
    [
        ("", "3S", "hand", {}, True, False),
        ("3S", "5S 5H 5D 5C", "hand", {}, True, True),
        ("KS", "5S 5H 5D 5C", "hand", {}, False, False),
        ("5S", "5H 5D 5C", "hand", {}, False, False),
        ("5S 5H 5D", "5C", "hand", {"equal_allowed": True}, True, False),
        ("KS", "7S 7H 7D 7C", "hand", {}, True, True),
        ("KS", "10S 10H", "hand", {}, True, True),
        ("3S", "5S 6S", "hand", {}, False, False),
        ("3S", "7S 10S", "hand", {}, False, False),
        ("3S", "5S 5H", "open", {}, False, False),
        ("3S", "5S 5H", "open", {"open_multi": True}, True, False),
        ("3S", "5S 5H 5D", "open", {"open_multi": True}, True, False),
        ("3S", "5S 5H 5D 5C", "open", {"open_multi": True}, False, False),
        ("7S", "3S", "closed", {}, True, False),
        ("KS 7S 3S", "4S", "hand", {}, True, False),
    ],
)
def test_in_triolet_several_cards_and_zones(
    pile: str, cards: str, zone: str, options: dict[str, bool], allowed: bool, purge: bool
) -> None:
    found = answer("triolet", "can-play", {"pile": pile.split(), "cards": cards.split(), "zone": zone}, options)
    assert found == {"allowed": allowed, "purge": purge, "again": purge}


@pytest.mark.parametrize(
    ("facts", "fields"),
    [
        ({"pile": ["10S"], "cards": ["3S"], "zone": "hand"}, ["facts.pile.0"]),
        ({"pile": ["3S", "10S", "4S"], "cards": ["5S"], "zone": "hand"}, ["facts.pile.1"]),
        ({"pile": [], "cards": ["3S", "3H"], "zone": "closed"}, ["facts.cards"]),
        ({"pile": [], "cards": [], "zone": "hand"}, ["facts.cards"]),
        ({"pile": [], "cards": ["JOKER"], "zone": "hand"}, ["facts.cards.0"]),
        ({"pile": [], "cards": ["3S"], "zone": "table"}, ["facts.zone"]),
        ({"pile": ["3S"], "cards": ["3S"], "zone": "hand"}, ["facts"]),
        ({"pile": ["3S"], "cards": ["3S"], "zone": "hand", "packs": 1}, ["facts"]),
        ({"pile": ["3S"], "cards": ["3S"], "zone": "hand", "packs": 3}, ["facts.packs"]),
        ({"pile": ["3S"], "cards": ["3S"], "zone": "hand", "packs": True}, ["facts.packs"]),
        ({"pile": ["3S", "3S"], "cards": ["3S"], "zone": "hand", "packs": 2}, ["facts"]),
    ],
)
def test_in_triolet_what_cannot_be(facts: dict[str, object], fields: list[str]) -> None:
    assert blamed("triolet", "can-play", facts) == fields


def test_in_triolet_two_packs_hold_every_card_twice() -> None:
    facts = {"pile": ["3S"], "cards": ["5S", "5S", "5H", "5D", "5C"], "zone": "hand", "packs": 2}
    assert answer("triolet", "can-play", facts) == {"allowed": True, "purge": True, "again": True}


# --- Le 8 Américain ---------------------------------------------------------------------------------


@pytest.mark.thorough(unless="game")
def test_in_eights_every_card_on_every_card_in_every_suit() -> None:
    for top, card, suit in product(WITH_JOKER, WITH_JOKER, (None, "S", "H", "D", "C")):
        if top == card != "JOKER":
            continue
        in_force = suit or (None if top == "JOKER" else top[-1])
        expected = card == "JOKER" or card[:-1] in ("8", rank(top)) or in_force in (None, card[-1])
        assert answer("huit-americain", "can-play", {"top": top, "suit": suit, "cards": [card]}) == {
            "allowed": expected
        }, (top, suit, card)


@pytest.mark.parametrize(
    ("top", "suit", "cards", "top_rank", "any_rank"),
    [  # what lies on top, the suit in force, the cards; allowed by the printed rules; by the house rule of any rank
        ("5C", None, "5H 5D 5S", True, True),
        ("5C", "H", "5D 5S", True, True),
        ("5C", None, "KC KH", False, True),
        ("5C", None, "KH KC", False, True),
        ("5C", "H", "KC KH", False, True),
        ("5C", None, "KH KD", False, False),
        ("5C", "H", "KC KS", False, False),
        ("5C", None, "KC QC", False, False),
        ("5C", None, "5H KC", False, False),
        ("5C", None, "8H 8D", False, True),
        ("8S", "D", "8H 8C", True, True),
        ("8S", "D", "8H", True, True),
        ("8S", "D", "9S", False, False),
        ("8S", "D", "9S 9D", False, True),
        ("5C", None, "JOKER JOKER", False, True),
        ("5C", None, "JOKER KC", False, False),
        ("JOKER", None, "JOKER", True, True),
        ("JOKER", None, "KC", True, True),
        ("JOKER", None, "KC KH", False, True),
        ("JOKER", None, "8C 8H", False, True),
        ("JOKER", "C", "KC KH", False, True),
        ("JOKER", "C", "KS KH", False, False),
    ],
)
def test_in_eights_several_cards_go_together(
    top: str, suit: str | None, cards: str, top_rank: bool, any_rank: bool
) -> None:
    facts = {"top": top, "suit": suit, "cards": cards.split()}
    assert answer("huit-americain", "can-play", facts) == {"allowed": top_rank}
    assert answer("huit-americain", "can-play", facts, {"several": "top-rank"}) == {"allowed": top_rank}
    assert answer("huit-americain", "can-play", facts, {"several": "any-rank"}) == {"allowed": any_rank}


@pytest.mark.thorough(unless="game")
def test_in_eights_every_set_of_equal_cards_on_every_rank_in_every_suit() -> None:
    ranks = dict.fromkeys(rank(code) for code in PACK)
    sets = [
        list(cards)
        for value in ranks
        for size in (2, 3, 4)
        for cards in combinations([code for code in PACK if rank(code) == value], size)
    ]
    tops = [*(f"{value}S" for value in ranks), "JOKER"]
    for top, suit, cards in product(tops, (None, "S", "H"), [*sets, ["JOKER", "JOKER"]]):
        if top in cards:
            continue
        in_force = suit or (None if top == "JOKER" else "S")
        of_the_top = all(rank(card) == rank(top) for card in cards)
        singly = [rank(card) in ("8", "JOKER", rank(top)) or in_force in (None, card[-1]) for card in cards]
        for several, expected in (("top-rank", of_the_top), ("any-rank", any(singly))):
            facts = {"top": top, "suit": suit, "cards": cards}
            found = answer("huit-americain", "can-play", facts, {"several": several})
            assert found == {"allowed": expected}, (top, suit, cards, several)


def test_in_eights_the_reason_names_the_rule_and_the_house_rule() -> None:
    facts = {"top": "5C", "suit": None, "cards": ["KC", "KH"]}
    refused = verdict_of("huit-americain", "can-play", facts)
    assert refused.articles == ("huit-americain.several-cards", "huit-americain.play")
    assert "5♣" in refused.because[0].render("fr")
    allowed = verdict_of("huit-americain", "can-play", facts, {"several": "any-rank"})
    assert allowed.articles == ("huit-americain.several-cards", "huit-americain.play")
    assert [sentence.render("fr") for sentence in allowed.because][1].startswith("À cette table")


def test_in_eights_several_sevens_play_again_once() -> None:
    facts = {"cards": ["7S", "7H", "7D"], "players": ["Ana", "Bob", "Chloé"], "player": "Bob", "direction": 1}
    verdict = verdict_of("huit-americain", "effect", facts)
    assert (verdict.answer["next"], verdict.answer["again"]) == ("Bob", True)
    assert "qu’une fois" in verdict.because[1].render("fr")
    assert "huit-americain.several-effects" in verdict.articles


@pytest.mark.parametrize("several", ["top-rank", "any-rank"])
def test_in_eights_what_cards_do_is_no_judgement_of_whether_they_may_lie_together(several: str) -> None:
    facts = {"cards": ["JOKER", "JOKER"], "players": ["Ana", "Bob", "Chloé"], "player": "Bob", "direction": 1}
    assert answer("huit-americain", "effect", facts, {"several": several})["draw"] == 4


def one_after_another(cards: list[str], n: int, start: int, direction: int, skips: bool) -> dict[str, object]:
    """The effect as the players see it: a pointer that moves card by card."""
    draw, jumped, choose, again = 0, 0, False, False
    for card in cards:
        if rank(card) == "A":
            direction = -direction
        draw += 2 if rank(card) in ("2", "JOKER") else 0
        jumped += rank(card) == "J"
        choose |= rank(card) == "8"
        again |= rank(card) == "7"
    turn = start
    if not again:
        turn = (turn + direction) % n
        for _ in range(jumped):
            turn = (turn + direction) % n
    drawer = (start + direction) % n if draw else None
    if draw and skips:
        turn = (turn + direction) % n
    return {"next": turn, "draw": draw, "drawer": drawer, "direction": direction, "again": again, "choose_suit": choose}


def test_in_eights_what_every_set_of_equal_cards_does_at_every_table() -> None:
    sets = [
        list(cards)
        for value in ["A", "2", "3", "7", "8", "J", "K"]
        for size in (1, 2, 3, 4)
        for cards in combinations([code for code in PACK if rank(code) == value], size)
    ]
    for cards in [*sets, ["JOKER"], ["JOKER", "JOKER"]]:
        for n, direction, skips in product((2, 3, 4, 5), (1, -1), (False, True)):
            names = [f"P{seat}" for seat in range(n)]
            expected = one_after_another(cards, n, 1, direction, skips)
            for key in ("next", "drawer"):
                expected[key] = None if expected[key] is None else names[expected[key]]  # type: ignore[call-overload]
            facts = {"cards": cards, "players": names, "player": "P1", "direction": direction}
            assert answer("huit-americain", "effect", facts, {"draw_skips": skips}) == expected, (cards, n, direction)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"cards": []}, "facts.cards"),
        ({"cards": ["2S", "3S"]}, "facts.cards"),
        ({"cards": ["2S", "JOKER"]}, "facts.cards"),
        ({"cards": ["2S", "2S"]}, "facts"),
        ({"players": ["Ana"]}, "facts.players"),
        ({"players": ["Ana", "Ana"]}, "facts.players"),
        ({"players": list("ABCDEF")}, "facts.players"),
        ({"player": "Eve"}, "facts.player"),
        ({"player": None}, "facts.player"),
        ({"direction": 0}, "facts.direction"),
        ({"direction": True}, "facts.direction"),
        ({"direction": "left"}, "facts.direction"),
        ({"direction": 1.0}, "facts.direction"),
    ],
)
def test_in_eights_what_cannot_be(change: dict[str, object], field: str) -> None:
    facts = {"cards": ["2S"], "players": ["Ana", "Bob"], "player": "Ana", "direction": 1, **change}
    assert blamed("huit-americain", "effect", facts) == [field]


@pytest.mark.parametrize("joker", [None, 0, 20, 40, 50])
def test_the_whole_pack_in_hand_counts_496_and_its_jokers(joker: int | None) -> None:
    cards = [card.code for card in french_pack(jokers=2)]
    price = 40 if joker is None else joker
    options = {} if joker is None else {"joker_points": joker}
    assert answer("huit-americain", "hand-points", {"cards": cards}, options) == {"points": 496 + 2 * price}
    assert blamed("huit-americain", "hand-points", {"cards": [*cards, JOKER.code]}) == ["facts"]


def test_every_card_in_hand_has_its_price() -> None:
    prices = {"A": 40, "K": 10, "Q": 10, "J": 10, **{str(pip): pip for pip in range(2, 11)}}
    for code in PACK:
        assert answer("huit-americain", "hand-points", {"cards": [code]}) == {"points": prices[rank(code)]}
