"""Le Cribbage: its rules as a player could read them (articles cribbage.*)."""

from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.cards.french import CARDS, Card, parse_card
from referee.games.cribbage.counting import count_hand, count_play
from referee.games.cribbage.scoring import remark
from referee.matches.sheet_json import score_value
from tests.games.random_matches import random_match
from tests.games.tables import FOUR, Entry, assert_sound, counts, match_file, replay_of, scores, sheet, violations_of

G, TWO = "cribbage", FOUR[:2]
HANDS = 4000


def deal(play: tuple[int, int], hands: tuple[int, int], crib: int) -> Entry:
    return {
        "step": "deal",
        "play": dict(zip(TWO, play, strict=True)),
        "hands": dict(zip(TWO, hands, strict=True)),
        "crib": crib,
    }


def shown(starter: str = "5H", crib: str = "KH QH 3D 9C", ana: str = "5S 5C 5D JH", bob: str = "2S 4S 6S 8S") -> Entry:
    return {
        "step": "deal",
        "play": {"Ana": 1, "Bob": 0},
        "starter": starter,
        "hand_cards": {"Ana": ana.split(), "Bob": bob.split()},
        "crib_cards": crib.split(),
    }


def near_the_end(ana: int, bob: int) -> list[Entry]:
    """Deals that bring both to these totals."""
    entries: list[Entry] = []
    while ana or bob:
        a, b = min(ana, 50), min(bob, 50)
        entries.append(deal((a or 0, b or 0), (0, 0), 0))
        ana, bob = ana - a, bob - b
    return entries


def test_play_then_hands_then_the_dealers_crib() -> None:
    assert list(scores(G, TWO, [deal((3, 5), (12, 8), 6)])[0].values()) == [21, 13]


def test_no_hand_and_no_crib_counts_19_25_26_27_or_more_than_29() -> None:
    impossible = {19, 25, 26, 27, 30}
    for points in range(31):
        for entry, field in ((deal((1, 0), (points, 0), 0), "hands.Ana"), (deal((1, 0), (0, 0), points), "crib")):
            _, accepted = score_value(match_file(G, TWO, [entry]), "fr")
            assert accepted == (points not in impossible), (points, field)


def test_who_counts_first_wins_and_totals_stop_there() -> None:
    entries = near_the_end(118, 115)
    first_dealer = next(player for player in TWO if sheet(G, TWO, entries, dealer=player)["next"]["dealer"] == "Ana")
    result = sheet(G, TWO, [*entries, deal((1, 1), (8, 5), 4)], dealer=first_dealer)
    assert result["rounds"][-1]["scores"] == {"Ana": 1, "Bob": 6}
    assert (result["over"], result["winners"], result["totals"]) == (True, ["Bob"], {"Ana": 119, "Bob": 121})


def test_four_play_in_two_teams_and_a_partner_names_the_side() -> None:
    play, hands = {"Ana & Chloé": 5, "Bob & Dan": 2}, {"Ana": 1, "Bob": 2, "Chloé": 3, "Dan": 4}
    counted = {"step": "deal", "play": play, "hands": hands, "crib": 6}
    assert scores(G, FOUR, [counted]) == [{"Ana & Chloé": 5 + 1 + 3 + 6, "Bob & Dan": 2 + 2 + 4}]
    long = {"step": "deal", "play": {"Ana & Chloé": 60, "Bob & Dan": 1}, "hands": dict.fromkeys(FOUR, 0), "crib": 0}
    result = sheet(G, FOUR, [long, long, {"step": "deal", "play": play, "out": "Chloé"}])
    assert (result["winners"], result["totals"]) == (["Ana & Chloé"], {"Ana & Chloé": 121, "Bob & Dan": 4})
    assert result["standing"]["titles"] == {"Bob": "double-skunk", "Dan": "double-skunk"}


def test_a_deal_finished_in_the_play_is_over_there() -> None:
    entries = [*near_the_end(118, 60), {"step": "deal", "play": {"Ana": 5, "Bob": 2}, "out": "Ana"}]
    result = sheet(G, TWO, entries)
    assert (result["over"], result["winners"], result["totals"]) == (
        True,
        ["Ana"],
        {"Ana": 121, "Bob": result["totals"]["Bob"]},
    )


@pytest.mark.parametrize(("bob", "title"), [(100, None), (90, "skunk"), (60, "double-skunk")])
def test_a_loser_far_behind_has_a_title(bob: int, title: str | None) -> None:
    entries = [*near_the_end(118, bob), {"step": "deal", "play": {"Ana": 5, "Bob": 0}, "out": "Ana"}]
    titles = sheet(G, TWO, entries)["standing"]["titles"]
    assert titles == ({} if title is None else {"Bob": title})
    assert sheet(G, TWO, entries, options={"skunk": False})["standing"]["titles"] == {}


@pytest.mark.parametrize(
    ("entry", "article", "field"),
    [
        (deal((61, 0), (0, 0), 0), "cribbage.play", "play.Ana"),
        (deal((0, 0), (0, 0), 0), "cribbage.play", "play"),
        (deal((1, 0), (19, 0), 0), "cribbage.hand", "hands.Ana"),
        (deal((1, 0), (0, 30), 0), "cribbage.hand", "hands.Bob"),
        (deal((1, 0), (0, 0), 27), "cribbage.hand", "crib"),
        (shown(ana="5S 5C 5D"), "cribbage.cards", "hand_cards.Ana"),
        ({"step": "deal", "play": {"Ana": 5, "Bob": 2}, "out": "Ana"}, "cribbage.play", "play"),
        ({**deal((1, 0), (0, 0), 0), "out": "Ana"}, "match.entry", None),
    ],
)
def test_what_cannot_be_is_refused(entry: Entry, article: str, field: str | None) -> None:
    assert (0, article, field) in violations_of(G, TWO, [entry])


def test_no_card_is_held_twice() -> None:
    assert {article for _, article, _ in violations_of(G, TWO, [shown(bob="5S 4S 6S 8S")])} == {"cribbage.cards"}


def test_a_hand_that_reaches_the_target_is_told_whole_however_it_was_shown() -> None:
    by_points = {"step": "deal", "play": {"Ana": 1, "Bob": 0}, "hands": {"Ana": 29, "Bob": 4}, "crib": 0}
    for entry in (by_points, shown()):
        match = replay_of(G, TWO, [*near_the_end(118, 0), entry])
        told = {(player, figure): points for player, figure, points in counts(match)[-1]}
        assert told["Ana", "hand"] == 29
        assert ("Ana", "crib") not in told


@pytest.mark.parametrize(("bob", "skunks"), [(100, {}), (90, {"Ana": 1})])
def test_a_skunk_counts_for_who_won(bob: int, skunks: dict[str, int]) -> None:
    by_points = {"step": "deal", "play": {"Ana": 1, "Bob": 0}, "hands": {"Ana": 29, "Bob": 0}, "crib": 0}
    match = replay_of(G, TWO, [*near_the_end(118, bob), by_points])
    assert {player: number for player, figure, number in counts(match)[-1] if figure == "skunks"} == skunks


# The counting of a hand: articles cribbage.fifteens, .pairs, .runs, .flush, .nobs.


def slowly(hand: list[Card], starter: Card, crib: bool) -> int:
    """The points of a hand counted over all subsets, as a beginner does."""
    five = [*hand, starter]
    value = {"A": 1, "J": 10, "Q": 10, "K": 10}
    place = {rank: at for at, rank in enumerate(["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"])}
    worth = [value.get(card.rank) or int(card.rank) for card in five]
    subsets = [group for size in range(2, 6) for group in combinations(range(5), size)]
    points = sum(2 for group in subsets if sum(worth[at] for at in group) == 15)
    points += sum(2 for a, b in combinations(five, 2) if a.rank == b.rank)
    for size in (5, 4, 3):
        runs = [group for group in combinations(sorted(place[card.rank] for card in five), size)
                if all(b - a == 1 for a, b in zip(group, group[1:], strict=False))]  # fmt: skip
        if runs:
            points += size * len(runs)
            break
    suits = {card.suit for card in hand}
    if len(suits) == 1 and starter.suit in suits:
        points += 5
    elif len(suits) == 1 and not crib:
        points += 4
    return points + sum(card.rank == "J" and card.suit is starter.suit for card in hand)


def test_a_hand_counts_what_a_beginner_finds() -> None:
    chance = Random(9)
    for number in range(HANDS):
        *hand, starter = chance.sample(CARDS, 5)
        crib = number % 3 == 0
        assert count_hand(hand, starter, crib=crib).points == slowly(hand, starter, crib), (hand, starter, crib)


@pytest.mark.parametrize(
    ("codes", "turned", "crib", "points"),
    [
        ("5S 5C 5D JH", "5H", False, 29),
        ("4H 5H 6H 6D", "5S", False, 24),
        ("2S 4S 6S 8S", "KH", False, 4),
        ("2S 4S 6S 8S", "KH", True, 0),
        ("2S 4S 6S 8S", "KS", True, 5),
    ],
)
def test_a_hand_makes_what_the_rulebook_counts(codes: str, turned: str, crib: bool, points: int) -> None:
    hand = [card for code in codes.split() if (card := parse_card(code)) is not None]
    starter = parse_card(turned)
    assert starter is not None
    assert count_hand(hand, starter, crib=crib).points == points


def test_no_hand_makes_19_25_26_or_27() -> None:
    chance = Random(10)
    fives = [card for card in CARDS if card.rank in ("5", "J", "6", "4", "K")]
    for number in range(HANDS):
        *hand, starter = chance.sample(fives if number % 2 else CARDS, 5)
        assert count_hand(hand, starter, crib=False).points in {*range(30)} - {19, 25, 26, 27}


def test_at_61_the_titles_are_for_fewer_points() -> None:
    for bob, title in ((31, None), (30, "skunk"), (16, "skunk"), (15, "double-skunk")):
        won = {"step": "deal", "play": {"Ana": 11, "Bob": 0}, "out": "Ana"}
        result = sheet(G, TWO, [*near_the_end(50, bob), won], options={"target": 61})
        assert result["standing"]["titles"] == ({} if title is None else {"Bob": title})
    ended = [*near_the_end(100, 20), {"step": "end"}]
    assert sheet(G, TWO, ended)["standing"]["titles"] == {}


@given(st.randoms(use_true_random=False))
def test_no_total_is_above_the_target(chance: Any) -> None:
    match = random_match(chance, G, longest=10)
    assert_sound(match)
    set_up = {key: match[key] for key in ("dealer", "options")}
    totals = sheet(G, match["players"], match["entries"], **set_up)["totals"]
    changed = [entry["options"] for entry in match["entries"] if entry["step"] == "rules"]
    targets = [options.get("target", 121) for options in (match["options"], *changed)]
    assert max(totals.values()) <= targets[-1]


@pytest.mark.parametrize(
    ("played_cards", "pegged"),
    [
        ("10S", 0),
        ("7S 8H", 2),
        ("4S 4H", 2),
        ("4S 4H 4D", 6),
        ("4S 4H 4D 4C", 12),
        ("5S 5H 5D", 6 + 2),
        ("3S 5H 4D", 3),
        ("4S 6H 5D", 3 + 2),
        ("2S 3H 4D 5C", 4),
        ("KS QH JD", 3),
        ("KS QH AD", 0),
        ("KS KH 10D AC", 2),
        ("10S 10H 5D 6C", 2),
        ("KS QH JD 2C", 0),
    ],
)
def test_the_last_card_of_the_play_pegs_for_fifteen_thirty_one_equal_cards_and_runs(
    played_cards: str, pegged: int
) -> None:
    cards = [card for code in played_cards.split() if (card := parse_card(code)) is not None]
    assert count_play(cards).points == pegged


@pytest.mark.parametrize(
    ("hand", "crib", "told"),
    [
        ("5S 5C 5D JH", "", "Mains : Ana 29."),
        ("5S 5C 5D", "", None),
        ("5S 5C 5D JH", "KH QH 3D", "Mains : Ana 29."),
        ("5S 5C 5D JH", "KH QH JD 9C", "Mains : Ana 29 et crib 9."),
    ],
)
def test_what_is_shown_so_far_is_counted_where_four_cards_are_there(hand: str, crib: str, told: str | None) -> None:
    cards = [[card for code in codes.split() if (card := parse_card(code)) is not None] for codes in (hand, crib)]
    found = remark({"starter": parse_card("5H"), "hand_cards": {"Ana": tuple(cards[0])}, "crib_cards": tuple(cards[1])})
    assert (found and found.render("fr").replace("\xa0", " ").replace("\u202f", " ")) == told
