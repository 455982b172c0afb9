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
    asked = {term.stem for term in label} | _names(game, {term.stem for term in said}, index)
    asked |= {stem for line in vocabulary.same_question if line & asked for stem in line}
    of_worth = vocabulary.groups.keys() if vocabulary.worth & asked else ()  # "carré": four cards, or what they make
    meanings = keys((term for term in label if not term.small), language).keys()
    return [
        term.word
        for at, term in enumerate(said)
        if _counts(at, said, asked, language)
        or (at not in used or term.word in of_worth)
        and term.stem not in asked
        and _matters(term, index, game)
        and (term.small or meanings.isdisjoint(key for key in keys((term,), language) if key.startswith("=")))
    ]


def is_asked(question: DeskQuestion, said: Sequence[Term], language: str) -> bool:
    """Whether a word of a question's label says what it asks; a small one must be one with which things are asked."""
    worth, asking = load_vocabulary(language).worth, load_vocabulary(language).asking
    asked = {term.stem for term in terms(question.label.render(language), language, meanings=False)}
    asked |= worth if worth & asked else set()
    return any(term.stem in asked for term in said if not term.small or term.word in asking)


def _counts(at: int, said: Sequence[Term], asked: Collection[str], language: str) -> bool:
    """Whether a word asks how many of a thing there are that is not asked for: "combien de jokers"."""
    vocabulary = load_vocabulary(language)
    if said[at].word not in vocabulary.asking or said[at].stem not in vocabulary.worth:
        return False
    after = [term for term in said[at + 1 : at + 3] if term.word != vocabulary.of]
    return bool(after) and not after[0].small and after[0].stem not in asked


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
