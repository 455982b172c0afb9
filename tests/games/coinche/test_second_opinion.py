"""A second opinion on a match of coinche: the two texts as sentences over what each side notes, none calling the code.

Every number of points with every contract, and 1,200 random matches with all house rules and what waits.
"""

from itertools import product
from random import Random
from typing import Any

import pytest

from referee.matches.sheet_json import score_value
from tests.games.belote_points import AC, BD, capot, result
from tests.games.tables import FOUR, Entry, match_file

pytestmark = pytest.mark.thorough(unless="game")

MATCHES, DEALS = 1_200, 5
OTHER = {AC: BD, BD: AC}
SIDE = {"Ana": AC, "Chloé": AC, "Bob": BD, "Dan": BD}
HOUSE_RULES: dict[str, tuple[Any, ...]] = {
    "beat_defence": (False, True),
    "litige": ("lost", "made", "held"),
    "count": ("sum", "contract"),
    "lost_base": (160, 162),
    "lost_capot": ("twice", "base"),
    "belote_lost": ("holder", "defence"),
    "doubled_points": ("flat", "all", "made"),
    "surcoinche": (4, 3),
    "capot": (252, 250, 162),
    "generale": (False, True),
    "no_suit": (False, True),
    "declarations": (False, True),
    "rounding": ("each", "takers-down", "none"),
    "tens": (False, True),
}
DEFAULT = {option: values[0] for option, values in HOUSE_RULES.items()}
K16 = {"belote_lost": "defence"}
C15 = {"beat_defence": True, "declarations": True, "lost_capot": "base", "doubled_points": "all"}

Notes = dict[str, int]


class Story:
    """A contract and what was made, in the words of the rules; ``m``: what a doubled contract is multiplied by."""

    def __init__(self, rules: dict[str, Any], bid: Entry, deal: Entry) -> None:
        self.rules, self.takers, self.contract = rules, SIDE[bid["taker"]], bid["contract"]
        self.defence = OTHER[self.takers]
        self.v = {"capot": 250, "generale": 500}.get(self.contract) or int(self.contract)
        self.m = {None: 1, "coinche": 2, "surcoinche": rules["surcoinche"]}[bid.get("doubled")]
        self.all_tricks = deal.get("capot")
        if self.contract == "generale":
            self.all_tricks = self.takers if deal["made"] else self.defence
        self.points = deal.get("points") or {side: rules["capot"] * (side == self.all_tricks) for side in (AC, BD)}
        belotes = deal.get("belotes", {})
        self.belotes = {side: 20 * (deal.get("belote") == side) + 20 * belotes.get(side, 0) for side in (AC, BD)}
        self.declared = dict(deal.get("declared", {AC: 0, BD: 0}))
        self.everything_declared = sum(self.declared.values())
        if self.all_tricks:
            self.declared = {side: self.everything_declared * (side == self.all_tricks) for side in (AC, BD)}

    def has(self, side: str) -> int:
        return self.points[side] + self.belotes[side] + self.declared[side]

    @property
    def verdict(self) -> str:
        """Made, lost, or level: the contract is reached and both sides have as much."""
        if self.contract in ("capot", "generale"):
            return "made" if self.all_tricks == self.takers else "lost"
        mine, theirs = self.has(self.takers), self.has(self.defence)
        if mine < self.v or (self.rules["beat_defence"] and mine < theirs):
            return "lost"
        if self.rules["beat_defence"] and mine == theirs:
            return {"lost": "lost", "made": "made", "held": "level"}[self.rules["litige"]]
        return "made"

    def in_tens(self, points: int) -> int:
        if self.rules["rounding"] != "each":
            return points
        return 10 * (points // 10 + (points % 10 >= 5))

    def on_paper(self, side: str) -> int:
        """The points of the tricks of a side as a contest may note them: a five of the takers down."""
        if self.rules["rounding"] != "takers-down" or self.all_tricks:
            return self.points[side]
        of_takers = self.points[self.takers]
        down = 10 * (of_takers // 10 + (of_takers % 10 > 5))
        return down if side == self.takers else 160 - down


def notes_of(story: Story) -> tuple[Notes, int]:
    """What each side notes, and what waits: belotes first, which are the holder's where nothing else is said."""
    takers, defence, rules = story.takers, story.defence, story.rules
    if story.verdict == "level":
        waits = story.in_tens(story.on_paper(takers)) + story.belotes[takers] + story.declared[takers]
        theirs = story.in_tens(story.on_paper(defence)) + story.belotes[defence] + story.declared[defence]
        return {takers: 0, defence: theirs}, waits
    if story.verdict == "made":
        return made(story), 0
    belotes = dict(story.belotes)
    if rules["belote_lost"] == "defence":
        belotes = {takers: 0, defence: sum(story.belotes.values())}
    base = {"generale": 500, "capot": 250 if rules["lost_capot"] == "twice" else 160}.get(story.contract)
    worth = (rules["lost_base"] if base is None else base) + story.v
    if rules["count"] == "contract" and story.contract != "generale":
        worth = story.v
    elif story.m > 1 and rules["doubled_points"] == "all" and story.contract != "generale":
        announced = story.everything_declared + belotes[defence]
        return {takers: belotes[takers], defence: story.in_tens((worth + announced) * story.m)}, 0
    theirs = story.in_tens(worth * story.m) + story.everything_declared + belotes[defence]
    return {takers: belotes[takers], defence: theirs}, 0


def made(story: Story) -> Notes:
    takers, defence, rules, m = story.takers, story.defence, story.rules, story.m
    notes = dict(story.belotes)
    if story.contract == "generale":
        notes[takers] += 1000 * m + story.everything_declared
        return notes
    if rules["count"] == "contract":
        notes[takers] += story.v * m + story.declared[takers]
        notes[defence] += story.declared[defence]
        return notes
    if m > 1 and rules["doubled_points"] == "flat":
        base = rules["lost_base"]
        if story.contract == "capot":
            base = 250 if rules["lost_capot"] == "twice" else 160
        notes[takers] += story.in_tens((base + story.v) * m) + story.everything_declared
        return notes
    if m > 1 and rules["doubled_points"] == "all":
        base = 250 if story.all_tricks else 160
        notes[takers] = story.in_tens((base + story.v + story.everything_declared + story.belotes[takers]) * m)
        return notes
    notes[takers] += story.in_tens((story.on_paper(takers) + story.v) * m) + story.declared[takers]
    notes[defence] += story.in_tens(story.on_paper(defence)) + story.declared[defence]
    return notes


def assert_the_same(options: dict[str, Any], entries: list[Entry]) -> None:
    """Row by row the same notes, and where points may wait, the same that wait after the last."""
    value, accepted = score_value(match_file("coinche", FOUR, entries, options=options), "fr")
    assert accepted, (options, entries, value)
    rules, waiting, bid, rows = DEFAULT | options, 0, {}, []
    for entry in entries:
        if entry["step"] == "contract":
            bid = entry
            continue
        story = Story(rules, bid, entry)
        row, waits = notes_of(story)
        if story.verdict == "level":
            waiting += waits
        else:
            row[story.takers if story.verdict == "made" else story.defence] += waiting
            waiting = 0
        rows.append({AC: row[AC], BD: row[BD]})
    assert [row["scores"] for row in value["rounds"]] == rows, (options, entries)
    if rules["litige"] == "held":
        assert value["next"]["held"] == waiting, (options, entries)


TEXTS = [pytest.param({}, id="default"), pytest.param(K16, id="2016"), pytest.param(C15, id="2015")]


@pytest.mark.parametrize("options", TEXTS)
def test_every_number_of_points_with_every_contract(options: dict[str, Any]) -> None:
    contracts = (*map(str, range(80, 170, 10)), "capot")
    for contract, doubled in product(contracts, (None, "coinche", "surcoinche")):
        entries = [
            entry
            for points, belote in product((0, *range(2, 161, 3), 80, 81, 82, 85, 95, 105, 162), (None, AC, BD))
            for entry in (
                {"step": "contract", "taker": "Ana", "contract": contract, "trump": "H", "doubled": doubled},
                result(points, 162 - points, belote),
            )
        ]
        assert_the_same({**options, "target": None, "deals": 100}, entries[:198])
        assert_the_same({**options, "target": None, "deals": 100}, entries[198:])


def test_random_matches_with_house_rules() -> None:
    chance = Random(41)
    for _ in range(MATCHES):
        options = {option: chance.choice(values) for option, values in HOUSE_RULES.items() if chance.random() < 0.5}
        entries = [entry for _ in range(DEALS) for entry in random_deal(chance, DEFAULT | options)]
        assert_the_same({**options, "target": None, "deals": 100}, entries)


def random_deal(chance: Random, rules: dict[str, Any]) -> list[Entry]:
    """All pass, or a contract with points, all tricks, belotes and declarations, as far as the table has them."""
    if chance.random() < 0.05:
        return [{"step": "contract", "all_pass": True}]
    numbers = [str(v) for v in range(80, 410 if rules["declarations"] else 170, 10)]
    contract = chance.choice([*numbers, "80", "80", "90", "capot", *(["generale"] if rules["generale"] else [])])
    trump = chance.choice(["S", "H", *(["sans-atout", "tout-atout"] if rules["no_suit"] else [])])
    doubled = chance.choice((None, None, "coinche", "surcoinche"))
    bid = {"step": "contract", "taker": chance.choice(FOUR), "contract": contract, "trump": trump, "doubled": doubled}
    return [bid, random_result(chance, rules, contract, trump)]


def random_result(chance: Random, rules: dict[str, Any], contract: str, trump: str) -> Entry:
    more: Entry = {}
    if trump == "tout-atout" and chance.random() < 0.7:
        more["belotes"] = dict(zip((AC, BD), chance.choice(((1, 1), (2, 1), (0, 4), (4, 0), (0, 0))), strict=True))
    if trump in ("S", "H"):
        more["belote"] = chance.choice((None, None, AC, BD))
    if rules["declarations"] and chance.random() < 0.6:
        declared = chance.choice(((0, 0), (20, 0), (0, 50), (100, 0), (0, 200), (250, 0)))
        more["declared"] = dict(zip((AC, BD), declared, strict=True))
    if contract == "generale":
        return {"step": "result", "made": chance.random() < 0.5, **more}
    if chance.random() < 0.2:
        return capot(chance.choice((AC, BD)), **more)
    if rules["tens"]:
        points = chance.randint(0, 16) * 10
        return {**result(points, 160 - points), **more}
    points = chance.choice((71, 81, 91, 0, 162, chance.randint(2, 160)))
    return {**result(points, 162 - points), **more}
