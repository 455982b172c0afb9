"""Le Kem's: two teams, a secret signal each, and four equal cards to make known without a word."""

from __future__ import annotations

from collections.abc import Iterator

from referee.answers.answer import Labelled
from referee.answers.choices import Choice
from referee.answers.house_rules import Option, tie_option
from referee.answers.numbers import Number
from referee.answers.players import SideChoice
from referee.answers.table import HouseRules, Table
from referee.cards.packs import FIFTY_TWO
from referee.game_definition.game import (
    DEALERS_IN_TURN,
    Answer,
    Ending,
    Figure,
    Outcome,
    Preparation,
    Question,
    State,
    Tally,
    Way,
)
from referee.game_definition.sheet import Line, Round
from referee.words import Text, say

KEMS, DOUBLE, CONTRE, MISSED_CONTRE, FALSE_KEMS = (
    "kems",
    "double-kems",
    "contre-kems",
    "contre-kems-rate",
    "false-kems",
)

# Article kems.score, in points for the calling side; those of a false kem's are an option, not on the sheet.
POINTS = {KEMS: 1, DOUBLE: 4, CONTRE: 4, MISSED_CONTRE: -2}
ENDS_THE_DEAL = frozenset((KEMS, DOUBLE, CONTRE))
ARTICLES = {
    KEMS: "kems.call",
    DOUBLE: "kems.double",
    CONTRE: "kems.contre",
    MISSED_CONTRE: "kems.contre-wrong",
    FALSE_KEMS: "kems.false-kems",
}
CALLS: Labelled = (
    (KEMS, say("kem's")),
    (DOUBLE, say("double kem's")),
    (CONTRE, say("contre-kem's")),
    (MISSED_CONTRE, say("contre-kem's raté")),
    (FALSE_KEMS, say("faux kem's")),
)
REASONS: dict[str, Text] = {
    KEMS: say("kem's : quatre cartes de même valeur"),
    DOUBLE: say("double kem's : quatre cartes de même valeur chacun"),
    CONTRE: say("contre-kem's : le signal adverse est découvert"),
    MISSED_CONTRE: say("contre-kem's raté : ce n'était pas le signal"),
    FALSE_KEMS: say("faux kem's : le partenaire n'avait pas ses quatre cartes"),
}
BRIEF: dict[str, str | Text] = {
    KEMS: "K",
    DOUBLE: "DK",
    CONTRE: "CK",
    MISSED_CONTRE: say("CK raté"),
    FALSE_KEMS: say("faux K"),
}

FIGURES = (
    Figure(KEMS, say("Kem's de son équipe"), "count"),
    Figure(DOUBLE, say("Doubles kem's"), "count"),
    Figure(CONTRE, say("Contre-kem's réussis"), "count"),
    Figure(MISSED_CONTRE, say("Contre-kem's ratés"), "count"),
    Figure(FALSE_KEMS, say("Faux kem's"), "count"),
)

CARDS_EACH = 4

OPTIONS = (
    Option(Number("target", say("Points à atteindre"), 1, 100), "kems.target", 10),
    Option(
        Choice(
            "false_kems", say("Faux kem's"),
            ((0, say("ne coûte rien")), (-1, say("1 point de moins")), (-2, say("2 points de moins"))),
        ),
        "kems.false-kems", 0,
    ),
    tie_option("kems.tie"),
)  # fmt: skip

SIDE_LABEL, CALL_LABEL, TITLE = say("Qui l'a crié ?"), say("Qu'a-t-on crié ?"), say("L'annonce")
NOTES = (
    say("Avant de jouer, chaque équipe convient en secret d'un signal."),
    say("Étalez quatre cartes de la pioche au milieu, visibles."),
)


def points_of(call: str, rules: HouseRules) -> int:
    """The points of a call for its side (articles kems.score and kems.false-kems).

    >>> points_of("double-kems", {"false_kems": 0}), points_of("contre-kems-rate", {"false_kems": 0})
    (4, -2)
    >>> points_of("false-kems", {"false_kems": -1})
    -1
    """
    points: int = rules["false_kems"] if call == FALSE_KEMS else POINTS[call]
    return points


def question(state: State) -> Question:
    way = Way((SideChoice("side", SIDE_LABEL, state.table.sides), Choice("call", CALL_LABEL, CALLS)))
    return Question("call", TITLE, (way,), _lead(state), subject=say("l'appel"))


def _lead(state: State) -> Text:
    exposed = state.memory.get("unmasked")
    if exposed is not None:
        return say(
            "%(dealer)s donne. Signal découvert : %(side)s, choisissez-en un nouveau.",
            dealer=state.dealer,
            side=exposed,
        )
    return say("%(dealer)s donne. Dès qu'une annonce tombe, notez qui l'a criée.", dealer=state.dealer)


def record(state: State, step: str, answer: Answer) -> Outcome:
    side, call = answer["side"], answer["call"]
    line = Line(side, points_of(call, state.rules), REASONS[call], ARTICLES[call], BRIEF[call])
    if call not in ENDS_THE_DEAL:
        return Outcome("line", (line,))
    if call != CONTRE:
        return Outcome("deal", (line,), memory={})
    exposed = next(other.name for other in state.table.sides if other.name != side)
    return Outcome("deal", (line,), memory={"unmasked": exposed})


def tally(table: Table, row: Round) -> Iterator[Tally]:
    """The call, for each player of its side: the entry does not tell which of them made it."""
    call = row.answers["call"]
    partners = next(side.players for side in table.sides if side.name == call["side"])
    return (Tally(player, call["call"], 1) for player in partners)


def ending(table: Table) -> Ending:
    return Ending(target=table.rules["target"], tie=table.rules["tie"], at_once=True)


def prepare(n: int, rules: HouseRules, deal: int) -> Preparation:
    together = say("tout le monde joue en même temps")
    return Preparation(FIFTY_TWO, (CARDS_EACH,) * n, DEALERS_IN_TURN, together, notes=NOTES)
