"""The cards that a sentence names: "deux rois", "un 3 rouge", "the pair of jacks", "l'as de trèfle".

A phrase is a number of equal cards, where one is said, and the words of a card in the order of its name; its suit may
be left open or be a colour. A number alone is a rank only where it is told from a count: after "un", after another
count, or in a list of cards.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from referee.cards.packs import Pack
from referee.desk.card_phrases.card_names import by_stem, called_so, names_of, suits_of
from referee.desk.card_phrases.card_phrase import CardPhrase, CardSubject, copies_of, ways_to_take
from referee.desk.card_phrases.counted_suits import counted_suit, in_each_of_suits, names_codes, some_of, whole_suit
from referee.desk.card_phrases.rank_lists import PLURAL, SMALL_COUNTS, is_bare, listed_ranks
from referee.desk.card_phrases.shared_suits import in_their_suits
from referee.desk.card_phrases.suit_lists import in_suit_before, in_suits_behind
from referee.desk.query_words.phrases import ends_at, stands_at
from referee.desk.query_words.sentence_terms import NEXT, STOP
from referee.desk.query_words.sentence_words import load_sentence_words
from referee.desk.search.search_terms import Term
from referee.desk.search.vocabulary import Vocabulary, load_vocabulary

FEW = 6
"""The most cards that a word means: a rank of every suit, no whole suit."""

SHORTEST_PLURAL = 3
"""Letters of a word whose last one may make it a plural: "as" is none."""

FEWEST_EQUAL = 3
"""So many equal ranks in a row are that many cards of it."""

MOST_COUNTED = 10
"""The largest number that counts cards."""


def card_phrases(
    terms: Sequence[Term],
    pack: Pack,
    language: str,
    subject: CardSubject = CardSubject.COUNTED,
    names: Collection[str] = (),
    *,
    in_order: bool = False,
) -> list[CardPhrase]:
    """The cards of a pack in a text, in order.

    ``subject``: of what they are told; ``names``: the stems of the names that single cards have; ``in_order``: whether
    they were laid one after another, so that equal ones are no group.
    """
    vocabulary = load_vocabulary(language)
    reader = _PhraseReader(terms, pack, language, subject, names)
    reader.read()
    phrases = reader.phrases if in_order else _equal_ones_together(reader.phrases, terms, pack)
    phrases = in_suits_behind(phrases, terms, reader.names, vocabulary)
    if reader.subject is not CardSubject.TRICK:
        only = vocabulary.only | vocabulary.holding
        phrases = in_suit_before(phrases, terms, reader.names, vocabulary, only)
    return in_their_suits(phrases, terms, reader.names, pack, language)


class _PhraseReader:
    """Reads the phrases of a text one after another; ``count``: the number of cards that was said last, or one.

    ``counts``: the indexes of the words that say it.
    """

    def __init__(
        self, terms: Sequence[Term], pack: Pack, language: str, subject: CardSubject, names: Collection[str]
    ) -> None:
        self.terms, self.pack, self.named = terms, pack, names
        self.vocabulary, self.words = load_vocabulary(language), load_sentence_words(language)
        of_suits = suits_of(pack, language)
        self.subject = CardSubject.TRICK if names_codes(terms, of_suits, self.vocabulary) else subject
        faces = called_so(pack, language)
        self.names, self.starts = names_of(faces, language), by_stem(faces, language)
        self.listed = listed_ranks(terms, self.starts, self.vocabulary)
        self.of_suits = of_suits if self.subject is CardSubject.COUNTED else {}
        self.phrases: list[CardPhrase] = []
        self.count = 1
        self.counts: tuple[int, ...] = ()

    def read(self) -> None:
        at = 0
        while at < len(self.terms):
            at = self._suit(at) or self._cards(at) or self._other_word(at)

    def _add(self, phrase: CardPhrase) -> int:
        """Adds a phrase; where it ends."""
        self.phrases.append(phrase)
        self.count, self.counts = 1, ()
        return phrase.end

    def _suit(self, at: int) -> int:
        """Where so many cards of a suit, or all of them, end that are said from a word on; 0 where none are."""
        counted = whole_suit(self.terms, at, self.of_suits, self.words.every, self.vocabulary)
        counted = counted or counted_suit(self.terms, at, self.of_suits, self.starts, self.vocabulary)
        if counted is None:
            return 0
        codes, number, end = counted
        return self._add(CardPhrase(at, end, codes, number, (), some_of(codes, number)))

    def _cards(self, at: int) -> int:
        """Where equal cards end that are said from a word on, 0 where none are."""
        cards, end = _cards_at(self.terms, at, self.starts, self.vocabulary, self.subject)
        plural = _is_plural(self.terms[at], self.vocabulary)
        further, listed_to = self._in_further_suits(at, end, cards, plural=plural)
        unsaid = plural and self.count == 1 and not further  # "le contrat des dames": how many is not said
        if not cards or unsaid or (end == at + 1 and not self._is_card_alone(at)):
            return 0
        in_digits = not plural and _is_rank_too(self.terms, at, self.counts)
        if not plural:
            self._add_rank_before(cards, is_rank=in_digits and end > at + 1)
        if further:
            codes = (*cards, *further)
            self._drop_ranks_before(at, cards, len(codes))
            return self._add(CardPhrase(at, listed_to, codes, len(codes) - len(cards) + 1, self.counts, (codes,)))
        doubtful = in_digits or (not plural and self._is_one_of_a_row(at, end))  # "3 8": three eights, or a three too
        known = () if doubtful else self.counts
        return self._add(CardPhrase(at, end, cards, self.count, known, ways_to_take(cards, self.count, self.pack)))

    def _is_one_of_a_row(self, at: int, end: int) -> bool:
        """Whether the number before a rank may be a card of a row too: "as 2 joker", "3 roi 4", but "2 joker".

        Of a rank that has no plural of its own, so is one beside a rank that is not counted: "2 as roi".
        """
        counts = (
            self.counts == (at - 1,) and self.terms[at - 1].word.isdigit() and self.terms[at - 1].stem in self.starts
        )
        behind_card = bool(self.phrases) and self.phrases[-1].end == at - 1
        after = self.terms[end] if end < len(self.terms) else STOP
        before_name = after.stem in self.starts and not after.word.isdigit()
        if self.terms[at].word[-1] in PLURAL:
            return counts and (before_name or (behind_card and not self.phrases[-1].counts))
        return counts and (behind_card or before_name or after.word.isdigit())

    def _in_further_suits(
        self, at: int, end: int, cards: tuple[str, ...], *, plural: bool
    ) -> tuple[Sequence[str], int]:
        """The cards of the same rank in the suits that are listed behind one, and where the list ends."""
        further, listed_to = in_each_of_suits(self.terms, end, cards, self.names, self.vocabulary)
        if not {*further}.isdisjoint(cards):  # "the 10 of clubs, clubs are trumps"
            return [], end
        the = at > 0 and self.terms[at].stem.isdigit() and self.terms[at - 1].word in self.words.the_many
        return (further, listed_to) if plural or the or len(further) > 1 else ([], end)

    def _drop_ranks_before(self, at: int, cards: tuple[str, ...], suits: int) -> None:
        """Drops a rank said before the one with its suits, as often as there are: "9 9 9 hearts spades clubs"."""
        row = [
            phrase
            for place, phrase in enumerate(reversed(self.phrases))
            if phrase.end == at - place and phrase.count == 1 and {*cards} <= {*phrase.cards}
        ]
        if len(row) == suits - 1:
            del self.phrases[len(self.phrases) - len(row) :]

    def _is_card_alone(self, at: int) -> bool:
        """Whether one word means a card, and is no pronoun."""
        if at > 0 and self.words.is_pronoun(self.terms[at].word, self.terms[at - 1].word):
            return False
        if at in self.listed or self._closes_a_hand(at) or self._is_on_top(at):
            return True
        scoring = self.words.scoring
        return _means_a_card(self.terms, at, self.counts, self.phrases, self.vocabulary, self.named, scoring)

    def _closes_a_hand(self, at: int) -> bool:
        """Whether a number is the last card of those that are told to be in hand: "roi dame 2 en main"."""
        told = any(stands_at(at + 1, phrase, self.terms) for phrase in self.words.in_hand)
        return told and bool(self.phrases) and self.phrases[-1].end == at

    def _is_on_top(self, at: int) -> bool:
        """Whether a number that counts no cards stands before the words for what lies on top: "9 on top"."""
        digits = self.terms[at].word.isdigit() and self.terms[at].word not in SMALL_COUNTS
        return digits and any(stands_at(at + 1, phrase, self.terms) for phrase in self.words.on_top)

    def _add_rank_before(self, cards: tuple[str, ...], *, is_rank: bool) -> None:
        """Adds the number before these cards as a card, where it is a rank and no count of them: "10 valet"."""
        if len(self.counts) != 1 or not (is_rank or self.count > copies_of(cards, self.pack)):
            return
        (number,) = self.counts
        first, _ = _cards_at(self.terms[: number + 1], number, self.starts, self.vocabulary, self.subject)
        if first and (self.terms[number].word.isdigit() or self.count == MOST_COUNTED):  # no pack has ten of them
            self._add(CardPhrase(number, number + 1, first, 1, (), ways_to_take(first, 1, self.pack)))

    def _other_word(self, at: int) -> int:
        """The next word; this one may be a count, or end what a count is said of."""
        term = self.terms[at]
        if term.word in self.vocabulary.single | self.vocabulary.joining or term.separates:
            self.count, self.counts = 1, ()
        elif not term.small:
            self.count, self.counts = _count(self.terms, at, self.count, self.counts, self.vocabulary)
        return at + 1


def _equal_ones_together(phrases: Sequence[CardPhrase], terms: Sequence[Term], pack: Pack) -> list[CardPhrase]:
    """The cards, a rank that is said several times in a row as so many of it: "9-9-9"."""
    groups: list[list[CardPhrase]] = []
    for phrase in phrases:
        last = groups[-1][-1] if groups else phrase
        equal = last.cards == phrase.cards and last.count == phrase.count == 1
        equal = equal and 1 < len(phrase.cards) == copies_of(phrase.cards, pack)  # none of them is there twice
        if groups and equal and all(term == NEXT for term in terms[last.end : phrase.start]):
            groups[-1].append(phrase)
        else:
            groups.append([phrase])
    result: list[CardPhrase] = []
    for group in groups:
        if len(group) < FEWEST_EQUAL:
            result += group
        else:
            ways = ways_to_take(group[0].cards, len(group), pack)
            result.append(replace(group[0], end=group[-1].end, count=len(group), ways=ways))
    return result


def _cards_at(
    terms: Sequence[Term],
    start: int,
    starts: Mapping[str, Sequence[tuple[str, tuple[str, ...], int]]],
    vocabulary: Vocabulary,
    subject: CardSubject,
) -> tuple[tuple[str, ...], int]:
    """The codes that the words from ``start`` on mean, and the end of these: words of names, in order.

    Of the small words only those that belong to a name may be in between: "two of them are clubs" names no card.
    No code: they mean no card, or too many.
    """
    if _counts_a_suit(terms, start, vocabulary, subject):
        return (), start
    rest: Sequence[tuple[str, tuple[str, ...], int]] = starts.get(terms[start].stem, ())
    end = start
    between = vocabulary.belonging | vocabulary.definite
    for at in range(start, len(terms)):
        if terms[at].word in vocabulary.onto or terms[at].separates:
            break
        if terms[at].small and at > start and terms[at].word in between:
            continue
        stem = terms[at].stem
        after = (
            rest
            if at == start
            else [(code, name[name.index(stem) + 1 :], size) for code, name, size in rest if stem in name]
        )
        if not after:
            break
        rest, end = after, at + 1
    length = len([term for term in terms[start:end] if not term.small])
    if length == 1 and terms[start].stem in starts and _is_of_many(terms[start].stem, starts):
        return (), start
    whole = [code for code, _, size in rest if size == length]
    cards = tuple(dict.fromkeys(whole or (code for code, *_ in rest)))
    return (cards, end) if end > start and len(cards) <= FEW else ((), start)


def _is_of_many(stem: str, starts: Mapping[str, Sequence[tuple[str, tuple[str, ...], int]]]) -> bool:
    """Whether a word is the last one in the names of cards of several ranks, and no name: a suit, "du vert"."""
    names = starts[stem]
    if len({code.rpartition(":")[2] for code, *_ in names}) == 1:
        return False  # a rank in each of the suits
    ranks = {size for _, rest, size in names if not rest and size > 1}
    return (
        bool(ranks) and all(not rest for _, rest, _ in names) and all(size > 1 for *_, size in names) and len(names) > 2
    )  # noqa: PLR2004


def _counts_a_suit(terms: Sequence[Term], at: int, vocabulary: Vocabulary, subject: CardSubject) -> bool:
    """Whether a number is how many cards of a suit there are, or may be: "quatre cœurs", but "le 4 cœur", "4♥".

    In a trick nobody counts: "9 of spades, 2 clubs"; beside a hand the suit in the singular is that of a card.
    """
    after, then = [*terms[at + 1 : at + 3], STOP, STOP][:2]
    if not terms[at].stem.isdigit() or after.stem not in vocabulary.suit_stems or " " in after.word:
        return False
    if at > 0 and terms[at - 1].word in vocabulary.determiners | vocabulary.definite:
        return False
    if not terms[at].word.isdigit() or subject is CardSubject.COUNTED:
        return True
    single = after.word in vocabulary.suits or then.word in vocabulary.led
    return not (single or subject is CardSubject.TRICK)


def _means_a_card(
    terms: Sequence[Term],
    at: int,
    counts: Sequence[int],
    phrases: Sequence[CardPhrase],
    vocabulary: Vocabulary,
    names: Collection[str],
    scoring: Collection[str],
) -> bool:
    """Whether one word means a card: a number only after a count, after "mon" or in a list of cards.

    No number is one before a word that it counts.
    """
    if not terms[at].stem.isdigit():
        return True
    if not is_bare(terms, at, vocabulary):
        return False
    determined = at > 0 and terms[at - 1].word in vocabulary.determiners
    scored = at > 1 and terms[at - 1].word not in vocabulary.single and terms[at - 2].word in scoring
    determined = determined and not scored  # "I play an 8 and peg my two"
    counted = bool(counts) and _follows(counts[-1], terms, at, vocabulary)
    beside = at > 0 and terms[at - 1].stem in names  # "starter 6"
    beside = beside or (at > 1 and terms[at - 1] == STOP and terms[at - 2].stem in names)  # "retourne : 6"
    placed = any(stands_at(at + 1, phrase, terms) for phrase in vocabulary.places)
    return (
        beside
        or placed
        or counted
        or determined
        or _lies(terms, at, vocabulary)
        or _is_laid(terms, at, vocabulary)
        or _is_in_list(terms, at, phrases, vocabulary)
    )


def _follows(count: int, terms: Sequence[Term], at: int, vocabulary: Vocabulary) -> bool:
    """Whether only the small words of a name are between a count and what it counts."""
    return all(terms[other].word in vocabulary.belonging | vocabulary.definite for other in range(count + 1, at))


def _lies(terms: Sequence[Term], at: int, vocabulary: Vocabulary) -> bool:
    """Whether a number stands after the words for what lies on the table: "il y a 4 et 3", "table: 6"."""
    end = at - 1 if at > 0 and terms[at - 1] == STOP else at
    return any(ends_at(end, phrase, terms) for phrase in vocabulary.lying)


def _is_laid(terms: Sequence[Term], at: int, vocabulary: Vocabulary) -> bool:
    """Whether a number stands after the words for what somebody plays now, and is no count: "je pose 8"."""
    counts = not terms[at].word.isdigit() or terms[at].word in SMALL_COUNTS
    return not counts and any(ends_at(at, phrase, terms) for phrase in vocabulary.playing_myself)


def _is_in_list(terms: Sequence[Term], at: int, phrases: Sequence[CardPhrase], vocabulary: Vocabulary) -> bool:
    """Whether a number stands in a list after a card, or at the begin of a list of numbers."""
    before, after = (terms[other] if 0 <= other < len(terms) else STOP for other in (at - 1, at + 1))
    if after.word in vocabulary.belonging:
        return False
    if phrases and (before == NEXT or before.word in vocabulary.joining):
        return phrases[-1].end == at - 1
    closes = after.separates or after.word in vocabulary.joining
    if phrases and phrases[-1].end == at and closes:  # "as dame 8 et un joker"
        return True
    named = before.small and before.word not in vocabulary.small  # "Zoé 5, 8 et 2"
    holds = before.word in vocabulary.holding
    then = terms[at + 2] if at + 2 < len(terms) else STOP
    if holds and after.word in vocabulary.joining and then.stem in vocabulary.cards - vocabulary.suit_stems:
        return True  # "j'ai 7 et dame de pique"
    opens = before.separates or not before.small or named or holds
    others = [other for other in range(at + 2, min(at + 5, len(terms))) if terms[other].stem.isdigit()]
    return opens and after == NEXT and bool(others) and is_bare(terms, others[0], vocabulary)


def _is_rank_too(terms: Sequence[Term], at: int, counts: Sequence[int]) -> bool:
    """Whether the number before a rank in digits is in digits too, and may be another rank: "as 2 3 de pique"."""
    return counts == (at - 1,) and terms[at - 1].word.isdigit() and terms[at].word.isdigit()


def _is_plural(term: Term, vocabulary: Vocabulary) -> bool:
    """Whether a word is the plural of one that suits do not have: "dames", "2s", not "hearts"."""
    word = term.word
    if word[:-1].isdigit() and word[-1] == "s":
        return True
    single = vocabulary.stem(word[:-1]) if word[-1] == "s" and len(word) > SHORTEST_PLURAL else ""
    return single == term.stem and term.stem not in vocabulary.suit_stems


def _count(
    terms: Sequence[Term], at: int, count: int, counts: tuple[int, ...], vocabulary: Vocabulary
) -> tuple[int, tuple[int, ...]]:
    """The number of cards after another word, and the words that say it: "deux paires" are four; 1 and none else."""
    term = terms[at]
    if term.word in vocabulary.groups:
        return count * vocabulary.groups[term.word], (*counts, at)
    if term.stem.isdigit() and 1 < int(term.stem) <= MOST_COUNTED:
        return int(term.stem), (at,)
    if term.stem == "1":
        return 1, (at,)
    return 1, ()
