"""Le Tarot décalé at the desk: tricks, ties, the excuse, bets and bonuses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.answers.answer import Field
from referee.answers.cards import Cards, Play
from referee.answers.choices import Bids, Choice
from referee.answers.numbers import Number, Numbers
from referee.answers.players import OnePlayer, Seats
from referee.answers.violation import Violation
from referee.cards.atout_tricks import atout_leaders, atout_legal_cards, card_led
from referee.cards.tricks import Duty, LegalCards
from referee.desk_questions.asked_phrases import EACH_SCORES, WHOSE_EXCUSE, WORTH_OF_CARDS
from referee.desk_questions.deal_points import as_fact_violations, deal_row, points_ruling
from referee.desk_questions.desk_question import CaseUnder, DeskQuestion, Ruling, Word, player_word, points_word
from referee.desk_questions.trick_questions import (
    NO_TRUMP,
    cards_of,
    leading_play,
    legal_answer,
    legal_cards,
    meeting_duty,
    play_id,
    trick_winner,
)
from referee.desk_questions.wording import Wording
from referee.game_definition.sheet import Round
from referee.games.tarot_decale.mishaps import BONUS_CALLED, LEVEL, UNEQUAL
from referee.games.tarot_decale.pack import PACK, SCHOOL_NAMES, SCHOOLS, DecaleCard
from referee.games.tarot_decale.scoring import (
    ALL_POINTS,
    ASIDE_LABEL,
    BETS,
    CALL_PLAYERS,
    CAMP_LABEL,
    DEALT,
    DIPLOMA_NAMES,
    PARTNER_LABEL,
    PASS,
    POINTS_LABEL,
    TROP_COOL_ATOUTS,
    TarotDecaleRules,
    compared,
    official_bettor,
    verdict,
)
from referee.words import Text, names, say, say_n

DUTIES = {
    Duty.LEAD: ("tarot-decale.trick",),
    Duty.FOLLOW: ("tarot-decale.follow",),
    Duty.TRUMP: ("tarot-decale.overtrump",),
    Duty.OVERTRUMP: ("tarot-decale.overtrump", "tarot-decale.overtrump-highest"),
    Duty.UNDERTRUMP: ("tarot-decale.overtrump", "tarot-decale.overtrump-highest"),
    Duty.DISCARD: ("tarot-decale.overtrump",),
}
EXCUSE, EXCUSE_CHOICE = "tarot-decale.excuse", "tarot-decale.excuse-choice"
TIED = ("tarot-decale.tied-trick", "tarot-decale.tied-lead", "tarot-decale.set-aside")


# Tricks.


def winner(case: CaseUnder[TarotDecaleRules]) -> Ruling:
    """The leader of a trick, or the tied plays (articles tarot-decale.trick, .tied-trick)."""
    plays = case.facts["plays"]
    best = atout_leaders(cards_of(case))
    if not best:
        why = say("Il n'y a que l'excuse, et elle ne prend rien : la carte suivante dira ce qui est demandé.")
        return Ruling({"winner": None, "tied": []}, (EXCUSE,), (why,))
    if len(best) > 1:
        return Ruling(
            {"winner": None, "tied": [play_id(plays, place) for place in best]}, TIED, _tie_reasons(plays, best)
        )
    return Ruling({"winner": play_id(plays, best[0])}, *_winner_reasons(plays, best[0]))


def _tie_reasons(plays: Sequence[Play], best: tuple[int, ...]) -> tuple[Text, ...]:
    card = plays[best[0]].card
    if plays[best[0]].player is None:
        first = say("%(n)s fois %(card)s : les meilleures cartes du pli se valent.", n=len(best), card=card)
    else:
        players = names(plays[place].player for place in best)
        first = say(
            "%(players)s ont posé chacun %(card)s, et rien n'est plus fort.", players=players, card=card.with_article
        )
    second = say("Si le pli finit ainsi, personne ne ramasse : tous rejouent, et le pli suivant emporte les deux.")
    return first, second


def _winner_reasons(plays: Sequence[Play], place: int) -> tuple[tuple[str, ...], tuple[Text, ...]]:
    card: DecaleCard = plays[place].card
    head = leading_play(plays[place], card.with_article)
    if card.school is None:
        return ("tarot-decale.trick", "tarot-decale.pack"), (
            say("%(head)s : c'est le plus fort atout du pli.", head=head),
        )
    why = say(
        "%(head)s : c'est la plus forte carte de l'École demandée (%(school)s).",
        head=head,
        school=SCHOOL_NAMES[card.school],
    )
    if plays[0].card.is_excuse:
        return ("tarot-decale.trick", EXCUSE), (
            why,
            say("L'excuse ne demande rien : c'est la carte d'après qui compte."),
        )
    return ("tarot-decale.trick", "tarot-decale.pack"), (why,)


def legal(case: CaseUnder[TarotDecaleRules]) -> Ruling:
    """The legal cards of a hand (articles tarot-decale.follow, .overtrump, .excuse)."""
    cards = cards_of(case)
    choice = atout_legal_cards(case.facts["hand"], cards)
    articles = DUTIES[choice.duty]
    card: DecaleCard | None = case.facts["card"]
    if card is not None and card.is_excuse:
        articles = (EXCUSE, *articles)
    elif cards and (card_led(cards) is None or any(card.is_excuse for card in choice.cards)):
        articles = (*articles, EXCUSE)
    if choice.duty is Duty.DISCARD and any(card.is_excuse for card in case.facts["hand"]):
        articles = (*articles, EXCUSE_CHOICE)
    return legal_answer(case, choice, articles, _duty(choice, cards), lambda card: card.with_article)


def _duty(choice: LegalCards[DecaleCard], cards: tuple[DecaleCard, ...]) -> Text:
    led = card_led(cards)
    mine = meeting_duty(choice.cards)
    if led is None:
        if cards:
            return say("L'excuse ne demande rien : on joue ce qu'on veut, et c'est cette carte que l'on suivra.")
        return say("C'est à cette main d'entamer : toutes les cartes sont permises.")
    highest = max(cards, key=lambda card: card.atout or 0).with_article
    if led.school is None:
        return _atout_led(choice.duty, highest, mine)
    return _school_led(choice.duty, SCHOOL_NAMES[led.school], highest, mine)


def _school_led(duty: Duty, school: Text, highest: Text, mine: object) -> Text:
    params = {"school": school, "cards": mine}
    match duty:
        case Duty.FOLLOW:
            return say("École demandée : %(school)s. Cette main en a : il faut fournir, avec %(cards)s.", **params)
        case Duty.TRUMP:
            return say("École demandée : %(school)s. Cette main n'en a pas : il faut couper, avec %(cards)s.", **params)
        case Duty.OVERTRUMP:
            return say(
                "École demandée : %(school)s. Cette main n'en a pas : "
                "il faut couper, et plus haut que %(highest)s, avec %(cards)s.",
                highest=highest,
                **params,
            )
        case Duty.UNDERTRUMP:
            return say(
                "École demandée : %(school)s. Cette main n'en a pas et ne peut pas dépasser %(highest)s : "
                "il faut couper quand même, avec %(cards)s.",
                highest=highest,
                **params,
            )
    return say(
        "École demandée : %(school)s. Cette main n'en a pas, ni d'atout à numéro : on joue ce qu'on veut.",
        school=school,
    )


def _atout_led(duty: Duty, highest: Text, mine: object) -> Text:
    if duty is Duty.OVERTRUMP:
        return say(
            "L'atout est demandé : il faut monter au-dessus de %(highest)s, avec %(cards)s.",
            highest=highest,
            cards=mine,
        )
    if duty is Duty.UNDERTRUMP:
        return say(
            "L'atout est demandé et cette main ne peut pas dépasser %(highest)s : "
            "il faut jouer atout quand même, avec %(cards)s.",
            highest=highest,
            cards=mine,
        )
    return say("L'atout est demandé et cette main n'a aucun atout à numéro : on joue ce qu'on veut.")


# Points, bets and bonuses.


def card_points(case: CaseUnder[TarotDecaleRules]) -> Ruling:
    """The points of cards (article tarot-decale.score)."""
    cards = case.facts["cards"]
    points = sum(card.points for card in cards)
    counting_cards = names(say("%(card)s (%(points)s)", card=card, points=card.points) for card in cards if card.points)
    if not points:
        return Ruling({"points": 0}, ("tarot-decale.score",), (say("Aucune de ces cartes ne rapporte de points."),))
    why = say_n("%(n)s point en tout : %(cards)s.", "%(n)s points en tout : %(cards)s.", points, cards=counting_cards)
    return Ruling({"points": points}, ("tarot-decale.score",), (why,))


def bettor(case: CaseUnder[TarotDecaleRules]) -> Ruling:
    """The official bettor: the first with the highest bid (article tarot-decale.bettor)."""
    bids = {bid.player: bid.bid for bid in case.facts["bids"]}
    player = official_bettor(bids) if bids else None
    if player is None:
        why = say("Personne n'a parié : on rassemble les cartes et on les redonne.")
        return Ruling({"bettor": None, "diploma": None}, ("tarot-decale.bettor",), (why,))
    diploma = bids[player]
    after = [other for other, other_bid in bids.items() if other_bid == diploma and other != player]
    if after:
        why = say(
            "%(player)s a dit %(diploma)s avant %(others)s, et personne n'a dit mieux.",
            player=player,
            diploma=DIPLOMA_NAMES[diploma],
            others=names(after),
        )
    else:
        why = say(
            "%(player)s a dit %(diploma)s, le plus haut diplôme annoncé.", player=player, diploma=DIPLOMA_NAMES[diploma]
        )
    return Ruling({"bettor": player, "diploma": diploma}, ("tarot-decale.bettor",), (why,))


def bonus(case: CaseUnder[TarotDecaleRules]) -> Ruling:
    """The bonuses of a hand as dealt (article tarot-decale.bonuses)."""
    hand, needed = case.facts["hand"], TROP_COOL_ATOUTS[case.facts["players"]]
    atouts = sum(card.school is None for card in hand)
    teachers = sum(card.figure in ("prof", "proviseur") for card in hand)
    answer = {"trop_cool": atouts >= needed, "loose": atouts == 0, "greve": teachers == 0}
    atouts_text = say_n(
        "%(n)s atout, excuse comprise : il en faut %(needed)s pour « Trop cool », aucun pour « C'est la loose ».",
        "%(n)s atouts, excuse comprise : il en faut %(needed)s pour « Trop cool », aucun pour « C'est la loose ».",
        atouts,
        needed=needed,
    )
    if teachers:
        strike = say_n(
            "Avec %(n)s carte de prof ou de proviseur, pas de « Grève des profs ».",
            "Avec %(n)s cartes de prof ou de proviseur, pas de « Grève des profs ».",
            teachers,
        )
    else:
        strike = say("Sans prof ni proviseur, c'est une « Grève des profs ».")
    return Ruling(answer, ("tarot-decale.bonuses",), (atouts_text, strike))


BONUS_NAMES = {"trop_cool": say("Trop cool"), "loose": say("C'est la loose"), "greve": say("Grève des profs")}


def bonus_word(case: CaseUnder[TarotDecaleRules], answer: Mapping[str, Any]) -> Word:
    """The bonuses of the hand."""
    bonuses = [name for key, name in BONUS_NAMES.items() if answer[key]]
    return Word(names(bonuses), "yes") if bonuses else Word(say("Aucune"))


BESIDE_BIDS = say(
    "paris / pari / parlé / officiel / aussi / ordre / dit / second / deuxième / troisième / ou / parieur / tour"
)


def bettor_word(case: CaseUnder[TarotDecaleRules], answer: Mapping[str, Any]) -> Word:
    """The official bettor."""
    return player_word(answer["bettor"], say("Personne"))


# Results of bets.


def bet_of(case: CaseUnder[TarotDecaleRules]) -> dict[str, Any]:
    """The bet: bettor, diploma, call."""
    school = SCHOOLS[0] if "partner" in case.facts else None  # any school: it does not affect the points
    return {"bettor": case.facts["bettor"], "diploma": case.facts["diploma"], "call": school}


def points_of(case: CaseUnder[TarotDecaleRules]) -> dict[str, Any]:
    """The points of the deal, as in an entry."""
    return {key: case.facts[key] for key in ("points", "camp_points", "partner", "set_aside") if key in case.facts}


def bet_row(case: CaseUnder[TarotDecaleRules]) -> Round | list[Violation]:
    """The row of a deal with this bet."""
    bet = bet_of(case)
    bids_by_player = {player: bet["diploma"] if player == bet["bettor"] else PASS for player in case.facts["players"]}
    bids = {"bids": {"bids": bids_by_player, "call": bet["call"]}}
    return deal_row(case, {"step": "points", **points_of(case)}, bids)


def judge_bet(case: CaseUnder[TarotDecaleRules]) -> tuple[int, int, str]:
    """The bettor's points, the opponents' points, and the result of the bet."""
    mine, against = compared(case.rules, bet_of(case), points_of(case))
    return mine, against, verdict(mine, against, case.rules.bet_tie)


def bet_points(case: CaseUnder[TarotDecaleRules]) -> Ruling:
    """The points of all players after a bet, with or without a call."""
    bet = bet_of(case)
    mine, against, result = judge_bet(case)
    laws = ("tarot-decale.call-score",) if bet["call"] else ("tarot-decale.bet-score", "tarot-decale.bet-compare")
    ruling = points_ruling(bet_row(case), ("tarot-decale.bet-tie", *laws) if mine == against else laws)
    why = say("%(mine)s points contre %(against)s : %(result)s.", mine=mine, against=against, result=RESULTS[result])
    return Ruling(ruling.answer, ruling.articles, (why, *ruling.because))


def bet_word(case: CaseUnder[TarotDecaleRules], answer: Mapping[str, Any]) -> Word:
    """Won, lost or void."""
    words: dict[str, Word] = {
        "won": Word(say("Pari gagné"), "yes"),
        "lost": Word(say("Pari perdu"), "no"),
        "void": Word(say("Donne nulle")),
    }
    return words[judge_bet(case)[2]]


RESULTS = {"won": say("pari gagné"), "lost": say("pari perdu"), "void": say("donne nulle")}
BETTOR = OnePlayer("bettor", say("Qui a parié ?"), among="players")
DIPLOMA = Choice("diploma", say("Pour quel diplôme ?"), BETS[1:])
SET_ASIDE = Number("set_aside", ASIDE_LABEL, 0, ALL_POINTS, optional=True, default=0, suggested=0)


WITH_A_PARTNER = say(
    "appelle / appelé / partenaire / joue avec / jouait avec / joué avec / est avec / était avec / avec lui / avec "
    "elle / avec moi / notre camp / mon camp / son camp"
)
SCHOOL_CALLED = say(
    "appelé vert / appelé bleu / appelé orange / appelé violet / appelle vert / appelle bleu / appelle orange / "
    "appelle violet / appelé le vert / appelé le bleu"
)


def bet_question(
    id: str, label: Text, sizes: tuple[int, ...], *counts: Field, doubtful: tuple[Text, ...] = ()
) -> DeskQuestion:
    """The question of the points after a bet, from the facts ``counts``; ``doubtful``: what tells another bet."""
    seats = Seats("players", say("Joueurs, dans l'ordre des places"), sizes)
    laws = (
        "tarot-decale.bet-score", "tarot-decale.call-score", "tarot-decale.bet-tie", "tarot-decale.bet-compare",
        "tarot-decale.score",
    )  # fmt: skip
    facts = (seats, BETTOR, DIPLOMA, *counts, SET_ASIDE)
    return DeskQuestion(
        id,
        label,
        facts,
        bet_points,
        laws,
        contradictions=lambda case: as_fact_violations(bet_row(case)),
        word=bet_word,
        wording=Wording(asked=EACH_SCORES, passed_over=SCHOOL_CALLED, doubtful=doubtful),
    )


QUESTIONS = (
    trick_winner(
        PACK, NO_TRUMP, winner, ("tarot-decale.trick", "tarot-decale.pack", EXCUSE, *TIED), doubtful=(WHOSE_EXCUSE,)
    ),
    legal_cards(
        PACK, NO_TRUMP, legal, (*(duty for duties in DUTIES.values() for duty in duties), EXCUSE, EXCUSE_CHOICE)
    ),
    DeskQuestion(
        "card-points", say("Combien de points ?"), (Cards("cards", say("Cartes"), PACK, fewest=0),),
        card_points, ("tarot-decale.score",), PACK, word=points_word,
        wording=Wording(asked=WORTH_OF_CARDS),
    ),
    DeskQuestion(
        "bettor", say("Qui est le parieur ?"),
        (Bids("bids", say("Ce que chacun a dit, dans l'ordre"), BETS, most=5),),
        bettor, ("tarot-decale.bettor",), word=bettor_word,
        wording=Wording(
            asked=say(
                "qui est le parieur / parieur / qui parie / à qui le pari / les paris / a dit passe / passe / qui "
                "joue seul / qui joue"
            ),
            passed_over=BESIDE_BIDS,
        ),
    ),
    DeskQuestion(
        "bonus", say("Quelles primes pour cette main ?"),
        (
            Choice("players", say("Nombre de joueurs"), ((4, say("quatre")), (5, say("cinq"))), suggested=4),
            Cards("hand", say("La main de départ"), PACK, fewest=10, most=10),
        ),
        bonus, ("tarot-decale.bonuses",), PACK, word=bonus_word,
        wording=Wording(
            asked=say(
                "quelles primes / prime / primes / quelle prime / ça rapporte / en comptant l'excuse / quelque chose "
                "à annoncer / à annoncer / annoncer / dont"
            ),
        ),
    ),
    bet_question(
        "bet-points", say("Que rapporte ce pari ?"), tuple(DEALT),
        Numbers("points", POINTS_LABEL, 2, 5, ALL_POINTS, among="players"),
        doubtful=(WITH_A_PARTNER,),
    ),
    bet_question(
        "call-points", say("Que rapporte cet appel ?"), (CALL_PLAYERS,),
        OnePlayer("partner", PARTNER_LABEL, among="players", all_but="bettor"),
        Number("camp_points", CAMP_LABEL, 0, ALL_POINTS),
    ),
    LEVEL, BONUS_CALLED, UNEQUAL,
)  # fmt: skip
