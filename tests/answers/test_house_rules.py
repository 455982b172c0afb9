"""House rules: what each kind of option accepts, the printed rule where the table chose none, every misfit named."""

from dataclasses import asdict
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.answers.choices import Choice, YesNo
from referee.answers.house_rules import (
    AT_THE_TABLE,
    EXTRA_DEAL,
    NONE,
    SHARED,
    Option,
    for_another_sitting,
    house_rules,
    seats,
    tie_option,
)
from referee.answers.numbers import Counts, Number, Points
from referee.answers.players import OnePlayer, PlayerOrder, SomePlayers
from referee.answers.rule_fields import choice_rule
from referee.answers.table import clean_name
from referee.answers.texts import ClockTime, Words
from referee.games.registry import GAMES
from referee.words import say
from tests.games.random_matches import NAMES

PLAYERS = ("Ana", "Bob", "Chloé", "Dan")
LABEL = say("Nombre de donnes")

FLAG = Option(YesNo("bets", LABEL), "a.flag", False)
ONE_OF = Option(
    Choice("joker_points", LABEL, ((0, say("rien")), (20, say("vingt")), ("all", say("tout")))), "a.one-of", 20
)
WHOLE = Option(Number("deals", LABEL, 1, 20), "a.whole", 5)
NULLABLE = Option(Number("target", LABEL, 5, 50, nothing=NONE), "a.whole")
BY_SEATS = Option(Number("top_rounds", LABEL, 1, seats), "a.whole", seats)
WORDS = Option(Words("title", LABEL, 5), "a.words", "")
PLAYER = Option(OnePlayer("youngest", LABEL, among=AT_THE_TABLE, nothing=NONE), "a.player")
SOME = Option(SomePlayers("petit_jean", LABEL, among=AT_THE_TABLE), "a.players", ())
HOUR = Option(ClockTime("until", LABEL, nothing=NONE), "a.clock-time", one_sitting=True)
NEVER = Option(Number("jokers", LABEL, 0, 9, never=(1,)), "a.whole", 0)
OF_ARTICLE = Option(Number("rounds", LABEL, 1, seats, "a.range"), "a.whole", seats)
ONE = Option(SomePlayers("dummy", LABEL, among=AT_THE_TABLE, most=1), "a.players", ())
ORDER = Option(PlayerOrder("order", LABEL, among=AT_THE_TABLE, fewest=3), "a.players", ())
POINTS = Option(Points("start", LABEL, PLAYERS, 0, 10, "a.range"), "a.points")
COUNTS = Option(Counts("cards", LABEL, PLAYERS, 5, "a.range", total=5), "a.points")
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
        (NEVER, [0, 2]),
        (OF_ARTICLE, [1, 4]),
        (ONE, [(), ("Ana",)]),
        (ORDER, [("Bob", "Ana", "Dan")]),
        (POINTS, [dict.fromkeys(PLAYERS, 10)]),
        (COUNTS, [{"Ana": 2, "Bob": 3, "Chloé": 0, "Dan": 0}]),
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
        (NEVER, [1]),
        (OF_ARTICLE, [0, 5]),
        (ONE, [["Ana", "Bob"]]),
        (ORDER, [["Ana"], ["Ana", "Ana", "Bob"]]),
        (POINTS, [dict.fromkeys(PLAYERS, -5), dict.fromkeys(PLAYERS, 11)]),
        (COUNTS, [dict.fromkeys(PLAYERS, 2)]),
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
        "bets": False,
        "joker_points": 20,
        "deals": 5,
        "target": None,
        "top_rounds": 4,
        "title": "",
        "youngest": None,
        "petit_jean": (),
        "until": None,
    }


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
        "bets": "Oui ou non.",
        "joker_points": "À choisir parmi\u202f: rien, vingt et tout.",
        "deals": "Il faut un nombre entier.",
        "target": "Il faut un nombre entier.",
        "top_rounds": "Il faut un nombre entier.",
        "title": "Au plus 5 caractères.",
        "youngest": "Il faut le nom d’un joueur.",
        "petit_jean": "Il faut une liste.",
        "until": "Il faut une heure, de 00:00 à 23:59.",
    }


def test_an_hour_holds_for_one_sitting_and_every_other_option_for_the_next_too() -> None:
    chosen = {"bets": True, "deals": 3, "title": "Belote", "youngest": "Bob", "petit_jean": ["Ana"], "target": None}
    assert for_another_sitting(ALL, {**chosen, "until": "22:30"}) == chosen


def test_a_printed_rule_that_is_none_of_the_choices_is_refused_where_it_is_declared() -> None:
    with pytest.raises(ValueError, match="'hold' is none of the choices of « Nombre de donnes »"):
        choice_rule(LABEL, (("held", say("gardés")), ("lost", say("perdus"))), "a.choice", "hold")


# The common option: article match.tie.


def test_at_a_tie_one_deal_more_unless_the_game_says_otherwise() -> None:
    assert house_rules((tie_option("a.tie"),), {}, PLAYERS)[0] == {"tie": EXTRA_DEAL}
    assert house_rules((tie_option("a.tie", SHARED),), {}, PLAYERS)[0] == {"tie": SHARED}
    assert [misfit(tie_option("a.tie"), value) for value in (SHARED, EXTRA_DEAL, "toss", None)] == [
        False,
        False,
        True,
        True,
    ]


def test_a_game_may_know_one_rule_for_ties_only() -> None:
    assert misfit(tie_option("a.tie", SHARED, only=SHARED), EXTRA_DEAL)
    assert rules_of(tie_option("a.tie", SHARED, only=SHARED), SHARED) == SHARED


def test_a_default_may_depend_on_what_the_table_chose() -> None:
    tie = tie_option("a.tie", lambda chosen: SHARED if chosen.get("length") == "deals" else EXTRA_DEAL)
    length = Option(
        Choice("length", LABEL, (("deals", say("donnes")), ("first-to", say("points")))), "a.length", "first-to"
    )
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
    assert {value for value in (SHARED, EXTRA_DEAL) if tie.read_choice(value, players)[1] is None} == allowed


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
    declared, wrong = game.house_rules(chosen, NAMES[: game.players[0]])
    rules = asdict(declared)
    blamed = {fault.field for fault in wrong}
    known = {option.id for option in game.options}
    assert all(f"options.{name}" in blamed for name in chosen if name not in known)
    assert set(rules) == known
    assert all(f"options.{name}" in blamed or rules[name] in (value, tuple_of(value)) for name, value in chosen.items())
    assert all(fault.article == "match.options" and fault.message.render("fr") for fault in wrong)
