"""La Belote: what a deal is worth, what is held, and the whole match (articles belote.*)."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.games.belote import GAME
from referee.games.belote.scoring import BeloteRules
from referee.words import polished
from tests.games.belote_points import AC, BD, capot, result
from tests.games.random_matches import random_match
from tests.games.tables import FOUR, Entry, counts, question_after, replay_of, scores, sheet, violations_of

SHARED_OUT = {"litige": "shared"}
LOST = {"litige": "lost"}
DECLARATIONS = {"declarations": True}
ROUNDING = {"rounding": True}
ALL_PASS = {"step": "contract", "all_pass": True}


def taken(taker: str = "Ana", **more: Any) -> Entry:
    return {"step": "contract", "taker": taker, **more}


def noted(*entries: Entry, **options: Any) -> list[tuple[int, int]]:
    """The scores of both sides, row by row."""
    return [(row[AC], row[BD]) for row in scores("belote", FOUR, entries, options=options)]


# The examples.


@pytest.mark.parametrize(
    ("deals", "options", "expected"),
    [
        pytest.param([result(72, 90, AC)], {}, [(92, 90)], id="made with the belote"),
        pytest.param([result(70, 92, AC)], {}, [(20, 162)], id="failed, the belote stays"),
        pytest.param([result(95, 67, BD, (0, 50))], DECLARATIONS, [(0, 232)], id="failed by declarations"),
        pytest.param([capot(AC, belote=BD)], {}, [(252, 20)], id="capot"),
        pytest.param([capot(BD, belote="Ana")], {}, [(20, 252)], id="capot of the defence"),
        pytest.param([capot(AC, declared={AC: 0, BD: 50})], DECLARATIONS, [(302, 0)], id="capot takes declarations"),
        pytest.param([result(100, 62, BD)], {}, [(100, 82)], id="made against a belote"),
        pytest.param([result(92, 70, BD)], {}, [(92, 90)], id="just made"),
        pytest.param([result(90, 72, BD)], {}, [(0, 182)], id="failed by the other side's belote"),
        pytest.param([result(60, 102, None, (50, 0))], DECLARATIONS, [(110, 102)], id="made by declarations"),
        pytest.param([result(162, 0)], {}, [(162, 0)], id="all points but a trick"),
        pytest.param([result(0, 162, AC)], {}, [(20, 162)], id="no point"),
        pytest.param([result(70, 92, None, (20, 0))], DECLARATIONS, [(0, 182)], id="failed loses declarations"),
    ],
)
def test_a_deal_that_ana_takes(deals: list[Entry], options: dict[str, Any], expected: list[tuple[int, int]]) -> None:
    entries = [entry for deal in deals for entry in (taken(), deal)]
    assert noted(*entries, **options) == expected


def test_a_level_deal_holds_the_takers_points_for_the_winner_of_the_next() -> None:
    entries = [taken(), result(81, 81), taken("Bob"), result(42, 120)]
    assert noted(*entries) == [(0, 81), (42, 201)]


@pytest.mark.parametrize(
    ("second", "expected"),
    [
        pytest.param([taken("Bob"), result(120, 42)], (162 + 81, 0), id="the defenders of the next"),
        pytest.param([taken("Ana"), result(120, 42)], (120 + 81, 42), id="its takers"),
        pytest.param([taken("Ana"), capot(BD)], (0, 252 + 81), id="a capot"),
    ],
)
def test_whoever_wins_the_next_deal_has_what_is_held(second: list[Entry], expected: tuple[int, int]) -> None:
    assert noted(taken(), result(81, 81), *second) == [(0, 81), expected]


def test_level_deals_add_up() -> None:
    level = [taken(), result(81, 81), taken("Bob"), result(81, 81)]
    assert noted(*level) == [(0, 81), (81, 0)]
    assert question_after("belote", FOUR, level).extras == {"held": 162}
    assert noted(*level, taken("Chloé"), result(100, 62))[-1] == (262, 62)
    assert question_after("belote", FOUR, [*level, taken("Chloé")]).extras == {"taker": "Chloé", "held": 162}
    assert question_after("belote", FOUR, [*level, taken("Chloé"), result(100, 62)]).extras == {"held": 0}


def test_a_deal_thrown_in_and_a_misdeal_hold_on() -> None:
    level = [taken(), result(81, 81)]
    misdeal = {"step": "penalty", "offence": "misdeal", "player": "Ana"}
    for between in ([ALL_PASS], [misdeal], [taken("Dan"), misdeal], [ALL_PASS, ALL_PASS]):
        assert noted(*level, *between, taken("Bob"), result(42, 120)) == [(0, 81), (42, 201)]


@pytest.mark.parametrize(
    ("deal", "options", "expected", "held"),
    [
        pytest.param(result(71, 91, AC), {}, (0, 91), 91, id="with the takers' belote"),
        pytest.param(result(71, 91, AC), {"litige_belote": "kept"}, (20, 91), 71, id="the belote noted at once"),
        pytest.param(result(91, 71, BD), {"litige_belote": "kept"}, (0, 91), 91, id="the defenders' belote"),
        pytest.param(result(71, 91, AC), SHARED_OUT, (91, 91), 0, id="shared out"),
        pytest.param(result(71, 91, AC), LOST, (20, 162), 0, id="lost"),
        pytest.param(result(56, 106, None, (50, 0)), DECLARATIONS, (0, 106), 106, id="with declarations"),
        pytest.param(result(81, 81), ROUNDING, (0, 80), 80, id="rounded"),
        pytest.param(result(85, 77, BD), ROUNDING, (0, 182), 0, id="rounding comes after judging"),
    ],
)
def test_level_deals_by_house_rules(deal: Entry, options: dict[str, Any], expected: tuple[int, int], held: int) -> None:
    if held == 0 and options is ROUNDING:
        expected = (0, 180)
    assert noted(taken(), deal, **options) == [expected]
    assert question_after("belote", FOUR, [taken(), deal], options=options).extras == {"held": held}


@pytest.mark.parametrize(
    ("deal", "options", "expected"),
    [
        (capot(AC), {"capot": 250}, (250, 0)),
        (capot(AC), {"capot": 162}, (162, 0)),
        (capot(AC), ROUNDING, (250, 0)),
        (capot(AC), {**ROUNDING, "capot": 162}, (160, 0)),
        (result(95, 67), ROUNDING, (100, 70)),
        (result(84, 78), ROUNDING, (80, 80)),
        (result(86, 76, AC), ROUNDING, (110, 80)),
        (result(60, 102), ROUNDING, (0, 160)),
    ],
)
def test_capots_and_rounding(deal: Entry, options: dict[str, Any], expected: tuple[int, int]) -> None:
    assert noted(taken(), deal, **options) == [expected]


# What cannot be recorded.


@pytest.mark.parametrize(
    ("wrong", "article", "field"),
    [
        pytest.param(result(-1, 163), "belote.points", f"points.{AC}", id="fewer than none"),
        pytest.param(result(1, 161), "belote.points", f"points.{AC}", id="one"),
        pytest.param(result(161, 1), "belote.points", f"points.{BD}", id="161"),
        pytest.param(result(80, 80), "belote.points", "points", id="not 162"),
        pytest.param({"step": "result", "points": {AC: 162}}, "match.entry", f"points.{BD}", id="a side is missing"),
        pytest.param({"step": "result"}, "match.entry", None, id="nothing"),
        pytest.param({**result(82, 80), "capot": AC}, "match.entry", None, id="points and capot"),
        pytest.param(capot("Eve"), "match.entry", "capot", id="capot of a stranger"),
        pytest.param(capot(AC, belote="Eve"), "match.entry", "belote", id="belote of a stranger"),
        pytest.param(result(82, 80, None, (20, 0)), "match.entry", "declared", id="no declarations here"),
        pytest.param(result(82.0, 80), "match.entry", f"points.{AC}", id="no whole number"),  # type: ignore[arg-type]
    ],
)
def test_results_that_cannot_be(wrong: Entry, article: str, field: str | None) -> None:
    assert (1, article, field) in violations_of("belote", FOUR, [taken(), wrong])


@pytest.mark.parametrize(
    ("declared", "field"),
    [
        ((10, 0), f"declared.{AC}"),
        ((0, 30), f"declared.{BD}"),
        ((25, 0), f"declared.{AC}"),
        ((560, 0), f"declared.{AC}"),
        ((-20, 0), f"declared.{AC}"),
        ((20, 20), "declared"),
    ],
)
def test_declarations_that_cannot_be(declared: tuple[int, int], field: str) -> None:
    wrong = violations_of("belote", FOUR, [taken(), result(82, 80, None, declared)], options=DECLARATIONS)
    assert wrong == [(1, "belote.declared", field)]


@pytest.mark.parametrize("points", [0, 20, 40, 50, 100, 200, 550])
def test_declarations_that_can_be(points: int) -> None:
    assert noted(taken(), result(100, 62, None, (points, 0)), **DECLARATIONS) == [(100 + points, 62)]


@pytest.mark.parametrize(
    ("wrong", "article", "field"),
    [
        pytest.param({"step": "contract", "all_pass": False}, "belote.contract", "all_pass", id="not all pass"),
        pytest.param({"step": "contract", "all_pass": 1}, "match.entry", "all_pass", id="no yes or no"),
        pytest.param({**ALL_PASS, "taker": "Ana"}, "match.entry", None, id="both"),
        pytest.param(taken("Eve"), "match.entry", "taker", id="a stranger"),
        pytest.param(taken(trump="X"), "match.entry", "trump", id="no suit"),
        pytest.param(taken(trump="sans-atout"), "match.entry", "trump", id="no suit of belote"),
        pytest.param(result(82, 80), "match.step", "step", id="the result first"),
    ],
)
def test_contracts_that_cannot_be(wrong: Entry, article: str, field: str | None) -> None:
    assert (0, article, field) in violations_of("belote", FOUR, [wrong])


@pytest.mark.parametrize("trump", ["S", "h", None])
def test_the_trump_may_be_noted_and_changes_nothing(trump: str | None) -> None:
    assert noted(taken(trump=trump), result(82, 80)) == [(82, 80)]


def test_four_players_in_the_alternating_teams() -> None:
    assert violations_of("belote", FOUR[:3], [])[0][1] == "match.players"
    assert violations_of("belote", FOUR, [], teams=[["Ana", "Bob"], ["Chloé", "Dan"]])[0][1] == "match.teams"
    assert [side["name"] for side in sheet("belote", FOUR, [])["sides"]] == [AC, BD]


# The course of a match.


def test_next_says_what_is_held_and_who_took() -> None:
    order = ["Dan", "Chloé", "Bob", "Ana"]
    waiting = {"round": 1, "dealer": "Ana", "order": order, "held": 0}
    assert sheet("belote", FOUR, [])["next"] == {"step": "contract", **waiting}
    assert sheet("belote", FOUR, [taken("Bob")])["next"] == {"step": "result", "taker": "Bob", **waiting}
    left = sheet("belote", FOUR, [], options={"turn": "left"})["next"]
    assert left["order"] == ["Bob", "Chloé", "Dan", "Ana"]


def test_the_deal_goes_to_the_right_also_when_all_pass() -> None:
    def dealer(*entries: Entry, **options: Any) -> str:
        return str(sheet("belote", FOUR, entries, options=options)["next"]["dealer"])

    assert dealer(taken(), result(82, 80)) == "Dan"
    assert dealer(taken(), result(82, 80), turn="left") == "Bob"
    assert dealer(ALL_PASS) == "Dan"
    assert dealer(ALL_PASS, turn="left") == "Bob"
    assert dealer(ALL_PASS, all_pass="same-dealer") == "Ana"
    assert sheet("belote", FOUR, [ALL_PASS])["rounds"] == []
    assert sheet("belote", FOUR, [ALL_PASS])["next"]["round"] == 1


MATCH = [
    (taken("Ana", trump="H"), result(102, 60), (102, 60)),
    (taken("Dan", trump="S"), result(90, 72, AC), (182, 0)),
    (taken("Chloé", trump="C"), result(81, 81), (0, 81)),
    (taken("Bob", trump="D"), result(40, 122, BD), (40, 223)),
    (taken("Ana", trump="S"), capot(AC, belote=AC), (272, 0)),
    (taken("Bob", trump="H"), result(70, 92), (70, 92)),
    (taken("Dan", trump="H"), result(30, 132), (30, 132)),
    (taken("Chloé", trump="H"), result(110, 52, AC), (130, 52)),
    (taken("Ana", trump="D"), capot(AC), (252, 0)),
]


def test_a_whole_match() -> None:
    entries = [entry for bid, deal, _ in MATCH for entry in (bid, deal)]
    expected = [row for *_, row in MATCH]
    found = sheet("belote", FOUR, entries)
    assert [(row["scores"][AC], row["scores"][BD]) for row in found["rounds"]] == expected
    assert found["totals"] == {AC: sum(us for us, _ in expected), BD: sum(them for _, them in expected)}
    assert found["totals"] == {AC: 1078, BD: 640}
    assert (found["over"], found["winners"], found["next"]) == (True, [AC], None)
    assert violations_of("belote", FOUR, [*entries, taken()]) == [(18, "match.over", None)]


def test_at_the_target_level_another_deal_is_played_unless_the_win_is_shared() -> None:
    options = {"target": 100, "litige": "shared"}
    first = [taken(), result(71, 91, AC), taken("Bob"), result(71, 91, AC)]
    found = sheet("belote", FOUR, first[:2], options=options)
    assert (found["totals"], found["over"]) == ({AC: 91, BD: 91}, False)
    found = sheet("belote", FOUR, first, options=options)
    assert (found["totals"], found["over"]) == ({AC: 182, BD: 182}, False)
    assert sheet("belote", FOUR, first, options={**options, "tie": "shared"})["winners"] == [AC, BD]
    ahead = sheet("belote", FOUR, [*first, taken(), result(82, 80)], options=options)
    assert (ahead["over"], ahead["winners"]) == (True, [AC])


@pytest.mark.parametrize(
    ("deals", "entries", "expected"),
    [
        pytest.param(2, [taken(), result(82, 80)], None, id="one of two"),
        pytest.param(2, [taken(), result(82, 80), taken(), result(90, 72)], (172, 152), id="two"),
        pytest.param(1, [ALL_PASS], None, id="all pass is no deal"),
        pytest.param(1, [ALL_PASS, taken(), result(82, 80)], (82, 80), id="all pass before it"),
        pytest.param(1, [taken(), result(81, 81)], (0, 81), id="a level deal is one, what waits is lost"),
        pytest.param(1, [taken(), result(71, 91, AC)], (0, 91), id="with the belote"),
        pytest.param(1, [taken(), capot(AC)], (252, 0), id="a capot"),
    ],
)
def test_a_match_of_some_deals(deals: int, entries: list[Entry], expected: tuple[int, int] | None) -> None:
    for target in (None, 1000):
        found = sheet("belote", FOUR, entries, options={"deals": deals, "target": target})
        assert found["over"] == (expected is not None)
        if expected is not None:
            assert (found["totals"][AC], found["totals"][BD]) == expected


def test_of_deals_and_target_the_first_reached_ends_the_match() -> None:
    entries = [taken(), result(102, 60)]
    assert sheet("belote", FOUR, entries, options={"deals": 5, "target": 100})["over"]
    assert not sheet("belote", FOUR, entries, options={"deals": 5, "target": 103})["over"]


def test_a_level_match_of_some_deals_goes_on_unless_the_win_is_shared() -> None:
    entries, options = [taken(), result(71, 91, AC)], {"litige": "shared", "target": None, "deals": 1}
    assert not sheet("belote", FOUR, entries, options=options)["over"]
    assert sheet("belote", FOUR, entries, options={**options, "tie": "shared"})["winners"] == [AC, BD]


@pytest.mark.parametrize(
    ("options", "fields"),
    [
        ({"target": None}, ["options.target"]),
        ({"target": None, "deals": None}, ["options.target"]),
        ({"deals": 0}, ["options.deals"]),
        ({"deals": 101}, ["options.deals"]),
        ({"target": 99}, ["options.target"]),
        ({"target": 5001}, ["options.target"]),
    ],
)
def test_a_match_has_a_target_or_a_number_of_deals(options: dict[str, Any], fields: list[str]) -> None:
    assert violations_of("belote", FOUR, [], options=options) == [(None, "match.options", field) for field in fields]


def test_held_points_do_not_reach_the_target() -> None:
    found = sheet("belote", FOUR, [taken(), result(71, 91, AC), {"step": "end"}], options={"target": 100})
    assert (found["totals"], found["winners"]) == ({AC: 0, BD: 91}, [BD])


def test_a_remark_tells_how_the_deal_stands() -> None:
    remark = question_after("belote", FOUR, [taken()]).remark
    assert remark is not None
    said = {(72, AC): "92 contre 90 : c'est fait", (70, AC): "90 contre 92 : dedans", (81, None): "81 partout : litige"}
    for (ours, belote), words in said.items():
        told = remark({"points": {AC: ours, BD: 162 - ours}, "belote": belote})
        assert told is not None
        assert told.render("fr") == polished(words, "fr")
    assert remark({"belote": AC}) is None


def test_each_part_of_a_score_has_its_article() -> None:
    rows = replay_of("belote", FOUR, [taken(), result(81, 81), taken("Bob"), result(42, 120, BD)]).rounds
    parts = [[(line.side, line.points, line.article) for line in row.lines] for row in rows]
    assert parts == [
        [(AC, 0, "belote.litige"), (BD, 81, "belote.score")],
        [(BD, 120, "belote.score"), (BD, 20, "belote.belote"), (AC, 42, "belote.score"), (BD, 81, "belote.litige")],
    ]


def test_the_figures_of_a_match() -> None:
    entries = [taken(), result(81, 81), taken("Bob"), result(42, 120), taken("Dan"), capot(AC)]
    match = replay_of("belote", FOUR, entries)
    counted = [number for row in counts(match) for number in row]
    assert [item for item in counted if item[1] == "contracts-made"] == [
        ("Ana", "contracts-made", 0), ("Bob", "contracts-made", 1), ("Dan", "contracts-made", 0),
    ]  # fmt: skip
    assert [player for player, figure, _ in counted if figure == "litiges"] == list(FOUR)
    assert [player for player, figure, _ in counted if figure == "capots"] == ["Ana", "Chloé"]


def test_eight_cards_each_of_thirty_two() -> None:
    found = GAME.prepare(4, BeloteRules(), 1)
    assert (found.size, found.cards_each, found.remaining) == (32, 8, 0)


# Every match.


@given(st.integers(0, 2**32))
def test_without_capot_belote_and_declarations_points_and_what_is_held_make_162(seed: int) -> None:
    file = random_match(Random(seed), "belote", players=FOUR, longest=30, asides=0, options={"target": 5000})
    match = replay_of("belote", FOUR, file["entries"], dealer=file["dealer"], options={"target": 5000})
    held, rows = 0, iter(match.rounds)
    for entry, checkpoint in zip(file["entries"], match.course, strict=True):
        if entry["step"] != "result":
            continue
        row, before, held = next(rows), held, checkpoint.state.memory.get("held", 0)
        if "points" in entry and entry.get("belote") is None:
            assert sum(row.scores.values()) + held == 162 + before
