"""La Bataille Corse at the desk: whose turn it is on the pile, what is owed, who takes it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from referee.cards.french import Card
from referee.games.bataille_corse.scoring import CONTRACTS, PACK
from referee.vocabulary.answers.answer import impossible
from referee.vocabulary.answers.cards import Play, Plays
from referee.vocabulary.answers.players import Seated
from referee.vocabulary.case import Case
from referee.vocabulary.desk_question import DeskQuestion, Ruling
from referee.vocabulary.table import HouseRules
from referee.vocabulary.verdict_word import Word
from referee.vocabulary.violation import Violation
from referee.words import Text, say, say_n


@dataclass(frozen=True, slots=True)
class Pile:
    """The pile after some cards: the last one, whose turn it is, and what is owed to the last figure.

    ``turn`` None: a slap ended it. ``taker``: who took it, after a contract fulfilled without a figure.
    ``in_contract``: whether the last figure was turned up in the contract of another.
    """

    turn: str | None
    last: Card | None = None
    owed: int = 0
    figure: Play | None = None
    taker: str | None = None
    in_contract: bool = False

    @property
    def is_done(self) -> bool:
        """Whether nothing more can be turned up on it."""
        return self.turn is None or self.taker is not None


def flipped(pile: Pile, flip: Play, players: tuple[str, ...], contracts: Mapping[str, int]) -> Pile:
    """The pile with one more card (articles bataille-corse.slap-first, .figure-in-contract, .contract)."""
    card: Card = flip.card
    left = players[(players.index(flip.player or "") + 1) % len(players)]
    if pile.last is not None and pile.last.rank == card.rank:
        return Pile(None, card)
    if card.rank in contracts:
        return Pile(left, card, contracts[card.rank], flip, in_contract=pile.owed > 0)
    if not pile.owed:
        return Pile(left, card)
    if pile.owed == 1 and pile.figure is not None:
        return replace(pile, turn=pile.figure.player, last=card, owed=0, taker=pile.figure.player)
    return replace(pile, last=card, owed=pile.owed - 1)


def contracts_under(rules: HouseRules) -> dict[str, int]:
    """The cards owed for each rank; an ace asks for some where the table says so (article bataille-corse.ace)."""
    return {**CONTRACTS, "A": rules["ace_contract"]} if rules["ace_contract"] else dict(CONTRACTS)


def in_turn(case: Case) -> Iterator[Violation]:
    """Every card is turned by the player whose turn it is, and none after a slap or a taking."""
    contracts = contracts_under(case.rules)
    pile = Pile(case.facts["flips"][0].player)
    for index, flip in enumerate(case.facts["flips"]):
        if pile.is_done:
            yield impossible(f"facts.flips.{index}", say("Le tas est déjà ramassé : on n'y retourne plus de carte."))
            return
        if flip.player != pile.turn:
            message = say(
                "C'est à %(turn)s de retourner une carte, pas à %(player)s.", turn=pile.turn, player=flip.player
            )
            yield impossible(f"facts.flips.{index}.player", message)
            return
        pile = flipped(pile, flip, case.facts["players"], contracts)


def turn_after(flips: Sequence[Play], players: tuple[str, ...], rules: HouseRules) -> str:
    """Who turns the next card; on a pile that is done, the next player, for somebody has to."""
    contracts = contracts_under(rules)
    pile = Pile(flips[0].player)
    for flip in flips:
        pile = flipped(pile, flip, players, contracts)
    left = players[(players.index(flips[-1].player or "") + 1) % len(players)]
    return left if pile.is_done or pile.turn is None else pile.turn


def pile(case: Case) -> Ruling:
    """Who takes the pile, or whose turn it is and what is still owed."""
    contracts = contracts_under(case.rules)
    state, before = Pile(case.facts["flips"][0].player), Pile(None)
    for flip in case.facts["flips"]:
        state, before = flipped(state, flip, case.facts["players"], contracts), state
    answer = {"taker": state.taker, "next": state.turn, "owed": state.owed, "slap": state.turn is None}
    last: Card = case.facts["flips"][-1].card
    if state.turn is None:
        contested = before.owed > 0 or last.rank in contracts
        articles, why = _slapped(last, contested)
    elif state.figure is None:
        articles = ("bataille-corse.turn",)
        why = say("%(card)s ne réclame rien : au suivant, %(player)s.", card=last, player=state.turn)
    else:
        articles, why = _contract(state, state.figure)
    if any(flip.card.rank == "A" for flip in case.facts["flips"]):
        articles = (*articles, "bataille-corse.ace")
    return Ruling(answer, articles, (why,))


def _slapped(last: Card, contested: bool) -> tuple[tuple[str, ...], Text]:
    articles = ("bataille-corse.slap", "bataille-corse.slap-first") if contested else ("bataille-corse.slap",)
    why = say("%(card)s a la même valeur que la carte d'avant : le plus rapide à taper ramasse tout.", card=last)
    return articles, why


def _contract(state: Pile, figure: Play) -> tuple[tuple[str, ...], Text]:
    articles = ("bataille-corse.contract", *(("bataille-corse.figure-in-contract",) if state.in_contract else ()))
    if state.taker is not None:
        why = say(
            "Le contrat est rempli sans figure : %(player)s, qui avait retourné %(figure)s, ramasse le tas et repart.",
            player=state.taker,
            figure=figure.card,
        )
        return (*articles, "bataille-corse.who-starts"), why
    owing = say_n(
        "%(player)s doit encore %(n)s carte.", "%(player)s doit encore %(n)s cartes.", state.owed, player=state.turn
    )
    if state.in_contract and state.last is figure.card:
        why = say("%(figure)s arrête le contrat et en ouvre un autre : %(owing)s", figure=figure.card, owing=owing)
        return tuple(reversed(articles)), why
    return articles, say(
        "%(figure)s (%(owner)s) réclame des cartes : %(owing)s", figure=figure.card, owner=figure.player, owing=owing
    )


def pile_word(case: Case, answer: Mapping[str, Any]) -> Word:
    """A slap, who takes the pile, or whose turn it is."""
    if answer["slap"]:
        return Word(say("On tape !"))
    if answer["taker"] is not None:
        return Word(say("%(player)s ramasse", player=answer["taker"]))
    return Word(say("À %(player)s", player=answer["next"]))


QUESTIONS = (
    DeskQuestion(
        "pile", say("Où en est le tas ?"),
        (
            Seated("players", say("Joueurs, dans l'ordre des places"), (2, 3, 4, 5, 6)),
            Plays(
                "flips", say("Cartes retournées, dans l'ordre"), among="players",
                pack=PACK, fewest=1, turn=turn_after,
            ),
        ),
        pile,
        (
            "bataille-corse.slap", "bataille-corse.slap-first", "bataille-corse.turn", "bataille-corse.ace",
            "bataille-corse.contract", "bataille-corse.figure-in-contract", "bataille-corse.who-starts",
        ),
        PACK, contradictions=in_turn, word=pile_word,
    ),
)  # fmt: skip
