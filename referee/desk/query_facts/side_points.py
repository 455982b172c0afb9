"""The points of a deal that a sentence says, each with its side: "contrat 110 et on a fait 104", "78 nous, 84 eux".

At a table without names the first player is the taker: the points are those of the side that took, or of the other one.
What a sentence leaves in doubt ("92 à 70, qui a pris ?") is not read.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from referee.answers.answer import Field
from referee.answers.numbers import Points
from referee.answers.players import OnePlayer
from referee.answers.sides import SideChoice
from referee.desk.query_facts.things_beside import with_things_named
from referee.desk.query_words.denials import denial_of
from referee.desk.query_words.phrases import clause_of, items, stands_at
from referee.desk.query_words.result_asked import is_of_whom_it_is_asked
from referee.desk.query_words.sentence_terms import STOP, may_be_a_name
from referee.desk.query_words.sentence_words import load_sentence_words
from referee.desk.search.search_terms import Term
from referee.desk.search.vocabulary import Vocabulary, load_vocabulary

TAKER = "taker"
"""The key of the fact that says who took."""

MOST_PEOPLE = 12
"""A number up to this one may be that of players, or of tricks."""

OTHER = {"taker": "other", "other": "taker", "ours": "theirs", "theirs": "ours"}
"""The other side of each."""


@dataclass(frozen=True, slots=True)
class DealSaid:
    """The points of the side that took and of the other one, and the words that say it; None if one takes all.

    ``besides``: who has what counts beside the points, by the key of its fact: whether it is the side that took.
    """

    points: tuple[int, int] | None
    words: Collection[int]
    besides: Mapping[str, bool]


def deal_said(
    fields: Sequence[Field], said: Sequence[Term], used: Collection[int], language: str
) -> tuple[Points, DealSaid] | None:
    """The points of both sides, where the fields ask for them and for the taker.

    ``used``: the indexes of the words that say other facts: what was bid.
    """
    asked = [field for field in fields if isinstance(field, Points) and len(field.players) == 2]  # noqa: PLR2004
    taken = any(isinstance(field, OnePlayer) and field.key == TAKER for field in fields)
    missing = any(term.word in load_sentence_words(language).missing for term in said)
    if len(asked) != 1 or not taken or asked[0].total is None or missing or _names_people(said, language):
        return None
    keys = {field.key for field in fields if isinstance(field, SideChoice)}
    named, parts = with_things_named(said, language)
    deal = _Deal(named, used, parts, asked[0].total, language).read(keys)
    return None if deal is None else (asked[0], replace(deal, words={*deal.words, *parts}))


def _names_people(said: Sequence[Term], language: str) -> bool:
    """Whether points are told of people by name, whose side is not known: "90 pour Marc et Jo", "Léa a fait 90"."""
    joining, making = load_vocabulary(language).joining, load_sentence_words(language).making
    joined = [at for at in range(1, len(said) - 1) if said[at].word in joining]
    if any(may_be_a_name(said[at - 1], language) and may_be_a_name(said[at + 1], language) for at in joined):
        return True
    clauses = [said[start:end] for start, end in items(said)]
    points = [clause for clause in clauses if any(term.stem.isdigit() for term in clause)]
    return any(
        may_be_a_name(clause[0], language) and any(term.word in making for term in clause[1:4]) for clause in points
    )


def taker_said(
    fields: Sequence[Field], said: Sequence[Term], used: Collection[int], language: str
) -> Collection[int] | None:
    """The words that speak of the only side whose points are asked for: the one that took; None of another one."""
    vocabulary = load_vocabulary(language)
    named = {at: side for at, term in enumerate(said) if (side := vocabulary.sides.get(term.word)) and at not in used}
    taken = any(isinstance(field, OnePlayer) and field.key == TAKER for field in fields)
    told = {side for at, side in named.items() if not is_of_whom_it_is_asked(at, said, language)}
    doubtful = not told <= {"taker", "ours", "anybody"} or any(term.word in vocabulary.besides for term in said)
    return None if doubtful or not taken else {*named, *_told(said, vocabulary)}


class _Deal:
    """A sentence on a deal: its numbers, the sides it speaks of, and what counts beside the points."""

    def __init__(
        self, said: Sequence[Term], used: Collection[int], parts: Collection[int], total: int, language: str
    ) -> None:
        self.said, self.parts, self.total, self.language = said, parts, total, language
        self.vocabulary, self.words = load_vocabulary(language), load_sentence_words(language)
        self.used = {at for at in used if not self._is_made(at, used)}
        self.in_count = {at for start in range(len(said)) for at in range(start, self._end_of_count(start))}
        self.numbers = {
            at: int(term.stem)
            for at, term in enumerate(said)
            if term.stem.isdigit() and at not in self.used and at not in self.in_count
        }
        named = {at: side for at, term in enumerate(said) if (side := self.vocabulary.sides.get(term.word))}
        owned = {at for at in named if said[at].word in self.words.owners and at + 1 in named}  # "nos adversaires"
        named |= {at: "ours" for at in named if self._is_my_partner(at, named)}
        named = {at: side for at, side in named.items() if at not in owned}
        if not {"taker", "other"}.isdisjoint(named.values()):
            named = {at: side for at, side in named.items() if not self._is_who_asks(at) and self._tells(at, side)}
        self.called = _called_takers(said, named)
        self.sides = _without_rest({at: side for at, side in named.items() if at not in self.called})
        self.sides = self._with_defenders()
        self.sides |= {at: self._whose(at) for at in self.sides}

    def _is_my_partner(self, at: int, named: Mapping[int, str]) -> bool:
        """Whether a word is for the partner of who speaks: "my partner", or "partner" where "we" is said before."""
        before = self.said[at - 1].word if at else ""
        mine = before in self.words.mine or (before not in self.words.owners and "ours" in named.values())
        return self.said[at].word in self.words.partners - self.words.others and mine

    def _tells(self, at: int, side: str) -> bool:
        """Whether the clause of "we" or "they" tells a number, a thing or who took: not "ils sont dedans ?"."""
        clause = [self.said[other] for other in clause_of(at, self.said)]
        things = self.vocabulary.besides | self.vocabulary.taking
        told = any(term.stem.isdigit() or term.word in things for term in clause)
        told = told or any(self.vocabulary.sides.get(term.word) in ("taker", "other") for term in clause)
        return told or side not in ("ours", "theirs")

    def _is_who_asks(self, at: int) -> bool:
        """Whether a word is for who asks what a deal brings, in a clause of its own: "on marque combien ?"."""
        clause = [self.said[other] for other in clause_of(at, self.said)]
        asks = any(term.word in self.words.results for term in clause)
        return self.said[at].word in self.words.one and asks and not any(term.stem.isdigit() for term in clause)

    def _is_made(self, at: int, used: Collection[int]) -> bool:
        """Whether a number is told of what was made, and the same one before it of the bid: "bid 80, made 80"."""
        again = self.said[at].stem.isdigit() and any(self.said[other] == self.said[at] for other in used if other < at)
        return again and self.said[at - 1].word in self.words.making

    def _whose(self, at: int) -> str:
        """The side of a word; of "their" before a thing the taker's or the defence's, where that was named last."""
        after = self.said[at + 1].word if at + 1 < len(self.said) else ""
        before = [self.sides[other] for other in clause_of(at, self.said) if other < at and other in self.sides]
        of_named = (
            self.sides[at] == "theirs" and after in self.vocabulary.besides and {*before[-1:]} & {"taker", "other"}
        )
        return before[-1] if of_named else self.sides[at]

    def _end_of_count(self, at: int) -> int:
        """Where a phrase ends that only says what points are among those told: "avec le dix de der"."""
        for phrase in self.words.counted_in:
            if stands_at(at, phrase, self.said):
                return at + len(phrase)
        return at

    def _with_defenders(self) -> dict[int, str]:
        """The sides, "we" or "they" as the defence where these and the takers have a number each: "nous 84"."""
        named = {*self.sides.values()}
        if named == {"taker", "ours", "theirs"}:  # "preneurs 78, nous 84, ils ont la belote": we are not those who took
            named_so = {"ours": "other", "theirs": "taker"}
            return {at: named_so.get(side, side) for at, side in self.sides.items()}
        others = self._defenders_by_us(named)
        if others:
            return {at: others if side == "other" else side for at, side in self.sides.items()}
        if len(named) != 2 or "taker" not in named or len(self.numbers) != 2:  # noqa: PLR2004
            return self.sides
        if {self._side_at(at) for at in self.numbers} != named:
            return self.sides
        return {at: side if side == "taker" else "other" for at, side in self.sides.items()}

    def _defenders_by_us(self, named: Collection[str]) -> str:
        """Which side the defence is where the other one is told to have taken: "on a pris, la défense fait 80"."""
        if named not in ({"ours", "other"}, {"theirs", "other"}):
            return ""
        (side,) = {*named} - {"other"}
        taking = [at for at, term in enumerate(self.said) if term.word in self.vocabulary.taking]
        took = {_subject(at, self.said, self.sides) for at in taking if not self._collects(at)}
        return OTHER[side] if took == {side} else ""

    def read(self, keys: Collection[str]) -> DealSaid | None:
        counts = list(self.numbers.values())
        beside = self._beside(keys)
        doubtful = "anybody" in self.sides.values() or beside is None or any(map(self._counts_things, self.numbers))
        if doubtful or len(counts) > 2 or sum(counts) > self.total or (len(counts) == 2 and sum(counts) != self.total):  # noqa: PLR2004
            return None
        owners, words = beside or ({}, set[int]())
        words |= {*self.numbers, *self.sides, *self.called, *self.in_count, *self._against()}
        words |= {*_told(self.said, self.vocabulary), *_suits_taken(self.said, self.vocabulary)}
        words |= {at for at, term in enumerate(self.said) if term.word in self.words.bidding and at + 1 in self.used}
        words |= {
            at for at in range(len(self.said)) if self.said[at].word in self.words.at_home and at + 1 in self.sides
        }
        if not counts:
            return self._without_points(owners, words)
        if len(counts) == 1 and self._is_told_for_bid(counts[0]):
            return None
        if len(counts) == 2 and counts[0] == counts[1] and not owners:  # noqa: PLR2004
            return DealSaid((counts[0], counts[1]), words, {})
        fate = self._fate() if not owners else frozenset[int]()
        words |= fate
        side = "taker" if fate or self._is_of_bidders() else self._side_of_first()
        taker = side if fate else side and self._taker(side)
        if not taker:
            return None
        points = counts[0], self.total - counts[0]
        of_taker = {key: owner == taker for key, owner in owners.items()}
        return DealSaid(points if side in ("taker", taker) else points[::-1], words, of_taker)

    def _is_told_for_bid(self, number: int) -> bool:
        """Whether what is read as the bid may be the points of the other side: "80 pour nous, 82 pour eux"."""
        bids = [at for at in self.used if self.said[at].stem.isdigit()]
        if len(bids) != 1 or int(self.said[bids[0]].stem) + number != self.total:
            return False
        (at,) = bids
        beside = [term for term in self.said[max(0, at - 2) : at] if not term.separates]
        beside += [term for term in self.said[at + 1 : at + 4] if not term.separates]
        of_bids = self.words.bidding | self.words.bids | self.vocabulary.taking
        return not any(term.word in of_bids or term.stem in self.vocabulary.suit_stems for term in beside)

    def _fate(self) -> frozenset[int]:
        """The words of a contract that was made or lost with the only points told, whoever took: "chuté à 70"."""
        if len(self.numbers) != 1:
            return frozenset()
        ((at, number),) = self.numbers.items()
        before = [term.word for term in self.said[max(0, at - 2) : at]]
        known = max([at, *(other for other in self.used if not self.said[other].small)])
        fates = self.words.kept if 2 * number > self.total else self.words.lost
        told = len(before) > 1 and before[0] in fates and before[1] in self.words.with_points
        return frozenset((at - 2, at - 1)) if told and not any(side < known for side in self.sides) else frozenset()

    def _is_of_bidders(self) -> bool:
        """Whether the only points told behind a bid are those of who bid, whoever it is: "110 trèfle, 109, chuté ?".

        Their clause tells no more than that they were made, and whether with what counts beside them.
        """
        bids = [at for at in self.used if self.said[at].stem.isdigit()]
        if len(self.numbers) != 1 or len(bids) != 1 or not {*self.sides.values()} <= {"taker"}:
            return False
        ((at, number),) = self.numbers.items()
        clause = [self.said[other].word for other in clause_of(at, self.said) if other != at]
        known = self.words.making | self.words.of_points | self.vocabulary.besides | {*self.vocabulary.belonging}
        known |= self.words.from_tricks
        known |= self.vocabulary.negations if not self.vocabulary.besides.isdisjoint(clause) else frozenset()
        return bids[0] < clause_of(at, self.said).start and number > MOST_PEOPLE and known >= {*clause}

    def _counts_things(self, at: int) -> bool:
        """Whether a number counts what are no points: "we took all eight tricks"."""
        return at + 1 < len(self.said) and self.said[at + 1].word in self.words.counted_things

    def _without_points(self, owners: Mapping[str, str], words: Collection[int]) -> DealSaid | None:
        """A deal of which one side took all tricks."""
        taker = self._taker(next(iter(owners.values()), ""))
        if not taker or not any(key in self.words.all_tricks for key in owners):
            return None
        return DealSaid(None, words, {key: owner == taker for key, owner in owners.items()})

    def _against(self) -> set[int]:
        """The words between the points of one side and those of the other: "70 contre 92"."""
        between = range(min(self.numbers, default=0), max(self.numbers, default=0))
        return {at for at in between if self.said[at].word in self.vocabulary.onto}

    def _side_of_first(self) -> str:
        """The side of the first number; "" where it is not said, or where both numbers are said to be of the same."""
        ats = list(self.numbers)
        if len(ats) == 1:
            return self._side_at(ats[0]) or _before(ats[0], self.sides)
        first, second = self._side_at(ats[0]), self._side_at(ats[1])
        between = self.said[ats[0] + 1 : ats[1]]
        linked = not any(ats[0] < at < ats[1] for at in self.sides)
        if linked and all(term.small for term in between):  # "on finit à 70 contre 92", "90 - 72"
            return first or _before(ats[0], self.sides)
        second = self._side_before_second(*ats[:2]) or ("" if first else second)
        if second:
            return OTHER[second]
        if first and first == second:
            return ""
        return first or _before(ats[0], self.sides)

    def _side_before_second(self, first: int, second: int) -> str:
        """The only side beside two numbers, if it is the second's: "ils ont pris, ont fait 95 et nous 67"; else ""."""
        clause = clause_of(first, self.said)
        beside = [at for at in self.sides if at in clause]
        if len(beside) != 1 or second not in clause or not first < beside[0] < second:
            return ""
        (at,) = beside
        joined = any(term.word in self.vocabulary.joining for term in self.said[at + 1 : second])
        return "" if joined or self.said[at - 1].word in self.words.of_side | self.words.at_home else self.sides[at]

    def _side_at(self, at: int) -> str:
        """The side that an item of the list names with its number: before it, else behind it."""
        clause = clause_of(at, self.said)
        start, end = clause.start, clause.stop
        others = [other for other in self.numbers if other != at]
        first = min(other for other in self.numbers if start <= other < end)
        if not any(other in self.sides for other in range(start, first)):  # "60 pour eux, 102 pour nous"
            start = at
        start = max([start, *(other + 1 for other in others if other < at)])
        end = min([end, *(other for other in others if other > at)])
        before = [self.sides[other] for other in range(start, at) if other in self.sides]
        parting = self.vocabulary.onto | self.vocabulary.joining  # "made 72 and they had the belote"
        end = next((other for other in range(at + 1, end) if self.said[other].word in parting), end)
        after = [self.sides[other] for other in range(at + 1, end) if other in self.sides]
        if before:
            return before[-1]
        of_thing = after and self.said[at + 1].word in self.vocabulary.besides  # "104 belote défense"
        return after[0] if after and not of_thing else ""

    def _taker(self, side: str) -> str:
        """Of "ours" and "theirs" the side that took, or "taker" where sides are named so; "" where it is in doubt.

        A bid of which nobody is told is that of the side whose points are told first.
        """
        if side in ("taker", "other"):
            return "taker" if {*self.sides.values()} <= {"taker", "other"} else ""
        bids = [at for at in range(len(self.said)) if at in self.used and self.said[at].stem.isdigit()]
        taking = [at for at, term in enumerate(self.said) if term.word in self.vocabulary.taking]
        taking = [at for at in taking if not self._collects(at)]
        takers = {self._side_behind(at) for at in bids} - {""}
        takers = takers or {_subject(at, self.said, self.sides) for at in (*bids, *taking, *self.called)} - {""}
        first = min(self.numbers, default=0)
        made = any(term.word in self.words.making for term in self.said[max(0, first - 2) : first])
        most = 2 * self.numbers.get(first, 0) > self.total
        mine = side == "ours" and (made or most or len(self.numbers) == 1)
        taker = side if bids and not takers and (mine or self._have_most_alone(side)) else ""
        if len(takers) == 1:
            (taker,) = takers
        return "" if taker in self._doublers() else taker

    def _have_most_alone(self, side: str) -> bool:
        """Whether the only points told are more than half, and of the only side told: "contrat 110, ils font 104".

        Fewer may as well be what those against the bid made.
        """
        (number,) = self.numbers.values() if len(self.numbers) == 1 else (0,)
        told = {whose for at, whose in self.sides.items() if not self._is_who_asks(at)}
        return told == {side} and 2 * number > self.total

    def _collects(self, at: int) -> bool:
        """Whether it is points or cards that are taken: "took 90 points", "ont pris le dernier pli"; or asked for."""
        after, then = [*self.said[at + 1 : at + 3], STOP, STOP][:2]
        things = self.vocabulary.definite | self.words.owners
        points = after.stem.isdigit() and at + 1 not in self.used
        of_things = after.word in things and then.word not in self.vocabulary.taking
        asked, all_of_them = after.word in self.words.results, after.word in self.words.all_tricks
        return asked or points or (self.said[at].word in self.words.making and (of_things or all_of_them))

    def _side_behind(self, at: int) -> str:
        """The side that is said behind a bid to have it: "contrat 90 pour eux", "100 by the opponents"."""
        for other in range(at + 1, min(at + 4, len(self.said) - 1)):
            if self.said[other].separates:
                return ""
            if self.said[other].word in self.words.of_side:
                whose = self.vocabulary.definite | self.words.owners
                further = other + 2 if self.said[other + 1].word in whose else other + 1
                if further in self.sides:
                    return self.sides[further]
        return ""

    def _doublers(self) -> set[str]:
        """Who doubled: no side doubles its own contract."""
        result = set()
        having = self.words.having_cards | self.vocabulary.holding - self.words.making | self.vocabulary.definite
        for at, term in enumerate(self.said):
            if term.word not in self.words.doubled:
                continue
            before = at - 1
            while before >= 0 and self.said[before].word in having:
                before -= 1
            if before in self.sides and before - 1 in self.sides:  # "ils nous ont coinché"
                before -= 1
            result.add(self.sides.get(before) or self._side_behind(at))
        return result - {""}

    def _beside(self, keys: Collection[str]) -> tuple[dict[str, str], set[int]] | None:
        """Who has what counts beside the points, and the words that say it; None where it is in doubt.

        Where somebody says that there is none it is nobody's.
        """
        owners: dict[str, str] = {}
        words: set[int] = set()
        for at, term in enumerate(self.said):
            if term.word not in self.vocabulary.besides or at in self.in_count or at in self.used:
                continue
            if self.numbers and self._is_counted_in(at):
                return None  # "78 avec la belote": it may be among these points
            if denial := denial_of(at, self.said, self.language):
                words |= {*denial, at}
            elif term.word in keys and (owner := self._owner(at) or self._only_side(at)):
                owners[term.word] = owner
                words |= {at, *(other for other in range(at) if self.said[other].word in self.vocabulary.adding)}
                words |= {other for other in range(at, len(self.said)) if self.said[other].word in self.words.at_home}
            else:
                return None
        return owners, words

    def _only_side(self, at: int) -> str:
        """The only side spoken of, where "every trick" stands for what it took: "we took it, made all eight tricks"."""
        sides = {*self.sides.values()}
        every_trick = self.said[at].word in self.words.all_tricks and at in self.parts
        return sides.pop() if every_trick and len(sides) == 1 else ""

    def _is_counted_in(self, at: int) -> bool:
        """Whether a thing may be among the points told: "avec la belote", "belote comprise", "counting our belote"."""
        within = self.words.including | self.words.among
        beside = (*self.said[max(0, at - 2) : at], *self.said[at + 1 : at + 2])
        return any(term.word in within for term in beside)

    def _parts(self, at: int) -> bool:
        """Whether a clause on a thing begins behind a word: "ils font 90 et la belote est chez nous"."""
        after = self.said[at + 1].word if at + 1 < len(self.said) else ""
        joins = self.said[at].word in self.vocabulary.joining and after in self.vocabulary.definite
        return self.said[at].separates or joins

    def _owner(self, at: int) -> str:
        """Whose a thing is: the side named last before it in its clause, else the one behind it; "" in doubt.

        "Ils ont 72 et la belote": what is joined is of who was named before.
        """
        start = max((other for other in range(at) if self._parts(other)), default=-1) + 1
        end = clause_of(at, self.said).stop
        before = [self.sides[other] for other in range(start, at) if other in self.sides]
        after = [self.sides[other] for other in range(at + 1, end) if other in self.sides]
        number = any(other in self.numbers for other in range(at + 1, end))
        if (
            after
            and not number
            and (not before or self.said[start].word in self.vocabulary.definite or _names_first(self.said, start, at))
        ):
            return after[0]
        if not before and not after and start > 0 and self.said[start - 1].word in self.vocabulary.joining:
            before = [self.sides[other] for other in clause_of(at, self.said) if other < at and other in self.sides]
        if after and not number and {*after[:1]} != {*before[-1:]}:  # "défense 82 mais belote chez les preneurs"
            return ""
        return before[-1] if before else ""


def _names_first(said: Sequence[Term], start: int, at: int) -> bool:
    """Whether a clause begins with a thing, but for small words: "et la belote était chez nous"."""
    return all(term.small for term in said[start:at])


def _without_rest(sides: Mapping[int, str]) -> dict[int, str]:
    """The sides that words speak of, "the others" as the side that they are then: the defence, or they."""
    rest = "other" if {"taker", "other"} & {*sides.values()} else "theirs"
    return {at: rest if side == "rest" else side for at, side in sides.items()}


def _called_takers(said: Sequence[Term], sides: Mapping[int, str]) -> list[int]:
    """The words for the taker that say who of two sides it is: "on était preneur"."""
    result = []
    for at, side in sides.items():
        before = at - 1
        while before >= 0 and said[before] != STOP and said[before].small and before not in sides:
            before -= 1
        if side == "taker" and sides.get(before) in ("ours", "theirs"):
            result.append(at)
    return result


def _before(at: int, sides: Mapping[int, str]) -> str:
    """The side that is spoken of where a word stands: the last one named before it."""
    return next((sides[other] for other in sorted(sides, reverse=True) if other < at), "")


def _subject(at: int, said: Sequence[Term], sides: Mapping[int, str]) -> str:
    """Whose a bid is: the side named before it in its clause."""
    start = max((other for other in range(at) if said[other] == STOP), default=-1)
    return _before(at, {other: side for other, side in sides.items() if other > start})


def _tells(at: int, said: Sequence[Term], vocabulary: Vocabulary) -> bool:
    """Whether a word goes on from who it is told of: "c'est nous qui avons pris"."""
    return at > 0 and said[at - 1].word in vocabulary.sides


def _suits_taken(said: Sequence[Term], vocabulary: Vocabulary) -> Iterator[int]:
    """The suit in which a side took: "on a pris à carreau", "we took it in spades"; the points do not hang on it."""
    for at, term in enumerate(said):
        before = said[max(0, at - 3) : at]
        if term.stem in vocabulary.suit_stems and any(one.word in vocabulary.taking for one in before):
            yield at


def _told(said: Sequence[Term], vocabulary: Vocabulary) -> Iterator[int]:
    """The words with which the points of a deal are told: also "qui" of "qui marque", and "quand" of "quand on"."""
    for at, (term, after) in enumerate(zip(said, (*said[1:], STOP), strict=True)):
        told = term.word in vocabulary.telling or term.word in vocabulary.taking
        asks = term.word in vocabulary.asking and (after.word in vocabulary.telling or _tells(at, said, vocabulary))
        puts = term.word in vocabulary.putting and after.word in vocabulary.sides
        if told or asks or puts:
            yield at
