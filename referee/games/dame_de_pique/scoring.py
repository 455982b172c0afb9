"""La Dame de pique: what is recorded, what it scores and when the match ends (articles dame-de-pique.*)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from referee.answers.answer import Field
from referee.answers.house_rules import Tie
from referee.answers.numbers import Counts
from referee.answers.players import OnePlayer
from referee.answers.rule_fields import choice_rule, number_rule, tie_rule, yes_no_rule
from referee.answers.table import HouseRules, TableUnder
from referee.cards.french import Card, Suit
from referee.cards.packs import FIFTY_TWO
from referee.game_definition.endings import Ending
from referee.game_definition.figures import Figure
from referee.game_definition.game import Outcome, Preparation, Question, Way, no_remark
from referee.game_definition.sheet import Line, Tally, summed
from referee.game_definition.state import Answer, StateUnder
from referee.game_definition.turn_order import DEALERS_IN_TURN
from referee.words import say, say_n

# The tables of the rules: someone who knows the game can check them without reading a function.
PLAYERS = (3, 4, 5, 6)
PACK = FIFTY_TWO
REMOVED = {3: ("2D",), 4: (), 5: ("2C", "2D"), 6: ("2C", "2D", "2S", "3D")}
HANDS = {3: 17, 4: 13, 5: 10, 6: 8}
HEARTS = 13
FOR_A_HEART, FOR_THE_QUEEN, FOR_THE_JACK, FOR_A_MOON = 1, 13, -10, 26
QUEEN, JACK = PACK.card("QS"), PACK.card("JD")
LEFT, RIGHT, ACROSS, KEPT = "left", "right", "across", "none"
PASSING = {3: (LEFT, RIGHT, KEPT), 4: (LEFT, RIGHT, ACROSS, KEPT), 5: (LEFT, RIGHT, KEPT), 6: (LEFT, RIGHT, KEPT)}
"""The directions in which the cards are passed, deal after deal and again, by number of players."""
OTHERS, SELF, NO_MOON = "others", "self", "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class DameDePiqueRules(HouseRules):
    """The house rules; the defaults are printed."""

    moon: str = choice_rule(
        say("Tous les cœurs et la dame"),
        (
            (OTHERS, say("26 à chacun des autres")),
            (SELF, say("26 de moins pour celui qui a tout pris")),
            (NO_MOON, say("comptent comme les autres fois")),
        ),
        "dame-de-pique.moon",
        OTHERS,
    )
    jack: bool = yes_no_rule(say("Le valet de carreau vaut 10 points de moins"), "dame-de-pique.jack", default=False)
    queen_breaks: bool = yes_no_rule(
        say("La dame de pique défaussée permet d'entamer à cœur"), "dame-de-pique.broken", default=False
    )
    limit: int = number_rule(say("Points qui arrêtent la partie"), 20, 500, "dame-de-pique.end", 100)
    tie: Tie = tie_rule("match.tie")


FIGURES = (
    Figure("points-per-deal", say("Points par donne"), "mean"),
    Figure("queens", say("Dames de pique prises"), "count"),
    Figure("moons", say("Tout pris en une donne"), "count"),
)

TITLE = say("Les cœurs et la dame")
QUEEN_LABEL, HEARTS_LABEL = say("Qui a pris la dame de pique ?"), say("Combien de cœurs chacun a-t-il pris ?")
JACK_LABEL = say("Qui a pris le valet de carreau ?")
QUEEN_HEAD, HEARTS_HEAD, JACK_HEAD = say("Dame ♠"), say("Cœurs"), say("Valet ♦")
QUEEN_BRIEF, JACK_BRIEF = say("%(card)s", card=QUEEN), say("%(card)s", card=JACK)
LOWEST_CLUB_STARTS = say("qui a le plus petit trèfle, en le jouant")
DIRECTIONS = {LEFT: say("à gauche"), RIGHT: say("à droite"), ACROSS: say("en face"), KEPT: say("on garde ses cartes")}
PASS = {
    LEFT: say("On passe trois cartes à gauche."),
    RIGHT: say("On passe trois cartes à droite."),
    ACROSS: say("On passe trois cartes en face."),
    KEPT: say("On ne passe rien : chacun garde ses cartes."),
}


def passing(n: int, deal: int) -> str:
    """The direction in which the cards of a deal are passed (article dame-de-pique.passing).

    >>> [passing(4, deal) for deal in range(1, 6)]
    ['left', 'right', 'across', 'none', 'left']
    """
    directions = PASSING[n]
    return directions[(deal - 1) % len(directions)]


def question(state: StateUnder[DameDePiqueRules]) -> Question:
    players = state.table.present
    fields: list[Field] = [
        OnePlayer("queen", QUEEN_LABEL, players, brief=QUEEN_HEAD),
        Counts("hearts", HEARTS_LABEL, players, HEARTS, "dame-de-pique.counts", total=HEARTS, brief=HEARTS_HEAD),
    ]
    if state.rules.jack:
        fields.append(OnePlayer("jack", JACK_LABEL, players, brief=JACK_HEAD))
    direction = passing(len(players), state.deal)
    lead, extras = PASS[direction], {"passing": direction}
    return Question("taken", TITLE, (Way(tuple(fields)),), lead, extras, say("les cartes prises"), no_remark)


def took_all(answer: Answer) -> bool:
    """Whether one player took all hearts and the queen."""
    hearts: int = answer["hearts"][answer["queen"]]
    return hearts == HEARTS


def record(state: StateUnder[DameDePiqueRules], step: str, answer: Answer) -> Outcome:
    players, rules = state.table.present, state.rules
    moon = rules.moon != NO_MOON and took_all(answer)
    of_hearts = _moon_lines(players, answer["queen"], rules.moon) if moon else _lines_of_cards(players, answer)
    lines = (*of_hearts, *_jack_lines(answer))
    return Outcome("deal", lines, tallies=tuple(_tallies(players, answer, lines)))


def _tallies(players: Iterable[str], answer: Answer, lines: Iterable[Line]) -> Iterator[Tally]:
    """The points of each player, who took the queen, and who took everything."""
    yield Tally("points-per-deal", summed(players, lines))
    yield Tally("queens", {answer["queen"]: 1})
    if took_all(answer):
        yield Tally("moons", {answer["queen"]: 1})


def _lines_of_cards(players: Iterable[str], answer: Answer) -> Iterator[Line]:
    for player in players:
        hearts = answer["hearts"][player]
        reason = say_n("%(n)s cœur", "%(n)s cœurs", hearts)
        yield Line(player, FOR_A_HEART * hearts, reason, "dame-de-pique.counts", f"{hearts}♥")
        if player == answer["queen"]:
            yield Line(player, FOR_THE_QUEEN, say("dame de pique"), "dame-de-pique.counts", QUEEN_BRIEF)


def _moon_lines(players: Iterable[str], taker: str, moon: str) -> Iterator[Line]:
    for player in players:
        if player == taker:
            points = -FOR_A_MOON if moon == SELF else 0
            yield Line(player, points, say("tous les cœurs et la dame"), "dame-de-pique.moon", say("tout"))
        elif moon == OTHERS:
            yield Line(player, FOR_A_MOON, say("%(player)s a tout pris", player=taker), "dame-de-pique.moon")


def _jack_lines(answer: Answer) -> Iterator[Line]:
    if "jack" in answer:
        yield Line(answer["jack"], FOR_THE_JACK, say("valet de carreau"), "dame-de-pique.jack", JACK_BRIEF)


def card_points(cards: Iterable[Card], rules: DameDePiqueRules) -> int:
    """The points of cards taken, not judging whether they are all (articles dame-de-pique.counts, .jack).

    >>> card_points(map(PACK.card, ("AH", "2H", "QS", "JD", "KS")), DameDePiqueRules(jack=True))
    5
    """
    prices = {QUEEN: FOR_THE_QUEEN, JACK: FOR_THE_JACK if rules.jack else 0}
    return sum(FOR_A_HEART if card.suit is Suit.HEARTS else prices.get(card, 0) for card in cards)


def ending(table: TableUnder[DameDePiqueRules]) -> Ending:
    return Ending(target=table.rules.limit, tie=table.rules.tie)


def prepare(n: int, rules: DameDePiqueRules, deal: int) -> Preparation:
    notes = (PASS[passing(n, deal)],)
    return Preparation(
        PACK, (HANDS[n],) * n, DEALERS_IN_TURN, LOWEST_CLUB_STARTS, removed_cards=REMOVED[n], notes=notes
    )
