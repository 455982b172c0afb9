"""How well the rulebook's search answers: ``python -m tests.tools.search_figures [set …]``.

For each set of questions and language: how many are asked in a game, and for how many of them (%) the article wanted
is the first, and among the first three; how many are asked of no game, for how many of them it is among the first five
that are shown, and among the first three in its own game, after one tap. ``everyday``, ``held``, ``blind``, ``spoken``
questions are files beside the desk's tests, where there are such; ``declared`` are those of the games' seeds. In
``left-out`` every phrase in which a table asks for an article is taken out of it, it alone, and then asked: what the
search does with words that the article has not got.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import cast
from zlib import crc32

from referee.desk.articles import COMMON, Article, chapter
from referee.desk.search.rulebook_search import AT_FIRST, search
from referee.desk.search.search_index import PHRASE, Index, load_index
from referee.desk.search.search_terms import keys, terms_of
from referee.games.registry import GAMES
from referee.words import LANGUAGES
from tests.desk import everyday
from tests.desk.everyday import Question, answered_after_a_tap, everyday_questions
from tests.games.parameters import parameters_of

Answered = tuple[Question, list[str]]


def main(chosen: list[str]) -> None:
    print(f"{'':10}{'':4}{'in a game':>10}{'first':>8}{'in three':>10}{'of none':>10}{'in five':>9}{'one tap':>9}")
    for name, answered in SETS.items():
        if not chosen or name in chosen:
            _figures(name, list(answered()))


def _of_file(name: str) -> Iterator[Answered]:
    if (Path(everyday.__file__).parent / f"{name}_questions.json").exists():
        yield from ((question, _found_articles(question)) for question in everyday_questions(f"{name}_questions"))


def _figures(name: str, answered: list[Answered]) -> None:
    for language in LANGUAGES:
        asked = [(question, ids) for question, ids in answered if question.language == language]
        in_game = [(one.wanted, ids) for one, ids in asked if one.game is not None]
        of_none = [(one, ids) for one, ids in asked if one.game is None]
        first, three = (_share(bool(wanted & {*ids[:most]}) for wanted, ids in in_game) for most in (1, 3))
        five = _share(bool(one.wanted & {*ids}) for one, ids in of_none)
        tapped = _share(answered_after_a_tap(one) for one, _ in of_none)
        if asked:
            print(f"{name:10}{language:4}{len(in_game):10}{first:>8}{three:>10}{len(of_none):10}{five:>9}{tapped:>9}")


def _share(hits: Iterable[bool]) -> str:
    answers = list(hits)
    return f"{sum(answers) / len(answers):.1%}" if answers else "–"


def _found_articles(asked: Question) -> list[str]:
    return [law.id for law in search(asked.words, asked.language, asked.game, most=3 if asked.game else AT_FIRST)]


def _left_out() -> Iterator[Answered]:
    """What each phrase of an article finds in a rulebook where that article has not got it."""
    for language in LANGUAGES:
        known = load_index(language)
        for part in (COMMON, *GAMES):
            for law in chapter(part, language).articles:
                for phrase in law.phrases:
                    asked = Question(language, _at_table(part, phrase, law), phrase, frozenset((law.id,)))
                    with _without(known, law, phrase):
                        found = _found_articles(asked)
                    yield asked, found


@contextmanager
def _without(known: Index, law: Article, phrase: str) -> Iterator[None]:
    """The index without this phrase of this article; afterwards it is as it was."""
    part = known.parts[law.chapter]
    number = part.articles.index(law)
    read = keys(terms_of(phrase, known.language, joined=True), known.language)
    places = set[int].intersection(*(set(part.passages[key]) for key in read))
    own = [known.passages[at] for at in places if known.passages[at].article == number]
    passage = min(own, key=lambda candidate: candidate.size)
    factor, passage.factor = passage.factor, 0.0
    weights = cast(dict[str, dict[int, float]], part.weights)
    before = {key: weights[key][number] for key in read}
    for key, weight in before.items():
        weights[key][number] = weight - PHRASE.word
        if weights[key][number] < PHRASE.word / 2:
            del weights[key][number]
    try:
        yield
    finally:
        passage.factor = factor
        for key, weight in before.items():
            weights[key][number] = weight


def _declared_questions() -> Iterator[Question]:
    for game in GAMES:
        for expected in parameters_of(game)["searches"]:
            yield Question(
                expected["language"],
                expected.get("game", game),
                expected["words"],
                frozenset(expected["article"].split()),
            )


def _at_table(part: str, phrase: str, law: Article) -> str:
    """The chapter's game; of what is common, some game where it means something."""
    tables = [game for game in sorted(GAMES) if part == COMMON and law.needs <= GAMES[game].features]
    return tables[crc32(phrase.encode()) % len(tables)] if tables else part


SETS: Mapping[str, Callable[[], Iterable[Answered]]] = {
    "everyday": lambda: _of_file("everyday"),
    "held": lambda: _of_file("held"),
    "blind": lambda: _of_file("blind"),
    "declared": lambda: ((question, _found_articles(question)) for question in _declared_questions()),
    "spoken": lambda: _of_file("spoken"),
    "left-out": _left_out,
}


if __name__ == "__main__":
    main(sys.argv[1:])
