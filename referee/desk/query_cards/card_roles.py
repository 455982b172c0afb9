"""What each card of a sentence is: it lies on the table, somebody holds it, or somebody wants to lay it.

"Il y a un 9 sur la table, je peux mettre un valet ?" The words before a card say it, or those for a place beside it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from referee.desk.card_phrases.card_phrase import CardPhrase
from referee.desk.query_words.denials import denial_of_suit
from referee.desk.query_words.phrases import clause_of, items, stands_at
from referee.desk.query_words.sentence_terms import NEXT, STOP
from referee.desk.query_words.sentence_words import SentenceWords, load_sentence_words
from referee.desk.search.search_terms import Term
from referee.desk.search.vocabulary import Vocabulary, load_vocabulary

BEHIND = 1
"""So many small words may stand behind a suit that is denied of nobody: "no clubs here", but "no clubs from Tom"."""


class Role(Enum):
    """What a card is: it lies on the table, is held, or is what somebody wants to lay."""

    LIES = "lies"
    HELD = "held"
    LAID = "laid"


class _Mark(Enum):
    """What words say of the cards after them; ``PLACE``: also of those before them, ``ENDS``: of none.

    ``TOP``: of those before them, where no other card lies there: these are put on it. ``THEIRS``: that somebody else
    played them; they lie there, if none was played before: "j'ai mis le valet, il met la dame". ``HAND``: that those
    before them are held: "dame de pique, 5 de coeur en main".
    """

    PLACE = "place"
    TOP = "top"
    THEIRS = "theirs"
    HAND = "hand"
    LACKS = "lacks"
    LIES = "lies"
    HELD = "held"
    LAID = "laid"
    ONTO = "onto"
    ENDS = "ends"


_OF_MARK = {
    _Mark.LIES: Role.LIES,
    _Mark.ONTO: Role.LIES,
    _Mark.HELD: Role.HELD,
    _Mark.HAND: Role.HELD,
    _Mark.LACKS: Role.HELD,
    _Mark.LAID: Role.LAID,
}


@dataclass(frozen=True, slots=True)
class CardRoles:
    """The role of each card phrase by its start, none of those of which nothing is said.

    ``words``: the indexes of the words that say what lies there; ``holding``: of those that say what is held;
    ``border``: the first word that puts one card on another, None without one; ``told``: whether words say of some card
    that it lies there.
    """

    of: Mapping[int, Role]
    words: Collection[int]
    holding: Collection[int]
    border: int | None
    told: bool

    def among(self, phrases: Sequence[CardPhrase], *roles: Role | None) -> list[CardPhrase]:
        """The phrases of one of these roles."""
        return [phrase for phrase in phrases if self.of.get(phrase.start) in roles]


NO_ROLES = CardRoles({}, (), (), None, told=False)
"""The roles where no question asks for cards."""


def card_roles(terms: Sequence[Term], phrases: Sequence[CardPhrase], language: str) -> CardRoles:
    """The roles of the cards of a sentence."""
    vocabulary = load_vocabulary(language)
    by_start = {phrase.start: phrase for phrase in phrases}
    before_hand = dict(_clauses_before_a_hand(terms, by_start, language))
    in_clauses = {at for start, (_, end) in before_hand.items() for at in range(start, end)}
    marks = {at: mark for at, mark in _marks(terms, language) if at not in in_clauses} | before_hand
    role: Role | None = None
    of: dict[int, Role] = {}
    clause: list[int] = []
    words: set[int] = set()
    holding: set[int] = set()
    having = range(0)
    parted = _parted(terms, marks, by_start)
    opened = parted is not None
    for at, term in enumerate(terms):
        mark, end = marks.get(at, (None, at))
        words |= {*range(at, end)} if mark is _Mark.TOP else set()
        mark = _as_told(mark, at, clause, by_start, of, opened=opened)
        if mark is _Mark.PLACE:
            lying = [start for start in clause if of.get(start) is not Role.LAID]
            of |= dict.fromkeys(lying, Role.LIES)
            role = None if clause else Role.LIES
        elif mark is _Mark.HAND and any(start not in of for start in clause):
            of |= dict.fromkeys((start for start in clause if start not in of), Role.HELD)
            holding.update(range(at, end))
        elif mark is not None:
            role = _OF_MARK.get(mark)
        elif (
            at == parted
            or (term == STOP and not _opens(at, terms, marks, vocabulary))
            or (role is Role.LAID and _goes_on_to_another(at, terms, by_start, language))
        ):
            announced = role is Role.HELD and not holding and terms[at - 1].stem in vocabulary.suit_stems
            if _goes_on_with_a_card(at, terms, by_start, vocabulary) and Role.HELD in of.values():
                role = Role.HELD  # "j'ai 8♠ (pique est atout) et roi♦"
            elif not announced:  # "I have no spade: jack of hearts or 7 of diamonds"
                role = None
        if mark in (_Mark.PLACE, _Mark.LIES):
            words.update(range(at, end))
        if mark in (_Mark.HELD, _Mark.HAND, _Mark.LACKS):
            having = range(at, end)
        if term == STOP or mark is not None:
            clause = clause if mark is _Mark.PLACE else []
        if at in by_start and (by_start[at].count or role is Role.LAID):
            clause.append(at)
            role = None if role is Role.HELD and _was_led(by_start[at], terms, vocabulary) else role
            of |= {} if role is None else {at: role}
            holding |= {*having} if role is Role.HELD else set()
    border = min((at for at, (mark, _) in marks.items() if mark is _Mark.ONTO), default=None)
    return CardRoles(of, words, holding, border, bool(words))


def _goes_on_with_a_card(at: int, terms: Sequence[Term], starts: Collection[int], vocabulary: Vocabulary) -> bool:
    """Whether "and" with a card follows a stop: what stood before it goes on."""
    after = terms[at + 1] if at + 1 < len(terms) else STOP
    return after.word in vocabulary.joining and (at + 2 in starts or at + 3 in starts)


def _was_led(phrase: CardPhrase, terms: Sequence[Term], vocabulary: Vocabulary) -> bool:
    """Whether a card is said to be led: "king of clubs was led"."""
    after = [term for term in terms[phrase.end : phrase.end + 2] if term.word not in vocabulary.joining]
    return bool(after) and any(
        term.word in vocabulary.led and all(other.small for other in after[:place]) for place, term in enumerate(after)
    )


def _goes_on_to_another(at: int, terms: Sequence[Term], starts: Collection[int], language: str) -> bool:
    """Whether a word opens an item of a list and names somebody else, whose card follows: "je mets l'as, Ana le 6"."""
    vocabulary, words = load_vocabulary(language), load_sentence_words(language)
    before, term = terms[at - 1] if at else STOP, terms[at]
    opens = before == NEXT or before.word in vocabulary.joining
    name = term.small and not term.separates and term.word not in vocabulary.small
    somebody = name or term.word in words.people | words.others
    return opens and somebody and any(other in starts for other in range(at + 1, at + 3))


def _as_told(
    mark: _Mark | None,
    at: int,
    clause: Collection[int],
    starts: Collection[int],
    of: Mapping[int, Role],
    *,
    opened: bool,
) -> _Mark | None:
    """What a word says where other cards were told before it: "un 9 sur la table, un roi dessus" is put on the 9.

    ``clause``: the cards of its clause so far; ``of``: what those before it are; ``opened``: whether the sentence opens
    with what lies there: "sur deux dames, Nina pose un as".
    """
    if mark is _Mark.TOP:
        return _Mark.PLACE if clause and Role.LIES not in of.values() else None
    if mark is _Mark.THEIRS:
        other = any(start < at and of.get(start) not in (Role.LIES, Role.HELD) for start in starts)
        other = other or (opened and any(start < at for start in starts))
        return _Mark.ENDS if other else _Mark.LIES
    return mark


def _parted(terms: Sequence[Term], marks: Mapping[int, tuple[_Mark, int]], starts: Collection[int]) -> int | None:
    """The comma after what lies there, where this is named first: "sur une paire de 10, un valet"."""
    first = min(starts, default=len(terms))
    onto = any(mark is _Mark.ONTO and at < first for at, (mark, _) in marks.items())
    return next((at for at in range(first, len(terms)) if terms[at] == NEXT), None) if onto else None


def _opens(at: int, terms: Sequence[Term], marks: Mapping[int, tuple[_Mark, int]], vocabulary: Vocabulary) -> bool:
    """Whether a colon or the like opens the list that the words before it announce: "ma main : …", "table : …"."""
    before = at - 1
    return before >= 0 and (
        terms[before].word in vocabulary.hand
        or (marks.get(before, (None, at))[0] is _Mark.HAND)
        or any(mark in (_Mark.LIES, _Mark.PLACE, _Mark.LACKS) and end == at for mark, end in marks.values())
    )


def _marks(terms: Sequence[Term], language: str) -> Iterator[tuple[int, tuple[_Mark, int]]]:
    """What words say of cards, by the index of the first, with the index after the last."""
    at = 0
    while at < len(terms):
        mark, end = _mark_at(at, terms, language)
        if mark is not None:
            yield at, (mark, end)
        at = max(end, at + 1)


def _mark_at(at: int, terms: Sequence[Term], language: str) -> tuple[_Mark | None, int]:
    vocabulary, words = load_vocabulary(language), load_sentence_words(language)
    word = terms[at].word
    for mark, phrase in _phrases_of_marks(language).get(word, ()):
        end = at + len(phrase)
        if not stands_at(at, phrase, terms) or (mark is _Mark.TOP and not _closes(end, terms, vocabulary)):
            continue
        mine = mark is _Mark.LIES and end < len(terms) and terms[end].word in words.mine
        return (_Mark.HELD if mine else mark), end
    lacking = _denial_by_me(at, terms, language)
    if lacking:
        return _Mark.HELD, lacking.stop
    after = terms[at + 1].word if at + 1 < len(terms) else ""
    asks_suit = word in words.asked_for and at + 1 < len(terms) and terms[at + 1].stem in vocabulary.suit_stems
    if asks_suit and at and terms[at - 1].word in words.having_cards:  # "le 8 de trèfle a demandé pique"
        return _Mark.PLACE, at + 1
    if (
        word in words.with_points and after and _asks_for_suit(at + 1, terms, language)
    ):  # "8 de pique avec trèfle demandé"
        return _Mark.PLACE, at + 1
    if word in words.played and after in words.by:  # "un 10 posé par Luc"
        return _Mark.PLACE, at + 1
    if word in vocabulary.onto:
        return (None if _is_on_cards_before(at, terms, language) else _Mark.ONTO), at + 1
    if word in vocabulary.holding:
        return (_Mark.ENDS if _tells_a_play(at, terms, vocabulary.done | words.played) else _Mark.HELD), at + 1
    theirs = word in words.played and _is_of_another(at, terms, vocabulary, words)
    if word in vocabulary.laying and not theirs:
        return _Mark.LAID, at + 1
    if theirs:
        return _Mark.THEIRS, at + 1
    return (_Mark.ENDS if word in vocabulary.led else None), at + 1


def _is_on_cards_before(at: int, terms: Sequence[Term], language: str) -> bool:
    """Whether a word puts a card on those told before it: "9 de pique, Ben par-dessus roi", "9♠ and over that K♣"."""
    vocabulary, words = load_vocabulary(language), load_sentence_words(language)
    if at == 0:
        return False
    after = terms[at + 1].word if at + 1 < len(terms) else ""
    before = terms[at - 2 if terms[at - 1].word in words.before_on_top else at - 1]
    behind_card = before.stem in vocabulary.cards | vocabulary.suit_stems or before.stem.isdigit()
    alone = any([*phrase] == [terms[at].word] for phrase in words.on_top)
    apart = alone and not behind_card and after not in vocabulary.belonging  # "au-dessus de l'as"
    return after in words.what_was_told or apart


def _asks_for_suit(at: int, terms: Sequence[Term], language: str) -> bool:
    """Whether a suit that was asked for is named from a word on: "trèfle demandé"."""
    asked = terms[at + 1].word if at + 1 < len(terms) else ""
    suit = terms[at].stem in load_vocabulary(language).suit_stems
    return suit and asked in load_sentence_words(language).asked_for


def _denial_by_me(at: int, terms: Sequence[Term], language: str) -> range:
    """The words of who speaks that he has none of a suit, before what he has: "moi pas de coeur, le 9 de trefle"."""
    words, suits = load_sentence_words(language), load_vocabulary(language).suit_stems
    if terms[at].word not in words.emphatic & words.myself:
        return range(0)
    suit = next((other for other in clause_of(at, terms) if other > at and terms[other].stem in suits), at)
    denial = denial_of_suit(suit, terms, language) if suit > at else range(0)
    return range(at, suit + 1) if denial and denial.start == at + 1 else range(0)


def _clauses_before_a_hand(
    terms: Sequence[Term], starts: Collection[int], language: str
) -> Iterator[tuple[int, tuple[_Mark, int]]]:
    """The clauses before the cards of who asks what he may play: that he has none of a suit, or that he leads.

    "No clubs here, just the 4 of diamonds. Can I chuck it?"
    """
    vocabulary, words = load_vocabulary(language), load_sentence_words(language)
    passed_over = vocabulary.only | vocabulary.definite | vocabulary.single | words.reasons
    for start, end in items(terms):
        suit = next((at for at in range(start, end) if terms[at].stem in vocabulary.suit_stems), start)
        denial = denial_of_suit(suit, terms, language) if suit > start else range(0)
        alone = bool(denial) and end <= suit + 1 + BEHIND and all(terms[at].small for at in range(suit + 1, end))
        mine = all(terms[at].word in passed_over | words.myself for at in range(start, denial.start))
        leads = any(stands_at(start, phrase, terms) and start + len(phrase) == end for phrase in words.my_lead)
        if not (alone and mine) and not leads:
            continue
        after = end + 1
        while after < len(terms) and terms[after].word in passed_over and after not in starts:
            after += 1
        asks = vocabulary.may | vocabulary.must | vocabulary.laying
        if after in starts and any(term.word in asks for term in terms[after:]):
            yield start, (_Mark.LACKS, end)


@lru_cache
def _phrases_of_marks(language: str) -> Mapping[str, Sequence[tuple[_Mark, Sequence[str]]]]:
    """The phrases with what they say of cards, by their first word."""
    vocabulary, words = load_vocabulary(language), load_sentence_words(language)
    kinds = (
        ((*vocabulary.places, *words.places), _Mark.PLACE),
        ((*vocabulary.lying, *words.lying), _Mark.LIES),
        (words.in_hand, _Mark.HAND),
        (words.hand_is, _Mark.HELD),
        ((*vocabulary.playing_myself, *words.i_play), _Mark.LAID),
        (words.on_top, _Mark.TOP),
    )
    by_first: dict[str, list[tuple[_Mark, Sequence[str]]]] = {}
    for phrases, mark in kinds:
        for phrase in phrases:
            by_first.setdefault(phrase[0], []).append((mark, phrase))
    return by_first


def _closes(end: int, terms: Sequence[Term], vocabulary: Vocabulary) -> bool:
    """Whether nothing follows on which something is put: "un 10 dessus, …", but "un 10 par-dessus un 2"."""
    after = terms[end] if end < len(terms) else STOP
    return after.separates or after.word in vocabulary.holding | vocabulary.joining


def _is_of_another(at: int, terms: Sequence[Term], vocabulary: Vocabulary, words: SentenceWords) -> bool:
    """Whether somebody else is told to have played: "il pose", "my partner put", "someone dropped"; never "je pose"."""
    before = at - 1
    subject = False
    asking = vocabulary.may | vocabulary.must
    while before >= 0 and not terms[before].separates and (terms[before].small or terms[before].word in words.people):
        term = terms[before]
        of_somebody = term.word in words.mine and terms[before + 1].word in words.people
        if (term.word in words.myself and not of_somebody) or term.word in asking:
            return False
        name = term.small and term.word not in vocabulary.small
        subject = subject or name or term.word in words.people or term.word in words.others
        before -= 1
    return subject


def _tells_a_play(at: int, terms: Sequence[Term], done: Collection[str]) -> bool:
    """Whether the word for having only tells what was done: "j'ai mis le 9"."""
    after = at + 1
    while after < len(terms) and terms[after].small and not terms[after].separates:
        if terms[after].word in done:
            return True
        after += 1
    return after < len(terms) and terms[after].word in done
