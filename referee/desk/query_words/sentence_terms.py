"""The words of a search as its facts are read from them: with what separates the items of a list.

"R♠, 10♠ puis 9♥" is "roi de pique , 10 de pique , 9 de coeur". A word that nothing in the rulebook knows, and that is
a slip of the finger away from one card word alone, is that card word.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from itertools import count

from referee.desk.query_words.sentence_words import load_sentence_words
from referee.desk.query_words.suits_first import with_ranks_first
from referee.desk.query_words.trump_lists import with_each_trump
from referee.desk.questions import desk_questions
from referee.desk.search.glued_ranks import with_ranks_parted
from referee.desk.search.misspellings import meant_by_slip, sounds
from referee.desk.search.search_index import load_index
from referee.desk.search.search_terms import SUIT_SIGNS, Term, terms_of
from referee.desk.search.vocabulary import load_vocabulary
from referee.games.registry import GAMES
from referee.words.folding import folded

NEXT, STOP = Term(",", ",."), Term(";", ";.")
"""What stands between two items of a list, and between two clauses: small words."""

_PARTS = re.compile(r"[,+/→]|[.;:!?…()=](?!\d)|(?<=\s)[-–—](?=\s)")
_FACE = re.compile(r"\b([a-z]) ?(?=[♠♥♦♣])", re.IGNORECASE)
_SIGN_FIRST = re.compile(r"(?<!\w)([♠♥♦♣])(10|[2-9]|[A-Z])(?!\w)(?! ?[♠♥♦♣])")
_SIGNS_FIRST = re.compile(r"([♠♥♦♣])(10|[2-9]|[A-Z])(?!\w)")
_FIRST_SIGN = re.compile(r"(\w ?)?[♠♥♦♣](\w?)")
_CAPITAL = re.compile(r"\b[A-ZÀ-Ý][\wÀ-ÿ]{3,}")
_AFTER_RANK = re.compile(r"(?<=\w) ?[♠♥♦♣]")
_NAME = re.compile(r"(?<=[\w,;’'] )[A-ZÀ-Ý][\wÀ-ÿ-]+(?:[’']s\b)?")
_RANK = "10|[2-9]|[AKQJ]"
_LISTED = r"(?:\d{1,2}|[A-Z]|[Jj]okers?)"
_DASHED = re.compile(rf"(?<![\w-])(?:{_LISTED}(?:-{_LISTED}){{2,}}|[Jj]oker-{_LISTED}|{_LISTED}-[Jj]oker)(?![\w-])")
_RUN_TOGETHER = re.compile(r"(?<![\w.,])\d{3,6}(?= (?:of|de) [a-z]| ?[♠♥♦♣])")
_ACE_LISTED = re.compile(
    r"^A(?=,)|(?<=[,:] )A(?=,| (?:and|et)\b| ?[?.!]| ?$)"
    r"|(?<=[/+])A\b|(?<=[/+] )A\b|\bA(?= ?[/+])|(?<=\()A(?=,)|(?<=[, ])A(?=\))"
    r"|(?<=[\dKQJRDV][-.])A\b|(?<=[\dKQJRDV] [-–] )A\b|\bA(?=[-.][\dKQJRDV]\b)|\bA(?= [-–] [\dKQJRDV]\b)"
)
_PAIR = re.compile(r"(?<![\d/.])(\d{1,2})/(\d{1,2})(?![\d/.])")
_ACE = re.compile(
    r"(?<=\b[KQJRDV2-9] )A\b|(?<=\b10 )A\b|(?<=\w )A(?= [KQJRDV]\b)"
    r"|\bA(?= (?:10|[7-9]|[KQJRDV]) (?:10|[2-9]|[KQJRDVA])\b(?!['’]))|^A(?= (?:10|[7-9]) de )"
)
_CODE = re.compile(r"\b(10|[2-9]|[AKQJ])([a-z])\b")
_THOUSANDS = re.compile(
    r"(?<![\d.,])(\d{1,2})(?:[,.\u00a0\u202f](?=\d{3}(?!\d|[.,]\d))| (?=\d{3} ?(?:points?|pts?)\b))", re.IGNORECASE
)
_NEGATIVE = re.compile(r"(?<![\w.,)])(?<!\d )(?:[-−–]|\b(?<!au )(?:minus|moins) +)(?=\d)", re.IGNORECASE)
_LIST = ",+/→-–—"

BELOW = "below0by"
"""What stands for the sign of a negative number."""

SHORTEST_RUN, LAST_RANK = 3, 10
"""The fewest ranks of a run, and the highest that is a number."""

CODES = 2
"""So many codes of cards with small letters for their suits are no words, beside those with ``PLURAL``: "4h 5h"."""

PLURAL = "s"
"""The letter of a suit that may make a plural: "9s"."""

RELATIVE = "relative0"
"""What a relative is called, with a number."""

SHORT = 3
"""Letters of a word of the grammar that is too short for a slip of it to be known."""


def may_be_a_name(term: Term, language: str) -> bool:
    """Whether a word may be somebody's name: it has no card sense, and is no small word of the language."""
    return term.small and not term.separates and term.word not in load_vocabulary(language).small and len(term.word) > 1


def words_said(text: str, language: str) -> list[Term]:
    """The words of a text, separators among them, slips in the words of cards mended.

    >>> [term.word for term in words_said("A♠, R♥ : la dmae", "fr")]
    ['as', 'de', 'pique', ',', 'roi', 'de', 'coeur', ';', 'la', 'dame']
    """
    vocabulary, words = load_vocabulary(language), load_sentence_words(language)
    for short, long in words.abbreviated.items():
        text = re.sub(rf"\b{short}\b", long, text, flags=re.IGNORECASE)
    text = _with_ranks_first(with_ranks_parted(text, language))
    text = _DASHED.sub(lambda listed: _parted(listed[0], vocabulary.ranks), text)
    text = _RUN_TOGETHER.sub(lambda digits: _run_of(digits[0]), text)
    text = _ACE_LISTED.sub(vocabulary.ranks["a"], text)
    text = _THOUSANDS.sub(r"\1", text)
    if len(_PAIR.findall(text)) > 1:
        text = _PAIR.sub(rf"{words.bid} \1 {words.made} \2", text)
    text = _NEGATIVE.sub(f" {BELOW}", _spelt_codes(text, language))
    names = names_of_people(text, language)
    capital = {folded(word) for word in _CAPITAL.findall(text)}
    text = words.is_good.sub(words.valid, words.i_elided.sub("je ", text))
    text = _ACE.sub(vocabulary.ranks["a"], text)  # "4 7 Q A 2": elsewhere the letter is a small word
    suits = "|".join(vocabulary.suits)
    for letter, rank in vocabulary.ranks.items():
        of_suit = rf" ?(?:{vocabulary.of_a_suit} )?(?:{suits})s?\b"
        text = re.sub(rf"(?<=[\w,;:=] ){letter.upper()}(?={of_suit})", rank, text)  # "K spades, A clubs"
        if letter in vocabulary.single and not text.isupper():  # an article has a capital only where a sentence begins
            ace = letter.upper()
            text = re.sub(rf"(?<=[\w,;:] ){ace}\b|\b{ace}(?= (?:{_RANK}) (?:{_RANK})\b)", rank, text)
        if letter in vocabulary.small and letter in vocabulary.elided:
            text = re.sub(_elided_as_rank(letter, all_capitals=text.isupper()), rank, text)
        if letter not in vocabulary.small and letter != "c":
            text = re.sub(rf"(?<![\w'’]){letter.upper()}(?![\w'’]| ?[♠♥♦♣])", rank, text)
    text = _FACE.sub(lambda letter: f"{vocabulary.ranks.get(letter[1].lower(), letter[1])} ", text)
    by_sign = {
        sign: f" {vocabulary.of_a_suit} {suit} " for sign, suit in zip(SUIT_SIGNS, vocabulary.suits, strict=True)
    }
    text = _AFTER_RANK.sub(lambda sign: by_sign[sign[0].strip()], text)
    text = words.trumped_with.sub(rf"\g<0> {words.of_trumps}", text)
    text = with_each_trump(text, language)
    text = words.closing.sub(" ", vocabulary.idle.sub(" ", words.asides.sub(" ", text)))
    text = with_relatives_as_people(folded(text), language)
    terms: list[Term] = []
    start = 0
    for sign in _PARTS.finditer(text):
        terms += terms_of(text[start : sign.start()], language, meanings=False)
        terms.append(NEXT if sign[0] in _LIST else STOP)
        start = sign.end()
    terms += terms_of(text[start:], language, meanings=False)
    return with_ranks_first([_interpret(term, names, language, capital) for term in terms], STOP, language)


def _elided_as_rank(letter: str, *, all_capitals: bool) -> str:
    """A letter that is a rank, and no word tied to the next one without its apostrophe: "D D joker", "d d".

    Where all is in capitals, only beside another rank.
    """
    if all_capitals:
        return rf"(?<![\w'’]){letter.upper()}(?=,? (?:10|[2-9]|[A-Z])\b(?!['’]))"
    tied = r"['’]| (?!et\b)[aeiouyhàâéèêëîïôû]\w"
    twice = rf"(?<!\w){letter}(?= {letter}\b(?!{tied}))|(?<=(?<!\w){letter} ){letter}\b(?!{tied})"
    return rf"(?<![\w'’]){letter.upper()}(?![\w'’]| ?[♠♥♦♣]|{tied})|{twice}"


def _with_ranks_first(text: str) -> str:
    """The text with the sign of each suit behind the rank: all stand before it where the first one does, "♠3 ♠K"."""
    first = _FIRST_SIGN.search(text)
    before = first is not None and not first[1] and bool(first[2])
    return _SIGNS_FIRST.sub(r"\2\1", text) if before else _SIGN_FIRST.sub(r"\2\1", text)


def _parted(dashed: str, ranks: Mapping[str, str]) -> str:
    """The items of a list with dashes, "A-2-joker", as one with commas; one with a letter that is no rank stays."""
    listed = [ranks.get(item.lower(), "") if len(item) == 1 and item.isalpha() else item for item in dashed.split("-")]
    return ", ".join(listed) if all(listed) else dashed


def _run_of(digits: str) -> str:
    """The ranks that follow each other in digits without a space, "789", as an item; other digits as they are."""
    for first in range(int(digits[0]) or 1, LAST_RANK):
        ranks = [*map(str, range(first, LAST_RANK + 1))]
        for number in range(SHORTEST_RUN, len(ranks) + 1):
            if "".join(ranks[:number]) == digits:
                return f", {' '.join(ranks[:number])}"
    return digits


def _interpret(term: Term, names: Collection[str], language: str, capital: Collection[str]) -> Term:
    """A word as it is meant; a name is small."""
    if term.word in load_vocabulary(language).next:
        return NEXT
    if term.word in names:
        return Term(term.word, f"{term.word}.")
    return _negative(term) or _mended(term, language, capital)


def with_relatives_as_people(text: str, language: str) -> str:
    """The text with a word of its own for each relative, as for a name: they play, and have numbers."""
    number = count(1)
    return load_vocabulary(language).relatives.sub(lambda _: f" {RELATIVE}{next(number)} ", text)


def _negative(term: Term) -> Term | None:
    """A number below nought."""
    number = term.word.removeprefix(BELOW)
    return Term(f"-{number}", f"-{number}") if number != term.word else None


def _spelt_codes(text: str, language: str) -> str:
    """The text with the suit's sign for its letter in a card's code: "QH" is "Q♥"."""
    vocabulary = load_vocabulary(language)
    signs = dict(zip(vocabulary.suits, SUIT_SIGNS, strict=True))
    for letter, suit in load_sentence_words(language).suit_letters.items():
        text = re.sub(rf"\b({_RANK}){letter}\b", rf"\1{signs[suit]}", text)
    letters = {letter.lower(): signs[suit] for letter, suit in load_sentence_words(language).suit_letters.items()}
    counting = {*vocabulary.numbers, *vocabulary.definite}
    codes = [code for code in _CODE.finditer(text) if code[2] in letters]
    plurals = {code.start() for code in codes if code[2] == PLURAL and _is_counted(text[: code.start()], counting)}
    if sum(code[2] != PLURAL for code in codes) >= CODES:
        text = _CODE.sub(
            lambda code: code[0] if code.start() in plurals else f"{code[1]}{letters.get(code[2], code[2])}", text
        )
    return text


def _is_counted(before: str, counting: Collection[str]) -> bool:
    """Whether the word before a code counts it, so that its last letter is a plural: "two 9s"."""
    words = folded(before).split()
    return bool(words) and (words[-1] in counting or words[-1].isdigit())


def names_of_people(text: str, language: str) -> set[str]:
    """The words with a capital inside a sentence that the rulebook does not know: they are no slips for its words."""
    index, vocabulary = load_index(language), load_vocabulary(language)
    capital = capitalized(text, language)
    known = (index.document_frequency, vocabulary.alike, vocabulary.cards, _stems_of_games(language))
    return {term.word for term in capital if not (term.small or any(term.stem in stems for stems in known))}


def capitalized(text: str, language: str) -> list[Term]:
    """The words with a capital inside a sentence."""
    return [term for name in _NAME.findall(text) for term in terms_of(name, language, meanings=False)]


@lru_cache
def _stems_of_games(language: str) -> frozenset[str]:
    """The stems in the names of the games."""
    return frozenset(stem for part in load_index(language).parts.values() for name in part.names for stem in name)


def _mended(term: Term, language: str, capital: Collection[str]) -> Term:
    """A word, or the only card word that it may be a slip for; one with a ``capital`` is none for a small word."""
    index, vocabulary = load_index(language), load_vocabulary(language)
    tied = term.word[1:] if term.word[:1] in vocabulary.them else ""
    if len(tied) > 1 and term.stem not in vocabulary.cards and tied in _card_words(language):
        return _card_words(language)[tied]
    if term.small or term.word.isdigit() or term.stem in index.document_frequency or term.stem in vocabulary.alike:
        return term
    if term.word in vocabulary.empty:  # "drame" is no "dame"
        return term
    meant = _slip(term.word, language)
    return term if meant is None or (meant.small and term.word in capital) else meant


@lru_cache(maxsize=1024)
def _slip(word: str, language: str) -> Term | None:
    """What a word is a slip for: a card word, else a word of the grammar, else a small word of the same sound."""
    meanings = _card_words(language)
    if word in meanings:
        return meanings[word]
    grammar = _grammar_words(language)
    elided = word[:1] in load_vocabulary(language).elided and (meanings.get(word[1:]) or grammar.get(word[1:]))
    if elided:
        return elided
    for of_kind in (meanings, grammar):
        near = meant_by_slip(word, of_kind) if len(word) > SHORT else set()
        near = near or _of_same_sound(word, of_kind, language)
        if near:
            return min(near, key=lambda term: term.word) if len({term.stem for term in near}) == 1 else None
    small = _of_same_sound(word, _small_words(language), language)
    return min(small, key=lambda term: term.word) if small else None


def _of_same_sound(word: str, meanings: Mapping[str, Term], language: str) -> set[Term]:
    by_sound = dict(zip(_sounds_of(tuple(meanings), language), meanings.values(), strict=True))
    return {by_sound[sound] for sound in sounds((word, f"{word}e"), language) if sound in by_sound}


@lru_cache
def _sounds_of(words: Sequence[str], language: str) -> Sequence[str]:
    return sounds(words, language)


@lru_cache
def _grammar_words(language: str) -> Mapping[str, Term]:
    """The words by which a sentence of cards is read, those of three letters and fewer left out."""
    vocabulary = load_vocabulary(language)
    kinds = (
        vocabulary.onto, vocabulary.next, vocabulary.asking, vocabulary.negations, vocabulary.led, vocabulary.laying,
        vocabulary.must, vocabulary.groups, vocabulary.taking, vocabulary.telling, vocabulary.question_words,
    )  # fmt: skip
    plain = " ".join(sorted(word for kind in kinds for word in kind if len(word) > SHORT))  # of one sound the last
    return {term.word: term for term in terms_of(plain, language, meanings=False)}


@lru_cache
def _small_words(language: str) -> Mapping[str, Term]:
    words = " ".join(sorted(word for word in load_vocabulary(language).small if len(word) > 1))
    return {term.word: term for term in terms_of(words, language, meanings=False)}


@lru_cache
def _card_words(language: str) -> Mapping[str, Term]:
    """The words in the names of all cards, each with its plural."""
    vocabulary = load_vocabulary(language)
    names = {
        word
        for game in GAMES.values()
        for question in desk_questions(game).values()
        if question.pack is not None
        for name in (
            *(question.pack.face(card, language).name for card in question.pack.layout),
            *(name.render(language) for name in question.pack.other_names.values()),
        )
        for word in name.lower().split()
    }
    plain = " ".join([*sorted(names), *vocabulary.ranks.values(), *vocabulary.suits, *vocabulary.groups])
    return {
        term.word: term
        for single in terms_of(plain, language, meanings=False)
        for term in (single, *_plural_of(single, language))
        if not term.small and not term.word.isdigit() and len(term.word) > 1
    }


def _plural_of(single: Term, language: str) -> Sequence[Term]:
    """The plural of a word, none of one that ends like one: "deux"."""
    return () if single.word[-1] in "sxz" else terms_of(f"{single.word}s", language, meanings=False)
