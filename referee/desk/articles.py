"""The rulebook: articles with stable ids, each with its authority.

A chapter is a Markdown file, ``rulebook.<language>.md`` in its game's folder (the common one: in this folder): a title,
an introduction, then an article under each second-level heading, ``## Title {#id}``, with a list of properties before
its text. The other names of a game are in its declaration (``also``).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

from referee.answers.house_rules import Option
from referee.game_definition.game import FEATURES, Game
from referee.games.registry import GAMES, package_of
from referee.words import Text, polished, say

COMMON = "match"
"""The chapter common to all games."""

AUTHORITIES: Mapping[str, Text] = {
    "sheet": say("dit par la règle imprimée"),
    "official": say("règle officielle"),
    "reading": say("lecture : le texte peut se lire autrement"),
    "convention": say("convention : aucun texte ne le dit"),
}
"""The authorities of articles: the game's printed sheet, a federation's or publisher's text, a reading of an ambiguous
text, or a convention where the texts are silent."""


@dataclass(frozen=True, slots=True)
class Article:
    """An article. ``sheet``: the lines of the printed sheet that it covers; ``see``: related articles.

    ``words``: synonyms; ``phrases``: questions that it answers; ``source``: the author of an official text ("FFT");
    ``needs``: the mechanisms that a game must have for it to apply.
    """

    id: str
    title: str
    authority: str
    text: str
    sheet: tuple[str, ...] = ()
    see: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    phrases: tuple[str, ...] = ()
    source: str = ""
    needs: frozenset[str] = frozenset()

    @property
    def authority_words(self) -> Text:
        """The authority in words, with the source of an official text."""
        words = AUTHORITIES[self.authority]
        return say("%(authority)s (%(source)s)", authority=words, source=self.source) if self.source else words

    @property
    def chapter(self) -> str:
        return chapter_of(self.id)


@dataclass(frozen=True, slots=True)
class Chapter:
    """The rulebook of one game in one language; ``names``: other names of the game."""

    id: str
    title: str
    introduction: str
    articles: tuple[Article, ...]
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Dispute:
    """A frequent dispute, its answer and articles.

    ``asks``: the id of the desk question that rules on an own case, "" without one.
    """

    question: str
    answer: str
    articles: tuple[str, ...]
    asks: str = ""


class BrokenChapter(ValueError):
    """An invalid file of the rulebook; the message names the file, the article and the error."""


_HEADING = re.compile(r"^## (?P<title>.+?)(?: \{#(?P<id>[a-z0-9.-]+)\})?$", re.MULTILINE)
_FACT = re.compile(r"^- (?P<name>[a-z]+): (?P<value>.*)$")


def chapter_of(article_id: str) -> str:
    """The chapter of an article: a game's id, else ``match``.

    >>> chapter_of("match.note"), chapter_of("question.facts")
    ('match', 'match')
    """
    owner = article_id.partition(".")[0]
    return owner if owner in GAMES else COMMON


def other_names(part: str, language: str) -> tuple[str, ...]:
    """The other names of a game; none of the common chapter.

    >>> "crazy eights" in other_names("huit-americain", "fr")
    True
    """
    return GAMES[part].also.get(language, ()) if part in GAMES else ()


@lru_cache
def chapter(part: str, language: str) -> Chapter:
    """The rulebook of a game (or :data:`COMMON`), articles in order.

    :raises FileNotFoundError: there is no such chapter.
    :raises BrokenChapter: an article in it has no id, no known authority, or the id of another.
    """
    text = polished(rulebook_text(part, language), language)
    head, *sections = _sections(text)
    title, _, opening = head[1].strip().partition("\n")
    _, introduction = _facts(opening)
    try:
        articles = tuple(_article(heading, body) for heading, body in sections)
        if len({law.id for law in articles}) < len(articles):
            raise ValueError("two articles have the same id")
    except ValueError as error:
        raise BrokenChapter(f"{part}, rulebook.{language}.md: {error}") from None
    return Chapter(part, title.removeprefix("# ").strip(), introduction, articles, other_names(part, language))


@lru_cache
def disputes(game_id: str, language: str) -> tuple[Dispute, ...]:
    """The disputes of a game, or the common ones (:data:`COMMON`); none without a file."""
    try:
        text = polished(_file(game_id, f"disputes.{language}.md"), language)
    except FileNotFoundError:
        return ()
    cards = []
    for heading, body in _sections(text)[1:]:
        facts, answer = _facts(body)
        cards.append(Dispute(heading["title"], answer, _split(facts.get("articles", "")), facts.get("asks", "")))
    return tuple(cards)


def common_disputes(game: Game, language: str) -> tuple[Dispute, ...]:
    """The common disputes whose first article applies to a game."""
    laws = _index(COMMON, language)
    return tuple(card for card in disputes(COMMON, language) if laws[card.articles[0]].needs <= game.features)


def article(article_id: str, language: str) -> Article | None:
    """The article with this id, or None."""
    return _index(chapter_of(article_id), language).get(article_id)


@lru_cache
def options_at(article_id: str) -> tuple[tuple[Game, Option], ...]:
    """The house rules that replace what an article says, each with its game; an article of all games may have many."""
    part = chapter_of(article_id)
    games = GAMES.values() if part == COMMON else (GAMES[part],)
    return tuple((game, option) for game in games for option in game.options if option.article == article_id)


@lru_cache
def _index(part: str, language: str) -> Mapping[str, Article]:
    return {law.id: law for law in chapter(part, language).articles}


def rulebook_text(part: str, language: str) -> str:
    """The text of a chapter's file.

    :raises FileNotFoundError: there is no such chapter.
    """
    return _file(part, f"rulebook.{language}.md")


def _file(part: str, name: str) -> str:
    package = __package__ if part == COMMON else package_of(part)
    return (resources.files(package) / name).read_text(encoding="utf-8")


def _sections(text: str) -> list[tuple[Mapping[str, str], str]]:
    """The sections under second-level headings, after the text before the first one, which has no heading."""
    headings = list(_HEADING.finditer(text))
    ends = [*(heading.start() for heading in headings), len(text)]
    sections: list[tuple[Mapping[str, str], str]] = [({}, text[: ends[0]])]
    for heading, end in zip(headings, ends[1:], strict=True):
        sections.append((heading.groupdict(), text[heading.end() : end]))
    return sections


def _article(heading: Mapping[str, str], body: str) -> Article:
    facts, text = _facts(body)
    if heading["id"] is None:
        raise ValueError(f"the article {heading['title']!r} has no {{#id}}")
    if facts.get("authority") not in AUTHORITIES:
        raise ValueError(f"the article {heading['id']} needs one line '- authority: ' of {', '.join(AUTHORITIES)}")
    needs = frozenset(_split(facts.get("needs", "")))
    if unknown := needs - FEATURES:
        raise ValueError(f"the article {heading['id']} needs what no game has: {', '.join(sorted(unknown))}")
    return Article(
        heading["id"],
        heading["title"],
        facts["authority"],
        text,
        _split(facts.get("sheet", "")),
        _split(facts.get("see", "")),
        tuple(facts.get("words", "").split()),
        _split(facts.get("asked", ""), "/"),
        facts.get("source", ""),
        needs,
    )


def _facts(body: str) -> tuple[dict[str, str], str]:
    """The list of properties that opens a section, and the text after it."""
    lines = body.strip("\n").split("\n")
    facts: dict[str, str] = {}
    while lines and (match := _FACT.match(lines[0].replace("\u202f", " "))):
        facts[match["name"]] = match["value"].strip()
        lines.pop(0)
    return facts, "\n".join(lines).strip()


def _split(value: str, separator: str = ",") -> tuple[str, ...]:
    return tuple(part.strip() for part in value.split(separator) if part.strip())


def chapter_text(part: str, language: str) -> str:
    """The rulebook of a game as plain text, each article with its authority."""
    book = chapter(part, language)
    pieces = [f"{book.title}\n{'=' * len(book.title)}", book.introduction]
    for law in book.articles:
        authority = law.authority_words.render(language)
        pieces.append(f"{law.title}\n[{law.id} · {authority}]\n\n{law.text.replace('**', '')}")
    return "\n\n".join(pieces)
