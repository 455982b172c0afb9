"""La Dame de pique: hearts and the queen, all of them by one player, the cards passed, the lowest total."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.cards.packs import FIFTY_TWO
from referee.games.dame_de_pique import GAME
from tests.games.random_matches import random_match
from tests.games.tables import FIVE, FOUR, SIX, Entry, counts, question_after, replay_of, scores, sheet, violations_of

ID = "dame-de-pique"
TABLES = {n: SIX[:n] for n in (3, 4, 5, 6)}


def each(values: str, players: tuple[str, ...] = FOUR) -> dict[str, int]:
    """A number for Ana, Bob, Chloé and Dan, in this order: ``"5 0 8 0"``."""
    return dict(zip(players, map(int, values.split()), strict=True))


def taken(hearts: str, queen: str, players: tuple[str, ...] = FOUR, **more: Any) -> Entry:
    return {"step": "taken", "hearts": each(hearts, players), "queen": queen, **more}


# What a deal costs: articles dame-de-pique.counts, .moon, .jack.


@pytest.mark.parametrize(
    ("hearts", "queen", "points"),
    [
        ("5 0 8 0", "Bob", "5 13 8 0"),
        ("13 0 0 0", "Ana", "0 26 26 26"),
        ("13 0 0 0", "Bob", "13 13 0 0"),
        ("12 1 0 0", "Ana", "25 1 0 0"),
        ("3 3 3 4", "Dan", "3 3 3 17"),
        ("0 0 0 13", "Dan", "26 26 26 0"),
    ],
)
def test_a_heart_costs_one_and_the_queen_thirteen_unless_one_player_has_all(
    hearts: str, queen: str, points: str
) -> None:
    assert scores(ID, FOUR, [taken(hearts, queen)]) == [each(points)]


@pytest.mark.parametrize(("moon", "points"), [("others", "0 26 26 26"), ("self", "-26 0 0 0"), ("none", "26 0 0 0")])
def test_the_table_chooses_what_all_of_them_are_worth(moon: str, points: str) -> None:
    assert scores(ID, FOUR, [taken("13 0 0 0", "Ana")], options={"moon": moon}) == [each(points)]
    assert scores(ID, FOUR, [taken("5 0 8 0", "Bob")], options={"moon": moon}) == [each("5 13 8 0")]


@pytest.mark.parametrize(
    ("hearts", "queen", "jack", "points"),
    [
        ("0 0 13", "Chloé", "Chloé", "26 26 -10"),
        ("0 0 13", "Chloé", "Ana", "16 26 0"),
        ("5 8 0", "Bob", "Bob", "5 11 0"),
        ("5 8 0", "Bob", "Chloé", "5 21 -10"),
    ],
)
def test_the_jack_takes_ten_off_and_is_no_part_of_all(hearts: str, queen: str, jack: str, points: str) -> None:
    three = FOUR[:3]
    entry = taken(hearts, queen, three, jack=jack)
    assert scores(ID, three, [entry], options={"jack": True}) == [each(points, three)]


def test_every_number_has_its_reason_and_its_article() -> None:
    row = replay_of(ID, FOUR, [taken("5 0 8 0", "Bob", jack="Bob")], options={"jack": True}).rounds[0]
    lines = [(line.side, line.points, line.reason.render("fr"), line.article) for line in row.lines]
    assert [line for line in lines if line[1]] == [
        ("Ana", 5, "5 cœurs", "dame-de-pique.counts"),
        ("Bob", 13, "dame de pique", "dame-de-pique.counts"),
        ("Chloé", 8, "8 cœurs", "dame-de-pique.counts"),
        ("Bob", -10, "valet de carreau", "dame-de-pique.jack"),
    ]
    row = replay_of(ID, FOUR, [taken("0 13 0 0", "Bob")]).rounds[0]
    lines = [(line.side, line.points, line.reason.render("fr"), line.article) for line in row.lines]
    assert lines == [
        ("Ana", 26, "Bob a tout pris", "dame-de-pique.moon"),
        ("Bob", 0, "tous les cœurs et la dame", "dame-de-pique.moon"),
        ("Chloé", 26, "Bob a tout pris", "dame-de-pique.moon"),
        ("Dan", 26, "Bob a tout pris", "dame-de-pique.moon"),
    ]


# What cannot be recorded.


@pytest.mark.parametrize(
    ("entry", "found"),
    [
        (taken("14 0 0 -1", "Ana"), [("dame-de-pique.counts", "hearts.Ana"), ("dame-de-pique.counts", "hearts.Dan")]),
        (taken("5 0 7 0", "Ana"), [("dame-de-pique.counts", "hearts")]),
        (taken("5 5 5 5", "Ana"), [("dame-de-pique.counts", "hearts")]),
        (taken("5 0 8 0", "Ana", queen_of="Ana"), [("match.entry", "queen_of")]),
        (taken("5 0 8 0", "Ana", jack="Ana"), [("match.entry", "jack")]),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused(entry: Entry, found: list[tuple[str, str]]) -> None:
    assert sorted(violations_of(ID, FOUR, [entry])) == sorted((0, article, field) for article, field in found)


def test_with_the_jack_somebody_took_it() -> None:
    assert violations_of(ID, FOUR, [taken("5 0 8 0", "Bob")], options={"jack": True}) == [(0, "match.entry", "jack")]


# The deal and the cards passed: articles dame-de-pique.deal, .passing.


@pytest.mark.parametrize(
    ("n", "removed", "hand"), [(3, {"2D"}, 17), (4, set(), 13), (5, {"2C", "2D"}, 10), (6, {"2C", "2D", "2S", "3D"}, 8)]
)
def test_every_card_is_dealt(n: int, removed: set[str], hand: int) -> None:
    rules, _ = GAME.house_rules({}, TABLES[n])
    prepared = GAME.prepare(n, rules, 1)
    assert (set(prepared.removed_cards), prepared.cards_each, prepared.remaining) == (removed, hand, 0)
    assert all(FIFTY_TWO.card(code) for code in removed)


@pytest.mark.parametrize(
    ("n", "directions"),
    [
        (3, "left right none left right none"),
        (4, "left right across none left right across none left"),
        (5, "left right none left"),
        (6, "left right none left"),
    ],
)
def test_cards_are_passed_to_all_sides_in_turn(n: int, directions: str) -> None:
    players = TABLES[n]
    hearts = " ".join(["4", "4", "5", *["0"] * (n - 3)])
    entries = [taken(hearts, "Ana", players)] * len(directions.split())
    for deal, direction in enumerate(directions.split()):
        after = sheet(ID, players, entries[:deal], options={"limit": 500})["next"]
        dealer = players[deal % n]
        assert after == {
            "step": "taken",
            "round": deal + 1,
            "dealer": dealer,
            "order": [players[(deal + 1 + seat) % n] for seat in range(n)],
            "passing": direction,
        }
    rules, _ = GAME.house_rules({}, players)
    notes = {GAME.prepare(n, rules, deal + 1).notes for deal, way in enumerate(directions.split()) if way == "none"}
    assert [note.render("fr") for (note,) in notes] == ["On ne passe rien\u202f: chacun garde ses cartes."]


def test_the_question_says_what_is_passed() -> None:
    question = question_after(ID, FOUR, [taken("5 0 8 0", "Bob")])
    assert question.lead is not None
    assert question.lead.render("fr") == "On passe trois cartes à droite."


# The end: article dame-de-pique.end.


def test_the_deal_in_which_a_total_reaches_the_limit_is_the_last_and_the_lowest_wins() -> None:
    entries = [taken("13 0 0 0", "Bob"), taken("13 0 0 0", "Chloé"), taken("6 7 0 0", "Bob")]
    result = sheet(ID, FOUR, entries[:1], options={"limit": 26})
    assert (result["over"], result["ranking"]) == (False, [["Chloé", "Dan"], ["Ana", "Bob"]])
    result = sheet(ID, FOUR, entries[:2], options={"limit": 26})
    assert (result["totals"], result["over"]) == (each("26 13 13 0"), True)
    assert (result["winners"], result["ranking"], result["next"]) == (
        ["Dan"],
        [["Dan"], ["Bob", "Chloé"], ["Ana"]],
        None,
    )
    assert violations_of(ID, FOUR, entries, options={"limit": 26}) == [(2, "match.over", None)]


def test_while_the_lowest_total_is_shared_a_further_deal_is_played() -> None:
    entries = [taken("13 0 0 0", "Bob"), taken("13 0 0 0", "Bob"), taken("0 0 13 0", "Chloé")]
    options = {"limit": 26}
    result = sheet(ID, FOUR, entries[:2], options=options)
    assert (result["totals"], result["over"], result["winners"]) == (each("26 26 0 0"), False, [])
    further = [*entries[:2], taken("6 7 0 0", "Dan")]
    result = sheet(ID, FOUR, further, options=options)
    assert (result["totals"], result["over"], result["winners"]) == (each("32 33 0 13"), True, ["Chloé"])
    shared = sheet(ID, FOUR, entries[:2], options={**options, "tie": "shared"})
    assert (shared["over"], shared["winners"]) == (True, ["Chloé", "Dan"])


def test_all_of_them_taken_off_oneself_may_bring_a_total_below_nothing() -> None:
    entries = [taken("13 0 0 0", "Ana"), taken("0 13 0 0", "Chloé")]
    result = sheet(ID, FOUR, entries, options={"moon": "self", "limit": 20})
    assert (result["totals"], result["over"]) == (each("-26 13 13 0"), False)


WHOLE = [
    # hearts of Ana, Bob, Chloé, Dan, Éric; the queen; the totals after the deal.
    ("2 3 4 0 4", "Ana", "15 3 4 0 4"),
    ("0 0 0 13 0", "Dan", "41 29 30 0 30"),
    ("1 1 1 9 1", "Bob", "42 43 31 9 31"),
    ("13 0 0 0 0", "Chloé", "55 43 44 9 31"),
    ("0 5 5 3 0", "Bob", "55 61 49 12 31"),
]


def test_a_whole_match_of_five() -> None:
    entries = [taken(hearts, queen, FIVE) for hearts, queen, _ in WHOLE]
    result = sheet(ID, FIVE, entries, dealer="Chloé", options={"limit": 60})
    assert [row["totals"] for row in result["rounds"]] == [each(totals, FIVE) for *_, totals in WHOLE]
    assert [row["dealer"] for row in result["rounds"]] == ["Chloé", "Dan", "Éric", "Ana", "Bob"]
    assert (result["over"], result["winners"], result["next"]) == (True, ["Dan"], None)
    assert result["ranking"] == [["Dan"], ["Éric"], ["Chloé"], ["Ana"], ["Bob"]]


def test_a_misdeal_and_a_revoke_change_no_score() -> None:
    entries = [taken("5 0 8 0", "Bob")]
    for offence in ("misdeal", "revoke"):
        penalty = {"step": "penalty", "offence": offence, "player": "Dan"}
        assert sheet(ID, FOUR, [*entries, penalty]) == sheet(ID, FOUR, entries)


# Figures.


def test_the_figures_of_a_deal() -> None:
    match = replay_of(ID, FOUR, [taken("5 0 8 0", "Bob"), taken("13 0 0 0", "Ana")])
    assert counts(match) == [
        [
            ("Ana", "points-per-deal", 5), ("Bob", "points-per-deal", 13), ("Chloé", "points-per-deal", 8),
            ("Dan", "points-per-deal", 0), ("Bob", "queens", 1),
        ],
        [
            ("Ana", "points-per-deal", 0), ("Bob", "points-per-deal", 26), ("Chloé", "points-per-deal", 26),
            ("Dan", "points-per-deal", 26), ("Ana", "queens", 1), ("Ana", "moons", 1),
        ],
    ]  # fmt: skip


# Every match.


@given(st.sampled_from(sorted(TABLES)), st.integers(0, 2**32), st.booleans())
def test_every_deal_costs_26_or_26_a_player_less_one(n: int, seed: int, jack: bool) -> None:
    file = random_match(Random(seed), ID, players=TABLES[n], longest=12, asides=0, options={"jack": jack})
    moon = taken(" ".join(["13", *["0"] * (n - 1)]), "Ana", TABLES[n], **({"jack": "Ana"} if jack else {}))
    rows = scores(ID, TABLES[n], [moon, *file["entries"][:3]], options={"jack": jack, "limit": 500})
    off = 10 if jack else 0
    assert sum(rows[0].values()) == 26 * (n - 1) - off
    assert {sum(row.values()) for row in rows} <= {26 - off, 26 * (n - 1) - off}
