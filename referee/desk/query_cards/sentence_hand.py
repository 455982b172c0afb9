"""The hand that a sentence says is all that somebody holds, and the suit or the card that was led.

"Il me reste le roi et le 7 de cœur, on demande carreau": the hand is whole, and of the trick the suit alone is known.
Then every trick that may lie there is a way to fill it in.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from referee.cards.packs import Pack
from referee.desk.card_phrases.card_phrase import CardPhrase
from referee.desk.card_phrases.suit_cards import by_suit
from referee.desk.query_cards.possible_tricks import tricks_from_cards, tricks_of_partner, tricks_of_suit
from referee.desk.query_words.denials import denial_of_suit
from referee.desk.query_words.phrases import clause_of, places_of
from referee.desk.query_words.sentence_terms import NEXT, STOP
from referee.desk.query_words.sentence_words import load_sentence_words
from referee.desk.search.search_terms import Term
from referee.desk.search.vocabulary import Vocabulary, load_vocabulary

OF_A_SUIT = 6
"""The most cards of a suit that are tried beside those of a hand, both ends of the suit among them."""


@dataclass(frozen=True, slots=True)
class TrickOnTable:
    """The tricks that may lie there, as lists of codes, and the indexes of the words that say so.

    ``denied``: the stems of the suits of which somebody says that he has none; ``deciding``: those of which each card
    may matter, the suit that was led and the trumps.
    """

    tricks: Sequence[Sequence[str]]
    words: Collection[int]
    denied: Collection[str] = ()
    deciding: Collection[str] = ()


def whole_hand(terms: Sequence[Term], hand_phrases: Sequence[CardPhrase], language: str) -> Collection[int]:
    """The words that say that these cards are all that is held: "il me reste", "ma main :"; none if it may be more."""
    vocabulary = load_vocabulary(language)
    if (
        not hand_phrases
        or any(len(phrase.ways) > 1 for phrase in hand_phrases)
        or not listed_whole(terms, hand_phrases, language)
    ):
        return ()
    start, end = hand_phrases[0].start, hand_phrases[-1].end
    before = start - 1
    if terms[before] == STOP and terms[before - 1].stem in vocabulary.suit_stems:  # "que des cœurs : 5, 8 et roi"
        before -= 2
    while before >= 0 and terms[before].small and terms[before].word not in vocabulary.only | {STOP.word}:
        before -= 1
    if before >= 0 and terms[before].word in vocabulary.only:
        return {before}
    if before >= 1 and terms[before] == STOP and terms[before - 1].word in vocabulary.hand:
        return {before - 1}
    after = end
    return {after} if after < len(terms) and terms[after].word in vocabulary.remaining else ()


def listed_whole(terms: Sequence[Term], hand_phrases: Sequence[CardPhrase], language: str) -> bool:
    """Whether nothing but cards stands in the list of a hand, and nothing unknown goes on from it."""
    vocabulary = load_vocabulary(language)
    inside = {at for phrase in hand_phrases for at in (*range(phrase.start, phrase.end), *phrase.counts)}
    for at in range(hand_phrases[0].start, hand_phrases[-1].end):
        inside |= {*denial_of_suit(at, terms, language)} if terms[at].stem in vocabulary.suit_stems else set()
    among = [terms[at] for at in range(hand_phrases[0].start, hand_phrases[-1].end) if at not in inside]
    if not all(term.small or term.word in vocabulary.adding for term in among):
        return False
    after = [*terms[hand_phrases[-1].end : hand_phrases[-1].end + 2], STOP, STOP]
    if after[0] == NEXT and _denies_a_suit(hand_phrases[-1].end + 1, terms, language):
        return True
    if after[0].word in vocabulary.joining:
        start = hand_phrases[-1].end + 1
        return _tells_of_another(start, terms, language) or _denies_a_suit(start, terms, language)
    known = (
        load_sentence_words(language).bids
        | vocabulary.led
        | vocabulary.remaining
        | vocabulary.hand
        | vocabulary.laying
        | vocabulary.must
    )
    following = after[1] if after[0] == NEXT else after[0]
    return following.small or following.word in known or following.stem in vocabulary.cards


def _tells_of_another(at: int, terms: Sequence[Term], language: str) -> bool:
    """Whether a clause on somebody else, or on what was led, begins here: "et quelqu'un a coupé", "et on demande"."""
    vocabulary, words = load_vocabulary(language), load_sentence_words(language)
    following = [term.word for term in terms[at : at + 3]]
    subject = bool(following) and following[0] in words.others | words.people | words.some_people | words.one
    subject = subject or _names_trumps(at, terms, vocabulary)
    return subject or any(word in vocabulary.led | words.trumped for word in following[1:])


def _denies_a_suit(at: int, terms: Sequence[Term], language: str) -> bool:
    """Whether words begin here that say of a suit that there is none: "et plus de trèfle", "and no clubs"."""
    suits = load_vocabulary(language).suit_stems
    suit = next((other for other in clause_of(at, terms) if other >= at and terms[other].stem in suits), at)
    closes = suit + 1 == len(terms) or terms[suit + 1].separates  # "plus de trèfle qu'elle"
    return suit > at and closes and denial_of_suit(suit, terms, language).start == at


def _names_trumps(at: int, terms: Sequence[Term], vocabulary: Vocabulary) -> bool:
    """Whether a clause that names the suit of trumps begins here: "et l'atout c'est coeur", "and hearts are trumps"."""
    clause = [terms[other] for other in clause_of(at, terms) if other >= at]
    trumps = any(term.stem == vocabulary.stem(vocabulary.trump) for term in clause[:3])
    return trumps and any(term.stem in vocabulary.suit_stems for term in clause[:5])


@dataclass(frozen=True, slots=True)
class HandInWords:
    """A sentence, the indexes of the words of all its cards, the codes of the hand, and whether these are all of it.

    ``start``: the first word of the hand: the cards named before it are those that were played. ``chosen``: the indexes
    of the words that say trumps or a contract.
    """

    terms: Sequence[Term]
    language: str
    in_cards: Collection[int]
    codes: Collection[str]
    whole: bool
    start: int
    chosen: Collection[int] = ()


def trick_on_table(
    of_hand: HandInWords, phrases: Sequence[CardPhrase], lying: Sequence[CardPhrase], trump: str, pack: Pack
) -> TrickOnTable | None:
    """What was led.

    ``phrases``: the cards that are not of the hand; ``lying``: those of them that are said to lie there; ``trump``: the
    stem of the suit of trumps, or "".
    """
    terms, in_cards = of_hand.terms, of_hand.in_cards
    language, vocabulary = of_hand.language, load_vocabulary(of_hand.language)
    of_suit = by_suit(pack, language)
    leading = _leading(terms, language)
    suits_led = [phrase for phrase in phrases if _is_suit_led(phrase, leading, terms, of_suit)]
    phrases = [phrase for phrase in phrases if phrase not in suits_led]
    in_cards = {*in_cards} - {phrase.start for phrase in suits_led}
    if not phrases and (opening := _opening(terms, {*in_cards, *of_hand.chosen}, of_suit, language)):
        return TrickOnTable([[]], opening, (), of_suit)
    winning, beaten = _partner_wins(terms, language), _opponent_wins(terms, language)
    if winning or beaten:
        phrases = _of_suit_asked(phrases, leading, terms, of_suit)
    if any(len(phrase.ways) > 1 for phrase in phrases):
        return None
    suits = {
        at: term.stem for at, term in enumerate(terms) if term.stem and term.stem in of_suit and at not in in_cards
    }
    trick_words = _TrickInWords(of_hand, phrases, lying, leading, suits, of_suit, trump)
    start = _start_of_trick(trick_words, winning, beaten)
    if start is None or _is_all_of_suit_led(of_hand, of_suit.get(start.suit, ())):
        return None
    denial = _denied(of_hand, suits, start.suit, of_suit.get(start.suit, ()))
    if not start.tricks or any(not {*of_suit[denied]}.isdisjoint(of_hand.codes) for denied in denial.suits):
        return None
    near = trick_words.near
    had = {at for at in suits if not of_hand.whole and at not in near and _is_had(at, terms, vocabulary)}
    words = {*near, *leading, *trick_words.words, *start.words, *denial.words, *had}
    return TrickOnTable(start.tricks, words, denial.suits, (start.suit, trump, ""))


def _is_all_of_suit_led(of_hand: HandInWords, of_suit: Collection[str]) -> bool:
    """Whether one card of the suit that was led is all that is held: of this suit, or in all, is not said."""
    return of_hand.whole and len(of_hand.codes) == 1 and {*of_hand.codes} <= {*of_suit}


@dataclass(frozen=True, slots=True)
class _TrickInWords:
    """What a sentence tells of a trick: its cards, and by the indexes of their words the stems of the suits named."""

    of_hand: HandInWords
    phrases: Sequence[CardPhrase]
    lying: Sequence[CardPhrase]
    leading: Sequence[int]
    suits: Mapping[int, str]
    of_suit: Mapping[str, Sequence[str]]
    trump: str

    @property
    def codes(self) -> Sequence[str]:
        return [code for phrase in self.phrases for code in phrase.ways[0]]

    @property
    def words(self) -> Collection[int]:
        return {at for phrase in self.phrases for at in phrase.words}

    @property
    def near(self) -> Mapping[int, str]:
        """The suits beside the words that say that something was led."""
        terms = self.of_hand.terms
        return {
            at: stem for at, stem in self.suits.items() if any(_is_beside(at, place, terms) for place in self.leading)
        }


@dataclass(frozen=True, slots=True)
class _Start:
    """The stem of the suit that was led, the tricks that may lie there, and the words that say so."""

    suit: str
    tricks: Sequence[Sequence[str]]
    words: Collection[int] = ()


def _start_of_trick(trick_words: _TrickInWords, winning: Collection[int], beaten: Collection[int]) -> _Start | None:
    """How the trick began: with a ruff, with who has it so far, with a suit alone, or with the cards that lie there.

    ``winning``: the words that say that the partner has it; ``beaten``: that an opponent has.
    """
    of_hand, of_suit, trump, codes = trick_words.of_hand, trick_words.of_suit, trick_words.trump, trick_words.codes
    terms, hand, language = of_hand.terms, of_hand.codes, of_hand.language
    near = {*trick_words.near.values()}
    if _begins_with_a_ruff(terms, trick_words.phrases, of_suit.get(trump, ()), language):
        lacking = {stem for at, stem in trick_words.suits.items() if denial_of_suit(at, terms, language)}
        suit = _only_suit(near or lacking)
        known = suit and suit != trump
        return _Start(suit, list(tricks_of_suit(suit, trump, hand, of_suit, codes)) if known else [])
    if winning:
        suit = _only_suit(near | _suits_of(codes, of_suit))
        return _Start(suit, list(tricks_of_partner(suit, trump, codes, hand, of_suit)), winning)
    if beaten and len(codes) == 1 and len(_suits_of(codes, of_suit) | near) == 1:
        return _Start(_only_suit(_suits_of(codes, of_suit)), [codes], beaten)
    suit = _only_suit(near)
    if suit and not {*codes} & {*of_suit[suit]}:
        return _Start(suit, list(tricks_of_suit(suit, trump, hand, of_suit, codes)))
    return _start_with_cards(trick_words) if codes and near <= _suits_of(codes[:1], of_suit) else None


def _start_with_cards(trick_words: _TrickInWords) -> _Start | None:
    """A trick of the cards that lie there, or that alone are told before the hand."""
    of_hand, codes, phrases = trick_words.of_hand, trick_words.codes, trick_words.phrases
    terms = of_hand.terms
    before_hand = all(phrase.count == 1 and phrase.end <= of_hand.start for phrase in phrases)
    just_led = len(phrases) == 1 and any(_is_next(phrases[0], at, terms) for at in trick_words.leading)
    if not (phrases == trick_words.lying or just_led or before_hand):
        return None
    suit = next((stem for stem, of in trick_words.of_suit.items() if codes[0] in of), "")
    seat = _seat(terms, len(codes), of_hand.language)
    if seat.number == len(codes) + 1:
        return _Start(suit, [codes], seat.words)
    return _Start(suit, list(tricks_from_cards(codes, suit, trick_words.trump, of_hand.codes, trick_words.of_suit)))


def _begins_with_a_ruff(
    terms: Sequence[Term], phrases: Sequence[CardPhrase], trumps: Collection[str], language: str
) -> bool:
    """Whether the first card that is told was played to trump another one: "l'adversaire a coupé avec le 10"."""
    trumped = load_sentence_words(language).trumped
    first = min(phrases, key=lambda phrase: phrase.start, default=None)
    if first is None or not {*first.cards} <= {*trumps}:
        return False
    return any(terms[at].word in trumped for at in clause_of(first.start, terms) if at < first.start)


def _leading(terms: Sequence[Term], language: str) -> list[int]:
    """The words that say that something was led, and not that nobody led it."""
    led_words, nobody = load_vocabulary(language).led, load_sentence_words(language).nobody
    found = [at for at, term in enumerate(terms) if term.word in led_words]
    return [at for at in found if not any(terms[other].word in nobody for other in clause_of(at, terms))]


def _opening(
    terms: Sequence[Term], in_cards: Collection[int], of_suit: Mapping[str, Sequence[str]], language: str
) -> set[int]:
    """The words that say that somebody begins the trick himself; nothing where a suit is said to be led.

    "c'est à moi d'entamer", "can I lead hearts ?"; a suit is spoken of as what is led, or as what was played before.
    ``in_cards``: the indexes of the words of cards, of trumps and of a contract.
    """
    vocabulary, words = load_vocabulary(language), load_sentence_words(language)
    asking = vocabulary.may | vocabulary.must | vocabulary.saying | words.to_lead
    found: set[int] = set()
    for phrase in words.my_lead:
        for place in places_of(phrase, terms):
            found |= {*place}
    for at, term in enumerate(terms):
        begins = any(before.word in asking for before in terms[max(0, at - 3) : at])
        if term.word in words.opening | vocabulary.opening and begins:
            found.add(at)
    suits = {at for at, term in enumerate(terms) if term.stem and term.stem in of_suit and at not in in_cards}
    asked = suits_asked(terms, suits, language)
    positions = {
        at
        for at in suits - asked
        if any(terms[other].word in words.fallen for other in clause_of(at, terms) if other not in found)
    }
    return found | asked if found and not suits - asked - positions else set()


def suits_asked(terms: Sequence[Term], suits: Collection[int], language: str) -> set[int]:
    """Where suits are said of which somebody asks whether he may play a card: "can I throw a heart ?"."""
    vocabulary, words = load_vocabulary(language), load_sentence_words(language)
    laying = vocabulary.laying | words.opening | vocabulary.opening | words.following
    asking = vocabulary.may | vocabulary.must | words.to_lead
    result = set()
    for at in suits:
        before = at - 1
        while before >= 0 and terms[before].small and not terms[before].separates:
            before -= 1
        asks = any(terms[other].word in asking for other in clause_of(at, terms))
        alone = before >= 0 and terms[before].separates and _is_asked_behind(at, terms, asking)
        asks = asks or alone
        if asks and ((before >= 0 and terms[before].word in laying) or alone):
            result.add(at)
    return result


def _is_asked_behind(at: int, terms: Sequence[Term], asking: Collection[str]) -> bool:
    """Whether a word stands alone and it is asked behind it whether that may be: "coeur, possible ?"."""
    after = [*terms[at + 1 : at + 3], STOP, STOP]
    return after[0] == NEXT and after[1].word in asking


def besides(hand: Collection[str], first: TrickOnTable, pack: Pack, language: str) -> list[str]:
    """Some of the cards that a hand may hold beside those that are said: of each suit that is not denied."""
    known = {*hand, *(code for trick in first.tricks[:1] for code in trick)}
    result: list[str] = []
    for suit, codes in by_suit(pack, language).items():
        others = [code for code in codes if code not in known]
        step = max(1, (len(others) - 1) // (OF_A_SUIT - 1))
        some = [*others[::step], *others[-1:]] if suit in first.deciding else others[:1]
        if suit not in first.denied:
            result += dict.fromkeys(some)
    return result


@dataclass(frozen=True, slots=True)
class _Seat:
    """Which player of the trick somebody says he is, 0 if he does not, and the words that say it."""

    number: int
    words: Collection[int]


def _seat(terms: Sequence[Term], played: int, language: str) -> _Seat:
    """The place of who speaks; ``played``: how many cards lie there, whose next player he may say he is."""
    words, definite = load_sentence_words(language), load_vocabulary(language).definite
    for at, term in enumerate(terms):
        before = next((terms[other].word for other in range(at - 1, -1, -1) if terms[other].word not in definite), "")
        if term.word in words.ordinals and before in words.being:
            return _Seat(words.ordinals.index(term.word) + 1, {at})
        if term.word in words.next_player and before in words.being:
            return _Seat(played + 1, {at})
    return _Seat(0, ())


@dataclass(frozen=True, slots=True)
class _Denial:
    """The suits of which somebody says that he has none, and the words that say so."""

    suits: Collection[str]
    words: Collection[int]


def _denied(of_hand: HandInWords, suits: Mapping[int, str], led_suit: str, of_led: Collection[str]) -> _Denial:
    """What is denied; who asks whether he may ruff or discard denies the suit that was led, if he holds none of it."""
    terms, vocabulary, words = of_hand.terms, load_vocabulary(of_hand.language), load_sentence_words(of_hand.language)
    denied = {at: denial for at in suits if (denial := denial_of_suit(at, terms, of_hand.language))}
    stems = {suits[at] for at in denied}
    used = {other for denial in denied.values() for other in denial}
    for phrase in (*vocabulary.none_of_it, *words.none_of_it):  # "j'en ai pas": of what was led
        for place in places_of(phrase, terms):
            if not denied:
                stems.add(led_suit)
                used |= {*place}
    discards = {at for at, term in enumerate(terms) if term.word in words.discarding}
    holds_some = any(suits[at] == led_suit and _is_had(at, terms, vocabulary) for at in suits)
    if discards and not {*of_led} & {*of_hand.codes} and not holds_some:
        stems.add(led_suit)
        asking = vocabulary.must | vocabulary.may
        used |= {at for at in discards if any(term.word in asking for term in terms[max(0, at - 3) : at])}
    return _Denial(stems, used)


def _partner_wins(terms: Sequence[Term], language: str) -> set[int]:
    """The words that say that the partner has the trick so far: "mon partenaire est maître avec l'as"."""
    words = load_sentence_words(language)
    for at, term in enumerate(terms):
        if term.word in words.partners:
            positions = [other for other in clause_of(at, terms) if terms[other].word in words.winning]
            denied = any(terms[other].word in load_vocabulary(language).negations for other in clause_of(at, terms))
            if (
                len(positions) == 1
                and positions[0] > at
                and not denied
                and not _is_trumped_then(positions[0], terms, language)
            ):
                return {at, *positions}
    return set()


def _opponent_wins(terms: Sequence[Term], language: str) -> set[int]:
    """The words that say that an opponent has the trick so far, or led: "l'adversaire est maître au roi"."""
    words, sides = load_sentence_words(language), load_vocabulary(language).sides
    for at, term in enumerate(terms):
        opponent = term.word in words.people - words.partners and sides.get(term.word) in ("theirs", "anybody")
        has_it = words.winning | words.began
        positions = [other for other in clause_of(at, terms) if terms[other].word in has_it] if opponent else []
        if (
            len(positions) == 1
            and positions[0] > at
            and all(terms[other].small for other in range(at + 1, positions[0]))
        ):
            return {at, *positions}
    return set()


def _is_trumped_then(after: int, terms: Sequence[Term], language: str) -> bool:
    """Whether somebody trumps behind a word, in a clause that asks nothing of me: "maître avec l'as, Léo coupe"."""
    words, vocabulary = load_sentence_words(language), load_vocabulary(language)
    asks = vocabulary.must | vocabulary.may | vocabulary.question_words | words.myself | words.speaker
    return any(
        terms[at].word in words.trumped and not any(terms[other].word in asks for other in clause_of(at, terms))
        for at in range(after, len(terms))
    )


def _of_suit_asked(
    phrases: Sequence[CardPhrase], leading: Collection[int], terms: Sequence[Term], of_suit: Mapping[str, Sequence[str]]
) -> Sequence[CardPhrase]:
    """The only card with which a partner has the trick, of the suit that was asked: "pique demandé, … avec l'as"."""
    near = {term.stem for at, term in enumerate(terms) if any(_is_beside(at, other, terms) for other in leading)}
    suit = _only_suit(near & of_suit.keys())
    if len(phrases) != 1 or not suit:
        return phrases
    ways = tuple(way for way in phrases[0].ways if {*way} <= {*of_suit[suit]})
    return [replace(phrases[0], ways=ways)] if len(ways) == 1 else phrases


def _only_suit(suits: Collection[str]) -> str:
    return next(iter(suits)) if len(suits) == 1 else ""


def _suits_of(codes: Sequence[str], of_suit: Mapping[str, Sequence[str]]) -> set[str]:
    return {stem for stem, of in of_suit.items() if not {*of}.isdisjoint(codes)}


def _is_had(at: int, terms: Sequence[Term], vocabulary: Vocabulary) -> bool:
    """Whether somebody says of a suit that he has it: one of the cards that a hand may hold beside those named."""
    before = at - 1
    while before >= 0 and terms[before].small and not terms[before].separates:
        if terms[before].word in vocabulary.holding:
            return not _is_denied(at, terms, vocabulary)
        before -= 1
    return before >= 0 and terms[before].word in vocabulary.holding and not _is_denied(at, terms, vocabulary)


def _is_suit_led(
    phrase: CardPhrase, leading: Collection[int], terms: Sequence[Term], of_suit: Mapping[str, Sequence[str]]
) -> bool:
    """Whether a suit alone is told to be led, and no card of it: "purple was led", but "a purple was led"."""
    alone = phrase.end - phrase.start == 1 and bool(terms[phrase.start].stem) and terms[phrase.start].stem in of_suit
    return alone and not phrase.counts and any(_is_next(phrase, at, terms) for at in leading)


def _is_next(phrase: CardPhrase, at: int, terms: Sequence[Term]) -> bool:
    """Whether only small words are between a card and the word that says that it was led."""
    between = range(at + 1, phrase.start) if at < phrase.start else range(phrase.end, at)
    return all(terms[other].small and not terms[other].separates for other in between)


def _is_beside(at: int, other: int, terms: Sequence[Term]) -> bool:
    between = range(min(at, other) + 1, max(at, other))
    return all(terms[place].small and not terms[place].separates for place in between)


def _is_denied(at: int, terms: Sequence[Term], vocabulary: Vocabulary) -> bool:
    return any(terms[other].word in vocabulary.negations for other in range(max(0, at - 2), at))
