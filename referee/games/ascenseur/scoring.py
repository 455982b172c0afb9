"""L'Ascenseur: say exactly how many tricks you will take, with one card more each deal, then one less."""

from __future__ import annotations

from dataclasses import dataclass, replace

from referee.answers.answer import Values
from referee.answers.house_rules import SHARED, Tie, seats
from referee.answers.rule_fields import choice_rule, number_rule, tie_rule, yes_no_rule
from referee.answers.table import HouseRules, TableUnder
from referee.cards.packs import FIFTY_TWO
from referee.game_definition.bids_in_words import tricks_asked
from referee.game_definition.endings import Ending
from referee.game_definition.exact_bids import (
    NO_TRUMP_LEFT,
    NOT_EQUAL,
    BidArticles,
    bid_tallies,
    bids_then_tricks,
    cards_in_words,
)
from referee.game_definition.game import BidSummary, Outcome, Preparation, Question
from referee.game_definition.sheet import Line
from referee.game_definition.state import Answer, StateUnder
from referee.game_definition.turn_order import DEALERS_IN_TURN, LEFT_STARTS
from referee.words import Text, say

# The sheet: the 2s removed (by convention, where it gives only their number) and the largest hands, by players.
REMOVED = {3: ("2C",), 4: (), 5: ("2C", "2S"), 6: ("2S", "2H", "2D", "2C")}
HIGHEST = {3: 17, 4: 13, 5: 10, 6: 8}

# Article ascenseur.score, in points; a table may have its own (options trick_points, made_points, miss_points).
PRINTED_POINTS, MOST_POINTS = 5, 50

UP_DOWN, UP, DOWN_UP = "up-down", "up", "down-up"


def highest(answers: Values) -> int:
    """The size of the largest hands at this table."""
    return HIGHEST[seats(answers)]


@dataclass(frozen=True, slots=True, kw_only=True)
class AscenseurRules(HouseRules):
    """The house rules; the defaults are printed."""

    not_equal: bool = yes_no_rule(NOT_EQUAL, "ascenseur.house-not-equal", default=True)
    max_cards: int = number_rule(
        say("Cartes au plus haut de l'ascenseur"), 1, highest, "ascenseur.house-rounds", highest, fixed=True
    )
    direction: str = choice_rule(
        say("Sens de l'ascenseur"),
        ((UP_DOWN, say("monte puis redescend")), (UP, say("monte seulement")), (DOWN_UP, say("descend puis remonte"))),
        "ascenseur.house-rounds",
        UP_DOWN,
        fixed=True,
    )
    top_rounds: int = number_rule(say("Donnes jouées au plus haut"), 1, seats, "ascenseur.house-rounds", 1, fixed=True)
    trick_points: int = number_rule(
        say("Points d'un pli, annonce tenue"), 0, MOST_POINTS, "ascenseur.score", PRINTED_POINTS
    )
    made_points: int = number_rule(say("Points d'une annonce tenue"), 0, MOST_POINTS, "ascenseur.score", PRINTED_POINTS)
    miss_points: int = number_rule(
        say("Points perdus par pli d'écart"), 0, MOST_POINTS, "ascenseur.score", PRINTED_POINTS
    )
    tie: Tie = tie_rule("match.tie", SHARED, only=SHARED)


TRUMP_TURNED = say("Retournez la carte suivante : elle donne l'atout.")
BIDDING = BidArticles("ascenseur.bids", "ascenseur.tricks", "ascenseur.not-equal")


def deals(rules: AscenseurRules) -> tuple[int, ...]:
    """The sizes of the hands, deal by deal (article ascenseur.rounds).

    >>> deals(AscenseurRules(max_cards=3, top_rounds=2))
    (1, 2, 3, 3, 2, 1)
    >>> len(deals(AscenseurRules(max_cards=13)))
    25
    """
    highest = rules.max_cards
    top = (highest,) * rules.top_rounds
    if highest == 1:
        return top
    rising = tuple(range(1, highest))
    falling = rising[::-1]
    if rules.direction == UP:
        return rising + top
    if rules.direction == DOWN_UP:
        return top + falling + rising[1:] + top
    return rising + top + falling


def hand_sizes(table: TableUnder[AscenseurRules]) -> tuple[int, ...]:
    most = HIGHEST[len(table.present)]
    return tuple(min(size, most) for size in deals(table.rules))


def cards_dealt(state: StateUnder[AscenseurRules]) -> int:
    """The size of the hands in this deal."""
    return hand_size(len(state.table.present), state.rules, state.deal)


def hand_size(n: int, rules: AscenseurRules, deal: int) -> int:
    """The size of the hands of ``n`` players in a deal: that of its row, cut to what the pack can give."""
    return min(deals(rules)[deal - 1], HIGHEST[n])


def question(state: StateUnder[AscenseurRules]) -> Question:
    def points(bid: int, tricks: int) -> int:
        return points_of(bid, tricks, state.rules)

    return bids_then_tricks(state, cards_dealt(state), BIDDING, points, turned=is_trump_turned(state))


def is_trump_turned(state: StateUnder[AscenseurRules]) -> bool:
    """Whether a card is left to turn up for trump in this deal (article ascenseur.no-trump)."""
    return not prepare(len(state.table.present), state.rules, state.deal).no_trump


def record(state: StateUnder[AscenseurRules], step: str, answer: Answer) -> Outcome:
    if step == "bids":
        return Outcome("goes-on")
    bids = state.answers["bids"]["bids"]
    tricks = answer["tricks"]
    lines = tuple(score(player, bids[player], tricks[player], state.rules) for player in state.table.present)
    return Outcome("deal", lines, tallies=bid_tallies(bids, tricks, cards_dealt(state)))


def score(player: str, bid: int, tricks: int, rules: AscenseurRules) -> Line:
    """The points of one player in one deal (article ascenseur.score).

    >>> score("Ana", 2, 2, AscenseurRules(max_cards=13)).points
    15
    """
    if bid == tricks:
        reason = say("annoncé %(bid)s, tenu", bid=bid)
    else:
        reason = say("annoncé %(bid)s, fait %(tricks)s", bid=bid, tricks=tricks)
    return Line(player, points_of(bid, tricks, rules), reason, "ascenseur.score", f"{bid}→{tricks}")


def points_of(bid: int, tricks: int, rules: AscenseurRules) -> int:
    """The points of a bid and the tricks taken (article ascenseur.score).

    >>> rules = AscenseurRules(max_cards=13)
    >>> points_of(2, 2, rules), points_of(0, 0, rules), points_of(2, 3, rules)
    (15, 5, -5)
    """
    if bid == tricks:
        return rules.trick_points * tricks + rules.made_points
    return -rules.miss_points * abs(bid - tricks)


def bid_summary(state: StateUnder[AscenseurRules]) -> BidSummary:
    return tricks_asked(state, cards_dealt(state), turned=is_trump_turned(state))


def label(state: StateUnder[AscenseurRules]) -> Text:
    return cards_in_words(cards_dealt(state))


def ending(table: TableUnder[AscenseurRules]) -> Ending:
    return Ending(deals=len(deals(table.rules)), tie=SHARED)


def prepare(n: int, rules: AscenseurRules, deal: int) -> Preparation:
    hands = (hand_size(n, rules, deal),) * n
    prepared = Preparation(FIFTY_TWO, hands, DEALERS_IN_TURN, LEFT_STARTS, removed_cards=REMOVED[n])
    full = prepared.remaining == 0
    return replace(prepared, notes=(NO_TRUMP_LEFT if full else TRUMP_TURNED,), no_trump=full)
