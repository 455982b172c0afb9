"""What the desk makes of a sentence, as the page of a game's desk does without a match."""

from collections.abc import Sequence

from referee.desk.article_excerpt import answer
from referee.desk.search.rulebook_search import search
from referee.games.registry import GAMES
from referee.web.desk.question_choice import FIRST, FoundArticle
from referee.web.desk.questions_for_query import QueryQuestion, words_asked

SHOWN = 2
"""The most questions that a page shows."""


def found_for(language: str, game: str, words: str) -> list[FoundArticle]:
    """The articles found that point to questions, each with what is shown of it."""
    articles = search(words, language, game, most=FIRST)
    return [FoundArticle(article, answer(article, words, language)) for article in articles]


def questions_asked(language: str, game: str, words: str) -> Sequence[QueryQuestion]:
    """The questions that a sentence points to, the best first."""
    return words_asked(GAMES[game], None, found_for(language, game, words), words, language, SHOWN)


def first_asked(language: str, game: str, words: str) -> QueryQuestion | None:
    """The question that a sentence points to before any other."""
    return next(iter(questions_asked(language, game, words)), None)


def word_of_verdict(language: str, game: str, words: str) -> str:
    """The word of the verdict that a sentence gets at once, with plain spaces; "" where it gets none."""
    asked = first_asked(language, game, words)
    verdict = None if asked is None else asked.verdict
    return "" if verdict is None else verdict.word.text.render(language).replace("\u202f", " ")
