"""Wizard: its rules as a player could read them (articles wizard.*)."""

from typing import Any

import pytest

from referee.games.wizard.pack import PACK
from tests.games.tables import FOUR, SIX, Entry, scores, sheet, violations_of

G, THREE = "wizard", FOUR[:3]


def bids(*values: int, **more: Any) -> Entry:
    return {"step": "bids", "bids": dict(zip(THREE, values, strict=True)), **more}


def tricks(*values: int) -> Entry:
    return {"step": "tricks", "tricks": dict(zip(THREE, values, strict=True))}


def up_to(cards: int) -> list[Entry]:
    """The deals before the one of so many cards, everybody bidding nothing."""
    return [entry for k in range(1, cards) for entry in (bids(0, 0, 0), tricks(k, 0, 0))]


def test_the_pack_has_four_wizards_and_four_jesters() -> None:
    assert PACK.size == 60
    assert [PACK.copies[PACK.card(code)] for code in ("wizard", "jester", "AS")] == [4, 4, 1]


@pytest.mark.parametrize(
    ("cards", "said", "took", "expected"),
    [
        (6, (3, 0, 2), (3, 0, 3), [50, 20, -10]),
        (5, (4, 1, 0), (2, 1, 2), [-20, 30, -20]),
        (5, (5, 0, 0), (0, 2, 3), [-50, -20, -30]),
        (6, (6, 6, 6), (6, 0, 0), [80, -60, -60]),
    ],
)
def test_an_exact_bid_brings_20_and_10_a_trick(
    cards: int, said: tuple[int, ...], took: tuple[int, ...], expected: list[int]
) -> None:
    assert list(scores(G, THREE, [*up_to(cards), bids(*said), tricks(*took)])[-1].values()) == expected


@pytest.mark.parametrize(("n", "deals", "all_tricks"), [(3, 20, 210), (4, 15, 120), (5, 12, 78), (6, 10, 55)])
def test_a_match_has_one_card_more_each_deal(n: int, deals: int, all_tricks: int) -> None:
    players = SIX[:n]
    entries: list[Entry] = []
    for k in range(1, deals + 1):
        none = dict.fromkeys(players, 0)
        entries += [{"step": "bids", "bids": none}, {"step": "tricks", "tricks": {**none, players[0]: k}}]
    result = sheet(G, players, entries)
    taken = sum(entry["tricks"][players[0]] for entry in entries[1::2])
    assert (result["over"], len(result["rounds"]), taken) == (True, deals, all_tricks)
    assert sheet(G, players, entries[:4], options={"deals": 2})["over"]


@pytest.mark.parametrize(
    ("entries", "article", "field"),
    [
        ([bids(2, 0, 0)], "wizard.bids", "bids.Ana"),
        ([bids(0, 0, 0), tricks(1, 1, 0)], "wizard.tricks", "tricks"),
        ([bids(0, 0, 0), tricks(2, 0, 0)], "wizard.tricks", "tricks.Ana"),
        ([bids(0, 0, 0, trump="X")], "match.entry", "trump"),
    ],
)
def test_what_cannot_be_is_refused(entries: list[Entry], article: str, field: str) -> None:
    assert (len(entries) - 1, article, field) in violations_of(G, THREE, entries)


def test_the_total_may_be_even_unless_the_table_forbids_it() -> None:
    assert sheet(G, THREE, [bids(0, 1, 0)])["next"]["step"] == "tricks"
    assert violations_of(G, THREE, [bids(0, 1, 0)], options={"not_equal": True}) == [
        (0, "wizard.not-equal", "bids.Ana")
    ]
    second = [bids(0, 0, 0), tricks(1, 0, 0), bids(1, 1, 0)]
    assert violations_of(G, THREE, second, options={"not_equal": True}) == [(2, "wizard.not-equal", "bids.Bob")]


def test_deals_are_no_more_than_the_pack_has() -> None:
    assert violations_of(G, THREE, [], options={"deals": 21}) == [(None, "match.options", "options.deals")]
    assert violations_of(G, THREE, [], options={"deals": None}) == [(None, "match.options", "options.deals")]
    assert violations_of(G, THREE, [], options={"tie": "extra-deal"}) == [(None, "match.options", "options.tie")]
