"""Whatever words stand in a query, the desk answers: those of its own lists, cards, numbers and signs, in any order."""

from collections.abc import Iterable, Iterator
from dataclasses import fields
from functools import cache

from hypothesis import given
from hypothesis import strategies as st

from referee.desk.query_words.sentence_words import load_sentence_words
from referee.games.registry import GAMES
from referee.words import LANGUAGES
from tests.web.desk.sentences import questions_asked

NUMBERS = [str(number) for number in (0, 1, 2, 3, 4, 7, 9, 10, 20, 82, 100, 162)]
SIGNS = [",", ".", ":", "?", "♠", "♥", "J♦", "K♣", "-"]
CARDS = {
    "fr": ["l'as de pique", "valet", "dame de cœur", "deux rois", "joker", "atout trèfle", "9 de carreau"],
    "en": ["the ace of spades", "jack", "queen of hearts", "two kings", "joker", "clubs trump", "9 of diamonds"],
}
PEOPLE = {"fr": ["moi", "Paul", "Léa", "eux", "nous"], "en": ["me", "Paul", "Lea", "them", "us"]}
LONGEST = 14


@cache
def words_of_lists(language: str) -> list[str]:
    """Every word and phrase of the lists with which sentences are read."""
    lists = load_sentence_words(language)
    return sorted({word for field in fields(lists) for word in _words_in(getattr(lists, field.name))})


def _words_in(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple) and all(isinstance(word, str) for word in value):
        yield " ".join(value)
    elif isinstance(value, Iterable):
        for one in value:
            yield from _words_in(one)


@given(data=st.data())
def test_any_words_are_answered(data: st.DataObject) -> None:
    language = data.draw(st.sampled_from(LANGUAGES))
    game = data.draw(st.sampled_from([*GAMES]))
    of_cards = st.sampled_from([*CARDS[language], *NUMBERS, *SIGNS, *PEOPLE[language]])
    parts = data.draw(st.lists(of_cards | st.sampled_from(words_of_lists(language)), min_size=1, max_size=LONGEST))
    for asked in questions_asked(language, game, " ".join(parts)):
        assert asked.page.game.id == game


def test_the_words_of_the_lists_are_tried() -> None:
    assert all(len(words_of_lists(language)) > len(NUMBERS) * len(SIGNS) for language in LANGUAGES)
