"""Le Kem's: two teams, a secret signal each, and four equal cards to make known without a word."""

from __future__ import annotations

from dataclasses import dataclass

from referee.answers.answer import Labelled
from referee.answers.choices import Choice
from referee.answers.house_rules import Tie
from referee.answers.rule_fields import choice_rule, number_rule, tie_rule
from referee.answers.sides import SideChoice
from referee.answers.table import HouseRules, TableUnder
from referee.cards.packs import FIFTY_TWO
from referee.game_definition.endings import Ending
from referee.game_definition.figures import Figure
from referee.game_definition.game import Outcome, Preparation, Question, Way
from referee.game_definition.sheet import Line, Tally
from referee.game_definition.state import Answer, StateUnder
from referee.game_definition.turn_order import DEALERS_IN_TURN
from referee.words import Renderable, Text, say, signed

KEMS, DOUBLE, CONTRE, MISSED_CONTRE, FALSE_KEMS = (
    "kems", "double-kems", "contre-kems", "contre-kems-rate", "false-kems",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class CallKind:
    """A kind of call: its points for the calling side (None: a house rule), whether it ends the deal, its article.

    ``label``, ``brief``, ``reason``: its words on a form, in a table cell and on the sheet; ``figure``: the label of
    its statistic.
    """

    points: int | None
    ends_deal: bool
    article: str
    label: Text
    brief: str | Text
    reason: Text
    figure: Text


# Article kems.score; the sheet does not give the points of a false kem's.
CALLS: dict[str, CallKind] = {
    KEMS: CallKind(
        1, True, "kems.call", say("kem's"), "K",
        say("kem's : quatre cartes de même valeur"), say("Kem's de son équipe"),
    ),
    DOUBLE: CallKind(
        4, True, "kems.double", say("double kem's"), "DK",
        say("double kem's : quatre cartes de même valeur chacun"), say("Doubles kem's"),
    ),
    CONTRE: CallKind(
        4, True, "kems.contre", say("contre-kem's"), "CK",
        say("contre-kem's : le signal adverse est découvert"), say("Contre-kem's réussis"),
    ),
    MISSED_CONTRE: CallKind(
        -2, False, "kems.contre-wrong", say("contre-kem's raté"), say("CK raté"),
        say("contre-kem's raté : ce n'était pas le signal"), say("Contre-kem's ratés"),
    ),
    FALSE_KEMS: CallKind(
        None, False, "kems.false-kems", say("faux kem's"), say("faux K"),
        say("faux kem's : le partenaire n'avait pas ses quatre cartes"), say("Faux kem's"),
    ),
}  # fmt: skip
CALL_CHOICES: Labelled = tuple((id, call.label) for id, call in CALLS.items())

FIGURES = tuple(Figure(id, call.figure, "count") for id, call in CALLS.items())

CARDS_EACH = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class KemsRules(HouseRules):
    """The house rules; the defaults are printed."""

    target: int = number_rule(say("Points à atteindre"), 1, 100, "kems.target", 10)
    false_kems: int = choice_rule(
        say("Faux kem's"),
        ((0, say("ne coûte rien")), (-1, say("1 point de moins")), (-2, say("2 points de moins"))),
        "kems.false-kems",
        0,
    )
    tie: Tie = tie_rule("kems.tie")


SIDE_LABEL, CALL_LABEL, TITLE = say("Qui l'a crié ?"), say("Qu'a-t-on crié ?"), say("L'annonce")
NOTES = (
    say("Avant de jouer, chaque équipe convient en secret d'un signal."),
    say("Étalez quatre cartes de la pioche au milieu, visibles."),
)


def points_of(call: str, rules: KemsRules) -> int:
    """The points of a call for its side (articles kems.score and kems.false-kems).

    >>> points_of("double-kems", KemsRules()), points_of("contre-kems-rate", KemsRules())
    (4, -2)
    >>> points_of("false-kems", KemsRules(false_kems=-1))
    -1
    """
    points = CALLS[call].points
    return rules.false_kems if points is None else points


def question(state: StateUnder[KemsRules]) -> Question:
    keys = tuple((id, _with_points(label, points_of(id, state.rules))) for id, label in CALL_CHOICES)
    call = Choice("call", CALL_LABEL, CALL_CHOICES, keys=keys)
    way = Way((SideChoice("side", SIDE_LABEL, state.table.sides), call))
    return Question("call", TITLE, (way,), _lead(state), subject=say("l'appel"))


def _with_points(call: Renderable, points: int) -> Renderable:
    return say("%(call)s %(points)s", call=call, points=signed(points)) if points else call


def _lead(state: StateUnder[KemsRules]) -> Text:
    exposed = state.memory.get("unmasked")
    if exposed is not None:
        return say(
            "%(dealer)s donne. Signal découvert : %(side)s, choisissez-en un nouveau.",
            dealer=state.dealer,
            side=exposed,
        )
    return say("%(dealer)s donne. Dès qu'une annonce tombe, notez qui l'a criée.", dealer=state.dealer)


def record(state: StateUnder[KemsRules], step: str, answer: Answer) -> Outcome:
    side, call = answer["side"], CALLS[answer["call"]]
    line = Line(side, points_of(answer["call"], state.rules), call.reason, call.article, call.brief)
    # The entry does not tell which of the partners called: it counts for both.
    tallies = (Tally(answer["call"], dict.fromkeys(state.table.players_of(side), 1)),)
    if not call.ends_deal:
        return Outcome("line", (line,), tallies=tallies)
    if answer["call"] != CONTRE:
        return Outcome("deal", (line,), memory={}, tallies=tallies)
    exposed = next(other.name for other in state.table.sides if other.name != side)
    return Outcome("deal", (line,), memory={"unmasked": exposed}, tallies=tallies)


def ending(table: TableUnder[KemsRules]) -> Ending:
    return Ending(target=table.rules.target, tie=table.rules.tie, at_once=True)


def prepare(n: int, rules: KemsRules, deal: int) -> Preparation:
    together = say("tout le monde joue en même temps")
    return Preparation(FIFTY_TWO, (CARDS_EACH,) * n, DEALERS_IN_TURN, together, notes=NOTES)
