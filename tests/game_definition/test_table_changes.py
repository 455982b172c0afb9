"""The table as it is: who leaves and joins, who deals, other rules from now on, points by agreement, in every game."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.game_definition.game import Game
from referee.game_definition.match_course import ReplayedMatch, play, play_on, replayed_before
from referee.games.registry import GAMES
from referee.matches.match_file import MatchFile, read_match
from tests.games.random_matches import random_match
from tests.games.tables import assert_sound, question_after, replay_of, sheet, violations_of

Entry = dict[str, Any]
FOUR, FIVE, SIX = ("Ana", "Bob", "Chloé", "Dan"), ("Ana", "Bob", "Chloé", "Dan", "Ève"), tuple("ABCDEF")
END = {"step": "end"}

each_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
few_each = settings(max_examples=settings.default.max_examples // 5)

COMING = (
    "ascenseur", "president", "huit-americain", "triolet", "bataille-corse", "famille-trefles", "tarot-decale",
    "tarot", "dame-de-pique", "rami", "yaniv", "wizard", "skyjo", "feuille-libre",
)  # fmt: skip
"""The games whose players may come and go."""


def leaves(player: str) -> Entry:
    return {"step": "leaves", "player": player}


def joins(player: str, points: int | None = None) -> Entry:
    return {"step": "joins", "player": player, **({} if points is None else {"points": points})}


def dealer(player: str) -> Entry:
    return {"step": "dealer", "player": player}


def rules(**options: Any) -> Entry:
    return {"step": "rules", "options": options}


def adjust(points: dict[str, int], **reason: Any) -> Entry:
    return {"step": "adjust", "points": points, **reason}


def found(game: str, players: Sequence[str], *entries: Any, **set_up: Any) -> list[tuple[str, str | None]]:
    """The articles and fields for which the last of these entries is refused."""
    violations = violations_of(game, players, entries, **set_up)
    assert all(index == len(entries) - 1 for index, _, _ in violations), violations
    return [(article, field) for _, article, field in violations]


def accepted(game: str, players: Sequence[str], entries: Sequence[Any], **set_up: Any) -> bool:
    return bool(sheet(game, players, entries, **set_up))


def finish(*order: str) -> Entry:
    return {"step": "finish", "order": list(order)}


def bids(**each: int) -> Entry:
    return {"step": "bids", "bids": each}


def tricks(**each: int) -> Entry:
    return {"step": "tricks", "tricks": each}


def won(player: str) -> Entry:
    return {"step": "won", "winner": player}


def taken(queen: str, **hearts: int) -> Entry:
    return {"step": "taken", "queen": queen, "hearts": hearts}


def called(caller: str, **points: int) -> Entry:
    return {"step": "call", "caller": caller, "points": points}


ROUND_OF_ONE = (bids(Bob=0, Chloé=0, Dan=0, Ana=0), tricks(Bob=1, Chloé=0, Dan=0, Ana=0))


# Who may come and go


def test_players_come_and_go_where_each_plays_alone_and_their_number_is_not_fixed() -> None:
    assert {game.id for game in GAMES.values() if game.coming_and_going} == set(COMING)


def step_refused(game: Game, entry: Entry) -> bool:
    players = FIVE[: min(game.players)] if min(game.players) <= len(FIVE) else SIX
    return found(game.id, players, entry) == [("match.step", "step")]


def test_elsewhere_the_steps_are_not_possible() -> None:
    others = [game for game in GAMES.values() if game.id not in COMING]
    assert [game.id for game in others if not step_refused(game, leaves("Ana"))] == []
    assert [game.id for game in others if not step_refused(game, joins("Zoé"))] == []


@pytest.mark.parametrize("entry", [leaves("Dan"), joins("Zoé"), dealer("Chloé"), rules(not_equal=False)])
def test_within_a_deal_nobody_comes_and_no_rule_or_dealer_changes(entry: Entry) -> None:
    assert found("ascenseur", FOUR, ROUND_OF_ONE[0], entry) == [("match.step", "step")]
    assert accepted("ascenseur", FOUR, [*ROUND_OF_ONE, entry])


@pytest.mark.parametrize(
    "between",
    [
        {"step": "penalty", "offence": "revoke", "player": "Ana"}, {"step": "note", "text": "…"},
        {"step": "relay", "player": "Ana", "by": "Zoé"}, adjust({"Ana": 5}), joins("Yann", 3),
        {"step": "penalty", "offence": "misdeal", "player": "Ana"},
    ],
)  # fmt: skip
def test_what_is_no_step_of_the_game_stands_between_deals_too(between: Entry) -> None:
    assert accepted("ascenseur", FOUR, [between, dealer("Dan")])


def test_a_misdeal_after_the_bids_is_between_deals_again() -> None:
    misdeal = {"step": "penalty", "offence": "misdeal", "player": "Ana"}
    assert accepted("ascenseur", FOUR, [ROUND_OF_ONE[0], misdeal, dealer("Dan")])


def test_a_turn_served_is_a_step_of_the_game() -> None:
    owed = {"step": "penalty", "offence": "wrong-count", "player": "Ana"}
    served = {"step": "served", "player": "Ana"}
    assert found("famille-trefles", FOUR, owed, served, leaves("Bob")) == [("match.step", "step")]


def test_a_call_that_ends_nothing_is_a_step_of_the_game() -> None:
    missed = {"step": "call", "side": "Ana & Chloé", "call": "contre-kems-rate"}
    assert found("kems", FOUR, missed, dealer("Bob")) == [("match.step", "step")]


# Leaving


@pytest.mark.parametrize(
    ("game", "players", "entries", "refused_for"),
    [
        ("ascenseur", FOUR, [leaves("Zoé")], [("match.entry", "player")]),
        ("ascenseur", FOUR, [leaves("Dan"), leaves("Dan")], [("match.leaves", "player")]),
        ("ascenseur", FOUR[:3], [leaves("Dan")], [("match.entry", "player")]),
        ("ascenseur", FOUR[:3], [leaves("Bob")], [("match.leaves", "player")]),
        ("wizard", FOUR[:3], [leaves("Bob")], [("match.leaves", "player")]),
        ("yaniv", FOUR[:2], [leaves("Bob")], [("match.leaves", "player")]),
        ("tarot", FOUR, [leaves("Bob"), leaves("Ana")], [("match.leaves", "player")]),
        ("ascenseur", FOUR, [{"step": "leaves"}], [("match.entry", "player")]),
        ("ascenseur", FOUR, [{**leaves("Dan"), "points": 3}], [("match.entry", "points")]),
        (
            "famille-trefles", FOUR[:3],
            [{"step": "penalty", "offence": "anti-joker-kept", "player": "Ana"}, leaves("Ana")],
            [("match.leaves", "player")],
        ),
        (
            "famille-trefles", FOUR[:3],
            [{"step": "penalty", "offence": "anti-joker-kept", "player": "Ana"}, leaves("Bob")],
            [("match.leaves", "player")],
        ),
        ("feuille-libre", FOUR, [leaves("Dan"), leaves("Dan")], [("match.entry", "player")]),
    ],
)  # fmt: skip
def test_who_cannot_leave(
    game: str, players: Sequence[str], entries: list[Entry], refused_for: list[tuple[str, str]]
) -> None:
    assert found(game, players, *entries) == refused_for


def test_who_leaves_keeps_name_and_total_and_is_ranked_last() -> None:
    result = sheet("ascenseur", FOUR, [*ROUND_OF_ONE, leaves("Chloé")])
    assert result["totals"] == {"Ana": 5, "Bob": -5, "Chloé": 5, "Dan": 5}
    assert result["ranking"] == [["Ana", "Dan"], ["Bob"], ["Chloé"]]
    assert result["standing"]["away"] == ["Chloé"]
    assert result["next"]["order"] == ["Dan", "Ana", "Bob"]


def test_away_stands_in_the_order_of_the_seats_and_only_where_somebody_has_left() -> None:
    assert "away" not in sheet("triolet", FIVE, [])["standing"]
    assert sheet("triolet", FIVE, [leaves("Dan"), leaves("Bob")])["standing"]["away"] == ["Bob", "Dan"]
    assert "away" not in sheet("triolet", FIVE, [leaves("Dan"), joins("Dan")])["standing"]


@pytest.mark.parametrize(
    "entry",
    [
        {"step": "penalty", "offence": "misdeal", "player": "Dan"}, adjust({"Dan": 5}),
        bids(Bob=0, Chloé=0, Dan=0, Ana=0),
    ],
)  # fmt: skip
def test_who_has_left_is_named_in_nothing(entry: Entry) -> None:
    assert "match.entry" in {article for article, _ in found("ascenseur", FOUR, leaves("Dan"), entry)}


def test_a_relay_of_who_leaves_ends_and_none_begins() -> None:
    stood = [{"step": "relay", "player": "Dan", "by": "Zoé"}, leaves("Dan")]
    assert accepted("ascenseur", FOUR, [*stood, joins("Zoé")])
    assert found("ascenseur", FOUR, leaves("Dan"), {"step": "relay", "player": "Dan", "by": "Zoé"}) == [
        ("match.relay", "player")
    ]


def test_a_dealer_who_leaves_passes_the_deal_on_at_once_and_does_not_get_it_back() -> None:
    for game, following in (("ascenseur", "Bob"), ("triolet", "Dan"), ("tarot", "Dan")):
        assert sheet(game, FOUR, [leaves("Ana")])["next"]["dealer"] == following
        assert sheet(game, FOUR, [leaves("Ana"), joins("Ana")])["next"]["dealer"] == following


def test_the_turns_owed_by_who_leaves_are_struck() -> None:
    owed = {"step": "penalty", "offence": "wrong-count", "player": "Ana"}
    assert sheet("famille-trefles", FOUR, [owed, leaves("Ana")])["standing"]["skip_next_turn"] == []


# Joining


def eliminated_in_yaniv() -> list[Entry]:
    """Ana is put out by the first deal."""
    return [adjust({"Ana": 95}), called("Bob", Ana=9, Bob=0, Chloé=1)]


def one_after_another(names: Sequence[str]) -> list[Entry]:
    """Each of these leaves, and the next one joins."""
    pairs = zip(names, names[1:], strict=False)
    return [entry for leaver, newcomer in pairs for entry in (leaves(leaver), joins(newcomer))]


@pytest.mark.parametrize(
    ("game", "players", "entries", "refused_for"),
    [
        ("ascenseur", FOUR, [joins("Dan")], [("match.joins", "player")]),
        ("ascenseur", FOUR, [{"step": "relay", "player": "Ana", "by": "Zoé"}, joins("Zoé")],
         [("match.joins", "player")]),
        ("ascenseur", SIX, [joins("G")], [("match.joins", "player")]),
        ("yaniv", FIVE, [joins("Zoé")], [("match.joins", "player")]),
        ("yaniv", FOUR[:3], [*eliminated_in_yaniv(), joins("Ana")], [("match.joins", "player")]),
        ("tarot", FIVE, [joins("Zoé")], [("match.joins", "player")]),
        ("ascenseur", FOUR, [joins("Zoé", 10_000)], [("match.joins", "points")]),
        ("ascenseur", FOUR, [joins("Zoé", -10_000)], [("match.joins", "points")]),
        ("ascenseur", FOUR, [{"step": "joins", "player": "Zoé", "points": "3"}], [("match.entry", "points")]),
        ("ascenseur", FOUR, [joins("")], [("match.entry", "player")]),
        ("yaniv", FIVE, [*one_after_another(("Ève", *"GHIJKLM")), *one_after_another("MN")],
         [("match.joins", "player")]),
    ],
)  # fmt: skip
def test_who_cannot_join(
    game: str, players: Sequence[str], entries: list[Entry], refused_for: list[tuple[str, str]]
) -> None:
    assert found(game, players, *entries) == refused_for


def test_a_new_name_sits_last_and_a_name_that_has_left_has_its_old_seat() -> None:
    new = sheet("ascenseur", FOUR, [*ROUND_OF_ONE, joins("Zoé")])
    assert (list(new["totals"]), new["totals"]["Zoé"]) == ([*FOUR, "Zoé"], 0)
    assert new["next"]["order"] == ["Chloé", "Dan", "Zoé", "Ana", "Bob"]
    back = sheet("ascenseur", FOUR, [*ROUND_OF_ONE, leaves("Chloé"), joins("Chloé")])
    assert (back["totals"]["Chloé"], back["next"]["order"]) == (5, ["Chloé", "Dan", "Ana", "Bob"])


def test_points_brought_along_are_a_row_of_the_current_deal() -> None:
    rounds = sheet("ascenseur", FOUR, [*ROUND_OF_ONE, joins("Zoé", -7)])["rounds"]
    assert [(row["number"], list(row["scores"].values())) for row in rounds] == [
        (1, [5, -5, 5, 5]), (2, [0, 0, 0, 0, -7]),
    ]  # fmt: skip


def test_a_row_names_who_had_joined_by_then_and_0_for_who_has_left() -> None:
    deal = [bids(Dan=0, Zoé=0, Ana=0, Bob=0), tricks(Dan=2, Zoé=0, Ana=0, Bob=0)]
    rounds = sheet("ascenseur", FOUR, [*ROUND_OF_ONE, leaves("Chloé"), joins("Zoé"), *deal])["rounds"]
    assert [row["scores"] for row in rounds] == [
        {"Ana": 5, "Bob": -5, "Chloé": 5, "Dan": 5},
        {"Ana": 5, "Bob": 5, "Chloé": 0, "Dan": -10, "Zoé": 5},
    ]


# What depends on the number in play


def test_ascenseur_keeps_its_row_of_deals_and_cuts_a_hand_that_the_pack_cannot_give() -> None:
    three: list[Entry] = []
    for deal in range(1, 10):
        speakers = [FOUR[(deal - 1 + seat) % 3] for seat in (1, 2, 0)]
        said = dict.fromkeys(speakers, 0)
        three += [bids(**said), tricks(**{**said, speakers[0]: deal})]
    come = [joins("Dan"), joins("Ève"), joins("Fanny")]
    field = question_after("ascenseur", FOUR[:3], [*three, *come]).ways[0].fields[0]
    assert field.high == 8
    assert question_after("ascenseur", FOUR[:3], three).ways[0].fields[0].high == 10
    state = replay_of("ascenseur", FOUR[:3], [*three, *come]).state
    assert GAMES["ascenseur"].ending(state.table).deals == 33
    prepared = GAMES["ascenseur"].preparation(state)
    assert (prepared.hands, prepared.remaining, prepared.no_trump) == ((8,) * 6, 0, True)


def test_wizard_cuts_a_hand_to_60_cards_and_then_has_no_trump() -> None:
    entries: list[Entry] = []
    for deal in range(1, 11):
        speakers = [FOUR[(deal - 1 + seat) % 4] for seat in (1, 2, 3, 0)]
        said = dict.fromkeys(speakers, 0)
        entries += [bids(**said), tricks(**{**said, speakers[0]: deal})]
    state = replay_of("wizard", FOUR, [*entries, joins("Ève"), joins("Fanny")]).state
    prepared = GAMES["wizard"].preparation(state)
    assert (prepared.hands, prepared.no_trump) == ((10,) * 6, True)
    state = replay_of("wizard", FOUR, [*entries, leaves("Dan")]).state
    assert (GAMES["wizard"].preparation(state).hands, GAMES["wizard"].preparation(state).no_trump) == ((11,) * 3, False)


@pytest.mark.parametrize(
    ("game", "sizes"),
    [
        ("president", {4: 14, 3: 18}), ("huit-americain", {4: 8}), ("triolet", {6: 9, 5: 9}),
        ("bataille-corse", {4: 13, 3: 18}), ("famille-trefles", {4: 4}), ("tarot-decale", {4: 10, 3: 12}),
        ("tarot", {4: 18, 3: 24}), ("dame-de-pique", {4: 13, 3: 17}), ("rami", {4: 13}), ("yaniv", {4: 5}),
    ],
)  # fmt: skip
def test_the_pack_and_the_hands_are_those_of_the_number_in_play(game: str, sizes: dict[int, int]) -> None:
    for n, cards in sizes.items():
        everybody = SIX[: max(sizes) + (1 if max(GAMES[game].players) > max(sizes) else 0)]
        gone = [leaves(player) for player in everybody[n:]]
        prepared = GAMES[game].preparation(replay_of(game, everybody, gone).state)
        assert prepared.hands[0] == cards
        assert (
            prepared.removed_cards
            == GAMES[game].prepare(n, replay_of(game, everybody, []).state.rules, 1).removed_cards
        )


def test_dame_de_pique_passes_as_for_those_in_play() -> None:
    deal = [taken("Ana", Ana=13, Bob=0, Chloé=0, Dan=0), taken("Ana", Ana=13, Bob=0, Chloé=0, Dan=0)]
    assert sheet("dame-de-pique", FOUR, deal)["next"]["passing"] == "across"
    assert sheet("dame-de-pique", FOUR, [*deal, leaves("Dan")])["next"]["passing"] == "none"


def test_tarot_has_a_called_partner_only_at_five() -> None:
    assert "called" in [field.key for field in question_after("tarot", FIVE).ways[0].fields]
    assert "called" not in [field.key for field in question_after("tarot", FIVE, [leaves("Ève")]).ways[0].fields]
    bid = {"step": "contract", "taker": "Ana", "contract": "petite", "called": "KS"}
    assert found("tarot", FIVE, leaves("Ève"), bid) == [("match.entry", "called")]


def test_tarot_decale_calls_at_five_and_has_bonuses_at_four_or_five() -> None:
    options = {"bets": True, "call": True, "bonuses": True}
    said = {"step": "bids", "bids": {"Bob": "brevet", "Chloé": "pass", "Dan": "pass", "Ana": "pass"}, "call": "bleu"}
    assert found("tarot-decale", FIVE, leaves("Ève"), said, options=options) == [("tarot-decale.call", "call")]
    three = {"step": "bids", "bids": {"Bob": "brevet", "Chloé": "pass", "Ana": "pass"}}
    points = {"step": "points", "points": {"Ana": 20, "Bob": 20, "Chloé": 20}, "bonuses": {"loose": ["Ana"]}}
    gone = [leaves("Ève"), leaves("Dan"), three]
    assert found("tarot-decale", FIVE, *gone, points, options=options) == [("match.entry", "bonuses")]


# president: the titles of the last order without who has left


ORDER_OF_FIVE = finish("Ana", "Bob", "Chloé", "Dan", "Ève")


@pytest.mark.parametrize(
    ("gone", "titles", "deals"),
    [
        (["Ève"], {"Ana": "president", "Bob": "vice-president", "Chloé": "vice-trou", "Dan": "trou"}, "Dan"),
        (["Bob"], {"Ana": "president", "Chloé": "vice-president", "Dan": "vice-trou", "Ève": "trou"}, "Ève"),
        (["Ève", "Bob"], {"Ana": "president", "Chloé": "neutral", "Dan": "trou"}, "Dan"),
    ],
)
def test_titles_are_read_without_who_has_left(gone: list[str], titles: dict[str, str], deals: str) -> None:
    result = sheet("president", FIVE, [ORDER_OF_FIVE, *map(leaves, gone)])
    assert result["standing"]["titles"] == titles
    assert (result["next"]["dealer"], result["next"]["order"][0]) == (deals, deals)


def test_with_fewer_than_three_of_the_last_order_the_first_is_president_and_the_last_trou() -> None:
    entries = [finish("Ana", "Bob", "Chloé"), joins("Dan"), joins("Ève"), leaves("Chloé")]
    result = sheet("president", FOUR[:3], entries)
    assert result["standing"]["titles"] == {"Ana": "president", "Bob": "trou"}
    assert result["next"]["dealer"] == "Bob"
    assert "Zoé" not in result["standing"]["titles"]


def test_who_joins_has_no_title_before_the_next_deal_ends() -> None:
    entries = [finish("Ana", "Bob", "Chloé"), joins("Dan")]
    assert set(sheet("president", FOUR[:3], entries)["standing"]["titles"]) == set(FOUR[:3])
    after = sheet("president", FOUR[:3], [*entries, finish("Dan", "Ana", "Bob", "Chloé")])
    assert after["standing"]["titles"]["Dan"] == "president"


# Targets and limits


def test_every_target_looks_at_those_who_have_not_left() -> None:
    entries = [joins("Ève", 20), leaves("Ève"), won("Ana")]
    assert not sheet("bataille-corse", FOUR, entries, options={"target": 5})["over"]


def test_a_limit_that_several_have_passed_is_judged_among_those_in() -> None:
    options = {"limit": 50, "elimination": False}
    deal = [adjust({"Ana": 60, "Bob": 20, "Chloé": 20}), called("Bob", Ana=1, Bob=0, Chloé=0, Dan=9)]
    assert not sheet("yaniv", FOUR, [adjust({"Ana": 60}), leaves("Ana"), called("Bob", Bob=0, Chloé=5, Dan=9)],
                     options=options)["over"]  # fmt: skip
    assert sheet("yaniv", FOUR, deal, options=options)["over"]


def test_points_brought_along_are_judged_at_the_end_of_the_deal() -> None:
    result = sheet("yaniv", FOUR[:3], [joins("Dan", 150)])
    assert (result["over"], result["standing"]["eliminated"]) == (False, [])
    result = sheet("yaniv", FOUR[:3], [joins("Dan", 150), called("Bob", Ana=5, Bob=0, Chloé=5, Dan=9)])
    assert result["standing"]["eliminated"] == ["Dan"]


def test_a_stand_in_is_free_once_their_player_is_out() -> None:
    by_zoe = {"step": "relay", "player": "Ana", "by": "Zoé"}
    out = [adjust({"Ana": 95}), by_zoe, called("Bob", Ana=9, Bob=0, Chloé=1)]
    assert accepted("yaniv", FOUR[:3], [*out, {"step": "relay", "player": "Bob", "by": "Zoé"}])
    kept = {"step": "penalty", "offence": "anti-joker-kept", "player": "Ana"}
    entries = [by_zoe, kept, {"step": "relay", "player": "Bob", "by": "Zoé"}]
    assert accepted("famille-trefles", FOUR[:3], entries)


# Another dealer


@pytest.mark.parametrize(
    ("game", "players", "entries", "refused_for"),
    [
        ("ascenseur", FOUR, [dealer("Zoé")], [("match.entry", "player")]),
        ("ascenseur", FOUR, [leaves("Dan"), dealer("Dan")], [("match.next-dealer", "player")]),
        ("yaniv", FOUR[:3], [*eliminated_in_yaniv(), dealer("Ana")], [("match.next-dealer", "player")]),
    ],
)
def test_who_cannot_deal(
    game: str, players: Sequence[str], entries: list[Entry], refused_for: list[tuple[str, str]]
) -> None:
    assert found(game, players, *entries) == refused_for


def test_another_deals_and_from_there_the_rule_of_the_game_goes_on() -> None:
    named = sheet("ascenseur", FOUR, [dealer("Chloé")])["next"]
    assert (named["dealer"], named["order"]) == ("Chloé", ["Dan", "Ana", "Bob", "Chloé"])
    deal = [bids(Dan=0, Ana=0, Bob=0, Chloé=0), tricks(Dan=1, Ana=0, Bob=0, Chloé=0)]
    result = sheet("ascenseur", FOUR, [dealer("Chloé"), *deal])
    assert (result["rounds"][0]["dealer"], result["next"]["dealer"]) == ("Chloé", "Dan")


def test_who_is_due_anyway_may_be_named() -> None:
    assert accepted("ascenseur", FOUR, [dealer("Ana")])


def test_in_president_and_yaniv_who_is_named_begins_from_the_second_deal_on() -> None:
    president = sheet("president", FOUR, [finish("Ana", "Bob", "Chloé", "Dan"), dealer("Bob")])["next"]
    assert president["order"] == ["Bob", "Chloé", "Dan", "Ana"]
    yaniv = sheet("yaniv", FOUR, [called("Bob", Ana=5, Bob=0, Chloé=5, Dan=9), dealer("Dan")])["next"]
    assert yaniv["order"] == ["Dan", "Ana", "Bob", "Chloé"]


def manche(player: str) -> list[Entry]:
    """All six contracts, the king and the last trick for one player."""
    nothing = dict.fromkeys(FOUR, 0)
    results = {
        "plis": {"tricks": {**nothing, "Ana": 13}}, "dames": {"queens": {**nothing, "Ana": 4}},
        "coeurs": {"hearts": {**nothing, "Ana": 13}}, "barbu": {"king": "Ana"}, "dernier-pli": {"last": "Ana"},
        "salade": {
            "tricks": {**nothing, "Ana": 13}, "queens": {**nothing, "Ana": 4}, "hearts": {**nothing, "Ana": 13},
            "king": "Ana", "last": "Ana",
        },
    }  # fmt: skip
    return [
        entry
        for contract, result in results.items()
        for entry in ({"step": "contract", "contract": contract}, {"step": "result", **result})
    ]


def test_in_barbu_a_dealer_keeps_a_manche_and_each_player_has_one() -> None:
    assert accepted("barbu", FOUR, [dealer("Chloé")])
    within = [dealer("Chloé"), *manche("Chloé")[:2], dealer("Dan")]
    assert found("barbu", FOUR, *within) == [("match.next-dealer", "player")]
    first = [dealer("Chloé"), *manche("Chloé")]
    assert sheet("barbu", FOUR, first)["next"]["dealer"] == "Dan"
    assert found("barbu", FOUR, *first, dealer("Chloé")) == [("match.next-dealer", "player")]
    second = [*first, dealer("Bob"), *manche("Bob")]
    assert sheet("barbu", FOUR, second)["next"]["dealer"] == "Dan"
    third = [*second, *manche("Dan")]
    assert sheet("barbu", FOUR, third)["next"]["dealer"] == "Ana"
    assert sheet("barbu", FOUR, [*third, *manche("Ana")])["over"]


# Other rules from now on


FIXED = {
    "ascenseur": ["max_cards", "direction", "top_rounds"], "barbu": ["manches"], "pique": ["solo"],
    "aluette": ["petit_jean", "length"], "rami": ["elimination"], "yaniv": ["elimination"],
    "famille-trefles": ["youngest"], "feuille-libre": ["best", "title"],
}  # fmt: skip


def test_what_shapes_the_whole_match_does_not_change_within_it() -> None:
    fixed = {game.id: {option.id for option in game.options if option.fixed} for game in GAMES.values()}
    assert {id: ids - {"resting"} for id, ids in fixed.items() if ids - {"resting"}} == {
        id: set(ids) for id, ids in FIXED.items()
    }


@pytest.mark.parametrize(
    ("game", "players", "entry", "refused_for"),
    [
        ("ascenseur", FOUR, rules(), [("match.entry", "options")]),
        ("ascenseur", FOUR, {"step": "rules"}, [("match.entry", "options")]),
        ("ascenseur", FOUR, {"step": "rules", "options": []}, [("match.entry", "options")]),
        ("ascenseur", FOUR, {**rules(not_equal=False), "player": "Ana"}, [("match.entry", "player")]),
        ("ascenseur", FOUR, rules(none=1), [("match.rules", "options.none")]),
        ("ascenseur", FOUR, rules(max_cards=5), [("match.rules", "options.max_cards")]),
        ("ascenseur", FOUR, rules(trick_points=51), [("match.rules", "options.trick_points")]),
        ("ascenseur", FOUR, rules(trick_points=None), [("match.rules", "options.trick_points")]),
        ("ascenseur", FOUR, rules(trick_points=5), [("match.rules", "options.trick_points")]),
        (
            "ascenseur", FOUR, rules(trick_points=5, direction="up", none=1),
            [("match.rules", f"options.{id}") for id in ("trick_points", "direction", "none")],
        ),
        ("feuille-libre", FOUR, rules(best="low"), [("match.rules", "options.best")]),
        ("wizard", FOUR, rules(deals=16), [("match.rules", "options.deals")]),
    ],
)  # fmt: skip
def test_which_rules_cannot_change_so(
    game: str, players: Sequence[str], entry: Entry, refused_for: list[tuple[str, str]]
) -> None:
    assert found(game, players, entry) == refused_for


def test_a_bound_that_depends_on_the_number_is_that_of_those_who_sat_down_first() -> None:
    assert accepted("wizard", FOUR, [joins("Ève"), rules(deals=14)])
    assert accepted("wizard", FOUR, [leaves("Dan"), rules(deals=14)])
    assert found("wizard", FOUR, leaves("Dan"), rules(deals=20)) == [("match.rules", "options.deals")]


def test_rules_that_cannot_hold_together_are_refused() -> None:
    articles = {article for article, _ in found("tarot-decale", FOUR, rules(bets=True, call=True))}
    assert articles == {"match.rules"}
    deals = {"target": None, "deals": 10}
    assert {article for article, _ in found("belote", FOUR, rules(deals=None), options=deals)} == {"match.rules"}
    limit = {"elimination": True}
    assert {article for article, _ in found("rami", FOUR, rules(limit=None), options=limit)} == {"match.rules"}


def test_rules_hold_from_the_deal_now_awaited_and_earlier_rows_stay() -> None:
    deal = [bids(Chloé=0, Dan=0, Ana=0, Bob=0), tricks(Chloé=2, Dan=0, Ana=0, Bob=0)]
    rounds = sheet("ascenseur", FOUR, [*ROUND_OF_ONE, rules(made_points=10, miss_points=1), *deal])["rounds"]
    assert [row["scores"] for row in rounds] == [
        {"Ana": 5, "Bob": -5, "Chloé": 5, "Dan": 5}, {"Ana": 10, "Bob": 10, "Chloé": -2, "Dan": 10},
    ]  # fmt: skip


def test_a_target_is_judged_at_the_end_of_the_next_deal() -> None:
    two = [won("Ana"), won("Ana"), rules(target=1)]
    assert not sheet("bataille-corse", FOUR, two)["over"]
    last = sheet("bataille-corse", FOUR, [*two, won("Bob")])
    assert (last["over"], last["winners"]) == (True, ["Ana"])


def test_in_kems_a_lower_target_is_judged_at_the_end_of_the_deal() -> None:
    called_once = [{"step": "call", "side": "Ana & Chloé", "call": "kems"}, rules(target=1)]
    missed = {"step": "call", "side": "Bob & Dan", "call": "contre-kems-rate"}
    assert not sheet("kems", FOUR, [*called_once, missed])["over"]
    assert sheet("kems", FOUR, [*called_once, missed, {"step": "call", "side": "Bob & Dan", "call": "kems"}])["over"]


@pytest.mark.parametrize(
    ("game", "deal"),
    [
        ("gin-rami", {"step": "hand", "by": "Ana", "kind": "gin", "deadwood": {"Ana": 0, "Bob": 40}}),
        ("cribbage", {"step": "deal", "play": {"Ana": 30, "Bob": 1}, "hands": {"Bob": 8, "Ana": 29}, "crib": 10}),
    ],
)
def test_only_play_reaches_the_target_of_gin_rami_and_cribbage(game: str, deal: Entry) -> None:
    target = {"gin-rami": 50, "cribbage": 61}[game]
    assert found(game, FOUR[:2], deal, rules(target=target)) == [("match.rules", "options.target")]
    assert found(game, FOUR[:2], deal, adjust({"Ana": 60})) == [("match.adjust", "points.Ana")]
    assert accepted(game, FOUR[:2], [deal, adjust({"Ana": -60})])


def test_in_coinche_what_is_held_goes_to_the_next_winner_whatever_litige_says_then() -> None:
    options = {"beat_defence": True, "litige": "held"}
    bid = {"step": "contract", "taker": "Ana", "contract": "80", "trump": "S"}
    level = {"step": "result", "points": {"Ana & Chloé": 81, "Bob & Dan": 81}}
    won_by_ana = {"step": "result", "points": {"Ana & Chloé": 100, "Bob & Dan": 62}}
    held = sheet("coinche", FOUR, [bid, level, rules(litige="lost"), bid, won_by_ana], options=options)
    assert held["rounds"][-1]["scores"] == {"Ana & Chloé": 180 + 80, "Bob & Dan": 60}


def test_bags_lowered_under_the_count_are_paid_by_the_next_deal() -> None:
    said = {"step": "bids", "bids": {"Bob": 3, "Chloé": 1, "Dan": 3, "Ana": 1}}
    made = {"step": "tricks", "tricks": {"Bob": 3, "Chloé": 4, "Dan": 3, "Ana": 3}}
    entries = [said, made, rules(bags=3)]
    said = {"step": "bids", "bids": {"Chloé": 3, "Dan": 3, "Ana": 4, "Bob": 3}}
    made = {"step": "tricks", "tricks": {"Chloé": 3, "Dan": 3, "Ana": 4, "Bob": 3}}
    result = sheet("pique", FOUR, [*entries, said, made])
    assert [row["scores"]["Ana & Chloé"] for row in result["rounds"]] == [25, 70 - 100]


# Points by agreement


@pytest.mark.parametrize(
    ("game", "players", "entry", "refused_for"),
    [
        ("ascenseur", FOUR, adjust({}), [("match.adjust", "points")]),
        ("ascenseur", FOUR, adjust({"Ana": 0, "Bob": 100_000}),
         [("match.adjust", "points.Ana"), ("match.adjust", "points.Bob")]),
        ("ascenseur", FOUR, adjust({"Zoé": 5}), [("match.entry", "points.Zoé")]),
        ("ascenseur", FOUR, adjust({"Ana": True}), [("match.entry", "points.Ana")]),
        ("ascenseur", FOUR, adjust({"Ana": 1.0}), [("match.entry", "points.Ana")]),
        ("ascenseur", FOUR, adjust({"Ana": 5}, reason=None), [("match.entry", "reason")]),
        ("ascenseur", FOUR, adjust({"Ana": 5}, reason="x" * 501), [("match.entry", "reason")]),
        ("ascenseur", FOUR, {"step": "adjust"}, [("match.entry", "points")]),
        ("ascenseur", FOUR, {"step": "adjust", "points": 5}, [("match.entry", "points")]),
        ("kems", FOUR, adjust({"Ana": 5}), [("match.entry", "points.Ana")]),
    ],
)  # fmt: skip
def test_which_points_cannot_be_agreed(
    game: str, players: Sequence[str], entry: Entry, refused_for: list[tuple[str, str]]
) -> None:
    assert found(game, players, entry) == refused_for


def test_no_points_are_agreed_for_who_is_out() -> None:
    kept = {"step": "penalty", "offence": "anti-joker-kept", "player": "Ana"}
    assert found("famille-trefles", FOUR, kept, adjust({"Ana": 5})) == [("match.entry", "points.Ana")]
    out = [*eliminated_in_yaniv(), adjust({"Ana": 5})]
    assert found("yaniv", FOUR[:3], *out) == [("match.entry", "points.Ana")]


def test_agreed_points_are_a_row_of_the_current_deal_at_any_time() -> None:
    entries = [ROUND_OF_ONE[0], adjust({"Ana": -10}, reason="pour ça"), ROUND_OF_ONE[1]]
    rounds = sheet("ascenseur", FOUR, entries)["rounds"]
    assert [(row["number"], list(row["scores"].values())) for row in rounds] == [
        (1, [-10, 0, 0, 0]),
        (1, [5, -5, 5, 5]),
    ]
    row = replay_of("ascenseur", FOUR, entries).rounds[0]
    assert (row.complete, row.tallies, [line.article for line in row.lines]) == (False, (), ["match.adjust"])


def test_agreed_points_reach_a_target_at_the_end_of_the_deal_in_kems_too() -> None:
    at_target = [adjust({"Ana & Chloé": 10})]
    assert not sheet("kems", FOUR, at_target)["over"]
    missed = {"step": "call", "side": "Bob & Dan", "call": "contre-kems-rate"}
    assert not sheet("kems", FOUR, [*at_target, missed])["over"]
    assert sheet("kems", FOUR, [*at_target, {"step": "call", "side": "Bob & Dan", "call": "kems"}])["over"]


def test_nothing_is_added_to_a_match_that_is_over() -> None:
    assert found("ascenseur", FOUR, END, adjust({"Ana": 5})) == [("match.over", None)]


# Random matches


@each_game
@few_each
@given(seed=st.integers(0, 2**32))
def test_a_match_with_all_of_it_is_sound(game: Game, seed: int) -> None:
    assert_sound(random_match(Random(seed), game.id, longest=30, asides=0.4))


@each_game
@few_each
@given(seed=st.integers(0, 2**32))
def test_the_sheet_of_a_whole_replay_is_that_of_the_fold_from_any_entry(game: Game, seed: int) -> None:
    chance = Random(seed)
    file = random_match(chance, game.id, longest=24, asides=0.4)
    match = read_match(file)
    assert isinstance(match, MatchFile)
    whole = play(match.setup.game, match.setup.table, match.entries)
    assert isinstance(whole, ReplayedMatch)
    index = chance.randint(0, len(match.entries))
    before = replayed_before(game, match.setup.table, whole, index)
    assert play_on(game, before, match.entries[index:]) == whole
