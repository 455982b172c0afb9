"""The figures of every game: what a row of its sheet tells of each player, and what the declaration owes to pages."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.game_definition.figures import Figure
from referee.game_definition.game import Game
from referee.game_definition.match_course import ReplayedMatch, play
from referee.game_definition.sheet import Tally
from referee.games.registry import GAMES
from referee.matches.match_file import MatchFile, read_match
from referee.words import LANGUAGES
from tests.games.parameters import parameters_of
from tests.games.random_matches import random_match
from tests.games.tables import FIVE, FOUR, Entry, replay_of
from tests.translations import in_english

LONGEST_ID = 40
"""Characters the store has for the id of a figure and of its detail."""

Counted = dict[str, tuple[int, int]]
"""By player: so many, out of so many."""


def tallies(game: str, players: Sequence[str], entries: Sequence[Entry], **set_up: Any) -> list[Tally]:
    """What every row of a match tells, in its order."""
    match = replay_of(game, players, entries, **set_up)
    return [tally for row in match.rounds for tally in row.tallies]


def counted(found: Sequence[Tally], figure: str, detail: str | None = None) -> Counted:
    """A figure summed by player: over all details, or of one."""
    sums: Counted = {}
    for tally in found:
        if tally.figure == figure and detail in (None, tally.detail):
            for player, added in tally.counts.items():
                count, chances = sums.get(player, (0, 0))
                sums[player] = (count + added, chances + 1)
    return sums


# L'Ascenseur

TWO_ROUNDS = (
    {"step": "bids", "bids": {"Bob": 0, "Chloé": 1, "Dan": 0, "Ana": 1}},
    {"step": "tricks", "tricks": {"Bob": 0, "Chloé": 1, "Dan": 0, "Ana": 0}},
    {"step": "note", "text": "entre deux donnes"},
    {"step": "bids", "bids": {"Chloé": 2, "Dan": 0, "Ana": 0, "Bob": 1}},
    {"step": "tricks", "tricks": {"Chloé": 1, "Dan": 1, "Ana": 0, "Bob": 0}},
)


def test_ascenseur_bids_made_are_split_by_the_cards_dealt() -> None:
    found = tallies("ascenseur", FOUR, TWO_ROUNDS)
    assert counted(found, "bids-made") == {"Ana": (1, 2), "Bob": (1, 2), "Chloé": (1, 2), "Dan": (1, 2)}
    assert counted(found, "bids-made", "1") == {"Ana": (0, 1), "Bob": (1, 1), "Chloé": (1, 1), "Dan": (1, 1)}
    assert counted(found, "bids-made", "2") == {"Ana": (1, 1), "Bob": (0, 1), "Chloé": (0, 1), "Dan": (0, 1)}


def test_a_bid_that_is_made_is_neither_too_high_nor_too_low() -> None:
    found = tallies("ascenseur", FOUR, TWO_ROUNDS)
    assert counted(found, "bids-over") == {"Ana": (1, 2), "Bob": (1, 2), "Chloé": (1, 2), "Dan": (0, 2)}
    assert counted(found, "bids-under") == {"Ana": (0, 2), "Bob": (0, 2), "Chloé": (0, 2), "Dan": (1, 2)}


def test_ascenseur_a_bid_too_high_is_over_and_one_too_low_is_under() -> None:
    found = tallies("ascenseur", FOUR, TWO_ROUNDS)
    assert counted(found, "bids-over") == {"Ana": (1, 2), "Bob": (1, 2), "Chloé": (1, 2), "Dan": (0, 2)}
    assert counted(found, "bids-under") == {"Ana": (0, 2), "Bob": (0, 2), "Chloé": (0, 2), "Dan": (1, 2)}


def test_ascenseur_going_down_deals_the_highest_number_of_cards_first() -> None:
    bids = {"step": "bids", "bids": {"Bob": 0, "Chloé": 1, "Dan": 0, "Ana": 1}}
    tricks = {"step": "tricks", "tricks": {"Bob": 1, "Chloé": 1, "Dan": 0, "Ana": 1}}
    options = {"direction": "down-up", "max_cards": 3}
    assert {option.detail for option in tallies("ascenseur", FOUR, (bids, tricks), options=options)} == {"3", ""}


def test_ascenseur_a_deal_that_was_redealt_tells_nothing() -> None:
    entries = (TWO_ROUNDS[0], {"step": "penalty", "offence": "misdeal", "player": "Ana"})
    assert tallies("ascenseur", FOUR, entries) == []


# Le Barbu


def test_barbu_points_are_counted_by_contract() -> None:
    entries = (
        {"step": "contract", "contract": "plis"},
        {"step": "result", "tricks": {"Ana": 5, "Bob": 4, "Chloé": 4, "Dan": 0}},
        {"step": "contract", "contract": "barbu"},
        {"step": "result", "king": "Bob"},
    )
    found = tallies("barbu", FOUR, entries)
    assert counted(found, "deal-points", "plis") == {"Ana": (10, 1), "Bob": (8, 1), "Chloé": (8, 1), "Dan": (0, 1)}
    assert counted(found, "deal-points", "barbu") == {"Ana": (0, 1), "Bob": (20, 1), "Chloé": (0, 1), "Dan": (0, 1)}
    assert counted(found, "deal-points")["Bob"] == (28, 2)


# Le Whistiti


def test_whistiti_tricks_are_a_mean_over_the_deals() -> None:
    entries = (
        {"step": "tricks", "tricks": {"Ana": 5, "Bob": 4, "Chloé": 4, "Dan": 0}},
        {"step": "tricks", "tricks": {"Ana": 0, "Bob": 4, "Chloé": 9, "Dan": 0}},
    )
    found = tallies("whistiti", FOUR, entries)
    assert counted(found, "tricks") == {"Ana": (5, 2), "Bob": (8, 2), "Chloé": (13, 2), "Dan": (0, 2)}


# Le Président


def test_president_titles_are_shares_of_the_deals_in_which_they_exist() -> None:
    entries = (
        {"step": "finish", "order": ["Ana", "Bob", "Chloé", "Dan"]},
        {"step": "finish", "order": ["Ana", "Dan", "Chloé", "Bob"]},
    )
    found = tallies("president", FOUR, entries)
    assert counted(found, "president") == {"Ana": (2, 2), "Bob": (0, 2), "Chloé": (0, 2), "Dan": (0, 2)}
    assert counted(found, "vice-trou")["Chloé"] == (2, 2)
    assert counted(found, "trou") == {"Ana": (0, 2), "Bob": (1, 2), "Chloé": (0, 2), "Dan": (1, 2)}
    assert counted(found, "neutral") == {}


def test_president_three_players_have_no_vice_and_six_have_two_neutral_ones() -> None:
    three = tallies("president", FOUR[:3], ({"step": "finish", "order": ["Ana", "Bob", "Chloé"]},))
    assert counted(three, "vice-president") == {}
    assert counted(three, "neutral") == {"Ana": (0, 1), "Bob": (1, 1), "Chloé": (0, 1)}
    six = (*FIVE, "Fanny")
    found = tallies("president", six, ({"step": "finish", "order": list(six)},))
    assert [player for player, (count, _) in counted(found, "neutral").items() if count] == ["Chloé", "Dan"]
    assert set(counted(found, "neutral").values()) == {(0, 1), (1, 1)}


# Deals won

WON = {
    "bataille-corse": ({"step": "won", "winner": "Bob"}, {"step": "won", "winner": "Bob"}),
    "triolet": ({"step": "finish", "order": ["Bob"]}, {"step": "finish", "order": ["Bob", "Ana", "Chloé"]}),
    "famille-trefles": ({"step": "family", "winner": "Bob", "jokers": 1}, {"step": "family", "winner": "Bob"}),
}


@pytest.mark.parametrize(("game", "entries"), WON.items(), ids=WON)
def test_deals_won_are_a_share_of_the_deals_played(game: str, entries: Sequence[Entry]) -> None:
    found = tallies(game, FOUR[:3], entries)
    assert counted(found, "deals-won") == {"Ana": (0, 2), "Bob": (2, 2), "Chloé": (0, 2)}


# Le 8 Américain


def test_huit_americain_who_goes_out_has_no_points_left_to_count() -> None:
    entries = (
        {"step": "hands", "out": "Ana", "points": {"Bob": 12, "Chloé": 40, "Dan": 2}},
        {"step": "hands", "out": "Bob", "cards": {"Ana": ["AS", "8D"], "Chloé": ["KH"], "Dan": ["3D"]}},
    )
    found = tallies("huit-americain", FOUR, entries)
    assert counted(found, "went-out") == {"Ana": (1, 2), "Bob": (1, 2), "Chloé": (0, 2), "Dan": (0, 2)}
    assert counted(found, "points-left") == {"Bob": (12, 1), "Chloé": (50, 2), "Dan": (5, 2), "Ana": (48, 1)}


# Le Rami


def test_rami_who_goes_out_has_no_points_left() -> None:
    entries = (
        {"step": "hands", "out": "Ana", "points": {"Bob": 12, "Chloé": 40, "Dan": 2}},
        {"step": "hands", "out": "Bob", "points": {"Ana": 10, "Chloé": 30, "Dan": 5}},
    )
    found = tallies("rami", FOUR, entries)
    assert counted(found, "went-out") == {"Ana": (1, 2), "Bob": (1, 2), "Chloé": (0, 2), "Dan": (0, 2)}
    assert counted(found, "points-left") == {"Ana": (10, 2), "Bob": (12, 2), "Chloé": (70, 2), "Dan": (7, 2)}


# Le Kem's


def test_kems_a_call_counts_for_both_partners_in_mid_deal_too() -> None:
    calls = (
        ("Ana", "contre-kems-rate"),
        ("Bob & Dan", "kems"),
        ("Chloé", "false-kems"),
        ("Dan", "double-kems"),
        ("Ana & Chloé", "contre-kems"),
    )
    found = tallies("kems", FOUR, [{"step": "call", "side": side, "call": call} for side, call in calls])
    assert [(player, tally.figure) for tally in found for player in tally.counts] == [
        ("Ana", "contre-kems-rate"),
        ("Chloé", "contre-kems-rate"),
        ("Bob", "kems"),
        ("Dan", "kems"),
        ("Ana", "false-kems"),
        ("Chloé", "false-kems"),
        ("Bob", "double-kems"),
        ("Dan", "double-kems"),
        ("Ana", "contre-kems"),
        ("Chloé", "contre-kems"),
    ]
    assert {number for tally in found for number in tally.counts.values()} == {1}


# L'Aluette

AT_THE_END = ["Bob", "Chloé", "Bob", None, "Dan", "Dan", "Ana", "Ana", "Ana"]
FIRST_TO_REACH = ["Bob", "Ana", "Bob", None, "Dan", "Dan", "Bob", "Ana", "Ana"]
ALUETTE = {
    "trick by trick, mordienne": ({"step": "deal", "winners": AT_THE_END}, ("Ana", "Chloé"), True),
    "trick by trick": ({"step": "deal", "winners": FIRST_TO_REACH}, ("Bob", "Dan"), False),
    "all void": ({"step": "deal", "winners": [None] * 9}, (), False),
    "the result only": ({"step": "deal", "side": "Bob"}, ("Bob", "Dan"), False),
    "the result only, mordienne": ({"step": "deal", "side": "Bob & Dan", "mordienne": True}, ("Bob", "Dan"), True),
    "nobody": ({"step": "deal", "side": None}, (), False),
}  # fmt: skip


@pytest.mark.parametrize(("entry", "winners", "mordienne"), ALUETTE.values(), ids=ALUETTE)
def test_aluette_a_deal_and_its_mordienne_count_for_the_whole_team(
    entry: Entry, winners: Sequence[str], mordienne: bool
) -> None:
    found = tallies("aluette", FOUR, (entry,))
    assert counted(found, "deals-won") == {player: (int(player in winners), 1) for player in FOUR}
    assert set(counted(found, "mordiennes")) == (set(winners) if mordienne else set())


def test_aluette_a_petit_jean_has_no_figures_and_a_forbidden_sign_is_no_deal() -> None:
    options = {"petit_jean": ["Dan"], "sign_penalty": "point-to-opponents"}
    entries = (
        {"step": "penalty", "offence": "forbidden-sign", "player": "Ana"},
        {"step": "deal", "side": "Bob", "mordienne": True},
    )
    found = tallies("aluette", FOUR, entries, options=options)
    assert counted(found, "deals-won") == {"Ana": (0, 1), "Bob": (1, 1), "Chloé": (0, 1)}
    assert set(counted(found, "mordiennes")) == {"Bob"}


# Le Tarot décalé

MASTER = {"step": "bids", "bids": {"Bob": "pass", "Chloé": "master", "Dan": "brevet", "Ana": "pass"}}
SCORES = {"won": {"Ana": 10, "Bob": 10, "Chloé": 30, "Dan": 10}, "lost": {"Ana": 30, "Bob": 10, "Chloé": 20, "Dan": 10}}
LEVEL = {"Ana": 20, "Bob": 10, "Chloé": 20, "Dan": 10}


@pytest.mark.parametrize(("outcome", "won"), [("won", 1), ("lost", 0)])
def test_tarot_decale_a_bet_counts_for_its_bettor_by_diploma(outcome: str, won: int) -> None:
    points = {"step": "points", "points": SCORES[outcome]}
    found = tallies("tarot-decale", FOUR, (MASTER, points), options={"bets": True})
    assert found == [Tally("bets-won", {"Chloé": won}, "master")]


@pytest.mark.parametrize(("bet_tie", "found"), [("lost", [Tally("bets-won", {"Chloé": 0}, "master")]), ("void", [])])
def test_tarot_decale_a_level_bet_is_lost_or_is_no_bet(bet_tie: str, found: list[Tally]) -> None:
    entries = (MASTER, {"step": "points", "points": LEVEL})
    assert tallies("tarot-decale", FOUR, entries, options={"bets": True, "bet_tie": bet_tie}) == found


@pytest.mark.parametrize(("camp", "won"), [(40, 1), (30, 0)])
def test_tarot_decale_a_call_counts_for_the_partner_too(camp: int, won: int) -> None:
    bids = {"Bob": "pass", "Chloé": "brevet", "Dan": "pass", "Éric": "pass", "Ana": "pass"}
    entries = (
        {"step": "bids", "bids": bids, "call": "bleu"},
        {"step": "points", "camp_points": camp, "partner": "Éric"},
    )
    found = tallies("tarot-decale", FIVE, entries, options={"bets": True, "call": True})
    assert found == [Tally("bets-won", {"Chloé": won}, "brevet"), Tally("partner-bets-won", {"Éric": won}, "brevet")]


def test_tarot_decale_without_a_bet_there_is_nothing_to_win() -> None:
    assert tallies("tarot-decale", FOUR, ({"step": "points", "points": SCORES["won"]},)) == []


# La Feuille libre


def test_feuille_libre_knows_no_figures() -> None:
    assert GAMES["feuille-libre"].figures == ()
    entry = {"step": "points", "points": {"Ana": 1, "Bob": 2}}
    assert tallies("feuille-libre", FOUR[:2], (entry,)) == []


# What every game owes

each_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


@each_game
def test_every_figure_has_an_id_of_its_own_and_words_in_both_languages(game: Game) -> None:
    ids = [figure.id for figure in game.figures]
    assert len(set(ids)) == len(ids)
    assert all(0 < len(figure_id) <= LONGEST_ID for figure_id in ids)
    for figure in game.figures:
        assert figure.label.msgid in in_english()
        assert all(figure.label.render(language).strip() for language in LANGUAGES)


@each_game
@settings(max_examples=min(4, settings.default.max_examples // 5))
@given(chance=st.integers(0, 10**9).map(Random))
def test_every_tally_names_a_declared_figure_and_adds_up(game: Game, chance: Random) -> None:
    file = random_match(chance, game.id, asides=0.2)
    match = read_match(file)
    assert isinstance(match, MatchFile), match
    result = play(match.setup.game, match.setup.table, match.entries)
    assert isinstance(result, ReplayedMatch), result
    known = {figure.id: figure for figure in game.figures}
    found = [tally for row in result.rounds for tally in row.tallies]
    for tally in found:
        assert_fits(known[tally.figure], tally)
        assert set(tally.counts) <= set(result.state.table.players)
    changed = any(entry["step"] in ("leaves", "joins") for entry in match.entries)
    if game.figures and parameters_of(game.id).get("figures_of_all", True) and found and not changed:
        assert {player for tally in found for player in tally.counts} == set(match.setup.table.players)


def assert_fits(figure: Figure, tally: Tally) -> None:
    """Of a share a chance is taken or not, a count is a number of times, and a detail has words in both languages."""
    assert len(tally.detail) <= LONGEST_ID
    for number in tally.counts.values():
        if figure.kind == "share":
            assert number in (0, 1)
        if figure.kind == "count":
            assert number > 0
    assert (figure.detail is not None) == bool(tally.detail)
    if figure.detail is not None:
        words = figure.detail(tally.detail)
        assert all(words.render(language).strip() for language in LANGUAGES)
        assert words.msgid in in_english()
