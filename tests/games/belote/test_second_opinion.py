"""A second opinion on a match of belote: the rules as sentences over what each side notes, none calling the code.

Every number of points with every belote, and 600 random matches with all house rules and what waits from deal to deal.
"""

from itertools import product
from random import Random
from typing import Any

import pytest

from referee.matches.sheet_json import score_value
from tests.games.belote_points import AC, BD, capot, result
from tests.games.tables import FOUR, Entry, match_file

pytestmark = pytest.mark.thorough(unless="game")

MATCHES, DEALS = 600, 8
OTHER = {AC: BD, BD: AC}
SIDE = {"Ana": AC, "Chloé": AC, "Bob": BD, "Dan": BD}
HOUSE_RULES: dict[str, tuple[Any, ...]] = {
    "capot": (252, 250, 162),
    "litige": ("held", "shared", "lost"),
    "litige_belote": ("held", "kept"),
    "declarations": (False, True),
    "rounding": (False, True),
}
DEFAULT = {option: values[0] for option, values in HOUSE_RULES.items()}
ALL_PASS = {"step": "contract", "all_pass": True}


def in_tens(rules: dict[str, Any], points: int) -> int:
    """The nearest ten, a five up, where the table rounds."""
    return points if not rules["rounding"] else 10 * (points // 10 + (points % 10 >= 5))


def noted(rules: dict[str, Any], taker: str, deal: Entry, waiting: int) -> tuple[dict[str, int], int]:
    """What each side notes of a deal, and what waits for the winner of the next."""
    takers = SIDE[taker]
    defence = OTHER[takers]
    belote = {side: 20 if deal.get("belote") == side else 0 for side in (AC, BD)}
    declared = deal.get("declared", {AC: 0, BD: 0})
    everything_declared = declared[AC] + declared[BD]
    if "capot" in deal:
        notes = dict(belote)
        notes[deal["capot"]] += in_tens(rules, rules["capot"]) + everything_declared + waiting
        return notes, 0
    has = {side: deal["points"][side] + belote[side] + declared[side] for side in (AC, BD)}
    own = {side: in_tens(rules, deal["points"][side]) + belote[side] + declared[side] for side in (AC, BD)}
    level = has[takers] == has[defence]
    if has[takers] > has[defence]:
        return {takers: own[takers] + waiting, defence: own[defence]}, 0
    if level and rules["litige"] == "shared":
        return own, waiting
    if level and rules["litige"] == "held":
        at_once = belote[takers] if rules["litige_belote"] == "kept" else 0
        return {takers: at_once, defence: own[defence]}, waiting + own[takers] - at_once
    lost = in_tens(rules, 162) + everything_declared + belote[defence] + waiting
    return {takers: belote[takers], defence: lost}, 0


def assert_the_same(options: dict[str, Any], entries: list[Entry]) -> None:
    """Row by row the same notes, and the same points waiting after the last."""
    value, accepted = score_value(match_file("belote", FOUR, entries, options=options), "fr")
    assert accepted, value
    rules, waiting, taker, rows = DEFAULT | options, 0, "", []
    for entry in entries:
        if entry["step"] == "result":
            row, waiting = noted(rules, taker, entry, waiting)
            rows.append({AC: row[AC], BD: row[BD]})
        else:
            taker = entry.get("taker", "")
    assert [row["scores"] for row in value["rounds"]] == rows, (options, entries)
    assert value["next"] is None or value["next"]["held"] == waiting, (options, entries)


@pytest.mark.parametrize("rounding", [False, True])
@pytest.mark.parametrize("belote", [None, AC, BD])
def test_every_number_of_points(belote: str | None, rounding: bool) -> None:
    for points, taker in product([0, *range(2, 161), 162], ("Ana", "Bob")):
        deals = [result(points, 162 - points, belote), capot(AC)]
        entries = [entry for deal in deals for entry in ({"step": "contract", "taker": taker}, deal)]
        assert_the_same({"target": 5000, "rounding": rounding}, entries)


def test_random_matches_with_house_rules() -> None:
    chance = Random(41)
    for _ in range(MATCHES):
        options = {option: chance.choice(values) for option, values in HOUSE_RULES.items() if chance.random() < 0.5}
        entries = [entry for _ in range(DEALS) for entry in random_deal(chance, options)]
        assert_the_same({**options, "target": 5000}, entries)


def random_deal(chance: Random, options: dict[str, Any]) -> list[Entry]:
    """All pass, a capot, or points: often level, with a belote or declarations."""
    if chance.random() < 0.1:
        return [ALL_PASS]
    belote = chance.choice((None, None, AC, BD))
    declared = None
    if options.get("declarations") and chance.random() < 0.5:
        declared = chance.choice(((0, 0), (20, 0), (0, 50), (100, 0), (0, 200)))
    if chance.random() < 0.15:
        more = {} if declared is None else {"declared": dict(zip((AC, BD), declared, strict=True))}
        deal = capot(chance.choice((AC, BD)), belote=belote, **more)
    else:
        points = chance.choice((0, 71, 81, 91, 162, chance.randint(2, 160)))
        deal = result(points, 162 - points, belote, declared)
    return [{"step": "contract", "taker": chance.choice(FOUR)}, deal]
