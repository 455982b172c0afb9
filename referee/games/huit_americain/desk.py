"""Le 8 Américain at the desk: the legal cards, their effects, and the points of a hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from referee.answers.answer import fact_violation
from referee.answers.cards import Cards, OneCard
from referee.answers.choices import Choice, suit_choice
from referee.answers.players import OnePlayer, Seats
from referee.answers.violation import Violation
from referee.cards.french import Card, Suit
from referee.desk_questions.asked_phrases import MAY_LAY, WORTH_OF_HAND
from referee.desk_questions.desk_question import CaseUnder, DeskQuestion, Ruling, Word, permitted, points_word
from referee.desk_questions.wording import Wording
from referee.games.huit_americain.mishaps import CARTE, MISCOUNTED, NO_SUIT
from referee.games.huit_americain.scoring import ANY_RANK, PACK, HuitAmericainRules, card_points
from referee.words import Text, names, say, say_n

DRAWS_PER_CARD = {"2": 2, "JOKER": 2}
"""The number of cards that the next player draws for each card, by rank (article huit-americain.draw-two)."""

UNDER = {"8": "huit-americain.eight", "JOKER": "huit-americain.joker"}
"""The ranks that can be followed by a suit other than their own, with their articles."""

PAIR = 2
"""The players of whom the article huit-americain.two-players speaks."""

DIRECTIONS = ((1, say("vers la gauche")), (-1, say("vers la droite")))


# Legal cards.


def can_play(case: CaseUnder[HuitAmericainRules]) -> Ruling:
    """Whether the cards are legal on the top card (articles huit-americain.play, .several-cards, .eight, .joker)."""
    top, cards = case.facts["top"], case.facts["cards"]
    in_force = case.facts["suit"] or top.suit
    if len(cards) == 1:
        allowed, articles, because = _judge_card(top, in_force, cards[0])
    else:
        allowed, articles, because = _judge_cards(top, in_force, cards, case.rules.several)
    if top.rank in UNDER:
        articles = (*articles, "huit-americain.turned-card" if case.facts["suit"] is None else UNDER[top.rank])
    return Ruling({"allowed": allowed}, tuple(dict.fromkeys(articles)), because)


Fit = tuple[bool, tuple[str, ...], tuple[Text, ...]]
"""Whether cards are legal, the articles (most decisive first), the reasons."""


def _judge_card(top: Card, suit: Suit | None, card: Card) -> Fit:
    """One card alone."""
    if card.rank == "8":
        return True, ("huit-americain.eight",), (say("Un 8 se pose à tout moment, sur n'importe quelle carte."),)
    if card.suit is None:
        return True, ("huit-americain.joker",), (say("Un joker se pose à tout moment, sur n'importe quelle carte."),)
    if suit is None:
        return (
            True,
            ("huit-americain.joker",),
            (say("Il n'y a pas encore de couleur à suivre : sur ce joker, tout va."),),
        )
    if card.rank == top.rank:
        return True, ("huit-americain.play",), (say("%(card)s est de la même valeur que %(top)s.", card=card, top=top),)
    if card.suit is suit:
        why = say("%(card)s suit la couleur en cours, %(suit)s.", card=card, suit=suit)
        return True, ("huit-americain.play",), (why,)
    why = say(
        "%(card)s ne va pas : il faut du %(suit)s, la couleur en cours, ou la valeur de %(top)s.",
        card=card,
        suit=suit,
        top=top,
    )
    articles = ("huit-americain.play", "huit-americain.joker") if top.suit is None else ("huit-americain.play",)
    return False, articles, (why,)


def _judge_cards(top: Card, suit: Suit | None, cards: Sequence[Card], several: str) -> Fit:
    """Several cards of one rank: that of the top card, or with the house rule any rank if one of them is legal."""
    together, rank = "huit-americain.several-cards", cards[0].rank
    if any(card.rank != rank for card in cards):
        why = say("Ces cartes ne sont pas de même valeur : %(cards)s ne se posent pas ensemble.", cards=names(cards))
        return False, (together, "huit-americain.play"), (why,)
    if rank == top.rank:
        why = say("%(cards)s sont de la valeur de la carte visible : elles vont ensemble.", cards=names(cards))
        return True, (together, "huit-americain.play"), (why,)
    alone = next((fit for card in cards if (fit := _judge_card(top, suit, card))[0]), None)
    if several == ANY_RANK and alone is not None:
        why = say("À cette table, les autres cartes de même valeur vont avec elle.")
        return True, (together, *alone[1]), (*alone[2], why)
    if several == ANY_RANK:
        why = say(
            "Aucune de ces cartes ne va : il faut du %(suit)s, la couleur en cours, ou la valeur de %(top)s.",
            suit=suit,
            top=top,
        )
        return False, (together, "huit-americain.play"), (why,)
    why = say(
        "Pour en poser plusieurs, il faut la valeur de la carte visible, %(top)s ; sinon, c'est une seule carte.",
        top=top,
    )
    return False, (together, *(alone[1] if alone else ("huit-americain.play",))), (why,)


# Effects.


def effect(case: CaseUnder[HuitAmericainRules]) -> Ruling:
    """The effects of the cards: who draws, who plays next, in which direction."""
    cards, rank = case.facts["cards"], case.facts["cards"][0].rank
    draw = DRAWS_PER_CARD.get(rank, 0) * len(cards)
    direction = -case.facts["direction"] if rank == "A" and len(cards) % 2 else case.facts["direction"]
    neighbour = _seat(case, direction, 1)
    skipped = len(cards) if rank == "J" else int(draw > 0 and case.rules.draw_skips)
    again = rank == "7"
    next_player = case.facts["player"] if again else _seat(case, direction, 1 + skipped)
    answer = {
        "next": next_player,
        "draw": draw,
        "drawer": neighbour if draw else None,
        "direction": direction,
        "again": again,
        "choose_suit": rank == "8",
    }
    articles, because = _reasons(case, answer)
    if rank in ("A", "J") and len(case.facts["players"]) == PAIR:
        articles = ("huit-americain.two-players", *articles)
    if len(cards) > 1:
        articles = (*articles, "huit-americain.several-effects")
    return Ruling(answer, articles, because)


def _seat(case: CaseUnder[HuitAmericainRules], direction: int, steps: int) -> str:
    """The player ``steps`` seats on in this direction (1: to the left) from the one who played."""
    players: tuple[str, ...] = case.facts["players"]
    return players[(players.index(case.facts["player"]) + direction * steps) % len(players)]


def _reasons(
    case: CaseUnder[HuitAmericainRules], answer: dict[str, object]
) -> tuple[tuple[str, ...], tuple[Text, ...]]:
    cards, next_player = case.facts["cards"], answer["next"]
    then = say("C'est ensuite à %(player)s.", player=next_player)
    match cards[0].rank:
        case "2" | "JOKER":
            return _draw_reasons(answer, case.rules)
        case "A":
            change = say_n("L'as change le sens du jeu.", "%(n)s as : le sens change %(n)s fois.", len(cards))
            return ("huit-americain.ace",), (change, then)
        case "J":
            skips = say_n("Le valet fait sauter un joueur.", "%(n)s valets font sauter %(n)s joueurs.", len(cards))
            return ("huit-americain.jack",), (skips, then)
        case "7":
            why = say(
                "Après un 7, %(player)s rejoue, à moins de n'avoir plus de carte : alors la partie est gagnée.",
                player=next_player,
            )
            once = (say("Plusieurs 7 d'un coup ne font rejouer qu'une fois."),) if len(cards) > 1 else ()
            return ("huit-americain.seven", "huit-americain.last-card"), (why, *once)
        case "8":
            why = say("%(player)s nomme la couleur.", player=case.facts["player"])
            return ("huit-americain.eight",), (why, then)
    return ("huit-americain.play",), (say("%(cards)s : rien de particulier.", cards=names(cards)), then)


def _draw_reasons(answer: dict[str, object], rules: HuitAmericainRules) -> tuple[tuple[str, ...], tuple[Text, ...]]:
    draws = say("%(player)s prend %(n)s cartes.", player=answer["drawer"], n=answer["draw"])
    if rules.draw_skips:
        then = say(
            "À cette table, celui qui prend des cartes passe son tour : c'est à %(player)s.", player=answer["next"]
        )
    else:
        then = say("Et c'est à %(player)s de jouer quand même.", player=answer["next"])
    return ("huit-americain.draw-two", "huit-americain.draw-then-play"), (draws, then)


def check_one_rank(case: CaseUnder[HuitAmericainRules]) -> Iterator[Violation]:
    """Cards played together must be of one rank."""
    if len({card.rank for card in case.facts["cards"]}) > 1:
        yield fact_violation("facts.cards", say("Des cartes posées ensemble sont de même valeur."))


# Points of a hand.


def hand_points(case: CaseUnder[HuitAmericainRules]) -> Ruling:
    """The points of a hand (articles huit-americain.score, .joker-points)."""
    cards: tuple[Card, ...] = case.facts["cards"]
    points_of = {card: card_points(card, case.rules) for card in cards}
    points = sum(points_of[card] for card in cards)
    articles: tuple[str, ...] = ("huit-americain.score",)
    if any(card.suit is None for card in cards):
        articles = ("huit-americain.joker-points", "huit-americain.score")
    if not cards:
        return Ruling({"points": 0}, articles, (say("Une main vide ne coûte rien."),))
    each = names(say("%(card)s (%(points)s)", card=card, points=points_of[card]) for card in cards)
    why = say_n("%(n)s point en tout : %(cards)s.", "%(n)s points en tout : %(cards)s.", points, cards=each)
    return Ruling({"points": points}, articles, (why,))


def effect_word(case: CaseUnder[HuitAmericainRules], answer: Mapping[str, Any]) -> Word:
    """The main effect: cards to draw, another turn, or the next player."""
    if answer["drawer"] is not None:
        return Word(say("%(player)s prend %(n)s cartes", player=answer["drawer"], n=answer["draw"]))
    if answer["next"] == case.facts["player"]:
        return Word(say("%(player)s rejoue", player=answer["next"]))
    return Word(say("À %(player)s", player=answer["next"]))


BESIDE_EFFECT = say(
    "tourne / tournait / table / ordre / sens / faire / exactement / pose / tape / fin / subit / jouent "
    "/ joue / encore / je suis le suivant / je suis après / suis assis / assis / on est assis"
)


def effect_anywhere(case: CaseUnder[HuitAmericainRules], answer: Mapping[str, Any]) -> Word:
    """The main effect on those who play next, whoever they are."""
    cards, rank = case.facts["cards"], case.facts["cards"][0].rank
    if answer["draw"] and case.rules.draw_skips:
        return Word(say("Le suivant prend %(n)s cartes et passe son tour", n=answer["draw"]))
    if answer["draw"]:
        return Word(say("Le suivant prend %(n)s cartes, puis joue", n=answer["draw"]))
    if answer["again"]:
        return Word(say("On rejoue"))
    if answer["choose_suit"]:
        return Word(say("On nomme la couleur"))
    if rank == "J":
        skipped = say_n(
            "Le suivant est sauté : à celui d'après",
            "Les %(n)s joueurs suivants sont sautés : à celui d'après",
            len(cards),
        )
        return Word(skipped)
    if rank == "A" and len(cards) % 2:
        return Word(say("Le sens change : au joueur d'avant"))
    if rank == "A":
        return Word(say("Le sens reste le même : au suivant"))
    return Word(say("Rien de particulier : au suivant"))


def suit_unsaid(raw_facts: Mapping[str, Any]) -> Mapping[str, Any]:
    """On a card that names no other suit its own is the one in force, unless somebody says another one."""
    top = PACK.card(raw_facts.get("top", ""))
    return {"suit": None} if top is not None and top.rank not in UNDER else {}


def played_to_the_left(raw_facts: Mapping[str, Any]) -> Mapping[str, Any]:
    """The game goes round to the left, unless somebody says otherwise."""
    return {"direction": 1} if "cards" in raw_facts else {}


LAST_CARD = say(
    "finit avec / finit sur / sort avec / sort sur / gagne avec / gagne sur / gagne en / termine avec / termine sur / "
    "ma dernière carte / sa dernière carte"
)
"""What tells that a card ends the deal: it asks nothing of the next player, and is in nobody's hand."""

TO_DRAW = say(
    "combien il prend / combien elle prend / il prend combien / elle prend combien / ramasse combien / combien il "
    "ramasse / combien elle ramasse / en prend combien / combien de cartes / et son"
)
"""What asks how many cards somebody draws, or tells of the cards of another."""

WHETHER_IT_GOES = say(
    "passe ou pas / peut aller dessus / peux le jouer / peux la jouer / peux le poser / peux la poser / peux "
    "le mettre / puis-je le jouer / puis-je la jouer"
)
"""What asks whether a card may be laid."""

QUESTIONS = (
    DeskQuestion(
        "can-play", say("Peut-on poser ces cartes ?"),
        (
            OneCard("top", say("Carte visible"), PACK),
            suit_choice("suit", say("Couleur demandée"), say("celle de la carte")),
            Cards("cards", say("Cartes à poser"), PACK),
        ),
        can_play,
        (
            "huit-americain.play", "huit-americain.several-cards", "huit-americain.eight", "huit-americain.joker",
            "huit-americain.turned-card",
        ),
        PACK, unsaid=suit_unsaid, word=permitted,
        wording=Wording(
            asked=MAY_LAY,
            doubtful=(say("que fait / quel effet / ça fait quoi / fait quoi / que se passe-t-il"),),
        ),
    ),
    DeskQuestion(
        "effect", say("Que fait cette carte ?"),
        (
            Cards("cards", say("Cartes posées"), PACK),
            Seats("players", say("Joueurs, dans l'ordre des places"), (2, 3, 4, 5)),
            OnePlayer("player", say("Qui les pose ?"), among="players"),
            Choice("direction", say("Sens du jeu"), DIRECTIONS, suggested=1),
        ),
        effect,
        (
            "huit-americain.draw-two", "huit-americain.draw-then-play", "huit-americain.ace", "huit-americain.jack",
            "huit-americain.two-players",
            "huit-americain.seven", "huit-americain.last-card", "huit-americain.eight", "huit-americain.play",
            "huit-americain.several-effects",
        ),
        PACK, contradictions=check_one_rank, unsaid=played_to_the_left, word=effect_word,
        word_anywhere=effect_anywhere,
        wording=Wording(
            doubtful=(LAST_CARD, WHETHER_IT_GOES),
            asked=say(
                "que fait cette carte / ça fait quoi / à qui de jouer / c'est à qui de jouer / c'est à qui / à qui le "
                "tour / qui joue / qui joue après / qui rejoue / rejoue / je rejoue / c'est encore à moi / encore à "
                "moi / passe son tour / pioche combien / il pioche / doit piocher / il tire combien / tire combien / "
                "en prend combien / change de sens / ça tourne / dans quel sens / ça passe à qui / ça saute / le "
                "suivant / la suivante / le voisin / qui saute / qui passe / l'effet / quel effet / combien de cartes "
                "il / il en tire / rejouer / qui pioche / qui subit / le prochain / au prochain / ça repart / de "
                "l'autre côté / "
                "combien il ramasse / en rajoute / cumul / s'additionnent / je prends combien / prends combien / "
                "combien je prends / combien j'en prends / on prend combien / je pioche / et je joue après / je joue "
                "après / je joue quand même / je peux jouer après / je joue encore / est-ce que je joue après"
            ),
            passed_over=BESIDE_EFFECT,
        ),
    ),
    DeskQuestion(
        "hand-points", say("Combien coûte cette main ?"),
        (Cards("cards", say("Cartes en main"), PACK, fewest=0),),
        hand_points, ("huit-americain.score", "huit-americain.joker-points"), PACK, word=points_word,
        wording=Wording(
            asked=WORTH_OF_HAND,
            doubtful=(LAST_CARD, TO_DRAW),
            passed_over=say("qui a fini / qui est sorti / qui est sortie / fin de manche / la manche"),
        ),
    ),
    NO_SUIT, MISCOUNTED, CARTE,
)  # fmt: skip
