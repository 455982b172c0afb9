"""Le Président at the desk: cards that beat the previous ones, and the exchange."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from referee.answers.answer import fact_violation
from referee.answers.cards import Cards
from referee.answers.choices import Choice
from referee.answers.violation import Violation
from referee.cards.french import Card, rank_strength
from referee.desk_questions.asked_phrases import MAY_LAY
from referee.desk_questions.desk_question import CaseUnder, DeskQuestion, Ruling, Word, permitted
from referee.desk_questions.fixed_rulings import Situation, situation_question
from referee.desk_questions.wording import Restated, ToldValues, Wording
from referee.games.president.scoring import (
    PACK,
    PRESIDENT,
    PRINTED,
    TROU,
    VICE_PRESIDENT,
    VICE_TROU,
    PresidentRules,
    titles_in_words,
)
from referee.words import Text, names, say, say_n

STRENGTH = rank_strength(("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2", "JOKER"))
"""The order of the cards (article president.rank)."""

PAIRS = (
    # The giver of strong cards and the giver of weak ones (key of the fact, title).
    (("trou", TROU), ("president", PRESIDENT)),
    (("vice_trou", VICE_TROU), ("vice_president", VICE_PRESIDENT)),
)


def can_play(case: CaseUnder[PresidentRules]) -> Ruling:
    """Whether the cards beat the previous ones (articles president.higher, .lead)."""
    previous, cards = case.facts["previous"], case.facts["cards"]
    allowed, articles, why = _judge(previous, cards)
    return Ruling({"allowed": allowed}, articles, (why,))


def _judge(previous: Sequence[Card], cards: Sequence[Card]) -> tuple[bool, tuple[str, ...], Text]:
    first = "president.higher" if previous else "president.lead"
    ranks = {card.rank for card in cards}
    if len(ranks) > 1:
        why = say("Ces cartes ne sont pas de même valeur : %(cards)s ne se posent pas ensemble.", cards=names(cards))
        return False, (first, "president.jokers") if "JOKER" in ranks else (first,), why
    if not previous:
        why = say("Rien n'est posé : on entame avec ce qu'on veut, pourvu que les cartes soient de même valeur.")
        return True, (first,), why
    if len(cards) != len(previous):
        why = say("Il faut poser autant de cartes que le précédent, soit %(n)s.", n=len(previous))
        return False, (first,), why
    card, other = cards[0], previous[0]
    jokers = ("president.jokers",) if "JOKER" in (card.rank, other.rank) else ()
    above = STRENGTH[card.rank] - STRENGTH[other.rank]
    if above > 0:
        why = say("À nombre égal, %(card)s bat %(other)s.", card=card, other=other)
    elif above == 0:
        why = say("Il faut une valeur plus haute : %(card)s ne fait qu'égaler %(other)s.", card=card, other=other)
    else:
        why = say("Il faut une valeur plus haute : %(card)s est plus faible que %(other)s.", card=card, other=other)
    return above > 0, (first, "president.rank", *jokers), why


def check_previous(case: CaseUnder[PresidentRules]) -> Iterator[Violation]:
    """The previous cards must be of one rank."""
    if len({card.rank for card in case.facts["previous"]}) > 1:
        yield fact_violation("facts.previous", say("Les cartes déjà posées ne sont pas de même valeur."))


TITLES = tuple((title, PRINTED[title]) for title in (TROU, PRESIDENT, VICE_TROU, VICE_PRESIDENT))
"""Those who exchange cards, the lowest and the highest first."""

GIVEN = {TROU: 2, PRESIDENT: 2, VICE_TROU: 1, VICE_PRESIDENT: 1}
"""How many cards each of them gives (article president.exchange)."""


def cards_given(title: str, hand: Sequence[Card]) -> list[Card]:
    """The cards that a player gives: of equal ones the first in the hand (article president.exchange)."""
    strongest = title in (TROU, VICE_TROU)
    ranked = sorted(hand, key=lambda card: -STRENGTH[card.rank] if strongest else STRENGTH[card.rank])
    return ranked[: GIVEN[title]]


def exchange(case: CaseUnder[PresidentRules]) -> Ruling:
    """The cards of the exchange, from the hands before it (article president.exchange).

    Of equal cards the first in the hand is given.
    """
    answer: dict[str, list[str]] = {}
    because: list[Text] = []
    titles = titles_in_words(case.rules)
    for (low, low_title), (high, high_title) in PAIRS:
        if case.facts[low] is None:
            continue
        best = cards_given(low_title, case.facts[low])
        worst = cards_given(high_title, case.facts[high])
        answer[f"{low}_gives"] = [card.code for card in best]
        answer[f"{high}_gives"] = [card.code for card in worst]
        because.append(
            _exchange_text(GIVEN[low_title], titles[low_title], titles[high_title], names(best), names(worst))
        )
    return Ruling(answer, ("president.exchange", "president.exchange-how", "president.rank"), tuple(because))


def _exchange_text(number: int, low: Text, high: Text, best: object, worst: object) -> Text:
    return say_n(
        "Le %(low)s donne sa plus forte, %(best)s, et reçoit la plus faible du %(high)s, %(worst)s.",
        "Le %(low)s donne ses %(n)s plus fortes, %(best)s, et reçoit les %(n)s plus faibles du %(high)s, %(worst)s.",
        number,
        low=low,
        high=high,
        best=best,
        worst=worst,
    )


def check_pairs(case: CaseUnder[PresidentRules]) -> Iterator[Violation]:
    """The hands must be at least one complete pair."""
    missing = say("Il manque la main de l'autre : l'échange se fait à deux.")
    for (low, _), (high, _) in PAIRS:
        if (case.facts[low] is None) != (case.facts[high] is None):
            yield fact_violation(f"facts.{low if case.facts[low] is None else high}", missing)
    if all(case.facts[low] is None and case.facts[high] is None for (low, _), (high, _) in PAIRS):
        yield fact_violation("facts", say("Il faut au moins les deux mains d'un échange."))


def exchange_word(case: CaseUnder[PresidentRules], answer: Mapping[str, Any]) -> Word:
    """The cards that the lowest player gives."""
    low = next(low for (low, _), _ in PAIRS if f"{low}_gives" in answer)
    best = [card for code in answer[f"{low}_gives"] if (card := PACK.card(code)) is not None]
    return Word(names(best))


def given_cards(case: CaseUnder[PresidentRules]) -> Ruling:
    """The cards that one player gives, from the hand before the exchange (article president.exchange)."""
    title = case.facts["title"]
    cards = cards_given(title, case.facts["hand"])
    words = {"title": titles_in_words(case.rules)[title], "cards": names(cards)}
    if title in (TROU, VICE_TROU):
        why = say_n(
            "Le %(title)s donne sa plus forte : %(cards)s.",
            "Le %(title)s donne ses %(n)s plus fortes : %(cards)s.",
            GIVEN[title],
            **words,
        )
    else:
        why = say_n(
            "Le %(title)s donne sa plus faible : %(cards)s.",
            "Le %(title)s donne ses %(n)s plus faibles : %(cards)s.",
            GIVEN[title],
            **words,
        )
    answer = {"gives": [card.code for card in cards]}
    return Ruling(answer, ("president.exchange", "president.exchange-how", "president.rank"), (why,))


def check_number(case: CaseUnder[PresidentRules]) -> Iterator[Violation]:
    """The hand must hold as many cards as are given."""
    needed, hand = GIVEN[case.facts["title"]], case.facts["hand"]
    if len(hand) < needed:
        yield fact_violation("facts.hand", say("Il en donne %(n)s ; la main en a %(held)s.", n=needed, held=len(hand)))


def given_word(_case: CaseUnder[PresidentRules], answer: Mapping[str, Any]) -> Word:
    """The cards that are given."""
    return Word(names([card for code in answer["gives"] if (card := PACK.card(code)) is not None]))


EXCHANGED_WRONGLY = say(
    "échange fait à l'envers / échange a été fait à l'envers / échange à l'envers / échange était faux / "
    "échange faux / mal échangé / a gardé son / a gardé sa / gardé son 2 / gardé son joker / gardé un 2 /"
    " caché son / caché un / au lieu de 2 / au lieu d'une / pas donné ses meilleures / pas donné sa "
    "meilleure / pas donné les bonnes / donné la mauvaise / donné les mauvaises / donné que 1 carte / "
    "donné qu'une carte / trompé dans l'échange / trompé d'échange / n'a donné qu'une carte / filé qu'une"
    " carte / passé qu'une carte / filé qu'une seule carte / passé qu'une seule carte / donné qu'une "
    "seule / reçu qu'une carte / reçu qu'une seule carte / donné une seule carte / passé une seule carte "
    "/ pas filé ses meilleures / pas passé ses meilleures / pas filé sa meilleure / passé les mauvaises /"
    " filé les mauvaises / au lieu de ses deux meilleures / au lieu de ses deux / au lieu de son 2 / au "
    "lieu de son as / au lieu de son joker"
)
ONE_CARD_ALONE = say("qu'une carte / qu'une seule / une seule carte / que 1 carte")
OF_A_VICE = say("vice / vice-président / vice-présidente / vice-trou / le vice")
NOBODY_PLAYED = say(
    "personne n'a joué / personne n'a encore joué / avant de jouer / avant la première carte / avant "
    "d'entamer / avant d'avoir joué / pas encore joué / rien n'est joué / on n'a pas commencé / pas "
    "encore commencé / personne n'a encore posé / personne n'a posé / rien n'est posé / rien n'a été posé"
    " / avant le premier pli / personne n'a commencé / aucune carte n'est posée / aucune carte posée / "
    "rien n'est encore posé"
)
IN_FIRST_TRICK = say(
    "plein premier pli / pendant le premier pli / au premier pli / milieu du premier pli / premier pli en"
    " cours / dans le premier pli / premier pli est en cours / encore au premier pli / encore dans le "
    "premier pli / on est au premier pli / premier pli pas fini / premier pli n'est pas fini / premier "
    "pli n'est pas terminé / toujours au premier pli"
)
TRICK_GATHERED = say(
    "déjà ramassé / ramassé le premier pli / ramassé un pli / premier pli ramassé / premier pli est "
    "ramassé / pli est déjà ramassé / après le premier pli / fini le pli / fini le premier pli / finir le"
    " pli / finir le premier pli / finir le 3eme pli / deux plis plus tard / plis plus tard / au deuxième"
    " pli / au troisième pli / fini le troisième pli / deuxième pli / troisième pli / déjà joué 2 plis / "
    "joué 2 plis / joué un pli / joué 3 plis / déjà fait un pli / déjà fait 2 plis / premier pli est fini"
    " / premier pli est terminé / premier pli est parti / premier pli terminé / pli est ramassé / premier"
    " pli a été ramassé / premier pli est joué / déjà joué le premier pli"
)

WRONG = "president.exchange-wrong"
BESIDE_LATE_EXCHANGE = say(
    "trou / duc / président / vice / échange / refait / refaire / trop / tard / ou / carte / cartes / donné / "
    "filé / avoue / aperçoit / déjà / fait / quoi / plis / pli / jouer / joué / meilleures / finir / fini / "
    "on / vient / main / rendre / rend / annule"
)

SWAP_FORGOTTEN = say("oublié l'échange / oublié d'échanger / oublié de faire l'échange / pas fait l'échange")

OF_THE_PRESIDENT = say(
    "président a gardé / présidente a gardé / vice-président a gardé / suis président / comme président / en "
    "tant que président"
)

LATE_EXCHANGE = situation_question(
    "exchange-wrong", say("L'échange était faux : que fait-on ?"),
    Situation(
        "before-lead", say("personne n'a encore joué"), "put-right", say("On le refait"),
        (WRONG, "president.exchange"),
        (say("Chacun reprend ses cartes et donne celles qu'il doit."),),
        phrases=((EXCHANGED_WRONGLY, NOBODY_PLAYED), (SWAP_FORGOTTEN, NOBODY_PLAYED)),
    ),
    Situation(
        "first-trick", say("le premier pli est en cours"), "put-right", say("On rend les cartes en main"),
        (WRONG, "president.exchange"),
        (say("On se rend les cartes échangées à tort que l'on a encore en main ; celles déjà posées restent."),),
        phrases=((EXCHANGED_WRONGLY, IN_FIRST_TRICK),),
    ),
    Situation(
        "later", say("un pli est déjà ramassé"), "stands", say("Trop tard"),
        (WRONG, "president.exchange"),
        (say("La donne se joue comme elle est, et les titres comptent."),), "no",
        phrases=((EXCHANGED_WRONGLY, TRICK_GATHERED),),
    ),
    Situation(
        "forgotten", say("on l'a oublié, et un pli est ramassé"), "stands", say("Pas d'échange"),
        (WRONG, "president.exchange"),
        (say("La donne se joue sans échange ; le suivant se fera avec les titres qu'elle donne."),), "no",
        phrases=((SWAP_FORGOTTEN, TRICK_GATHERED),),
    ),
    untold=((OF_THE_PRESIDENT,), (ONE_CARD_ALONE, OF_A_VICE)),
    passed_over=BESIDE_LATE_EXCHANGE,
    question_phrases=say(
        "mal échangé / s'est trompé dans l'échange / pas donné ses meilleures / pas donné ma meilleure / a gardé "
        "son / a gardé sa / à la place / pas la bonne carte / donné la mauvaise / a donné autre chose / au lieu "
        "de / menti sur / sa meilleure / pas rendu / caché son"
    ),
)  # fmt: skip


BESIDE_PRESIDENT = say(
    "ça saute / saute le suivant / le suivant / suivant / je suis le trou / tout seul / toute seule / comme "
    "paire / comme une paire / faire la paire / faire une paire / en paire / pour la paire"
)

BESIDE_EXCHANGE = say(
    "avant l'échange / échange / échange des vices / vices / main / celle / qui / du c / cul / chacun / quoi "
    "/ à qui / moi / reçoit / reçu / cartes / quelles / "
    "dois / doit / premier / au premier / meilleures / plus grosses / plus fortes / plus hautes / plus faibles / "
    "plus basses / plus petites / quelles deux / deux cartes / nouvelle main"
)

TOLD_TITLES: ToldValues = {
    TROU: (
        (
            say(
                "suis trou duc / moi trou duc / le trou duc a / trou duc a / trou duc avec / trou duc : / main du trou "
                "duc / en trou duc / comme trou duc / fini dernier / suis dernier / arrivé dernier / sorti dernier"
            ),
        ),
        (
            say(
                "donne au président / donne quoi au président / file quoi au président / passe quoi au président "
                "/ au gagnant / à la gagnante"
            ),
        ),
    ),
    PRESIDENT: (
        (
            say(
                "suis président / suis présidente / moi président / moi présidente / le président a / président a / "
                "président avec / présidente avec / président : / main du président / en président / comme président"
            ),
        ),
        (say("au trou duc / au dernier / à la dernière / au perdant / au plus mauvais"),),
    ),
    VICE_TROU: (
        (
            say(
                "suis vice trou duc / moi vice trou duc / vice trou duc a / vice trou duc avec / vice trou duc : / "
                "main du vice trou duc"
            ),
        ),
        (say("au vice président / à la vice présidente"),),
    ),
    VICE_PRESIDENT: (
        (
            say(
                "suis vice président / moi vice président / vice président a / vice président avec / vice président : "
                "/ suis vice présidente / moi vice présidente / vice présidente a / vice présidente avec / vice "
                "présidente : / main du vice président / main de la vice présidente"
            ),
        ),
        (say("au vice trou duc / à l'avant-dernier"),),
    ),
}
"""How it is told who gives: by his title, or by the one to whom he gives."""

LOW_CARDS_BESIDE = Restated(
    say(
        "que des petites / des petites / rien que des petites / plein de petites / des basses / que des "
        "basses / mes plus grosses / mes plus fortes / ses plus fortes / mes meilleures sont / le reste est "
        "plus petit"
    ),
    lambda way: way.get("title") in (TROU, VICE_TROU),
)
HIGH_CARDS_BESIDE = Restated(
    say(
        "que des grosses / des grosses / des fortes / que des fortes / plein de grosses / mes plus petites / "
        "mes plus basses / mes plus faibles / le reste est plus gros / le reste est plus fort"
    ),
    lambda way: way.get("title") in (PRESIDENT, VICE_PRESIDENT),
)
"""Further cards of a hand, which only who gives the others may leave unnamed."""

OF_ANOTHER_TITLE = say(
    "chez le président / pour le président / du président / chez le trou duc / pour le trou duc / je reçois "
    "/ reçois-je / reçoit / reçoivent / recevoir / on me rend / on me donne / me rend / me revient / je "
    "récupère / récupère / au vice / à la vice / chez le vice"
)

QUESTIONS = (
    DeskQuestion(
        "can-play", say("Peut-on poser ces cartes ?"),
        (
            Cards("previous", say("Dernières cartes posées"), PACK, fewest=0),
            Cards("cards", say("Cartes à poser"), PACK),
        ),
        can_play, ("president.higher", "president.lead", "president.rank", "president.jokers"), PACK,
        contradictions=check_previous, word=permitted,
        wording=Wording(asked=MAY_LAY, passed_over=BESIDE_PRESIDENT),
    ),
    DeskQuestion(
        "exchange", say("Qu'est-ce que chacun donne ?"),
        (
            Cards("trou", say("Main du Trou'Duc"), PACK, fewest=2, optional=True),
            Cards("president", say("Main du Président"), PACK, fewest=2, optional=True),
            Cards("vice_trou", say("Main du Vice Trou'Duc"), PACK, optional=True),
            Cards("vice_president", say("Main du Vice-Président"), PACK, optional=True),
        ),
        exchange, ("president.exchange", "president.exchange-how", "president.rank"), PACK,
        contradictions=check_pairs, word=exchange_word,
        wording=Wording(
            asked=say(
                "qu'est-ce que chacun donne / qui donne quoi / l'échange / échanger / on échange / qui reçoit quoi / "
                "avant l'échange / qui file quoi / qui refile quoi / on se donne / donnent quoi / le trou / le "
                "président / le vice"
            ),
            passed_over=BESIDE_EXCHANGE,
        ),
    ),
    DeskQuestion(
        "given-cards", say("Que donne-t-il à l'échange ?"),
        (
            Choice("title", say("Son titre"), TITLES),
            Cards("hand", say("Sa main avant l'échange"), PACK),
        ),
        given_cards, ("president.exchange", "president.exchange-how", "president.rank"), PACK,
        contradictions=check_number, word=given_word,
        wording=Wording(
            asked=say(
                "donne quoi / il donne / je donne / elle donne / dois donner / doit donner / quelles cartes je donne / "
                "meilleures cartes / file quoi / refile quoi / passe quoi / je rends quoi / rend quoi / rendre "
                "lesquelles / je rends lesquelles / rend lesquelles / on me fait rendre / je dois rendre / il doit "
                "rendre / je dois quoi / mes deux meilleures / je donne lesquelles / je refile / je file / je passe / "
                "faut que je donne / faut donner / faut rendre"
            ),
            told_facts={"title": TOLD_TITLES},
            doubtful=(OF_ANOTHER_TITLE,),
            claims=(LOW_CARDS_BESIDE, HIGH_CARDS_BESIDE),
            passed_over=BESIDE_EXCHANGE,
        ),
    ),
    LATE_EXCHANGE,
)  # fmt: skip
