"""Le Barbu: six contracts a manche, what each thing taken costs, counts that hang together, the lowest total."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.answers.choices import Choice
from referee.cards.french import CARDS, Suit
from referee.games.barbu import GAME
from referee.games.barbu.scoring import CONTRACTS, COSTS, BarbuRules
from tests.games.tables import (
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

IDS = ["plis", "dames", "coeurs", "barbu", "dernier-pli", "salade"]


def choose(contract: str) -> Entry:
    return {"step": "contract", "contract": contract}


def each(*counts: Any) -> dict[str, Any]:
    """A count for Ana, Bob, Chloé and Dan."""
    return dict(zip(FOUR, counts, strict=True))


def result(**keys: Any) -> Entry:
    return {"step": "result", **keys}


def salad(tricks: Any, queens: Any, hearts: Any, king: str, last: str) -> Entry:
    return result(tricks=each(*tricks), queens=each(*queens), hearts=each(*hearts), king=king, last=last)


RESULTS: dict[str, Entry] = {
    "plis": result(tricks=each(3, 4, 5, 1)),
    "dames": result(queens=each(0, 1, 3, 0)),
    "coeurs": result(hearts=each(13, 0, 0, 0)),
    "barbu": result(king="Bob"),
    "dernier-pli": result(last="Dan"),
    "salade": salad((4, 5, 3, 1), (1, 2, 1, 0), (5, 4, 4, 0), "Chloé", "Dan"),
}
SCORES = {
    "plis": each(6, 8, 10, 2),
    "dames": each(0, 6, 18, 0),
    "coeurs": each(26, 0, 0, 0),
    "barbu": each(0, 20, 0, 0),
    "dernier-pli": each(0, 0, 0, 20),
    "salade": each(8 + 6 + 10, 10 + 12 + 8, 6 + 6 + 8 + 20, 2 + 20),
}


def manche(order: list[str] = IDS) -> list[Entry]:
    return [entry for contract in order for entry in (choose(contract), RESULTS[contract])]


# What each contract costs: articles barbu.plis to barbu.salade, barbu.counts.


@pytest.mark.parametrize("contract", IDS)
def test_what_each_contract_costs(contract: str) -> None:
    assert scores("barbu", FOUR, [choose(contract), RESULTS[contract]]) == [SCORES[contract]]


SCALE = {"trick_points": 1, "queen_points": 5, "heart_points": 3, "king_points": 15, "last_points": 0}


@pytest.mark.parametrize(
    ("contract", "points"),
    [
        ("plis", (3, 4, 5, 1)),
        ("dames", (0, 5, 15, 0)),
        ("coeurs", (39, 0, 0, 0)),
        ("barbu", (0, 15, 0, 0)),
        ("dernier-pli", (0, 0, 0, 0)),
        ("salade", (4 + 5 + 15, 5 + 10 + 12, 3 + 5 + 12 + 15, 1)),
    ],
)
def test_a_table_may_have_its_own_scale(contract: str, points: tuple[int, ...]) -> None:
    entries = [choose(contract), RESULTS[contract]]
    assert scores("barbu", FOUR, entries, options=SCALE) == [each(*points)]
    lead = question_after("barbu", FOUR, entries[:1], options=SCALE).lead
    assert contract != "salade" or (lead is not None and "87" in lead.render("fr"))


TOTALS = dict(zip(IDS, (26, 24, 26, 20, 20, 116), strict=True))


@pytest.mark.parametrize(("contract", "total"), TOTALS.items())
def test_a_deal_always_costs_the_same_in_all(contract: str, total: int) -> None:
    assert sum(SCORES[contract].values()) == total
    assert sum(COSTS[key].price * COSTS[key].in_all for key in CONTRACTS[contract].counts) == total


@pytest.mark.parametrize(
    ("contract", "player", "said"),
    [
        ("plis", "Dan", [("1 pli", 2, "barbu.plis")]),
        ("dames", "Chloé", [("3 dames", 18, "barbu.dames")]),
        ("dames", "Ana", [("rien ramassé", 0, "barbu.dames")]),
        ("coeurs", "Ana", [("13 cœurs", 26, "barbu.coeurs")]),
        ("barbu", "Bob", [("le roi de cœur", 20, "barbu.king")]),
        ("dernier-pli", "Dan", [("le dernier pli", 20, "barbu.last-trick")]),
        (
            "salade", "Chloé",
            [
                ("3 plis", 6, "barbu.plis"), ("1 dame", 6, "barbu.dames"), ("4 cœurs", 8, "barbu.coeurs"),
                ("le roi de cœur", 20, "barbu.king"),
            ],
        ),
    ],
)  # fmt: skip
def test_each_line_says_its_reason(contract: str, player: str, said: list[tuple[str, int, str]]) -> None:
    lines = replay_of("barbu", FOUR, [choose(contract), RESULTS[contract]]).rounds[0].lines
    mine = [line for line in lines if line.side == player]
    assert [(line.reason.render("fr"), line.points, line.article) for line in mine] == said


@pytest.mark.parametrize(
    ("contract", "entry", "fields"),
    [
        ("plis", result(tricks=each(3, 4, 5, 2)), ["tricks"]),
        ("plis", result(tricks=each(14, -1, 0, 0)), ["tricks.Ana", "tricks.Bob"]),
        ("dames", result(queens=each(1, 1, 1, 0)), ["queens"]),
        ("dames", result(queens=each(5, 0, 0, 0)), ["queens.Ana"]),
        ("coeurs", result(hearts=each(0, 0, 0, 0)), ["hearts"]),
        ("coeurs", result(hearts=each(0, 0, 14, 0)), ["hearts.Chloé"]),
        ("salade", salad((13, 0, 0, 1), (3, 0, 0, 0), (12, 0, 0, 0), "Ana", "Ana"), ["tricks", "queens", "hearts"]),
        ("salade", salad((14, 0, 0, 0), (5, 0, 0, 0), (12, 0, 0, 0), "Ana", "Ana"), ["tricks.Ana", "queens.Ana"]),
    ],
)
def test_the_counts_add_up(contract: str, entry: Entry, fields: list[str]) -> None:
    assert violations_of("barbu", FOUR, [choose(contract), entry]) == [(1, "barbu.counts", field) for field in fields]


@pytest.mark.parametrize(
    ("why", "entry", "fields"),
    [
        ("the king is a heart", salad((5, 4, 4, 0), (1, 1, 2, 0), (7, 6, 0, 0), "Chloé", "Ana"), [None]),
        ("the last trick is a trick", salad((5, 4, 4, 0), (1, 1, 2, 0), (7, 6, 0, 0), "Ana", "Dan"), [None]),
        ("both", salad((5, 4, 4, 0), (1, 1, 2, 0), (7, 6, 0, 0), "Dan", "Dan"), [None, None]),
        ("nobody has a queen and a heart", salad((7, 6, 0, 0), (4, 0, 0, 0), (0, 13, 0, 0), "Bob", "Ana"), [None]),
        ("beside queens only the king", salad((7, 6, 0, 0), (4, 0, 0, 0), (1, 12, 0, 0), "Ana", "Ana"), [None]),
        ("five cards in a trick", salad((12, 1, 0, 0), (4, 0, 0, 0), (8, 5, 0, 0), "Bob", "Ana"), [None]),
        ("it cannot save two", salad((1, 1, 11, 0), (2, 2, 0, 0), (3, 3, 7, 0), "Chloé", "Ana"), [None]),
        ("a heart without a trick", salad((0, 13, 0, 0), (0, 4, 0, 0), (1, 12, 0, 0), "Bob", "Bob"), [None]),
    ],
)  # fmt: skip
def test_a_salad_that_cannot_be(why: str, entry: Entry, fields: list[str | None]) -> None:
    assert violations_of("barbu", FOUR, [choose("salade"), entry]) == [
        (1, "barbu.salade", field) for field in fields
    ], why


@pytest.mark.parametrize(
    ("why", "entry"),
    [
        ("one player takes it all", salad((13, 0, 0, 0), (4, 0, 0, 0), (13, 0, 0, 0), "Ana", "Ana")),
        ("the queen of hearts is a queen and a heart", salad((1, 12, 0, 0), (2, 2, 0, 0), (3, 10, 0, 0), "Bob", "Bob")),
        ("four queens and a heart in a trick", salad((1, 12, 0, 0), (4, 0, 0, 0), (1, 12, 0, 0), "Bob", "Bob")),
        ("king, queen and no other heart", salad((1, 12, 0, 0), (1, 3, 0, 0), (2, 11, 0, 0), "Ana", "Ana")),
    ],
)  # fmt: skip
def test_a_salad_that_can_be(why: str, entry: Entry) -> None:
    assert sum(scores("barbu", FOUR, [choose("salade"), entry])[0].values()) == 116, why


@given(st.randoms(use_true_random=False), st.lists(st.sampled_from(FOUR), min_size=13, max_size=13))
def test_every_real_deal_is_accepted(shuffler: random.Random, takers: list[str]) -> None:
    """Second opinion: 52 cards in thirteen tricks, counted card by card."""
    cards = list(CARDS)
    shuffler.shuffle(cards)
    taken = {player: [] for player in FOUR}
    for trick, taker in enumerate(takers):
        taken[taker] += cards[4 * trick : 4 * trick + 4]
    entry = salad(
        [takers.count(player) for player in FOUR],
        [sum(card.rank == "Q" for card in taken[player]) for player in FOUR],
        [sum(card.suit is Suit.HEARTS for card in taken[player]) for player in FOUR],
        next(player for player in FOUR if any(card.code == "KH" for card in taken[player])),
        takers[-1],
    )
    assert sum(scores("barbu", FOUR, [choose("salade"), entry])[0].values()) == 116


# Choosing: articles barbu.contract-once and barbu.dealer.


def test_the_choices_left_are_named() -> None:
    coming = sheet("barbu", FOUR, [choose("coeurs"), RESULTS["coeurs"], choose("plis"), RESULTS["plis"]])["next"]
    assert coming == {
        "step": "contract",
        "round": 3,
        "dealer": "Ana",
        "order": ["Ana", "Bob", "Chloé", "Dan"],
        "choices": ["dames", "barbu", "dernier-pli", "salade"],
    }


def test_the_contract_chosen_is_named() -> None:
    assert sheet("barbu", FOUR, [choose("barbu")], dealer="Chloé")["next"] == {
        "step": "result",
        "round": 1,
        "dealer": "Chloé",
        "order": ["Chloé", "Dan", "Ana", "Bob"],
        "contract": "barbu",
    }


@pytest.mark.parametrize("again", IDS[:5])
def test_a_contract_is_played_once_a_manche(again: str) -> None:
    entries = [*manche(IDS[:5]), choose(again)]
    assert violations_of("barbu", FOUR, entries) == [(10, "barbu.contract-once", "contract")]


def test_a_form_offers_only_the_contracts_left() -> None:
    question = question_after("barbu", FOUR, manche(IDS[:4]))
    field = question.ways[0].fields[0]
    assert isinstance(field, Choice)
    assert field.spent == ("plis", "dames", "coeurs", "barbu")


def test_the_last_contract_is_named_to_the_table() -> None:
    question = question_after("barbu", FOUR, manche(IDS[:5]))
    assert question.lead is not None
    assert question.lead.render("fr") == "Ana donne et entame\u202f; il ne reste qu’un contrat\u202f: Salade."


def test_every_contract_is_free_again_in_the_next_manche() -> None:
    entries = [*manche(), choose("salade")]
    assert sheet("barbu", FOUR, entries)["next"]["contract"] == "salade"


# Whole matches: articles barbu.rounds, barbu.end, barbu.tie.


def test_a_whole_match() -> None:
    entries = [entry for turn in range(4) for entry in manche(IDS[turn:] + IDS[:turn])]
    whole = sheet("barbu", FOUR, entries)
    assert [row["number"] for row in whole["rounds"]] == list(range(1, 25))
    assert [row["dealer"] for row in whole["rounds"]] == [player for player in FOUR for _ in range(6)]
    assert whole["rounds"][5]["totals"] == each(56, 64, 68, 44)
    assert whole["totals"] == each(224, 256, 272, 176)
    assert sum(whole["totals"].values()) == 928
    assert whole["ranking"] == [["Dan"], ["Ana"], ["Bob"], ["Chloé"]]
    assert (whole["over"], whole["winners"], whole["next"]) == (True, ["Dan"], None)
    assert [row["label"] for row in whole["rounds"]][6:8] == ["Manche 2\u202f: Dames", "Manche 2\u202f: Cœurs"]


def test_the_lowest_totals_share_the_win() -> None:
    level = {
        "plis": result(tricks=each(4, 4, 4, 1)),
        "dames": result(queens=each(1, 1, 1, 1)),
        "coeurs": result(hearts=each(3, 3, 3, 4)),
        "barbu": result(king="Ana"),
        "dernier-pli": result(last="Bob"),
        "salade": salad((3, 3, 3, 4), (1, 1, 1, 1), (3, 3, 3, 4), "Chloé", "Dan"),
    }
    entries = [entry for contract in IDS for entry in (choose(contract), level[contract])]
    whole = sheet("barbu", FOUR, entries, options={"manches": 1})
    assert whole["totals"] == each(58, 58, 58, 58)
    assert (whole["over"], whole["winners"]) == (True, list(FOUR))


def test_an_end_by_agreement_drops_the_contract_begun() -> None:
    tied = [choose("barbu"), result(king="Ana"), choose("plis"), {"step": "end"}]
    assert sheet("barbu", FOUR, tied)["winners"] == ["Bob", "Chloé", "Dan"]


@pytest.mark.parametrize("manches", [1, 2, 3, 4])
def test_a_table_may_play_fewer_manches(manches: int) -> None:
    entries = manche() * manches
    assert sheet("barbu", FOUR, entries, options={"manches": manches})["over"]
    assert not sheet("barbu", FOUR, entries[:-2], options={"manches": manches})["over"]
    late = [*entries, choose("plis")]
    assert violations_of("barbu", FOUR, late, options={"manches": manches}) == [(12 * manches, "match.over", None)]


@pytest.mark.parametrize("rule", ["free", "only-hearts"])
def test_who_may_lead_a_heart_changes_no_score(rule: str) -> None:
    assert scores("barbu", FOUR, manche(), options={"heart_lead": rule}) == [SCORES[contract] for contract in IDS]


def test_a_misdeal_takes_the_contract_back() -> None:
    misdeal = {"step": "penalty", "offence": "misdeal", "player": "Ana"}
    coming = sheet("barbu", FOUR, [choose("plis"), misdeal])["next"]
    assert (coming["step"], coming["round"], coming["dealer"], coming["choices"]) == ("contract", 1, "Ana", IDS)


def test_all_52_cards_are_dealt_thirteen_each() -> None:
    prepared = GAME.prepare(4, BarbuRules(), 1)
    assert (prepared.size, prepared.cards_each, prepared.remaining) == (52, 13, 0)


@settings(max_examples=15)
@given(st.permutations(IDS), st.permutations(IDS), st.integers(0, 24))
def test_every_match_adds_up(first: list[str], second: list[str], length: int) -> None:
    entries = [*manche(first), *manche(second)][:length]
    assert_sound(match_file("barbu", FOUR, entries, options={"manches": 2}))
    rows = replay_of("barbu", FOUR, entries, options={"manches": 2}).rounds
    assert [sum(row.scores.values()) for row in rows] == [TOTALS[contract] for contract in (*first, *second)][
        : len(rows)
    ]
