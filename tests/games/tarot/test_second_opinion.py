"""A second opinion on a deal of tarot: the rules as sentences over one ledger, none calling the code.

Every number of points with every number of oudlers, and 4,000 random deals with announcements and house rules.
"""

from itertools import product
from math import ceil
from random import Random
from typing import Any

import pytest

from referee.matches.sheet_json import score_value
from tests.games.tables import FIVE, Entry, match_file

pytestmark = pytest.mark.thorough(unless="game")

DEALS = 4_000
CONTRACTS = {"petite": 1, "garde": 2, "garde-sans": 4, "garde-contre": 6}
POIGNEES = {"simple": 20, "double": 30, "triple": 40}
SHOWN = {3: (13, 15, 18), 4: (10, 13, 15), 5: (8, 10, 13)}
DEFAULT = {"half": "winner", "misere": 0, "defence_slam": 200}

# --- What cannot be -------------------------------------------------------------------------------


def articles_broken(players: tuple[str, ...], bid: Entry, result: Entry) -> set[str]:
    oudlers, halves = result["oudlers"], 2 * result["points"] + result.get("half", False)
    petit, slam = result.get("petit"), result.get("slam")
    poignees = result.get("poignees", {})
    sizes = dict(zip(POIGNEES, SHOWN[len(players)], strict=True))
    slam_without_its_points = slam == "attack" and (oudlers, halves) not in ((3, 2 * 91), (2, 2 * 87))
    shown = [player for level in poignees.values() for player in level]
    found = {
        "tarot.points": halves < 8 * oudlers or halves > 2 * 91 - 8 * (3 - oudlers),
        "tarot.half": len(players) == 4 and result.get("half", False),
        "tarot.partner": result.get("partner") == bid["taker"],
        "tarot.petit": (petit, oudlers) in (("attack", 0), ("defence", 3)),
        "tarot.slam": {slam, petit} == {"attack", "defence"}
        or (slam_without_its_points and bid["contract"] != "garde-contre"),
        "tarot.poignees": sum(sizes[level] * len(showing) for level, showing in poignees.items()) > 22,
        "tarot.misere": bool(set(result.get("miseres", {}).get("no-atout", ())) & set(shown)),
    }
    return {article for article, broken in found.items() if broken}


# --- What it brings -------------------------------------------------------------------------------


def ledger(players: tuple[str, ...], rules: dict[str, Any], bid: Entry, result: Entry) -> dict[str, int]:
    """Who pays whom: every defender the same to the attack, then every other player the declarer of a misère."""
    notes = dict.fromkeys(players, 0)
    taker, partner = bid["taker"], result.get("partner")
    defenders = [player for player in players if player not in (taker, partner)]
    each = worth_to_the_attack(rules, bid, result)
    for defender in defenders:
        notes[defender] -= each
    notes[taker] += each * (len(defenders) if partner is None else 2)
    if partner is not None:
        notes[partner] += each
    for declarers in result.get("miseres", {}).values():
        for declarer, payer in product(declarers, players):
            if payer != declarer:
                notes[payer] -= rules["misere"]
                notes[declarer] += rules["misere"]
    return notes


def worth_to_the_attack(rules: dict[str, Any], bid: Entry, result: Entry) -> int:
    factor, slam = CONTRACTS[bid["contract"]], result.get("slam")
    needed = {0: 56, 1: 51, 2: 41, 3: 36}[result["oudlers"]]
    over = result["points"] - needed + (0.5 if result.get("half") else 0)
    if result.get("half") and rules["half"] == "attack":
        over += 0.5
    made = over >= 0
    worth = (25 + ceil(abs(over))) * factor
    worth += sum(POIGNEES[level] * len(shown) for level, shown in result.get("poignees", {}).items())
    worth = worth if made else -worth
    worth += {"attack": 10 * factor, "defence": -10 * factor, None: 0}[result.get("petit")]
    if slam == "attack":
        worth += 400 if bid.get("slam_announced") else 200
    if bid.get("slam_announced") and slam != "attack":
        worth -= 200
    if slam == "defence":
        worth -= rules["defence_slam"]
    return worth


def assert_the_same(players: tuple[str, ...], options: dict[str, Any], bid: Entry, result: Entry) -> bool:
    """The scores of both, or the articles that both name; whether the deal was accepted."""
    value, accepted = score_value(match_file("tarot", players, [bid, result], options=options), "fr")
    broken = articles_broken(players, bid, result)
    case = (players, options, bid, result, value)
    assert accepted == (not broken), case
    if accepted:
        assert value["rounds"][0]["scores"] == ledger(players, DEFAULT | options, bid, result), case
    else:
        assert {violation["article"] for violation in value["violations"]} == broken, case
    return accepted


# --- The comparison -------------------------------------------------------------------------------


@pytest.mark.parametrize("slam", [None, "attack", "defence"])
def test_every_number_of_points_with_every_number_of_oudlers(slam: str | None) -> None:
    accepted = 0
    for oudlers, points, contract in product(range(4), range(92), ("garde-sans", "garde-contre")):
        bid = {"step": "contract", "taker": "Ana", "contract": contract}
        result = {"step": "result", "points": points, "oudlers": oudlers, "slam": slam}
        accepted += assert_the_same(FIVE[:4], {}, bid, result)
    possible = 4 * (91 - 12 + 1)
    assert accepted == {None: 2 * possible, "attack": 2 + possible, "defence": 2 * possible}[slam]


def test_random_deals_with_announcements_and_house_rules() -> None:
    chance = Random(41)
    accepted = [assert_the_same(*random_deal(chance)) for _ in range(DEALS)]
    assert DEALS // 4 < sum(accepted) < DEALS


def random_deal(chance: Random) -> tuple[tuple[str, ...], dict[str, Any], Entry, Entry]:
    players = FIVE[: chance.choice((3, 4, 5))]
    choices = {"half": ("winner", "attack"), "misere": (0, 10, 20), "defence_slam": (200, 0)}
    options = {option: chance.choice(values) for option, values in choices.items() if chance.random() < 0.5}
    bid: Entry = {"step": "contract", "taker": chance.choice(players), "contract": chance.choice(list(CONTRACTS))}
    if chance.random() < 0.3:
        bid["slam_announced"] = chance.random() < 0.5
    return players, options, bid, random_result(chance, players, options)


def random_result(chance: Random, players: tuple[str, ...], options: dict[str, Any]) -> Entry:
    oudlers = chance.randint(0, 3)
    points = chance.choice((chance.randint(4 * oudlers, 79 + 4 * oudlers), chance.choice((36, 41, 51, 56, 87, 91))))
    result: Entry = {"step": "result", "points": points, "oudlers": oudlers}
    if len(players) == 5:
        result["partner"] = chance.choice((None, *players))
    if len(players) != 4 or chance.random() < 0.1:
        result["half"] = chance.random() < 0.5
    for key in ("petit", "slam"):
        if chance.random() < 0.3:
            result[key] = chance.choice(("attack", "defence", None))
    shuffled = chance.sample(players, len(players))
    if chance.random() < 0.3:
        levels = chance.sample(list(POIGNEES), chance.randint(0, 2))
        result["poignees"] = {level: [player] for level, player in zip(levels, shuffled, strict=False)}
    if options.get("misere") and chance.random() < 0.5:
        result["miseres"] = {
            kind: chance.sample(players, 1) for kind in ("no-atout", "no-head") if chance.random() < 0.6
        }
    return result
