"""La Scopa at the desk: what a card takes, the points of a primiera."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.answers.cards import Cards, OneCard
from referee.cards.french import Suit
from referee.desk_questions.desk_question import CaseUnder, DeskQuestion, Ruling, Word
from referee.desk_questions.wording import Restated, Wording
from referee.games.scopa.capture import captures, primiera_points
from referee.games.scopa.scoring import PACK, ScopaRules
from referee.words import Listing, names, say, say_n


def capture(case: CaseUnder[ScopaRules]) -> Ruling:
    """What the card may take (articles scopa.capture, .equal-card, .scope)."""
    table, card = case.facts["table"], case.facts["card"]
    groups = captures(table, card)
    swept = any(len(group) == len(table) for group in groups)
    answer = {"captures": [[other.code for other in group] for group in groups], "scopa": swept}
    if not groups:
        why = say("Rien sur la table ne fait la valeur de %(card)s : on la pose.", card=card)
        return Ruling(answer, ("scopa.capture",), (why,))
    choices = Listing(tuple(names(group) for group in groups), either=True)
    if len(groups[0]) == 1:
        why = say("Une carte de même valeur se prend seule : %(cards)s.", cards=choices)
        articles: tuple[str, ...] = ("scopa.equal-card", "scopa.capture")
    else:
        why = say("%(card)s prend ce qui fait sa valeur : %(cards)s.", card=card, cards=choices)
        articles = ("scopa.capture",)
    if not swept:
        return Ruling(answer, articles, (why,))
    return Ruling(answer, ("scopa.scope", *articles), (why, say("Une prise qui vide la table est une scopa.")))


def capture_word(case: CaseUnder[ScopaRules], answer: Mapping[str, Any]) -> Word:
    """Whether something is taken, or all of it."""
    if answer["scopa"]:
        return Word(say("Scopa"), "yes")
    if not answer["captures"]:
        return Word(say("Rien à prendre"), "no")
    return Word(say_n("%(n)s prise possible", "%(n)s prises possibles", len(answer["captures"])))


def primiera(case: CaseUnder[ScopaRules]) -> Ruling:
    """The points of a primiera (article scopa.primiera)."""
    cards = case.facts["cards"]
    points = primiera_points(cards, case.rules.missing_suit)
    missing = [suit for suit in Suit if all(card.suit is not suit for card in cards)]
    if points is None:
        why = say("Il manque %(suits)s : pas de primiera.", suits=names(missing))
    else:
        why = say("La meilleure carte de chaque couleur : %(points)s points.", points=points)
    return Ruling({"points": points}, ("scopa.primiera",), (why,))


def primiera_word(case: CaseUnder[ScopaRules], answer: Mapping[str, Any]) -> Word:
    """The points, or none."""
    if answer["points"] is None:
        return Word(say("Pas de primiera"), "no")
    return Word(say_n("%(n)s point", "%(n)s points", answer["points"]))


def is_one_card(facts: Mapping[str, Any]) -> bool:
    """Whether one card lies on the table."""
    return len(facts.get("table", ())) == 1


QUESTIONS = (
    DeskQuestion(
        "capture", say("Que prend cette carte ?"),
        (
            Cards("table", say("Les cartes sur la table"), PACK, fewest=0),
            OneCard("card", say("La carte jouée"), PACK),
        ),
        capture, ("scopa.capture", "scopa.equal-card", "scopa.scope"), PACK, word=capture_word,
        wording=Wording(
            doubtful=(say(
                "je prends les deux / prendre les deux / je peux prendre le / je peux prendre la / reste-t-il sur la "
                "table / il reste sur la table / reste sur la table / reste par terre / il reste quoi / qu'est-ce qui "
                "reste"
            ),),
            asked=say(
                "que prend cette carte / je prends quoi / prend quoi / j'embarque quoi / je prends / je peux prendre "
                "/ je peux ramasser / je ramasse / j'embarque / sur la table / par terre / la table / obligé de "
                "prendre / je joue / ça prend / il prend / attrape / attrape quoi / je chope / je rafle / ramasse "
                "quoi / devant moi / je pose / j'ai le droit de prendre / combien de cartes / une scopa / c'est une "
                "scopa / ça fait scopa / j'emporte / j'emporte quoi / j'emporte tout / j'embarque tout"
            ),
            passed_over=say(
                "pas le dernier coup / pas la dernière carte / pas le dernier pli / pas la fin / pas la dernière main "
                "/ encore des cartes / reste des cartes à distribuer / encore à distribuer / j'ai le droit / ai-je le "
                "droit / c'est permis / le choix / j'ai le choix / au choix / à la place / à la place du / à la place "
                "de / plutôt que / au lieu de / au lieu du / tout prendre / la totalité / de ma main / au tapis / "
                "tapis / le droit / droit / j'emporte tout / emporte tout / embarque tout / ramasse tout"
            ),
            claims=(Restated(say("une seule carte / une carte / plus qu'une carte"), is_one_card),),
        ),
    ),
    DeskQuestion(
        "primiera", say("Combien fait cette primiera ?"),
        (Cards("cards", say("Les cartes ramassées"), PACK, fewest=0, several=True),),
        primiera, ("scopa.primiera",), PACK, word=primiera_word,
        wording=Wording(
            asked=say(
                "primiera / la primiera / combien fait cette primiera / prime / ma prime / ma primiera"
            ),
            passed_over=say(
                "meilleure carte / meilleures cartes / ma meilleure / mes meilleures / mes quatre meilleures / par "
                "couleur / de chaque couleur / dans chaque couleur / chaque couleur / en main / à la fin / de la donne "
                "/ une carte par couleur / une par couleur / carte par couleur / j'ai pris / j'ai ramassé"
            ),
            named=True,
        ),

    ),
)  # fmt: skip
