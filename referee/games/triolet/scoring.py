"""Le Triolet: three cards in hand, three open, three closed; the first rid of all of them wins."""

from __future__ import annotations

from dataclasses import dataclass

from referee.answers.house_rules import Tie
from referee.answers.players import PlayerOrder
from referee.answers.rule_fields import choice_rule, number_or_none_rule, tie_rule, yes_no_rule
from referee.answers.table import HouseRules
from referee.cards.packs import FIFTY_TWO
from referee.game_definition.figures import deals_won_tally
from referee.game_definition.game import Outcome, Preparation, Question, Way
from referee.game_definition.sheet import Line
from referee.game_definition.state import Answer, StateUnder
from referee.words import Text, say

# The sheet: the ranks removed, by players. From six players on there are two packs (article triolet.two-packs).
RANKS_OUT: dict[int, tuple[str, ...]] = {3: ("4", "5", "6"), 4: ("4", "5"), 5: ("4",), 6: (), 7: (), 8: ()}
PACKS = {3: 1, 4: 1, 5: 1, 6: 2, 7: 2, 8: 2}
DEALT = 9  # three closed, three open, three in hand

# Article triolet.score, in points; by places a player scores a point for each player who finishes later.
FOR_THE_FIRST = 1

WINS, PLACES = "wins", "places"


@dataclass(frozen=True, slots=True, kw_only=True)
class TrioletRules(HouseRules):
    """The house rules; the defaults are printed."""

    scoring: str = choice_rule(
        say("Points"),
        ((WINS, say("un point au premier")), (PLACES, say("des points pour chaque place"))),
        "triolet.score",
        WINS,
    )
    voluntary_pickup: bool = yes_no_rule(
        say("On peut ramasser le tas sans y être obligé"), "triolet.voluntary-pickup", default=False
    )
    equal_allowed: bool = yes_no_rule(say("On peut poser une carte de même force"), "triolet.order", default=False)
    open_multi: bool = yes_no_rule(
        say("On peut poser ensemble plusieurs cartes visibles pareilles"), "triolet.open", default=False
    )
    target: int | None = number_or_none_rule(say("Points à atteindre"), 1, 50, "triolet.score")
    tie: Tie = tie_rule("match.tie")


TITLE, ORDER_LABEL = say("L'arrivée"), say("Ordre d'arrivée")
FIRST_RID = say("le premier sans carte")
REASONS = (
    say("arrive en premier"), say("arrive en deuxième"), say("arrive en troisième"), say("arrive en quatrième"),
    say("arrive en cinquième"), say("arrive en sixième"), say("arrive en septième"),
)  # fmt: skip
LAST = say("arrive en dernier")
NOTES = (
    say("Trois cartes face cachée, trois face visible dessus, trois en main."),
    say("Avant de jouer, chacun peut échanger des cartes de sa main contre ses cartes visibles."),
    say("On tourne vers la droite."),
)


def order(state: StateUnder[TrioletRules]) -> tuple[str, ...]:
    """The players anticlockwise from the dealer's right (articles triolet.first-player, triolet.direction)."""
    table = state.table
    return table.around(table.next_seat(state.dealer, -1), -1)


def question(state: StateUnder[TrioletRules]) -> Question:
    players = order(state)
    by_places = state.rules.scoring == PLACES
    finish = PlayerOrder("order", ORDER_LABEL, players, len(players) - 1 if by_places else 1, "triolet.finish")
    return Question(
        "finish", TITLE, (Way((finish,)),), _lead(state.dealer, players[0], by_places), subject=say("l'ordre de sortie")
    )


def _lead(dealer: str, first: str, by_places: bool) -> Text:
    if by_places:
        return say(
            "%(dealer)s donne, %(first)s, à sa droite, commence. Notez l'ordre d'arrivée ; le dernier se devine.",
            dealer=dealer,
            first=first,
        )
    return say(
        "%(dealer)s donne, %(first)s, à sa droite, commence. Seul le premier sorti compte.", dealer=dealer, first=first
    )


def record(state: StateUnder[TrioletRules], step: str, answer: Answer) -> Outcome:
    arrived: tuple[str, ...] = answer["order"]
    if state.rules.scoring == PLACES:
        lines = places(arrived, state.table.present)
    else:
        lines = (Line(arrived[0], FOR_THE_FIRST, FIRST_RID, "triolet.score"),)
    won = deals_won_tally(state.table.present, arrived[:1])
    return Outcome("deal", lines, next_dealer=state.table.next_seat(state.dealer, -1), tallies=(won,))


def places(arrived: tuple[str, ...], players: tuple[str, ...]) -> tuple[Line, ...]:
    """The points of the places, n - 1 down to 0; the player missing in ``arrived`` is last (article triolet.score).

    >>> [(line.side, line.points) for line in places(("Bob", "Ana"), ("Ana", "Bob", "Chloé"))]
    [('Bob', 2), ('Ana', 1), ('Chloé', 0)]
    """
    everyone = (*arrived, *(player for player in players if player not in arrived))
    last = len(everyone) - 1
    return tuple(
        Line(player, last - place, LAST if place == last else REASONS[place], "triolet.score", str(place + 1))
        for place, player in enumerate(everyone)
    )


def prepare(n: int, rules: TrioletRules, deal: int) -> Preparation:
    removed_cards = tuple(rank + suit for rank in RANKS_OUT[n] for suit in "SHDC")
    return Preparation(
        FIFTY_TWO,
        (DEALT,) * n,
        say("le premier donneur, puis chacun à son tour vers la droite"),
        say("le joueur à droite du donneur"),
        PACKS[n],
        removed_cards,
        NOTES,
    )
