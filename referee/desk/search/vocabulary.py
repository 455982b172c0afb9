"""The vocabulary of a language, and the stems of its words.

Stems are Snowball's. The small words, irregular forms and synonyms of a language are in ``vocabulary.*.toml``.
"""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from importlib import resources
from typing import Any

import snowballstemmer

SMALL, PAIR, ALIKE, EXAMPLE = 0.5, 0.2, 0.7, 0.5
"""The weights, beside 1 for a word, of a small word, a pair of adjacent words, a shared meaning and a suit."""

SNOWBALL = {"fr": "french", "en": "english"}
"""The name of each language in the stemmer's library."""

PHRASES = (
    ("seated", "seat"),
    ("level", "like"),
    ("tied", "tie"),
    ("for_a_total", "total"),
    ("for_a_start", "start"),
    ("for_dealing", "dealing"),
    ("for_nothing_left", "nothing_left"),
)
"""What is said in several words: the names in a language's file of each pattern and of the words for it."""

_NOTHING = re.compile(r"(?!)")


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The vocabulary of the search in a language."""

    small: frozenset[str] = frozenset()
    elided: frozenset[str] = frozenset()
    going_on: frozenset[str] = frozenset()
    """The words with which a sentence goes on from the one before it."""
    then: str = ""
    of_the_text: frozenset[str] = frozenset()
    """The words with which an article speaks of its text or of other tables."""
    onto: frozenset[str] = frozenset()
    """The words between a card that is played and one that lies there."""
    determiners: frozenset[str] = frozenset()
    """The words before a number that make it the rank of a card."""
    definite: frozenset[str] = frozenset()
    """Those before a thing that was named before."""
    joining: frozenset[str] = frozenset()
    """The words between two items of a list, as in a list of ranks before their suit."""
    next: frozenset[str] = frozenset()
    """The words for what follows in an order, as a comma."""
    belonging: frozenset[str] = frozenset()
    """The words between a rank and its suit."""
    of_a_suit: str = ""
    """The first of them."""
    trump: str = ""
    """The stem of the word for trumps."""
    of_trumps: frozenset[str] = frozenset()
    """The words between a rank and the word for trumps."""
    may: frozenset[str] = frozenset()
    """The words with which somebody asks whether he may do something."""
    them: frozenset[str] = frozenset()
    """The words for cards named before."""
    either: frozenset[str] = frozenset()
    """The words between two cards of which it is asked which one is higher."""
    adding: frozenset[str] = frozenset()
    """The words with which something is added."""
    holding: frozenset[str] = frozenset()
    """The words before the cards of a hand."""
    leading: frozenset[str] = frozenset()
    """The words after the first card of a trick."""
    led: frozenset[str] = frozenset()
    """The words beside the suit or the card that was led."""
    only: frozenset[str] = frozenset()
    """The words before all that is held."""
    hand: frozenset[str] = frozenset()
    """The words for a hand, before a colon and its cards."""
    remaining: frozenset[str] = frozenset()
    """The words after all that is held."""
    laying: frozenset[str] = frozenset()
    """The words before a card of the hand that somebody wants to play."""
    must: frozenset[str] = frozenset()
    """The words with which it is asked what has to be played."""
    opening: frozenset[str] = frozenset()
    """The words with which a trick is begun."""
    lying: tuple[tuple[str, ...], ...] = ()
    """The words before what lies on the table."""
    places: tuple[tuple[str, ...], ...] = ()
    """The words for the place where it lies, before or after it."""
    playing_myself: tuple[tuple[str, ...], ...] = ()
    """The words before what somebody plays now."""
    done: frozenset[str] = frozenset()
    """The words for what was done with a card, after the word for having."""
    none_of_it: tuple[tuple[str, ...], ...] = ()
    """The words with which somebody says that he has nothing of what was led."""
    scene: frozenset[str] = frozenset()
    """The words for what lies on a table and is done there, which say nothing of what is asked."""
    card_names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The stems of the name of a card, or of a part of it, by the stem of another word for it."""
    sides: Mapping[str, str] = field(default_factory=dict)
    """The side that a word speaks of: "taker", "other", "ours", "theirs", the "rest", or "anybody"."""
    taking: frozenset[str] = frozenset()
    """The words for the contract that a side takes."""
    telling: frozenset[str] = frozenset()
    """The words with which the points of a deal are told."""
    saying: frozenset[str] = frozenset()
    """The words before a number that somebody wants to say."""
    seats: frozenset[str] = frozenset()
    """The words before the number of the players."""
    putting: frozenset[str] = frozenset()
    """The words with which a case is put."""
    besides: frozenset[str] = frozenset()
    """The words for what counts beside these points."""
    playing: tuple[tuple[str, ...], ...] = ()
    """The words before the name of the game that is played."""
    in_game: tuple[tuple[str, ...], ...] = ()
    """The words before the name of the game in which something is asked."""
    idle: re.Pattern[str] = _NOTHING
    """Phrases that say nothing of what is asked, but have a word that elsewhere does: "ou pas"."""
    fate: re.Pattern[str] = _NOTHING
    """Phrases with which it is asked what becomes of a card: "il me la prend", "do I keep it"."""
    empty: frozenset[str] = frozenset()
    """Words that are alike to one of cards, but mostly say nothing of these: they are passed over."""
    sense: frozenset[str] = frozenset()
    """The stems of words of cards and of play that stand in no other list."""
    within: frozenset[str] = frozenset()
    """The words that say of cards that they are among those named."""
    acts: frozenset[str] = frozenset()
    """The words for what a card does."""
    single: frozenset[str] = frozenset()
    """The words before one thing."""
    ranks: Mapping[str, str] = field(default_factory=dict)
    """The ranks in full, by their letter in the name of a card."""
    groups: Mapping[str, int] = field(default_factory=dict)
    """The number of cards, by the word for a group of equal ones."""
    colours: Mapping[str, str] = field(default_factory=dict)
    """The stem of the colour of each suit, by the stem of the suit."""
    suits: tuple[str, ...] = ()
    suit_stems: frozenset[str] = frozenset()
    cards: frozenset[str] = frozenset()
    """Stems of ranks and suits, and of cards that most packs do not have."""
    numbers: Mapping[str, str] = field(default_factory=dict)
    negations: frozenset[str] = frozenset()
    degree: frozenset[str] = frozenset()
    """The words that only say how much."""
    asking: frozenset[str] = frozenset()
    """The small words that say what is asked, or that one of two things is."""
    worth: frozenset[str] = frozenset()
    """Stems with which a worth is asked."""
    of: str = ""
    """The word between a count and what is counted, "" where the language has none."""
    question_words: frozenset[str] = frozenset()
    """The words that stand one for another where a question is asked."""
    same_question: tuple[frozenset[str], ...] = ()
    """Stems of which one stands for another where a question is asked: what a card is worth and how many points."""
    endings: tuple[tuple[re.Pattern[str], str], ...] = ()
    """Endings, each with the one that the stemmer is given in its place."""
    snowball: Callable[[str], str] = str
    """The stem of a word by Snowball's rules for the language."""
    irregular: Mapping[str, str] = field(default_factory=dict)
    short: Mapping[str, str] = field(default_factory=dict)
    phrases: tuple[tuple[re.Pattern[str], tuple[str, ...]], ...] = ()
    """Patterns over the words of a text, each with words to add."""
    relatives: re.Pattern[str] = _NOTHING
    """Who is spoken of ("ma cousine"): says nothing of what is asked."""
    sounds: tuple[tuple[re.Pattern[str], str], ...] = ()
    """Replacements, one after another, that make of words of the same sound the same letters; none in English."""
    alike: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The shared meanings of a stem as index keys: ``=3`` is the fourth line of ``same``."""
    stems: Mapping[str, str] = field(default_factory=dict)
    """The stems of the vocabulary's own words, by word."""

    def stem(self, word: str) -> str:
        """The stem of a word as it is written."""
        return _stem(word, self)

    def weight(self, key: str) -> float:
        """The weight of an index key, 1 for a word."""
        if key.startswith("="):
            return ALIKE
        if " " in key:
            return PAIR
        if key.endswith("."):
            return SMALL
        return EXAMPLE if key in self.suits else 1.0


@lru_cache
def load_vocabulary(language: str) -> Vocabulary:
    """The vocabulary of a language, read once from its file."""
    text = (resources.files(__package__ or "") / f"vocabulary.{language}.toml").read_text(encoding="utf-8")
    values: dict[str, Any] = tomllib.loads(text)
    vocabulary = _with_stemming(_with_text_words(Vocabulary(), values), values, language)
    vocabulary = _with_card_words(_with_question_words(vocabulary, values), values)
    vocabulary = _with_table_words(_with_points_words(vocabulary, values), values)
    return _with_meanings(vocabulary, values)


def _with_text_words(vocabulary: Vocabulary, values: Mapping[str, Any]) -> Vocabulary:
    """What says little, and what sentences are joined with."""
    return replace(
        vocabulary,
        small=_words(values["stop"]),
        elided=_words(values["elided"]),
        going_on=_words(values["going_on"]),
        then=values["then"],
        of_the_text=_words(values["of_the_text"]),
        joining=_words(values["joining"]),
        next=_words(values["next"]),
        negations=_words(values["negations"]),
        degree=_words(values["degree"]),
        empty=_words(values["empty"]),
        idle=re.compile(values["idle"], re.IGNORECASE),
        relatives=re.compile(values["relatives"]),
    )


def _with_stemming(vocabulary: Vocabulary, values: Mapping[str, Any], language: str) -> Vocabulary:
    """What makes of a word its stem, and of what sounds alike the same letters."""
    numbers = {word: str(number) for number, word in enumerate(values["numbers"].split())}
    return replace(
        vocabulary,
        numbers=numbers | {values["twenty"]: "20"},
        endings=tuple((re.compile(pattern), letters) for pattern, letters in values["endings"]),
        snowball=lru_cache(maxsize=4096)(snowballstemmer.stemmer(SNOWBALL[language]).stemWord),
        irregular={form: stem for stem, forms in values["irregular"].items() for form in (stem, *forms.split())},
        short=values["short"],
        sounds=tuple((re.compile(pattern, re.MULTILINE), letters) for pattern, letters in values["sounds"]),
    )


def _with_question_words(vocabulary: Vocabulary, values: Mapping[str, Any]) -> Vocabulary:
    """With which it is asked, and of which game."""
    return replace(
        vocabulary,
        may=_words(values["may"]),
        must=_words(values["must"]),
        asking=_words(values["asking"]),
        worth=_stems(values["worth"], vocabulary),
        fate=re.compile(values["fate"]),
        putting=_words(values["putting"]),
        playing=_phrases(values["playing"]),
        in_game=_phrases(values["in_game"]),
        question_words=_words(values["same_question"]),
        same_question=tuple(_stems(line, vocabulary) for line in values["same_question"].strip().splitlines()),
    )


def _with_card_words(vocabulary: Vocabulary, values: Mapping[str, Any]) -> Vocabulary:
    """The names of cards, and the words beside them."""
    suits = tuple(values["suits"].split())
    of_other_packs = [word for word, name in values["card_names"].items() if name in suits]
    return replace(
        vocabulary,
        onto=_words(values["onto"]),
        determiners=_words(values["determiners"]),
        definite=_words(values["definite"]),
        belonging=_words(values["belonging"]),
        of_a_suit=values["belonging"].split()[0],
        trump=values["trump"],
        of_trumps=_words(values["of_trumps"]),
        them=_words(values["them"]),
        either=_words(values["either"]),
        sense=_stems(values["sense"], vocabulary),
        within=_words(values["within"]),
        acts=_words(values["acts"]),
        single=_words(values["single"]),
        of=values["of"],
        ranks=values["ranks"],
        groups=values["groups"],
        suits=suits,
        suit_stems=_stems(" ".join((*suits, *of_other_packs)), vocabulary),
        cards=_stems(f"{values['suits']} {values['cards']}", vocabulary),
        colours={
            _stem(suit, vocabulary): _stem(colour, vocabulary)
            for colour, of_colour in values["colours"].items()
            for suit in of_colour.split()
        },
        card_names={
            _stem(word, vocabulary): tuple(_stem(part, vocabulary) for part in name.split())
            for word, name in values["card_names"].items()
        },
    )


def _with_table_words(vocabulary: Vocabulary, values: Mapping[str, Any]) -> Vocabulary:
    """What is held, what lies on the table, and what is played."""
    return replace(
        vocabulary,
        adding=_words(values["adding"]),
        holding=_words(values["holding"]),
        leading=_words(values["leading"]),
        led=_words(values["led"]),
        only=_words(values["only"]),
        hand=_words(values["hand"]),
        remaining=_words(values["remaining"]),
        laying=_words(values["laying"]),
        opening=_words(values["opening"]),
        lying=_phrases(values["lying"]),
        places=_phrases(values["places"]),
        playing_myself=_phrases(values["playing_myself"]),
        done=_words(values["done"]),
        none_of_it=_phrases(values["none_of_it"]),
        scene=_stems(values["scene"], vocabulary),
    )


def _with_points_words(vocabulary: Vocabulary, values: Mapping[str, Any]) -> Vocabulary:
    """With which the sides of a deal, their contract and their points are told."""
    return replace(
        vocabulary,
        sides={word: side for side, words in values["sides"].items() for word in words.split()},
        taking=_words(values["taking"]),
        telling=_words(values["telling"]),
        saying=_words(values["saying"]),
        seats=_words(values["seats"]),
        besides=_words(values["besides"]),
    )


def _with_meanings(vocabulary: Vocabulary, values: Mapping[str, Any]) -> Vocabulary:
    """What a word or a phrase shares its meaning with, and the stems of all words that the file knows."""
    number = rf"(?:1?\d\b|{'|'.join(vocabulary.numbers)})"
    alike: defaultdict[str, dict[str, None]] = defaultdict(dict)
    stems = {word: _stem(word, vocabulary) for word in (*vocabulary.small, *vocabulary.irregular)}
    for line_number, line in enumerate(values["same"].strip().splitlines()):
        for word in line.split():
            stems[word] = _stem(word, vocabulary)
            alike[stems[word]][f"={line_number}"] = None
    return replace(
        vocabulary,
        phrases=tuple(
            (re.compile(values[pattern].replace("N", number)), tuple(values[words].split()))
            for pattern, words in PHRASES
        ),
        alike={stem: tuple(meanings) for stem, meanings in alike.items()},
        stems=stems,
    )


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _phrases(texts: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """The words of each text, the longest first."""
    return tuple(sorted((tuple(text.split()) for text in texts), key=lambda words: (-len(words), words)))


def _stem(word: str, vocabulary: Vocabulary) -> str:
    if word in vocabulary.small:
        return f"{word}."
    return vocabulary.irregular.get(word) or _shortened(word, vocabulary)


def _stems(words: str, vocabulary: Vocabulary) -> frozenset[str]:
    return frozenset(_stem(word, vocabulary) for word in words.split())


def _shortened(word: str, vocabulary: Vocabulary) -> str:
    """The stem of a word; the stem of a number is in digits."""
    if word[:-1].isdigit() and word[-1] == "s":
        return word[:-1]
    if word in vocabulary.numbers:
        return vocabulary.numbers[word]
    for pattern, letters in vocabulary.endings:
        if pattern.search(word):
            word = pattern.sub(letters, word)
            break
    stem = vocabulary.snowball(word)
    return vocabulary.numbers.get(stem, stem)
