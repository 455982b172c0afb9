"""La Feuille libre: a sheet for any other game; it knows no rules, it adds up."""

from __future__ import annotations

from referee.answers.choices import Choice
from referee.answers.house_rules import NONE, SHARED, Option, tie_option
from referee.answers.numbers import Number, Points
from referee.answers.table import HouseRules, Table
from referee.answers.texts import Words
from referee.game_definition.game import (
    DEALERS_IN_TURN,
    LEFT_STARTS,
    Answer,
    Ending,
    Outcome,
    Preparation,
    Question,
    State,
    Way,
)
from referee.game_definition.sheet import Line
from referee.words import Text, say

# Article feuille-libre.points, in points of one deal, of either sign.
MOST_POINTS = 9999
LONGEST_TITLE = 40
# Article feuille-libre.players: the least and the largest number of players.
FEWEST, MOST = 2, 12

HIGH, LOW = "high", "low"

OPTIONS = (
    Option(
        Choice("best", say("Qui gagne"), ((HIGH, say("le plus grand total")), (LOW, say("le plus petit total")))),
        "feuille-libre.best", HIGH, fixed=True,
    ),
    Option(Number("target", say("Total qui arrête la partie"), 1, 99999, nothing=NONE), "feuille-libre.end"),
    Option(Number("deals", say("Nombre de donnes"), 1, 200, nothing=NONE), "feuille-libre.end"),
    Option(Words("title", say("Nom du jeu"), LONGEST_TITLE), "feuille-libre.title", "", fixed=True),
    tie_option("feuille-libre.tie", SHARED, only=SHARED),
)  # fmt: skip

TITLE, POINTS_LABEL, REASON = say("Les points"), say("Points de la donne"), say("points de la donne")
NOTES = (say("Suivez vos règles : la feuille additionne."), say("On peut arriver ou partir entre deux donnes."))


def question(state: State) -> Question:
    sides = tuple(side.name for side in state.table.sides) if state.table.in_teams else state.table.present
    points = Points("points", POINTS_LABEL, sides, -MOST_POINTS, MOST_POINTS, "feuille-libre.points")
    return Question("points", TITLE, (Way((points,)),), _lead(state), subject=say("les points"))


def _lead(state: State) -> Text:
    deals, target = state.rules["deals"], state.rules["target"]
    if deals is not None:
        return say(
            "%(dealer)s donne : c'est la donne %(deal)s sur %(deals)s.",
            dealer=state.dealer,
            deal=state.deal,
            deals=deals,
        )
    if target is not None:
        return say(
            "%(dealer)s donne. On s'arrête dès qu'un total atteint %(target)s.", dealer=state.dealer, target=target
        )
    return say("%(dealer)s donne. À la fin, notez les points de chacun.", dealer=state.dealer)


def record(state: State, step: str, answer: Answer) -> Outcome:
    points = answer["points"]
    return Outcome("deal", tuple(Line(side, points[side], REASON, "feuille-libre.points") for side in points))


def ending(table: Table) -> Ending:
    return Ending(deals=table.rules["deals"], target=table.rules["target"], tie=SHARED)


def lowest_wins(rules: HouseRules) -> bool:
    """Article feuille-libre.best.

    >>> lowest_wins({"best": "low"}), lowest_wins({"best": "high"})
    (True, False)
    """
    return bool(rules["best"] == LOW)


def prepare(n: int, rules: HouseRules, deal: int) -> Preparation:
    return Preparation(None, (), DEALERS_IN_TURN, LEFT_STARTS, notes=NOTES)
