"""Le Whistiti: thirteen cards, a trump, everybody for themselves; as many tricks as you can."""

from __future__ import annotations

from collections.abc import Iterator

from referee.games.fields import Counts
from referee.games.game import (
    DEALERS_IN_TURN,
    LEFT_STARTS,
    MISDEAL,
    REVOKE,
    Answer,
    Ending,
    Figure,
    Game,
    Outcome,
    Position,
    Preparation,
    Question,
    Tally,
    Way,
    numbered_deal,
)
from referee.games.options import Whole, tie_option
from referee.games.sheet import Line, Round
from referee.games.suits import trump_choice
from referee.games.table import HouseRules, Table
from referee.words import say, say_n

__all__ = ["FOR_A_TRICK", "GAME", "TRICKS", "score"]

# The sheet: 52 cards, thirteen each, so thirteen tricks; article whistiti.score, in points.
PLAYERS, PACK, TRICKS = 4, 52, 13
FOR_A_TRICK = 1

OPTIONS = (
    Whole("target", say("Points à atteindre"), "whistiti.house-target", 5, 200, 20),
    tie_option("whistiti.tie"),
)

FIGURES = (Figure("tricks", say("Plis par donne"), "mean"),)

TITLE, TRICKS_LABEL, NO_TRICK = say("Les plis"), say("Plis faits"), say("aucun pli")
TRUMP = trump_choice(nothing=say("pas noté"))
PREPARATION = Preparation(
    PACK, TRICKS, PACK - PLAYERS * TRICKS,
    DEALERS_IN_TURN, LEFT_STARTS,
    notes=(say("Le donneur montre la dernière carte qu'il se donne : elle dit l'atout. Puis il la reprend en main."),),
)  # fmt: skip


def question(position: Position) -> Question:
    players = position.table.after(position.dealer)
    tricks = Counts("tricks", TRICKS_LABEL, players, TRICKS, "whistiti.tricks", total=TRICKS)
    lead = say(
        "%(dealer)s donne et montre sa dernière carte, qui dit l'atout ; %(first)s entame.",
        dealer=position.dealer, first=players[0],
    )  # fmt: skip
    return Question("tricks", TITLE, (Way((tricks, TRUMP)),), lead)


def record(position: Position, step: str, answer: Answer) -> Outcome:
    tricks = answer["tricks"]
    return Outcome("deal", tuple(score(player, tricks[player]) for player in position.table.players))


def score(player: str, tricks: int) -> Line:
    """The points of one player in one deal (article whistiti.score).

    >>> score("Ana", 4).points, score("Bob", 0).points
    (4, 0)
    """
    reason = say_n("%(n)s pli", "%(n)s plis", tricks) if tricks else NO_TRICK
    return Line(player, FOR_A_TRICK * tricks, reason, "whistiti.score")


def tally(table: Table, row: Round) -> Iterator[Tally]:
    tricks = row.answers["tricks"]["tricks"]
    return (Tally(player, "tricks", tricks[player]) for player in table.players)


def ending(table: Table) -> Ending:
    return Ending(target=table.rules["target"], tie=table.rules["tie"])


def prepare(n: int, rules: HouseRules, deal: int) -> Preparation:
    return PREPARATION


GAME = Game(
    id="whistiti",
    name=say("Le Whistiti"),
    summary=say("Chacun pour soi, treize cartes et un atout retourné. Chaque pli vaut un point ; à 20, on gagne."),
    pack=say("52 cartes, sans les jokers"),
    length=say("un quart d'heure, jusqu'à 20 points"),
    records=say("les plis de chacun"),
    players=(PLAYERS,),
    question=question,
    record=record,
    label=numbered_deal,
    ending=ending,
    prepare=prepare,
    options=OPTIONS,
    offences=(MISDEAL, REVOKE),
    figures=FIGURES,
    tally=tally,
)
