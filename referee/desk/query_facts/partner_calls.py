"""What a sentence tells of two partners and of a call: who holds four alike, who called it, and whether both did.

"J'ai quatre rois, mon équipier n'a rien, c'est lui qui a crié." Each clause is of whom it names, else of whom the one
before names; "he" is the partner. What is held by one of the two and is not told is not read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.answers.answer import Field
from referee.answers.choices import Choice
from referee.answers.players import SomePlayers
from referee.desk.query_words.phrases import items
from referee.desk.query_words.sentence_fact import SaidFact
from referee.desk.query_words.sentence_terms import STOP, may_be_a_name
from referee.desk.query_words.sentence_words import load_sentence_words
from referee.desk.search.search_terms import Term
from referee.desk.search.vocabulary import load_vocabulary

CALLER, CALL, HOLDING, BOTH, DESCRIBED = "caller", "call", "holding", "both_called", "description_correct"
"""The keys of the facts of a call."""

ME, OTHER = "me", "other"
"""Of the two partners who speaks, or is named first, and the other one."""

FOUR = 4


@dataclass(slots=True)
class _CallBuilder:
    """What is told: who called, who holds four alike, whether the description of a signal is right, and the words.

    ``others``: whether the other side called too, or somebody is named of whom it is not said which partner it is.
    """

    callers: set[str] = field(default_factory=set)
    silent: set[str] = field(default_factory=set)
    holds: dict[str, bool] = field(default_factory=dict)
    described: bool | None = None
    others: bool = False
    words: set[int] = field(default_factory=set)


def call_facts(
    fields: Sequence[Field], strangers: Sequence[str], terms: Sequence[Term], language: str
) -> dict[str, SaidFact]:
    """The facts of a call between partners, at a table without names; nothing where one of them is in doubt."""
    by_key = {field.key: field for field in fields}
    call, holding = by_key.get(CALL), by_key.get(HOLDING)
    if not isinstance(call, Choice) or not isinstance(holding, SomePlayers) or len(strangers) < FOUR:
        return {}
    sentence = _SentenceOfACall(terms, language)
    builder, value = sentence.read(), sentence.call(call)
    if value is None or builder.others:  # "eux aussi ont crié"
        return {}
    seats = {ME: strangers[0], OTHER: strangers[2]}
    if sentence.against:
        if builder.described is None:
            return {}
        return {
            CALL: SaidFact([value], builder.words), CALLER: SaidFact([seats[ME]], builder.words),
            DESCRIBED: SaidFact(["1" if builder.described else "0"], builder.words),
        }  # fmt: skip
    both = builder.callers == {ME, OTHER}
    caller = ME if both else next(iter(builder.callers), "")
    partner = OTHER if caller == ME else ME
    unknown = partner not in builder.holds or (sentence.doubled and caller not in builder.holds)
    if not caller or unknown or (both and not sentence.doubled):
        return {}
    holders = [seats[item] for item in (ME, OTHER) if builder.holds.get(item)]
    if both:
        called = ["1"]
    elif partner in builder.silent or not sentence.doubled:
        called = ["0"]
    else:
        called = ["0", "1"]
    facts = {CALL: [value], CALLER: [seats[caller]], HOLDING: [holders], BOTH: called}
    return {key: SaidFact(values, builder.words) for key, values in facts.items()}


class _SentenceOfACall:
    def __init__(self, terms: Sequence[Term], language: str) -> None:
        self.terms, self.language = terms, language
        self.vocabulary, self.words = load_vocabulary(language), load_sentence_words(language)
        spoken = {term.word for term in terms}
        self.against = bool(spoken & self.words.contradicting)
        self.doubled = bool(spoken & self.words.doubling)
        self.mine = bool(spoken & self.words.myself)
        self.named = dict(self._partner_names())

    def _partner_names(self) -> Iterator[tuple[str, str]]:
        """The names of the two partners: beside the word for the partner, and before the word for calling."""
        for at, term in enumerate(self.terms):
            beside = [other.word for other in self.terms[max(0, at - 1) : at + 2] if other is not term]
            following = [other.word for other in self.terms[at + 1 : at + 3]]
            if self._is_name(at) and self.words.partners.intersection(beside):
                yield term.word, OTHER
            elif self._is_name(at) and self.words.calling.intersection(following) and not self.mine:
                yield term.word, ME

    def _is_name(self, at: int) -> bool:
        return may_be_a_name(self.terms[at], self.language)

    def call(self, choice: Choice) -> Any:
        """The call that is said, or None."""
        wanted = frozenset[str]()
        if self.against:
            wanted = self.words.contradicting
        elif self.doubled:
            wanted = self.words.doubling
        marks = self.words.contradicting | self.words.doubling
        found = []
        for value, label in choice.choices:
            marked = marks & {*label.render(self.language).lower().replace("-", " ").split()}
            if bool(marked) == bool(wanted) and marked <= wanted:
                found.append(getattr(value, "value", value))
        return found[0] if len(found) == 1 else None

    def read(self) -> _CallBuilder:
        builder = _CallBuilder()
        last = ""
        parting = (self.words.opposing | self.vocabulary.joining) - self.words.contradicting
        for start, end in items(self.terms, parting):
            people = [(at, who) for at in range(start, end) for who in self._people(at)]
            both = self._is_of_both(start, end)
            spoken_of = people[-1][1] if people else last
            whom = [spoken_of] if spoken_of else []
            if both:
                whom = [ME, OTHER]
            words = range(start, end)
            calls = [at for at in words if self.terms[at].word in self.words.calling]
            theirs = any(self.vocabulary.sides.get(self.terms[at].word) == "theirs" for at in words)
            strange = any(self._is_name(at) and self.terms[at].word not in self.named for at in words)
            builder.others |= bool(calls) and theirs and not self.against
            nobody_known = strange and not people and not both
            builder.others |= self._speaks_of_either(start, end)
            builder.others |= (
                nobody_known and not self.against and (bool(calls) or self._holds_four_alike(start, end) is not None)
            )
            if calls:
                self._read_call(builder, [who for _, who in people] or whom, start, end, both=both)
            else:
                held = self._holds_four_alike(start, end)
                if held is not None:
                    builder.holds |= dict.fromkeys(whom, bool(held))
            builder.words |= {at for at in words if self._is_told(at)}
            last = whom[-1] if whom else last
            right = {self.terms[at].word for at in words} & self.words.confirmation
            wrong = {self.terms[at].word for at in words} & self.words.refutation
            if self.against and (right or wrong) and self._holds_four_alike(start, end) is None:
                builder.described = bool(right) and not wrong
        return builder

    def _read_call(self, builder: _CallBuilder, people: Sequence[str], start: int, end: int, *, both: bool) -> None:
        words = {self.terms[at].word for at in range(start, end)}
        if both:
            builder.callers |= {ME, OTHER}
        elif words & (self.words.nought | self.vocabulary.negations) and not words & self.words.alone:
            builder.silent |= {*people[-1:]}  # "lui il a rien dit"
        else:
            who = people[0] if people else ME
            builder.callers |= {who}
            if words & self.words.alone:
                builder.silent |= {ME, OTHER} - {who}

    def _holds_four_alike(self, start: int, end: int) -> bool | None:
        """Whether somebody is told in a clause to hold four alike; None where nothing is told of it."""
        for at in range(start, end):
            term, after = self.terms[at], self.terms[at + 1] if at + 1 < end else STOP
            of_rank = after.stem.isdigit() or (after.stem in self.vocabulary.cards and not after.small)
            of_a_kind = [other.word for other in self.terms[at + 1 : at + 4]] in self.words.of_a_kind
            denied = any(self.terms[other].word in self.vocabulary.negations for other in range(start, at))
            if term.word in self.words.four_alike:
                return not denied
            if term.stem.isdigit() and (of_rank or of_a_kind):
                return int(term.stem) == FOUR and not denied
            if term.word in self.words.nought | self.words.rubbish:
                return False
        return None

    def _speaks_of_either(self, start: int, end: int) -> bool:
        """Whether "he" may be either of two partners, of whom none speaks: "Paul a crié kem's, il a quatre rois"."""
        pronouns = self.words.others - self.words.owners
        spoken = any(self.terms[at].word in pronouns for at in range(start, end))
        return spoken and not self.mine and self._holds_four_alike(start, end) is not None

    def _is_of_both(self, start: int, end: int) -> bool:
        words = {self.terms[at].word for at in range(start, end)}
        ours = any(self.vocabulary.sides.get(word) == "ours" and word not in self.words.myself for word in words)
        return bool(words & self.words.both) and ours

    def _people(self, at: int) -> Iterator[str]:
        """Who is spoken of: who speaks is one of the two, else the first who is named."""
        term = self.terms[at]
        after = self.terms[at + 1] if at + 1 < len(self.terms) else STOP
        counts = after.stem.isdigit() or after.word in self.words.four_alike  # "mes quatre rois"
        if term.word in self.words.myself and (term.word not in self.words.mine or counts):
            yield ME
        elif term.word in self.words.partners | self.words.others:
            yield OTHER
        elif term.word in self.named:
            yield self.named[term.word]

    def _is_told(self, at: int) -> bool:
        word, words = self.terms[at].word, self.words
        known = words.partners | words.others | words.calling | words.four_alike | words.nought | words.rubbish
        known |= words.both | words.alone | words.contradicting | words.doubling | words.confirmation | words.refutation
        card = self.terms[at].stem.isdigit() or self.terms[at].stem in self.vocabulary.cards
        return (
            card
            or word in known | words.having_cards | self.vocabulary.holding | words.kinds
            or (self.vocabulary.sides.get(word) is not None or word in words.myself | self.words.telling_of_calls)
        )
