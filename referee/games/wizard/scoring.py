"""Wizard: what is recorded, what it scores and when the match ends (articles wizard.*)."""

from __future__ import annotations

from dataclasses import dataclass

from referee.answers.answer import Values
from referee.answers.house_rules import SHARED, Tie, seats
from referee.answers.rule_fields import number_rule, tie_rule, yes_no_rule
from referee.answers.table import HouseRules, TableUnder
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
from referee.games.wizard.pack import PACK
from referee.words import Text, say, say_n

# The tables of the rules: someone who knows the game can check them without reading a function.
PLAYERS = (3, 4, 5, 6)
MOST_DEALS = {n: PACK.size // n for n in PLAYERS}
"""The deals of a whole match, by number of players; deal k is of k cards each."""
FOR_THE_BID, FOR_A_TRICK, FOR_A_MISS = 20, 10, -10


def most_deals(values: Values) -> int:
    """The deals of a whole match at this table."""
    return MOST_DEALS[seats(values)]


@dataclass(frozen=True, slots=True, kw_only=True)
class WizardRules(HouseRules):
    """The house rules; the defaults are printed."""

    not_equal: bool = yes_no_rule(NOT_EQUAL, "wizard.not-equal", default=False)
    deals: int = number_rule(say("Nombre de donnes"), 1, most_deals, "wizard.end", most_deals)
    tie: Tie = tie_rule("match.tie", SHARED, only=SHARED)


TRUMP_TURNED = say(
    "Retournez la carte suivante : elle donne l'atout. "
    "Si c'est un bouffon, il n'y en a pas ; si c'est un magicien, le donneur choisit."
)
BIDDING = BidArticles("wizard.bids", "wizard.tricks", "wizard.not-equal")


def hand_size(n: int, deal: int) -> int:
    """The size of the hands of ``n`` players in a deal: its number, cut to what the pack can give."""
    return min(deal, MOST_DEALS[n])


def cards_dealt(state: StateUnder[WizardRules]) -> int:
    """The size of the hands in this deal."""
    return hand_size(len(state.table.present), state.deal)


def hand_sizes(table: TableUnder[WizardRules]) -> tuple[int, ...]:
    n = len(table.present)
    return tuple(hand_size(n, deal) for deal in range(1, table.rules.deals + 1))


def question(state: StateUnder[WizardRules]) -> Question:
    return bids_then_tricks(state, cards_dealt(state), BIDDING, points_of, turned=is_trump_turned(state))


def is_trump_turned(state: StateUnder[WizardRules]) -> bool:
    """Whether a card is left to turn up for trump in this deal."""
    return not prepare(len(state.table.present), state.rules, state.deal).no_trump


def bid_summary(state: StateUnder[WizardRules]) -> BidSummary:
    return tricks_asked(state, cards_dealt(state), turned=is_trump_turned(state))


def record(state: StateUnder[WizardRules], step: str, answer: Answer) -> Outcome:
    if step == "bids":
        return Outcome("goes-on")
    bids = state.answers["bids"]["bids"]
    tricks = answer["tricks"]
    lines = (line for player in state.table.present for line in score(player, bids[player], tricks[player]))
    return Outcome("deal", tuple(lines), tallies=bid_tallies(bids, tricks, cards_dealt(state)))


def score(player: str, bid: int, tricks: int) -> tuple[Line, ...]:
    """The points of one player in one deal, each part a line (article wizard.score).

    >>> [line.points for line in score("Ana", 3, 3)]
    [20, 30]
    """
    brief = f"{bid}→{tricks}"
    if bid != tricks:
        reason = say("annoncé %(bid)s, fait %(tricks)s", bid=bid, tricks=tricks)
        return (Line(player, points_of(bid, tricks), reason, "wizard.score", brief),)
    made = Line(player, FOR_THE_BID, say("annoncé %(bid)s, tenu", bid=bid), "wizard.score", brief)
    if not tricks:
        return (made,)
    won = say_n("%(n)s pli fait", "%(n)s plis faits", tricks)
    return made, Line(player, FOR_A_TRICK * tricks, won, "wizard.score")


def points_of(bid: int, tricks: int) -> int:
    """The points of a bid and the tricks taken (article wizard.score).

    >>> points_of(3, 3), points_of(0, 0), points_of(2, 3), points_of(5, 0)
    (50, 20, -10, -50)
    """
    if bid == tricks:
        return FOR_THE_BID + FOR_A_TRICK * tricks
    return FOR_A_MISS * abs(bid - tricks)


def label(state: StateUnder[WizardRules]) -> Text:
    return cards_in_words(cards_dealt(state))


def ending(table: TableUnder[WizardRules]) -> Ending:
    return Ending(deals=table.rules.deals, tie=SHARED)


def prepare(n: int, rules: WizardRules, deal: int) -> Preparation:
    cards = hand_size(n, deal)
    full = cards == MOST_DEALS[n]
    notes = (NO_TRUMP_LEFT if full else TRUMP_TURNED,)
    return Preparation(PACK, (cards,) * n, DEALERS_IN_TURN, LEFT_STARTS, notes=notes, no_trump=full)
