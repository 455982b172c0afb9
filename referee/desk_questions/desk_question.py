"""A question of the desk as its game declares it, the case it is asked about, the ruling, and its answer in a word."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from referee.answers.answer import Facts, Field
from referee.answers.table import HouseRules
from referee.answers.violation import Violation
from referee.cards.packs import Pack
from referee.game_definition.game import Game
from referee.words import Listing, Shown, Text, names, say, say_n

Tone = Literal["yes", "no", "plain"]

FEW = 3
"""So many cards can still be read at a glance."""


@dataclass(frozen=True, slots=True)
class Word:
    """What is said, and whether it is a yes, a no, or neither."""

    shown: Shown
    tone: Tone = "plain"


@dataclass(frozen=True, slots=True)
class Case:
    """Which question of which game is asked, with what facts, under which house rules.

    ``raw_facts`` and ``options``: the facts and the house rules chosen, as they were written.
    """

    game: Game
    question: DeskQuestion
    facts: Facts
    rules: HouseRules
    raw_facts: Mapping[str, Any]
    options: Mapping[str, Any]

    @property
    def cards(self) -> list[Any]:
        """All the cards that were told, on the table and in hands."""
        return [card for fact in self.question.facts for card in fact.cards(self.facts[fact.key])]


@dataclass(frozen=True, slots=True)
class Ruling:
    """What a question's function finds: the answer in plain values, what decides it, and why, in sentences."""

    answer: Mapping[str, Any]
    articles: tuple[str, ...]
    because: tuple[Shown, ...]


def consistent(case: Case) -> Iterable[Violation]:
    """Facts that need no judging beyond each alone and the pack they come from."""
    return ()


def one_pack(case: Case) -> int:
    """The cards told come from one pack."""
    return 1


@dataclass(frozen=True, slots=True)
class DeskQuestion:
    """A question as its game declares it: what must be told, and the function that rules on it.

    ``articles`` are all that a ruling may name. ``pack`` holds every card told, ``packs`` of it;
    ``contradictions`` finds facts that cannot go together. Facts stand in the order they are read: one may
    refer to those before it. ``word`` says an answer in one word.
    """

    id: str
    label: Text
    facts: tuple[Field, ...]
    rule: Callable[[Case], Ruling]
    articles: tuple[str, ...]
    pack: Pack | None = None
    packs: Callable[[Case], int] = one_pack
    contradictions: Callable[[Case], Iterable[Violation]] = consistent
    word: Callable[[Case, Mapping[str, Any]], Word] = field(kw_only=True)


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
