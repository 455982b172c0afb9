"""L'Ascenseur at the desk: tricks with a trump, and the bid the last speaker may not make."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.cards.tricks import Duty
from referee.desk.facts import Facts, NumberFact, NumbersFact
from referee.desk.question import DeskQuestion, Ruling
from referee.desk.trick_questions import plain_questions
from referee.desk.word import Word
from referee.games.table import HouseRules
from referee.words import say, say_n

__all__ = ["QUESTIONS"]

MOST_CARDS = 17


def forbidden_bid(facts: Facts, rules: HouseRules) -> Ruling:
    """Which bid the last speaker may not make, in tricks (article ascenseur.not-equal).

    >>> forbidden_bid({"cards": 3, "bids": (1, 1, 0)}, {"not_equal": True}).answer
    {'forbidden': 1}
    """
    cards, said = facts["cards"], sum(facts["bids"])
    if not rules["not_equal"]:
        why = say("À cette table, la dernière annonce est libre : rien n'est interdit.")
        return Ruling({"forbidden": None}, ("ascenseur.house-not-equal", "ascenseur.not-equal"), (why,))
    dealt = say_n("pour %(n)s carte", "pour %(n)s cartes", cards)
    if said > cards:
        why = say(
            "Les autres ont déjà dit %(said)s %(dealt)s : aucune annonce ne tomberait juste.", said=said, dealt=dealt
        )
        return Ruling({"forbidden": None}, ("ascenseur.not-equal",), (why,))
    why = say(
        "Les autres ont dit %(said)s en tout, %(dealt)s : "
        "le dernier ne peut pas dire %(forbidden)s, le total tomberait juste.",
        said=said, dealt=dealt, forbidden=cards - said,
    )  # fmt: skip
    return Ruling({"forbidden": cards - said}, ("ascenseur.not-equal",), (why,))


def forbidden_word(facts: Facts, answer: Mapping[str, Any]) -> Word:
    """The bid that is forbidden."""
    if answer["forbidden"] is None:
        return Word(say("Rien d'interdit"), "yes")
    return Word(say("Pas %(n)s", n=answer["forbidden"]), "no")


QUESTIONS = (
    *plain_questions(
        takes=("ascenseur.trick",),
        duties={
            Duty.LEAD: ("ascenseur.trick",),
            Duty.FOLLOW: ("ascenseur.follow",),
            Duty.TRUMP: ("ascenseur.must-trump", "ascenseur.no-overtrump"),
            Duty.DISCARD: ("ascenseur.must-trump",),
        },
        no_trump=("ascenseur.no-trump",),
    ),
    DeskQuestion(
        "forbidden-bid",
        say("Que ne peut pas dire le dernier ?"),
        (
            NumberFact("cards", say("Cartes de chacun"), 1, MOST_CARDS),
            NumbersFact("bids", say("Annonces des autres"), 2, 5, high="cards"),
        ),
        forbidden_bid,
        ("ascenseur.not-equal", "ascenseur.house-not-equal"),
        word=forbidden_word,
    ),
)
