"""A desk question as its game declares it, the case, the ruling, and the word of its answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Literal

from referee.answers.answer import Facts, Field
from referee.answers.table import HouseRules, R_co
from referee.answers.violation import Violation
from referee.cards.packs import Pack
from referee.desk_questions.wording import Wording
from referee.game_definition.game import Game
from referee.words import Listing, Renderable, Text, names, say, say_n

Tone = Literal["yes", "no", "plain"]

FEW = 3
"""The largest number of cards that an answer lists."""


@dataclass(frozen=True, slots=True)
class Word:
    """An answer in a word, with its tone: yes, no, or neither."""

    text: Renderable
    tone: Tone = "plain"


@dataclass(frozen=True, slots=True)
class CaseUnder(Generic[R_co]):
    """A question of a game with facts and house rules.

    ``fields``: the facts that these players are asked; ``raw_facts`` and ``options``: the raw facts and chosen house
    rules.
    """

    game: Game
    question: DeskQuestion
    fields: tuple[Field, ...]
    facts: Facts
    rules: R_co
    raw_facts: Mapping[str, Any]
    options: Mapping[str, Any]

    @property
    def cards(self) -> list[Any]:
        """The cards of all facts."""
        return [card for fact in self.fields for card in fact.cards(self.facts[fact.key])]


Case = CaseUnder[Any]
"""A question of any game with facts and house rules."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """The result of a question's ``rule``: the answer as JSON values, its articles, its reasons as sentences."""

    answer: Mapping[str, Any]
    articles: tuple[str, ...]
    because: tuple[Renderable, ...]


def no_contradictions(case: Case) -> Iterable[Violation]:
    """No contradictions between facts."""
    return ()


def no_further_facts(game: Game, players: tuple[str, ...], rules: HouseRules) -> tuple[Field, ...]:
    """The same facts for all players and house rules."""
    return ()


def nothing_goes_without_saying(raw_facts: Mapping[str, Any]) -> Mapping[str, Any]:
    """No fact follows from the others."""
    return {}


def one_pack(case: Case) -> int:
    """The cards are of one pack."""
    return 1


def never_ambiguous(case: Case) -> bool:
    """Whoever names these facts asks nothing else."""
    return False


@dataclass(frozen=True, slots=True)
class CountPlayed:
    """A count that goes on with each card of a fact: ``key``, its key, and ``most``, which it may not go beyond.

    ``words``: with which it is told, one phrase after another with slashes between them; ``of(codes)``: the count after
    these cards; ``before(number)``: some lists of cards after which it is this one, different from the first card on.
    """

    key: str
    words: Text
    most: int
    of: Callable[[Sequence[str]], int]
    before: Callable[[int], Sequence[Sequence[str]]]


@dataclass(frozen=True, slots=True)
class DeskQuestion:
    """A desk question: its facts, and the function ``rule`` that decides it.

    ``facts`` are read in order; a fact may refer to those before it. ``further_facts``: those that depend on the
    players, themselves a fact under "players", and on the house rules. ``articles``: all that a ruling may name.
    ``pack``: the pack of all cards, ``packs`` times; ``contradictions(case)``: the violations of facts that exclude
    each other. ``unsaid(raw_facts)``: the raw facts that go without saying where these are said in a sentence.
    ``running``: the count that its cards make, where it has one.
    ``word(case, answer)``: the answer in a word; ``word_anywhere(case, answer)``: in one that names no player, for a
    table of any number of them. ``wording``: what people say who ask it. ``ambiguous(case)``: whether words that say no
    more than this case may ask something else; then no answer stands without its reason.
    """

    id: str
    label: Text
    facts: tuple[Field, ...]
    rule: Callable[[Case], Ruling]
    articles: tuple[str, ...]
    pack: Pack | None = None
    packs: Callable[[Case], int] = one_pack
    contradictions: Callable[[Case], Iterable[Violation]] = no_contradictions
    further_facts: Callable[[Game, tuple[str, ...], Any], tuple[Field, ...]] = no_further_facts
    unsaid: Callable[[Mapping[str, Any]], Mapping[str, Any]] = nothing_goes_without_saying
    word: Callable[[Case, Mapping[str, Any]], Word] = field(kw_only=True)
    wording: Wording = field(default_factory=Wording, kw_only=True)
    running: CountPlayed | None = field(default=None, kw_only=True)
    ambiguous: Callable[[Case], bool] = field(default=never_ambiguous, kw_only=True)
    word_anywhere: Callable[[Case, Mapping[str, Any]], Word] | None = field(default=None, kw_only=True)

    def fields(self, game: Game, players: tuple[str, ...], rules: HouseRules) -> tuple[Field, ...]:
        """All facts that these players are asked under these house rules."""
        return (*self.facts, *self.further_facts(game, players, rules))


def permitted(case: Case, answer: Mapping[str, Any]) -> Word:
    """The word of an answer with ``allowed``."""
    return Word(say("Permis"), "yes") if answer["allowed"] else Word(say("Interdit"), "no")


def player_word(player: str | None, nobody: Text) -> Word:
    """A player's name as a word, or the word for nobody."""
    return Word(nobody if player is None else names([player]))


def points_word(case: Case, answer: Mapping[str, Any]) -> Word:
    """A number of points."""
    return Word(say_n("%(n)s point", "%(n)s points", answer["points"]))


def leader_word(case: Case, answer: Mapping[str, Any]) -> Word:
    """The leader of a trick: the player, the card where the players are unknown, or the word for a tie."""
    winner = answer["winner"]
    if isinstance(winner, int):
        return Word(names([case.facts["plays"][winner].card]))
    return player_word(winner, say("Égalité") if answer.get("tied") else say("Personne"))


def legal_word(case: Case, answer: Mapping[str, Any]) -> Word:
    """Whether the card is allowed; without a card the legal ones, or their number."""
    if "allowed" in answer:
        return permitted(case, answer)
    legal = tuple(dict.fromkeys(card for card in case.facts["hand"] if card.code in answer["legal"]))
    if len(answer["legal"]) == len(case.facts["hand"]):
        return Word(say("Tout est permis"), "yes")
    if len(legal) <= FEW:
        return Word(Listing(legal, either=True))
    return Word(say("%(n)s cartes sur %(hand)s", n=len(answer["legal"]), hand=len(case.facts["hand"])))
