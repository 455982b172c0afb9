"""L'Ascenseur at the desk: tricks with a trump, the bid the last speaker may not make, and the points of a deal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.answers.answer import fact_violation
from referee.answers.numbers import Number, Numbers
from referee.answers.players import Seats
from referee.answers.violation import Violation
from referee.cards.tricks import Duty
from referee.desk_questions.deal_points import as_fact_violations, deal_row, points_ruling
from referee.desk_questions.desk_question import Case, DeskQuestion, Ruling, Word
from referee.desk_questions.trick_questions import plain_questions
from referee.game_definition.sheet import Round
from referee.games.ascenseur.scoring import HIGHEST, deals
from referee.words import names, say, say_n

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
        yield fact_violation("facts.cards", message)


def forbidden_word(case: Case, answer: Mapping[str, Any]) -> Word:
    """The bid that is forbidden."""
    if answer["forbidden"] is None:
        return Word(say("Rien d'interdit"), "yes")
    return Word(say("Pas %(n)s", n=answer["forbidden"]), "no")


def deal_asked(case: Case) -> Round | list[Violation]:
    """The row of the deal of so many cards, from what each announced and took."""
    facts = case.facts
    deal = deals(len(facts["players"]), case.rules).index(facts["cards"]) + 1
    bids = {"bids": {"bids": facts["bids"]}}
    return deal_row(case, {"step": "tricks", "tricks": facts["tricks"]}, bids, deal)


def bids_made_word(case: Case, answer: Mapping[str, Any]) -> Word:
    """Who took as many tricks as announced."""
    bids, tricks = case.facts["bids"], case.facts["tricks"]
    holders = [player for player in bids if bids[player] == tricks[player]]
    return Word(say("Tenu : %(players)s", players=names(holders)) if holders else say("Personne n'a tenu"))


def no_such_count(case: Case) -> Iterator[Violation]:
    """So many cards are dealt at this table, and every trick is somebody's (articles ascenseur.rounds, .tricks)."""
    players, cards = case.facts["players"], case.facts["cards"]
    dealt = deals(len(players), case.rules)
    if cards in dealt:
        yield from as_fact_violations(deal_asked(case))
        return
    message = say(
        "À %(n)s joueurs, on ne donne jamais plus de %(most)s cartes à chacun.", n=len(players), most=max(dealt)
    )
    yield fact_violation("facts.cards", message)


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
    DeskQuestion(
        "deal-points",
        say("Combien chacun marque-t-il ?"),
        (
            Seats("players", say("Joueurs, dans l'ordre des places"), tuple(HIGHEST)),
            Number("cards", say("Cartes de chacun"), 1, MOST_CARDS),
            Numbers("bids", say("Annonces"), 3, 6, lambda known: known.get("cards"), among="players"),
            Numbers("tricks", say("Plis faits"), 3, 6, lambda known: known.get("cards"), among="players"),
        ),
        lambda case: points_ruling(deal_asked(case)),
        ("ascenseur.score",),
        contradictions=no_such_count,
        word=bids_made_word,
    ),
)
