"""Le Président: titles by the order of going out, the trou deals and leads, points by convention."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.games.president import GAME
from referee.games.president.scoring import PresidentRules
from tests.games.tables import (
    FIVE,
    FOUR,
    SIX,
    Entry,
    assert_sound,
    match_file,
    question_after,
    replay_of,
    scores,
    sheet,
    violations_of,
)

THREE = FOUR[:3]


def finish(*order: Any) -> Entry:
    """The players in the order in which they emptied their hands."""
    return {"step": "finish", "order": list(order)}


ONE_DEAL = [finish("Chloé", "Ana", "Dan", "Bob")]


# Article president.finish: the titles.


@pytest.mark.parametrize(
    ("players", "titles"),
    [
        (THREE, ["president", "neutral", "trou"]),
        (FOUR, ["president", "vice-president", "vice-trou", "trou"]),
        (FIVE, ["president", "vice-president", "neutral", "vice-trou", "trou"]),
        (SIX, ["president", "vice-president", "neutral", "neutral", "vice-trou", "trou"]),
    ],
    ids=["three", "four", "five", "six"],
)
def test_titles_follow_the_order_of_going_out(players: tuple[str, ...], titles: list[str]) -> None:
    assert sheet("president", players, [finish(*players)])["standing"]["titles"] == dict(
        zip(players, titles, strict=True)
    )


def test_nobody_has_a_title_before_the_first_deal_ends() -> None:
    assert sheet("president", FOUR, [])["standing"]["titles"] == {}


def test_titles_are_kept_after_the_end_and_by_a_misdeal() -> None:
    titles = {"Chloé": "president", "Ana": "vice-president", "Dan": "vice-trou", "Bob": "trou"}
    misdeal = {"step": "penalty", "offence": "misdeal", "player": "Bob"}
    for more in ([], [misdeal], [{"step": "end"}]):
        assert sheet("president", FOUR, [*ONE_DEAL, *more])["standing"]["titles"] == titles


def test_titles_are_at_stake_again_in_every_deal() -> None:
    again = sheet("president", FOUR, [*ONE_DEAL, finish("Bob", "Dan", "Ana", "Chloé")])
    assert again["standing"]["titles"]["Bob"] == "president"
    assert again["standing"]["titles"]["Chloé"] == "trou"


@pytest.mark.parametrize("polite", [False, True])
def test_polite_titles_change_words_only(polite: bool) -> None:
    words = {title: text.render("fr") for title, text in GAME.titles(PresidentRules(polite=polite)).items()}
    assert words == {
        "president": "Président",
        "vice-president": "Vice-Président",
        "neutral": "Neutre",
        "vice-trou": "Vice-Dernier" if polite else "Vice Trou’Duc",
        "trou": "Dernier" if polite else "Trou’Duc",
    }
    result = sheet("president", FOUR, ONE_DEAL, options={"polite": polite})
    assert result["standing"] == sheet("president", FOUR, ONE_DEAL)["standing"]


@pytest.mark.parametrize(
    "order",
    [("Ana", "Bob", "Chloé"), (), ("Ana", "Bob", "Chloé", "Ana"), ("Ana", "Bob", "Chloé", "Dan", "Ana")],
    ids=["one is missing", "nobody", "one twice", "one more"],
)
def test_every_player_goes_out_once(order: tuple[str, ...]) -> None:
    assert set(violations_of("president", FOUR, [finish(*order)])) == {(0, "president.finish", "order")}


# Articles president.trou-deals and president.exchange.


def test_the_first_deal_starts_at_the_dealers_left() -> None:
    assert sheet("president", FOUR, [], dealer="Bob")["next"] == {
        "step": "finish",
        "round": 1,
        "dealer": "Bob",
        "order": ["Chloé", "Dan", "Ana", "Bob"],
    }


def test_then_the_trou_deals_and_starts() -> None:
    assert sheet("president", FOUR, ONE_DEAL, dealer="Dan")["next"] == {
        "step": "finish",
        "round": 2,
        "dealer": "Bob",
        "order": ["Bob", "Chloé", "Dan", "Ana"],
    }


def test_after_a_misdeal_of_the_first_deal_the_left_still_starts() -> None:
    misdeal = {"step": "penalty", "offence": "misdeal", "player": "Ana"}
    assert sheet("president", FOUR, [misdeal])["next"] == sheet("president", FOUR, [])["next"]


@pytest.mark.parametrize(
    ("players", "entries", "options", "lead"),
    [
        (FOUR, [], {}, "Ana donne toutes les cartes ; Bob commence."),
        (
            FOUR, ONE_DEAL, {},
            ("Bob (Trou'Duc) distribue, donne ses deux meilleures cartes à Chloé "
            "contre les deux moins bonnes, puis commence. "
            "Dan (Vice Trou'Duc) donne sa meilleure carte à Ana contre la moins bonne."),
        ),
        (
            FOUR, ONE_DEAL, {"polite": True},
            ("Bob (Dernier) distribue, donne ses deux meilleures cartes à Chloé "
            "contre les deux moins bonnes, puis commence. "
            "Dan (Vice-Dernier) donne sa meilleure carte à Ana contre la moins bonne."),
        ),
        (
            THREE, [finish("Bob", "Ana", "Chloé")], {},
            ("Chloé (Trou'Duc) distribue, donne ses deux meilleures cartes à Bob "
            "contre les deux moins bonnes, puis commence."),
        ),
    ],
    ids=["first deal", "four", "polite", "three have no vices"],
)  # fmt: skip
def test_the_table_is_told_who_gives_what_to_whom(
    players: tuple[str, ...], entries: list[Entry], options: dict[str, Any], lead: str
) -> None:
    said = question_after("president", players, entries, options=options).lead
    assert said is not None
    assert said.render("fr").replace("\u202f", " ").replace("’", "'") == lead


# Articles president.score, president.end, president.tie.


@pytest.mark.parametrize(
    ("players", "scoring", "points"),
    [
        (FOUR, "presidencies", [1, 0, 0, 0]),
        (FOUR, "ladder", [3, 2, 1, 0]),
        (THREE, "presidencies", [1, 0, 0]),
        (THREE, "ladder", [2, 1, 0]),
        (SIX, "ladder", [5, 4, 3, 2, 1, 0]),
    ],
)
def test_points_by_the_order_of_going_out(players: tuple[str, ...], scoring: str, points: list[int]) -> None:
    entries = [finish(*players)]
    assert scores("president", players, entries, options={"scoring": scoring}) == [
        dict(zip(players, points, strict=True))
    ]


def test_a_presidency_is_a_point_by_default() -> None:
    assert scores("president", FOUR, ONE_DEAL) == [{"Ana": 0, "Bob": 0, "Chloé": 1, "Dan": 0}]


@pytest.mark.parametrize(
    ("options", "reasons"),
    [
        ({}, ["Président", "Vice-Président", "Vice Trou’Duc", "Trou’Duc"]),
        (
            {"scoring": "ladder", "polite": True},
            [
                "Président, 3 joueurs derrière", "Vice-Président, 2 joueurs derrière",
                "Vice-Dernier, 1 joueur derrière", "Dernier",
            ],
        ),
    ],
)  # fmt: skip
def test_each_line_says_its_reason(options: dict[str, Any], reasons: list[str]) -> None:
    lines = replay_of("president", FOUR, ONE_DEAL, options=options).rounds[0].lines
    assert [line.side for line in lines] == ["Chloé", "Ana", "Dan", "Bob"]
    assert [line.reason.render("fr") for line in lines] == reasons
    assert {line.article for line in lines} == {"president.score"}


# A whole match on the ladder: who went out, who had dealt, and the totals of Ana, Bob, Chloé, Dan.
MATCH = [
    (("Chloé", "Ana", "Dan", "Bob"), "Ana", (2, 0, 3, 1)),
    (("Ana", "Chloé", "Bob", "Dan"), "Bob", (5, 1, 5, 1)),
    (("Dan", "Chloé", "Ana", "Bob"), "Dan", (6, 1, 7, 4)),
    (("Bob", "Ana", "Dan", "Chloé"), "Bob", (8, 4, 7, 5)),
    (("Ana", "Dan", "Chloé", "Bob"), "Chloé", (11, 4, 8, 7)),
]


def test_a_whole_match() -> None:
    entries = [finish(*order) for order, _, _ in MATCH]
    result = sheet("president", FOUR, entries, options={"scoring": "ladder", "deals": 5})
    assert [row["dealer"] for row in result["rounds"]] == [dealer for _, dealer, _ in MATCH]
    assert [tuple(row["totals"].values()) for row in result["rounds"]] == [totals for _, _, totals in MATCH]
    assert [row["label"] for row in result["rounds"]] == [f"Donne {n}" for n in range(1, 6)]
    assert result["ranking"] == [["Ana"], ["Chloé"], ["Dan"], ["Bob"]]
    assert (result["over"], result["winners"], result["next"]) == (True, ["Ana"], None)


def test_without_a_number_of_deals_the_table_decides_when_to_stop() -> None:
    entries = [finish(*FOUR)] * 120
    assert not sheet("president", FOUR, entries, options={"deals": None})["over"]
    assert sheet("president", FOUR, [*entries, {"step": "end"}])["winners"] == ["Ana"]


def test_after_the_last_deal_equals_share_the_victory() -> None:
    entries = [finish("Ana", "Bob", "Chloé", "Dan"), finish("Bob", "Ana", "Chloé", "Dan")]
    assert sheet("president", FOUR, entries, options={"deals": 2})["winners"] == ["Ana", "Bob"]


def test_a_table_may_add_deals_until_one_is_alone() -> None:
    rules = {"deals": 2, "tie": "extra-deal"}
    level = [finish("Ana", "Bob", "Chloé", "Dan"), finish("Bob", "Ana", "Chloé", "Dan")]
    assert sheet("president", FOUR, level, options=rules)["next"]["round"] == 3
    assert sheet("president", FOUR, [*level, finish("Bob", "Ana", "Chloé", "Dan")], options=rules)["winners"] == ["Bob"]


@pytest.mark.parametrize("deals", [1, 100])
def test_the_number_of_deals_may_be_1_to_100(deals: int) -> None:
    entries = [finish(*FOUR)] * deals
    assert sheet("president", FOUR, entries, options={"deals": deals})["over"]
    assert not sheet("president", FOUR, entries[1:], options={"deals": deals})["over"]


# Article president.pack.


@pytest.mark.parametrize(
    ("n", "dealt"), [(3, 18), (4, (14, 14, 13, 13)), (5, (11, 11, 11, 11, 10)), (6, 9)]
)  # fmt: skip
def test_all_54_cards_are_dealt(n: int, dealt: Any) -> None:
    prepared = GAME.prepare(n, PresidentRules(), 1)
    assert (prepared.size, prepared.cards_each, prepared.remaining) == (54, dealt, 0)
    assert prepared.starts.render("fr") == "le joueur à gauche du donneur"


@pytest.mark.parametrize(("n", "exchanges"), [(3, 1), (4, 2), (5, 2), (6, 2)])
@pytest.mark.parametrize(("polite", "last"), [(False, "le Trou’Duc"), (True, "le Dernier")])
def test_from_the_second_deal_on_the_last_deals_and_cards_are_exchanged(
    n: int, exchanges: int, polite: bool, last: str
) -> None:
    prepared = GAME.prepare(n, PresidentRules(polite=polite), 2)
    assert (prepared.dealer.render("fr"), prepared.starts.render("fr")) == (last, last)
    assert len(prepared.notes) == 1 + exchanges


# Every match.


@given(st.sampled_from([THREE, FOUR, FIVE, SIX]), st.sampled_from(["presidencies", "ladder"]), st.data())
def test_every_match_adds_up(players: tuple[str, ...], scoring: str, data: st.DataObject) -> None:
    orders = data.draw(st.lists(st.permutations(players), min_size=1, max_size=6))
    entries, rules = [finish(*order) for order in orders], {"scoring": scoring}
    assert_sound(match_file("president", players, entries, options=rules))
    result = sheet("president", players, entries, options=rules)
    n = len(players)
    assert sum(result["totals"].values()) == len(orders) * (1 if scoring == "presidencies" else n * (n - 1) // 2)
    assert result["next"]["dealer"] == result["next"]["order"][0] == orders[-1][-1]
    assert result["standing"]["titles"][orders[-1][0]] == "president"
