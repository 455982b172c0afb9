"""The words of a query that a question and its facts do not account for.

"Qui garde le pli ?", "mon valet d'atout", "je n'ai pas de cœur": an answer that leaves such a word out answers another
question.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from referee.desk.search_index import Index, load_index
from referee.desk.search_words import Term, keys, load_vocabulary, terms
from referee.desk_questions.desk_question import DeskQuestion
from referee.game_definition.game import Game


def words_left_over(
    game: Game, question: DeskQuestion, said: Sequence[Term], used: Collection[int], language: str
) -> list[str]:
    """The words that matter and that neither the facts nor the question's label nor the game's name say, in order.

    A word matters where it denies, asks, puts one card on another or is a number, and where the rules of the game know
    it, in this or in another spelling. ``used``: the indexes of the words that the facts say.
    """
    index, vocabulary = load_index(language), load_vocabulary(language)
    label = terms(question.label.render(language), language, meanings=False)
    asked = _asked(label, language) | _names(game, {term.stem for term in said}, index)
    of_worth = vocabulary.groups.keys() if vocabulary.worth <= asked else ()  # "carré": four cards, or what they make
    meanings = keys((term for term in label if not term.small), language).keys()
    return [
        term.word
        for at, term in enumerate(said)
        if (at not in used or term.word in of_worth)
        and term.stem not in asked
        and _matters(term, index, game)
        and (term.small or meanings.isdisjoint(key for key in keys((term,), language) if key.startswith("=")))
    ]


def is_asked(question: DeskQuestion, said: Sequence[Term], language: str) -> bool:
    """Whether a word that matters says what a question asks."""
    asked = _asked(terms(question.label.render(language), language, meanings=False), language)
    return any(term.stem in asked for term in said if not term.small)


def _asked(label: Sequence[Term], language: str) -> set[str]:
    """The stems of a question's label, and of what stands for them."""
    stems = {term.stem for term in label}
    return stems | {stem for line in load_vocabulary(language).same_question if line & stems for stem in line}


def _names(game: Game, said: set[str], index: Index) -> set[str]:
    """The stems of the names of a game that are said whole."""
    part = index.parts[game.id]
    names = [name for name in part.names if name <= said and index.names_its_game(name, part)]
    return {stem for name in names for stem in name}


def _matters(term: Term, index: Index, game: Game) -> bool:
    vocabulary = load_vocabulary(index.language)
    if term.word in vocabulary.negations | vocabulary.asking | vocabulary.onto or term.stem.isdigit():
        return True
    return not term.small and any(_spellings(term, index, game))


def _spellings(term: Term, index: Index, game: Game) -> Iterator[str]:
    """The stems in the rules of a game that a word may mean."""
    scope = index.scope(game.id)
    for meant in index.query(term.word):
        yield from index.matching_stems(meant, scope)
