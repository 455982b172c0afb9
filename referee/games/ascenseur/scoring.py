"""L'Ascenseur: say exactly how many tricks you will take, with one card more each deal, then one less."""

from __future__ import annotations

from dataclasses import replace

from referee.answers.answer import Values
from referee.answers.choices import Choice, YesNo
from referee.answers.house_rules import SHARED, Option, seats, tie_option
from referee.answers.numbers import Number
from referee.answers.table import HouseRules, Table
from referee.cards.packs import FIFTY_TWO
from referee.game_definition.bids_in_words import tricks_asked
from referee.game_definition.exact_bids import (
    NO_TRUMP_LEFT,
    NOT_EQUAL,
    BidArticles,
    bid_tallies,
    bids_then_tricks,
    cards_in_words,
)
from referee.game_definition.game import (
    DEALERS_IN_TURN,
    LEFT_STARTS,
    Answer,
    Ending,
    Outcome,
    Preparation,
    Question,
    Spoken,
    State,
)
from referee.game_definition.sheet import Line
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


OPTIONS = (
    Option(YesNo("not_equal", NOT_EQUAL), "ascenseur.house-not-equal", True),
    Option(
        Number("max_cards", say("Cartes au plus haut de l'ascenseur"), 1, highest),
        "ascenseur.house-rounds", highest, fixed=True,
    ),
    Option(
        Choice(
            "direction", say("Sens de l'ascenseur"),
            (
                (UP_DOWN, say("monte puis redescend")),
                (UP, say("monte seulement")),
                (DOWN_UP, say("descend puis remonte")),
            ),
        ),
        "ascenseur.house-rounds", UP_DOWN, fixed=True,
    ),
    Option(Number("top_rounds", say("Donnes jouées au plus haut"), 1, seats), "ascenseur.house-rounds", 1, fixed=True),
    Option(
        Number("trick_points", say("Points d'un pli, annonce tenue"), 0, MOST_POINTS), "ascenseur.score", PRINTED_POINTS
    ),
    Option(Number("made_points", say("Points d'une annonce tenue"), 0, MOST_POINTS), "ascenseur.score", PRINTED_POINTS),
    Option(
        Number("miss_points", say("Points perdus par pli d'écart"), 0, MOST_POINTS), "ascenseur.score", PRINTED_POINTS
    ),
    tie_option("match.tie", SHARED, only=SHARED),
)  # fmt: skip

TRUMP_TURNED = say("Retournez la carte suivante : elle donne l'atout.")
BIDDING = BidArticles("ascenseur.bids", "ascenseur.tricks", "ascenseur.not-equal")


def deals(rules: HouseRules) -> tuple[int, ...]:
    """The sizes of the hands, deal by deal (article ascenseur.rounds).

    >>> rules = {"max_cards": 3, "direction": "up-down", "top_rounds": 2}
    >>> deals(rules)
    (1, 2, 3, 3, 2, 1)
    >>> len(deals({"max_cards": 13, "direction": "up-down", "top_rounds": 1}))
    25
    """
    highest: int = rules["max_cards"]
    top_rounds: int = rules["top_rounds"]
    top = (highest,) * top_rounds
    if highest == 1:
        return top
    rising = tuple(range(1, highest))
    falling = rising[::-1]
    if rules["direction"] == UP:
        return rising + top
    if rules["direction"] == DOWN_UP:
        return top + falling + rising[1:] + top
    return rising + top + falling


def hand_sizes(table: Table) -> tuple[int, ...]:
    most = HIGHEST[len(table.present)]
    return tuple(min(size, most) for size in deals(table.rules))


def cards_dealt(state: State) -> int:
    """The size of the hands in this deal."""
    return hand_size(len(state.table.present), state.rules, state.deal)


def hand_size(n: int, rules: HouseRules, deal: int) -> int:
    """The size of the hands of ``n`` players in a deal: that of its row, cut to what the pack can give."""
    return min(deals(rules)[deal - 1], HIGHEST[n])


def question(state: State) -> Question:
    return bids_then_tricks(state, cards_dealt(state), BIDDING, turned=is_trump_turned(state))


def is_trump_turned(state: State) -> bool:
    """Whether a card is left to turn up for trump in this deal (article ascenseur.no-trump)."""
    return not prepare(len(state.table.present), state.rules, state.deal).no_trump


def record(state: State, step: str, answer: Answer) -> Outcome:
    if step == "bids":
        return Outcome("goes-on")
    bids = state.answers["bids"]["bids"]
    tricks = answer["tricks"]
    lines = tuple(score(player, bids[player], tricks[player], state.rules) for player in state.table.present)
    return Outcome("deal", lines, tallies=bid_tallies(bids, tricks, cards_dealt(state)))


def score(player: str, bid: int, tricks: int, rules: HouseRules) -> Line:
    """The points of one player in one deal (article ascenseur.score).

    >>> rules = {"trick_points": 5, "made_points": 5, "miss_points": 5}
    >>> score("Ana", 2, 2, rules).points, score("Ana", 0, 0, rules).points, score("Ana", 2, 3, rules).points
    (15, 5, -5)
    """
    brief = f"{bid}→{tricks}"
    if bid == tricks:
        reason = say("annoncé %(bid)s, tenu", bid=bid)
        points = rules["trick_points"] * tricks + rules["made_points"]
        return Line(player, points, reason, "ascenseur.score", brief)
    reason = say("annoncé %(bid)s, fait %(tricks)s", bid=bid, tricks=tricks)
    return Line(player, -rules["miss_points"] * abs(bid - tricks), reason, "ascenseur.score", brief)


def spoken(state: State) -> Spoken:
    return tricks_asked(state, cards_dealt(state), turned=is_trump_turned(state))


def label(state: State) -> Text:
    return cards_in_words(cards_dealt(state))


def ending(table: Table) -> Ending:
    return Ending(deals=len(deals(table.rules)), tie=SHARED)


def prepare(n: int, rules: HouseRules, deal: int) -> Preparation:
    hands = (hand_size(n, rules, deal),) * n
    prepared = Preparation(FIFTY_TWO, hands, DEALERS_IN_TURN, LEFT_STARTS, removed=REMOVED[n])
    full = prepared.remaining == 0
    return replace(prepared, notes=(NO_TRUMP_LEFT if full else TRUMP_TURNED,), no_trump=full)
