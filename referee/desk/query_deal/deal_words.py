"""The numbers of a sentence on a deal, and the sides that its words speak of: "preneurs", "nous", "ceux d'en face"."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from referee.desk.query_words.phrases import clause_of, stands_at
from referee.desk.query_words.sentence_terms import STOP
from referee.desk.query_words.sentence_words import load_sentence_words
from referee.desk.search.search_terms import Term
from referee.desk.search.vocabulary import load_vocabulary

OTHER = {"taker": "other", "other": "taker", "ours": "theirs", "theirs": "ours"}
"""The other side of each."""


class DealWords:
    """A sentence on a deal: its numbers, the sides it speaks of, and the words of what counts beside the points.

    ``parts``: the words of things that stand in several words; ``total``: the points of all tricks. ``used``: the
    indexes of the words that say other facts; ``in_count``: those that say what points are among those told;
    ``called``: those for a taker that say who of two sides it is; ``numbers`` and ``sides``: what words tell, by index.
    """

    def __init__(
        self, terms: Sequence[Term], used: Collection[int], parts: Collection[int], total: int, language: str
    ) -> None:
        self.terms, self.parts, self.total, self.language = terms, parts, total, language
        self.vocabulary, self.words = load_vocabulary(language), load_sentence_words(language)
        self.used = {at for at in used if not self._is_made(at, used)}
        self.in_count = {at for start in range(len(terms)) for at in range(start, self._end_of_count(start))}
        self.numbers = {
            at: int(term.stem)
            for at, term in enumerate(terms)
            if term.stem.isdigit() and at not in self.used and at not in self.in_count
        }
        named = {at: side for at, term in enumerate(terms) if (side := self.vocabulary.sides.get(term.word))}
        owned = {at for at in named if terms[at].word in self.words.owners and at + 1 in named}  # "nos adversaires"
        named |= {at: "ours" for at in named if self._is_my_partner(at, named)}
        named = {at: side for at, side in named.items() if at not in owned}
        if not {"taker", "other"}.isdisjoint(named.values()):
            named = {at: side for at, side in named.items() if not self.is_who_asks(at) and self._tells(at, side)}
        self.called = _called_takers(terms, named)
        self.sides = _without_rest({at: side for at, side in named.items() if at not in self.called})
        self.sides = self._with_defenders()
        self.sides |= {at: self._whose(at) for at in self.sides}

    def _is_my_partner(self, at: int, named: Mapping[int, str]) -> bool:
        """Whether a word is for the partner of who speaks: "my partner", or "partner" where "we" is said before."""
        before = self.terms[at - 1].word if at else ""
        mine = before in self.words.mine or (before not in self.words.owners and "ours" in named.values())
        return self.terms[at].word in self.words.partners - self.words.others and mine

    def _tells(self, at: int, side: str) -> bool:
        """Whether the clause of "we" or "they" tells a number, a thing or who took: not "ils sont dedans ?"."""
        clause = [self.terms[other] for other in clause_of(at, self.terms)]
        things = self.vocabulary.besides | self.vocabulary.taking
        told = any(term.stem.isdigit() or term.word in things for term in clause)
        told = told or any(self.vocabulary.sides.get(term.word) in ("taker", "other") for term in clause)
        return told or side not in ("ours", "theirs")

    def is_who_asks(self, at: int) -> bool:
        """Whether a word is for who asks what a deal brings, in a clause of its own: "on marque combien ?"."""
        clause = [self.terms[other] for other in clause_of(at, self.terms)]
        asks = any(term.word in self.words.results for term in clause)
        return self.terms[at].word in self.words.one and asks and not any(term.stem.isdigit() for term in clause)

    def _is_made(self, at: int, used: Collection[int]) -> bool:
        """Whether a number is told of what was made, and the same one before it of the bid: "bid 80, made 80"."""
        again = self.terms[at].stem.isdigit() and any(
            self.terms[other] == self.terms[at] for other in used if other < at
        )
        return again and self.terms[at - 1].word in self.words.making

    def _whose(self, at: int) -> str:
        """The side of a word; of "their" before a thing the taker's or the defence's, where that was named last."""
        after = self.terms[at + 1].word if at + 1 < len(self.terms) else ""
        before = [self.sides[other] for other in clause_of(at, self.terms) if other < at and other in self.sides]
        of_named = (
            self.sides[at] == "theirs" and after in self.vocabulary.besides and {*before[-1:]} & {"taker", "other"}
        )
        return before[-1] if of_named else self.sides[at]

    def _end_of_count(self, at: int) -> int:
        """Where a phrase ends that only says what points are among those told: "avec le dix de der"."""
        for phrase in self.words.counted_in:
            if stands_at(at, phrase, self.terms):
                return at + len(phrase)
        return at

    def _with_defenders(self) -> dict[int, str]:
        """The sides, "we" or "they" as the defence where these and the takers have a number each: "nous 84"."""
        sides = {*self.sides.values()}
        if sides == {"taker", "ours", "theirs"}:  # "preneurs 78, nous 84, ils ont la belote": we are not those who took
            named_so = {"ours": "other", "theirs": "taker"}
            return {at: named_so.get(side, side) for at, side in self.sides.items()}
        others = self._defenders_by_us(sides)
        if others:
            return {at: others if side == "other" else side for at, side in self.sides.items()}
        if len(sides) != 2 or "taker" not in sides or len(self.numbers) != 2:  # noqa: PLR2004
            return self.sides
        if {self.side_at(at) for at in self.numbers} != sides:
            return self.sides
        return {at: side if side == "taker" else "other" for at, side in self.sides.items()}

    def _defenders_by_us(self, sides: Collection[str]) -> str:
        """Which side the defence is where the other one is told to have taken: "on a pris, la défense fait 80"."""
        if sides not in ({"ours", "other"}, {"theirs", "other"}):
            return ""
        (side,) = {*sides} - {"other"}
        taking = [at for at, term in enumerate(self.terms) if term.word in self.vocabulary.taking]
        took = {subject_of(at, self.terms, self.sides) for at in taking if not self.is_collected(at)}
        return OTHER[side] if took == {side} else ""

    def side_at(self, at: int) -> str:
        """The side that an item of the list names with its number: before it, else behind it."""
        clause = clause_of(at, self.terms)
        start, end = clause.start, clause.stop
        others = [other for other in self.numbers if other != at]
        first = min(other for other in self.numbers if start <= other < end)
        if not any(other in self.sides for other in range(start, first)):  # "60 pour eux, 102 pour nous"
            start = at
        start = max([start, *(other + 1 for other in others if other < at)])
        end = min([end, *(other for other in others if other > at)])
        before = [self.sides[other] for other in range(start, at) if other in self.sides]
        parting = self.vocabulary.onto | self.vocabulary.joining  # "made 72 and they had the belote"
        end = next((other for other in range(at + 1, end) if self.terms[other].word in parting), end)
        after = [self.sides[other] for other in range(at + 1, end) if other in self.sides]
        if before:
            return before[-1]
        of_thing = after and self.terms[at + 1].word in self.vocabulary.besides  # "104 belote défense"
        return after[0] if after and not of_thing else ""

    def is_collected(self, at: int) -> bool:
        """Whether it is points or cards that are taken: "took 90 points", "ont pris le dernier pli"; or asked for."""
        after, then = [*self.terms[at + 1 : at + 3], STOP, STOP][:2]
        things = self.vocabulary.definite | self.words.owners
        points = after.stem.isdigit() and at + 1 not in self.used
        of_things = after.word in things and then.word not in self.vocabulary.taking
        asked, all_of_them = after.word in self.words.results, after.word in self.words.all_tricks
        return asked or points or (self.terms[at].word in self.words.making and (of_things or all_of_them))


def _without_rest(sides: Mapping[int, str]) -> dict[int, str]:
    """The sides that words speak of, "the others" as the side that they are then: the defence, or they."""
    rest = "other" if {"taker", "other"} & {*sides.values()} else "theirs"
    return {at: rest if side == "rest" else side for at, side in sides.items()}


def _called_takers(terms: Sequence[Term], sides: Mapping[int, str]) -> list[int]:
    """The words for the taker that say who of two sides it is: "on était preneur"."""
    result = []
    for at, side in sides.items():
        before = at - 1
        while before >= 0 and terms[before] != STOP and terms[before].small and before not in sides:
            before -= 1
        if side == "taker" and sides.get(before) in ("ours", "theirs"):
            result.append(at)
    return result


def side_before(at: int, sides: Mapping[int, str]) -> str:
    """The side that is spoken of where a word stands: the last one named before it."""
    return next((sides[other] for other in sorted(sides, reverse=True) if other < at), "")


def subject_of(at: int, terms: Sequence[Term], sides: Mapping[int, str]) -> str:
    """Whose a bid is: the side named before it in its clause."""
    start = max((other for other in range(at) if terms[other] == STOP), default=-1)
    return side_before(at, {other: side for other, side in sides.items() if other > start})
