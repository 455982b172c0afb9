"""The two questions of every trick game: who leads the trick, and which cards a hand may play."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from referee.answers.answer import Field
from referee.answers.cards import Cards, OneCard, Play, Plays
from referee.answers.choices import Choice, suit_choice
from referee.cards.french import Suit
from referee.cards.packs import FIFTY_TWO, Pack
from referee.cards.tricks import Duty, LegalCards, led_suit, plain_legal_cards, plain_winner
from referee.desk_questions.asked_phrases import BESIDE_A_PLAY, BESIDE_A_TRICK, MAY_PLAY, WHOSE_TRICK
from referee.desk_questions.desk_question import (
    Case,
    DeskQuestion,
    Ruling,
    leader_word,
    legal_word,
    nothing_goes_without_saying,
)
from referee.desk_questions.wording import Wording
from referee.words import Listing, Text, say

TRICK_WINNER = "trick-winner"
"""The id of the question whose a trick is."""

Articles = tuple[str, ...]
Rule = Callable[[Case], Ruling]

TRUMP = suit_choice("trump", say("Atout"), say("sans atout"))
TURNED_TRUMP = replace(TRUMP, turned=True)
NO_TRUMP = Choice(
    "trump", say("Atout"), (), nothing=say("sans atout"), optional=True, offered=False,
    otherwise=say("Dans ce jeu, aucune couleur n'est choisie comme atout."),
)  # fmt: skip
"""A trump that accepts only null, so that question files are the same for all trick games."""
SPADES_TRUMP = replace(NO_TRUMP, nothing=say("pique"))
"""The same of a game in which spades are always trumps."""


HAND_AS_IT_WAS = say(
    "Il faut la main du joueur : la carte discutée, même si elle est déjà dans le pli, se reprend en main."
)


TO_HAVE_THE_TRICK = say(
    "pour gagner / pour prendre le pli / pour faire le pli / laquelle gagne / lesquelles gagnent / "
    "laquelle prend / avec laquelle je gagne"
)
"""What asks which of the cards that may be played has the trick."""


def trick_winner(
    pack: Pack, trump: Field, rule: Rule, articles: Iterable[str], doubtful: tuple[Text, ...] = ()
) -> DeskQuestion:
    """The question whose the trick is, as far as it has been played; ``doubtful``: what asks something else."""
    plays = Plays("plays", say("Cartes du pli, dans l'ordre"), pack=pack, fewest=1)
    return DeskQuestion(
        TRICK_WINNER, say("À qui est le pli ?"), (trump, plays), rule, unique(articles), pack, word=leader_word,
        wording=Wording(asked=WHOSE_TRICK, passed_over=BESIDE_A_TRICK, doubtful=doubtful),
    )  # fmt: skip


def legal_cards(
    pack: Pack,
    trump: Field,
    rule: Rule,
    articles: Iterable[str],
    more: tuple[Field, ...] = (),
    unsaid: Callable[[Mapping[str, Any]], Mapping[str, Any]] = nothing_goes_without_saying,
) -> DeskQuestion:
    """The question "Which cards of a hand may be played?", with an optional card to judge."""
    facts = (
        trump,
        Plays("plays", say("Cartes déjà posées, dans l'ordre"), pack=pack),
        Cards("hand", say("La main du joueur"), pack, if_empty=HAND_AS_IT_WAS),
        OneCard("card", say("La carte qu'il veut jouer"), pack, hand="hand", optional=True),
        *more,
    )
    return DeskQuestion(
        "legal-cards", say("Que peut-on jouer ?"), facts, rule, unique(articles), pack, unsaid=unsaid, word=legal_word,
        wording=Wording(asked=MAY_PLAY, passed_over=BESIDE_A_PLAY, doubtful=(TO_HAVE_THE_TRICK,)),
    )  # fmt: skip


def unique(articles: Iterable[str]) -> Articles:
    """Each article once, in order."""
    return tuple(dict.fromkeys(articles))


def cards_of(case: Case) -> tuple[Any, ...]:
    """The cards of the trick, without their players."""
    return tuple(play.card for play in case.facts["plays"])


def play_id(plays: Sequence[Play], place: int) -> str | int:
    """The id of a play in an answer: its player, or its index where the players are unknown."""
    player = plays[place].player
    return place if player is None else player


def either(cards: Iterable[object]) -> Listing:
    """A choice of cards, each once: "2♥, 9♥ ou A♥"."""
    return Listing(tuple(dict.fromkeys(cards)), either=True)


def meeting_duty(cards: Iterable[Any]) -> Text | Listing:
    """The legal cards of a hand that do what is asked; an excuse only may be played."""
    cards = tuple(cards)
    dutiful_cards = either(card.with_article for card in cards if not card.is_excuse)
    excuse = next((card.with_article for card in cards if card.is_excuse), None)
    return (
        dutiful_cards if excuse is None else say("%(cards)s, ou jouer %(excuse)s", cards=dutiful_cards, excuse=excuse)
    )


def leading_play(play: Play, card: object) -> Text:
    """The winning player and card, as the beginning of a sentence that is true during the trick and after it."""
    if play.player is None:
        return say("En tête, %(card)s", card=card)
    return say("Le pli est à %(player)s, avec %(card)s", player=play.player, card=card)


def legal_answer(
    case: Case,
    choice: LegalCards[Any],
    articles: Articles,
    why: Text,
    in_words: Callable[[Any], object] = lambda card: card,
) -> Ruling:
    """The ruling on a hand: its legal cards and whether the case's card, if any, is legal."""
    answer: dict[str, Any] = {"legal": [card.code for card in choice.cards]}
    card = case.facts["card"]
    if card is None:
        return Ruling(answer, articles, (why,))
    answer["allowed"] = card in choice.cards
    if answer["allowed"]:
        verdict = say("On peut donc jouer %(card)s.", card=in_words(card))
    else:
        verdict = say("On ne peut donc pas jouer %(card)s.", card=in_words(card))
    return Ruling(answer, articles, (why, verdict))


def nothing_held_back(case: Case) -> Suit | None:
    """No suit is held back."""
    return None


# Plain trick games: a suit to follow, perhaps a suit that trumps.


def plain_questions(
    takes: Articles,
    duties: Mapping[Duty, Articles],
    no_trump: Articles = (),
    trump: Field = TRUMP,
    held_back: Callable[[Case], Suit | None] = nothing_held_back,
    more: tuple[Field, ...] = (),
) -> tuple[DeskQuestion, DeskQuestion]:
    """Both questions of a plain trick game, from its articles.

    ``takes``: the articles on winning a trick; ``duties``: those on legal cards; ``no_trump``: further ones without a
    trump. ``held_back(case)``: the suit that may not be led; ``more``: the facts that it needs.
    """

    def winner(case: Case) -> Ruling:
        plays, suit = case.facts["plays"], case.facts["trump"]
        place = plain_winner(cards_of(case), suit)
        articles = takes if suit is not None else (*takes, *no_trump)
        return Ruling({"winner": play_id(plays, place)}, articles, (winning_reason(plays, place, suit),))

    def legal(case: Case) -> Ruling:
        suit = case.facts["trump"]
        back = held_back(case)
        choice = plain_legal_cards(case.facts["hand"], cards_of(case), suit, back)
        if choice.duty is Duty.LEAD and back is not None and all(card.suit is back for card in choice.cards):
            why = say("Cette main n'a plus que du %(suit)s : elle peut donc entamer ainsi.", suit=back)
            return legal_answer(case, choice, duties[Duty.HELD_BACK], why)
        articles = duties[choice.duty]
        if suit is None and choice.duty is Duty.DISCARD:
            articles = (*articles, *no_trump)
        return legal_answer(case, choice, articles, _plain_duty(choice, case))

    may_name = [article for articles in duties.values() for article in articles]
    return (
        trick_winner(FIFTY_TWO, trump, winner, (*takes, *no_trump)),
        legal_cards(FIFTY_TWO, trump, legal, (*may_name, *no_trump), more),
    )


def winning_reason(plays: Sequence[Play], place: int, trump: Suit | None) -> Text:
    """The reason why a play leads, by suits alone."""
    card = plays[place].card
    head = leading_play(plays[place], card)
    if trump is not None and card.suit is trump:
        if sum(play.card.suit is trump for play in plays) == 1:
            return say("%(head)s : c'est le seul atout du pli.", head=head)
        return say("%(head)s : c'est le plus fort atout du pli.", head=head)
    if trump is None:
        return say("%(head)s : c'est la plus forte carte à %(suit)s, la couleur demandée.", head=head, suit=card.suit)
    return say(
        "%(head)s : personne n'a coupé, et c'est la plus forte carte à %(suit)s, la couleur demandée.",
        head=head,
        suit=card.suit,
    )


def _plain_duty(choice: LegalCards[Any], case: Case) -> Text:
    trump: Suit | None = case.facts["trump"]
    led = led_suit(cards_of(case))
    match choice.duty:
        case Duty.LEAD:
            return say("C'est à cette main d'entamer : toutes les cartes sont permises.")
        case Duty.HELD_BACK:
            suit = next(card.suit for card in case.facts["hand"] if card not in choice.cards)
            return say(
                "À cette table, on n'entame à %(suit)s que si l'on n'a rien d'autre : il faut entamer avec %(cards)s.",
                suit=suit,
                cards=either(choice.cards),
            )
        case Duty.FOLLOW:
            return say(
                "On a demandé %(suit)s et cette main en a : il faut fournir, avec %(cards)s.",
                suit=led,
                cards=either(choice.cards),
            )
        case Duty.TRUMP:
            return say(
                "Pas de %(suit)s dans cette main, mais de l'atout : il faut couper, avec %(cards)s.",
                suit=led,
                cards=either(choice.cards),
            )
    if trump is None:
        return say(
            "Pas de %(suit)s dans cette main : on se défausse de ce qu'on veut, et cela ne prendra pas.", suit=led
        )
    if led is trump:
        return say("On a demandé l'atout et cette main n'en a pas : on se défausse de ce qu'on veut.")
    return say("Ni %(suit)s ni atout dans cette main : on se défausse de ce qu'on veut.", suit=led)
