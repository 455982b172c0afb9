"""The mistakes at a table, and the closed set of effects that they can have."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from referee.answers.table import HouseRules
from referee.game_definition.sheet import Line
from referee.game_definition.state import State
from referee.words import Text, say


@dataclass(frozen=True, slots=True)
class Effect:
    """One effect: its id in files and verdicts, its label, and its sentence.

    ``notice``: what a notice says after the player and the offence, where that is not the label.
    """

    id: str
    short: Text
    words: Text
    notice: Text | None = None


NO_EFFECT = Effect(
    "none", say("Rien"), say("cela ne coûte rien ; on le note, et le jeu continue."), say("cela ne coûte rien")
)
SKIP_NEXT_TURN = Effect(
    "skip-next-turn", say("Un tour perdu"), say("le joueur perd son prochain tour."), say("perd son prochain tour")
)
ELIMINATED = Effect("eliminated", say("Hors jeu"), say("le joueur est éliminé de cette partie."))
REDEAL = Effect("redeal", say("On redonne"), say("le même donneur redonne."))
CORRECT_OR_REPLAY = Effect(
    "correct-or-replay",
    say("On répare, ou on rejoue"),
    say("on la répare tant que le pli suivant n'est pas entamé ; après, on rejoue la donne."),
    say("on la répare, ou on rejoue la donne"),
)
TAKE_BACK_OR_STAY = Effect(
    CORRECT_OR_REPLAY.id,  # the same effect in files; only the words differ in a shedding game
    say("On la reprend, ou elle reste"),
    say("on la reprend tant que personne n'a joué après ; sinon, elle reste."),
    say("on la reprend, ou elle reste"),
)
ONE_CARD_FROM_EACH = Effect(
    "one-card-from-each",
    say("Une carte de chacun"),
    say("le joueur reçoit une carte de chacun des autres."),
    say("reçoit une carte de chacun"),
)
ONE_UNDER = Effect(
    "one-under", say("Une carte"), say("le joueur glisse une carte sous le tas."), say("une carte sous le tas")
)
TWO_UNDER = Effect(
    "two-under", say("Deux cartes"), say("le joueur glisse deux cartes sous le tas."), say("deux cartes sous le tas")
)
POINT_TO_OPPONENTS = Effect("point-to-opponents", say("1 point aux autres"), say("l'équipe adverse marque 1 point."))
PLUS_30 = Effect("plus-30", say("30 points"), say("le joueur note 30 points."), say("note 30 points"))

EFFECTS: dict[str, Effect] = {
    effect.id: effect
    for effect in (
        NO_EFFECT,
        SKIP_NEXT_TURN,
        ELIMINATED,
        REDEAL,
        CORRECT_OR_REPLAY,
        ONE_CARD_FROM_EACH,
        ONE_UNDER,
        TWO_UNDER,
        POINT_TO_OPPONENTS,
        PLUS_30,
    )
}
"""The effects that a house rule may choose from, by id."""


@dataclass(frozen=True, slots=True)
class Offence:
    """A mistake at the table. ``effect``: its effect, or a function of the house rules that gives the effect's id;
    ``lines``: its score lines; ``phrases``: the ways to tell it at the desk, each as lists of phrases;
    ``untold``: those to tell that it is none; ``told_under``: under which house rules they tell it;
    ``forbidden_by``: the desk question that rules on the play that it is."""

    id: str
    label: Text
    consequence: Text
    article: str
    effect: Effect | Callable[[Any], str]
    lines: Callable[[State, str], tuple[Line, ...]] = lambda state, player: ()
    phrases: tuple[tuple[Text, ...], ...] = ()
    untold: tuple[tuple[Text, ...], ...] = ()
    told_under: Callable[[Any], bool] = lambda rules: True
    forbidden_by: str | None = None

    def effect_under(self, rules: HouseRules) -> Effect:
        return self.effect if isinstance(self.effect, Effect) else EFFECTS[self.effect(rules)]


# What people say who tell an offence; the first suit stands for any, the second one for another, an ace for any card.
MISDEALT = say(
    "une carte de trop à la donne / distribué une carte de trop / donné une carte de trop / servi une carte de "
    "trop / mal distribué / mal donné / trompé en donnant / trompé en distribuant / montré une carte en donnant / "
    "montré une carte en distribuant / retourné une carte en donnant / retourné une carte en distribuant / carte "
    "retournée en distribuant / s'est trompé à la donne / carte de trop dès la donne / raté la donne / s'est "
    "planté en donnant / s'est planté à la donne"
)
REVOKED = say(
    "alors que j'avais pique / alors que j'avais encore pique / alors qu'il avait pique / alors qu'il avait encore "
    "pique / alors qu'elle avait pique / alors qu'elle avait encore pique / mais j'avais pique / mais il avait pique "
    "/ mais elle avait pique / avait encore pique mais / avais encore pique mais / alors qu'il en avait / alors "
    "qu'elle en avait / alors que j'en avais / oublié de fournir / pas fourni / sans fournir / renonce / pas mis de "
    "pique alors / pas joué de pique alors / pas mis pique alors / en a retrouvé / en avait encore / pourtant il en "
    "avait / pourtant elle en avait / et il en avait / et elle en avait / alors qu'il pouvait fournir / alors qu'elle "
    "pouvait fournir / n'a pas fourni / or il avait pique pour fournir / pique pour fournir / pas fourni alors / "
    "fourni alors qu'il pouvait / fourni alors qu'elle pouvait / pouvait fournir / pouvais fournir / aurait pu "
    "fournir / aurais pu fournir / oublie de fournir"
)
UNFIT = say(
    "carte qui va pas / carte qui ne va pas / carte qui n'allait pas / carte qui allait pas / carte qui passait pas / "
    "carte qui ne passait pas / carte qui n'allait pas dessus / carte injouable / carte interdite / carte plus faible "
    "/ carte trop faible / carte trop basse / coup interdit"
)
HAD_SUIT = say(
    "alors qu'il lui restait l'as pique / alors qu'il lui restait pique / avait encore l'as pique / avais encore l'as "
    "pique / avait encore pique / avais encore pique / alors que j'avais l'as pique / alors qu'il avait l'as pique / "
    "alors qu'elle avait l'as pique / lui restait l'as pique / lui restait pique / il me restait l'as pique / il me "
    "restait pique / me restait pique / retrouvé l'as pique / retrouvé pique / trouvé l'as pique / alors qu'il avait "
    "as pique / alors qu'elle avait as pique / qu'elle avait as pique caché / qu'il avait as pique caché / avait as "
    "pique caché / avait as pique derrière / avait oublié as pique / n'avait pas vu as pique / n'a pas vu as pique / "
    "son as pique tombe / son as pique apparaît / son as pique apparait / son as pique réapparaît / qu'il lui restait "
    "as pique / qu'elle gardait as pique / qu'il gardait as pique / avait pourtant as pique / avait as pique en main "
    "/ avais as pique en main / alors qu'il a as pique / alors qu'elle a as pique / alors que j'ai as pique / s'écrie "
    "qu'elle avait as pique / s'écrie qu'il avait as pique / il sort as pique / elle sort as pique / il ressort as "
    "pique / elle ressort as pique / il retrouve as pique / elle retrouve as pique / il trouve as pique / elle trouve "
    "as pique / il découvre as pique / elle découvre as pique / je retrouve as pique / je découvre as pique / il a "
    "encore as pique / elle a encore as pique / or il avait pique / or elle avait pique / or j'avais pique / or il "
    "avait l'as pique / or elle avait l'as pique / or j'avais l'as pique / avait toujours l'as pique / avait toujours "
    "pique / avais toujours pique / il lui reste l'as pique / il lui reste pique / avait pique en main / avait l'as "
    "pique en main / avais l'as pique en main / tenait l'as pique / tenait pique / avait l'as pique caché / il "
    "retrouve pique / elle retrouve pique / je retrouve pique / il a encore pique / elle a encore pique"
)
PLAYED_ANOTHER = say(
    "sur un pli à pique / sur un pli de pique / sur du pique / sur pique / a coupé / ai coupé / coupé / défaussé / "
    "balancé / jeté / pour fournir / sans couper / pas fourni / sur un pique / sur as pique / pique demandé / pique "
    "était demandé / on demande pique / on demandait pique / pique entamé / coupe / coupait / défausse / sur un tour "
    "de pique / sur un tour à pique / au lieu de pique"
)
ANOTHER_LED = say(
    "sur du cœur / sur cœur / cœur demandé / cœur entamé / on demande cœur / on demandait cœur / sur un pli à cœur "
    "/ sur un tour de cœur / sur un tour à cœur / sur un pli de cœur / coupé du cœur / coupe du cœur / c'est cœur "
    "qui / pli à cœur"
)
VOID = say(
    "n'avait plus de pique / n'a plus de pique / avais plus de pique / ai plus de pique / n'ayant plus de pique / "
    "plus de pique / n'en avait plus / n'en a plus / sèche à pique / sec à pique / sans pique / vide à pique / "
    "zéro pique / son dernier pique / sa dernière carte de pique / avait le droit / avais le droit"
)
FREE_CARD = say("l'excuse / excuse / magicien / bouffon / le fou")

DEALT_CARDS = say(
    "distribué cartes / donné cartes / servi cartes / reçu cartes / filé cartes / donne cartes / sert cartes / "
    "reçois cartes / reçoit cartes / eu cartes à la donne / donné une carte / distribué une carte / reçu une carte "
    "/ servi une carte / donneur s'est trompé / donneuse s'est trompée"
)
HAS_CARDS = say(
    "a cartes / ai cartes / avons cartes / ont cartes / avait cartes / avais cartes / retrouve avec cartes / eu "
    "cartes / avec cartes"
)
WRONG_COUNT = say(
    "cartes au lieu de / carte au lieu de / carte de trop / carte de moins / une de trop / une de moins / cartes "
    "de trop / aux autres / et l'autre / pour lui / pour elle / pour moi / il en manque une / carte de plus / de "
    "plus que les autres"
)
NOT_BEGUN = say(
    "personne n'a joué / personne n'a encore joué / pas encore joué / on n'a pas joué / avant de commencer / après la "
    "donne / au tout début / au début / en triant / en rangeant / dès la donne / vient de commencer / vient de donner "
    "/ avant la première carte / avant l'échange / avant de passer / rien joué / personne n'a pioché / personne n'a "
    "encore pioché / personne a pioché / personne a encore pioché / personne a joué / personne a encore joué"
)
EXPOSED = say(
    "s'est retourné / s'est retournée / tombé face visible / tombée face visible / vu par tous / vue par tous / tout "
    "le monde a vu / toute la table a vu / face visible / face en l'air / à découvert / a été retournée / est "
    "retournée / s'est vue / s'est vu"
)
WHILE_DEALING = say(
    "pendant la distribution / en distribuant / en donnant / pendant que je distribuais / pendant que je donnais / "
    "pendant qu'il distribuait / pendant qu'elle distribuait / pendant qu'il donnait / pendant qu'elle donnait / lors "
    "de la distribution / à la distribution"
)
PASSED_CARDS = say(
    "passé cartes / échangé cartes / pour l'échange / à l'échange / lors de l'échange / voisin m'a donné / voisine "
    "m'a donné / troisième fois / trois fois / troisième maldonne / voisin me donne / voisine me donne / j'ai pioché "
    "/ il a pioché / elle a pioché"
)
I_STILL = say(
    "j'ai encore as pique / ai encore as pique / j'ai encore pique / j'avais encore pique / il me reste as pique"
)
I_THREW = say(
    "j'ai coupé / j'ai défaussé / j'ai jeté / j'ai mis / j'ai posé / j'ai joué / j'ai lâché / je viens de couper / "
    "j'ai balancé"
)
ON_SUIT = say(
    "sur un pique / sur pique / sur du pique / sur as pique / sur un pli à pique / sur un tour de pique / pique "
    "demandé / pique entamé / on demandait pique"
)
ASKED_ELSE = say(
    "qui prend / qui gagne / qui remporte / qui ramasse / à qui le pli / à qui est le pli / à qui va / c'est à qui / "
    "pour qui le pli / vaut / combien vaut / valent"
)

NO_MISDEAL = say(
    "dernière carte / carte d'atout / pour l'atout / quel atout / seul à l'avoir / seule à l'avoir / c'était bon / "
    "compte est bon / par terre / la passe / ce pli / le suivant / au début du pli / après le premier pli / après "
    "lui / repris tout de suite / puis l'a reprise / seul / seule"
)
"""A card that is turned up for trumps, cards that are counted in the middle of a deal, or what was put right."""
NO_REVOKE = say(
    "fournir le / fournir la / fournir plus / a fourni / a bien fourni / c'était l'entame / qui entamait / entamé "
    "pique alors / pas entamé / a passé / a dit / gardé ses / l'information / c'est faux / mais si / il a tort / "
    "elle a tort / pensé qu'il / pensé qu'elle / hier / entamé cœur alors"
)
"""A card of the suit that was played, a lead, a bid, or what is only believed."""
A_CARD_KEPT = say("avait encore le roi / avait encore la dame / avait encore l'as / restait la dame / restait le roi")

MISDEAL = Offence(
    "misdeal", say("Maldonne"), say("Le même donneur redonne."), "match.misdeal", REDEAL,
    phrases=(
        (MISDEALT,), (DEALT_CARDS, WRONG_COUNT), (HAS_CARDS, WRONG_COUNT, NOT_BEGUN),
        (EXPOSED, WHILE_DEALING),
    ),
    untold=(
        (DEALT_CARDS, PASSED_CARDS), (HAS_CARDS, PASSED_CARDS), (MISDEALT, PASSED_CARDS),
        (HAS_CARDS, WRONG_COUNT, NOT_BEGUN, NO_MISDEAL), (EXPOSED, WHILE_DEALING, NO_MISDEAL), (MISDEALT, NO_MISDEAL),
        (DEALT_CARDS, WRONG_COUNT, NO_MISDEAL),
    ),
)  # fmt: skip
REVOKE = Offence(
    "revoke", say("Renonce (n'a pas fourni)"),
    say("On la répare avant le pli suivant ; après, on rejoue la donne."), "match.revoke", CORRECT_OR_REPLAY,
    phrases=((REVOKED,), (HAD_SUIT, PLAYED_ANOTHER), (I_STILL, I_THREW, ON_SUIT)),
    untold=((HAD_SUIT, ANOTHER_LED), (REVOKED, FREE_CARD), (HAD_SUIT, FREE_CARD), (REVOKED, VOID),
            (REVOKED, ASKED_ELSE), (HAD_SUIT, ASKED_ELSE), (I_STILL, ASKED_ELSE), (REVOKED, NO_REVOKE),
            (REVOKED, ANOTHER_LED), (HAD_SUIT, PLAYED_ANOTHER, A_CARD_KEPT)),
)  # fmt: skip
ILLEGAL_CARD = Offence(
    "illegal-card", say("Carte injouable"), say("On la reprend tant que personne n'a joué après ; sinon elle reste."),
    "match.illegal-card", TAKE_BACK_OR_STAY,
    phrases=((UNFIT,),), forbidden_by="can-play",
)  # fmt: skip
