"""The bid that the last speaker may not make."""

from itertools import product

import pytest

from tests.desk.asking import answer, blamed


def test_the_forbidden_bid_is_the_one_that_makes_the_total_exact() -> None:
    for cards, others in product(range(1, 6), (2, 3)):
        for bids in product(range(cards + 1), repeat=others):
            exact = [bid for bid in range(cards + 1) if sum(bids) + bid == cards]
            found = answer("ascenseur", "forbidden-bid", {"cards": cards, "bids": list(bids)})["forbidden"]
            assert ([] if found is None else [found]) == exact
            free = answer("ascenseur", "forbidden-bid", {"cards": cards, "bids": list(bids)}, {"not_equal": False})
            assert free == {"forbidden": None}


@pytest.mark.parametrize(
    ("cards", "bids", "field"),
    [
        (0, [0, 0], "facts.cards"),
        (18, [0, 0], "facts.cards"),
        (3.0, [0, 0], "facts.cards"),
        (True, [0, 0], "facts.cards"),
        (None, [0, 0], "facts.cards"),
        (3, [1], "facts.bids"),
        (3, [], "facts.bids"),
        (3, [0, 0, 0, 0, 0, 0], "facts.bids"),
        (3, [4, 0], "facts.bids.0"),
        (3, [0, -1], "facts.bids.1"),
        (3, [0, 1.0], "facts.bids.1"),
        (3, [0, True], "facts.bids.1"),
        (3, [0, None], "facts.bids.1"),
        (3, {"Ana": 0}, "facts.bids"),
        (14, [0, 0, 15], "facts.bids.2"),
    ],
)
def test_cards_go_from_1_to_17_and_two_to_five_others_bid_from_0_to_them(
    cards: object, bids: object, field: str
) -> None:
    assert blamed("ascenseur", "forbidden-bid", {"cards": cards, "bids": bids}) == [field]


@pytest.mark.parametrize(("others", "most"), [(2, 17), (3, 13), (4, 10), (5, 8)])
def test_so_many_cards_are_dealt_at_so_large_a_table(others: int, most: int) -> None:
    bids = [0] * others
    assert answer("ascenseur", "forbidden-bid", {"cards": most, "bids": bids}) == {"forbidden": most}
    for options in ({}, {"not_equal": False}, {"max_cards": 17}):
        facts = {"cards": most + 1, "bids": bids}
        assert blamed("ascenseur", "forbidden-bid", facts, options) == ["facts.cards"]
