"""The rulebook: articles with stable ids, each saying who it has its authority from.

A chapter is a Markdown file, ``rulebook.<language>.md`` in its game's folder (what is common: in this one): a title,
perhaps a line ``- names:`` with what the game is also called, an introduction, then one article a second-level heading,
``## Title {#id}``, with a short list of facts about it before its text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

from referee.game_definition.game import FEATURES, Game
from referee.games.registry import GAMES, package_of
from referee.words import Text, polished, say

COMMON = "match"
"""The chapter of what holds in every game."""

AUTHORITIES: Mapping[str, Text] = {
    "sheet": say("dit par la règle imprimée"),
    "official": say("règle officielle"),
    "reading": say("lecture : le texte peut se lire autrement"),
    "convention": say("convention : aucun texte ne le dit"),
}
"""Who says so: the game's printed sheet, a federation's or publisher's text, a reading of such a text that could be
another, or a convention where it is silent."""


@dataclass(frozen=True, slots=True)
class Article:
    """One article: ``sheet`` are the lines of the printed sheet it stands for, ``words`` what people also call it.

    ``asked`` are phrases in which a table asks for it; ``source`` names whose text an official article is ("FFT");
    ``needs`` is what a game must have for it to mean anything there.
    """

    id: str
    title: str
    authority: str
    text: str
    sheet: tuple[str, ...] = ()
    see: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()
    source: str = ""
    needs: frozenset[str] = frozenset()

    @property
    def authority_words(self) -> Text:
        """Who says so, with the name of an official text."""
        words = AUTHORITIES[self.authority]
        return say("%(authority)s (%(source)s)", authority=words, source=self.source) if self.source else words

    @property
    def chapter(self) -> str:
        return chapter_of(self.id)


@dataclass(frozen=True, slots=True)
class Chapter:
    """The rulebook of one game in one language."""

    id: str
    title: str
    introduction: str
    articles: tuple[Article, ...]
    names: tuple[str, ...] = ()
    """What the game is also called."""


@dataclass(frozen=True, slots=True)
class Dispute:
    """A quarrel that comes up often, its answer, and the articles that decide it.

    ``asks`` is the question of the desk that rules on the table's own case, where there is one.
    """

    question: str
    answer: str
    articles: tuple[str, ...]
    asks: str = ""


class BrokenChapter(ValueError):
    """A file of the rulebook cannot be read; the message names the file, the article and what is wrong with it."""


_HEADING = re.compile(r"^## (?P<title>.+?)(?: \{#(?P<id>[a-z0-9.-]+)\})?$", re.MULTILINE)
_FACT = re.compile(r"^- (?P<name>[a-z]+): (?P<value>.*)$")


def chapter_of(article_id: str) -> str:
    """The chapter an article stands in: ``match`` for what is common, else the game.

    >>> chapter_of("match.note"), chapter_of("question.facts")
    ('match', 'match')
    """
    owner = article_id.partition(".")[0]
    return owner if owner in GAMES else COMMON


@lru_cache
def chapter(part: str, language: str) -> Chapter:
    """The rulebook of a game (or :data:`COMMON`), articles in order.

    :raises FileNotFoundError: there is no such chapter.
    :raises BrokenChapter: an article in it has no id, no known authority, or the id of another.
    """
    text = polished(rulebook_text(part, language), language)
    head, *sections = _sections(text)
    title, _, opening = head[1].strip().partition("\n")
    facts, introduction = _facts(opening)
    try:
        articles = tuple(_article(heading, body) for heading, body in sections)
        if len({law.id for law in articles}) < len(articles):
            raise ValueError("two articles have the same id")
    except ValueError as error:
        raise BrokenChapter(f"{part}, rulebook.{language}.md: {error}") from None
    return Chapter(part, title.removeprefix("# ").strip(), introduction, articles, _split(facts.get("names", ""), "/"))


@lru_cache
def disputes(game_id: str, language: str) -> tuple[Dispute, ...]:
    """The quarrels that come up most in a game, or (:data:`COMMON`) at every table; none where none are written."""
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
    """The quarrels of every table that can come up in a game: those whose first article means something there."""
    laws = _index(COMMON, language)
    return tuple(card for card in disputes(COMMON, language) if laws[card.articles[0]].needs <= game.features)


def article(article_id: str, language: str) -> Article | None:
    """The article with this id, or None."""
    return _index(chapter_of(article_id), language).get(article_id)


@lru_cache
def _index(part: str, language: str) -> Mapping[str, Article]:
    return {law.id: law for law in chapter(part, language).articles}


def rulebook_text(part: str, language: str) -> str:
    """The file of a chapter as it was written.

    :raises FileNotFoundError: there is no such chapter.
    """
    return _file(part, f"rulebook.{language}.md")


def _file(part: str, name: str) -> str:
    package = __package__ if part == COMMON else package_of(part)
    return (resources.files(package) / name).read_text(encoding="utf-8")


def _sections(text: str) -> list[tuple[Mapping[str, str], str]]:
    """The text cut at its second-level headings; the first piece has no heading."""
    found = list(_HEADING.finditer(text))
    ends = [*(match.start() for match in found), len(text)]
    pieces: list[tuple[Mapping[str, str], str]] = [({}, text[: ends[0]])]
    for match, end in zip(found, ends[1:], strict=True):
        pieces.append((match.groupdict(), text[match.end() : end]))
    return pieces


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
    """The list of facts that opens a section, and the text after it."""
    lines = body.strip("\n").split("\n")
    facts: dict[str, str] = {}
    while lines and (match := _FACT.match(lines[0].replace("\u202f", " "))):
        facts[match["name"]] = match["value"].strip()
        lines.pop(0)
    return facts, "\n".join(lines).strip()


def _split(value: str, separator: str = ",") -> tuple[str, ...]:
    return tuple(part.strip() for part in value.split(separator) if part.strip())


def chapter_text(part: str, language: str) -> str:
    """The rulebook of a game as plain text, article by article, each with its authority."""
    book = chapter(part, language)
    pieces = [f"{book.title}\n{'=' * len(book.title)}", book.introduction]
    for law in book.articles:
        authority = law.authority_words.render(language)
        pieces.append(f"{law.title}\n[{law.id} · {authority}]\n\n{law.text.replace('**', '')}")
    return "\n\n".join(pieces)
