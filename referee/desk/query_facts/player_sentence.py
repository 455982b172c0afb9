"""A sentence that tells numbers of players: whose each is, and of what."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from referee.answers.players import OnePlayer
from referee.desk.query_words.circumstances import seats_told
from referee.desk.query_words.phrases import clause_of, items
from referee.desk.query_words.sentence_terms import NEXT, STOP, may_be_a_name
from referee.desk.query_words.sentence_words import load_sentence_words
from referee.desk.query_words.words_near import stems_of_words
from referee.desk.search.search_index import load_index
from referee.desk.search.search_terms import Term, label_terms
from referee.desk.search.vocabulary import load_vocabulary

BEFORE_TRICKS = 4
"""The most words between a denial and the tricks that it denies, it among them."""

MODAL = 2
"""The most words between who doubles and the verb, the verb counted: "am I doubled"."""

REST = "rest"
"""Whose numbers are those of all others, one each."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody of whom numbers are said; ``each``: with its kind, "bid", "made", or "plain" where no word tells it."""

    name: str
    each: tuple[tuple[str, int], ...] = ()

    def with_number(self, kind: str, number: int) -> Person:
        """The person with one number more."""
        return replace(self, each=(*self.each, (kind, number)))

    @property
    def once(self) -> list[int]:
        """The numbers, those that are said again once: "with 0 …, does my zero double?"."""
        return [*dict.fromkeys(self.numbers)]

    @property
    def numbers(self) -> list[int]:
        return [*self.of("bid"), *self.of("made"), *self.of("plain")]

    def of(self, kind: str) -> list[int]:
        """The numbers of a kind."""
        return [number for other, number in self.each if other == kind]


@dataclass(frozen=True, slots=True)
class Amounts:
    """The people of a sentence with their numbers, and the words that say these; ``at``: whose each number is."""

    people: Sequence[Person]
    words: Collection[int]
    at: Mapping[int, str]


@dataclass(slots=True)
class _AmountsBuilder:
    """What is told so far: ``people`` with their numbers, and whose and of which kind the next number is."""

    name: str
    kind: str = "plain"
    people: dict[str, Person] = field(default_factory=dict)
    words: set[int] = field(default_factory=set)
    whose: dict[int, str] = field(default_factory=dict)
    names: set[str] = field(default_factory=set)

    def person(self, name: str) -> Person:
        return self.people.get(name, Person(name))


class Sentence:
    """A sentence that tells numbers of people."""

    def __init__(self, terms: Sequence[Term], used: Collection[int], language: str) -> None:
        self.terms, self.used, self.language = terms, used, language
        self.vocabulary, self.words = load_vocabulary(language), load_sentence_words(language)
        self.index = load_index(language)
        self._seats = {at for words in seats_told(terms, language).values() for at in words}
        # parted by commas and stops, and by the words that join or oppose
        self.items = [*items(terms, self.vocabulary.joining | self.words.opposing)]
        numbers = ((at, self._number_said(at)) for at in range(len(terms)))
        self.numbers = {at: number for at, number in numbers if number is not None}

    @property
    def seated(self) -> set[int]:
        """How many are said to play: "on est 4"."""
        return {int(self.terms[at].stem) for at in range(len(self.terms)) if self._counts_players(at)}

    @property
    def joins_equal_numbers(self) -> bool:
        """Whether a number is told twice, joined: two of one person, "Ann 3 and 3"."""
        joined = [at for at, term in enumerate(self.terms) if term.word in self.vocabulary.joining]
        between = [at for at in joined if at - 1 in self.numbers and at + 1 in self.numbers]
        return any(self.numbers[at - 1] == self.numbers[at + 1] for at in between)

    def all_amounts(self) -> Amounts | None:
        """The numbers of each person; None where some number is nobody's, or not known yet."""
        mine = "me" if self._tells_of_myself() else ""
        return None if any(term.word in self.words.missing for term in self.terms) else self.amounts(mine)

    def _tells_of_myself(self) -> bool:
        """Whether a sentence that begins with what was done is one on who speaks: "fini avec 18, je double ?".

        Who it was matters to nobody where nobody is spoken of, "bid 3 took 2", or where it only ended the deal: "yaniv
        called with 3, the others have 7 and 12".
        """
        acts = {word for line in self.words.acts for word in line}
        words = [term for at, term in enumerate(self.terms) if at not in self.used and not term.separates]
        first = next((term.word for at, term in enumerate(words) if at or not term.stem.isdigit()), "")
        if first not in acts | self.words.bidding | self.words.making:
            return False
        who_speaks = any(term.word in self.words.myself for term in self.terms)
        nobody = not any(owner for item in self.items for owner in self._owners(*item, "").values())
        return who_speaks or nobody or first in acts - self.words.bidding - self.words.making

    def amounts(self, nobody: str = "") -> Amounts | None:
        """The people with their numbers; ``nobody``: whose the numbers are of which nobody is told."""
        doubtful = any(
            self._counts_cards(at) or self._have_one_number(at) or self._is_of_either(at)
            for at in range(len(self.terms))
        )
        if doubtful or (not nobody and self._shares_a_number()):
            return None
        builder = _AmountsBuilder(nobody)
        if not all(self._add_item(start, end, builder) for start, end in self.items):
            return None
        if any(self._tells_of_no_number(start, end, builder.people) for start, end in self.items):
            return None
        return Amounts([*builder.people.values()], builder.words, builder.whose) if builder.people else None

    def _add_item(self, start: int, end: int, builder: _AmountsBuilder) -> bool:
        """Add the numbers of an item; whether it is said whose each of them is."""
        somebody = "".join(builder.names) if len(builder.names) == 1 else ""  # "Paul a fini, j'ai 8, lui 12"
        owners = self._owners(start, end, builder.name if builder.name not in ("", "me", REST) else somebody)
        builder.names |= {*owners.values()} - {"me", REST, "ours", "theirs"}
        numbers = [at for at in range(start, end) if at in self.numbers]
        kinds = list(dict.fromkeys(word for at in range(start, end) if (word := self._kind(at))))
        behind = self._are_named_behind(numbers)
        before_kind = not behind and len(numbers) > 1 and not any(map(self._kind, range(start, numbers[0])))
        builder.kind = "plain" if kinds and before_kind else next(iter(kinds), builder.kind)  # "Bob 0 fait 1"
        for at in range(start, end):
            builder.kind = self._kind(at) or builder.kind
            if at in numbers:
                builder.name = self._owner_of(at, owners, numbers) or builder.name
                if not builder.name or not self._add_number(at, numbers, self._kind_beside(at, behind), builder):
                    return False
        if len(kinds) > 1:  # "Ana dit 2 fait 2, Bob 0 fait 1"
            builder.kind = "plain"
        certain = [owner for at, owner in owners.items() if owner != self.terms[at].word]
        acts = any(self.terms[at].word in line for at in range(start, end) for line in self.words.acts)
        told = certain or (list(owners.values()) if kinds or acts else [])
        builder.name = told[-1] if told and not numbers else builder.name
        around = {at for at in range(start, end) if numbers and (at in owners or self._tells(at))}
        builder.words |= {*numbers, *around, *(at for at in range(start, end) if self._counts_people(at))}
        builder.words |= {other for at in numbers for other in self.denial(at)}
        if self._shares_nothing((start, end)):
            for name in owners.values():
                builder.people[name] = builder.person(name).with_number("plain", 0)
            builder.words |= {*owners}
        return True

    def _add_number(self, at: int, numbers: Sequence[int], kind: str, builder: _AmountsBuilder) -> bool:
        """Add a number of whom the builder names; whether it may be his: no second one of its kind, and the same.

        ``numbers``: the indexes of those of the item; ``kind``: what the words beside it say it is, or "".
        """
        name, number, kind = builder.name, self.numbers[at], kind or builder.kind
        same = [place for place in numbers if builder.whose.get(place) == name and self.numbers.get(place) == number]
        paired = at - 2 in numbers and self.terms[at - 1].word in self.words.pairing
        if (paired and not same) or (same and not paired and (kind, number) in builder.person(name).each):
            return False  # "j'ai fini avec 10 Paul a 10": of two people; "2 for 3": which was bid?
        builder.people[name] = builder.person(name).with_number(kind, number)
        builder.whose[at] = name
        return True

    def _tells_of_no_number(self, start: int, end: int, people: Collection[str]) -> bool:
        """Whether somebody who has no number is asked of or told of: "…, et Max ?", "Chloé passe", "Jo a moins"."""
        owner = self.owner(start, "")
        alone = end == start + 1
        passes = (
            end == start + 2 and owner == self.terms[start].word and self.terms[start + 1].word in self.words.passing
        )
        compared = any(term.word in self.words.compared | self.words.likewise for term in self.terms[start:end])
        return (alone or passes or compared) and bool({owner} - {"", "me", REST, *people})

    def _shares_a_number(self) -> bool:
        """Whether two people have one number together, or each: "Ana and Bob have 13"."""
        return any(
            self.terms[item[1]].word in self.vocabulary.joining
            and self._tells_of_people(item)
            and not self._tells_numbers(item)
            and {*self._owners(*item, "").values()} != {*self._owners(*following, "").values()}
            and self._tells_of_people(following)
            and self._tells_numbers(following)
            and not self._shares_nothing(item)
            for item, following in pairwise(self.items)
        )

    def _shares_nothing(self, item: tuple[int, int]) -> bool:
        """Whether the people of an item have nothing, as somebody who is joined to them: "Meg and me none"."""
        place = self.items.index(item) + 1
        if place == len(self.items) or self._tells_numbers(item) or not self._tells_of_people(item):
            return False
        start, end = self.items[place]
        positions = [self.numbers[at] for at in range(start, end) if at in self.numbers]
        joined = self.terms[item[1]].word in self.vocabulary.joining
        names_alone = all(self.owner(at) or self.terms[at].word in self.words.mine for at in range(*item))
        return joined and names_alone and positions == [0] and self._tells_of_people((start, end))

    def _tells_of_people(self, item: tuple[int, int]) -> bool:
        return bool(self._owners(*item, ""))

    def _tells_numbers(self, item: tuple[int, int]) -> bool:
        return any(at in self.numbers for at in range(*item))

    def _counts_cards(self, at: int) -> bool:
        """Whether a number counts cards: "he has 4 cards left"."""
        after = [term.word for term in self.terms[at + 1 : at + 3]]
        points = after[1:] and after[1] in self.vocabulary.telling  # "21 card points"
        return at in self.numbers and bool(after) and after[0] in self.words.cards and not points

    def _owners(self, start: int, end: int, last: str) -> dict[int, str]:
        """The people of an item; strange words are names only where nobody else is spoken of."""
        first = self.terms[start].word if self._opens_with_a_name(start, end) else last
        owners = {at: owner for at in range(start, end) if (owner := self.owner(at, first))}
        certain = {at: owner for at, owner in owners.items() if owner != self.terms[at].word}
        return certain or owners

    def _opens_with_a_name(self, start: int, end: int) -> bool:
        """Whether an item opens with somebody's name before what he did: "Yann dit 2 il fait 1"."""
        name = self.owner(start) == self.terms[start].word and self.terms[start].word not in self.words.others
        return name and start + 1 < end and bool(self._kind(start + 1) or start + 1 in self.numbers)

    def _owner_of(self, at: int, owners: Mapping[int, str], numbers: Sequence[int]) -> str:
        """Whose a number is: the person's before it, else behind it, before the next number."""
        before = [other for other in owners if other < at]
        behind = [other for other in owners if other > at and not any(at < place < other for place in numbers)]
        if before:
            return owners[before[-1]]
        return owners[behind[0]] if behind else ""

    def _are_named_behind(self, numbers: Sequence[int]) -> bool:
        """Whether the words that say of what numbers are stand behind each of them: "4 annoncés 4 faits"."""
        behind = [bool(self._kind_at(at + 1)) for at in (*numbers[:1], *numbers[-1:])]
        return bool(behind) and all(behind) and not self._kind_at(numbers[0] - 1)

    def _kind_beside(self, at: int, behind: bool) -> str:  # noqa: FBT001
        """Of what a number is by the word beside it, ``behind`` it first: "annoncé 4 fait 4", "4 annoncés 4 faits"."""
        before, after = self._kind_at(at - 1), self._kind_at(at + 1)
        after = "" if not behind and at + 2 in self.numbers else after  # "2 fait 3": that is of the next one
        return (after or before) if behind else (before or after)

    def _kind_at(self, at: int) -> str:
        return self._kind(at) if 0 <= at < len(self.terms) else ""

    def acts(self, field: OnePlayer) -> list[int]:
        """The words that say what was done, of which a fact asks who did it; one that opens a text may be a name."""
        label = [term for term in label_terms(field.label, self.language) if not term.small]
        line = {word for acts in self.words.acts for term in label if term.word in acts for word in acts}
        stems = {term.stem for term in label}
        opens_with_name = not line.isdisjoint(self.words.bidding)  # "Said", "Yaniv"
        return [
            at
            for at, term in enumerate(self.terms)
            if (at or not opens_with_name) and (term.word in line or term.stem in stems) and at not in self.used
        ]

    def words_of_acts(self, field: OnePlayer) -> set[int]:
        """The words that say what was done and of what: "ended the round"."""
        acts = self.acts(field)
        beside = (at + step for at in acts for step in (1, 2) if at + step < len(self.terms))
        return {*acts, *(at for at in beside if self.terms[at].word in self.words.telling)}

    def speaks_of(self, people: Collection[str]) -> set[str]:
        """Who is spoken of, with numbers or without; ``people``: who has some.

        "We" may be these, and "he" the only one, or one of those with a name.
        """
        owners = {at: owner for item in self.items for at, owner in self._owners(*item, "").items()}
        by_name = {*people} - {"me"} - (set() if len(people) == 1 else self.words.others)
        passed_over = self.vocabulary.them | (self.words.others if by_name else set())
        return {owner for at, owner in owners.items() if self.terms[at].word not in passed_over} - {"ours"}

    def are_joined(self, numbers: Sequence[int]) -> bool:
        """Whether numbers are told as a list: "fait 5 et 4", but "fait 8 en deux coups"."""
        between = [at for first, second in pairwise(numbers) for at in range(first + 1, second)]
        known = self.vocabulary.joining | self.words.counted_things | {NEXT.word}
        return all(self.terms[at].word in known for at in between)

    def mine_again(self) -> set[int]:
        """The words for what I have, of what was told before: "on double les miens ?"."""
        return {at for at, term in enumerate(self.terms) if term.word in self.words.mine_again}

    def asks_of_another(self, name: str) -> bool:
        """Whether it is asked if another player doubles, or what he notes: "Paul a fini, …, je double ?"."""
        doubling = stems_of_words(self.words.doubling, self.language)
        for at, term in enumerate(self.terms):
            if term.stem in doubling:
                beside = [before.word for before in self.terms[max(0, at - MODAL) : at]]
                others = self.words.others if name == "me" else self.words.myself
                if any(word in others for word in beside) or self._is_another(at - 1, name):
                    return True
            noted = term.word in self.words.bringing and any(
                self.terms[other].word in self.vocabulary.asking for other in clause_of(at, self.terms)
            )
            if noted and (self._is_another(at - 1, name) or self._is_another(at + 1, name)):
                return True
        return False

    def _is_another(self, at: int, name: str) -> bool:
        """Whether a word is the name of another person than this one."""
        if not 0 <= at < len(self.terms) or self.terms[at].word == name:
            return False
        return self.terms[at].word.isalpha() and may_be_a_name(self.terms[at], self.language)

    def doer(self, at: int, amounts: Amounts) -> str:
        """Who is told to have done something: who is spoken of with it, else whose number follows."""
        start, end = next((item for item in self.items if item[0] <= at < item[1]), (at, at))
        owners = self._owners(start, end, "")
        if owners:
            return owners[max((other for other in owners if other < at), default=min(owners))]
        following = [other for other in amounts.at if start <= other < end]
        return amounts.at[following[0]] if following else ""

    def _number_said(self, at: int) -> int | None:
        """The number that a word says; None of a word that says none, or says something else."""
        term = self.terms[at]
        pronoun = at > 0 and self.words.is_pronoun(term.word, self.terms[at - 1].word)  # "tous les deux"
        if at in self.used or pronoun or self._counts_people(at) or self._counts_players(at):
            return None
        if term.word in self.words.nought or self.denial(at):
            return 0
        if self._is_single(at):
            return 1
        return int(term.stem) if term.stem.lstrip("-").isdigit() else None

    def _is_single(self, at: int) -> bool:
        """Whether a word says one, of what was told before: "had one", "il n'en a qu'un seul"."""
        if not self.terms[at].small or self.terms[at].word not in self.vocabulary.single:
            return False
        before = self.terms[at - 1].word if at else ""
        after = self.terms[at + 1] if at + 1 < len(self.terms) else STOP
        ends = after.separates or after.word in self.vocabulary.joining | self.words.counted_things
        told = before in self.words.telling | self.words.bidding | self.words.making | self.words.only_so_many
        return ends and told and not (at + 1 < len(self.terms) and self.denial(at + 1))

    def denial(self, at: int) -> range:
        """The words before tricks that say that there is none: "pas fait un pli", "no tricks"; none if none does."""
        denying = self.vocabulary.negations - self.vocabulary.adding - self.words.only_before
        if self.terms[at].word not in self.words.counted_things:
            return range(0)
        for before in range(at - 1, max(-1, at - 1 - BEFORE_TRICKS), -1):
            term = self.terms[before]
            if term.separates or term.stem.isdigit() or term.word in self.words.opposing | self.words.nought:
                break
            if term.word in denying:
                return range(before, at)
        return range(0)

    def _counts_players(self, at: int) -> bool:
        """Whether a number says how many play: "on est 4"; "à trois" where a clause begins."""
        beside = at > 0 and self.terms[at - 1].word in self.words.being_many
        opens = at == 1 or (at > 1 and self.terms[at - 2].separates)
        of_us = at + 1 in self._seats  # "four of us", "4 joueurs"
        we_play = at > 1 and self.terms[at - 2].word in self.words.played  # "on joue à trois"
        return self.terms[at].stem.isdigit() and (beside or ((opens or of_us or we_play) and at in self._seats))

    def _counts_people(self, at: int) -> bool:
        """Whether a number says how many the others are, of whom as many numbers follow: "the other three have …"."""
        if not self.terms[at].stem.isdigit() or self.terms[at].stem == "0":
            return False
        beside = [self.terms[other] for other in (at - 1, at + 1) if 0 <= other < len(self.terms)]
        before, after = self.terms[at - 1] if at else STOP, self.terms[at + 1] if at + 1 < len(self.terms) else STOP
        several = self.vocabulary.sides.get(before.word) in ("ours", "theirs") and before.word not in self.words.myself
        if several and after.separates:
            return int(self.terms[at].stem) == len((before, after))  # "combien pour nous deux ?"
        if not any(self.vocabulary.sides.get(term.word) == REST for term in beside):
            return False
        then = (*self.terms[at + 1 : at + 3], STOP, STOP)[self.vocabulary.sides.get(after.word) == REST]
        if then.word in self.words.nought or then.stem == "0":
            return True  # "les deux autres rien"
        return sum(term.stem.lstrip("-").isdigit() for term in self.terms[at + 1 :]) == int(self.terms[at].stem)

    @property
    def others(self) -> int | None:
        """How many the others are said to be; nought where they are several, None where they may be one."""
        counts = [int(self.terms[at].stem) for at in range(len(self.terms)) if self._counts_people(at)]
        rest = [term.word for term in self.terms if self.vocabulary.sides.get(term.word) == REST]
        several = any(word[-1] == "s" for word in rest) or any(
            term.word in self.words.all_others for term in self.terms
        )
        return next(iter(counts), 0 if several else None)

    def _have_one_number(self, at: int) -> bool:
        """Whether a number is how many others have something, of whom not as many numbers follow."""
        before, after = self.terms[at - 1] if at else STOP, self.terms[at + 1] if at + 1 < len(self.terms) else STOP
        others = [self.vocabulary.sides.get(term.word) == REST for term in (before, after)]
        people = others[1] or (others[0] and after.word in self.vocabulary.holding | self.words.having_cards)
        return people and self.terms[at].stem.isdigit() and not self._counts_people(at)

    def _is_of_either(self, at: int) -> bool:
        """Whether a word leaves open which of two people has a number: "Lea or Tom has 4"."""
        if self.terms[at].word not in self.vocabulary.either or not 0 < at < len(self.terms) - 1:
            return False
        return bool(self.owner(at - 1, "")) and bool(self.owner(at + 1, ""))

    def owner(self, at: int, last: str = "") -> str:
        """Of whom a word speaks: who speaks, the others, or somebody by name; "he" is who was named last."""
        term = self.terms[at]
        if at in self.used or at in self.numbers:
            return ""
        if term.word in self.words.myself:
            return "me"
        side = self.vocabulary.sides.get(term.word)
        if term.word in self.words.people | self.words.all_others or side == "rest":
            return REST
        if term.word in self.words.others:
            return last if last not in ("", "me", REST) else term.word
        if side in ("ours", "theirs"):
            return side
        known = self.vocabulary.small | self.words.telling | self.words.so_far
        strange = term.small or term.stem not in self.index.document_frequency
        is_name = strange and not term.separates and term.word not in known and at not in self.numbers
        return term.word if is_name and len(term.word) > 1 else ""

    def _kind(self, at: int) -> str:
        word = self.terms[at].word
        if word in self.words.bidding:
            return "bid"
        return "made" if word in self.words.making else ""

    def _tells(self, at: int) -> bool:
        """Whether a word only tells whose a number is, or that it is one."""
        word = self.terms[at].word
        telling = self.vocabulary.telling | self.words.telling | self.words.bidding | self.words.making
        return word in telling | self.vocabulary.onto | self.words.people or word in self.words.nought
