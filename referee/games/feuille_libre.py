"""La Feuille libre: a sheet for any other game; it knows no rules, it adds up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.games.fields import Points
from referee.games.game import (
    DEALERS_IN_TURN,
    LEFT_STARTS,
    Answer,
    Ending,
    Game,
    Outcome,
    Position,
    Preparation,
    Question,
    Way,
    numbered_deal,
)
from referee.games.options import SHARED, OneOf, Whole, Words, tie_option
from referee.games.sheet import Line
from referee.games.table import HouseRules, Table
from referee.words import Text, say

__all__ = ["GAME", "LONGEST_TITLE", "MOST_POINTS"]

# Article feuille-libre.points, in points of one deal, of either sign.
MOST_POINTS = 9999
LONGEST_TITLE = 40

HIGH, LOW = "high", "low"

OPTIONS = (
    OneOf(
        "best", say("Qui gagne"), "feuille-libre.best",
        ((HIGH, say("le plus grand total")), (LOW, say("le plus petit total"))), HIGH,
    ),
    Whole("target", say("Total qui arrête la partie"), "feuille-libre.end", 1, 99999, None, nullable=True),
    Whole("deals", say("Nombre de donnes"), "feuille-libre.end", 1, 200, None, nullable=True),
    Words("title", say("Nom du jeu"), "feuille-libre.title", LONGEST_TITLE),
    tie_option("feuille-libre.tie", SHARED, only=SHARED),
)  # fmt: skip

TITLE, POINTS_LABEL, REASON = say("Les points"), say("Points de la donne"), say("points de la donne")
NOTES = (say("Suivez les règles de votre jeu : la feuille ne fait qu'additionner."),)


def question(position: Position) -> Question:
    points = Points(
        "points", POINTS_LABEL, position.table.players, -MOST_POINTS, MOST_POINTS, "feuille-libre.points",
    )  # fmt: skip
    return Question("points", TITLE, (Way((points,)),), _lead(position))


def _lead(position: Position) -> Text:
    deals, target = position.rules["deals"], position.rules["target"]
    if deals is not None:
        return say(
            "%(dealer)s donne : c'est la donne %(deal)s sur %(deals)s.",
            dealer=position.dealer, deal=position.deal, deals=deals,
        )  # fmt: skip
    if target is not None:
        return say(
            "%(dealer)s donne. On s'arrête dès qu'un total atteint %(target)s.",
            dealer=position.dealer, target=target,
        )  # fmt: skip
    return say("%(dealer)s donne. À la fin, notez les points de chacun.", dealer=position.dealer)


def record(position: Position, step: str, answer: Answer) -> Outcome:
    points = answer["points"]
    return Outcome(
        "deal", tuple(Line(player, points[player], REASON, "feuille-libre.points") for player in position.table.players)
    )


def ending(table: Table) -> Ending:
    return Ending(deals=table.rules["deals"], target=table.rules["target"], tie=SHARED)


def lowest_wins(rules: HouseRules) -> bool:
    """Article feuille-libre.best.

    >>> lowest_wins({"best": "low"}), lowest_wins({"best": "high"})
    (True, False)
    """
    return bool(rules["best"] == LOW)


def called(chosen: Mapping[str, Any]) -> str:
    """Article feuille-libre.title.

    >>> called({"title": " Belote "}), called({})
    ('Belote', '')
    """
    return str(chosen.get("title", "")).strip()


def prepare(n: int, rules: HouseRules, deal: int) -> Preparation:
    return Preparation(0, 0, 0, DEALERS_IN_TURN, LEFT_STARTS, notes=NOTES)


GAME = Game(
    id="feuille-libre",
    name=say("La Feuille libre"),
    summary=say(
        "Pour tout autre jeu : notez les points de chacun, la feuille additionne. Vous dites si le plus grand ou "
        "le plus petit total gagne, et quand on s'arrête."
    ),
    pack=say("les cartes de votre jeu"),
    length=say("tant que vous voulez"),
    records=say("les points de chacun"),
    players=tuple(range(2, 13)),
    question=question,
    record=record,
    label=numbered_deal,
    ending=ending,
    prepare=prepare,
    options=OPTIONS,
    lowest_wins=lowest_wins,
    called=called,
)
