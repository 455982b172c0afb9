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


def without_game_name(game: Game, said: Sequence[Term], language: str) -> Sequence[Term]:
    """The words without the name of the game that opens them or is said to be played: "coinche : …", "à la coinche".

    Elsewhere the same word may be one of cards.
    """
    vocabulary, index = load_vocabulary(language), load_index(language)
    names = index.parts[game.id].names
    subjects = load_sentence_words(language).subjects
    if _tells_a_fact(game.id, said, language) or _tells_a_deed(said, subjects):
        return said
    end = _end_of_name(said, names, vocabulary) or _end_of_long_name(said, names, vocabulary)
    end = end or _end_of_game_played(said, names, vocabulary, subjects)
    if not end and said[1:] and {said[0].stem} in names and said[1].word in subjects:
        end = 1  # "coinche j'ai pris 100 à cœur"
    if end:
        return said[end:]
    said_to_play = [place for phrase in vocabulary.playing for place in places_of(phrase, said)]
    said_to_play = [place for place in said_to_play if not _is_given_to(place.start, said, language)]
    alone = _item_of_name(said, index.parts[game.id].names, vocabulary)
    if alone:
        return [*said[: alone[0]], *said[alone[1] :]]
    starts = [0, *(place.stop for place in said_to_play if not _has(place.start, said, vocabulary))]
    for start in starts:
        named = game_names(game, said[start : start + LONGEST_NAME], index)
        end = start
        while end < len(said) and (said[end].stem in named or (said[end].small and not said[end].separates)):
            end += 1
        while end > start and said[end - 1].stem not in named:
            end -= 1
        told = any(term.word in vocabulary.sides for term in said[:end])
        opens = start == 0 and end < len(said) and said[end].separates and not told
        listed = opens and said[end] == NEXT and _is_card(game.id, {said[at].stem for at in range(end)}, language)
        if listed:  # "magicien, puis 5 de cœur"
            return said
        if end > start and (opens or start):
            return [*said[:start], *said[end:]]
    return said


def _tells_a_fact(game_id: str, said: Sequence[Term], language: str) -> bool:
    """Whether the name that opens a text tells with other words what may be so or not: "it's in the crib: …"."""
    opening = next((said[:at] for at, term in enumerate(said) if term.separates), said)
    return len(opening) > 1 and any(term.stem in _names_of_facts(game_id, language) for term in opening)


def _tells_a_deed(said: Sequence[Term], subjects: Collection[str]) -> bool:
    """Whether the name that opens a text with a comma tells what somebody did: "j'ai coinché, ils ont pris à 100"."""
    opening = next((said[:at] for at, term in enumerate(said) if term == NEXT), said[:1])
    return len(opening) > 1 and opening[0].word in subjects


@lru_cache
def _names_of_facts(game_id: str, language: str) -> frozenset[str]:
    """The stems of the names of a game that are also those of what a question asks to be so or not."""
    named = {stem for name in load_index(language).parts[game_id].names for stem in name}
    labels = [
        field.label.render(language)
        for question in desk_questions(GAMES[game_id]).values()
        for field in question.facts
        if isinstance(field, YesNo)
    ]
    of_facts = {stem for label in labels for stem in stems_of(label, language)}
    return frozenset(named & of_facts - load_vocabulary(language).cards)


def _item_of_name(
    said: Sequence[Term], names: Collection[frozenset[str]], vocabulary: Vocabulary
) -> tuple[int, int] | None:
    """The clause that is nothing but the name of the game, where this is no name of a suit or a card.

    No clause on somebody: "we had belote", "belote chez nous".
    """
    beside = vocabulary.definite.union(*vocabulary.playing)
    start = 0
    for end, term in enumerate([*said, STOP]):
        if term.separates:
            stems = frozenset(other.stem for other in said[start:end] if not other.small)
            of_cards = not stems.isdisjoint(vocabulary.suit_stems | vocabulary.cards)
            closed = start == 0 or said[start - 1] == STOP
            plain = all(other.word in beside for other in said[start:end] if other.small)
            if stems and stems in names and closed and plain and not of_cards and start > 0:
                return start, end
            start = end + 1
    return None


def _is_given_to(at: int, said: Sequence[Term], language: str) -> bool:
    """Whether a word stands before somebody to whom something is given: "je donne quoi au président ?"."""
    giving = load_sentence_words(language).giving
    return any(said[other].word in giving for other in clause_of(at, said) if other < at)


def _has(at: int, said: Sequence[Term], vocabulary: Vocabulary) -> bool:
    """Whether a word is a verb after who it is said of: "on a la belote", "personne a la belote"."""
    before = said[at - 1].word if at else ""
    return before in vocabulary.sides or before in vocabulary.negations


def _end_of_name(said: Sequence[Term], names: Collection[frozenset[str]], vocabulary: Vocabulary) -> int:
    """Where the name of the game ends that opens a text, 0 without one; of a name that is a card too it must be plain.

    It is where a colon follows and cards with suits; or where it is a suit alone: "Spades, 9 of clubs led".
    """
    end = next((at for at, term in enumerate(said) if term.separates), 0)
    opening = frozenset(term.stem for term in said[:end] if not term.small)
    told = any(term.word in vocabulary.negations or term.word in vocabulary.sides for term in said[:end])
    if not opening or opening not in names or told:  # "pas de belote", "on a coinché"
        return 0
    further = sum(term.stem in vocabulary.suit_stems for term in said[end:])
    is_suit = opening <= vocabulary.suit_stems  # "Hearts: …": the cards that follow say their suits
    if not is_suit and any(stands_at(0, phrase, said) for phrase in vocabulary.in_game):
        return end  # "à la dame de pique, …"
    if said[end] == NEXT:
        no_trump = vocabulary.trump not in {term.stem for term in said[end:]}
        if is_suit and not any(term.stem in vocabulary.cards for term in said[end:]):
            return end  # "Hearts, four players": no card follows
        return end if (is_suit and further and no_trump) or (not is_suit and not further) else 0
    plain = len(opening) > 1 and opening.isdisjoint(vocabulary.suit_stems)
    return end if is_suit or plain or further > 1 else 0


def _end_of_long_name(said: Sequence[Term], names: Collection[frozenset[str]], vocabulary: Vocabulary) -> int:
    """Where a name of several words ends that opens a text and is no card, "famille de trèfles j'ai …"; 0 without."""
    for name in sorted(names, key=len, reverse=True):
        if len(name) >= SEVERAL and not name <= vocabulary.cards and (end := _end_of(name, 0, said)):
            return end
    return 0


def _end_of_game_played(
    said: Sequence[Term], names: Collection[frozenset[str]], vocabulary: Vocabulary, subjects: Collection[str]
) -> int:
    """Where the name ends with which a text says what is played, "à la dame de pique j'ai …"; 0 without one."""
    starts = [len(phrase) for phrase in vocabulary.in_game if stands_at(0, phrase, said)]
    ends = [_end_of(name, start, said) for start in starts for name in sorted(names, key=len, reverse=True)]
    return next((end for end in ends if 0 < end < len(said) and said[end].word in subjects), 0)


def _end_of(name: Collection[str], start: int, said: Sequence[Term]) -> int:
    """Where the words of a name end that stand from a word on, small ones in between; 0 where these do not."""
    end, stems = start, set[str]()
    while end < len(said) and stems != {*name} and (said[end].stem in name or (said[end].small and stems)):
        stems |= {said[end].stem} & {*name}
        end += 1
    return end if stems == {*name} else 0


def may_be_named(game: Game, said: Sequence[Term], used: Collection[int], language: str) -> bool:
    """Whether the words that open a text and say a fact may as well be the game: "coinche 90", "dame de pique : …"."""
    names = load_index(language).parts[game.id].names
    if 0 not in used or _opening(said) in names:
        return 0 in used
    return {said[0].stem} in names and not _goes_on(said, used, language)


def _goes_on(said: Sequence[Term], used: Collection[int], language: str) -> bool:
    """Whether a fact is told with the word that opens a text: "hearts haven't been broken", "coeur demandé : …"."""
    vocabulary = load_vocabulary(language)
    clause = [at for at in clause_of(0, said) if at and at in used and not said[at].small]
    of_cards = vocabulary.cards | vocabulary.suit_stems
    return any(not said[at].stem.isdigit() and said[at].stem not in of_cards for at in clause)


def _opening(said: Sequence[Term]) -> frozenset[str]:
    """The stems of what stands before the first colon or the like of a text."""
    return frozenset(term.stem for term in said[: _end_of_opening(said)] if not term.small)


def _end_of_opening(said: Sequence[Term]) -> int:
    return next((at for at, term in enumerate(said) if term == STOP), len(said))


@lru_cache
def _names_of_cards(game_id: str, language: str) -> frozenset[str]:
    """The names of the cards of a game, folded."""
    packs = [question.pack for question in desk_questions(GAMES[game_id]).values() if question.pack is not None]
    return frozenset(folded(pack.face(card, language).name) for pack in packs for card in pack.layout)


def _is_card(game_id: str, stems: Collection[str], language: str) -> bool:
    """Whether these are the stems of the name of a card of the game."""
    stem = load_vocabulary(language).stem
    return any({stem(word) for word in name.split()} == {*stems} for name in _names_of_cards(game_id, language))


def game_names(game: Game, said: Sequence[Term], index: Index) -> set[str]:
    """The stems of the names of a game that are said whole, and of the words that are slips for one of theirs."""
    part = index.parts[game.id]
    large = {term: None for term in said if not term.small}
    meant = {term.stem: index.matching_stems(term, (part,)) | {term.stem} for term in large}
    stems = {stem for of_word in meant.values() for stem in of_word}
    names = [name for name in part.names if name <= stems and index.names_its_game(name, part)]
    named = {stem for name in names for stem in name}
    return named | {stem for stem, of_word in meant.items() if of_word & named}
