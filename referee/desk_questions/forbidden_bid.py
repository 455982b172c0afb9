"""The desk question of games in which the bids may not add up to the tricks: which bid the last player may not make."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.answers.answer import fact_violation
from referee.answers.numbers import Number, Numbers
from referee.answers.violation import Violation
from referee.desk_questions.asked_phrases import NOT_FOR_THE_LAST
from referee.desk_questions.desk_question import Case, DeskQuestion, Ruling, Word
from referee.desk_questions.wording import Wording
from referee.words import say, say_n

DECIDES_NOTHING = say(
    "ou c'est interdit / ou pas / avant moi / c'est vrai / vrai / on me dit / je dois pas / je ne dois pas / doit "
    "pas dire / dois pas dire / au dernier tour / avec les magiciens et les bouffons / quatrième tour / tour / "
    "je parle / parle en dernier"
)
"""What people say beside the bids that decides nothing."""

OF_A_BID_MADE = say(
    "c'est permis / c'est autorisé / a-t-il le droit / a-t-elle le droit / il a le droit / elle a le "
    "droit / le dernier a le droit / a le droit ou / c'est bon / c'est ok / c'est valable / n'a pas "
    "encore annoncé / n'a pas encore parlé / n'a pas encore dit / doit encore annoncer / doit encore "
    "parler / avait le droit / avaient le droit / ont fait / a fait"
)
"""What asks of the last bid that is told, which is not one of the others'."""


def forbidden_bid(most_cards: Mapping[int, int], article: str, free: tuple[str, ...]) -> DeskQuestion:
    """The question of a game with the house rule ``not_equal``.

    :param most_cards: the largest hand, by the number of players.
    :param article: the article that forbids the bid; ``free``: those that decide where the house rule is off.
    """

    def rule(case: Case) -> Ruling:
        cards, total = case.facts["cards"], sum(case.facts["bids"])
        if not case.rules.not_equal:
            why = say("À cette table, la dernière annonce est libre : rien n'est interdit.")
            return Ruling({"forbidden": None}, free, (why,))
        params = {"said": total, "dealt": say_n("pour %(n)s carte", "pour %(n)s cartes", cards)}
        if total > cards:
            why = say("Les autres ont déjà dit %(said)s %(dealt)s : aucune annonce ne tomberait juste.", **params)
            return Ruling({"forbidden": None}, (article,), (why,))
        why = say(
            "Les autres ont dit %(said)s en tout, %(dealt)s : "
            "le dernier ne peut pas dire %(forbidden)s, le total tomberait juste.",
            forbidden=cards - total,
            **params,
        )
        return Ruling({"forbidden": cards - total}, (article,), (why,))

    def check(case: Case) -> Iterator[Violation]:
        n = len(case.facts["bids"]) + 1
        most = most_cards[n]
        if case.facts["cards"] > most:
            message = say("À %(n)s joueurs, on ne donne jamais plus de %(most)s cartes à chacun.", n=n, most=most)
            yield fact_violation("facts.cards", message)

    others = min(most_cards) - 1, max(most_cards) - 1
    facts = (
        Number("cards", say("Cartes de chacun"), 1, max(most_cards.values())),
        Numbers("bids", say("Annonces des autres"), *others, lambda facts: facts.get("cards")),
    )
    title = say("Que ne peut pas dire le dernier ?")
    articles = tuple(dict.fromkeys((article, *free)))
    return DeskQuestion(
        "forbidden-bid",
        title,
        facts,
        rule,
        articles,
        contradictions=check,
        word=_in_a_word,
        wording=Wording(asked=NOT_FOR_THE_LAST, passed_over=DECIDES_NOTHING, doubtful=(OF_A_BID_MADE,)),
    )


def _in_a_word(case: Case, answer: Mapping[str, Any]) -> Word:
    if answer["forbidden"] is None:
        return Word(say("Rien d'interdit"), "yes")
    return Word(say("Pas %(n)s", n=answer["forbidden"]), "no")
