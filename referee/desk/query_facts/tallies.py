"""What players have of several things, each counted with its name: "4 plis, 1 dame, 3 cœurs dont le roi".

A thing that only one player has is told without a number: "et pas le dernier pli".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from referee.answers.answer import Field
from referee.answers.numbers import Numbers
from referee.answers.players import OnePlayer
from referee.desk.query_facts.player_sentence import Sentence
from referee.desk.query_words.denials import elsewhere
from referee.desk.query_words.phrases import clause_of
from referee.desk.query_words.sentence_fact import SaidFact
from referee.desk.query_words.sentence_terms import STOP
from referee.desk.query_words.sentence_words import load_sentence_words
from referee.desk.search.search_terms import Term, label_terms
from referee.desk.search.vocabulary import load_vocabulary

FEWEST_THINGS = 3
"""So many things must be counted: of fewer, numbers are told without their names."""

NEAR = 3
"""The most words between a number, or a denial, and the thing that it is of."""


@dataclass(slots=True)
class _TallyBuilder:
    """What one player has: how many of each thing, and whether he has those that one player alone has.

    ``beside``: those of these of which it is not said whether they are among the things counted: "4 cœurs et le roi".
    """

    counts: dict[str, int] = field(default_factory=dict)
    has: dict[str, bool] = field(default_factory=dict)
    beside: set[str] = field(default_factory=set)


def tallies_told(
    fields: Sequence[Field], strangers: Sequence[str], terms: Sequence[Term], language: str, *, of_all: bool
) -> dict[str, SaidFact]:
    """The counts of all players, or those of one player, at a table without names; nothing where some are missing."""
    number_fields = [field for field in fields if isinstance(field, Numbers) and field.among]
    if len(number_fields) < FEWEST_THINGS or not strangers:
        return {}
    single = [other for other in fields if isinstance(other, OnePlayer)]
    reader = _TallyReader(number_fields, single, terms, language)
    if not reader.read():
        return {}
    tallies = [tally for tally in reader.tallies.values() if tally.counts]
    if of_all:
        owners = _of_all(tallies, single, strangers)
    else:
        owners = _of_one(tallies, number_fields, single, strangers)
    if owners is None:
        return {}
    whose = dict(zip(strangers, tallies, strict=False))
    counts = {}
    for key in [number_field.key for number_field in number_fields]:
        counts[key] = SaidFact([{player: tally.counts.get(key, 0) for player, tally in whose.items()}], reader.words)
    return counts | {key: SaidFact([player], reader.words) for key, player in owners.items()}


def _of_one(
    tallies: Sequence[_TallyBuilder],
    number_fields: Sequence[Numbers],
    single: Sequence[OnePlayer],
    strangers: Sequence[str],
) -> dict[str, str] | None:
    """Who has the single things where one player alone is told of, the first; None where a thing is not told."""
    if len(tallies) != 1:
        return None
    (tally,) = tallies
    if not {number_field.key for number_field in number_fields} <= tally.counts.keys():
        return None
    if not {player_field.key for player_field in single} <= tally.has.keys():
        return None
    if tally.beside:  # of all players the numbers tell it: they must add up
        return None
    return {field.key: strangers[0] if tally.has[field.key] else strangers[-1] for field in single}


def _of_all(
    tallies: Sequence[_TallyBuilder], single: Sequence[OnePlayer], strangers: Sequence[str]
) -> dict[str, str] | None:
    """Who has the single things where all players are told of; None where that is not one player each."""
    if len(tallies) != len(strangers):
        return None
    owners = {}
    for player_field in single:
        having = [player for player, tally in zip(strangers, tallies, strict=True) if tally.has.get(player_field.key)]
        if len(having) != 1:
            return None
        (owners[player_field.key],) = having
    return owners


class _TallyReader:
    """Reads the tallies of a sentence; ``words``: the indexes of the words that tell them."""

    def __init__(
        self, number_fields: Sequence[Numbers], single: Sequence[OnePlayer], terms: Sequence[Term], language: str
    ) -> None:
        self.terms, self.language = terms, language
        self.vocabulary, self.sentence_words = load_vocabulary(language), load_sentence_words(language)
        self.sentence = Sentence(terms, (), language)
        self.stems = [self._stem(term.word) for term in terms]
        labels = {field.key: self._stems_of(field) for field in number_fields}
        shared = frozenset.intersection(*labels.values())
        self.things = {stem: key for key, stems in labels.items() for stem in stems - shared}
        self.single = {stem: other.key for other in single for stem in self._stems_of(other) - self.things.keys()}
        self.tallies: dict[str, _TallyBuilder] = {"": _TallyBuilder()}
        self.words: set[int] = set()

    def _stems_of(self, field: Field) -> frozenset[str]:
        words = [term.word for term in label_terms(field.label, self.language)]
        small = self.vocabulary.definite | self.vocabulary.belonging
        return frozenset(self._stem(word) for word in words if word not in small)

    def _stem(self, word: str) -> str:
        """The stem of a word, of which a plural that the stemmer keeps has none: "plis"."""
        return self.vocabulary.stem(word).removesuffix("s")

    def read(self) -> bool:
        """Whether all that is told of things is understood."""
        owner = ""
        for at, term in enumerate(self.terms):
            owner = self._owner_at(at, owner)
            tally = self.tallies.setdefault(owner, _TallyBuilder())
            if at in self.words:
                continue
            if self.stems[at] in self.single:
                if not self._has(at, tally):
                    return False
            elif self.stems[at] in self.things and not self._count(at, tally):
                return False
            elif term.word in self.sentence_words.having:
                self.words.add(at)
            elif owner and self._is_nothing(at):
                tally.counts |= dict.fromkeys(self.things.values(), 0)
                self.words.add(at)
        return True

    def _is_nothing(self, at: int) -> bool:
        """Whether a word says of somebody just before it that he has nothing at all: "Dan rien", "Di zip"."""
        after = self.terms[at + 1] if at + 1 < len(self.terms) else STOP
        told = self.terms[at].word in self.sentence_words.nought and not self.terms[at].stem.isdigit()
        return told and after.separates and at - 1 in self.words

    def _owner_at(self, at: int, owner: str) -> str:
        """Whose the things from a word on are: it names somebody where an item begins, before what he has."""
        begins = at == 0 or self.terms[at - 1].separates or self.terms[at - 1].word in self.vocabulary.joining
        after = self.terms[at + 1] if at + 1 < len(self.terms) else self.terms[at]
        has = after.word in self.sentence_words.having | self.vocabulary.holding | self.vocabulary.single
        has = (
            has
            or self.vocabulary.stem(after.word).removesuffix("s") in self.single
            or after.word in self.sentence_words.nought | self.vocabulary.only | self.vocabulary.definite
        )
        named = self.sentence.owner(at, owner) if begins and (after.separates or has or after.stem.isdigit()) else ""
        if not named:
            return owner
        self.words.add(at)
        return named

    def _count(self, at: int, tally: _TallyBuilder) -> bool:
        """Reads how many of a thing there are; whether a number stands before it."""
        key = self.things[self.stems[at]]
        for before in range(at - 1, max(-1, at - 1 - NEAR), -1):
            number = self._number(before)
            if number is not None:
                if key in tally.counts:
                    return False
                tally.counts[key] = number
                self.words |= {*range(before, at + 1)}
                return True
            if not self.terms[before].small or self.terms[before].separates:
                return False
        return False

    def _number(self, at: int) -> int | None:
        term = self.terms[at]
        if term.stem.isdigit():
            return int(term.stem)
        if term.word in self.sentence_words.nought or term.word in self.vocabulary.negations:
            return 0
        return 1 if term.word in self.vocabulary.single else None

    def _has(self, at: int, tally: _TallyBuilder) -> bool:
        """Reads whether somebody has what one player alone has; whether the words leave no doubt."""
        key = self.single[self.stems[at]]
        before = range(max(at - NEAR, clause_of(at, self.terms).start), at)
        denied = [other for other in before if self.terms[other].word in self.vocabulary.negations]
        within = self.sentence_words.among | self.sentence_words.including
        among = [other for other in before if self.terms[other].word in within]
        of_counted = [
            other for other in range(at + 1, min(len(self.terms), at + 3)) if self.stems[other] in self.things
        ]
        behind = elsewhere(max(of_counted, default=at) + 1, self.terms, self.language)
        if key in tally.has:
            return False
        tally.has[key] = not denied and not behind
        alone = bool(of_counted) and tally.has[key] and not tally.counts
        if alone:  # "Dan juste le dernier pli"
            tally.counts[self.things[self.stems[of_counted[0]]]] = 1
        tally.beside |= set() if denied or among or behind or alone else {key}
        self.words |= {*denied, *among, *behind, at, *range(at + 1, max(of_counted, default=at) + 1)}
        return True
