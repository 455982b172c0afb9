"""``referee-sheet/1`` and ``referee-violations/1``: the sheet of a match to the last key, and never anything else."""

import copy
import json
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.games.registry import GAMES
from referee.matches.sheet_json import score_value
from referee.words import LANGUAGES
from tests.games.random_matches import NAMES, random_match
from tests.games.tables import FOUR, Entry, match_file, sheet, violations_of


def bids(*numbers: int) -> Entry:
    """What Bob, Chloé, Dan and Ana bid, in the order they speak."""
    return {"step": "bids", "bids": dict(zip(("Bob", "Chloé", "Dan", "Ana"), numbers, strict=True))}


def tricks(*numbers: int) -> Entry:
    return {"step": "tricks", "tricks": dict(zip(("Bob", "Chloé", "Dan", "Ana"), numbers, strict=True))}


# The sheet, to the last key.


def test_a_sheet_says_who_plays_what_each_deal_gave_how_they_stand_and_what_comes_next() -> None:
    value, accepted = score_value(match_file("ascenseur", FOUR, [bids(0, 1, 0, 1), tricks(0, 1, 0, 0)]), "en")
    assert accepted
    assert value == {
        "format": "referee-sheet/1",
        "game": "ascenseur",
        "sides": [{"name": name, "players": [name]} for name in FOUR],
        "rounds": [
            {
                "number": 1,
                "label": "1 card",
                "dealer": "Ana",
                "scores": {"Ana": -5, "Bob": 5, "Chloé": 10, "Dan": 5},
                "totals": {"Ana": -5, "Bob": 5, "Chloé": 10, "Dan": 5},
            }
        ],
        "totals": {"Ana": -5, "Bob": 5, "Chloé": 10, "Dan": 5},
        "ranking": [["Chloé"], ["Bob", "Dan"], ["Ana"]],
        "over": False,
        "winners": [],
        "next": {"step": "bids", "round": 2, "dealer": "Bob", "order": ["Chloé", "Dan", "Ana", "Bob"]},
        "standing": {"skip_next_turn": [], "eliminated": [], "titles": {}},
    }


def test_before_any_deal_there_are_no_rounds_and_one_group_of_all() -> None:
    value = sheet("whistiti", FOUR, [])
    assert (value["rounds"], value["ranking"], value["winners"]) == ([], [list(FOUR)], [])
    assert value["totals"] == dict.fromkeys(FOUR, 0)


def test_the_sides_of_a_team_game_are_its_teams_that_of_seat_1_first() -> None:
    value = sheet("kems", FOUR, [{"step": "call", "side": "Dan", "call": "kems"}])
    assert value["sides"] == [
        {"name": "Ana & Chloé", "players": ["Ana", "Chloé"]},
        {"name": "Bob & Dan", "players": ["Bob", "Dan"]},
    ]
    assert list(value["totals"].items()) == [("Ana & Chloé", 0), ("Bob & Dan", 1)]
    assert value["ranking"] == [["Bob & Dan"], ["Ana & Chloé"]]
    assert value["next"] == {"step": "call", "round": 2, "dealer": "Bob"}


def test_a_line_of_a_deal_in_progress_carries_that_deals_number() -> None:
    calls = ["contre-kems-rate", "false-kems", "kems", "contre-kems-rate", "kems"]
    value = sheet("kems", FOUR, [{"step": "call", "side": "Ana", "call": call} for call in calls])
    assert [row["number"] for row in value["rounds"]] == [1, 1, 1, 2, 2]
    assert [row["dealer"] for row in value["rounds"]] == ["Ana", "Ana", "Ana", "Bob", "Bob"]
    assert value["next"]["round"] == 3


def test_a_deal_thrown_in_and_a_misdeal_use_no_number() -> None:
    everybody_passes = {"step": "bids", "bids": dict.fromkeys(FOUR, "pass")}
    misdeal = {"step": "penalty", "offence": "misdeal", "player": "Bob"}
    value = sheet("tarot-decale", FOUR, [everybody_passes, misdeal, everybody_passes], options={"bets": True})
    assert (value["rounds"], value["next"]["round"], value["next"]["dealer"]) == ([], 1, "Ana")


@pytest.mark.parametrize(
    ("game_id", "entries", "options", "more"),
    [
        ("barbu", [], {}, {"choices": ["plis", "dames", "coeurs", "barbu", "dernier-pli", "salade"]}),
        ("barbu", [{"step": "contract", "contract": "dames"}], {}, {"contract": "dames"}),
        (
            "barbu",
            [{"step": "contract", "contract": "barbu"}, {"step": "result", "king": "Ana"}],
            {},
            {"choices": ["plis", "dames", "coeurs", "dernier-pli", "salade"]},
        ),
        ("tarot-decale", [], {}, {}),
        ("tarot-decale", [], {"bets": True}, {}),
        (
            "tarot-decale",
            [{"step": "bids", "bids": {"Ana": "master", "Bob": "pass", "Chloé": "master", "Dan": "brevet"}}],
            {"bets": True},
            {"bettor": "Chloé", "diploma": "master", "call": None},
        ),
        ("president", [], {}, {}),
        ("famille-trefles", [], {}, {}),
        ("feuille-libre", [], {}, {}),
    ],
)
def test_what_comes_next_says_so_much_more_and_nothing_else(
    game_id: str, entries: list[Entry], options: dict[str, Any], more: dict[str, Any]
) -> None:
    coming = sheet(game_id, FOUR, entries, options=options)["next"]
    assert {key: coming[key] for key in coming if key not in ("step", "round", "dealer", "order")} == more


def test_only_the_words_of_a_sheet_depend_on_the_language() -> None:
    file = match_file("ascenseur", FOUR, [bids(0, 1, 0, 1), tricks(0, 1, 0, 0)])
    french, english = (score_value(file, language)[0] for language in LANGUAGES)
    assert [row.pop("label") for row in (french["rounds"][0], english["rounds"][0])] == ["1 carte", "1 card"]
    assert french == english


# The violations.


def test_a_violation_names_its_entry_its_field_its_article_and_says_a_sentence() -> None:
    file = match_file("ascenseur", FOUR, [bids(0, 1, 0, 0)])
    said = {}
    for language in LANGUAGES:
        value, accepted = score_value(file, language)
        assert not accepted
        assert list(value) == ["format", "violations"]
        assert value["format"] == "referee-violations/1"
        (violation,) = value["violations"]
        said[language] = violation.pop("message")
        assert violation == {"entry": 0, "field": "bids.Ana", "article": "ascenseur.not-equal"}
    assert said["fr"] != said["en"]
    assert "Ana" in said["fr"]
    assert "Ana" in said["en"]


def test_a_fault_of_the_file_has_no_entry() -> None:
    assert violations_of("ascenseur", FOUR[:2], [bids(0, 1, 0, 0)]) == [(None, "match.players", "players")]


def test_a_file_is_judged_before_its_entries() -> None:
    found = violations_of("ascenseur", FOUR, [{"step": "?"}], options={"max_cards": 99}, dealer="Zoé")
    assert sorted(found, key=str) == [(None, "match.dealer", "dealer"), (None, "match.options", "options.max_cards")]


def test_scoring_changes_nothing_in_what_it_was_given() -> None:
    for seed in range(40):
        file = random_match(Random(seed), longest=12)
        before = copy.deepcopy(file)
        assert score_value(file, "fr") == score_value(file, "fr")
        assert file == before


# Whatever the file says: a sheet or violations, never anything else.


@cache
def matches() -> list[dict[str, Any]]:
    """Four valid matches of every game, to be broken."""
    return [random_match(Random(seed), game_id, longest=8, asides=0.2) for game_id in GAMES for seed in range(4)]


JUNK: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2, 13, 75, 10**400, -(10**400), 1e308, 0.0, -0.0, 3.0, "", " ", "é", "x" * 600,
    "\ud800", "A\u0301na", "Ana", "Bob", "Léa", "Ana & Chloé", "plis", "S", "vert", "AS", "JOKER", "misdeal", "pass",
    [], {}, [[]], ["Ana"], ["Ana", "Ana"], [None], ["AS", "AS"], {"Ana": 1}, {"Ana": {"Ana": []}}, {"step": "note"},
)  # fmt: skip
KEYS = (
    "step",
    "signal",
    "bids.Ana",
    "bonuses.greve",
    "points",
    "cards",
    "trump",
    "side",
    "winners",
    "",
    "Ana",
    "teams",
)


def junk(chance: Random) -> Any:
    return copy.deepcopy(chance.choice(JUNK))


def broken(chance: Random) -> Any:
    """A valid match in which a thing or two was taken out, put in, doubled or replaced."""
    value = copy.deepcopy(chance.choice(matches()))
    for _ in range(chance.randint(1, 2)):
        holder, key = value, chance.choice(list(value))
        while isinstance(holder[key], (dict, list)) and holder[key] and chance.random() < 0.8:
            holder = holder[key]
            key = chance.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
        break_at(chance, holder, key)
    return value


def break_at(chance: Random, holder: Any, key: Any) -> None:
    match chance.choice(("replace", "remove", "add", "double", "shuffle", "nudge")):
        case "remove":
            del holder[key]
        case "add" if isinstance(holder, dict):
            holder[chance.choice(KEYS)] = junk(chance)
        case "add":
            holder.insert(key, junk(chance))
        case "double" if isinstance(holder, list):
            holder.insert(key, copy.deepcopy(chance.choice(holder)))
        case "shuffle" if isinstance(holder[key], list):
            chance.shuffle(holder[key])
        case "nudge" if type(holder[key]) is int:
            holder[key] += chance.choice((-1, 1, 100, 10**400))
        case _:
            holder[key] = junk(chance)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4) | st.sampled_from(NAMES),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(NAMES) | st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=5,
)
objects = st.dictionaries(
    st.sampled_from((*KEYS, "format", "game", "players", "entries", "options")), json_values, max_size=5
)


def assert_answered(value: Any) -> None:
    """A sheet or violations, the same in both languages but for the words, all of it JSON."""
    french, accepted = score_value(value, "fr")
    english, also = score_value(value, "en")
    assert accepted == also
    assert french["format"] == ("referee-sheet/1" if accepted else "referee-violations/1")
    json.dumps(french, allow_nan=False)
    if accepted:
        assert french["totals"] == english["totals"]
        return
    assert french["violations"]
    for one, other in zip(french["violations"], english["violations"], strict=True):
        assert one.pop("message").strip()
        assert other.pop("message").strip()
        assert one == other
        assert "." in one["article"]
        assert one["entry"] is None or value["entries"][one["entry"]] is not ...


@given(st.randoms(use_true_random=False))
def test_a_broken_match_gives_a_sheet_or_violations(chance: Random) -> None:
    assert_answered(broken(chance))


@pytest.mark.thorough
def test_thousands_of_broken_matches_give_a_sheet_or_violations() -> None:
    chance = Random(2024)
    articles = set()
    for _ in range(4000):
        value = broken(chance)
        assert_answered(value)
        articles |= {violation["article"] for violation in score_value(value, "fr")[0].get("violations", ())}
    assert {"match.file", "match.players", "match.dealer", "match.options", "match.step", "match.entry"} <= articles
    assert len({article.partition(".")[0] for article in articles}) > 6, "the games' own articles are reached too"


@given(json_values | objects)
def test_any_json_gives_violations(value: Any) -> None:
    assert_answered(value)
    assert not score_value(value, "fr")[1]


@given(st.sampled_from(list(GAMES)), st.lists(json_values | objects, max_size=3))
def test_any_entries_give_a_sheet_or_violations(game_id: str, entries: list[Any]) -> None:
    assert_answered(match_file(game_id, NAMES[: GAMES[game_id].players[0]], entries))
