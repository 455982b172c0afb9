"""La Canasta: what is recorded, what it scores and when the match ends (articles canasta.*)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain

from referee.answers.answer import Values
from referee.answers.choices import YesNo
from referee.answers.house_rules import Tie, seats
from referee.answers.numbers import Points
from referee.answers.players import OnePlayer
from referee.answers.rule_fields import choice_rule, number_rule, tie_rule
from referee.answers.table import HouseRules, TableUnder
from referee.answers.violation import Violation
from referee.cards.french import Card, Suit, french_face, french_pack, parse_card
from referee.cards.packs import Pack
from referee.game_definition.figures import Figure
from referee.game_definition.game import Outcome, Preparation, Question, Way, no_remark
from referee.game_definition.sheet import Line, Tally, summed
from referee.game_definition.state import Answer, StateUnder
from referee.game_definition.turn_order import DEALERS_IN_TURN, LEFT_STARTS
from referee.words import Text, names, say

# The tables of the rules: someone who knows the game can check them without reading a function.
PLAYERS = (2, 3, 4)
HANDS = {2: 15, 3: 13, 4: 11}
PACK = Pack.of(parse_card, french_face, french_pack(jokers=2, packs=2))
CARD_POINTS = {"JOKER": 50, "A": 20, "2": 20} | dict.fromkeys(("8", "9", "10", "J", "Q", "K"), 10)
LOW_CARD = 5
"""The points of 4 to 7 and of a black 3; a red 3 counts apart (article canasta.card-points)."""
ALL_POINTS, MULTIPLE = 1180, 5
FOR_NATURAL, FOR_MIXED = 500, 300
LEAST_NATURAL, LEAST_MIXED = 35, 50
"""The points of the cards of the cheapest canasta (article canasta.melded)."""
FOR_GOING_OUT, FOR_CONCEALED = 100, 200
RED_THREES, FOR_RED_THREE, FOR_ALL_RED_THREES = 4, 100, 800
MOST_CANASTAS = 14
FIRST_MELDS = ((3000, 120), (1500, 90), (0, 50))
"""The points that the first meld of a side needs from a total on; below 0 it needs 15 (article canasta.first-meld)."""
LOWEST_FIRST_MELD = 15
CANASTA_CARDS = 7
THREE_WILD, FEWER_WILD = "three", "fewer"


def canastas_to_go_out(answers: Values) -> int:
    """The canastas that a side needs to go out, where the table does not say: two at two players."""
    return 2 if seats(answers) == PLAYERS[0] else 1


@dataclass(frozen=True, slots=True, kw_only=True)
class CanastaRules(HouseRules):
    """The house rules; the defaults are printed."""

    wild: str = choice_rule(
        say("Cartes libres d'une combinaison"),
        ((THREE_WILD, say("trois au plus")), (FEWER_WILD, say("moins que de naturelles"))),
        "canasta.wild",
        THREE_WILD,
    )
    four_red_lost: int = choice_rule(
        say("Quatre 3 rouges sans combinaison"), ((800, say("−800")), (400, say("−400"))), "canasta.red-threes", 800
    )
    red_threes_need: str = choice_rule(
        say("Les 3 rouges comptent en plus"),
        (("meld", say("dès qu'on a posé")), ("canasta", say("dès qu'on a une canasta"))),
        "canasta.red-threes",
        "meld",
    )
    canastas_out: int = number_rule(say("Canastas pour sortir"), 1, 3, "canasta.out", canastas_to_go_out)
    target: int = number_rule(say("Points à atteindre"), 1000, 20000, "canasta.end", 5000)
    tie: Tie = tie_rule("match.tie")


FIGURES = (
    Figure("canastas", say("Canastas par donne"), "mean"),
    Figure("went-out", say("Sorties"), "share"),
    Figure("points-per-deal", say("Points par donne"), "mean"),
)

TITLE, NOBODY = say("Que marque chaque camp ?"), say("personne : talon épuisé")


def card_points(card: Card) -> int:
    """The points of a card, on the table or in hand; 0 for a red three.

    >>> [card_points(parse_card(code)) for code in ("JOKER", "2S", "KH", "7C", "3S", "3H")]
    [50, 20, 10, 5, 5, 0]
    """
    return 0 if is_red_three(card) else CARD_POINTS.get(card.rank, LOW_CARD)


def is_red_three(card: Card) -> bool:
    """Whether the card is a red three, which is laid apart."""
    return card.rank == "3" and card.suit in (Suit.HEARTS, Suit.DIAMONDS)


def first_meld(total: int) -> int:
    """The points that a side's first meld needs, by its total (article canasta.first-meld).

    >>> first_meld(-5), first_meld(0), first_meld(1495), first_meld(3000)
    (15, 50, 50, 120)
    """
    return next((points for least, points in FIRST_MELDS if total >= least), LOWEST_FIRST_MELD)


def question(state: StateUnder[CanastaRules]) -> Question:
    extras = {"first_meld": {side: first_meld(total) for side, total in state.totals.items()}}
    way = Way(deal_fields(state.table))
    return Question("deal", TITLE, (way,), _lead(extras["first_meld"]), extras, say("la donne"), no_remark)


def _lead(needed: Mapping[str, int]) -> Text:
    melds = names(say("%(side)s %(points)s", side=side, points=points) for side, points in needed.items())
    return say("Première pose : %(melds)s.", melds=melds)


def deal_fields(table: TableUnder[CanastaRules]) -> tuple[OnePlayer | YesNo | Points, ...]:
    """Who went out, and what each side has."""
    sides = tuple(side.name for side in table.sides)

    def points_field(key: str, label: Text, high: int, usual: tuple[int, int]) -> Points:
        return Points(key, label, sides, 0, high, "canasta.counts", increments=(1,), usual=usual)

    def points(key: str, label: Text, usual: tuple[int, int]) -> Points:
        return Points(key, label, sides, 0, ALL_POINTS, "canasta.counts", multiple=MULTIPLE, usual=usual)

    return (
        OnePlayer("out", say("Qui est sorti ?"), table.players, nothing=NOBODY),
        YesNo("concealed", say("Sortie cachée"), optional=True, rare=True),
        points_field("naturals", say("Canastas pures"), MOST_CANASTAS, (0, 1)),
        points_field("mixed", say("Canastas mixtes"), MOST_CANASTAS, (0, 2)),
        points_field("red_threes", say("Trois rouges"), RED_THREES, (0, 2)),
        points("melded", say("Points posés"), (200, 400)),
        points("left", say("Points en main"), (0, 60)),
    )


def check(state: StateUnder[CanastaRules], step: str, answer: Answer) -> Iterator[Violation]:
    if sum(answer["red_threes"].values()) > RED_THREES:
        yield Violation("canasta.counts", "red_threes", say("Il n'y a que quatre 3 rouges."))
    total = sum(chain(answer["melded"].values(), answer["left"].values()))
    if total > ALL_POINTS:
        message = say("Toutes les cartes font %(all)s points ; il y en a %(total)s ici.", all=ALL_POINTS, total=total)
        yield Violation("canasta.counts", "melded", message)
    for side, melded in answer["melded"].items():
        least = LEAST_NATURAL * answer["naturals"][side] + LEAST_MIXED * answer["mixed"][side]
        if melded < least:
            message = say("%(side)s : ces canastas valent au moins %(least)s points posés.", side=side, least=least)
            yield Violation("canasta.melded", "melded", message)
    yield from _check_out(state, answer)


def _check_out(state: StateUnder[CanastaRules], answer: Answer) -> Iterator[Violation]:
    out = answer["out"]
    if out is None:
        if answer.get("concealed"):
            yield Violation("canasta.out", "concealed", say("Personne n'est sorti : il n'y a pas de sortie cachée."))
        return
    side, needed = state.table.side_by_player[out], state.rules.canastas_out
    if _canastas(answer, side) < needed:
        message = say("Pour sortir, il faut %(n)s canastas à %(side)s.", n=needed, side=side)
        if needed == 1:
            message = say("Pour sortir, il faut une canasta à %(side)s.", side=side)
        yield Violation("canasta.out", "out", message)
    if side == out and answer["left"][side]:
        yield Violation("canasta.out", "left", say("%(player)s est sorti : il ne lui reste rien en main.", player=out))


def _canastas(answer: Answer, side: str) -> int:
    canastas: int = answer["naturals"][side] + answer["mixed"][side]
    return canastas


def record(state: StateUnder[CanastaRules], step: str, answer: Answer) -> Outcome:
    table = state.table
    lines = tuple(chain.from_iterable(deal_lines(state, answer, side.name) for side in table.sides))
    points, sides = summed(state.totals, lines), table.side_by_player
    tallies = (
        Tally("canastas", {player: _canastas(answer, side) for player, side in sides.items()}),
        Tally("went-out", {player: int(player == answer["out"]) for player in table.players}),
        Tally("points-per-deal", {player: points[side] for player, side in sides.items()}),
    )
    return Outcome("deal", lines, tallies=tallies)


def deal_lines(state: StateUnder[CanastaRules], answer: Answer, side: str) -> Iterable[Line]:
    """The points of a side in a deal, part by part (articles canasta.score, .red-threes, .out)."""
    naturals, mixed, left = answer["naturals"][side], answer["mixed"][side], answer["left"][side]
    yield Line(side, answer["melded"][side], say("points posés"), "canasta.score", str(answer["melded"][side]))
    if naturals:
        yield Line(side, FOR_NATURAL * naturals, say("canastas pures"), "canasta.score", f"{naturals}×{FOR_NATURAL}")
    if mixed:
        yield Line(side, FOR_MIXED * mixed, say("canastas mixtes"), "canasta.score", f"{mixed}×{FOR_MIXED}")
    if answer["out"] is not None and state.table.side_by_player[answer["out"]] == side:
        if answer.get("concealed"):
            yield Line(side, FOR_CONCEALED, say("sortie cachée"), "canasta.out")
        else:
            yield Line(side, FOR_GOING_OUT, say("sortie"), "canasta.out")
    red_threes = red_three_points(state.rules, answer, side)
    if red_threes:
        yield Line(side, red_threes, say("3 rouges"), "canasta.red-threes")
    if left:
        yield Line(side, -left, say("points en main"), "canasta.score", f"−{left}")


def red_three_points(rules: CanastaRules, answer: Answer, side: str) -> int:
    """The points of a side's red threes, negative where it has not what they need (article canasta.red-threes)."""
    number = answer["red_threes"][side]
    has_enough = _canastas(answer, side) if rules.red_threes_need == "canasta" else answer["melded"][side]
    if number == RED_THREES:
        return FOR_ALL_RED_THREES if has_enough else -rules.four_red_lost
    return FOR_RED_THREE * int(number) * (1 if has_enough else -1)


def prepare(n: int, rules: CanastaRules, deal: int) -> Preparation:
    notes = (say("Retournez une carte à côté du talon."), say("Chacun pose ses 3 rouges devant lui et les remplace."))
    return Preparation(PACK, (HANDS[n],) * n, DEALERS_IN_TURN, LEFT_STARTS, notes=notes)
