"""La Famille de trèfles at the desk: valid families, and the effect of actions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from referee.answers.answer import fact_violation
from referee.answers.cards import Cards
from referee.answers.choices import Choices, YesNo
from referee.answers.violation import Violation
from referee.desk_questions.desk_question import CaseUnder, DeskQuestion, Ruling, Word
from referee.desk_questions.wording import Wording
from referee.games.famille_trefles.pack import ACTION_NAMES, CLOVERS, COLOUR_NAMES, CloverCard
from referee.games.famille_trefles.scoring import MOST_JOKERS, FamilleTreflesRules
from referee.words import Text, names, say, say_n

FAMILY_SIZE = 4
GOES_ON = ("pioche", "tire")
"""The actions after which their player discards again."""

ONCE_IN_A_ROW = "pioche"

ARTICLES = {
    "pioche": "famille-trefles.pioche",
    "tire": "famille-trefles.tire",
    "anti-joker": "famille-trefles.anti-joker",
    "echange": "famille-trefles.exchange",
}


def family(case: CaseUnder[FamilleTreflesRules]) -> Ruling:
    """Whether four cards are a valid family (article famille-trefles.family)."""
    hand: Sequence[CloverCard] = case.facts["hand"]
    colours = tuple(dict.fromkeys(card.colour for card in hand if card.colour is not None))
    jokers = sum(card.is_joker for card in hand)
    faults: list[Text] = []
    articles = ["famille-trefles.family"]
    if jokers > MOST_JOKERS:
        articles.append("famille-trefles.three-jokers")
        faults.append(say_n("plus de %(n)s joker", "plus de %(n)s jokers", MOST_JOKERS))
    if len(colours) > 1:
        faults.append(
            say("plusieurs couleurs (%(colours)s)", colours=names(COLOUR_NAMES[colour] for colour in colours))
        )
    if not case.facts["own_turn"]:
        faults.append(say("pas à son tour"))
    if not case.facts["discarded"]:
        faults.append(say("sans carte jetée"))
    if faults:
        why = say("Cette famille n'est pas bonne : %(reasons)s.", reasons=names(faults))
        return Ruling({"valid": False}, tuple(articles), (why,))
    if jokers:
        why = say_n(
            "La famille est bonne : quatre cartes de couleur %(colour)s, "
            "dont %(n)s joker, à son tour, avec une défausse.",
            "La famille est bonne : quatre cartes de couleur %(colour)s, "
            "dont %(n)s jokers, à son tour, avec une défausse.",
            jokers,
            colour=COLOUR_NAMES[colours[0]],
        )
    else:
        why = say(
            "La famille est bonne : quatre cartes de couleur %(colour)s, à son tour, avec une défausse.",
            colour=COLOUR_NAMES[colours[0]],
        )
    return Ruling({"valid": True}, ("famille-trefles.family",), (why,))


def which_act(actions: Sequence[str]) -> tuple[bool, ...]:
    """Whether each action has an effect: all but a pioche directly after a pioche (article .pioche-twice).

    >>> which_act(("pioche", "tire", "pioche", "pioche"))
    (True, True, True, False)
    """
    before = (None, *actions)
    return tuple(not action == last == ONCE_IN_A_ROW for last, action in zip(before, actions))


def which_actions_act(case: CaseUnder[FamilleTreflesRules]) -> Ruling:
    """The actions of a turn that have an effect, and whether their player continues."""
    actions: tuple[str, ...] = case.facts["actions"]
    acting = which_act(actions)
    last = actions[-1]
    again = acting[-1] and last in GOES_ON
    answer = {"executed": list(acting), "again": again}
    if not acting[-1]:
        why = say("Une seconde pioche juste après une pioche ne fait rien : le tour s'arrête là.")
        return Ruling(answer, ("famille-trefles.pioche-twice", "famille-trefles.pioche"), (why,))
    articles = (ARTICLES[last], *(ARTICLES[action] for action in actions))
    if again:
        why = say_n(
            "La carte %(action)s agit, et l'on se défausse encore.",
            "Les %(n)s cartes agissent, et après la carte %(action)s on se défausse encore.",
            len(actions),
            action=ACTION_NAMES[last],
        )
    else:
        why = say_n(
            "La carte %(action)s agit, et le tour est fini.",
            "Les %(n)s cartes agissent, et après la carte %(action)s le tour est fini.",
            len(actions),
            action=ACTION_NAMES[last],
        )
    return Ruling(answer, articles, (why,))


def check_turn_end(case: CaseUnder[FamilleTreflesRules]) -> Iterator[Violation]:
    """No action follows the end of the turn."""
    actions: tuple[str, ...] = case.facts["actions"]
    acting = which_act(actions)
    for index, (action, acts) in enumerate(zip(actions[:-1], acting)):
        if action not in GOES_ON or not acts:
            message = say("Le tour est fini après la carte %(action)s.", action=ACTION_NAMES[action])
            yield fact_violation(f"facts.actions.{index + 1}", message)
            return


def family_word(case: CaseUnder[FamilleTreflesRules], answer: Mapping[str, Any]) -> Word:
    """Whether the family is valid."""
    return Word(say("Bonne"), "yes") if answer["valid"] else Word(say("Pas bonne"), "no")


def actions_word(case: CaseUnder[FamilleTreflesRules], answer: Mapping[str, Any]) -> Word:
    """Whether all actions have an effect; only the last may have none."""
    if not answer["executed"][-1]:
        return Word(say("Pas la dernière"), "no")
    return Word(say("Toutes"), "yes")


MY_TURN = say(
    "c'est mon tour / à mon tour / dans mon tour / pendant mon tour / c'est à moi / à moi de jouer / sur mon "
    "tour / c'était mon tour"
)
NOT_MY_TURN = say(
    "est pas mon tour / est pas à moi / pendant le tour de / au tour de / c'est le tour de / c'était le tour "
    "de / dans le tour de / pas mon tour / pas à moi / pas à mon tour / hors de mon tour / hors de son tour / "
    "pas son tour / pas à son tour / avant mon tour"
    " / pas à moi de jouer / était pas à moi / était pas à moi de jouer / était pas mon tour / c'était pas "
    "mon tour / c'était pas à moi / n'était pas mon tour"
)
BESIDE_FAMILY = say(
    "annoncé / annonce / annoncer / crié / crie / crier / montre / dis / dit / droit / trèfle / pioché / "
    "étale / pose / forme / valide / pile"
    " / ça gagne / gagne / je gagne / ça vaut quelque chose"
)
BESIDE_ACTIONS = say(
    "tour / tours / deuxième / dernière / premier / première / toutes / tous / trois / deux / repioche / "
    "rejette / jeté / jette / posé / pose / même / direct / directement / couleur / trèfle / main / mon / "
    "après / encore / après encore / ou pas"
)

DISCARDING = say(
    "à jeter / à défausser / je défausse / je jette / me défausse / défausse une carte / jette une carte / jetant une "
    "carte / en défaussant / posé ma défausse / à ma défausse / carte défaussée / jette la cinquième / jeté la "
    "cinquième / défausse la cinquième / défaussé la cinquième / cinquième jetée"
)
NOT_DISCARDING = say(
    "sans défausser / sans me défausser / sans jeter / pas défaussé / pas jeté / je ne défausse pas / "
    "défausse pas / rien jeté / rien défaussé / jette pas"
)

EARLIER = say("au tour d'avant / tour d'avant / tour précédent / au dernier tour")

QUESTIONS = (
    DeskQuestion(
        "family", say("Cette famille est-elle bonne ?"),
        (
            Cards("hand", say("Les quatre cartes"), CLOVERS, fewest=FAMILY_SIZE, most=FAMILY_SIZE),
            YesNo("own_turn", say("Est-ce son tour ?")),
            YesNo("discarded", say("S'est-il défaussé d'une carte ?")),
        ),
        family, ("famille-trefles.family", "famille-trefles.three-jokers"), CLOVERS, word=family_word,
        wording=Wording(
            asked=say(
                "cette famille est-elle bonne / famille / ma famille / c'est une famille / je peux crier / crier "
                "famille / j'ai crié / ça compte / trois rouges / je crie / deux jokers / pendant mon tour / j'ai le "
                "droit de crier / valable / bonne"
                " / ça gagne / ça gagne ou pas / je gagne"
            ),
            passed_over=BESIDE_FAMILY,
            told_facts={
                "own_turn": {"1": ((MY_TURN,),), "0": ((NOT_MY_TURN,),)},
                "discarded": {"1": ((DISCARDING,),), "0": ((NOT_DISCARDING,),), "": ((EARLIER,),)},
            },
        ),
    ),
    DeskQuestion(
        "actions", say("Quelles cartes agissent ?"),
        (
            Choices(
                "actions", say("Actions jetées pendant ce tour, dans l'ordre"),
                tuple(ACTION_NAMES.items()),
            ),
        ),
        which_actions_act, ("famille-trefles.pioche-twice", *ARTICLES.values()), contradictions=check_turn_end,
        word=actions_word,
        wording=Wording(
            asked=say(
                "quelles cartes agissent / agit / agissent / la dernière compte / elle compte / compte aussi / dans le "
                "même tour / même tour / d'un seul coup / deux pioches / marchent toutes / ça marche / qu'est-ce qui "
                "marche / qui marche / fonctionne / laquelle agit / d'affilée / de suite / en un seul tour / marche / "
                "marchent / elle marche / compte / comptent / continue / rejoue / je continue / s'arrête / la deuxième "
                "marche / la deuxième compte / elles marchent / le droit / permis / je repioche / les trois marchent / "
                "toutes comptent / je pioche encore / troisième carte / une autre carte"
            ),
            passed_over=BESIDE_ACTIONS,
        ),
    ),
)  # fmt: skip
