"""Le Rami: what is recorded, what it scores and when the match ends (articles rami.*)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from referee.answers.cards import CardHands
from referee.answers.choices import YesNo
from referee.answers.house_rules import Tie
from referee.answers.numbers import Points
from referee.answers.players import OnePlayer, SomePlayers
from referee.answers.rule_fields import (
    choice_or_none_rule,
    choice_rule,
    number_or_none_rule,
    number_rule,
    tie_rule,
    yes_no_rule,
)
from referee.answers.table import HouseRules, TableUnder
from referee.answers.violation import Violation
from referee.cards.french import Card, french_face, french_pack, parse_card
from referee.cards.packs import Pack
from referee.game_definition.endings import Ending
from referee.game_definition.figures import Figure, share_tally
from referee.game_definition.game import Outcome, Preparation, Question, Way, no_remark
from referee.game_definition.sheet import Line, Tally, summed
from referee.game_definition.state import Answer, StateUnder
from referee.game_definition.turn_order import DEALERS_IN_TURN, LEFT_STARTS
from referee.words import say, say_n

# The tables of the rules: someone who knows the game can check them without reading a function.
PLAYERS = (2, 3, 4, 5, 6)
CARDS_EACH = 13
PACKS, JOKERS = 2, 4
PACK = Pack.of(parse_card, french_face, french_pack(jokers=2, packs=PACKS))
TEN, ACES, LARGEST_HAND = 10, 8, 14
FIGURE_POINTS = dict.fromkeys(("10", "J", "Q", "K"), TEN)
DOUBLE = 2
"""What the cards of the others count for when all is laid at once (article rami.dry)."""
ARTICLE = "rami.hand-points"


@dataclass(frozen=True, slots=True, kw_only=True)
class RamiRules(HouseRules):
    """The house rules; the defaults are printed."""

    ace: int = choice_rule(
        say("L'as en main"),
        tuple((n, say_n("%(n)s point", "%(n)s points", n)) for n in (1, 11, 15)),
        "rami.card-points",
        11,
    )
    joker: int = choice_rule(
        say("Le joker en main"), tuple((n, say("%(n)s points", n=n)) for n in (20, 25, 30, 50)), "rami.card-points", 20
    )
    out_points: int = choice_rule(say("Celui qui sort note"), ((0, say("0")), (-10, say("−10"))), "rami.out", 0)
    dry: str = choice_rule(
        say("Rami sec"), (("double", say("double les autres")), ("none", say("ne change rien"))), "rami.dry", "double"
    )
    unopened_points: int | None = choice_or_none_rule(
        say("Celui qui n'a rien posé note"),
        ((50, say("50 points")), (100, say("100 points"))),
        "rami.unopened",
        nothing=say("ses cartes"),
    )
    first_meld: int = number_rule(say("Première pose, en points"), 0, 100, "rami.first-meld", 51)
    limit: int | None = number_or_none_rule(say("Limite de points"), 50, 5000, "rami.end", 500)
    deals: int | None = number_or_none_rule(say("Nombre de donnes"), 1, 50, "rami.end")
    elimination: bool = yes_no_rule(
        say("Celui qui atteint la limite est éliminé"), "rami.elimination", default=False, fixed=True
    )
    tie: Tie = tie_rule("match.tie")


FIGURES = (Figure("went-out", say("Sorties"), "share"), Figure("points-left", say("Points laissés"), "mean"))

TITLE = say("Que reste-t-il en main ?")
OUT, IN_HAND = say("Qui est sorti ?"), say("Points en main")


def card_points(card: Card, rules: RamiRules) -> int:
    """The points of a card left in hand (article rami.card-points).

    >>> rules = RamiRules()
    >>> [card_points(parse_card(code), rules) for code in ("AS", "KH", "7D", "JOKER")]
    [11, 10, 7, 20]
    """
    if card.suit is None:
        return rules.joker
    return rules.ace if card.rank == "A" else FIGURE_POINTS.get(card.rank) or int(card.rank)


def dearest_hand(rules: RamiRules) -> int:
    """The points of the fourteen dearest cards.

    >>> dearest_hand(RamiRules())
    188
    """
    aces = min(ACES, LARGEST_HAND - JOKERS) if rules.ace > TEN else 0
    return int(JOKERS * rules.joker + aces * rules.ace + (LARGEST_HAND - JOKERS - aces) * TEN)


def question(state: StateUnder[RamiRules]) -> Question:
    table, rules = state.table, state.rules
    players = table.present
    lowest = min(2, rules.ace)
    out = OnePlayer("out", OUT, players)
    points = Points(
        "points", IN_HAND, players, lowest, dearest_hand(rules), ARTICLE, all_but="out", usual=(5, 60)
    )  # fmt: skip
    cards = CardHands(
        "cards", say("Cartes en main"), players, PACK, all_but="out", points_of=lambda card: card_points(card, rules)
    )  # fmt: skip
    rest = (
        YesNo("dry", say("Rami sec : tout posé d'un coup"), optional=True, rare=True),
        SomePlayers("unopened", say("Qui n'a rien posé"), players, "rami.unopened", optional=True),
    )
    ways = (
        Way((out, points, *rest), "points", say("Je tape les points")),
        Way((out, cards, *rest), "cards", say("Je tape les cartes")),
    )
    lead = say("Première pose : %(points)s points.", points=rules.first_meld) if rules.first_meld else None
    return Question("hands", TITLE, ways, lead, subject=say("la donne"), remark=no_remark)


def check(state: StateUnder[RamiRules], step: str, answer: Answer) -> Iterator[Violation]:
    if "cards" in answer:
        yield from _check_cards(answer["cards"])
    if answer["out"] in answer.get("unopened", ()):
        message = say("%(player)s est sorti : il a donc posé ses cartes.", player=answer["out"])
        yield Violation("rami.unopened", "unopened", message)


def _check_cards(hands: Mapping[str, tuple[Card, ...]]) -> Iterator[Violation]:
    for player, hand in hands.items():
        if not 1 <= len(hand) <= LARGEST_HAND:
            message = say(
                "%(player)s : de 1 à %(most)s cartes ; %(n)s sont notées.",
                player=player,
                most=LARGEST_HAND,
                n=len(hand),
            )
            yield Violation(ARTICLE, f"cards.{player}", message)
    counts = Counter(card for hand in hands.values() for card in hand)
    for card, count in counts.items():
        most = JOKERS if card.suit is None else PACKS
        if count > most:
            message = say("%(card)s : il n'y en a que %(most)s ; %(n)s sont notées.", card=card, most=most, n=count)
            yield Violation(ARTICLE, "cards", message)


def record(state: StateUnder[RamiRules], step: str, answer: Answer) -> Outcome:
    out, present = answer["out"], state.table.present
    hand_points_by_player = {player: hand_points(state.rules, answer, player) for player in present if player != out}
    lines = tuple(_line(state, answer, player, hand_points_by_player) for player in present)
    tallies = (Tally("points-left", {**hand_points_by_player, out: 0}), share_tally("went-out", present, (out,)))
    if not state.rules.elimination:
        return Outcome("deal", lines, tallies=tallies)
    scores = summed(state.totals, lines)
    limit = state.rules.limit
    gone = tuple(player for player in present if limit is not None and state.totals[player] + scores[player] >= limit)
    table = state.table.with_eliminated(gone)
    standing = replace(state.standing, eliminated=table.eliminated)
    return Outcome("deal", lines, standing=standing, table=table, tallies=tallies)


def _line(state: StateUnder[RamiRules], answer: Answer, player: str, hand_points_by_player: Mapping[str, int]) -> Line:
    """The line of a player; ``hand_points_by_player``: the points in the hands of all who did not go out."""
    rules = state.rules
    if player == answer["out"]:
        return Line(player, rules.out_points, say("sorti"), "rami.out", say("sorti"))
    if player in answer.get("unopened", ()) and rules.unopened_points is not None:
        return Line(player, rules.unopened_points, say("rien posé"), "rami.unopened")
    points = hand_points_by_player[player]
    if answer.get("dry") and rules.dry == "double":
        reason = say("%(points)s en main, doublés par le rami sec", points=points)
        return Line(player, DOUBLE * points, reason, "rami.dry", f"{points}×{DOUBLE}")
    return Line(player, points, say("cartes en main"), "rami.score", str(points))


def hand_points(rules: RamiRules, answer: Answer, player: str) -> int:
    """The points left in a player's hand."""
    if "points" in answer:
        return int(answer["points"][player])
    return sum(card_points(card, rules) for card in answer["cards"][player])


def check_table(table: TableUnder[RamiRules]) -> Iterator[Violation]:
    """Elimination needs a limit."""
    if table.rules.elimination and table.rules.limit is None:
        yield Violation("match.options", "options.elimination", say("Pour éliminer, il faut une limite de points."))


def ending(table: TableUnder[RamiRules]) -> Ending:
    rules = table.rules
    limit = None if rules.elimination else rules.limit
    return Ending(rules.deals, limit, rules.tie, by_position=rules.elimination)


def ended(state: StateUnder[RamiRules]) -> bool:
    """At most one player is left."""
    return len(state.table.present) <= 1


def prepare(n: int, rules: RamiRules, deal: int) -> Preparation:
    notes = (say("Retournez une carte à côté du talon."),)
    return Preparation(PACK, (CARDS_EACH,) * n, DEALERS_IN_TURN, LEFT_STARTS, notes=notes)
