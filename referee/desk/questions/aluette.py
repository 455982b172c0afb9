"""L'Aluette at the desk: tricks that may be void, who wins the deal, and the signs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.cards.luette import luette_name, luette_strength
from referee.cards.tricks import Choice, Duty, leaders
from referee.desk.facts import CardFact, Facts
from referee.desk.packs import FORTY_EIGHT
from referee.desk.question import DeskQuestion, Ruling
from referee.desk.table_facts import Play, PlayersFact, TeamsFact, WinnersFact
from referee.desk.trick_questions import NO_TRUMP, cards_of, leads, legal_answer, legal_cards, trick_winner, who
from referee.desk.word import Word, named
from referee.games.aluette import TRICKS, DealWinner, deal_winner
from referee.games.table import HouseRules, alternating_teams
from referee.words import Text, names, say, say_n

__all__ = ["QUESTIONS"]

SIGNS = {
    # Each named card: the sign's id, and the sign in words.
    "3D": ("eyes-up", say("lever les yeux")),
    "3H": ("mouth-aside", say("tordre la bouche de côté")),
    "2D": ("one-eye", say("fermer un œil")),
    "2H": ("pout", say("faire la moue")),
    "9H": ("thumb", say("lever le pouce")),
    "9D": ("little-finger", say("lever le petit doigt")),
    "2C": ("forefinger", say("lever l'index")),
    "2S": ("writing", say("faire semblant d'écrire")),
}


def winner(facts: Facts, rules: HouseRules) -> Ruling:
    """Who leads the trick, or which plays are level (articles aluette.play, .void)."""
    plays: Sequence[Play] = facts["plays"]
    best = leaders(cards_of(facts), luette_strength)
    if len(best) == 1:
        card = plays[best[0]].card
        name = luette_name(card)
        head = leads(plays[best[0]], card if name is None else say("%(card)s, %(name)s", card=card, name=name))
        why = say("%(head)s : rien n'est plus fort dans le pli.", head=head)
        return Ruling({"winner": who(plays, best[0])}, ("aluette.pack", "aluette.play"), (why,))
    level = names(plays[place].card for place in best)
    first = say("%(cards)s sont à égalité en tête.", cards=level)
    second = say("Si rien ne les bat, le pli est d'autant : personne ne le prend, et qui l'a entamé entame encore.")
    answer = {"winner": None, "tied": [who(plays, place) for place in best]}
    return Ruling(answer, ("aluette.void", "aluette.pack"), (first, second))


def legal(facts: Facts, rules: HouseRules) -> Ruling:
    """Every card of the hand: nothing binds it (article aluette.play)."""
    why = say("On n'est jamais obligé de fournir ni de monter : toute carte est permise.")
    return legal_answer(facts, Choice(facts["hand"], Duty.DISCARD), ("aluette.play",), why)


def deal(facts: Facts, rules: HouseRules) -> Ruling:
    """Who wins the deal, and for how many points (articles aluette.individual, .first-to-reach, .mordienne)."""
    winners: tuple[str | None, ...] = facts["winners"]
    won = deal_winner(winners)
    if won is None:
        answer = {"side": None, "player": None, "points": 0, "mordienne": False}
        why = say("Tous les plis sont d'autant : personne ne marque.")
        return Ruling(answer, ("aluette.all-void", "aluette.void"), (why,))
    team = next(team for team in alternating_teams(facts["players"]) if won.player in team)
    found = {"side": " & ".join(team), "player": won.player, "points": won.points, "mordienne": won.mordienne}
    articles = [won.article, "aluette.individual", "aluette.score"]
    if _broken_by_void(won, winners):
        articles.insert(1, "aluette.mordienne-void")
    elif winners[-1] == won.player:
        articles.append("aluette.mordienne")
    if won.player in rules["petit_jean"]:
        articles.append("aluette.petit-jean-seat")
    return Ruling(found, tuple(articles), (_most(won), _worth(won, winners)))


def _broken_by_void(won: DealWinner, winners: Sequence[str | None]) -> bool:
    """Whether it would have been a mordienne but for a void trick among or after the winner's."""
    taken = [name for name in winners if name is not None]
    return not won.mordienne and all(name == won.player for name in taken[-won.tricks :])


def _most(won: DealWinner) -> Text:
    if not won.tied:
        return say("%(player)s a le plus de plis à son nom : %(n)s.", player=won.player, n=won.tricks)
    return say_n(
        "%(others)s en a autant, mais %(player)s a eu son pli d'abord.",
        "%(others)s en a autant, mais %(player)s a eu ses %(n)s plis d'abord.",
        won.tricks, player=won.player, others=names(won.tied),
    ) if len(won.tied) == 1 else say_n(
        "%(others)s en ont autant, mais %(player)s a eu son pli d'abord.",
        "%(others)s en ont autant, mais %(player)s a eu ses %(n)s plis d'abord.",
        won.tricks, player=won.player, others=names(won.tied),
    )  # fmt: skip


def _worth(won: DealWinner, winners: Sequence[str | None]) -> Text:
    if won.mordienne:
        return say("Ce sont les derniers de la donne, sans coupure : c'est mordienne, 2 points pour son équipe.")
    if _broken_by_void(won, winners):
        return say("Un pli d'autant casse la mordienne : 1 point pour son équipe.")
    return say("Son équipe marque 1 point.")


def sign(facts: Facts, rules: HouseRules) -> Ruling:
    """The sign that may be made for a card (article aluette.signs)."""
    card = facts["card"]
    known = SIGNS.get(card.code)
    if known is None:
        why = say("%(card)s n'a pas de signe, et en inventer un est interdit.", card=card)
        return Ruling({"sign": None}, ("aluette.signs",), (why,))
    why = say("Pour %(name)s (%(card)s), le signe est : %(sign)s.", name=luette_name(card), card=card, sign=known[1])
    return Ruling({"sign": known[0]}, ("aluette.signs",), (why,))


def deal_word(facts: Facts, answer: Mapping[str, Any]) -> Word:
    """Who wins the deal."""
    return named(answer["player"], say("Personne"))


def sign_word(facts: Facts, answer: Mapping[str, Any]) -> Word:
    """The sign, in words."""
    if answer["sign"] is None:
        return Word(say("Aucun signe"), "no")
    return Word(SIGNS[facts["card"].code][1])


QUESTIONS = (
    trick_winner(FORTY_EIGHT, NO_TRUMP, winner, ("aluette.pack", "aluette.play", "aluette.void")),
    legal_cards(FORTY_EIGHT, NO_TRUMP, legal, ("aluette.play",)),
    DeskQuestion(
        "deal-winner", say("Qui gagne la donne ?"),
        (
            PlayersFact("players", say("Joueurs, dans l'ordre des places"), tuple(TRICKS)),
            TeamsFact("teams", say("Équipes"), among="players", optional=True),
            WinnersFact("winners", say("Qui a pris chaque pli"), say("pli d'autant"), TRICKS),
        ),
        deal,
        (
            "aluette.individual", "aluette.first-to-reach", "aluette.mordienne", "aluette.mordienne-void",
            "aluette.score", "aluette.all-void", "aluette.void", "aluette.petit-jean-seat",
        ),
        word=deal_word,
    ),
    DeskQuestion(
        "sign", say("Quel signe pour cette carte ?"), (CardFact("card", say("Carte"), FORTY_EIGHT),),
        sign, ("aluette.signs",), FORTY_EIGHT, word=sign_word,
    ),
)  # fmt: skip
