"""La Famille de trèfles: gather four clovers of one colour. The printed sheet carries no name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from referee.answers.choices import YesNo
from referee.answers.house_rules import Tie
from referee.answers.numbers import Number
from referee.answers.players import OnePlayer
from referee.answers.rule_fields import number_or_none_rule, player_or_none_rule, tie_rule
from referee.answers.table import HouseRules
from referee.answers.violation import Violation
from referee.game_definition.figures import deals_won_tally
from referee.game_definition.game import Outcome, Preparation, Question, Way
from referee.game_definition.offences import ELIMINATED, MISDEAL, SKIP_NEXT_TURN, Offence
from referee.game_definition.sheet import Line, Standing
from referee.game_definition.state import Answer, StateUnder
from referee.games.famille_trefles.pack import CLOVERS, PACKS
from referee.words import Text, names, say, say_n

DEALT = 4

# Article famille-trefles.family: one or two jokers by the printed rules; the pack for few players has only one.
MOST_JOKERS = 2

# Article famille-trefles.score, in points.
FOR_A_FAMILY = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class FamilleTreflesRules(HouseRules):
    """The house rules; the defaults are printed."""

    youngest: str | None = player_or_none_rule(
        say("Le plus jeune, qui commence la première partie"), "famille-trefles.youngest", fixed=True
    )
    target: int | None = number_or_none_rule(say("Points à atteindre"), 1, 50, "famille-trefles.score")
    tie: Tie = tie_rule("match.tie")


WRONG_NUMBER = say("5 cartes / 3 cartes / une carte de trop / une carte en moins / une carte de moins")
NOTICED = say(
    "tout haut / à voix haute / remarqué / l'a vu / s'en aperçoit / s'en est aperçu / l'a dit / vient de "
    "le dire / me le dit / l'a signalé / s'en rend compte / a compté / le dit tout haut / s'en est rendu "
    "compte / l'a fait remarquer / le fait remarquer / le signale / me l'a dit / nous l'a dit / l'annonce"
    " / le crie"
)
AS_DEALT = say("distribué / à la donne / donneur / vient de distribuer / on vient de donner / m'a donné / servi")
NOT_NOTICED = say(
    "personne n'a rien dit / personne n'a rien vu / personne n'a remarqué / personne ne l'a dit / personne ne dit "
    "rien / moi-même / lui-même / elle-même / tout seul / toute seule / sans que personne / personne à la table"
)
DREW = say("pioché / pioche / tiré une carte / pris une carte")
NOT_HIS_TURN = say(
    "pas son tour / pas mon tour / hors de son tour / hors de mon tour / hors tour / avant son tour / avant "
    "mon tour / pas à lui / pas à elle / pas à moi"
)
ANOTHER_DREW = say(
    "il a pioché / elle a pioché / il pioche / elle pioche / il a pris une carte / elle a pris une carte "
    "/ il a tiré une carte / elle a tiré une carte / a pioché"
)
ON_MY_TURN = say(
    "alors que c'était mon tour / alors que c'était à moi / pendant mon tour / quand c'était mon tour / "
    "quand c'était à moi / à ma place"
)
NOT_GIVEN = say("gardé / caché / pas donné / pas rendu / oublié de donner / oublié de rendre / oublié de le donner")
AGAINST_JOKERS = say("anti-joker / antijoker / anti joker / antijokers / anti-jokers")
SAID_FAMILY = say("annoncé famille / crié famille / dit famille / annonce famille / crie famille / dit famille")
WRONG_FAMILY = say(
    "trompé / trompée / par erreur / à tort / c'était faux / fausse / n'était pas bonne / était pas bonne / "
    "deux couleurs / 2 couleurs / pas la même couleur / mauvaise couleur / couleurs différentes"
)
FALSE_FAMILY = say("fausse famille")

KEPT_ITSELF = say(
    "gardé mon anti-joker / caché mon anti-joker / gardé son anti-joker / caché son anti-joker / gardé l'anti-joker"
)

OF_TWO_JOKERS = say(
    "deux jokers / mes 2 jokers / 2 jokers / gardé l'autre / rendu un / donné un / jeté un / garde "
    "l'autre / un de mes / un sur deux / un des deux"
)
GIVEN_LATER = say(
    "puis l'a jeté / puis l'a donné / puis l'a rendu / l'a jeté quand / l'a donné quand / l'a rendu quand"
)
NOT_MEANT = say(
    "personne n'a joué / personne ne m'a / pas contre / était pour / pas pour moi / pas visé / pas visée "
    "/ contre un autre"
)
"""Of two jokers one alone is discarded, and none where the anti-joker is another one's."""

ANTI_JOKER_KEPT = Offence(
    "anti-joker-kept", say("Joker gardé malgré l'anti-joker"),
    say("Hors jeu jusqu'à la fin de la partie ; sa main va sur la défausse, sans mélanger."),
    "famille-trefles.errors", ELIMINATED,
    phrases=((NOT_GIVEN, AGAINST_JOKERS),),
    untold=(
        (KEPT_ITSELF,), (AGAINST_JOKERS, OF_TWO_JOKERS), (AGAINST_JOKERS, NOT_MEANT), (AGAINST_JOKERS, GIVEN_LATER),
    ),
)  # fmt: skip
OFFENCES = (
    MISDEAL,
    Offence(
        "wrong-count", say("Trois ou cinq cartes en main"),
        say("Remet sa main à quatre cartes et perd son prochain tour."), "famille-trefles.errors", SKIP_NEXT_TURN,
        phrases=((WRONG_NUMBER, NOTICED),), untold=((WRONG_NUMBER, NOT_NOTICED), (WRONG_NUMBER, AS_DEALT)),
    ),
    Offence(
        "out-of-turn", say("A pioché hors de son tour"),
        say("La carte va sous la pioche ; perd son prochain tour."), "famille-trefles.errors", SKIP_NEXT_TURN,
        phrases=((DREW, NOT_HIS_TURN), (ANOTHER_DREW, ON_MY_TURN)),
    ),
    ANTI_JOKER_KEPT,
    Offence(
        "false-family", say("Fausse famille"),
        say("Reprend ses cartes et perd son prochain tour."), "famille-trefles.false-family", SKIP_NEXT_TURN,
        phrases=((SAID_FAMILY, WRONG_FAMILY), (FALSE_FAMILY,)),
    ),
)  # fmt: skip

FAMILY_TITLE, WINNER_LABEL, JOKERS_LABEL = say("La famille"), say("Qui a sa famille ?"), say("Jokers dans la famille")
LAST_LABEL, ALONE_LABEL = say("Qui gagne ?"), say("Dernier en jeu, sans famille")
LAST_LEFT = say("dernier en jeu, sans famille")
SERVED_TITLE, SERVED_LABEL, SERVED_LEAD = (
    say("Tour passé"),
    say("Qui vient de passer son tour ?"),
    say("Rayez ici chaque tour perdu, une fois passé."),
)


def order(state: StateUnder[FamilleTreflesRules]) -> tuple[str, ...]:
    """The order of play: from the youngest in the first game, then from the dealer's left (article .deal)."""
    youngest = state.rules.youngest
    if state.deal == 1 and youngest in state.table.present:
        return state.table.around(youngest)
    return state.table.after(state.dealer)


def question(state: StateUnder[FamilleTreflesRules]) -> Question:
    players = order(state)
    most = min(MOST_JOKERS, PACKS[len(players)].jokers)
    jokers = Number("jokers", JOKERS_LABEL, 0, most, "famille-trefles.family", optional=True)
    last_left = len(in_play(state)) == 1
    label = LAST_LABEL if last_left else WINNER_LABEL
    winner = OnePlayer("winner", label, players, barred=state.standing.eliminated)
    alone = YesNo("alone", ALONE_LABEL, optional=True, offered=last_left, suggested=last_left)
    return Question(
        "family", FAMILY_TITLE, (Way((winner, jokers, alone)),), _lead(state, players[0]), subject=say("la famille")
    )


def in_play(state: StateUnder[FamilleTreflesRules]) -> tuple[str, ...]:
    """The players not eliminated from this game."""
    return tuple(player for player in state.table.present if player not in state.standing.eliminated)


def _lead(state: StateUnder[FamilleTreflesRules], first: str) -> Text:
    if len(players := in_play(state)) == 1:
        return say("Il ne reste que %(player)s en jeu : la partie est gagnée, même sans famille.", player=players[0])
    opening = say("%(dealer)s donne, %(first)s commence.", dealer=state.dealer, first=first)
    owing = tuple(dict.fromkeys(state.standing.skip_next_turn))
    if not owing:
        return opening
    sentence = (
        say("%(names)s passe son prochain tour.", names=names(owing))
        if len(owing) == 1
        else say("%(names)s passent leur prochain tour.", names=names(owing))
    )
    return say("%(opening)s %(owed)s", opening=opening, owed=sentence)


def served_question(state: StateUnder[FamilleTreflesRules]) -> tuple[Question, ...]:
    """The aside that records a served turn; a form offers the players who owe one."""
    owing = state.standing.skip_next_turn
    players = state.table.present
    barred = tuple(player for player in players if player not in owing)
    player = OnePlayer("player", SERVED_LABEL, players, barred=barred)
    return (Question("served", SERVED_TITLE, (Way((player,)),), SERVED_LEAD, subject=say("le tour passé")),)


def check(state: StateUnder[FamilleTreflesRules], step: str, answer: Answer) -> Iterator[Violation]:
    standing = state.standing
    if step == "family":
        yield from _check_winner(state, answer)
    elif answer["player"] in standing.eliminated:
        message = say("%(player)s est hors jeu et n'a plus de tour à passer.", player=answer["player"])
        yield Violation("famille-trefles.eliminated", "player", message)
    elif answer["player"] not in standing.skip_next_turn:
        message = say("%(player)s n'a pas de tour à passer.", player=answer["player"])
        yield Violation("famille-trefles.errors", "player", message)


def _check_winner(state: StateUnder[FamilleTreflesRules], answer: Answer) -> Iterator[Violation]:
    """The winner is not eliminated, and alone in play without a family (articles .eliminated, .last-left)."""
    winner: str = answer["winner"]
    if winner in state.standing.eliminated:
        message = say("%(player)s est hors jeu et ne peut pas gagner cette partie.", player=winner)
        yield Violation("famille-trefles.eliminated", "winner", message)
    if not answer.get("alone"):
        return
    opponents = [player for player in in_play(state) if player != winner]
    if opponents:
        message = (
            say("%(names)s est encore en jeu : il faut une famille pour gagner.", names=names(opponents))
            if len(opponents) == 1
            else say("%(names)s sont encore en jeu : il faut une famille pour gagner.", names=names(opponents))
        )
        yield Violation("famille-trefles.last-left", "alone", message)
    if answer.get("jokers"):
        message = say("Sans famille, pas de jokers dans la famille.")
        yield Violation("famille-trefles.family", "jokers", message)


def check_penalty(state: StateUnder[FamilleTreflesRules], offence: Offence, player: str) -> Iterator[Violation]:
    """An eliminated player is not penalised again, and the last player is not eliminated (article .eliminated)."""
    out = state.standing.eliminated
    if player in out:
        message = say("%(player)s est déjà hors jeu jusqu'à la fin de la partie.", player=player)
        yield Violation("famille-trefles.eliminated", "player", message)
    elif offence.id == ANTI_JOKER_KEPT.id and len(out) == len(state.table.present) - 1:
        message = say("%(player)s est le dernier en jeu : on ne l'élimine pas.", player=player)
        yield Violation("famille-trefles.eliminated", "player", message)


def record(state: StateUnder[FamilleTreflesRules], step: str, answer: Answer) -> Outcome:
    if step == "served":
        owing = list(state.standing.skip_next_turn)
        owing.remove(answer["player"])
        return Outcome("aside", standing=replace(state.standing, skip_next_turn=tuple(owing)))
    winner: str = answer["winner"]
    if answer.get("alone"):
        line = Line(winner, FOR_A_FAMILY, LAST_LEFT, "famille-trefles.last-left")
    else:
        line = Line(winner, FOR_A_FAMILY, _reason(answer.get("jokers")), "famille-trefles.score")
    won = deals_won_tally(state.table.present, (winner,))
    return Outcome("deal", (line,), next_dealer=winner, standing=Standing(), tallies=(won,))


def _reason(jokers: int | None) -> Text:
    if jokers is None:
        return say("une famille")
    if jokers == 0:
        return say("une famille sans joker")
    return say_n("une famille avec %(n)s joker", "une famille avec %(n)s jokers", jokers)


def prepare(n: int, rules: FamilleTreflesRules, deal: int) -> Preparation:
    pack = PACKS[n]
    pack_note = say_n(
        "Prenez %(colours)s couleurs et %(n)s joker.",
        "Prenez %(colours)s couleurs et %(n)s jokers.",
        pack.jokers,
        colours=pack.colours,
    )
    pack_for_n, hands = replace(CLOVERS, total=pack.size), (DEALT,) * n
    if deal > 1:
        dealer, starts = say("le gagnant de la partie précédente"), say("le joueur à gauche du donneur")
        return Preparation(pack_for_n, hands, dealer, starts, notes=(pack_note,))
    later = say("Ensuite, le gagnant de chaque partie donne et le joueur à sa gauche commence.")
    return Preparation(pack_for_n, hands, say("le plus âgé"), _first(rules.youngest), notes=(pack_note, later))


def _first(youngest: str | None) -> Text:
    if youngest is not None:
        return say("le plus jeune : %(player)s", player=youngest)
    return say("le plus jeune, ou le joueur à gauche du donneur si personne n'est désigné")
