"""``referee-match/1``: the faults of the file first, then the players, then teams, dealer and house rules together."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.games.registry import GAMES
from referee.games.whistiti.scoring import WhistitiRules
from referee.matches.match_file import MatchFile, match_value, read_match, read_setup
from tests.games.parameters import parameters_of
from tests.games.random_matches import NAMES, random_match
from tests.games.tables import FOUR, SIX, match_file

FILE = {"format": "referee-match/1", "game": "whistiti", "players": list(FOUR), "entries": []}


def faults(value: Any) -> list[tuple[str, str | None]]:
    """The articles and fields of a file that is refused, in any order."""
    wrong = read_match(value)
    assert isinstance(wrong, list)
    assert all(fault.message.render("fr").strip() for fault in wrong)
    return sorted(((fault.article, fault.field) for fault in wrong), key=str)


def accepted(value: Any) -> MatchFile:
    match = read_match(value)
    assert isinstance(match, MatchFile), [(violation.article, violation.field) for violation in match]
    return match


def without(*keys: str, **more: Any) -> dict[str, Any]:
    return {key: value for key, value in {**FILE, **more}.items() if key not in keys}


# The file itself: article match.file.


@pytest.mark.parametrize("value", [None, True, 0, 1.5, "", "{}", [], [FILE]])
def test_a_match_file_is_an_object(value: Any) -> None:
    assert faults(value) == [("match.file", None)]


@pytest.mark.parametrize(
    ("value", "fields"),
    [
        ({}, ["entries", "format", "game"]),
        (without("format"), ["format"]),
        (without("game"), ["game"]),
        (without("entries"), ["entries"]),
        ({**FILE, "format": "referee-match/2"}, ["format"]),
        ({**FILE, "format": None}, ["format"]),
        ({**FILE, "format": ["referee-match/1"]}, ["format"]),
        ({**FILE, "game": "no-such-game!"}, ["game"]),
        ({**FILE, "game": "Whistiti"}, ["game"]),
        ({**FILE, "game": " whistiti"}, ["game"]),
        ({**FILE, "game": None}, ["game"]),
        ({**FILE, "game": ["whistiti"]}, ["game"]),
        ({**FILE, "game": {}}, ["game"]),
        ({**FILE, "entries": None}, ["entries"]),
        ({**FILE, "entries": {}}, ["entries"]),
        ({**FILE, "entries": "none"}, ["entries"]),
        ({**FILE, "title": "Noël"}, ["title"]),
        ({**FILE, "Dealer": "Ana"}, ["Dealer"]),
        ({**FILE, "": None}, [""]),
        ({**FILE, "a": 1, "game": 3, "entries": 4}, ["a", "entries", "game"]),
    ],
)
def test_it_has_its_keys_and_no_others(value: dict[str, Any], fields: list[str]) -> None:
    assert faults(value) == [("match.file", field) for field in fields]


def test_the_file_is_judged_alone() -> None:
    assert faults({"players": ["Ana"], "dealer": 3, "options": 4}) == [
        ("match.file", "entries"),
        ("match.file", "format"),
        ("match.file", "game"),
    ]


def test_teams_dealer_and_options_may_be_left_out_and_null_counts_as_left_out() -> None:
    plain = accepted(FILE)
    assert accepted({**FILE, "teams": None, "dealer": None, "options": None}) == plain
    assert (plain.setup.table.dealer, plain.setup.table.rules) == ("Ana", WhistitiRules(target=20, tie="extra-deal"))


# The players: article match.players.


@pytest.mark.parametrize(
    ("players", "fields"),
    [
        (None, ["players"]),
        ("Ana", ["players"]),
        ({"Ana": 1}, ["players"]),
        (4, ["players"]),
        ([], ["players"]),
        (["Ana", "Bob", "Chloé"], ["players"]),
        ([*FOUR, "Éric"], ["players"]),
        (["Ana", "Bob", "Chloé", ""], ["players.3"]),
        (["Ana", "Bob", "Chloé", "  "], ["players.3"]),
        (["Ana", "Bob", "Chloé", "é" * 41], ["players.3"]),
        (["Ana", "Bob", "Chloé", None], ["players.3"]),
        (["Ana", "Bob", ["Chloé"], 4], ["players.2", "players.3"]),
        (["Ana", "Bob", "Chloé", True], ["players.3"]),
        (["A\x00na", "B\nob", "Chlo\x7fé", "D\x85an"], ["players.0", "players.1", "players.2", "players.3"]),
        (["Ana", "Bob", "\ud800", "Dan"], ["players.2"]),
        (["Ana", "Bob", "Dan\udfff", "Dan"], ["players.2"]),
        (["Ana", "Bob", "Ana", "Bob"], ["players.2", "players.3"]),
        (["Ana", " Ana ", "Chloé", "Dan"], ["players.1"]),
        (["Chloe\u0301", "Bob", "Chloé", "Dan"], ["players.2"]),
        (["Ana", "", "Ana"], ["players", "players.1", "players.2"]),
    ],
)
def test_the_names_are_unique_short_and_visible_and_as_many_as_play(players: Any, fields: list[str]) -> None:
    assert faults({**FILE, "players": players}) == [("match.players", field) for field in fields]


def test_players_are_needed() -> None:
    assert faults(without("players")) == [("match.players", "players")]


def test_the_players_are_judged_alone() -> None:
    value = {**FILE, "players": ["Ana"], "dealer": "Zoé", "options": {"x": 1}, "teams": []}
    assert faults(value) == [("match.players", "players")]


def test_names_are_trimmed_and_composed() -> None:
    match = accepted({**FILE, "players": [" Ana", "Bob\t", "Chloe\u0301", "\u3000Dan\u2003"]})
    assert match.setup.table.players == FOUR


@pytest.mark.parametrize(
    "name", ["é" * 40, "🂡", "٣", "Jean-Paul d'Arc", "a b", "<b>", "ana", "Ana & Bob", "\u202eAna", "."]
)
def test_any_other_name_is_a_name(name: str) -> None:
    assert accepted({**FILE, "players": ["Ana", "Bob", "Chloé", name]}).setup.table.players[3] == name


@pytest.mark.parametrize("game_id", GAMES)
def test_each_game_has_its_numbers_of_players(game_id: str) -> None:
    for n in range(len(NAMES) + 1):
        value = {**FILE, "game": game_id, "players": list(NAMES[:n])}
        if n in GAMES[game_id].players:
            assert accepted(value).setup.table.players == NAMES[:n]
        else:
            assert faults(value) == [("match.players", "players")]


# The dealer, the teams, the house rules: articles match.dealer, match.teams, match.options.


@pytest.mark.parametrize("dealer", ["Zoé", "ana", "", "Ana & Chloé", 0, True, ["Ana"], {"player": "Ana"}])
def test_the_dealer_is_one_of_the_players(dealer: Any) -> None:
    assert faults({**FILE, "dealer": dealer}) == [("match.dealer", "dealer")]


@pytest.mark.parametrize("dealer", ["Chloé", " Chloe\u0301 "])
def test_the_dealer_is_named_as_players_are(dealer: str) -> None:
    assert accepted({**FILE, "dealer": dealer}).setup.table.dealer == "Chloé"


@pytest.mark.parametrize("teams", [[], [["Ana", "Chloé"], ["Bob", "Dan"]], {}, "no", False, 0])
def test_in_a_game_without_teams_none_are_named(teams: Any) -> None:
    assert faults({**FILE, "teams": teams}) == [("match.teams", "teams")]


@pytest.mark.parametrize(
    "teams",
    [
        [["Ana", "Chloé"], ["Bob", "Dan"]],
        [["Bob", "Dan"], ["Ana", "Chloé"]],
        [["Chloé", "Ana"], ["Dan", "Bob"]],
        [[" Ana", "Chloe\u0301"], ["Bob", "Dan"]],
        None,
    ],
)
def test_partners_are_seated_alternately(teams: Any) -> None:
    match = accepted(match_file("kems", FOUR, [], teams=teams))
    assert [side.name for side in match.setup.table.sides] == ["Ana & Chloé", "Bob & Dan"]


@pytest.mark.parametrize(
    "teams",
    [
        [], [[], []], {}, "Ana", True, 0,
        [["Ana", "Bob"], ["Chloé", "Dan"]],
        [["Ana", "Chloé"]],
        [["Ana", "Chloé"], ["Bob"]],
        [["Ana", "Chloé"], ["Bob", "Dan"], []],
        [["Ana", "Chloé"], ["Bob", "Dan"], ["Ana", "Chloé"]],
        [["Ana", "Chloé", "Ana"], ["Bob", "Dan"]],
        [["Ana", "Chloé"], ["Bob", "Zoé"]],
        [["Ana", None], ["Bob", "Dan"]],
        [["Ana", ["Chloé"]], ["Bob", "Dan"]],
        ["Ana & Chloé", "Bob & Dan"],
        [{"Ana": 1, "Chloé": 2}, ["Bob", "Dan"]],
    ],
)  # fmt: skip
def test_another_partition_is_none(teams: Any) -> None:
    assert faults(match_file("kems", FOUR, [], teams=teams)) == [("match.teams", "teams")]


def test_six_play_three_against_three() -> None:
    teams = [["Bob", "Dan", "Fanny"], ["Ana", "Chloé", "Éric"]]
    match = accepted(match_file("aluette", SIX, [], teams=teams))
    assert [side.name for side in match.setup.table.sides] == ["Ana & Chloé & Éric", "Bob & Dan & Fanny"]


@pytest.mark.parametrize("options", [[], "none", 0, False, True, [["target", 20]]])
def test_house_rules_are_an_object(options: Any) -> None:
    assert faults({**FILE, "options": options}) == [("match.options", "options")]


@pytest.mark.parametrize("game_id", GAMES)
def test_a_null_house_rule_is_refused_unless_the_rules_allow_it(game_id: str) -> None:
    allowed = set(parameters_of(game_id).get("null_options", ()))
    game = GAMES[game_id]
    players = NAMES[: game.players[0]]
    nullable = {
        option.id
        for option in game.options
        if isinstance(read_match(match_file(game_id, players, [], options={option.id: None})), MatchFile)
    }
    assert nullable == allowed


def test_teams_dealer_and_house_rules_are_judged_together() -> None:
    value = match_file("kems", FOUR, [], teams=[], dealer="Zoé", options={"target": 0, "x": 1})
    assert faults(value) == [
        ("match.dealer", "dealer"),
        ("match.options", "options.target"),
        ("match.options", "options.x"),
        ("match.teams", "teams"),
    ]
    assert faults({**value, "options": 3}) == [
        ("match.dealer", "dealer"),
        ("match.options", "options"),
        ("match.teams", "teams"),
    ]


@pytest.mark.parametrize(
    ("players", "options", "found"),
    [
        (4, {"call": True, "bets": True}, [("match.options", "options.call")]),
        (5, {"call": True}, [("match.options", "options.call")]),
        (3, {"bonuses": True}, [("match.options", "options.bonuses")]),
        (3, {"bonuses": True, "call": True}, [("match.options", "options.bonuses"), ("match.options", "options.call")]),
        (
            3,
            {"bonuses": True, "target": 5},
            [("match.options", "options.bonuses"), ("match.options", "options.target")],
        ),
    ],
)
def test_a_house_rule_that_needs_another_is_refused_without_it(
    players: int, options: dict[str, Any], found: list[tuple[str, str]]
) -> None:
    assert faults(match_file("tarot-decale", SIX[:players], [], options=options)) == found


@pytest.mark.parametrize(
    ("dummies", "found"),
    [
        (["Zoé"], [("match.options", "options.petit_jean")]),
        (["Bob", "Bob"], [("match.options", "options.petit_jean")]),
        (["Ana", "Bob", "Chloé"], [("match.players", "players")]),
        (["Ana", "Chloé"], [("aluette.petit-jean", "options.petit_jean")]),
    ],
)
def test_dummies_leave_two_people_and_one_in_each_team(dummies: list[str], found: list[tuple[str, str]]) -> None:
    assert faults(match_file("aluette", FOUR, [], options={"petit_jean": dummies})) == found


def test_nothing_else_is_judged_beside_the_players() -> None:
    value = match_file("aluette", FOUR, [], dealer="Zoé", options={"petit_jean": list(FOUR[:3]), "target": 0})
    assert faults(value) == [("match.players", "players")]


def test_two_teams_of_one_name_could_not_be_told_apart() -> None:
    players = ["A", "A & B", "B & C", "C"]
    assert faults(match_file("kems", players, [])) == [("match.players", "players")]


# Written and read again.


@given(st.integers(0, 2**32))
def test_a_match_written_and_read_again_is_the_same(seed: int) -> None:
    match = accepted(random_match(Random(seed), longest=8))
    assert accepted(match_value(match.setup, match.entries)) == match


@pytest.mark.parametrize("game_id", ["no-such-game!", "", "match"])
def test_a_set_up_of_an_unknown_game_is_refused(game_id: str) -> None:
    wrong = read_setup(game_id, list(FOUR))
    assert isinstance(wrong, list)
    assert [fault.article for fault in wrong] == ["match.file"]


@pytest.mark.parametrize(
    ("game", "n", "said"),
    [
        ("kems", 3, "Le Kem’s se joue à 4\u202f; vous êtes 3."),
        ("ascenseur", 2, "L’Ascenseur se joue de 3 à 6\u202f; vous êtes 2."),
        ("ascenseur", 7, "L’Ascenseur se joue de 3 à 6\u202f; vous êtes 7."),
        ("triolet", 0, "Le Triolet se joue de 3 à 8\u202f; vous êtes 0."),
        ("aluette", 1, "L’Aluette a 4 ou 6 places, Petit-Jean compris\u202f; 1 nom est donné."),
        ("aluette", 5, "L’Aluette a 4 ou 6 places, Petit-Jean compris\u202f; 5 noms sont donnés."),
    ],
)
def test_a_table_of_the_wrong_size_is_told_how_many_can_play(game: str, n: int, said: str) -> None:
    (fault,) = read_match(match_file(game, NAMES[:n], []))  # type: ignore[misc]
    assert (fault.article, fault.field, fault.message.render("fr")) == ("match.players", "players", said)
