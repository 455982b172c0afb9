"""The result of a deal with the thirty-two cards between two sides: 162 points or a capot, belote and declarations."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from referee.answers.answer import Field
from referee.answers.numbers import OtherWay, Points
from referee.answers.sides import SideChoice
from referee.answers.table import Side, Table
from referee.answers.violation import Violation
from referee.cards.thirty_two import ALL_POINTS
from referee.game_definition.game import Way
from referee.game_definition.state import Answer, State
from referee.game_definition.turn_order import by_turn_option, who_speaks
from referee.words import Text, say

BELOTE = 20
NEVER = (1, 161)
"""No cards make one point alone."""
MOST_DECLARED, NEVER_DECLARED, DECLARED_STEP = 550, (10, 30), 10
DECLARATION_KEYS = (20, 50, 100, 150, 200)
USUAL = (62, 132)
TEN, ALL_TENS, USUAL_TENS = 10, 160, (60, 130)


POINTS_LABEL = say("Les points des plis")


@dataclass(frozen=True, slots=True)
class ResultArticles:
    """The articles that refuse what cannot be: of the points, of the declarations; and that of the capot."""

    points: str
    declared: str
    capot: str


def sides_of(table: Table, taker: str) -> tuple[Side, Side]:
    """The side of the taker, then the other."""
    takers = next(side for side in table.sides if taker in side.players)
    return takers, next(side for side in table.sides if side is not takers)


def held_in(state: State) -> int:
    """The points of level deals that wait for the side that wins the next one."""
    held_points: int = state.memory.get("held", 0)
    return held_points


def lead_of_contract(state: State) -> Text:
    """Who speaks first, and the points that wait for the winner of the deal."""
    held_points = held_in(state)
    if not held_points:
        return who_speaks(state)
    return say(
        "%(first)s parle en premier. En litige : %(held)s points, pour le gagnant de cette donne.",
        first=state.table.next_seat(state.dealer, by_turn_option(state.rules)),
        held=held_points,
    )


def result_ways(
    sides: tuple[Side, Side], articles: ResultArticles, announced: tuple[Field, ...], *, tens: bool = False
) -> tuple[Way, ...]:
    """The points of both sides, or the side that took every trick; with ``announced`` beside.

    ``tens``: the points are noted in tens, 160 in all.
    """
    names, total = tuple(side.name for side in sides), all_points(tens)
    points = Points(
        "points", POINTS_LABEL, names, 0, total, articles.points, total,
        never=() if tens else NEVER, multiple=TEN if tens else 1, usual=USUAL_TENS if tens else USUAL,
        all_way=OtherWay("capot", "capot", say("Tous les plis ? Capot"), all_tricks(total), articles.capot),
    )  # fmt: skip
    capot = SideChoice("capot", say("Qui fait tous les plis ?"), sides)
    return (
        Way((points, *announced), "points", say("Les points")),
        Way((capot, *announced), "capot", say("Capot"), rare=True),
    )


def announced_fields(
    sides: tuple[Side, Side], articles: ResultArticles, *, declarations: bool, belote: bool = True
) -> tuple[Field, ...]:
    """The side with the belote, and with ``declarations`` their points. Not ``belote``: no form asks for it."""
    nobody = say("personne")
    holder = SideChoice("belote", say("Belote et rebelote"), sides, nothing=nobody, optional=True, offered=belote)
    if not declarations:
        return (holder,)
    names = tuple(side.name for side in sides)
    declared = Points(
        "declared", say("Annonces"), names, 0, MOST_DECLARED, articles.declared, never=NEVER_DECLARED,
        multiple=DECLARED_STEP, increments=DECLARATION_KEYS, usual=(0, 50), optional=True,
    )  # fmt: skip
    return (holder, declared)


def all_tricks(total: int) -> Text:
    """What to choose where one side has all the points because it took every trick."""
    return say(
        "%(total)s à 0 ? Si un camp a fait tous les plis, ce n'est pas un nombre de points : choisissez « Capot ».",
        total=total,
    )


def all_points(tens: bool) -> int:
    """The points of both sides together: 162, or 160 where they are noted in tens."""
    return ALL_TENS if tens else ALL_POINTS


def result_violations(answer: Answer, articles: ResultArticles, *, tens: bool = False) -> Iterator[Violation]:
    """The points of both sides make 162, or 160 in ``tens``; one side at most has declarations."""
    points, declared, total = answer.get("points"), answer.get("declared"), all_points(tens)
    if points is not None and sum(points.values()) != total:
        message = say("Le total doit faire %(total)s ; il fait %(made)s.", total=total, made=sum(points.values()))
        yield Violation(articles.points, "points", message)
    if declared is not None and all(declared.values()):
        yield Violation(articles.declared, "declared", say("Un seul camp compte ses annonces : celui de la meilleure."))


def belote_of(answer: Answer, side: str) -> int:
    """The points of the belote that the side has."""
    return BELOTE if answer.get("belote") == side else 0


def declared_of(answer: Answer, side: str) -> int:
    """The points of the declarations of the side."""
    declared: int = answer.get("declared", {}).get(side, 0)
    return declared
