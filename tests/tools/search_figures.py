"""How well the rulebook's search answers: ``python -m tests.tools.search_figures``.

For each set of questions and language: how many, and for how many of them (%) the article wanted is the first, and
among the first three. ``everyday`` questions were used to tune the search and ``held`` ones (where the file is there)
were not; ``declared`` are those of the games' seeds; in ``left out`` every phrase in which a table asks for an article
and every question of a dispute card is asked of a rulebook that has not got it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from unittest.mock import patch
from zlib import crc32

from referee.desk import search
from referee.desk.articles import COMMON, Article, article, chapter, disputes
from referee.desk.search_index import read_index
from referee.games.registry import GAMES
from referee.words import LANGUAGES
from tests.desk import everyday
from tests.desk.everyday import Question, everyday_questions
from tests.games.seeds import seeds

PIECES = 20
"""Into how many pieces the phrases are cut; each is left out while its own phrases are asked."""


def main() -> None:
    print(f"{'':10}{'':4}{'questions':>10}{'first':>8}{'in three':>10}")
    for name in ("everyday", "held"):
        if (Path(everyday.__file__).parent / f"{name}_questions.json").exists():
            _figures(name, [(one, _found(one)) for one in everyday_questions(f"{name}_questions")])
    _figures("declared", [(one, _found(one)) for one in _declared()])
    _figures("left out", list(chain.from_iterable(map(_left_out, LANGUAGES))))


def _figures(name: str, answered: list[tuple[Question, list[str]]]) -> None:
    for language in LANGUAGES:
        found = [(one.wanted, ids) for one, ids in answered if one.language == language]
        first = sum(ids[0] in wanted for wanted, ids in found if ids) / len(found)
        three = sum(bool(wanted & set(ids)) for wanted, ids in found) / len(found)
        print(f"{name:10}{language:4}{len(found):10}{first:8.1%}{three:10.1%}")


def _found(asked: Question) -> list[str]:
    return [law.id for law in search.search(asked.words, asked.language, asked.game, most=3)]


def _left_out(language: str) -> Iterator[tuple[Question, list[str]]]:
    """What the phrases of each piece find in a rulebook that has only the other pieces."""
    written = list(_written(language))
    for piece in range(PIECES):
        asked = [one for one in written if crc32(one.words.encode()) % PIECES == piece]
        rest = read_index(language, frozenset(one.words for one in asked))
        with patch.object(search, "index", lambda _, rest=rest: rest):
            yield from [(one, _found(one)) for one in asked]


def _declared() -> Iterator[Question]:
    for game in GAMES:
        for one in seeds(game)["searches"]:
            yield Question(one["language"], one.get("game", game), one["words"], frozenset(one["article"].split()))


def _written(language: str) -> Iterator[Question]:
    """Every phrase of the rulebook and of the dispute cards; a common one is asked at the table of some game."""
    for part in (COMMON, *GAMES):
        for law in chapter(part, language).articles:
            for phrase in law.asked:
                yield Question(language, _at_table(part, phrase, law), phrase, frozenset((law.id,)))
        for card in disputes(part, language):
            table = _at_table(part, card.question, article(card.articles[0], language))
            yield Question(language, table, card.question, frozenset(card.articles))


def _at_table(part: str, phrase: str, law: Article | None) -> str:
    """The chapter's game; of what is common, some game where it means something."""
    tables = [game for game in sorted(GAMES) if part == COMMON and law and law.needs <= GAMES[game].features]
    return tables[crc32(phrase.encode()) % len(tables)] if tables else part


if __name__ == "__main__":
    main()
