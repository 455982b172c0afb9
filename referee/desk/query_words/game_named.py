"""The name of the game in a sentence: "coinche : …", "à la belote". Where it is said, it is no word of cards."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache

from referee.answers.choices import YesNo
from referee.desk.query_words.phrases import clause_of, places_of, stands_at
from referee.desk.query_words.sentence_terms import NEXT, STOP
from referee.desk.query_words.sentence_words import load_sentence_words
from referee.desk.query_words.words_near import stems_of
from referee.desk.questions import desk_questions
from referee.desk.search.search_index import Index, load_index
from referee.desk.search.search_terms import Term
from referee.desk.search.vocabulary import Vocabulary, load_vocabulary
from referee.game_definition.game import Game
from referee.games.registry import GAMES
from referee.words.folding import folded

SEVERAL = 2
"""The words of a name that can be nothing else where they open a text."""

LONGEST_NAME = 8
"""The most words of the name of a game, the small ones among them."""


def without_game_name(game: Game, terms: Sequence[Term], language: str) -> Sequence[Term]:
    """The words without the name of the game that opens them or is said to be played: "coinche : …", "à la coinche".

    Elsewhere the same word may be one of cards.
    """
    vocabulary, index = load_vocabulary(language), load_index(language)
    names = index.parts[game.id].names
    subjects = load_sentence_words(language).subjects
    if _tells_a_fact(game.id, terms, language) or _tells_a_deed(terms, subjects):
        return terms
    end = _end_of_name(terms, names, vocabulary) or _end_of_long_name(terms, names, vocabulary)
    end = end or _end_of_game_played(terms, names, vocabulary, subjects)
    if not end and terms[1:] and {terms[0].stem} in names and terms[1].word in subjects:
        end = 1  # "coinche j'ai pris 100 à cœur"
    if end:
        return terms[end:]
    said_to_play = [place for phrase in vocabulary.playing for place in places_of(phrase, terms)]
    said_to_play = [place for place in said_to_play if not _is_given_to(place.start, terms, language)]
    alone = _item_of_name(terms, index.parts[game.id].names, vocabulary)
    if alone:
        return [*terms[: alone[0]], *terms[alone[1] :]]
    starts = [0, *(place.stop for place in said_to_play if not _has(place.start, terms, vocabulary))]
    for start in starts:
        stems = game_names(game, terms[start : start + LONGEST_NAME], index)
        end = start
        while end < len(terms) and (terms[end].stem in stems or (terms[end].small and not terms[end].separates)):
            end += 1
        while end > start and terms[end - 1].stem not in stems:
            end -= 1
        told = any(term.word in vocabulary.sides for term in terms[:end])
        opens = start == 0 and end < len(terms) and terms[end].separates and not told
        listed = opens and terms[end] == NEXT and _is_card(game.id, {terms[at].stem for at in range(end)}, language)
        if listed:  # "magicien, puis 5 de cœur"
            return terms
        if end > start and (opens or start):
            return [*terms[:start], *terms[end:]]
    return terms


def _tells_a_fact(game_id: str, terms: Sequence[Term], language: str) -> bool:
    """Whether the name that opens a text tells with other words what may be so or not: "it's in the crib: …"."""
    opening = next((terms[:at] for at, term in enumerate(terms) if term.separates), terms)
    return len(opening) > 1 and any(term.stem in _names_of_facts(game_id, language) for term in opening)


def _tells_a_deed(terms: Sequence[Term], subjects: Collection[str]) -> bool:
    """Whether the name that opens a text with a comma tells what somebody did: "j'ai coinché, ils ont pris à 100"."""
    opening = next((terms[:at] for at, term in enumerate(terms) if term == NEXT), terms[:1])
    return len(opening) > 1 and opening[0].word in subjects


@lru_cache
def _names_of_facts(game_id: str, language: str) -> frozenset[str]:
    """The stems of the names of a game that are also those of what a question asks to be so or not."""
    names = {stem for name in load_index(language).parts[game_id].names for stem in name}
    labels = [
        field.label.render(language)
        for question in desk_questions(GAMES[game_id]).values()
        for field in question.facts
        if isinstance(field, YesNo)
    ]
    of_facts = {stem for label in labels for stem in stems_of(label, language)}
    return frozenset(names & of_facts - load_vocabulary(language).cards)


def _item_of_name(
    terms: Sequence[Term], names: Collection[frozenset[str]], vocabulary: Vocabulary
) -> tuple[int, int] | None:
    """The clause that is nothing but the name of the game, where this is no name of a suit or a card.

    No clause on somebody: "we had belote", "belote chez nous".
    """
    beside = vocabulary.definite.union(*vocabulary.playing)
    start = 0
    for end, term in enumerate([*terms, STOP]):
        if term.separates:
            stems = frozenset(other.stem for other in terms[start:end] if not other.small)
            of_cards = not stems.isdisjoint(vocabulary.suit_stems | vocabulary.cards)
            closed = start == 0 or terms[start - 1] == STOP
            plain = all(other.word in beside for other in terms[start:end] if other.small)
            if stems and stems in names and closed and plain and not of_cards and start > 0:
                return start, end
            start = end + 1
    return None


def _is_given_to(at: int, terms: Sequence[Term], language: str) -> bool:
    """Whether a word stands before somebody to whom something is given: "je donne quoi au président ?"."""
    giving = load_sentence_words(language).giving
    return any(terms[other].word in giving for other in clause_of(at, terms) if other < at)


def _has(at: int, terms: Sequence[Term], vocabulary: Vocabulary) -> bool:
    """Whether a word is a verb after who it is said of: "on a la belote", "personne a la belote"."""
    before = terms[at - 1].word if at else ""
    return before in vocabulary.sides or before in vocabulary.negations


def _end_of_name(terms: Sequence[Term], names: Collection[frozenset[str]], vocabulary: Vocabulary) -> int:
    """Where the name of the game ends that opens a text, 0 without one; of a name that is a card too it must be plain.

    It is where a colon follows and cards with suits; or where it is a suit alone: "Spades, 9 of clubs led".
    """
    end = next((at for at, term in enumerate(terms) if term.separates), 0)
    opening = frozenset(term.stem for term in terms[:end] if not term.small)
    told = any(term.word in vocabulary.negations or term.word in vocabulary.sides for term in terms[:end])
    if not opening or opening not in names or told:  # "pas de belote", "on a coinché"
        return 0
    further = sum(term.stem in vocabulary.suit_stems for term in terms[end:])
    is_suit = opening <= vocabulary.suit_stems  # "Hearts: …": the cards that follow say their suits
    if not is_suit and any(stands_at(0, phrase, terms) for phrase in vocabulary.in_game):
        return end  # "à la dame de pique, …"
    if terms[end] == NEXT:
        no_trump = vocabulary.trump not in {term.stem for term in terms[end:]}
        if is_suit and not any(term.stem in vocabulary.cards for term in terms[end:]):
            return end  # "Hearts, four players": no card follows
        return end if (is_suit and further and no_trump) or (not is_suit and not further) else 0
    plain = len(opening) > 1 and opening.isdisjoint(vocabulary.suit_stems)
    return end if is_suit or plain or further > 1 else 0


def _end_of_long_name(terms: Sequence[Term], names: Collection[frozenset[str]], vocabulary: Vocabulary) -> int:
    """Where a name of several words ends that opens a text and is no card, "famille de trèfles j'ai …"; 0 without."""
    for name in sorted(names, key=len, reverse=True):
        if len(name) >= SEVERAL and not name <= vocabulary.cards and (end := _end_of(name, 0, terms)):
            return end
    return 0


def _end_of_game_played(
    terms: Sequence[Term], names: Collection[frozenset[str]], vocabulary: Vocabulary, subjects: Collection[str]
) -> int:
    """Where the name ends with which a text says what is played, "à la dame de pique j'ai …"; 0 without one."""
    starts = [len(phrase) for phrase in vocabulary.in_game if stands_at(0, phrase, terms)]
    ends = [_end_of(name, start, terms) for start in starts for name in sorted(names, key=len, reverse=True)]
    return next((end for end in ends if 0 < end < len(terms) and terms[end].word in subjects), 0)


def _end_of(name: Collection[str], start: int, terms: Sequence[Term]) -> int:
    """Where the words of a name end that stand from a word on, small ones in between; 0 where these do not."""
    end, stems = start, set[str]()
    while end < len(terms) and stems != {*name} and (terms[end].stem in name or (terms[end].small and stems)):
        stems |= {terms[end].stem} & {*name}
        end += 1
    return end if stems == {*name} else 0


def may_be_named(game: Game, terms: Sequence[Term], used: Collection[int], language: str) -> bool:
    """Whether the words that open a text and say a fact may as well be the game: "coinche 90", "dame de pique : …"."""
    names = load_index(language).parts[game.id].names
    if 0 not in used or _opening(terms) in names:
        return 0 in used
    return {terms[0].stem} in names and not _goes_on(terms, used, language)


def _goes_on(terms: Sequence[Term], used: Collection[int], language: str) -> bool:
    """Whether a fact is told with the word that opens a text: "hearts haven't been broken", "coeur demandé : …"."""
    vocabulary = load_vocabulary(language)
    clause = [at for at in clause_of(0, terms) if at and at in used and not terms[at].small]
    of_cards = vocabulary.cards | vocabulary.suit_stems
    return any(not terms[at].stem.isdigit() and terms[at].stem not in of_cards for at in clause)


def _opening(terms: Sequence[Term]) -> frozenset[str]:
    """The stems of what stands before the first colon or the like of a text."""
    return frozenset(term.stem for term in terms[: _end_of_opening(terms)] if not term.small)


def _end_of_opening(terms: Sequence[Term]) -> int:
    return next((at for at, term in enumerate(terms) if term == STOP), len(terms))


@lru_cache
def _names_of_cards(game_id: str, language: str) -> frozenset[str]:
    """The names of the cards of a game, folded."""
    packs = [question.pack for question in desk_questions(GAMES[game_id]).values() if question.pack is not None]
    return frozenset(folded(pack.face(card, language).name) for pack in packs for card in pack.layout)


def _is_card(game_id: str, stems: Collection[str], language: str) -> bool:
    """Whether these are the stems of the name of a card of the game."""
    stem = load_vocabulary(language).stem
    return any({stem(word) for word in name.split()} == {*stems} for name in _names_of_cards(game_id, language))


def game_names(game: Game, terms: Sequence[Term], index: Index) -> set[str]:
    """The stems of the names of a game that are said whole, and of the words that are slips for one of theirs."""
    part = index.parts[game.id]
    large = {term: None for term in terms if not term.small}
    meant = {term.stem: index.matching_stems(term, (part,)) | {term.stem} for term in large}
    stems = {stem for of_word in meant.values() for stem in of_word}
    names = [name for name in part.names if name <= stems and index.names_its_game(name, part)]
    of_names = {stem for name in names for stem in name}
    return of_names | {stem for stem, of_word in meant.items() if of_word & of_names}
