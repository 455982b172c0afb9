"""La Bataille Corse at the desk: the turn on the pile, the cards owed, the taker."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from referee.answers.answer import fact_violation
from referee.answers.cards import Play, Plays
from referee.answers.players import Seats
from referee.answers.violation import Violation
from referee.cards.french import Card
from referee.desk_questions.desk_question import CaseUnder, DeskQuestion, Ruling, Word
from referee.desk_questions.fixed_rulings import Situation, situation_question
from referee.desk_questions.wording import Restated, Wording
from referee.games.bataille_corse.scoring import CONTRACTS, PACK, BatailleCorseRules
from referee.words import Text, say, say_n


@dataclass(frozen=True, slots=True)
class Pile:
    """The pile after some cards: the last card, the player to move, and the number of cards owed to the last figure.

    ``turn`` None: a slap ended the pile. ``taker``: the player who takes it after a contract without a figure.
    ``in_contract``: the last figure was turned up in the contract of another.
    """

    turn: str | None
    last: Card | None = None
    owed: int = 0
    figure: Play | None = None
    taker: str | None = None
    in_contract: bool = False

    @property
    def is_done(self) -> bool:
        """Whether no further card can be turned up."""
        return self.turn is None or self.taker is not None


def after_flip(pile: Pile, flip: Play, players: tuple[str, ...], contracts: Mapping[str, int]) -> Pile:
    """The pile after a further card (articles bataille-corse.slap-first, .figure-in-contract, .contract)."""
    card: Card = flip.card
    next_player = players[(players.index(flip.player or "") + 1) % len(players)]
    if pile.last is not None and pile.last.rank == card.rank:
        return Pile(None, card)
    if card.rank in contracts:
        return Pile(next_player, card, contracts[card.rank], flip, in_contract=pile.owed > 0)
    if not pile.owed:
        return Pile(next_player, card)
    if pile.owed == 1 and pile.figure is not None:
        return replace(pile, turn=pile.figure.player, last=card, owed=0, taker=pile.figure.player)
    return replace(pile, last=card, owed=pile.owed - 1)


def contracts_of(rules: BatailleCorseRules) -> dict[str, int]:
    """The number of cards owed by rank; that of the ace is a house rule (article bataille-corse.ace)."""
    return {**CONTRACTS, "A": rules.ace_contract} if rules.ace_contract else dict(CONTRACTS)


def check_turns(case: CaseUnder[BatailleCorseRules]) -> Iterator[Violation]:
    """Each card must be turned up in turn, and none after the pile is taken."""
    contracts = contracts_of(case.rules)
    pile = Pile(case.facts["flips"][0].player)
    for index, flip in enumerate(case.facts["flips"]):
        if pile.is_done:
            yield fact_violation(
                f"facts.flips.{index}", say("Le tas est déjà ramassé : on n'y retourne plus de carte.")
            )
            return
        if flip.player != pile.turn:
            message = say(
                "C'est à %(turn)s de retourner une carte, pas à %(player)s.", turn=pile.turn, player=flip.player
            )
            yield fact_violation(f"facts.flips.{index}.player", message)
            return
        pile = after_flip(pile, flip, case.facts["players"], contracts)


def turn_after(flips: Sequence[Play], players: tuple[str, ...], rules: BatailleCorseRules) -> str:
    """The player to turn up the next card; on a pile that is taken the next player, since the form needs a name."""
    contracts = contracts_of(rules)
    pile = Pile(flips[0].player)
    for flip in flips:
        pile = after_flip(pile, flip, players, contracts)
    next_player = players[(players.index(flips[-1].player or "") + 1) % len(players)]
    return next_player if pile.is_done or pile.turn is None else pile.turn


def pile(case: CaseUnder[BatailleCorseRules]) -> Ruling:
    """The taker of the pile, or the player to move and the cards owed."""
    contracts = contracts_of(case.rules)
    state, before = Pile(case.facts["flips"][0].player), Pile(None)
    for flip in case.facts["flips"]:
        state, before = after_flip(state, flip, case.facts["players"], contracts), state
    answer = {"taker": state.taker, "next": state.turn, "owed": state.owed, "slap": state.turn is None}
    last: Card = case.facts["flips"][-1].card
    if state.turn is None:
        contested = before.owed > 0 or last.rank in contracts
        articles, why = _slap_reason(last, contested)
    elif state.figure is None:
        articles = ("bataille-corse.turn",)
        why = say("%(card)s ne réclame rien : au suivant, %(player)s.", card=last, player=state.turn)
    else:
        articles, why = _contract_reason(state, state.figure)
    if any(flip.card.rank == "A" for flip in case.facts["flips"]):
        articles = (*articles, "bataille-corse.ace")
    return Ruling(answer, articles, (why,))


def _slap_reason(last: Card, contested: bool) -> tuple[tuple[str, ...], Text]:
    articles = ("bataille-corse.slap", "bataille-corse.slap-first") if contested else ("bataille-corse.slap",)
    why = say("%(card)s a la même valeur que la carte d'avant : le plus rapide à taper ramasse tout.", card=last)
    return articles, why


def _contract_reason(state: Pile, figure: Play) -> tuple[tuple[str, ...], Text]:
    articles = ("bataille-corse.contract", *(("bataille-corse.figure-in-contract",) if state.in_contract else ()))
    if state.taker is not None:
        why = say(
            "Le contrat est rempli sans figure : %(player)s, qui avait retourné %(figure)s, ramasse le tas et repart.",
            player=state.taker,
            figure=figure.card,
        )
        return (*articles, "bataille-corse.who-starts"), why
    owing = say_n(
        "%(player)s doit encore %(n)s carte.", "%(player)s doit encore %(n)s cartes.", state.owed, player=state.turn
    )
    if state.in_contract and state.last is figure.card:
        why = say("%(figure)s arrête le contrat et en ouvre un autre : %(owing)s", figure=figure.card, owing=owing)
        return tuple(reversed(articles)), why
    return articles, say(
        "%(figure)s (%(owner)s) réclame des cartes : %(owing)s", figure=figure.card, owner=figure.player, owing=owing
    )


def pile_word(case: CaseUnder[BatailleCorseRules], answer: Mapping[str, Any]) -> Word:
    """A slap, the taker, or the player to move, with the cards that are owed."""
    if answer["slap"]:
        return Word(say("On tape : le plus rapide ramasse"))
    if answer["taker"] is not None:
        return Word(say("%(player)s ramasse", player=answer["taker"]))
    if answer["owed"]:
        owes = say_n(
            "%(player)s doit %(n)s carte", "%(player)s doit %(n)s cartes", answer["owed"], player=answer["next"]
        )
        return Word(owes)
    return Word(say("À %(player)s", player=answer["next"]))


def pile_anywhere(case: CaseUnder[BatailleCorseRules], answer: Mapping[str, Any]) -> Word:
    """A slap, or who takes the pile or owes cards, whoever it is."""
    if answer["slap"]:
        return Word(say("On tape : le plus rapide ramasse"))
    if answer["taker"] is not None:
        return Word(say("Celui de la dernière figure ramasse"))
    if not answer["owed"]:
        return Word(say("On ne tape pas, et rien n'est dû : au suivant"))
    if answer["next"] == case.facts["flips"][-1].player:
        return Word(say_n("Il doit encore %(n)s carte", "Il doit encore %(n)s cartes", answer["owed"]))
    return Word(say_n("Le suivant doit %(n)s carte", "Le suivant doit %(n)s cartes", answer["owed"]))


# Packs that are empty, and cards turned when it was another's turn.

NO_CARDS = say(
    "plus de cartes / plus de carte / plus une carte / plus aucune carte / plus rien / n'ai plus rien / "
    "n'a plus rien / pas fini de payer / sans cartes / pile est vide / paquet est vide / tas est vide / "
    "pile vide / il n'en a plus / ma dernière carte / sa dernière carte / n'a plus de cartes / plus rien "
    "dans mon paquet / plus rien dans son paquet / paquet vide / main vide / à court de cartes / zéro "
    "carte / plus la moindre carte / posé ma dernière / posé sa dernière / tas vide"
    " / pile est finie / paquet est fini / tas est fini"
)
STILL_PAYING = say(
    "en payant / milieu de payer / milieu du contrat / milieu de son contrat / roi à couvrir / dame à "
    "couvrir / as à couvrir / devait payer / devais payer / devait en payer / devais en payer / pas fini "
    "de payer / encore à payer / avant d'avoir payé / avant d'avoir fini de payer / il manque une carte /"
    " il en manque / devait 3 cartes / devait 2 cartes / devait deux cartes / devait trois cartes / "
    "devais 3 cartes / devais 2 cartes / devait cartes / devais cartes / reste à payer / lui restait à "
    "payer / il doit encore / plein contrat / en plein contrat / me manque une carte / me manque deux "
    "cartes / lui manque une carte / lui manque deux cartes / manque encore une carte / manque encore "
    "deux cartes"
)
ONLY_FEW = say(
    "n'avais que deux cartes / n'avait que deux cartes / avais plus que deux cartes / avait plus que deux cartes / "
    "n'avais que 2 cartes / n'avait que 2 cartes / n'avais qu'une carte / n'avait qu'une carte / avais plus qu'une "
    "carte / avait plus qu'une carte"
)
UNDER_A_FIGURE = say(
    "il met un roi / elle met un roi / il a mis un roi / elle a mis un roi / il pose un roi / elle pose un roi / il "
    "met un as / elle met un as / il a mis un as / elle a mis un as / il pose un as / elle pose un as / il met une "
    "dame / elle met une dame / il a mis une dame / elle a mis une dame / sur son roi / sur son as / sur sa dame"
)
MAY_SLAP = say("taper / encore taper / claquer / tape / claque / a tapé / ai tapé / tapé")

EMPTY = ("bataille-corse.out-of-cards",)
BESIDE_NO_CARDS = say(
    "je / peux / éliminé / hors / mort / continue / qui / quoi / fait / revenir / revient / partie / jeu / "
    "doublé / double / sort / encore / roi / posé / petites / cartes / retourne / carte / moi / couvrir / "
    "fini / perdu / jouer / joué / comment / pile / vide / rien / alors / devait / premier / la / droit / "
    "toujours / un / payer / finit / qui finit / taper / "
    "contrat / plein contrat / plein"
    " / de suite / à la suite / d'affilée / deux rois de suite / suivant"
)

OUT_OF_CARDS = situation_question(
    "out-of-cards", say("Un joueur n'a plus de cartes : que fait-on ?"),
    Situation(
        "contract", say("au milieu de son contrat"), "next-pays", say("Le suivant finit le contrat"),
        (*EMPTY, "bataille-corse.contract"),
        (say("Il s'arrête là ; le joueur suivant retourne les cartes qui manquent encore."),),
        phrases=((NO_CARDS, STILL_PAYING), (NO_CARDS, ONLY_FEW, UNDER_A_FIGURE)),
    ),
    Situation(
        "turn", say("c'est à lui de retourner une carte"), "skipped", say("On le saute"),
        (*EMPTY, "bataille-corse.turn"),
        (say("C'est au prochain joueur qui a des cartes ; lui n'est pas encore hors du jeu."),),
    ),
    Situation(
        "figure", say("sa dernière carte est une figure"), "contract-runs", say("Le contrat court"),
        ("bataille-corse.contract", *EMPTY),
        (
            say("Le suivant doit ses cartes comme toujours."),
            say("S'il ne sort pas de figure, le joueur sans cartes ramasse le tas et revient."),
        ),
    ),
    Situation(
        "slap", say("un doublé sort : peut-il taper ?"), "may-slap", say("Oui, il peut taper"),
        (*EMPTY, "bataille-corse.slap"),
        (say("S'il est le plus rapide, il ramasse tout et revient dans le jeu."),), "yes",
        phrases=((NO_CARDS, MAY_SLAP),),
    ),
    passed_over=BESIDE_NO_CARDS,
    question_phrases=say(
        "n'a plus de cartes / plus de cartes / plus une carte / plus rien en main / sa dernière carte / à sec / "
        "sans cartes / fini ses cartes / il est vide / il lui manque / n'a pas fini de payer / sa dernière carte "
        "était"
    ),
)  # fmt: skip

TOO_EARLY = say(
    "avant mon tour / avant son tour / hors de son tour / hors de mon tour / hors tour / pas son tour / "
    "pas mon tour / trop tôt / alors que c'était à / alors que c'était le tour / alors que c'était mon "
    "tour / alors que c'était son tour / c'était pas à / à ma place / à sa place / pendant mon tour / "
    "quand c'était à moi / alors que c'est à / c'était à moi / c'était à lui / sans attendre son tour / "
    "sans attendre mon tour / c'était au tour de / quand c'était à / quand c'était son tour / quand "
    "c'était mon tour / quand c'était le tour / n'était pas à lui / n'était pas à elle / n'était pas à "
    "moi / grillé mon tour"
)
NOTHING_ON_IT = say(
    "rien dessus / personne n'a posé dessus / personne n'a joué dessus / personne n'a rien posé / "
    "personne n'a rejoué / personne n'a rien mis / rien mis dessus / rien posé dessus / pas encore joué /"
    " rien n'est posé dessus / rien n'a été posé dessus / rien de posé dessus / pas encore recouvert / "
    "pas encore recouverte / pas recouverte / pas recouvert / pas encore couverte / personne n'a mis "
    "dessus / rien par-dessus / personne n'a retourné dessus / personne n'a recouvert / personne ne l'a "
    "recouvert / personne ne l'a recouverte / toujours dessus"
)
COVERED = say(
    "posé par-dessus / par-dessus / posé dessus / mis dessus / joué dessus / recouvert / recouverte / "
    "rejoué dessus / un autre a posé / a déjà posé / a recouvert / déjà recouvert / déjà mis dessus / "
    "déjà posé dessus / a mis le sien dessus / a posé le sien dessus / déjà couvert / déjà couverte"
)

ASTRAY = "bataille-corse.out-of-turn"
BESIDE_OUT_OF_TURN = say(
    "retourné / retourne / tourné / tourne / posé / mis / joué / jouer / carte / valet / attention / fait"
    " / quoi / déjà / raison / faut / reprend / reste / rembobiner / dit / tour / encore / maintenant / "
    "alors / pile / la / ce / comment / est-ce qu'elle reste / la remet / je la reprends / donne le tas /"
    " prend le tas / ramasse le tas / le tas est à lui / tape compte / sa tape / ramasse / en dessous / "
    "elle compte / compte"
)

HE_TURNED = say("il a retourné / il retourne / il a tourné / il tourne / il a posé")
SHE_TURNED = say("elle a retourné / elle retourne / elle a tourné / elle tourne / elle a posé")
WAS_HIS = say("c'était à lui / c'est à lui / c'était son tour")
WAS_HERS = say("c'était à elle / c'est à elle / c'était son tour")
WAS_SLAPPED = say("a tapé / on a tapé / ai tapé / doublé / j'ai tapé dessus")

OUT_OF_TURN = situation_question(
    "out-of-turn", say("Une carte retournée hors de son tour : que fait-on ?"),
    Situation(
        "just-now", say("personne n'a rien retourné dessus"), "taken-back", say("Il la reprend"),
        (ASTRAY, "match.out-of-turn"),
        (say("Il la remet sous son tas, et celui dont c'est le tour retourne la sienne."),),
        phrases=((TOO_EARLY, NOTHING_ON_IT),),
    ),
    Situation(
        "covered", say("d'autres cartes la recouvrent"), "stands", say("Elle reste"),
        (ASTRAY, "match.out-of-turn"),
        (say("On ne revient pas en arrière : on continue à partir de la dernière carte."),),
        phrases=((TOO_EARLY, COVERED),),
    ),
    Situation(
        "too-many", say("une carte de trop dans un contrat"), "taken-back", say("Il la reprend"),
        (ASTRAY, "bataille-corse.contract"),
        (
            say("Son contrat était fini : la carte de trop retourne sous son tas."),
            say("Le joueur de la dernière figure ramasse."),
        ),
    ),
    Situation(
        "slapped", say("elle a fait un doublé et on a tapé"), "slap-void", say("La tape ne compte pas"),
        (ASTRAY, "bataille-corse.slap"),
        (say("Cette carte n'aurait pas dû être là : on la reprend, le tas reste, et la tape ne coûte rien."),), "no",
        phrases=((TOO_EARLY, WAS_SLAPPED), (TOO_EARLY, NOTHING_ON_IT, WAS_SLAPPED)),
    ),
    untold=((HE_TURNED, WAS_HIS), (SHE_TURNED, WAS_HERS)),
    passed_over=BESIDE_OUT_OF_TURN,
    question_phrases=say(
        "hors de son tour / pas son tour / avant mon tour / avant son tour / pas à moi / pas à lui / trop tôt / a "
        "joué trop vite / retourné trop vite / c'était à moi / c'était mon tour / alors que c'était / à ma place "
        "/ pas encore à lui / pas encore à elle"
    ),
)  # fmt: skip


BESIDE_PILE = say(
    "en premier / premier / devant tout le monde / tout le monde / combien / doit / il doit / combien de "
    "cartes / faut / on attend / et combien / finit / contrat / a perdu / perdu "
    "/ suivi"
    " / de suite / à la suite / d'affilée / assis"
)


def has_no_double(facts: Mapping[str, Any]) -> bool:
    """Whether no two cards in a row are of one rank, so that none may be slapped (article bataille-corse.slap)."""
    ranks = [str(code)[:-1] for code in facts.get("flips", ())]
    return bool(ranks) and all(first != second for first, second in pairwise(ranks))


NOBODY_SLAPPED = Restated(
    say(
        "personne n'a tapé / personne ne tape / personne n'a claqué / personne ne claque / personne n'a rien tapé / "
        "sans taper / sans que personne tape"
    ),
    has_no_double,
)

QUESTIONS = (
    DeskQuestion(
        "pile", say("Où en est le tas ?"),
        (
            Seats("players", say("Joueurs, dans l'ordre des places"), (2, 3, 4, 5, 6)),
            Plays(
                "flips", say("Cartes retournées, dans l'ordre"), among="players",
                pack=PACK, fewest=1, turn=turn_after,
            ),
        ),
        pile,
        (
            "bataille-corse.slap", "bataille-corse.slap-first", "bataille-corse.turn", "bataille-corse.ace",
            "bataille-corse.contract", "bataille-corse.figure-in-contract", "bataille-corse.who-starts",
        ),
        PACK, contradictions=check_turns, word=pile_word, word_anywhere=pile_anywhere,
        wording=Wording(
            asked=say(
                "où en est le tas / qui prend le tas / qui ramasse / à qui de payer / à qui de jouer / qui paye / "
                "combien il doit payer / il paye combien / combien de cartes / on peut taper / je peux taper / je "
                "tape / on tape / ça se tape / j'ai claqué / je claque / doublé / sandwich / c'est à qui / le tas est "
                "à qui / à qui le tas / à moi le tas / à moi le paquet / encore à payer / obligent à mettre / on doit "
                "mettre / c'est raflé / raflé par qui / qui rafle / ça se claque / je peux claquer / le tas part / "
                "payé / doit encore / sur un valet / sur une dame / le tas est pour / pour moi"
            ),
            passed_over=BESIDE_PILE,
            claims=(NOBODY_SLAPPED,),
        ),
    ),
    OUT_OF_CARDS, OUT_OF_TURN,
)  # fmt: skip
