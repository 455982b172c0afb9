"""L'Ascenseur at the desk: tricks with a trump, and the bid the last speaker may not make."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.cards.tricks import Duty
from referee.games.ascenseur.scoring import HIGHEST
from referee.vocabulary.answers.answer import impossible
from referee.vocabulary.answers.numbers import Number, Numbers
from referee.vocabulary.case import Case
from referee.vocabulary.desk_question import DeskQuestion, Ruling
from referee.vocabulary.trick_questions import plain_questions
from referee.vocabulary.verdict_word import Word
from referee.vocabulary.violation import Violation
from referee.words import say, say_n

MOST_CARDS = max(HIGHEST.values())
OTHERS = tuple(n - 1 for n in HIGHEST)
"""How many speak before the last, at the tables there are."""


def forbidden_bid(case: Case) -> Ruling:
    """Which bid the last speaker may not make, in tricks (article ascenseur.not-equal)."""
    cards, said = case.facts["cards"], sum(case.facts["bids"])
    if not case.rules["not_equal"]:
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
        said=said,
        dealt=dealt,
        forbidden=cards - said,
    )
    return Ruling({"forbidden": cards - said}, ("ascenseur.not-equal",), (why,))


def no_such_deal(case: Case) -> Iterator[Violation]:
    """So many cards are dealt only at a table that is small enough (article ascenseur.rounds)."""
    players = len(case.facts["bids"]) + 1
    if case.facts["cards"] > HIGHEST[players]:
        message = say(
            "À %(n)s joueurs, on ne donne jamais plus de %(most)s cartes à chacun.", n=players, most=HIGHEST[players]
        )
        yield impossible("facts.cards", message)


def forbidden_word(case: Case, answer: Mapping[str, Any]) -> Word:
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
            Number("cards", say("Cartes de chacun"), 1, MOST_CARDS),
            Numbers("bids", say("Annonces des autres"), min(OTHERS), max(OTHERS), lambda known: known.get("cards")),
        ),
        forbidden_bid,
        ("ascenseur.not-equal", "ascenseur.house-not-equal"),
        contradictions=no_such_deal,
        word=forbidden_word,
    ),
)
