"""Le Tarot décalé: card points, the official bettor and the bonuses, each counted a second time."""

import random
from itertools import product
from typing import Any

import pytest

from referee.games.tarot_decale.pack import DECALE_PACK
from tests.desk.asking import answer, blamed

CODES = [card.code for card in DECALE_PACK]
POINTS = {"proviseur": 5, "prof": 2, "eleve": 1, "interro": 0, "1": 5, "13": 5, "excuse": 5}
BIDS = ("pass", "brevet", "baccalaureat", "master")


def test_card_points_of_random_piles_and_of_the_whole_pack() -> None:
    chance = random.Random(75)
    for _ in range(300):
        cards = chance.sample(CODES, chance.randrange(0, 51))
        points = sum(POINTS.get(card.split(":")[-1], 0) for card in cards)
        assert answer("tarot-decale", "card-points", {"cards": cards}) == {"points": points}
    assert answer("tarot-decale", "card-points", {"cards": CODES}) == {"points": 75}
    assert blamed("tarot-decale", "card-points", {"cards": [*CODES, "excuse"]}) == ["facts"]


def test_the_bettor_is_the_first_of_the_highest_bid_at_every_table() -> None:
    for n in (1, 2, 3, 4, 5):
        for bids in product(BIDS, repeat=n):
            told = [{"player": f"P{seat}", "bid": bid} for seat, bid in enumerate(bids)]
            best = max(bids, key=BIDS.index)
            expected = (None, None) if best == "pass" else (f"P{bids.index(best)}", best)
            found = answer("tarot-decale", "bettor", {"bids": told})
            assert (found["bettor"], found["diploma"]) == expected


def test_nobody_has_spoken_yet() -> None:
    assert answer("tarot-decale", "bettor", {"bids": []}) == {"bettor": None, "diploma": None}


@pytest.mark.parametrize(
    ("bids", "fields"),
    [
        ([{"player": "Ana", "bid": "licence"}], ["facts.bids.0.bid"]),
        ([{"player": "Ana", "bid": None}], ["facts.bids.0.bid"]),
        ([{"player": "Ana"}], ["facts.bids.0"]),
        ([{"player": "Ana", "bid": "pass", "call": "vert"}], ["facts.bids.0"]),
        ([{"player": "Ana", "bid": "pass"}] * 2, ["facts.bids"]),
        ([{"player": f"P{seat}", "bid": "pass"} for seat in range(6)], ["facts.bids"]),
        ({"Ana": "pass"}, ["facts.bids"]),
        (["pass"], ["facts.bids.0"]),
    ],
)
def test_bids_that_cannot_be(bids: Any, fields: list[str]) -> None:
    assert blamed("tarot-decale", "bettor", {"bids": bids}) == fields


def test_the_bonuses_of_random_hands() -> None:
    chance = random.Random(10)
    seen = set()
    for _ in range(1500):
        pool = (
            CODES if chance.random() < 0.5 else [code for code in CODES if "atout" not in code and "prof" not in code]
        )
        hand = chance.sample(pool, 10)
        atouts = sum(code.startswith("atout:") or code == "excuse" for code in hand)
        no_teacher = not any("prof" in code or "proviseur" in code for code in hand)
        for players, needed in ((4, 6), (5, 5)):
            expected = {"trop_cool": atouts >= needed, "loose": atouts == 0, "greve": no_teacher}
            assert answer("tarot-decale", "bonus", {"players": players, "hand": hand}) == expected
            seen.add(tuple(expected.values()))
    assert len(seen) >= 4


@pytest.mark.parametrize(
    ("facts", "fields"),
    [
        ({"players": 3, "hand": CODES[:10]}, ["facts.players"]),
        ({"players": "4", "hand": CODES[:10]}, ["facts.players"]),
        ({"players": 4, "hand": CODES[:9]}, ["facts.hand"]),
        ({"players": 4, "hand": CODES[:11]}, ["facts.hand"]),
        ({"players": 5, "hand": ["excuse", *CODES[:8], "excuse"]}, ["facts"]),
    ],
)
def test_hands_that_cannot_be(facts: dict[str, Any], fields: list[str]) -> None:
    assert blamed("tarot-decale", "bonus", facts) == fields
