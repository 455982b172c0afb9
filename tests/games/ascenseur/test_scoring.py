"""L'Ascenseur: bids that never come out even, tricks that do, and 5 points for every word kept."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from referee.answers.numbers import Counts
from referee.game_definition.match_course import opening
from referee.games.ascenseur import GAME
from referee.games.ascenseur.scoring import HIGHEST
from referee.matches.sheet_json import score_value
from tests.games.tables import FOUR, SIX, Entry, match_file, question_after, replay_of, scores, sheet, violations_of

TABLES = {n: SIX[:n] for n in (3, 4, 5, 6)}
ROUNDS = {3: 33, 4: 25, 5: 19, 6: 15}


def each(values: str | Sequence[int], players: Sequence[str] = FOUR) -> dict[str, Any]:
    """A number for Ana, Bob, Chloé and Dan, in this order: ``"0 1 1 0"``."""
    numbers = [int(value) for value in values.split()] if isinstance(values, str) else values
    return dict(zip(players, numbers, strict=True))


def bids(values: str | Sequence[int], players: Sequence[str] = FOUR, **more: Any) -> Entry:
    return {"step": "bids", "bids": each(values, players), **more}


def tricks(values: str | Sequence[int], players: Sequence[str] = FOUR, **more: Any) -> Entry:
    return {"step": "tricks", "tricks": each(values, players), **more}


def penalty(offence: str, player: str = "Bob") -> Entry:
    return {"step": "penalty", "offence": offence, "player": player}


def up_to(cards: int) -> list[Entry]:
    """The deals of four players before the one of so many cards, everybody bidding nothing."""
    return [entry for k in range(1, cards) for entry in (bids("0 0 0 0"), tricks([k, 0, 0, 0]))]


# The deals: articles ascenseur.deal and ascenseur.rounds.


@pytest.mark.parametrize(
    ("n", "pack", "removed", "highest"),
    [(3, 51, ("2C",), 17), (4, 52, (), 13), (5, 50, ("2C", "2S"), 10), (6, 48, ("2S", "2H", "2D", "2C"), 8)],
)
def test_each_table_has_its_pack_and_its_highest_deal(
    n: int, pack: int, removed: tuple[str, ...], highest: int
) -> None:
    rules, _ = GAME.house_rules({}, TABLES[n])
    prepared = [GAME.prepare(n, rules, deal) for deal in range(1, ROUNDS[n] + 1)]
    assert {deal.size for deal in prepared} == {pack}
    assert {frozenset(deal.removed_cards) for deal in prepared} == {frozenset(removed)}
    assert [deal.cards_each for deal in prepared] == [*range(1, highest), *range(highest, 0, -1)]
    assert all(deal.remaining == pack - n * deal.cards_each for deal in prepared if isinstance(deal.cards_each, int))


@pytest.mark.parametrize("n", TABLES)
def test_the_card_turned_names_trumps_and_without_one_there_are_none(n: int) -> None:
    rules, _ = GAME.house_rules({}, TABLES[n])
    told = [GAME.prepare(n, rules, deal) for deal in range(1, ROUNDS[n] + 1)]
    notes = [deal.notes[0].render("fr") for deal in told]
    assert [("sans atout" in note) for note in notes] == [deal.remaining == 0 for deal in told]
    assert sum(deal.remaining == 0 for deal in told) == 1


def test_the_deal_passes_to_the_left_whose_left_speaks_first() -> None:
    first = [bids("0 1 1 0"), tricks("0 0 1 0")]
    assert sheet("ascenseur", FOUR, [], dealer="Dan")["next"] == {
        "step": "bids",
        "round": 1,
        "dealer": "Dan",
        "order": ["Ana", "Bob", "Chloé", "Dan"],
    }
    assert sheet("ascenseur", FOUR, first[:1], dealer="Dan")["next"] == {
        "step": "tricks",
        "round": 1,
        "dealer": "Dan",
        "order": ["Ana", "Bob", "Chloé", "Dan"],
    }
    assert sheet("ascenseur", FOUR, first, dealer="Dan")["next"] == {
        "step": "bids",
        "round": 2,
        "dealer": "Ana",
        "order": ["Bob", "Chloé", "Dan", "Ana"],
    }


# The bids: articles ascenseur.bids and ascenseur.not-equal.


@pytest.mark.parametrize(
    ("cards", "said", "fields"),
    [
        (1, "2 0 0 0", ["bids.Ana"]),
        (1, "-1 0 0 0", ["bids.Ana"]),
        (2, "0 3 -1 0", ["bids.Bob", "bids.Chloé"]),
        (3, "4 4 4 4", ["bids.Ana", "bids.Bob", "bids.Chloé", "bids.Dan"]),
        (2, "3 0 0 -1", ["bids.Ana", "bids.Dan"]),
    ],
    ids=["one too many", "below zero", "two of them", "all of them", "the range before the sum"],
)
def test_a_bid_is_from_nothing_to_all_the_tricks(cards: int, said: str, fields: list[str]) -> None:
    played_so_far = up_to(cards)
    found = violations_of("ascenseur", FOUR, [*played_so_far, bids(said)])
    assert sorted(found) == [(len(played_so_far), "ascenseur.bids", field) for field in fields]


@pytest.mark.parametrize("n", TABLES)
@pytest.mark.parametrize("dealer", range(3))
def test_the_bids_together_never_make_the_tricks_and_the_dealer_is_to_blame(n: int, dealer: int) -> None:
    players = TABLES[n]
    said = [0] * n
    said[n - 1] = 1
    found = violations_of("ascenseur", players, [bids(said, players)], dealer=players[dealer])
    assert found == [(0, "ascenseur.not-equal", f"bids.{players[dealer]}")]


@pytest.mark.parametrize("said", ["0 0 0 0", "1 1 0 0", "1 1 1 1"])
def test_fewer_or_more_bids_than_tricks_will_do(said: str) -> None:
    assert sheet("ascenseur", FOUR, [bids(said)])["next"]["step"] == "tricks"


def test_the_blame_is_the_dealers_in_every_later_deal() -> None:
    assert violations_of("ascenseur", FOUR, [*up_to(3), bids("1 1 1 0")]) == [(4, "ascenseur.not-equal", "bids.Chloé")]


def test_a_table_may_let_the_last_bid_be_free() -> None:
    entries = [bids("0 0 0 1"), tricks("0 0 0 1")]
    assert scores("ascenseur", FOUR, entries, options={"not_equal": False}) == [each("5 5 5 10")]
    assert question_after("ascenseur", FOUR, options={"not_equal": False}).ways[0].fields[0].avoid is None  # type: ignore[union-attr]


def test_the_question_of_the_bids_says_who_speaks_and_what_is_forbidden() -> None:
    question = question_after("ascenseur", FOUR, up_to(5))
    field = question.ways[0].fields[0]
    assert isinstance(field, Counts)
    assert field.players == ("Bob", "Chloé", "Dan", "Ana")
    assert field.avoid is not None
    assert (field.high, field.avoid.total, field.avoid.last, field.avoid.article) == (
        5,
        5,
        "Ana",
        "ascenseur.not-equal",
    )
    assert question.lead is not None
    assert question.lead.render("fr") == "Bob parle en premier, Ana en dernier."


def test_the_sentence_names_the_dealer_the_bid_and_the_total() -> None:
    value, _ = score_value(match_file("ascenseur", FOUR, [*up_to(3), bids("1 0 2 0")]), "fr")
    assert value["violations"][0]["message"] == (
        "C’est à Chloé d’annoncer\u202f; 2 est interdit\u202f: le total ferait 3."
    )


@pytest.mark.parametrize("trump", ["S", "H", "D", "C", "s", "h", "d", "c", None])
def test_the_trump_may_be_noted_and_scores_nothing(trump: str | None) -> None:
    entries = [bids("0 1 1 0"), tricks("0 0 1 0")]
    noted = [bids("0 1 1 0", trump=trump), tricks("0 0 1 0")]
    assert sheet("ascenseur", FOUR, noted) == sheet("ascenseur", FOUR, entries)


# The tricks: article ascenseur.tricks.


@pytest.mark.parametrize(
    ("cards", "made", "fields"),
    [
        (2, "3 0 0 -1", ["tricks.Ana", "tricks.Dan"]),
        (1, "2 0 0 0", ["tricks.Ana"]),
        (1, "0 0 0 0", ["tricks"]),
        (2, "2 1 0 0", ["tricks"]),
        (3, "1 1 0 0", ["tricks"]),
    ],
    ids=["each 0 to 2", "the range before the sum", "none", "one too many", "one too few"],
)
def test_the_tricks_make_the_cards_dealt(cards: int, made: str, fields: list[str]) -> None:
    so_far = [*up_to(cards), bids("0 0 0 0")]
    found = violations_of("ascenseur", FOUR, [*so_far, tricks(made)])
    assert sorted(found) == [(len(so_far), "ascenseur.tricks", field) for field in fields]


def test_the_question_of_the_tricks_shows_the_bids_and_the_sum() -> None:
    field = question_after("ascenseur", FOUR, [*up_to(4), bids("2 0 0 1")]).ways[0].fields[0]
    assert isinstance(field, Counts)
    assert (field.players, field.total, field.announced) == (("Ana", "Bob", "Chloé", "Dan"), 4, each("2 0 0 1"))


# An entry has its shape: match.entry and match.step.


# The points: article ascenseur.score.


@pytest.mark.parametrize(
    ("cards", "said", "made", "points"),
    [
        (1, "0 1 1 0", "0 0 1 0", "5 -5 10 5"),
        (2, "2 0 1 0", "2 0 0 0", "15 5 -5 5"),
        (3, "0 0 0 0", "3 0 0 0", "-15 5 5 5"),
        (4, "4 4 4 4", "0 1 0 3", "-20 -15 -20 -5"),
        (5, "3 1 1 1", "3 1 1 0", "20 10 10 -5"),
        (13, "13 0 0 1", "13 0 0 0", "70 5 5 -5"),
    ],
)
def test_a_bid_kept_is_five_and_five_a_trick_one_missed_five_less_for_each(
    cards: int, said: str, made: str, points: str
) -> None:
    entries = [*up_to(cards), bids(said), tricks(made)]
    assert scores("ascenseur", FOUR, entries)[-1] == each(points)


def test_each_line_says_its_reason() -> None:
    lines = replay_of("ascenseur", FOUR, [bids("0 1 1 0"), tricks("0 0 1 0")]).rounds[0].lines
    assert [line.reason.render("fr") for line in lines] == [
        "annoncé 0, tenu",
        "annoncé 1, fait 0",
        "annoncé 1, tenu",
        "annoncé 0, tenu",
    ]
    assert [line.brief for line in lines] == ["0→0", "1→0", "1→1", "0→0"]
    assert {line.article for line in lines} == {"ascenseur.score"}


# House rules: articles ascenseur.house-rounds and ascenseur.house-not-equal.


def cards_of(players: tuple[str, ...], options: dict[str, Any]) -> list[int]:
    """The cards of every deal of a match under these rules, read from the labels of its sheet."""
    entries: list[Entry] = []
    n = len(players)
    while not (now := sheet("ascenseur", players, entries, options=options))["over"]:
        field = question_after("ascenseur", players, entries, options=options).ways[0].fields[0]
        assert isinstance(field, Counts)
        assert now["next"]["step"] == "bids"
        entries += [bids([0] * n, players), tricks([field.high] + [0] * (n - 1), players)]
    return [int(row["label"].split()[0]) for row in now["rounds"]]


@pytest.mark.parametrize("n", TABLES)
def test_by_default_the_lift_goes_up_to_the_top_and_down_again(n: int) -> None:
    top = HIGHEST[n]
    assert cards_of(TABLES[n], {}) == [*range(1, top), *range(top, 0, -1)]


@pytest.mark.parametrize(
    ("options", "cards"),
    [
        ({"max_cards": 4}, [1, 2, 3, 4, 3, 2, 1]),
        ({"max_cards": 4, "direction": "up-down"}, [1, 2, 3, 4, 3, 2, 1]),
        ({"max_cards": 4, "direction": "up"}, [1, 2, 3, 4]),
        ({"max_cards": 4, "direction": "down-up"}, [4, 3, 2, 1, 2, 3, 4]),
        ({"max_cards": 3, "top_rounds": 3}, [1, 2, 3, 3, 3, 2, 1]),
        ({"max_cards": 3, "top_rounds": 2, "direction": "up"}, [1, 2, 3, 3]),
        ({"max_cards": 3, "top_rounds": 2, "direction": "down-up"}, [3, 3, 2, 1, 2, 3, 3]),
        ({"max_cards": 2, "direction": "down-up"}, [2, 1, 2]),
        ({"max_cards": 1}, [1]),
        ({"max_cards": 1, "direction": "up"}, [1]),
        ({"max_cards": 1, "direction": "down-up"}, [1]),
        ({"max_cards": 1, "top_rounds": 4}, [1, 1, 1, 1]),
    ],
)
def test_a_table_may_choose_the_top_the_way_and_how_often_the_top_is_played(
    options: dict[str, Any], cards: list[int]
) -> None:
    assert cards_of(FOUR, options) == cards


@pytest.mark.parametrize(
    ("scale", "points"),
    [
        ({}, "-5 5 -10 10"),
        ({"trick_points": 2, "made_points": 10}, "-5 10 -10 12"),
        ({"miss_points": 0}, "0 5 0 10"),
        ({"trick_points": 0, "made_points": 50, "miss_points": 1}, "-1 50 -2 50"),
    ],
)
def test_a_table_may_have_its_own_scale(scale: dict[str, int], points: str) -> None:
    """In the fourth deal Ana has one trick too few, Bob and Dan what they bid, Chloé two too many."""
    entries = [*up_to(4), bids("2 0 0 1"), tricks("1 0 2 1")]
    assert scores("ascenseur", FOUR, entries, options=scale)[-1] == each(points)


@pytest.mark.parametrize("n", TABLES)
def test_the_top_is_at_most_the_packs_and_its_deals_as_many_as_players(n: int) -> None:
    for options in ({"max_cards": HIGHEST[n], "top_rounds": n}, {"max_cards": 1, "top_rounds": 1}):
        assert sheet("ascenseur", TABLES[n], [], options=options)["over"] is False
    for options in ({"max_cards": HIGHEST[n] + 1}, {"top_rounds": n + 1}):
        name = next(iter(options))
        assert violations_of("ascenseur", TABLES[n], [], options=options) == [
            (None, "match.options", f"options.{name}")
        ]


# Offences: articles match.misdeal and match.revoke.


def test_a_misdeal_takes_the_bids_back_and_the_same_dealer_deals() -> None:
    entries = [*up_to(2), bids("1 1 1 0"), penalty("misdeal", "Dan")]
    assert sheet("ascenseur", FOUR, entries) == sheet("ascenseur", FOUR, up_to(2))
    again = [*entries, bids("0 0 0 0"), tricks("2 0 0 0")]
    assert scores("ascenseur", FOUR, again)[-1] == each("-10 5 5 5")


@pytest.mark.parametrize("players", TABLES)
def test_no_trump_is_asked_where_no_card_is_left_to_turn_up(players: int) -> None:
    """An entry with a trump that was recorded before stays valid."""
    rules, _ = GAME.house_rules({"direction": "down-up"}, TABLES[players])
    top = opening(GAME, GAME.table(TABLES[players], rules))
    for state, offered in ((top, False), (replace(top, deal=2), True)):
        question = GAME.question(state)
        assert [field.offered for field in question.ways[0].fields if field.key == "trump"] == [offered]
        assert ("Sans atout" in question.lead.render("fr")) is not offered
