"""House rules: what each kind of option accepts, the sheet's rule where the table chose none, every misfit named."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.games.options import (
    EXTRA_DEAL,
    SHARED,
    ClockTime,
    Flag,
    OneOf,
    Option,
    PlayerOption,
    PlayersOption,
    Whole,
    Words,
    for_another_sitting,
    house_rules,
    tie_option,
)
from referee.games.registry import GAMES
from referee.games.table import clean_name
from referee.words import say
from tests.games.random_matches import NAMES

PLAYERS = ("Ana", "Bob", "Chloé", "Dan")
LABEL = say("Nombre de donnes")

FLAG = Flag("bets", LABEL, "a.flag")
ONE_OF = OneOf("joker_points", LABEL, "a.one-of", ((0, say("rien")), (20, say("vingt")), ("all", say("tout"))), 20)
WHOLE = Whole("deals", LABEL, "a.whole", 1, 20, 5)
NULLABLE = Whole("target", LABEL, "a.whole", 5, 50, None, nullable=True)
BY_SEATS = Whole("top_rounds", LABEL, "a.whole", 1, lambda n: n, "high")
WORDS = Words("title", LABEL, "a.words", 5)
PLAYER = PlayerOption("youngest", LABEL, "a.player")
SOME = PlayersOption("petit_jean", LABEL, "a.players")
HOUR = ClockTime("until", LABEL, "a.clock-time")
ALL: tuple[Option, ...] = (FLAG, ONE_OF, WHOLE, NULLABLE, BY_SEATS, WORDS, PLAYER, SOME, HOUR)


def rules_of(option: Option, value: Any) -> Any:
    rules, wrong = house_rules((option,), {option.id: value}, PLAYERS)
    assert wrong == []
    return rules[option.id]


def misfit(option: Option, value: Any) -> bool:
    rules, wrong = house_rules((option,), {option.id: value}, PLAYERS)
    if wrong:
        assert rules == house_rules((option,), {}, PLAYERS)[0], "a misfit counts as not chosen"
    assert [(fault.article, fault.field) for fault in wrong] in ([], [("match.options", f"options.{option.id}")])
    return bool(wrong)


@pytest.mark.parametrize(
    ("option", "values"),
    [
        (FLAG, [True, False]),
        (ONE_OF, [0, 20, "all"]),
        (WHOLE, [1, 5, 20]),
        (NULLABLE, [5, 50, None]),
        (BY_SEATS, [1, 4]),
        (WORDS, ["", "Belot", "ééééé"]),
        (PLAYER, ["Ana", "Dan", None]),
        (HOUR, ["00:00", "09:05", "19:59", "20:00", "23:59", None]),
    ],
)
def test_a_value_that_fits_is_taken_as_it_is(option: Option, values: list[Any]) -> None:
    assert [rules_of(option, value) for value in values] == values


@pytest.mark.parametrize(
    ("option", "values"),
    [
        (FLAG, [None, 0, 1, "true", "", [], {}]),
        (ONE_OF, [None, False, True, 20.0, "20", 10, "All", ["all"], {}]),
        (WHOLE, [None, 0, 21, -1, True, 5.0, "5", [5], {}]),
        (NULLABLE, [4, 51, False, "", 10.0]),
        (BY_SEATS, [0, 5, None, "high"]),
        (WORDS, ["Belote", None, 5, True, ["a"]]),
        (PLAYER, ["Zoé", "ana", "", 0, False, ["Ana"]]),
        (HOUR, ["", "9:05", "09:5", "24:00", "23:60", "22:30 ", "22:30\n", "2230", "22h30", "٢٢:30", "22:30:00"]),
        (HOUR, [2230, 0, False, ["22:30"], {}]),
        (SOME, ["Ana", None, ["Zoé"], ["Ana", "Ana"], ["Ana", " Ana"], [None], [["Ana"]], {"Ana": 1}, 0]),
    ],
)
def test_a_value_of_another_type_or_out_of_range_is_a_misfit(option: Option, values: list[Any]) -> None:
    assert [value for value in values if not misfit(option, value)] == []


def test_names_are_trimmed_and_composed_and_lists_are_frozen() -> None:
    assert rules_of(PLAYER, " Chloe\u0301\n") == "Chloé"
    assert rules_of(SOME, ["Dan ", "Chloe\u0301"]) == ("Dan", "Chloé")
    assert rules_of(SOME, []) == ()


def test_what_the_table_did_not_choose_is_the_sheets_rule() -> None:
    rules, wrong = house_rules(ALL, {}, PLAYERS)
    assert wrong == []
    assert rules == {
        "bets": False, "joker_points": 20, "deals": 5, "target": None, "top_rounds": 4, "title": "", "youngest": None,
        "petit_jean": (), "until": None,
    }  # fmt: skip


def test_every_misfit_is_named_at_once_with_its_sentence() -> None:
    chosen = {"deals": 0, "bets": 1, "speed": "fast", "title": "Belote", "youngest": "Bob", "": None}
    rules, wrong = house_rules(ALL, chosen, PLAYERS)
    assert {(fault.article, fault.field) for fault in wrong} == {
        ("match.options", f"options.{name}") for name in ("deals", "bets", "speed", "title", "")
    }
    assert all(fault.message.render("fr") for fault in wrong)
    assert rules["youngest"] == "Bob"


def test_the_sentence_says_what_would_fit() -> None:
    said = {
        option.id: house_rules((option,), {option.id: object()}, PLAYERS)[1][0].message.render("fr") for option in ALL
    }
    assert said == {
        "bets": "«\u202fNombre de donnes\u202f»\u202f: oui ou non.",
        "joker_points": "«\u202fNombre de donnes\u202f» se choisit parmi\u202f: rien, vingt et tout.",
        "deals": "«\u202fNombre de donnes\u202f»\u202f: un nombre entier de 1 à 20.",
        "target": "«\u202fNombre de donnes\u202f»\u202f: un nombre entier de 5 à 50.",
        "top_rounds": "«\u202fNombre de donnes\u202f»\u202f: un nombre entier de 1 à 4.",
        "title": "«\u202fNombre de donnes\u202f»\u202f: au plus 5 caractères.",
        "youngest": "«\u202fNombre de donnes\u202f»\u202f: un des joueurs de la table.",
        "petit_jean": "«\u202fNombre de donnes\u202f»\u202f: des joueurs de la table, chacun une fois.",
        "until": "«\u202fNombre de donnes\u202f»\u202f: une heure de 00:00 à 23:59, ou rien.",
    }


def test_an_hour_holds_for_one_sitting_and_every_other_option_for_the_next_too() -> None:
    chosen = {"bets": True, "deals": 3, "title": "Belote", "youngest": "Bob", "petit_jean": ["Ana"], "target": None}
    assert for_another_sitting(ALL, {**chosen, "until": "22:30"}) == chosen


# The common option: article match.tie.


def test_at_a_tie_one_deal_more_unless_the_game_says_otherwise() -> None:
    assert house_rules((tie_option("a.tie"),), {}, PLAYERS)[0] == {"tie": EXTRA_DEAL}
    assert house_rules((tie_option("a.tie", SHARED),), {}, PLAYERS)[0] == {"tie": SHARED}
    assert [misfit(tie_option("a.tie"), value) for value in (SHARED, EXTRA_DEAL, "toss", None)] == [
        False, False, True, True,
    ]  # fmt: skip


def test_a_game_may_know_one_rule_for_ties_only() -> None:
    assert misfit(tie_option("a.tie", SHARED, only=SHARED), EXTRA_DEAL)
    assert rules_of(tie_option("a.tie", SHARED, only=SHARED), SHARED) == SHARED


def test_a_default_may_depend_on_what_the_table_chose() -> None:
    tie = tie_option("a.tie", default_from=lambda chosen: SHARED if chosen.get("length") == "deals" else EXTRA_DEAL)
    length = OneOf("length", LABEL, "a.length", (("deals", say("donnes")), ("first-to", say("points"))), "first-to")
    assert house_rules((tie, length), {"length": "deals"}, PLAYERS)[0]["tie"] == SHARED
    assert house_rules((tie, length), {"length": "first-to"}, PLAYERS)[0]["tie"] == EXTRA_DEAL
    assert house_rules((tie, length), {"length": "deals", "tie": EXTRA_DEAL}, PLAYERS)[0]["tie"] == EXTRA_DEAL


@pytest.mark.parametrize(
    ("game_id", "default", "allowed"),
    [
        ("ascenseur", SHARED, {SHARED}),
        ("barbu", SHARED, {SHARED}),
        ("whistiti", EXTRA_DEAL, {SHARED, EXTRA_DEAL}),
        ("president", SHARED, {SHARED, EXTRA_DEAL}),
        ("bataille-corse", EXTRA_DEAL, {SHARED, EXTRA_DEAL}),
        ("huit-americain", SHARED, {SHARED, EXTRA_DEAL}),
        ("triolet", EXTRA_DEAL, {SHARED, EXTRA_DEAL}),
        ("kems", EXTRA_DEAL, {SHARED, EXTRA_DEAL}),
        ("aluette", EXTRA_DEAL, {SHARED, EXTRA_DEAL}),
        ("famille-trefles", EXTRA_DEAL, {SHARED, EXTRA_DEAL}),
        ("tarot-decale", EXTRA_DEAL, {SHARED, EXTRA_DEAL}),
        ("feuille-libre", SHARED, {SHARED}),
    ],
)
def test_each_game_has_its_rule_for_ties(game_id: str, default: str, allowed: set[str]) -> None:
    game = GAMES[game_id]
    tie = next(option for option in game.options if option.id == "tie")
    players = NAMES[: game.players[0]]
    assert tie.default_for(players, {}) == default
    assert {value for value in (SHARED, EXTRA_DEAL) if tie.fits(value, players)} == allowed


def test_an_aluette_of_so_many_deals_shares_a_tie() -> None:
    tie = next(option for option in GAMES["aluette"].options if option.id == "tie")
    assert tie.default_for(PLAYERS, {"length": "deals"}) == SHARED


# Every game, whatever is written there.

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=50) | st.sampled_from(NAMES),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


def tuple_of(value: Any) -> Any:
    """A chosen value as it is kept: lists frozen, names clean."""
    if isinstance(value, list):
        return tuple(clean_name(name) for name in value)
    return clean_name(value) if isinstance(value, str) else value


@given(st.sampled_from(list(GAMES)), st.data())
def test_the_rules_are_complete_and_every_misfit_is_named(game_id: str, data: st.DataObject) -> None:
    game = GAMES[game_id]
    names = st.sampled_from([*(option.id for option in game.options), "speed"]) | st.text(max_size=10)
    chosen = data.draw(st.dictionaries(names, json_values, max_size=4))
    rules, wrong = house_rules(game.options, chosen, NAMES[: game.players[0]])
    blamed = {fault.field for fault in wrong}
    known = {option.id for option in game.options}
    assert all(f"options.{name}" in blamed for name in chosen if name not in known)
    assert set(rules) == known
    assert all(f"options.{name}" in blamed or rules[name] in (value, tuple_of(value)) for name, value in chosen.items())
    assert all(fault.article == "match.options" and fault.message.render("fr") for fault in wrong)
