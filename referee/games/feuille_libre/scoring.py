"""La Feuille libre: a sheet for any other game; it knows no rules, it adds up."""

from __future__ import annotations

from collections.abc import Iterator

from referee.answers.choices import Choice
from referee.answers.house_rules import NONE, SHARED, Option, tie_option
from referee.answers.numbers import Number, Points
from referee.answers.players import OnePlayer
from referee.answers.table import HouseRules, Table
from referee.answers.texts import NewName, Words
from referee.answers.violation import Violation
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
from referee.words import Text, say, say_n

# Article feuille-libre.points, in points of one deal, of either sign.
MOST_POINTS = 9999
LONGEST_TITLE = 40
# Article feuille-libre.players: the least number of players, and the largest number of names on a sheet.
FEWEST, MOST = 2, 12

HIGH, LOW = "high", "low"

OPTIONS = (
    Option(
        Choice("best", say("Qui gagne"), ((HIGH, say("le plus grand total")), (LOW, say("le plus petit total")))),
        "feuille-libre.best", HIGH,
    ),
    Option(Number("target", say("Total qui arrête la partie"), 1, 99999, nothing=NONE), "feuille-libre.end"),
    Option(Number("deals", say("Nombre de donnes"), 1, 200, nothing=NONE), "feuille-libre.end"),
    Option(Words("title", say("Nom du jeu"), LONGEST_TITLE), "feuille-libre.title", ""),
    tie_option("feuille-libre.tie", SHARED, only=SHARED),
)  # fmt: skip

TITLE, POINTS_LABEL, REASON = say("Les points"), say("Points de la donne"), say("points de la donne")
JOINS, LEAVES = say("Un joueur arrive"), say("Un joueur s'en va")
JOINING, LEAVING, BROUGHT = say("Qui arrive"), say("Qui s'en va"), say("Points à son arrivée")
BROUGHT_REASON, BROUGHT_BRIEF = say("points à son arrivée"), say("arrivée")
IN_TEAMS = say("En équipes, personne n'arrive ni ne s'en va en cours de partie.")
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


def asides(state: State) -> tuple[Question, ...]:
    """A player joins or leaves, at any time of the match (article feuille-libre.players)."""
    table = state.table
    newcomer = NewName("player", JOINING, (*table.present, *table.stand_ins.values()), table.away)
    points = Number("points", BROUGHT, -MOST_POINTS, MOST_POINTS, "feuille-libre.points", optional=True)
    leaver = OnePlayer("player", LEAVING, table.present, barred=table.present if len(table.present) <= FEWEST else ())
    join_lead = say(
        "À partir de la donne %(deal)s. Celui qui revient retrouve sa place et son total ; les autres commencent à 0, "
        "à la dernière place.",
        deal=state.deal,
    )
    leave_lead = say(
        "À partir de la donne %(deal)s. Son nom reste sur la feuille et au classement, derrière ceux qui jouent.",
        deal=state.deal,
    )
    return (
        Question("joins", JOINS, (Way((newcomer, points)),), join_lead, subject=say("l'arrivée")),
        Question("leaves", LEAVES, (Way((leaver,)),), leave_lead, subject=say("le départ")),
    )


def check(state: State, step: str, answer: Answer) -> Iterator[Violation]:
    """Article feuille-libre.players."""
    table = state.table
    if table.in_teams and step in ("joins", "leaves"):
        yield Violation("feuille-libre.players", None, IN_TEAMS)
    elif step == "leaves" and len(table.present) <= FEWEST:
        yield _player_violation(say("Il faut rester au moins %(n)s à jouer.", n=FEWEST))
    elif step == "joins" and answer["player"] not in table.away:
        if table.at_table(answer["player"]):
            yield _player_violation(say("%(player)s est déjà à la table.", player=answer["player"]))
        elif len(table.players) >= MOST:
            yield _player_violation(say_n("La feuille a %(n)s nom au plus.", "La feuille a %(n)s noms au plus.", MOST))


def _player_violation(message: Text) -> Violation:
    return Violation("feuille-libre.players", "player", message)


def record(state: State, step: str, answer: Answer) -> Outcome:
    if step == "joins":
        player, points_on_arrival = answer["player"], answer.get("points", 0)
        line = Line(player, points_on_arrival, BROUGHT_REASON, "feuille-libre.players", BROUGHT_BRIEF)
        return Outcome("aside", (line,) if points_on_arrival else (), table=state.table.with_player(player))
    if step == "leaves":
        return Outcome("aside", table=state.table.without(answer["player"]))
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
