"""La Canasta: its rules as a player could read them (articles canasta.*)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.games.canasta.scoring import PACK, card_points
from referee.matches.sheet_json import score_value
from tests.games.random_matches import random_match
from tests.games.tables import FOUR, Entry, assert_sound, match_file, scores, sheet, violations_of

G, TWO = "canasta", FOUR[:2]
ACES = {"out": "Ana", "naturals": (1, 0), "melded": (140, 50)}


def deal(sides: tuple[str, ...] = TWO, **parts: Any) -> Entry:
    """A deal; what is not said of the sides is 0."""
    counts = {"naturals": (0, 0), "mixed": (0, 0), "red_threes": (0, 0), "melded": (0, 50), "left": (0, 0), "out": None}
    entry = {**counts, **parts}
    numbers = {key: dict(zip(sides, value, strict=True)) for key, value in entry.items() if isinstance(value, tuple)}
    return {"step": "deal", **entry, **numbers}


def test_the_pack_makes_1180_points() -> None:
    assert sum(map(card_points, PACK.cards)) == 1180


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        ({"red_threes": (2, 0), "left": (15, 0)}, [-215, 50]),
        ({"red_threes": (4, 0), "left": (145, 0)}, [-945, 50]),
        ({**ACES, "naturals": (2, 0), "melded": (280, 50), "concealed": True}, [1480, 50]),
        ({"red_threes": (0, 4)}, [0, 850]),
    ],
)
def test_a_deal_brings_each_side_its_points(parts: dict[str, Any], expected: list[int]) -> None:
    assert list(scores(G, TWO, [deal(**parts)])[0].values()) == expected


def test_four_play_in_two_teams() -> None:
    sides = ("Ana & Chloé", "Bob & Dan")
    entry = deal(sides, out="Ana", naturals=(1, 0), mixed=(1, 1), red_threes=(2, 1), melded=(495, 260), left=(35, 120))
    assert scores(G, FOUR, [entry]) == [{sides[0]: 1560, sides[1]: 540}]


def test_red_threes_may_need_a_canasta_and_four_lost_may_cost_less() -> None:
    needs = {"red_threes_need": "canasta"}
    assert scores(G, TWO, [deal(red_threes=(0, 1))], options=needs)[0]["Bob"] == -50
    assert scores(G, TWO, [deal(red_threes=(4, 0))], options={"four_red_lost": 400})[0]["Ana"] == -400


def test_the_house_rule_of_melds_changes_no_score() -> None:
    entry = deal(out="Ana", naturals=(1, 0), mixed=(1, 1), melded=(400, 200), left=(0, 30))
    assert scores(G, TWO, [entry], options={"wild": "fewer"}) == scores(G, TWO, [entry], options={"wild": "three"})
    assert violations_of(G, TWO, [], options={"wild": "none"}) == [(None, "match.options", "options.wild")]


@pytest.mark.parametrize("players", [TWO, FOUR[:3]])
def test_two_and_three_play_for_themselves(players: tuple[str, ...]) -> None:
    assert violations_of(G, players, [], teams=[list(players)])[0][1] == "match.teams"
    assert sheet(G, players, [])["next"]["first_meld"] == dict.fromkeys(players, 50)


@pytest.mark.parametrize(
    ("parts", "found"),
    [
        ({"naturals": (15, 0)}, [("canasta.counts", "naturals.Ana")]),
        ({"left": (12, 0)}, [("canasta.counts", "left.Ana")]),
        ({"red_threes": (3, 2)}, [("canasta.counts", "red_threes")]),
        ({"melded": (1150, 50)}, [("canasta.counts", "melded")]),
        ({"naturals": (0, 2)}, [("canasta.melded", "melded")]),
        ({**ACES}, [("canasta.out", "out")]),
        ({**ACES, "naturals": (2, 0), "left": (5, 0)}, [("canasta.out", "left")]),
        ({"concealed": True}, [("canasta.out", "concealed")]),
        ({"out": "Zoé"}, [("match.entry", "out")]),
    ],
)
def test_what_cannot_be_is_refused(parts: dict[str, Any], found: list[tuple[str, str]]) -> None:
    assert violations_of(G, TWO, [deal(**parts)]) == [(0, article, field) for article, field in found]


@pytest.mark.parametrize(("needed", "said"), [(1, "il faut une canasta"), (2, "il faut 2 canastas")])
def test_who_went_out_without_a_canasta_is_told_how_many_it_takes(needed: int, said: str) -> None:
    entry = deal(**{**ACES, "naturals": (needed - 1, 0), "melded": (640, 50)})
    value, _ = score_value(match_file(G, TWO, [entry], options={"canastas_out": needed}), "fr")
    assert said in value["violations"][0]["message"].replace("\u202f", " ").replace("\xa0", " ")


@pytest.mark.parametrize(("ana", "needed"), [(-15, 15), (0, 50), (1495, 50), (1500, 90), (3000, 120)])
def test_the_first_meld_depends_on_the_total(ana: int, needed: int) -> None:
    entry = deal(left=(max(-ana, 0), 0), melded=(max(ana, 0) % 500, 50), naturals=(0, 0))
    if ana >= 1000:
        entry = deal(naturals=(2, 0), melded=(ana % 500 + 500, 50))
        extra = (ana - ana % 500 - 1500) // 500
        entry["naturals"]["Ana"] += extra
    told = sheet(G, TWO, [entry])
    assert told["totals"]["Ana"] == ana
    assert told["next"]["first_meld"]["Ana"] == needed


@given(st.randoms(use_true_random=False))
def test_every_score_is_a_multiple_of_five(chance: Any) -> None:
    match = random_match(chance, G, longest=8)
    assert_sound(match)
    set_up = {key: match[key] for key in ("dealer", "options")}
    rows = scores(G, match["players"], match["entries"], **set_up)
    assert all(points % 5 == 0 for row in rows for points in row.values())
