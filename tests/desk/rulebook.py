"""All articles of the rulebook, for the tests that look at each."""

from collections.abc import Iterator

from referee.desk.articles import COMMON, Article, chapter
from referee.games.registry import GAMES


def every_article(language: str) -> Iterator[Article]:
    """All articles, the common ones first."""
    for part in (COMMON, *GAMES):
        yield from chapter(part, language).articles
