"""Le 8 Américain: get rid of your cards first; the others count what is left in their hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial

from referee.answers.cards import CardHands
from referee.answers.house_rules import SHARED, Tie
from referee.answers.numbers import Points
from referee.answers.players import OnePlayer
from referee.answers.rule_fields import choice_rule, number_rule, tie_rule, yes_no_rule
from referee.answers.table import HouseRules
from referee.answers.violation import Violation
from referee.cards.french import JOKER, Card
from referee.cards.packs import WITH_JOKERS
from referee.game_definition.figures import Figure, share_tally
from referee.game_definition.game import Outcome, Preparation, Question, Way
from referee.game_definition.offences import ONE_CARD_FROM_EACH, Offence
from referee.game_definition.sheet import Line, Tally
from referee.game_definition.state import Answer, StateUnder
from referee.game_definition.turn_order import DEALERS_IN_TURN, LEFT_STARTS
from referee.words import names, say, say_n

# Article huit-americain.score, in points; the joker's price is a house rule (the sheet prints none), and a table may
# have its own price of an ace and of going out.
GOING_OUT, MOST_FOR_GOING_OUT, ACE, FIGURE = 10, 50, 40, 10
PRICES = {"K": FIGURE, "Q": FIGURE, "J": FIGURE} | {str(pip): pip for pip in range(2, 11)}
JOKERS, HAND = 2, 8
PACK = WITH_JOKERS

TOP_RANK, ANY_RANK = "top-rank", "any-rank"


@dataclass(frozen=True, slots=True, kw_only=True)
class HuitAmericainRules(HouseRules):
    """The house rules; the defaults are printed."""

    several: str = choice_rule(
        say("Poser plusieurs cartes d'un coup"),
        (
            (TOP_RANK, say("de la valeur de la carte visible seulement")),
            (ANY_RANK, say("de toute valeur, si l'une d'elles va")),
        ),
        "huit-americain.several-cards",
        TOP_RANK,
    )
    joker_points: int = choice_rule(
        say("Un joker en main vaut"),
        ((0, say("0 point")), (20, say("20 points")), (40, say("40 points")), (50, say("50 points"))),
        "huit-americain.joker-points",
        40,
    )
    ace_points: int = choice_rule(
        say("Un as en main vaut"),
        ((20, say("20 points")), (40, say("40 points")), (50, say("50 points"))),
        "huit-americain.score",
        ACE,
    )
    out_points: int = number_rule(
        say("Points retirés à qui finit"), 0, MOST_FOR_GOING_OUT, "huit-americain.score", GOING_OUT
    )
    draw_skips: bool = yes_no_rule(
        say("Celui qui prend deux cartes passe son tour"), "huit-americain.draw-then-play", default=False
    )
    deals: int = number_rule(say("Nombre de parties"), 1, 20, "huit-americain.end", 5)
    tie: Tie = tie_rule("huit-americain.tie", SHARED)


FORGOT_CARTE = Offence(
    "forgot-carte", say("A oublié de crier « carte »"),
    say("Reçoit une carte de la main de chacun ; celui qui n'en a qu'une la garde."),
    "huit-americain.carte", ONE_CARD_FROM_EACH,
)  # fmt: skip

FIGURES = (
    Figure("went-out", say("Sorti le premier"), "share"),
    Figure("points-left", say("Points en main quand un autre sort"), "mean"),
)

TITLE, WENT_OUT = say("Que reste-t-il en main ?"), say("n'a plus de carte")
OUT_LABEL, POINTS_LABEL, CARDS_LABEL = say("Qui n'a plus de carte ?"), say("Points en main"), say("Cartes en main")
BY_POINTS, BY_CARDS = say("Je tape les points"), say("Je tape les cartes")
NO_CARD = say("Un joueur qui n'est pas sorti a encore au moins une carte.")
TOO_MANY_JOKERS = say("Il n'y a que deux jokers dans le jeu.")


def card_points(card: Card, rules: HuitAmericainRules) -> int:
    """The points of a card left in hand (articles huit-americain.score, huit-americain.joker-points).

    >>> from referee.cards.french import parse_card
    >>> rules = HuitAmericainRules(ace_points=40, joker_points=20)
    >>> [card_points(parse_card(code), rules) for code in ("AS", "KH", "8D", "JOKER")]
    [40, 10, 8, 20]
    """
    if card is JOKER:
        return rules.joker_points
    return rules.ace_points if card.rank == "A" else PRICES[card.rank]


def hand_points(cards: Iterable[Card], rules: HuitAmericainRules) -> int:
    """The points of a hand.

    >>> from referee.cards.french import parse_card
    >>> hand_points([parse_card("AS"), parse_card("KH"), parse_card("8D")], HuitAmericainRules(ace_points=40))
    58
    """
    return sum(card_points(card, rules) for card in cards)


def question(state: StateUnder[HuitAmericainRules]) -> Question:
    players = state.table.after(state.dealer)
    out = OnePlayer("out", OUT_LABEL, players)
    points = Points(
        "points",
        POINTS_LABEL,
        players,
        2 if state.rules.joker_points else 0,  # the cheapest hand: a 2, or a joker without points
        None,
        "huit-americain.hand-points",
        never=(1,),
        all_but="out",
    )
    price = partial(card_points, rules=state.rules)
    cards = CardHands("cards", CARDS_LABEL, players, PACK, all_but="out", points_of=price)
    lead = say("%(dealer)s donne, %(first)s commence.", dealer=state.dealer, first=players[0])
    ways = (Way((out, points), "points", BY_POINTS), Way((out, cards), "cards", BY_CARDS))
    return Question("hands", TITLE, ways, lead, subject=say("les mains"))


def check(state: StateUnder[HuitAmericainRules], step: str, answer: Answer) -> Iterable[Violation]:
    if "cards" in answer:
        return _check_cards(answer["cards"])
    return _check_points(answer["points"], state.rules)


def _check_cards(hands: dict[str, tuple[Card, ...]]) -> Iterator[Violation]:
    """The violations of impossible hands; too many jokers are reported alone."""
    article = "huit-americain.hand-points"
    counts = Counter(card for hand in hands.values() for card in hand)
    if counts.pop(JOKER, 0) > JOKERS:
        yield Violation(article, "cards", TOO_MANY_JOKERS)
        return
    for player, hand in hands.items():
        if not hand:
            yield Violation(article, f"cards.{player}", NO_CARD)
    duplicates = [card for card, times in counts.items() if times > 1]
    if duplicates:
        yield Violation(article, "cards", say("%(cards)s : compté deux fois dans les mains.", cards=names(duplicates)))


def _check_points(points: dict[str, int], rules: HuitAmericainRules) -> Iterator[Violation]:
    article, most = "huit-americain.hand-points", hand_points(PACK.cards, rules)
    if list(points.values()).count(0) > JOKERS:
        message = say("Une main à 0 n'a que des jokers : il ne peut y en avoir plus de deux.")
        yield Violation(article, "points", message)
    if sum(points.values()) > most:
        message = say(
            "Le jeu entier vaut %(most)s points ; il y en a %(made)s ici.", most=most, made=sum(points.values())
        )
        yield Violation(article, "points", message)


def record(state: StateUnder[HuitAmericainRules], step: str, answer: Answer) -> Outcome:
    out = answer["out"]
    going_out = Line(out, -state.rules.out_points, WENT_OUT, "huit-americain.score")
    if "cards" in answer:
        hand_lines = [_cards_line(player, hand, state.rules) for player, hand in answer["cards"].items()]
    else:
        hand_lines = [_points_line(player, points) for player, points in answer["points"].items()]
    tallies = (
        share_tally("went-out", state.table.present, (out,)),
        Tally("points-left", {line.side: line.points for line in hand_lines}),
    )
    return Outcome("deal", (going_out, *hand_lines), tallies=tallies)


def _cards_line(player: str, hand: tuple[Card, ...], rules: HuitAmericainRules) -> Line:
    reason = say("en main : %(cards)s", cards=names(hand))
    return Line(player, hand_points(hand, rules), reason, "huit-americain.score")


def _points_line(player: str, points: int) -> Line:
    reason = say_n("%(n)s point en main", "%(n)s points en main", points)
    return Line(player, points, reason, "huit-americain.score")


def prepare(n: int, rules: HuitAmericainRules, deal: int) -> Preparation:
    preparation = Preparation(PACK, (HAND,) * n, DEALERS_IN_TURN, LEFT_STARTS)
    turn_up = say(
        "Retournez la première carte de la pioche ; il en reste %(n)s à piocher.", n=preparation.remaining - 1
    )
    return replace(preparation, notes=(turn_up,))
