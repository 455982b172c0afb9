"""Which words of a sentence have card sense; the others tell a story, and are passed over.

Card sense has what is a card, a number, a negation or a question, what is done with cards in any game (the lines of
words of one meaning in the language's file), and what this game calls its own: its cards, the facts and choices of its
questions, the headings of its articles. "Mamie jure que le roi de pique gagne": "jure" is none of these.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache

from referee.desk.articles import chapter
from referee.desk.query_words.sentence_terms import SHORT, STOP
from referee.desk.query_words.sentence_words import load_sentence_words
from referee.desk.questions import desk_questions
from referee.desk.search.misspellings import LONG, one_error_away
from referee.desk.search.search_index import load_index
from referee.desk.search.search_terms import Term, terms_of
from referee.desk.search.vocabulary import load_vocabulary
from referee.game_definition.game import Game
from referee.games.registry import GAMES
from referee.words.folding import folded


def with_card_sense(game: Game, terms: Sequence[Term], players: Collection[str], language: str) -> list[Term]:
    """The words, those without card sense as small words; the names of the players stay, facts are told of them."""
    seated = {part for player in players for part in folded(player).split()}
    return [
        term
        if term.small
        or term.word in seated
        or (has_card_sense(game, term, language) and not _is_player(at, terms, game, language))
        else _small(term)
        for at, term in enumerate(terms)
    ]


def _is_player(at: int, terms: Sequence[Term], game: Game, language: str) -> bool:
    """Whether a word stands where a player is named who plays a card: "Max retourne un 4", "tom le roi de pique"."""
    term, vocabulary, words = terms[at], load_vocabulary(language), load_sentence_words(language)
    known = vocabulary.cards | vocabulary.sense | vocabulary.suit_stems | _named_by_game(game.id, language)
    if term.stem in known or term.stem.isdigit() or term.word in _of_grammar(language) | words.of_plays:
        return False
    before, after = terms[at - 1] if at else STOP, at + 1
    if not (before.small or before.stem in vocabulary.suit_stems):
        return False
    between = vocabulary.determiners | vocabulary.definite | words.having_cards  # "Sonia a entamé"
    while after < len(terms) and terms[after].word in between:
        after += 1
    following = [*terms[after : after + 3], STOP, STOP, STOP]
    suit = following[2] if following[1].small else following[1]
    is_card = following[0].stem in vocabulary.cards or (
        following[0].stem.isdigit() and suit.stem in vocabulary.suit_stems
    )
    return is_card or following[0].word in words.played


def has_card_sense(game: Game, term: Term, language: str) -> bool:
    """Whether a word, or what it may be a slip for, has card sense."""
    vocabulary = load_vocabulary(language)
    if term.word in load_sentence_words(language).story and term.word not in _of_grammar(language):
        return False
    if term.word in vocabulary.empty or _is_a_name(term, language) or _is_slip_of_empty(term, language):
        return False
    if term.stem.lstrip("-").isdigit() or term.word in _of_grammar(language):
        return True
    own = _of_game(game.id, language) | vocabulary.alike.keys() | vocabulary.cards | vocabulary.sense
    own |= vocabulary.suit_stems
    spellings = _spellings(game, term, language)
    return any(stem in own for stem in (term.stem, *spellings))


def _is_slip_of_empty(term: Term, language: str) -> bool:
    """Whether a word is known to nobody and one letter away from one that says nothing: "sombody"."""
    vocabulary = load_vocabulary(language)
    known = term.stem in load_index(language).document_frequency or term.word in _of_grammar(language)
    alike = term.stem in vocabulary.alike or term.stem in vocabulary.cards
    if known or alike or not term.word.isalpha() or len(term.word) < LONG:
        return False
    return not vocabulary.empty.isdisjoint(one_error_away(term.word))


def _is_a_name(term: Term, language: str) -> bool:
    """Whether a word is too short to be a slip for one of the rulebook, and none of these: a name."""
    vocabulary, index = load_vocabulary(language), load_index(language)
    known = term.stem in index.document_frequency or term.stem in vocabulary.alike or term.stem in vocabulary.cards
    known = known or term.stem.isdigit()  # "twos"
    return len(term.word) == SHORT and term.word.isalpha() and not known and term.word not in _of_grammar(language)


def _small(term: Term) -> Term:
    return Term(term.word, f"{term.word}.")


def _spellings(game: Game, term: Term, language: str) -> Iterator[str]:
    """The stems in the rules of a game that a word may mean."""
    index = load_index(language)
    scope = index.scope(game.id)
    for meant in index.query(term.word):
        yield from index.matching_stems(meant, scope)


@lru_cache
def _of_grammar(language: str) -> frozenset[str]:
    """The words by which a sentence of cards is read."""
    vocabulary = load_vocabulary(language)
    kinds = (
        vocabulary.onto, vocabulary.next, vocabulary.asking, vocabulary.negations, vocabulary.led, vocabulary.laying,
        vocabulary.must, vocabulary.groups, vocabulary.taking, vocabulary.telling, vocabulary.question_words,
        vocabulary.within, vocabulary.besides, vocabulary.sides, vocabulary.holding, vocabulary.leading,
        vocabulary.remaining, vocabulary.only, vocabulary.hand, vocabulary.opening, vocabulary.done, vocabulary.acts,
        vocabulary.adding, vocabulary.degree, vocabulary.saying,
    )  # fmt: skip
    phrases = (*vocabulary.lying, *vocabulary.places, *vocabulary.playing_myself, *vocabulary.none_of_it)
    return frozenset(word for kind in (*kinds, *phrases) for word in kind)


@lru_cache
def _of_game(game_id: str, language: str) -> frozenset[str]:
    """The stems of what a game calls its own."""
    titles = " ".join(law.title for law in chapter(game_id, language).articles)
    of_titles = {term.stem for term in terms_of(titles, language, meanings=False) if not term.small}
    return _named_by_game(game_id, language) | of_titles


@lru_cache
def _named_by_game(game_id: str, language: str) -> frozenset[str]:
    """The stems in the names of a game, its cards, and the facts and choices of its questions."""
    game = GAMES[game_id]
    texts = [game.name.render(language)]
    players = tuple(map(str, range(game.players[-1])))
    rules, _ = game.house_rules({}, players)
    for question in desk_questions(game).values():
        facts = question.fields(game, players, rules)
        texts += [question.label.render(language), *(field.label.render(language) for field in facts)]
        texts += [label.render(language) for field in facts for _, label in getattr(field, "choices", ())]
        if question.pack is not None:
            texts += [question.pack.face(card, language).name for card in question.pack.layout]
            texts += [name.render(language) for name in question.pack.other_names.values()]
    return frozenset(term.stem for text in texts for term in terms_of(text, language, meanings=False) if not term.small)
