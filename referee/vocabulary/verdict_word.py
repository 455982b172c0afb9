"""An answer in one word: what stands large on the page, before any reason."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from referee.vocabulary.case import Case
from referee.words import Listing, Shown, Text, names, say, say_n

Tone = Literal["yes", "no", "plain"]

FEW = 3
"""So many cards can still be read at a glance."""


@dataclass(frozen=True, slots=True)
class Word:
    """What is said, and whether it is a yes, a no, or neither."""

    shown: Shown
    tone: Tone = "plain"


def permitted(case: Case, answer: Mapping[str, Any]) -> Word:
    """Whether what somebody wants to do is allowed."""
    return Word(say("Permis"), "yes") if answer["allowed"] else Word(say("Interdit"), "no")


def named(player: str | None, nobody: Text) -> Word:
    """A player, or what it is called when it is nobody."""
    return Word(nobody if player is None else names([player]))


def points_word(case: Case, answer: Mapping[str, Any]) -> Word:
    """A number of points."""
    return Word(say_n("%(n)s point", "%(n)s points", answer["points"]))


def leader_word(case: Case, answer: Mapping[str, Any]) -> Word:
    """Who leads the trick: the player, or the card where no players were told; level tricks are nobody's."""
    winner = answer["winner"]
    if isinstance(winner, int):
        return Word(names([case.facts["plays"][winner].card]))
    return named(winner, say("Égalité") if answer.get("tied") else say("Personne"))


def legal_word(case: Case, answer: Mapping[str, Any]) -> Word:
    """Whether the card asked about is allowed; where none was, the cards that are, or how many they are."""
    if "allowed" in answer:
        return permitted(case, answer)
    legal = tuple(dict.fromkeys(card for card in case.facts["hand"] if card.code in answer["legal"]))
    if len(answer["legal"]) == len(case.facts["hand"]):
        return Word(say("Tout est permis"), "yes")
    if len(legal) <= FEW:
        return Word(Listing(legal, either=True))
    return Word(say("%(n)s cartes sur %(hand)s", n=len(answer["legal"]), hand=len(case.facts["hand"])))
