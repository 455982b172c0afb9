"""What a deal would come to, asked before anybody records it: as the match itself would write it."""

import random
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from referee.answers.table import make_table
from referee.game_definition.match_course import ReplayedMatch, play
from referee.games.registry import GAMES
from tests.desk.asking import answer, because, blamed, verdict_of
from tests.desk.test_match_facts import FOUR, known, state

FIVE = (*FOUR, "Éric")


def each(*values: int, players: tuple[str, ...] = FOUR) -> dict[str, int]:
    return dict(zip(players, values, strict=True))


ASCENSEUR = {"players": FOUR, "cards": 5, "bids": each(2, 0, 1, 1), "tricks": each(2, 0, 3, 0)}
SALADE = {
    "players": FOUR, "tricks": each(4, 4, 5, 0), "queens": each(1, 1, 2, 0), "hearts": each(5, 0, 8, 0),
    "king": "Ana", "last": "Chloé",
}  # fmt: skip
BET = {"players": FOUR, "bettor": "Bob", "diploma": "baccalaureat", "points": each(20, 25, 15, 5)}
CALL = {"players": FIVE, "bettor": "Bob", "diploma": "brevet", "partner": "Éric", "camp_points": 40}


def plis(*taken: int, contract: str = "plis") -> dict[str, Any]:
    return {"players": FOUR, "contract": contract, "taken": each(*taken)}


POINTS: list[tuple[str, str, dict[str, Any], tuple[int, ...], str]] = [
    ("ascenseur", "deal-points", ASCENSEUR, (15, 5, -10, -5), "Ana : 15, Bob : 5, Chloé : −10 et Dan : −5"),
    (
        "ascenseur",
        "deal-points",
        {**ASCENSEUR, "cards": 1, "bids": each(1, 1, 1, 0), "tricks": each(0, 0, 0, 1)},
        (-5, -5, -5, -5),
        "Ana : −5, Bob : −5, Chloé : −5 et Dan : −5",
    ),
    ("barbu", "deal-points", plis(3, 4, 6, 0), (6, 8, 12, 0), "Ana : 6, Bob : 8, Chloé : 12 et Dan : 0"),
    (
        "barbu",
        "deal-points",
        plis(0, 2, 2, 0, contract="dames"),
        (0, 12, 12, 0),
        "Ana : 0, Bob : 12, Chloé : 12 et Dan : 0",
    ),
    (
        "barbu",
        "deal-points",
        plis(13, 0, 0, 0, contract="coeurs"),
        (26, 0, 0, 0),
        "Ana : 26, Bob : 0, Chloé : 0 et Dan : 0",
    ),
    (
        "barbu",
        "deal-points",
        plis(0, 0, 0, 1, contract="barbu"),
        (0, 0, 0, 20),
        "Ana : 0, Bob : 0, Chloé : 0 et Dan : 20",
    ),
    (
        "barbu",
        "deal-points",
        plis(0, 1, 0, 0, contract="dernier-pli"),
        (0, 20, 0, 0),
        "Ana : 0, Bob : 20, Chloé : 0 et Dan : 0",
    ),
    ("barbu", "salade-points", SALADE, (44, 14, 58, 0), "Ana : 44, Bob : 14, Chloé : 58 et Dan : 0"),
    ("tarot-decale", "bet-points", BET, (20, 45, 15, 5), "Pari gagné"),
    ("tarot-decale", "bet-points", {**BET, "points": each(25, 20, 15, 5)}, (25, -20, 15, 5), "Pari perdu"),
    ("tarot-decale", "bet-points", {**BET, "points": each(25, 25, 15, 5)}, (25, -20, 15, 5), "Pari perdu"),
    ("tarot-decale", "call-points", CALL, (0, 50, 0, 0, 50), "Pari gagné"),
    ("tarot-decale", "call-points", {**CALL, "camp_points": 35, "set_aside": 2}, (38, -10, 38, 38, -10), "Pari perdu"),
]


@pytest.mark.parametrize(("game", "question", "facts", "points", "word"), POINTS)
def test_what_each_would_note(
    game: str, question: str, facts: dict[str, Any], points: tuple[int, ...], word: str
) -> None:
    verdict = verdict_of(game, question, facts)
    assert verdict.answer == {"points": each(*points, players=tuple(facts["players"]))}
    assert verdict.word.text.render("fr").replace("\u202f", " ") == word


@pytest.mark.parametrize(
    ("options", "points"),
    [
        ({"bets": True, "bet_compare": "all-others"}, (20, -20, 15, 5)),
        ({"bets": True, "bet_tie": "void"}, (20, 45, 15, 5)),
    ],
)
def test_a_bet_is_judged_by_the_rules_of_the_table(options: dict[str, Any], points: tuple[int, ...]) -> None:
    assert answer("tarot-decale", "bet-points", BET, options) == {"points": each(*points)}


def test_a_level_bet_names_the_rule_of_level_bets_first() -> None:
    level = {**BET, "points": each(25, 25, 15, 5)}
    assert verdict_of("tarot-decale", "bet-points", level).articles[0] == "tarot-decale.bet-tie"
    void = verdict_of("tarot-decale", "bet-points", level, {"bets": True, "bet_tie": "void"})
    assert set(void.answer["points"].values()) == {0}
    assert void.word.text.render("fr") == "Donne nulle"


def test_the_reasons_of_a_salade_are_told_one_by_one() -> None:
    why = because("barbu", "salade-points", SALADE).replace("\u202f", " ")
    assert "Ana 44 (4 plis : 8, 1 dame : 6, 5 cœurs : 10 et le roi de cœur : 20)" in why


@pytest.mark.parametrize(
    ("game", "question", "facts", "fields"),
    [
        ("ascenseur", "deal-points", {**ASCENSEUR, "cards": 14}, ["facts.cards"]),
        ("ascenseur", "deal-points", {**ASCENSEUR, "bids": each(6, 0, 0, 0)}, ["facts.bids.Ana"]),
        (
            "ascenseur",
            "deal-points",
            {**ASCENSEUR, "bids": {"Ana": 1}},
            ["facts.bids.Bob", "facts.bids.Chloé", "facts.bids.Dan"],
        ),
        ("ascenseur", "deal-points", {**ASCENSEUR, "tricks": each(1, 1, 1, 1)}, ["facts.tricks"]),
        ("ascenseur", "deal-points", {**ASCENSEUR, "tricks": [2, 0, 3, 0]}, ["facts.tricks"]),
        ("ascenseur", "deal-points", {**ASCENSEUR, "players": ("Ana", "Bob")}, ["facts.players"]),
        ("barbu", "deal-points", plis(1, 1, 1, 1, contract="barbu"), ["facts.taken"]),
        ("barbu", "deal-points", plis(1, 0, 0, 1, contract="dernier-pli"), ["facts.taken"]),
        ("barbu", "deal-points", plis(1, 0, 0, 1, contract="dames"), ["facts.taken"]),
        ("barbu", "deal-points", plis(13, 0, 0, 0, contract="salade"), ["facts.contract"]),
        ("barbu", "salade-points", {**SALADE, "king": "Bob"}, ["facts"]),
        ("barbu", "salade-points", {**SALADE, "queens": each(1, 1, 1, 0)}, ["facts.queens"]),
        ("tarot-decale", "bet-points", {**BET, "bettor": "Zoé"}, ["facts.bettor"]),
        ("tarot-decale", "bet-points", {**BET, "diploma": "pass"}, ["facts.diploma"]),
        ("tarot-decale", "bet-points", {**BET, "points": each(75, 75, 0, 0)}, ["facts.points"]),
        ("tarot-decale", "bet-points", {**BET, "set_aside": 1}, ["facts.set_aside"]),
        ("tarot-decale", "call-points", {**CALL, "partner": "Bob"}, ["facts.partner"]),
        ("tarot-decale", "call-points", {**CALL, "set_aside": 40}, ["facts.camp_points"]),
        ("tarot-decale", "call-points", {**CALL, "players": FOUR, "partner": "Ana"}, ["facts.players"]),
    ],
)
def test_a_deal_that_cannot_be_is_blamed_on_its_fact(
    game: str, question: str, facts: dict[str, Any], fields: list[str]
) -> None:
    assert blamed(game, question, facts) == fields


def ascenseur_deals(chance: random.Random) -> Iterator[tuple[list[Mapping[str, Any]], Mapping[str, Any]]]:
    """Every deal of a match, with the entries that came before it."""
    entries: list[Mapping[str, Any]] = []
    for deal in range(25):
        cards = 13 - abs(12 - deal)
        speakers = FOUR[(deal + 1) % 4 :] + FOUR[: (deal + 1) % 4]
        bids = {player: chance.randint(0, cards) for player in speakers}
        if sum(bids.values()) == cards:
            bids[speakers[-1]] = (bids[speakers[-1]] + 1) % (cards + 1)
        takers = [chance.choice(FOUR) for _ in range(cards)]
        tricks = {player: takers.count(player) for player in speakers}
        entries += [{"step": "bids", "bids": bids}, {"step": "tricks", "tricks": tricks}]
        yield list(entries), {"players": FOUR, "cards": cards, "bids": bids, "tricks": tricks}


def test_the_desk_and_the_sheet_never_differ() -> None:
    game = GAMES["ascenseur"]
    rules, _ = game.house_rules({}, FOUR)
    for entries, facts in ascenseur_deals(random.Random(12)):
        played = play(game, make_table(FOUR, None, rules), entries)
        assert isinstance(played, ReplayedMatch)
        assert answer("ascenseur", "deal-points", facts) == {"points": dict(played.rounds[-1].scores)}


def test_a_match_tells_what_was_announced() -> None:
    bids = {"Bob": 0, "Chloé": 1, "Dan": 0, "Ana": 1}
    at = state("ascenseur", ({"step": "bids", "bids": bids},))
    assert known("ascenseur", "deal-points", at) == {"players": FOUR, "cards": 1, "bids": bids}
    chosen = state("barbu", ({"step": "contract", "contract": "coeurs"},))
    assert known("barbu", "deal-points", chosen) == {"players": FOUR, "contract": "coeurs"}
    said = {"Ana": "brevet", "Bob": "pass", "Chloé": "master", "Dan": "pass"}
    bet = state("tarot-decale", ({"step": "bids", "bids": said},), bets=True)
    assert known("tarot-decale", "bet-points", bet) == {"players": FOUR, "bettor": "Chloé", "diploma": "master"}


def test_a_house_ladder_has_its_own_highest_deal() -> None:
    assert blamed("ascenseur", "deal-points", ASCENSEUR, {"max_cards": 4}) == ["facts.cards"]
    assert answer("ascenseur", "deal-points", ASCENSEUR, {"max_cards": 5})["points"]["Ana"] == 15
