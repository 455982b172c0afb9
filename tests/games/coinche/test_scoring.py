"""La Coinche: contracts made, lost and doubled, and the whole match (articles coinche.*)."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.games.coinche import GAME
from referee.games.coinche.options import CoincheRules
from referee.words import polished
from tests.games.belote_points import AC, BD, capot, result
from tests.games.random_matches import random_match
from tests.games.tables import FOUR, Entry, question_after, replay_of, scores, sheet, violations_of

ALL_PASS = {"step": "contract", "all_pass": True}
DECLARATIONS = {"declarations": True}
CONTRACT_ONLY = {"count": "contract"}
MADE_POINTS = {"doubled_points": "made"}
GENERALE = {"generale": True}
NO_SUIT = {"no_suit": True}


def bid(contract: str, doubled: str | None = None, taker: str = "Ana", trump: str = "H") -> Entry:
    entry = {"step": "contract", "taker": taker, "contract": contract, "trump": trump}
    return entry if doubled is None else {**entry, "doubled": doubled}


def generale(made: bool, **more: Any) -> Entry:
    return {"step": "result", "made": made, **more}


def noted(contract: Entry, deal: Entry, **options: Any) -> tuple[int, int]:
    """The scores of both sides in one deal."""
    row = scores("coinche", FOUR, [contract, deal], options=options)[0]
    return row[AC], row[BD]


@pytest.mark.parametrize(
    ("contract", "deal", "expected"),
    [
        pytest.param(bid("120"), result(130, 32), (250, 30), id="made"),
        pytest.param(bid("120"), result(110, 52, AC), (250, 50), id="made by the belote"),
        pytest.param(bid("110"), result(104, 58, BD), (0, 290), id="lost against a belote"),
        pytest.param(bid("110"), result(104, 58), (0, 270), id="lost"),
        pytest.param(bid("100"), result(80, 82, AC), (200, 80), id="just made by the belote"),
        pytest.param(bid("110"), result(80, 82, AC), (20, 270), id="the belote of the losers stays theirs"),
        pytest.param(bid("80"), result(80, 82), (160, 80), id="fewer than the defence is enough"),
        pytest.param(bid("80"), result(85, 77), (170, 80), id="five up, both sides"),
        pytest.param(bid("90"), result(89, 73), (0, 250), id="rounding makes no contract"),
        pytest.param(bid("120", "coinche"), result(130, 32), (560, 0), id="doubled and made"),
        pytest.param(bid("90", "coinche"), result(74, 88, BD), (0, 520), id="doubled and lost"),
        pytest.param(bid("capot"), capot(AC), (500, 0), id="capot made"),
        pytest.param(bid("capot"), result(140, 22), (0, 500), id="capot lost"),
        pytest.param(bid("capot", "surcoinche"), capot(AC), (2000, 0), id="capot twice doubled"),
        pytest.param(bid("capot"), capot(BD), (0, 500), id="capot lost to a capot"),
        pytest.param(bid("capot"), result(162, 0), (0, 500), id="all points are not all tricks"),
        pytest.param(bid("120"), result(120, 42), (240, 40), id="just made"),
        pytest.param(bid("120"), result(119, 43), (0, 280), id="just lost"),
        pytest.param(bid("120"), result(119, 43, AC), (260, 40), id="119 and the belote"),
        pytest.param(bid("80"), capot(AC), (330, 0), id="a capot that was not bid"),
        pytest.param(bid("80"), capot(BD, belote=AC), (20, 240), id="a capot of the defence"),
        pytest.param(bid("120", "coinche"), result(110, 52, AC), (580, 0), id="the belote is not doubled"),
        pytest.param(bid("120", "coinche"), result(140, 22, BD), (560, 20), id="nor the other side's"),
        pytest.param(bid("100", "surcoinche"), result(80, 82), (0, 1040), id="twice doubled and lost"),
    ],
)
def test_a_contract_of_ana(contract: Entry, deal: Entry, expected: tuple[int, int]) -> None:
    assert noted(contract, deal) == expected


BEAT = {"beat_defence": True}
ALL = {"doubled_points": "all"}
BASE = {"lost_capot": "base"}
EXACT = {"rounding": "none"}
C15 = {**BEAT, **DECLARATIONS, **BASE, **ALL}
K16 = {"belote_lost": "defence"}


@pytest.mark.parametrize(
    ("contract", "deal", "options", "expected"),
    [
        # the defence must be beaten
        pytest.param(bid("80"), result(80, 82), BEAT, (0, 240), id="not more than the defence"),
        pytest.param(bid("80"), result(82, 80), BEAT, (160, 80), id="more than the defence"),
        pytest.param(bid("80"), result(81, 81), BEAT, (0, 240), id="level: lost"),
        pytest.param(bid("80"), result(81, 81), {**BEAT, "litige": "made"}, (160, 80), id="level: made"),
        pytest.param(bid("80"), result(81, 81), {**BEAT, "litige": "held"}, (0, 80), id="level: held"),
        pytest.param(bid("90"), result(81, 81), {**BEAT, "litige": "held"}, (0, 250), id="level but too few"),
        pytest.param(bid("80"), result(71, 91, AC), {**BEAT, "litige": "held"}, (0, 90), id="level by the belote"),
        pytest.param(bid("80", "coinche"), result(81, 81), {**BEAT, "litige": "held"}, (0, 80), id="never doubled"),
        pytest.param(bid("capot"), capot(AC, belote=BD), BEAT, (500, 20), id="a capot beats"),
        # the contract alone
        pytest.param(bid("120"), result(130, 32), CONTRACT_ONLY, (120, 0), id="the contract alone"),
        pytest.param(bid("120"), result(100, 62, BD), CONTRACT_ONLY, (0, 140), id="the contract alone, lost"),
        pytest.param(bid("120", "coinche"), result(130, 32, BD), CONTRACT_ONLY, (240, 20), id="alone, doubled"),
        pytest.param(bid("120", "surcoinche"), result(1 + 99, 62), CONTRACT_ONLY, (0, 480), id="alone, twice, lost"),
        pytest.param(bid("generale"), generale(False), {**GENERALE, **CONTRACT_ONLY}, (0, 1000), id="but a générale"),
        # lost
        pytest.param(bid("120"), result(100, 62), {"lost_base": 162}, (0, 280), id="162, noted in tens"),
        pytest.param(bid("120"), result(100, 62), {"lost_base": 162, **EXACT}, (0, 282), id="162 exactly"),
        pytest.param(bid("120", "coinche"), result(130, 32), {"lost_base": 162, **EXACT}, (564, 0), id="162, doubled"),
        pytest.param(bid("capot"), result(100, 62), {"lost_base": 162, **EXACT}, (0, 500), id="not of a capot"),
        pytest.param(bid("capot"), result(140, 22), BASE, (0, 410), id="a capot lost for 250 and 160"),
        pytest.param(bid("capot", "coinche"), result(140, 22), BASE, (0, 820), id="and doubled"),
        pytest.param(bid("110"), result(80, 82, AC), K16, (0, 290), id="the losers' belote to the defence"),
        pytest.param(bid("110", "coinche"), result(80, 82, AC), K16, (0, 560), id="and not doubled"),
        pytest.param(bid("110", "coinche"), result(80, 82, AC), {**K16, **ALL}, (0, 580), id="but under all"),
        # doubled
        pytest.param(bid("120", "coinche"), result(110, 52, AC), ALL, (600, 0), id="the belote doubled too"),
        pytest.param(bid("120", "coinche"), result(130, 32, BD), ALL, (560, 20), id="not the losers'"),
        pytest.param(bid("90", "coinche"), result(74, 88, BD), ALL, (0, 540), id="the defence's when lost"),
        pytest.param(bid("90", "coinche"), capot(AC), ALL, (680, 0), id="all tricks count 250"),
        pytest.param(bid("110", "coinche"), result(74, 88, AC), ALL, (20, 540), id="the takers keep theirs"),
        pytest.param(bid("120", "coinche"), result(130, 32), {**MADE_POINTS, **EXACT}, (500, 32), id="the points made"),
        pytest.param(bid("120", "coinche"), result(133, 29), MADE_POINTS, (510, 30), id="rounded once doubled"),
        pytest.param(bid("120", "coinche"), result(100, 62), MADE_POINTS, (0, 560), id="lost as ever"),
        pytest.param(bid("100", "surcoinche"), result(130, 32), {"surcoinche": 3}, (780, 0), id="times three"),
        # capot and générale
        pytest.param(bid("80"), capot(AC), EXACT, (332, 0), id="252"),
        pytest.param(bid("capot"), capot(AC), EXACT, (502, 0), id="252 and the contract"),
        pytest.param(bid("80"), capot(AC), {"capot": 250}, (330, 0), id="250"),
        pytest.param(bid("100"), capot(AC), {"capot": 162, **EXACT}, (262, 0), id="a capot for nothing"),
        pytest.param(bid("generale"), generale(True), GENERALE, (1000, 0), id="all tricks alone"),
        pytest.param(bid("generale"), generale(False), GENERALE, (0, 1000), id="not all tricks alone"),
        pytest.param(bid("generale", "coinche"), generale(True, belote=BD), GENERALE, (2000, 20), id="doubled, alone"),
        pytest.param(bid("generale", "coinche"), generale(True), {**GENERALE, **ALL}, (2000, 0), id="doubled as flat"),
        # without a suit
        pytest.param(bid("100", trump="sans-atout"), result(100, 62), NO_SUIT, (200, 60), id="no trumps"),
        pytest.param(bid("100", trump="tout-atout"), result(90, 72), NO_SUIT, (0, 260), id="all trumps"),
        pytest.param(
            bid("100", trump="tout-atout"), {**result(70, 92), "belotes": {AC: 2, BD: 1}}, NO_SUIT, (210, 110),
            id="two belotes at all trumps",
        ),
        # tens
        pytest.param(bid("100"), result(100, 60), {"tens": True}, (200, 60), id="in tens"),
    ],
)  # fmt: skip
def test_house_rules(contract: Entry, deal: Entry, options: dict[str, Any], expected: tuple[int, int]) -> None:
    assert noted(contract, deal, **options) == expected


@pytest.mark.parametrize(
    ("contract", "deal", "expected"),
    [
        pytest.param(bid("120"), result(105, 57), (0, 280), id="judged before"),
        pytest.param(bid("100"), result(105, 57), (200, 60), id="five down"),
        pytest.param(bid("100"), result(106, 56), (210, 50), id="six up"),
        pytest.param(bid("100"), result(124, 38, BD), (220, 60), id="the belote is not rounded"),
        pytest.param(bid("100"), result(162, 0), (260, 0), id="all points"),
        pytest.param(bid("80", "coinche"), result(86, 76), (480, 0), id="doubled"),
        pytest.param(bid("80"), capot(AC), (332, 0), id="all tricks stay"),
    ],
)
def test_the_takers_rounded_down(contract: Entry, deal: Entry, expected: tuple[int, int]) -> None:
    assert noted(contract, deal, rounding="takers-down") == expected


@pytest.mark.parametrize(
    ("contract", "deal", "expected"),
    [
        pytest.param(bid("100"), result(90, 72, None, (20, 0)), (210, 70), id="made by declarations"),
        pytest.param(bid("80"), result(0, 162, None, (100, 0)), (180, 160), id="made without a point"),
        pytest.param(bid("100"), result(110, 52, None, (0, 50)), (210, 100), id="each side its own"),
        pytest.param(bid("100"), result(60, 102, None, (20, 0)), (0, 280), id="lost with the contract"),
        pytest.param(bid("100"), result(60, 102, AC, (0, 20)), (20, 280), id="but not the belote"),
        pytest.param(bid("250"), result(102, 60, None, (150, 0)), (500, 60), id="more than 160"),
        pytest.param(bid("80"), capot(BD, declared={AC: 100, BD: 0}), (0, 340), id="all to who took every trick"),
        pytest.param(bid("80"), capot(AC, declared={AC: 0, BD: 50}), (380, 0), id="to the takers too"),
        pytest.param(bid("80", "coinche"), result(100, 62, None, (0, 50)), (530, 0), id="to the winners, not doubled"),
        pytest.param(bid("80", "coinche"), result(40, 122, None, (20, 0)), (0, 500), id="nor when lost"),
        pytest.param(bid("capot"), result(100, 62, None, (200, 0)), (0, 700), id="no help for a capot"),
    ],
)
def test_declarations(contract: Entry, deal: Entry, expected: tuple[int, int]) -> None:
    assert noted(contract, deal, **DECLARATIONS) == expected


@pytest.mark.parametrize(
    ("contract", "deal", "expected"),
    [
        pytest.param(bid("200"), result(110, 52, AC, (100, 0)), (430, 50), id="made"),
        pytest.param(bid("120"), result(80, 82, None, (50, 0)), (250, 80), id="made and more than the defence"),
        pytest.param(bid("120"), result(80, 82, BD, (50, 0)), (250, 100), id="with their belote"),
        pytest.param(bid("80"), result(80, 82), (0, 240), id="fewer than the defence"),
        pytest.param(bid("120", "coinche"), result(110, 52, AC, (50, 0)), (700, 0), id="all doubled"),
        pytest.param(bid("capot"), result(140, 22), (0, 410), id="capot lost"),
    ],
)
def test_the_text_of_2015(contract: Entry, deal: Entry, expected: tuple[int, int]) -> None:
    assert noted(contract, deal, **C15) == expected


def test_each_text_is_one_tap_that_leaves_the_other_rules_alone() -> None:
    assert {preset.id: dict(preset.options) for preset in GAME.presets} == {"contree": K16, "coinchee": C15}


# Litige.

HELD = {**BEAT, "litige": "held"}
LEVEL = [bid("80"), result(81, 81)]


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        pytest.param([bid("90"), result(100, 62)], (270, 60), id="to the takers who make it"),
        pytest.param([bid("90"), result(70, 92)], (0, 330), id="to the defence"),
        pytest.param([bid("90", taker="Bob"), result(62, 100)], (60, 270), id="to the other side's contract"),
        pytest.param([ALL_PASS, bid("90"), result(100, 62)], (270, 60), id="a deal that all pass between"),
    ],
)
def test_the_points_of_a_litige_go_to_who_wins_the_next_contract(after: list[Entry], expected: tuple[int, int]) -> None:
    row = scores("coinche", FOUR, [*LEVEL, *after], options=HELD)[1]
    assert (row[AC], row[BD]) == expected


def test_litiges_add_up_and_next_says_them() -> None:
    entries = [*LEVEL, bid("80", taker="Bob"), result(81, 81)]
    assert sheet("coinche", FOUR, LEVEL, options=HELD)["next"]["held"] == 80
    assert sheet("coinche", FOUR, entries, options=HELD)["next"]["held"] == 160
    assert sheet("coinche", FOUR, [*entries, bid("80")], options=HELD)["next"]["held"] == 160
    assert sheet("coinche", FOUR, [], options={"litige": "held"})["next"]["held"] == 0
    assert "held" not in sheet("coinche", FOUR, LEVEL)["next"]


def test_what_is_held_at_the_last_deal_is_lost() -> None:
    found = sheet("coinche", FOUR, LEVEL, options={**HELD, "target": None, "deals": 1})
    assert (found["over"], found["totals"]) == (True, {AC: 0, BD: 80})


# What cannot be recorded.


@pytest.mark.parametrize(
    ("wrong", "article", "field"),
    [
        pytest.param(bid("generale"), "coinche.contract", "contract", id="no générale here"),
        pytest.param(bid("100", trump="sans-atout"), "coinche.contract", "trump", id="no trumps are not played here"),
        pytest.param(bid("100", trump="tout-atout"), "coinche.contract", "trump", id="nor all trumps"),
        pytest.param({"step": "contract", "all_pass": False}, "coinche.contract", "all_pass", id="not all pass"),
        pytest.param(bid("85"), "match.entry", "contract", id="no ten"),
        pytest.param(bid("170"), "coinche.contract", "contract", id="too much without declarations"),
        pytest.param(bid("410"), "match.entry", "contract", id="too much"),
        pytest.param({**bid("80"), "contract": 80}, "match.entry", "contract", id="a number"),
        pytest.param({**bid("80"), "trump": None}, "match.entry", "trump", id="no trump"),
        pytest.param({**bid("80"), "doubled": True}, "match.entry", "doubled", id="doubled by yes"),
        pytest.param({"step": "contract", "taker": "Ana"}, "match.entry", "contract", id="no contract"),
        pytest.param({**bid("80"), "all_pass": True}, "match.entry", None, id="both"),
    ],
)
def test_contracts_that_cannot_be(wrong: Entry, article: str, field: str | None) -> None:
    assert (0, article, field) in violations_of("coinche", FOUR, [wrong])


def test_both_house_rules_of_a_contract_are_told_at_once() -> None:
    assert violations_of("coinche", FOUR, [bid("generale", trump="sans-atout")]) == [
        (0, "coinche.contract", "contract"),
        (0, "coinche.contract", "trump"),
    ]


@pytest.mark.parametrize(
    ("wrong", "article", "field"),
    [
        pytest.param(result(1, 161), "coinche.points", f"points.{AC}", id="one"),
        pytest.param(result(161, 1), "coinche.points", f"points.{BD}", id="161"),
        pytest.param(result(-2, 164), "coinche.points", f"points.{AC}", id="fewer than none"),
        pytest.param(result(100, 60), "coinche.points", "points", id="not 162"),
        pytest.param(result(100, 62, None, (10, 0)), "coinche.declared", f"declared.{AC}", id="ten"),
        pytest.param(result(100, 62, None, (0, 30)), "coinche.declared", f"declared.{BD}", id="thirty"),
        pytest.param(result(100, 62, None, (45, 0)), "coinche.declared", f"declared.{AC}", id="no tens"),
        pytest.param(result(100, 62, None, (600, 0)), "coinche.declared", f"declared.{AC}", id="too many"),
        pytest.param(result(100, 62, None, (20, 50)), "coinche.declared", "declared", id="both sides"),
        pytest.param(generale(True), "match.entry", None, id="no générale was bid"),
        pytest.param({**result(100, 62), "made": True}, "match.entry", "made", id="made or not is counted"),
    ],
)
def test_results_that_cannot_be(wrong: Entry, article: str, field: str | None) -> None:
    assert (1, article, field) in violations_of("coinche", FOUR, [bid("80"), wrong], options=DECLARATIONS)


@pytest.mark.parametrize("deal", [result(100, 62, AC), capot(AC, belote=BD), generale(True, belote=AC)])
def test_without_trumps_there_is_no_belote(deal: Entry) -> None:
    contract = bid("generale" if "made" in deal else "80", trump="sans-atout")
    options = {**NO_SUIT, **GENERALE}
    assert violations_of("coinche", FOUR, [contract, deal], options=options) == [(1, "coinche.belote", "belote")]
    assert noted(contract, {**deal, "belote": None}, **options)[0] > 0


@pytest.mark.parametrize(
    ("trump", "more", "article", "field"),
    [
        pytest.param("tout-atout", {"belote": AC}, "match.entry", "belote", id="one belote at all trumps"),
        pytest.param("tout-atout", {"belote": None}, "match.entry", "belote", id="nor none"),
        pytest.param("H", {"belotes": {AC: 1, BD: 0}}, "match.entry", "belotes", id="belotes in a suit"),
        pytest.param("H", {"belotes": None}, "match.entry", "belotes", id="nor null"),
        pytest.param("tout-atout", {"belotes": {AC: 3, BD: 2}}, "coinche.belote", "belotes", id="five"),
        pytest.param("tout-atout", {"belotes": {AC: 5, BD: 0}}, "coinche.belote", f"belotes.{AC}", id="five of a side"),
        pytest.param(
            "tout-atout", {"belotes": {AC: -1, BD: 0}}, "coinche.belote", f"belotes.{AC}", id="fewer than none"
        ),
    ],
)
def test_belotes_are_those_of_all_trumps(trump: str, more: Entry, article: str, field: str) -> None:
    entries = [bid("80", trump=trump), {**result(100, 62), **more}]
    assert (1, article, field) in violations_of("coinche", FOUR, entries, options=NO_SUIT)


def test_a_match_has_a_target_or_a_number_of_deals() -> None:
    assert violations_of("coinche", FOUR, [], options={"target": None}) == [(None, "match.options", "options.target")]
    assert not sheet("coinche", FOUR, [], options={"target": None, "deals": 8})["over"]
    played_deal, both = [bid("160"), capot(AC)], {"target": 500}
    assert sheet("coinche", FOUR, played_deal, options={**both, "deals": 1})["over"]
    assert not sheet("coinche", FOUR, played_deal, options={**both, "deals": 2})["over"]
    assert sheet("coinche", FOUR, played_deal * 2, options={**both, "deals": 9})["over"]
    assert violations_of("coinche", FOUR, [], options={"deals": 101}) == [(None, "match.options", "options.deals")]


def test_in_tens_the_points_are_160_together() -> None:
    for wrong, field in (
        (result(100, 62), f"points.{BD}"),
        (result(100, 50), "points"),
        (result(95, 65), f"points.{AC}"),
    ):
        assert (1, "coinche.points", field) in violations_of(
            "coinche", FOUR, [bid("80"), wrong], options={"tens": True}
        )


def test_after_a_generale_there_are_no_points() -> None:
    wrong = violations_of("coinche", FOUR, [bid("generale"), result(162, 0)], options=GENERALE)
    assert sorted(wrong, key=str) == [(1, "match.entry", "made"), (1, "match.entry", "points")]


# The course of a match.


def test_next_says_the_taker_the_contract_and_whether_it_is_doubled() -> None:
    waiting = {"round": 1, "dealer": "Ana", "order": ["Dan", "Chloé", "Bob", "Ana"]}
    assert sheet("coinche", FOUR, [])["next"] == {"step": "contract", **waiting}
    for doubled in (None, "coinche", "surcoinche"):
        found = sheet("coinche", FOUR, [{**bid("90"), "doubled": doubled}])["next"]
        assert found == {"step": "result", "taker": "Ana", "contract": "90", "doubled": doubled, **waiting}
    assert sheet("coinche", FOUR, [bid("90")])["next"]["doubled"] is None


def test_all_pass_and_the_next_deals() -> None:
    found = sheet("coinche", FOUR, [ALL_PASS])
    assert (found["rounds"], found["next"]["dealer"], found["next"]["round"]) == ([], "Dan", 1)
    left = sheet("coinche", FOUR, [ALL_PASS, bid("80"), result(82, 80)], options={"turn": "left"})
    assert [row["dealer"] for row in left["rounds"]] == ["Bob"]
    assert left["next"]["dealer"] == "Chloé"


MATCH = [
    (bid("90", trump="S"), result(84, 78), (0, 250)),
    (bid("110", taker="Bob"), result(62, 100, BD), (60, 230)),
    (bid("100", "coinche", "Dan"), result(70, 92), (520, 0)),
    (bid("120", taker="Chloé"), result(102, 60, AC), (240, 60)),
    (bid("80", taker="Bob"), result(100, 62, AC), (260, 0)),
]


def test_a_whole_match() -> None:
    entries = [entry for contract, deal, _ in MATCH for entry in (contract, deal)]
    found = sheet("coinche", FOUR, entries)
    assert [(row["scores"][AC], row["scores"][BD]) for row in found["rounds"]] == [row for *_, row in MATCH]
    assert found["totals"] == {AC: 1080, BD: 540}
    assert [row["dealer"] for row in found["rounds"]] == ["Ana", "Dan", "Chloé", "Bob", "Ana"]
    assert (found["over"], found["winners"], found["next"]) == (True, [AC], None)
    assert violations_of("coinche", FOUR, [*entries, ALL_PASS]) == [(10, "match.over", None)]


def test_level_at_the_target_another_deal_is_played() -> None:
    level = [bid("100"), result(110, 52), bid("100", taker="Bob"), result(52, 110)] * 2
    options = {"target": 500}
    found = sheet("coinche", FOUR, level, options=options)
    assert (found["totals"], found["over"]) == ({AC: 520, BD: 520}, False)
    assert sheet("coinche", FOUR, level, options={**options, "tie": "shared"})["winners"] == [AC, BD]
    found = sheet("coinche", FOUR, [*level, bid("80"), result(40, 122)], options=options)
    assert (found["totals"], found["winners"]) == ({AC: 520, BD: 760}, [BD])


@pytest.mark.parametrize(
    ("contract", "typed", "words"),
    [
        (bid("120"), {}, "120 à faire"),
        (bid("120"), {"points": {AC: 130, BD: 32}}, "120 à faire, +10"),
        (bid("120"), {"points": {AC: 90, BD: 72}, "belote": AC}, "120 à faire, −10"),
    ],
)
def test_a_remark_tells_what_is_missing(contract: Entry, typed: dict[str, Any], words: str) -> None:
    remark = question_after("coinche", FOUR, [contract]).remark
    assert remark is not None
    told = remark(typed)
    assert told is not None
    assert told.render("fr") == polished(words, "fr")


def test_each_part_of_a_score_has_its_article() -> None:
    def parts(contract: Entry, deal: Entry) -> list[tuple[str, int, str]]:
        lines = replay_of("coinche", FOUR, [contract, deal]).rounds[0].lines
        return [(line.side, line.points, line.article) for line in lines]

    assert parts(bid("120"), result(110, 52, AC)) == [
        (AC, 120, "coinche.made"),
        (AC, 110, "coinche.made"),
        (BD, 50, "coinche.made"),
        (AC, 20, "coinche.belote"),
    ]
    assert parts(bid("120"), result(100, 62)) == [(AC, 0, "coinche.lost"), (BD, 280, "coinche.lost")]
    assert parts(bid("120", "coinche"), result(130, 32)) == [(AC, 560, "coinche.doubled"), (BD, 0, "coinche.doubled")]


def test_the_figures_of_a_match() -> None:
    match = replay_of("coinche", FOUR, [entry for contract, deal, _ in MATCH for entry in (contract, deal)])
    tallies = [tally for row in match.rounds for tally in row.tallies]
    assert [(tally.counts, tally.detail) for tally in tallies if tally.figure == "contracts-made"] == [
        ({"Ana": 0}, "90"), ({"Bob": 1}, "110"), ({"Dan": 0}, "100"), ({"Chloé": 1}, "120"), ({"Bob": 0}, "80"),
    ]  # fmt: skip
    coinches = [tally.counts for tally in tallies if tally.figure == "coinches-won"]
    assert coinches == [{"Ana": 1, "Chloé": 1, "Bob": 0, "Dan": 0}]


def test_eight_cards_each_of_thirty_two() -> None:
    found = GAME.prepare(4, CoincheRules(), 1)
    assert (found.size, found.cards_each, found.remaining) == (32, 8, 0)


# Every match.


@given(st.integers(0, 2**32))
def test_a_plain_contract_made_makes_162_and_its_value(seed: int) -> None:
    options = {"target": 5000, "rounding": "none"}
    file = random_match(Random(seed), "coinche", players=FOUR, longest=40, asides=0, options=options)
    match = replay_of("coinche", FOUR, file["entries"], dealer=file["dealer"], options=options)
    for row in match.rounds:
        contract, deal = row.answers["contract"], row.answers["result"]
        taker = match.state.table.side_by_player[contract["taker"]]
        if contract.get("doubled") or "points" not in deal or deal.get("belote") or contract["contract"] == "capot":
            continue
        value = int(contract["contract"])
        if deal["points"][taker] >= value:
            assert sum(row.scores.values()) == 162 + value
        else:
            assert (row.scores[taker], sum(row.scores.values())) == (0, 160 + value)


@pytest.mark.parametrize(("taker", "side"), [("Ana", AC), ("Bob", BD)])
def test_the_result_is_asked_with_the_contract_of_the_takers_side(taker: str, side: str) -> None:
    question = question_after("coinche", FOUR, [bid("120", taker=taker)])
    assert question.lead is not None
    assert question.lead.render("fr").startswith(f"{taker}, pour {side}")
