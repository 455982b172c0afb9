"""What is common to every game: penalties, notes, the end by agreement, the stages in which an entry is judged."""

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.game_definition.common_questions import common_questions
from referee.game_definition.game import Game
from referee.game_definition.match_course import Transition, advance, opening
from referee.games.registry import GAMES
from referee.matches.match_file import MatchFile, read_match
from tests.games.random_matches import NAMES, random_match
from tests.games.tables import FIVE, FOUR, Entry, assert_sound, match_file, replay_of, scores, sheet, violations_of

NOTE: Entry = {"step": "note", "text": "Bob a renversé son verre"}
END: Entry = {"step": "end"}
SHEET_KEYS = [
    "format", "game", "sides", "rounds", "totals", "ranking", "over", "winners", "next", "standing",
]  # fmt: skip

each_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
few_each = settings(max_examples=settings.default.max_examples // 5)


def seats(game: Game) -> tuple[str, ...]:
    return NAMES[: game.players[0]]


def penalty(offence: Any, player: Any = "Bob", **more: Any) -> Entry:
    return {"step": "penalty", "offence": offence, "player": player, **more}


def each(*numbers: int) -> dict[str, int]:
    return dict(zip(FOUR, numbers, strict=True))


def tricks(*numbers: int) -> Entry:
    return {"step": "tricks", "tricks": each(*numbers)}


# A penalty: articles match.misdeal and match.revoke.

BEGUN: dict[str, tuple[tuple[str, ...], list[Entry], dict[str, Any]]] = {
    "ascenseur": (FOUR, [{"step": "bids", "bids": each(0, 0, 0, 0)}], {}),
    "barbu": (FOUR, [{"step": "contract", "contract": "plis"}], {}),
    "tarot-decale": (
        FIVE,
        [{"step": "bids", "bids": {**dict.fromkeys(FIVE, "pass"), "Dan": "master"}, "call": "vert"}],
        {"bets": True, "call": True},
    ),
}


@pytest.mark.parametrize("game_id", BEGUN)
def test_a_misdeal_takes_the_deal_back_to_its_first_step(game_id: str) -> None:
    players, begun, options = BEGUN[game_id]
    fresh = sheet(game_id, players, [], options=options)
    assert sheet(game_id, players, begun, options=options)["next"] != fresh["next"]
    assert sheet(game_id, players, [*begun, penalty("misdeal")], options=options) == fresh
    assert sheet(game_id, players, [penalty("misdeal"), *begun], options=options) == sheet(
        game_id, players, begun, options=options
    )


@each_game
def test_a_misdeal_keeps_the_dealer_and_the_number_of_the_deal(game: Game) -> None:
    players = seats(game)
    if "misdeal" in {offence.id for offence in game.offences}:
        entries = [penalty("misdeal", players[0]), penalty("misdeal", players[1])]
        assert sheet(game.id, players, entries) == sheet(game.id, players, [])
    else:
        assert violations_of(game.id, players, [penalty("misdeal", players[0])]) == [(0, "match.entry", "offence")]


@pytest.mark.parametrize("game_id", BEGUN)
def test_a_revoke_changes_nothing(game_id: str) -> None:
    players, begun, options = BEGUN[game_id]
    for entries in ([], begun):
        revoked = [*entries, penalty("revoke")]
        assert sheet(game_id, players, revoked, options=options) == sheet(game_id, players, entries, options=options)


SHED: dict[str, Entry] = {
    "president": {"step": "finish", "order": list(FOUR)},
    "huit-americain": {"step": "hands", "out": "Ana", "points": {"Bob": 8, "Chloé": 20, "Dan": 42}},
    "triolet": {"step": "finish", "order": list(FOUR)},
}


@pytest.mark.parametrize("game_id", SHED)
def test_an_illegal_card_is_noted_and_changes_nothing(game_id: str) -> None:
    for entries in ([], [SHED[game_id]]):
        noted = [*entries, penalty("illegal-card")]
        assert sheet(game_id, FOUR, noted) == sheet(game_id, FOUR, entries)


@each_game
def test_an_offence_is_one_of_the_games_own(game: Game) -> None:
    players = seats(game)
    for offence in ("tricherie", "MISDEAL", "", None, 3, True, ["misdeal"], {"id": "misdeal"}):
        assert violations_of(game.id, players, [penalty(offence, players[0])]) == [(0, "match.entry", "offence")], (
            offence
        )


@pytest.mark.parametrize(
    ("entry", "fields"),
    [
        ({"step": "penalty"}, ["offence", "player"]),
        ({"step": "penalty", "offence": "misdeal"}, ["player"]),
        ({"step": "penalty", "player": "Bob"}, ["offence"]),
        (penalty("misdeal", "Zoé"), ["player"]),
        (penalty("misdeal", None), ["player"]),
        (penalty("misdeal", ["Bob"]), ["player"]),
        (penalty("misdeal", "bob"), ["player"]),
        (penalty("misdeal", reason="maladroit"), ["reason"]),
        (penalty("no", "nobody", why="never"), ["offence", "player", "why"]),
    ],
)
def test_a_penalty_names_an_offence_and_a_player_and_nothing_else(entry: Entry, fields: list[str]) -> None:
    assert sorted(violations_of("ascenseur", FOUR, [entry])) == [(0, "match.entry", field) for field in fields]


def test_a_name_is_trimmed_wherever_it_is_read() -> None:
    assert sheet("ascenseur", FOUR, [penalty("misdeal", "\tChloe\u0301 ")]) == sheet("ascenseur", FOUR, [])


# A note: article match.note.


@each_game
def test_a_note_changes_nothing(game: Game) -> None:
    assert sheet(game.id, seats(game), [NOTE]) == sheet(game.id, seats(game), [])


@pytest.mark.parametrize("game_id", BEGUN)
def test_a_note_may_stand_in_the_middle_of_a_deal(game_id: str) -> None:
    players, begun, options = BEGUN[game_id]
    noted = [NOTE, *begun, NOTE]
    assert sheet(game_id, players, noted, options=options) == sheet(game_id, players, begun, options=options)


@pytest.mark.parametrize("text", ["", "é" * 500, "a\nb", "<script>", "٣"])
def test_a_note_is_any_text_of_500_characters(text: str) -> None:
    assert sheet("whistiti", FOUR, [{"step": "note", "text": text}]) == sheet("whistiti", FOUR, [])


@pytest.mark.parametrize("text", ["x" * 501, "\ud800", None, 5, True, ["note"], {"text": "note"}])
def test_a_longer_note_or_another_thing_is_none(text: Any) -> None:
    assert violations_of("whistiti", FOUR, [{"step": "note", "text": text}]) == [(0, "match.entry", "text")]


def test_a_note_has_a_text_and_nothing_else() -> None:
    assert violations_of("whistiti", FOUR, [{"step": "note"}]) == [(0, "match.entry", "text")]
    assert violations_of("whistiti", FOUR, [{**NOTE, "by": "Ana"}]) == [(0, "match.entry", "by")]


# The end by agreement: article match.end.


@each_game
def test_a_match_ended_before_its_first_deal_has_no_winner(game: Game) -> None:
    players = seats(game)
    result = sheet(game.id, players, [END])
    sides = [side["name"] for side in result["sides"]]
    assert (result["over"], result["winners"], result["next"]) == (True, [], None)
    assert (result["rounds"], result["ranking"], set(result["totals"].values())) == ([], [sides], {0})


def test_the_end_drops_the_deal_that_was_begun() -> None:
    first = [{"step": "bids", "bids": each(0, 1, 1, 0)}, tricks(0, 0, 1, 0)]
    begun = {"step": "bids", "bids": each(2, 2, 2, 2)}
    result = sheet("ascenseur", FOUR, [*first, begun, END])
    assert result == sheet("ascenseur", FOUR, [*first, END])
    assert (len(result["rounds"]), result["winners"]) == (1, ["Chloé"])


def test_the_end_makes_the_standing_final_and_ties_stand() -> None:
    result = sheet("whistiti", FOUR, [tricks(5, 5, 3, 0), END])
    assert (result["over"], result["winners"]) == (True, ["Ana", "Bob"])
    assert result["ranking"] == [["Ana", "Bob"], ["Chloé"], ["Dan"]]
    level = [tricks(10, 3, 0, 0), tricks(3, 10, 0, 0), tricks(6, 6, 1, 0), tricks(4, 4, 5, 0)]
    assert not sheet("whistiti", FOUR, level)["over"]
    assert sheet("whistiti", FOUR, [*level, END])["winners"] == ["Ana", "Bob"]


def test_the_lowest_total_wins_an_ended_match_where_the_lowest_wins() -> None:
    entries = [{"step": "contract", "contract": "barbu"}, {"step": "result", "king": "Bob"}, END]
    assert sheet("barbu", FOUR, entries)["winners"] == ["Ana", "Chloé", "Dan"]


def test_a_line_of_a_deal_that_was_not_finished_makes_no_winner() -> None:
    missed = {"step": "call", "side": "Ana", "call": "contre-kems-rate"}
    result = sheet("kems", FOUR, [missed, END])
    assert result["totals"] == {"Ana & Chloé": -2, "Bob & Dan": 0}
    assert (len(result["rounds"]), result["winners"]) == (1, [])


@pytest.mark.parametrize("more", [{"text": "assez"}, {"players": None}, {"": 1}])
def test_the_end_says_nothing_more(more: Entry) -> None:
    assert violations_of("whistiti", FOUR, [{**END, **more}]) == [(0, "match.entry", next(iter(more)))]


# After the end: article match.over.


@each_game
def test_nothing_is_added_after_the_end(game: Game) -> None:
    for late in (NOTE, END, penalty("misdeal"), {"step": "?"}, {}, None, "end", 7):
        assert violations_of(game.id, seats(game), [NOTE, END, late]) == [(2, "match.over", None)], late


# Each thing in its time: article match.step.


@each_game
def test_another_step_than_the_one_expected(game: Game) -> None:
    for step in ("deal-again", "", "Note", "END", "notes", "bids ", "signal"):
        assert violations_of(game.id, seats(game), [{"step": step}]) == [(0, "match.step", "step")], step


def test_a_step_too_early_or_too_late() -> None:
    bids = {"step": "bids", "bids": each(0, 1, 1, 0)}
    assert violations_of("ascenseur", FOUR, [tricks(1, 0, 0, 0)]) == [(0, "match.step", "step")]
    assert violations_of("ascenseur", FOUR, [bids, bids]) == [(1, "match.step", "step")]


def test_the_step_is_judged_before_what_else_the_entry_says() -> None:
    assert violations_of("ascenseur", FOUR, [{"step": "tricks", "tricks": "all", "x": 1}]) == [
        (0, "match.step", "step")
    ]


# The shape of an entry: article match.entry.


@each_game
def test_an_entry_is_an_object(game: Game) -> None:
    for entry in (None, True, 1, 1.5, "note", [], [{"step": "note"}]):
        assert violations_of(game.id, seats(game), [entry]) == [(0, "match.entry", None)], entry


@each_game
def test_an_entry_names_its_step(game: Game) -> None:
    for entry in ({}, {"text": "x"}, {"step": None}, {"step": 1}, {"step": ["note"]}, {"Step": "note"}):
        assert violations_of(game.id, seats(game), [entry]) == [(0, "match.entry", "step")], entry


WITH_BONUSES: dict[str, Any] = {"options": {"bonuses": True}}
COUNTED: Entry = {"step": "points", "points": {**dict.fromkeys(FIVE, 15)}}


@pytest.mark.parametrize(
    ("more", "field"),
    [
        ({"bonuses": []}, "bonuses"),
        ({"bonuses": None}, "bonuses"),
        ({"bonuses": {"chelem": ["Ana"]}}, "bonuses.chelem"),
        ({"bonuses": {"greve": "Ana"}}, "bonuses.greve"),
        ({"bonuses": {"greve": ["Zoé"]}}, "bonuses.greve.0"),
        ({"bonuses.greve": ["Ana"]}, "bonuses.greve"),
        ({"bonuses": {"greve": ["Ana"]}, "bonuses.greve": ["Ana"]}, "bonuses.greve"),
    ],
)
def test_a_key_inside_a_key_is_named_by_its_path(more: Entry, field: str) -> None:
    assert sheet("tarot-decale", FIVE, [{**COUNTED, "bonuses": {"greve": ["Ana"]}}], **WITH_BONUSES)["rounds"]
    assert violations_of("tarot-decale", FIVE, [{**COUNTED, **more}], **WITH_BONUSES) == [(0, "match.entry", field)]


@pytest.mark.parametrize(
    "more",
    [{}, {"winners": [None] * 9, "side": "Ana"}, {"mordienne": True}],
    ids=["neither", "both", "only what goes with one of them"],
)
def test_of_two_ways_to_answer_exactly_one_is_taken(more: Entry) -> None:
    assert violations_of("aluette", FOUR, [{"step": "deal", **more}]) == [(0, "match.entry", None)]


# The stages: shape, then each number's range, then sums and relations; all the faults of a stage together.


@pytest.mark.parametrize(
    ("numbers", "found"),
    [
        ([14, "0", None, -1], [("match.entry", "tricks.Bob"), ("match.entry", "tricks.Chloé")]),
        ([14, 14, -1, 0], [("whistiti.tricks", f"tricks.{name}") for name in FOUR[:3]]),
        ([13, 13, 13, 13], [("whistiti.tricks", "tricks")]),
    ],
    ids=["shape", "range", "sum"],
)
def test_a_later_stage_is_judged_only_when_the_earlier_found_nothing(numbers: list[Any], found: list[Any]) -> None:
    entry = {"step": "tricks", "tricks": dict(zip(FOUR, numbers, strict=True))}
    assert sorted(violations_of("whistiti", FOUR, [entry])) == [(0, *violation) for violation in found]


def test_all_the_relations_of_an_entry_are_judged_together() -> None:
    salad = {
        "step": "result",
        "tricks": each(13, 0, 0, 1),
        "queens": each(4, 1, 0, 0),
        "hearts": each(13, 0, 0, 1),
        "king": "Bob",
        "last": "Chloé",
    }
    found = violations_of("barbu", FOUR, [{"step": "contract", "contract": "salade"}, salad])
    assert {field for _, article, field in found if article == "barbu.counts"} == {"tricks", "queens", "hearts"}
    assert [article for _, article, _ in found].count("barbu.salade") == 3


def test_entries_after_the_first_bad_one_are_not_judged() -> None:
    assert violations_of("whistiti", FOUR, [tricks(6, 4, 3, 0), tricks(1, 1, 1, 1), None, {"step": "?"}]) == [
        (1, "whistiti.tricks", "tricks")
    ]


def test_a_refused_entry_leaves_the_state_as_it_was() -> None:
    state = replay_of("ascenseur", FOUR, [{"step": "bids", "bids": each(0, 0, 0, 0)}]).state
    before = repr(state)
    assert isinstance(advance(GAMES["ascenseur"], state, tricks(9, 9, 9, 9)), list)
    assert repr(state) == before


@pytest.mark.parametrize("depth", [10, 400, 900])
def test_a_value_nested_deeply_is_refused_like_any_other(depth: int) -> None:
    deep: Any = "Ana"
    for _ in range(depth):
        deep = [deep]
    assert violations_of("kems", FOUR, [{"step": "call", "side": deep, "call": "kems"}]) == [(0, "match.entry", "side")]


def test_a_number_beyond_all_measure_is_refused_like_any_other() -> None:
    huge = 10**4299 * 9
    entry = {"step": "hands", "out": "Ana", "points": {"Bob": huge, "Chloé": huge, "Dan": huge}}
    assert violations_of("huit-americain", FOUR, [entry]) == [(0, "huit-americain.hand-points", "points")]
    assert sorted(violations_of("whistiti", FOUR, [tricks(huge, -huge, 13, 0)])) == [
        (0, "whistiti.tricks", "tricks.Ana"),
        (0, "whistiti.tricks", "tricks.Bob"),
    ]


# Every match of every game.


@each_game
@few_each
@given(seed=st.integers(0, 2**32))
def test_every_match_adds_up_and_every_prefix_is_where_the_match_was(game: Game, seed: int) -> None:
    assert_sound(random_match(Random(seed), game.id, longest=20, asides=0.2))


@each_game
@few_each
@given(seed=st.integers(0, 2**32))
def test_a_sheet_has_the_keys_of_the_format_and_no_others(game: Game, seed: int) -> None:
    file = random_match(Random(seed), game.id, longest=20, asides=0.2)
    result = sheet(game.id, file["players"], file["entries"], dealer=file["dealer"], options=file["options"])
    assert list(result) == SHEET_KEYS
    assert json.loads(json.dumps(result)) == result
    assert all(list(row) == ["number", "label", "dealer", "scores", "totals"] for row in result["rounds"])
    away = result["standing"].pop("away", None)
    assert list(result["standing"]) == ["skip_next_turn", "eliminated", "titles"]
    assert away is None or away
    assert (result["next"] is None) == result["over"]
    if not result["over"]:
        set_up = {"dealer": file["dealer"], "options": file["options"]}
        table = replay_of(game.id, file["players"], file["entries"], **set_up).state.table
        assert sorted(result["next"].get("order", table.present)) == sorted(table.present)
        assert result["next"]["dealer"] in table.seated


@each_game
@few_each
@given(seed=st.integers(0, 2**32))
def test_every_row_knows_the_entries_that_made_it(game: Game, seed: int) -> None:
    file = random_match(Random(seed), game.id, longest=20, asides=0.2)
    rows = replay_of(game.id, file["players"], file["entries"], dealer=file["dealer"], options=file["options"]).rounds
    told = list(dict.fromkeys(index for row in rows for index in row.entries))  # a further row has its deal's last one
    assert told == list(range(len(told)))
    assert all(row.entries for row in rows)


@each_game
@few_each
@given(seed=st.integers(0, 2**32), longest=st.integers(0, 20))
def test_any_match_may_be_ended_and_scores_what_it_had(game: Game, seed: int, longest: int) -> None:
    file = random_match(Random(seed), game.id, longest=longest)
    set_up = {"dealer": file["dealer"], "options": file["options"]}
    before = sheet(game.id, file["players"], file["entries"], **set_up)
    if not before["over"]:
        after = sheet(game.id, file["players"], [*file["entries"], END], **set_up)
        assert {key: after[key] for key in ("rounds", "totals", "ranking", "standing")} == {
            key: before[key] for key in ("rounds", "totals", "ranking", "standing")
        }
        assert (after["over"], after["next"]) == (True, None)


@each_game
@few_each
@given(seed=st.integers(0, 2**32))
def test_what_is_common_to_all_games_is_possible_at_any_moment(game: Game, seed: int) -> None:
    file = random_match(Random(seed), game.id, longest=15, asides=0)
    match = read_match(file)
    assert isinstance(match, MatchFile)
    table = match.setup.table
    assert [question.step for question in common_questions(game, opening(game, table))] == [
        "penalty",
        "note",
        "relay",
        "end",
        "totals",
        "leaves",
        "joins",
        "dealer",
        "rules",
        "adjust",
    ]
    state = opening(game, table)
    for entry in match.entries:
        seat = next(player for player in state.table.present if player not in game.dummies(table.rules))
        noted, ended = advance(game, state, NOTE), advance(game, state, END)
        assert noted == Transition(state)
        assert isinstance(advance(game, state, {"step": "relay", "player": seat, "by": "Zoé"}), Transition)
        assert isinstance(ended, Transition)
        assert ended.state.over
        taken = advance(game, state, entry)
        assert isinstance(taken, Transition)
        state = taken.state


def test_a_row_is_written_by_the_scores_of_its_sides() -> None:
    assert scores("kems", FOUR, [{"step": "call", "side": "Dan", "call": "double-kems"}]) == [
        {"Ana & Chloé": 0, "Bob & Dan": 4}
    ]


def test_null_counts_as_left_out_in_a_file_but_not_in_an_entry() -> None:
    file = match_file("whistiti", FOUR, [], dealer=None, options=None, teams=None)
    assert isinstance(read_match(file), MatchFile)
    assert violations_of("whistiti", FOUR, [{"step": "tricks", "tricks": None}]) == [(0, "match.entry", "tricks")]
