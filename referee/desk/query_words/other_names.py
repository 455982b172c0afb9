"""What people also name with other words than a game does: "contrat du roi de cœur" is the barbu, and no card."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from referee.desk.query_words.phrases import stands_at
from referee.desk.query_words.sentence_terms import words_said
from referee.desk.search.search_terms import Term
from referee.game_definition.game import Game
from referee.games.registry import GAMES


def with_plain_names(game: Game, terms: Sequence[Term], language: str) -> Sequence[Term]:
    """The words, with the plain name of each thing that is named otherwise."""
    names = _plain_names(game.id, language)
    if not names:
        return terms
    result: list[Term] = []
    at = 0
    while at < len(terms):
        found = next(((phrase, plain) for phrase, plain in names if stands_at(at, phrase, terms)), None)
        phrase, plain = found or ((terms[at].word,), (terms[at],))
        result += plain
        at += len(phrase)
        if found and terms[at - 1].separates:
            result.append(terms[at - 1])
    return result


@lru_cache
def _plain_names(game_id: str, language: str) -> Sequence[tuple[Sequence[str], Sequence[Term]]]:
    """The words of each other name, the longest first, and the words that stand for it."""
    names = [
        (tuple(term.word for term in words_said(phrase, language)), tuple(words_said(plain.render(language), language)))
        for plain, phrases in GAMES[game_id].named_otherwise
        for phrase in phrases.render(language).split(" / ")
    ]
    return sorted(names, key=lambda name: -len(name[0]))
