"""L'Aluette at the desk: tricks that may be void, who wins the deal, and the signs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.answers.cards import OneCard, Play
from referee.answers.players import Seats, TrickWinners
from referee.answers.sides import Teams
from referee.answers.table import alternating_teams
from referee.cards.tricks import Duty, LegalCards, leaders
from referee.desk_questions.desk_question import CaseUnder, DeskQuestion, Ruling, Word, player_word
from referee.desk_questions.fixed_rulings import Situation, situation_question
from referee.desk_questions.trick_questions import (
    NO_TRUMP,
    cards_of,
    leading_play,
    legal_answer,
    legal_cards,
    play_id,
    trick_winner,
)
from referee.desk_questions.wording import Wording
from referee.games.aluette.pack import FORTY_EIGHT, NAMED_CARDS, luette_strength
from referee.games.aluette.scoring import TRICKS, AluetteRules, DealWinner, deal_winner
from referee.words import Text, names, say, say_n

SIGNS = {
    # The id and the words of the sign, by the code of its card.
    "3D": ("eyes-up", say("lever les yeux")),
    "3H": ("mouth-aside", say("tordre la bouche de côté")),
    "2D": ("one-eye", say("fermer un œil")),
    "2H": ("pout", say("faire la moue")),
    "9H": ("thumb", say("lever le pouce")),
    "9D": ("little-finger", say("lever le petit doigt")),
    "2C": ("forefinger", say("lever l'index")),
    "2S": ("writing", say("faire semblant d'écrire")),
}


def winner(case: CaseUnder[AluetteRules]) -> Ruling:
    """The leader of a trick, or the tied plays (articles aluette.play, .void)."""
    plays: Sequence[Play] = case.facts["plays"]
    best = leaders(cards_of(case), luette_strength)
    if len(best) == 1:
        card = plays[best[0]].card
        name = NAMED_CARDS.get(card.code)
        head = leading_play(plays[best[0]], card if name is None else say("%(card)s, %(name)s", card=card, name=name))
        why = say("%(head)s : rien n'est plus fort dans le pli.", head=head)
        return Ruling({"winner": play_id(plays, best[0])}, ("aluette.pack", "aluette.play"), (why,))
    level = names(plays[place].card for place in best)
    first = say("%(cards)s sont à égalité en tête.", cards=level)
    second = say(
        "Si rien ne les bat, le pli est d'autant : personne ne le prend, et celui qui l'a entamé entame encore."
    )
    answer = {"winner": None, "tied": [play_id(plays, place) for place in best]}
    return Ruling(answer, ("aluette.void", "aluette.pack"), (first, second))


def legal(case: CaseUnder[AluetteRules]) -> Ruling:
    """All cards of the hand are legal (article aluette.play)."""
    why = say("On n'est jamais obligé de fournir ni de monter : toute carte est permise.")
    return legal_answer(case, LegalCards(case.facts["hand"], Duty.DISCARD), ("aluette.play",), why)


def deal(case: CaseUnder[AluetteRules]) -> Ruling:
    """Who wins the deal, and for how many points (articles aluette.individual, .first-to-reach, .mordienne)."""
    winners: tuple[str | None, ...] = case.facts["winners"]
    result = deal_winner(winners)
    if result is None:
        nobody = {"side": None, "player": None, "points": 0, "mordienne": False}
        why = say("Tous les plis sont d'autant : personne ne marque.")
        return Ruling(nobody, ("aluette.all-void", "aluette.void"), (why,))
    team = next(team for team in alternating_teams(case.facts["players"]) if result.player in team)
    answer = {"side": " & ".join(team), "player": result.player, "points": result.points, "mordienne": result.mordienne}
    articles = [result.article, "aluette.individual", "aluette.score"]
    if _broken_by_void(result, winners):
        articles.insert(1, "aluette.mordienne-void")
    elif winners[-1] == result.player:
        articles.append("aluette.mordienne")
    if result.player in case.rules.petit_jean:
        articles.append("aluette.petit-jean-seat")
    return Ruling(answer, tuple(articles), (_reason(result), _points_text(result, winners)))


def _broken_by_void(result: DealWinner, winners: Sequence[str | None]) -> bool:
    """Whether a void trick among or after the winner's tricks prevents a mordienne."""
    winners_without_void = [name for name in winners if name is not None]
    return not result.mordienne and all(name == result.player for name in winners_without_void[-result.tricks :])


def _reason(result: DealWinner) -> Text:
    if not result.tied:
        return say("C'est %(player)s qui a le plus de plis : %(n)s.", player=result.player, n=result.tricks)
    params = {"player": result.player, "others": names(result.tied)}
    if len(result.tied) == 1:
        return say_n(
            "%(others)s en a autant, mais %(player)s a fait le sien avant.",
            "%(others)s en a autant, mais %(player)s a fait ses %(n)s plis avant.",
            result.tricks,
            **params,
        )
    return say_n(
        "%(others)s en ont autant, mais %(player)s a fait le sien avant.",
        "%(others)s en ont autant, mais %(player)s a fait ses %(n)s plis avant.",
        result.tricks,
        **params,
    )


def _points_text(result: DealWinner, winners: Sequence[str | None]) -> Text:
    if result.mordienne:
        return say("Ce sont les derniers de la donne, sans coupure : c'est mordienne, 2 points pour son équipe.")
    if _broken_by_void(result, winners):
        return say("Un pli d'autant casse la mordienne : 1 point pour son équipe.")
    return say("Son équipe marque 1 point.")


def sign(case: CaseUnder[AluetteRules]) -> Ruling:
    """The sign of a card, if any (article aluette.signs)."""
    card = case.facts["card"]
    sign = SIGNS.get(card.code)
    if sign is None:
        why = say("%(card)s n'a pas de signe, et en inventer un est interdit.", card=card)
        return Ruling({"sign": None}, ("aluette.signs",), (why,))
    why = say(
        "Pour %(name)s (%(card)s), le signe est : %(sign)s.", name=NAMED_CARDS[card.code], card=card, sign=sign[1]
    )
    return Ruling({"sign": sign[0]}, ("aluette.signs",), (why,))


def deal_word(case: CaseUnder[AluetteRules], answer: Mapping[str, Any]) -> Word:
    """The winner of the deal."""
    return player_word(answer["player"], say("Personne"))


def sign_word(case: CaseUnder[AluetteRules], answer: Mapping[str, Any]) -> Word:
    """The sign, in words."""
    if answer["sign"] is None:
        return Word(say("Aucun signe"), "no")
    return Word(SIGNS[case.facts["card"].code][1])


ALIVE, LISTED = "aluette.petit-jean-partners", "aluette.signs"
WITH_PETIT_JEAN = say(
    "équipier c'est petit-jean / petit-jean comme équipier / petit-jean comme partenaire / partenaire "
    "c'est petit-jean / partenaire est petit-jean / équipier est petit-jean / équipe avec petit-jean / "
    "coéquipier c'est petit-jean / coéquipier est petit-jean / coéquipier c'est le mort / équipier c'est "
    "le mort / partenaire c'est le mort / partenaire est le mort / équipier est le mort / le mort comme "
    "partenaire / le mort comme équipier"
    " / petit-jean est mon partenaire / petit-jean est mon équipier / petit-jean est mon coéquipier / "
    "petit-jean est ma partenaire"
)
SIGN_TO_HIM = say(
    "lui faire / faire le signe / faire un signe / signe à petit-jean / faire des signes / lui lever / "
    "lui montrer / lui fermer / lui signaler / faire un clin / lui tordre"
    " / lui tirer / lui faire la moue / faire la moue / lui cligner / lui hausser"
)
TO_A_PERSON = say(
    "vrai partenaire / vrai équipier / vraie partenaire / vraie équipière / partenaire en chair / vrai "
    "coéquipier / vraie coéquipière / coéquipier en chair / vraie personne / vrai joueur / vraie joueuse "
    "/ équipier en chair / partenaire humain / partenaire humaine / équipier humain"
)
PETIT_JEAN = say("petit-jean / petit jean / le mort / un mort / plus le mort / avec le mort")
BESIDE_PETIT_JEAN = say(
    "trois / équipier / partenaire / ai / cartes / étalées / devant / dire / bouche / travers / œil / "
    "signe / faire / peux / fermer / madame / monsieur / borgne / vache / donc / puis-je / lever / pouce "
    "/ lui lever le pouce / coéquipier / coéquipière / cinq / table / lui / mort / plus / deux / six / "
    "clin / yeux / index"
    " / moue / la moue / grimace"
)

PETIT_JEAN_SIGNS = situation_question(
    "petit-jean-signs", say("Avec un Petit-Jean, peut-on faire ce signe ?"),
    Situation(
        "to-partner", say("un signe permis, à un vrai partenaire"), "allowed", say("Permis"),
        (ALIVE, LISTED, "aluette.petit-jean-signs"),
        (say("Entre deux vraies personnes d'une équipe, les signes de la liste restent permis."),), "yes",
        phrases=((PETIT_JEAN, TO_A_PERSON),),
    ),
    Situation(
        "to-petit-jean", say("à Petit-Jean lui-même"), "useless", say("Inutile"),
        (ALIVE, "aluette.petit-jean-signs"),
        (say("Ses cartes sont étalées et c'est vous qui les jouez : il n'y a personne à prévenir."),),
        phrases=((WITH_PETIT_JEAN, SIGN_TO_HIM),),
    ),
    Situation(
        "for-petit-jean", say("pour une carte de Petit-Jean"), "useless", say("Inutile"),
        (ALIVE, "aluette.petit-jean"),
        (say("Toute la table la voit déjà ; les signes servent pour les cartes que l'on tient en main."),),
    ),
    Situation(
        "other", say("un signe qui n'est pas dans la liste"), "forbidden", say("Interdit"),
        (LISTED, "aluette.errors"),
        (say("Petit-Jean ou pas, aucun autre signe n'est permis."),), "no",
    ),
    passed_over=BESIDE_PETIT_JEAN,
)  # fmt: skip


BESIDE_THE_TRICKS = say(
    "plis / neuf plis / pli / dans l'ordre / ordre / résultat / combien / équipe / point / mordienne"
    " / et combien / combien de points"
)

QUESTIONS = (
    trick_winner(FORTY_EIGHT, NO_TRUMP, winner, ("aluette.pack", "aluette.play", "aluette.void")),
    legal_cards(FORTY_EIGHT, NO_TRUMP, legal, ("aluette.play",)),
    DeskQuestion(
        "deal-winner", say("Qui gagne la donne ?"),
        (
            Seats("players", say("Joueurs, dans l'ordre des places"), tuple(TRICKS)),
            Teams("teams", say("Équipes"), among="players", optional=True),
            TrickWinners(
                "winners", say("Qui a pris chaque pli"), among="players", lengths=TRICKS, void=say("pli d'autant"),
            ),
        ),
        deal,
        (
            "aluette.individual", "aluette.first-to-reach", "aluette.mordienne", "aluette.mordienne-void",
            "aluette.score", "aluette.all-void", "aluette.void", "aluette.petit-jean-seat",
        ),
        word=deal_word,
        wording=Wording(
            asked=say(
                "qui gagne la donne / qui gagne / bilan / qui a gagné / qui marque / a pris le premier / a pris le / "
                "dernier pli / premier à / les plis / qui remporte la donne / à qui la donne / chacun ses plis / "
                "nombre de plis / résultat"
            ),
            passed_over=BESIDE_THE_TRICKS,
        ),
    ),
    DeskQuestion(
        "sign", say("Quel signe pour cette carte ?"), (OneCard("card", say("Carte"), FORTY_EIGHT),),
        sign, ("aluette.signs",), FORTY_EIGHT, word=sign_word,
        wording=Wording(
            asked=say(
                "quel signe / signe / le signe / quelle tête / on fait quelle tête / quelle grimace / grimace / quel "
                "geste / quelle mimique / on le montre / on la montre / comment je montre / montrer à mon partenaire "
                "/ comment dire à mon partenaire / je préviens / je signale / on signale / mimique / je mime / mimer "
                "/ comment je mime / je fais quoi comme tête"
            ),
            passed_over=say(
                "je dois faire / dois faire / dois / doit faire / à mon partenaire / déjà / à mon coéquipier / "
                "à ma coéquipière / mon coéquipier / ma coéquipière / à mon équipier / à ma partenaire / "
                "à mon allié / en main"
            ),
            doubtful=(say("Petit-Jean / au Petit-Jean"),),
        ),
    ),
    PETIT_JEAN_SIGNS,
)  # fmt: skip
