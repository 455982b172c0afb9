"""La Dame atout at the desk: tricks with spades as trumps, the lead of a spade, the points of a side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.answers.answer import fact_violation
from referee.answers.choices import Choices, YesNo
from referee.answers.numbers import Number, Numbers
from referee.answers.violation import Violation
from referee.cards.french import Suit
from referee.cards.tricks import Duty, LegalCards, led_suit, plain_legal_cards, plain_winner
from referee.desk_questions.desk_question import CaseUnder, DeskQuestion, Ruling, Word, points_word
from referee.desk_questions.trick_questions import (
    SPADES_TRUMP,
    cards_of,
    either,
    leading_play,
    legal_answer,
    legal_cards,
    play_id,
    trick_winner,
)
from referee.desk_questions.wording import Wording
from referee.games.pique.scoring import (
    FOR_THE_BAGS,
    HAND,
    OFF,
    ORDINARY_NIL,
    PACK,
    PiqueRules,
    Result,
    SideDeal,
    settle,
)
from referee.words import Text, names, say, say_n

TRUMP = Suit.SPADES
TRICK, FOLLOW, BROKEN = "pique.trick", "pique.follow", "pique.broken"
PLAYERS = (say("le premier"), say("le second"))
MOST_BAGS = 1000

ALONE = ("pique.nil", "pique.blind", "pique.failed-nil")
"""The articles of what stands alone in a side's points."""


# Tricks.


def winner(case: CaseUnder[PiqueRules]) -> Ruling:
    """The leader of a trick (article pique.trick)."""
    plays = case.facts["plays"]
    place = plain_winner(cards_of(case), TRUMP)
    card = plays[place].card
    head = leading_play(plays[place], card)
    if card.suit is TRUMP:
        alone = sum(play.card.suit is TRUMP for play in plays) == 1
        why = (
            say("%(head)s : c'est le seul atout du pli.", head=head)
            if alone
            else say("%(head)s : c'est le plus fort atout du pli.", head=head)
        )
    else:
        why = say(
            "%(head)s : personne n'a coupé, et c'est la plus forte carte à %(suit)s, la couleur demandée.",
            head=head,
            suit=card.suit,
        )
    return Ruling({"winner": play_id(plays, place)}, (TRICK,), (why,))


def legal(case: CaseUnder[PiqueRules]) -> Ruling:
    """The legal cards of a hand (articles pique.follow, .broken)."""
    held_back = None if case.facts["broken"] else TRUMP
    choice = plain_legal_cards(case.facts["hand"], cards_of(case), held_back=held_back)
    return legal_answer(case, choice, *_duty(choice, case))


def _duty(choice: LegalCards[Any], case: CaseUnder[PiqueRules]) -> tuple[tuple[str, ...], Text]:
    led, mine = led_suit(cards_of(case)), either(choice.cards)
    match choice.duty:
        case Duty.HELD_BACK:
            why = say("Aucun pique n'a encore été joué : on entame d'autre chose, avec %(cards)s.", cards=mine)
            return (BROKEN,), why
        case Duty.LEAD if any(card.suit is not TRUMP for card in choice.cards):
            return (TRICK, BROKEN), say("C'est à cette main d'entamer : toutes les cartes sont permises.")
        case Duty.LEAD:
            return (BROKEN,), say("Cette main n'a plus que du %(suit)s : elle peut donc entamer ainsi.", suit=TRUMP)
        case Duty.FOLLOW:
            why = say(
                "On a demandé %(suit)s et cette main en a : il faut fournir, avec %(cards)s.", suit=led, cards=mine
            )
            return (FOLLOW,), why
    return (FOLLOW,), say("Pas de %(suit)s dans cette main : on coupe ou on se défausse, comme on veut.", suit=led)


# The points of a side.


def side_of(case: CaseUnder[PiqueRules]) -> SideDeal:
    """The deal of the side that the facts tell; of numbers that partners have together as if one of them had all."""
    facts = case.facts
    bids, tricks, blind = facts["bids"], facts["tricks"], facts["blind"]
    if len(tricks) < len(bids):
        bids, blind = (sum(bids),), (False,)
    return SideDeal(PLAYERS[: len(bids)], bids, tricks, blind)


def may_be_together(case: CaseUnder[PiqueRules]) -> bool:
    """Whether one number may be that of both partners: a bid of nothing stands alone (article pique.nil)."""
    return not case.rules.solo and 0 not in case.facts["bids"]


def side_score(case: CaseUnder[PiqueRules]) -> Ruling:
    """The points of a side, and its bags (articles pique.score, .nil, .failed-nil, .bags).

    Where nobody says how many bags it had, those of the deal alone are counted.
    """
    before = case.facts["bags"]
    result = settle(side_of(case), before or 0, case.rules)
    decided = [part.article for part in result.parts]
    articles = tuple(dict.fromkeys((*(law for law in decided if law in ALONE), "pique.score", *decided)))
    parts = names(say("%(reason)s : %(points)s", reason=part.reason, points=part.points) for part in result.parts)
    why = say("À noter : %(players)s.", players=parts)
    if before is None:
        return Ruling({"points": result.points, "new_bags": result.new_bags}, articles, (why, *_of_bags(case, result)))
    left = say_n("Il reste %(n)s sac à ce camp.", "Il reste %(n)s sacs à ce camp.", result.bags)
    return Ruling({"points": result.points, "bags": result.bags}, articles, (why, left))


def _of_bags(case: CaseUnder[PiqueRules], result: Result) -> Iterator[Text]:
    """What the bags that a side had before may change: nothing where the deal brings none."""
    if result.new_bags and case.rules.bags:
        yield say_n(
            "Avec %(n)s sac ou plus avant la donne, %(points)s points de moins : c'est le sac de trop.",
            "Avec %(n)s sacs ou plus avant la donne, %(points)s points de moins : c'est le sac de trop.",
            case.rules.bags - result.bags,
            points=-FOR_THE_BAGS,
        )


def side_word(case: CaseUnder[PiqueRules], answer: Mapping[str, Any]) -> Word:
    """The points; without the bags that the side had, where these are not said and may cost it some."""
    if answer.get("new_bags") and case.rules.bags:
        points = points_word(case, answer)
        return Word(say("%(points)s, sacs d'avant à part", points=points.text), points.tone)
    return points_word(case, answer)


def contradictions(case: CaseUnder[PiqueRules]) -> Iterator[Violation]:
    """The numbers are those of one side, and its blind bids are possible (articles pique.solo, .tricks, .blind)."""
    facts, rules = case.facts, case.rules
    size = 1 if rules.solo else 2
    together = may_be_together(case) and len(facts["tricks"]) == 1
    for key, sizes in (
        ("bids", {size, 1} if together else {size}),
        ("tricks", {size, 1} if together else {size}),
        ("blind", {len(facts["bids"])} if together else {size}),
    ):
        if len(facts[key]) not in sizes:
            message = say_n("Il en faut %(n)s pour un camp.", "Il en faut %(n)s pour un camp.", size)
            yield fact_violation(f"facts.{key}", message)
    if sum(facts["tricks"]) > HAND:
        yield fact_violation("facts.tricks", say("Il n'y a que %(n)s plis dans une donne.", n=HAND))
    if any(facts["blind"]) and (rules.blind == OFF or rules.nil == ORDINARY_NIL):
        yield fact_violation("facts.blind", say("À cette table, on n'annonce pas à l'aveugle."))
    elif any(bid and blind for bid, blind in zip(facts["bids"], facts["blind"], strict=False)):
        yield fact_violation("facts.blind", say("À l'aveugle, on n'annonce que zéro."))


def unsaid(raw_facts: Mapping[str, Any]) -> Mapping[str, Any]:
    """Nobody bids blind, unless somebody says so."""
    return {"blind": [False] * len(raw_facts["bids"])} if "bids" in raw_facts else {}


YES_OR_NO = ((False, say("non")), (True, say("oui")))

QUESTIONS = (
    trick_winner(PACK, SPADES_TRUMP, winner, (TRICK,)),
    legal_cards(
        PACK, SPADES_TRUMP, legal, (TRICK, FOLLOW, BROKEN), (YesNo("broken", say("Un pique a déjà été joué")),),
    ),
    DeskQuestion(
        "side-score", say("Combien ce camp marque-t-il ?"),
        (
            Numbers("bids", say("Annonces du camp"), 1, 2, HAND),
            Numbers("tricks", say("Plis de chacun"), 1, 2, HAND),
            Choices("blind", say("À l'aveugle ?"), YES_OR_NO),
            Number("bags", say("Sacs avant la donne"), 0, MOST_BAGS, optional=True, default=None),
        ),
        side_score, ("pique.score", "pique.nil", "pique.blind", "pique.failed-nil", "pique.bags"),
        contradictions=contradictions, unsaid=unsaid, word=side_word,
        wording=Wording(
            asked=say(
                "combien ce camp marque-t-il / on marque / on marque combien / le score / dit nil / nil / sacs / sac "
                "/ on a annoncé / on a dit / annoncés / faits / on a fait / en a fait / on perd / j'avais dit / elle "
                "avait dit / elle a fait / annonce / à l'aveugle / compte-nous / ça fait combien / ensemble"
            ),
            doubtful=(say(
                "donc sacs / ça fait sacs / soit sacs / ce qui fait sacs / on en est à sacs / sacs maintenant / sacs "
                "en tout / sacs de trop / juste les sacs / seulement les sacs / sacs nous coûtent / sacs coûtent / qui "
                "est devant / qui mène / l'autre camp / l'autre équipe / les garçons / les filles / nord-sud / "
                "est-ouest / chacun pour soi / pour son compte / adversaire / sans équipes / sans équipe"
            ),),
            passed_over=say(
                "en face / face à moi / à nous deux / tous les deux / sur la feuille / cette donne / après avoir vu "
                "mes cartes / après avoir regardé mes cartes / en ayant vu mes cartes / pas à l'aveugle / pas en "
                "aveugle / pas aveugle / entre nous / entre nous deux"
            ),
        ),
    ),
)  # fmt: skip
