"""Le Cribbage at the desk: the points of a hand, and of a card in the play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from referee.answers.cards import Cards, OneCard, Plays
from referee.answers.choices import YesNo
from referee.desk_questions.asked_phrases import WORTH_OF_HAND
from referee.desk_questions.desk_question import CaseUnder, CountPlayed, DeskQuestion, Ruling, Word, points_word
from referee.desk_questions.wording import Wording
from referee.games.cribbage.counting import FIFTEEN, MOST_COUNT, SHORTEST_RUN, VALUES, count_hand, count_play
from referee.games.cribbage.scoring import HAND, PACK, PARTS, CribbageRules
from referee.words import Text, names, say

COUNT, PLAY_FIFTEEN, PLAY_PAIRS, PLAY_RUNS = (
    "cribbage.count", "cribbage.play-fifteen", "cribbage.play-pairs", "cribbage.play-runs",
)  # fmt: skip


def hand_points(case: CaseUnder[CribbageRules]) -> Ruling:
    """The points of a hand or a crib, by what they are for (article cribbage.hand)."""
    crib: bool = case.facts["crib"]
    hand_count = count_hand(case.facts["hand"], case.facts["starter"], crib=crib)
    answer = {"points": hand_count.points, **asdict(hand_count)}
    counted = [(words, answer[key], article) for key, words, article in PARTS if answer[key]]
    articles = tuple(dict.fromkeys(("cribbage.hand", *(article for _, _, article in counted))))
    if crib:
        articles = (*articles, "cribbage.crib")
    if not counted:
        return Ruling(answer, articles, (say("Ni quinze, ni paire, ni suite, ni couleur : cette main ne vaut rien."),))
    each = names(say("%(name)s %(value)s", name=words, value=points) for words, points, _ in counted)
    return Ruling(answer, articles, (say("Dans l'ordre où l'on compte : %(parts)s.", parts=each),))


def play_points(case: CaseUnder[CribbageRules]) -> Ruling:
    """Whether the last card may be played, and what it pegs (articles cribbage.count, .play-…)."""
    cards = tuple(play.card for play in case.facts["plays"])
    pegging = count_play(cards)
    answer = {"allowed": pegging.allowed, "count": pegging.count, "points": pegging.points}
    if not pegging.allowed:
        why = say(
            "Avec %(card)s, le compte serait %(count)s : on ne dépasse jamais %(most)s.",
            card=cards[-1],
            count=pegging.count,
            most=MOST_COUNT,
        )
        return Ruling(answer, (COUNT, "cribbage.go"), (why,))
    because: list[Text] = []
    articles = [COUNT]
    if pegging.count in (FIFTEEN, MOST_COUNT):
        because.append(say("%(count)s tout juste : 2 points.", count=pegging.count))
        articles.insert(0, PLAY_FIFTEEN)
    if pegging.equal > 1:
        because.append(say("%(n)s cartes de même valeur de suite.", n=pegging.equal))
        articles.insert(0, PLAY_PAIRS)
    if pegging.run >= SHORTEST_RUN:
        because.append(say("Les %(n)s dernières cartes font une suite.", n=pegging.run))
        articles.insert(0, PLAY_RUNS)
    return Ruling(answer, tuple(articles), tuple(because or [say("Le compte est à %(count)s.", count=pegging.count)]))


def pegging_word(case: CaseUnder[CribbageRules], answer: Mapping[str, Any]) -> Word:
    """The points of the card, or that it may not be played."""
    return replace(points_word(case, answer), tone="yes") if answer["allowed"] else Word(say("Interdit"), "no")


def count_of(codes: Sequence[str]) -> int:
    """The count after these cards (article cribbage.count)."""
    return sum(VALUES[PACK.card(code).rank] for code in codes)


def cards_before(count: int) -> Sequence[Sequence[str]]:
    """Two lists of cards after which the count is this one, of other ranks from the first card on."""
    return [_cards_up_to(count, ("KS", "QH", "JD")), _cards_up_to(count, ("9S", "8H", "7D"))]


def _cards_up_to(count: int, first: Sequence[str]) -> Sequence[str]:
    """Cards with this count: the first ones that fit in, then small ones."""
    cards: list[str] = []
    for code in (*first, *(f"{rank}{suit}" for rank in "65432A" for suit in "CDHS")):
        if count_of([*cards, code]) <= count:
            cards.append(code)
    return cards


QUESTIONS = (
    DeskQuestion(
        "hand-points", say("Combien vaut cette main ?"),
        (
            Cards("hand", say("La main, sans la retourne"), PACK, fewest=HAND, most=HAND),
            OneCard("starter", say("Carte retournée"), PACK),
            YesNo("crib", say("C'est le crib"), opposite=say(
                "en main / ma main / la main"
            )),
        ),
        hand_points, ("cribbage.hand", *(article for _, _, article in PARTS), "cribbage.crib"), PACK, word=points_word,
        wording=Wording(
            asked=WORTH_OF_HAND,
            doubtful=(say(
                "combien font les suites / combien pour la suite / combien pour les suites / combien pour les quinze / "
                "combien pour les paires / combien de quinze / combien de paires / combien de suites / rapporte la "
                "suite / rapportent les"
            ),),
            passed_over=say(
                "flush / une couleur / la couleur / couleur de quatre / couleur de cinq / suite / une paire / des "
                "paires / quinze / les quinze / brelan / pour la main / je garde / j'ai gardé / elle a gardé / il a "
                "gardé"
            ),
        ),
    ),
    DeskQuestion(
        "play-points", say("Que vaut cette carte au jeu ?"),
        (Plays("plays", say("Cartes depuis le dernier 31, dans l'ordre"), pack=PACK, fewest=1, again=True),),
        play_points, (COUNT, "cribbage.go", PLAY_FIFTEEN, PLAY_PAIRS, PLAY_RUNS), PACK, word=pegging_word,
        wording=Wording(
            doubtful=(say(
                "ma main / la main / sa main / retournée / la retourne / carte retournée / le crib / pour "
                "son / pour sa / que vaut le / que vaut la / que valait"
            ),),
            asked=say(
                "que vaut cette carte au jeu / je marque / il marque / elle marque / je prends combien / combien de "
                "points pour / puis / puis moi / dessus / ça fait quinze / suite / paire / a posé / a joué / j'ai joué "
                "/ ça fait trente-et-un / j'avance / avance de combien / de combien / combien de trous / je joue / il "
                "joue / elle joue / je peux mettre / je peux poser / je peux jouer / j'ai le droit de poser / il en "
                "tire / j'en tire / j'ai la suite / j'ai la paire / ça compte comme suite / marque quoi / marque "
                "combien / il y a suite / y a suite / on marque / je pointe / elle pointe / il pointe / deux points / "
                "je dis go / je dois dire go / dire go"
            ),
            passed_over=say(
                "le dernier / la dernière / cette dernière / au jeu de la carte / dans le jeu de la carte / au début / "
                "au tout début / début du jeu / on repart de zéro / repart à zéro / nouveau compte / compte à zéro / "
                "une suite / la suite / une paire / la paire / brelan / d'affilée / à la suite / commence / il "
                "commence / je commence / ouvre"
            ),
        ),

        running=CountPlayed("plays", say(
            "compte / total / on est à / on en est à / ça fait / soit / on arrive à / compte reste à / compte "
            "s'arrête à"
        ), MOST_COUNT, count_of, cards_before),
    ),
)  # fmt: skip
