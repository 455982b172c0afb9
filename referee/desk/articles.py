"""The rulebook: articles with stable ids, each saying who it has its authority from.

A chapter is a Markdown file of ``referee/desk/rulebook/<language>/``: a title, an introduction, then one article a
second-level heading, ``## Title {#id}``, with a short list of facts about it before its text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

from referee.games.registry import GAMES
from referee.words import Text, polished, say

__all__ = ["AUTHORITIES", "Article", "COMMON", "Chapter", "Dispute", "article", "chapter", "chapter_of", "disputes"]

COMMON = "match"
"""The chapter of what holds in every game."""

AUTHORITIES: Mapping[str, Text] = {
    "sheet": say("dit par la feuille"),
    "reading": say("lecture de la feuille"),
    "convention": say("convention : la feuille n'en dit rien"),
}
"""Who says so: the printed sheet, a reading of it that could be another, or a convention where it is silent."""


@dataclass(frozen=True, slots=True)
class Article:
    """One article: ``sheet`` are the lines of the printed sheet it stands for, ``words`` what people also call it."""

    id: str
    title: str
    authority: str
    text: str
    sheet: tuple[str, ...] = ()
    see: tuple[str, ...] = ()
    words: tuple[str, ...] = ()

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


@dataclass(frozen=True, slots=True)
class Dispute:
    """A quarrel that comes up often, its answer, and the articles that decide it."""

    question: str
    answer: str
    articles: tuple[str, ...]


_HEADING = re.compile(r"^## (?P<title>.+?)(?: \{#(?P<id>[a-z0-9.-]+)\})?$", re.MULTILINE)
_FACT = re.compile(r"^- (?P<name>[a-z]+): (?P<value>.*)$")


def chapter_of(article_id: str) -> str:
    """The chapter an article stands in: ``match`` for what is common, else the game.

    >>> chapter_of("ascenseur.bids"), chapter_of("question.facts")
    ('ascenseur', 'match')
    """
    owner = article_id.partition(".")[0]
    return owner if owner in GAMES else COMMON


@lru_cache
def chapter(part: str, language: str) -> Chapter:
    """The rulebook of a game (or :data:`COMMON`), articles in order.

    :raises FileNotFoundError: there is no such chapter.
    """
    text = _read("rulebook", part, language)
    head, *sections = _sections(text)
    title, _, introduction = head[1].strip().partition("\n")
    articles = tuple(_article(heading, body) for heading, body in sections)
    return Chapter(part, title.removeprefix("# ").strip(), introduction.strip(), articles)


@lru_cache
def disputes(game_id: str, language: str) -> tuple[Dispute, ...]:
    """The quarrels that come up most in a game; none where nobody wrote them down."""
    try:
        text = _read("disputes", game_id, language)
    except FileNotFoundError:
        return ()
    found = []
    for heading, body in _sections(text)[1:]:
        facts, answer = _facts(body)
        found.append(Dispute(heading["title"], answer, _split(facts.get("articles", ""))))
    return tuple(found)


def article(article_id: str, language: str) -> Article | None:
    """The article with this id, or None."""
    return _index(chapter_of(article_id), language).get(article_id)


@lru_cache
def _index(part: str, language: str) -> Mapping[str, Article]:
    return {one.id: one for one in chapter(part, language).articles}


def _read(folder: str, part: str, language: str) -> str:
    path = resources.files(__package__) / folder / language / f"{part}.md"
    return polished(path.read_text(encoding="utf-8"), language)


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
    return Article(
        heading["id"], heading["title"], facts["authority"], text,
        _split(facts.get("sheet", "")), _split(facts.get("see", "")), tuple(facts.get("words", "").split()),
    )  # fmt: skip


def _facts(body: str) -> tuple[dict[str, str], str]:
    """The list of facts that opens a section, and the text after it."""
    lines = body.strip("\n").split("\n")
    facts: dict[str, str] = {}
    while lines and (match := _FACT.match(lines[0].replace("\u202f", " "))):
        facts[match["name"]] = match["value"].strip()
        lines.pop(0)
    return facts, "\n".join(lines).strip()


def _split(value: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in value.split(",") if part.strip())


def every_article(language: str) -> Iterator[Article]:
    """All articles of the rulebook, the common ones first."""
    for part in (COMMON, *GAMES):
        yield from chapter(part, language).articles


def chapter_text(part: str, language: str) -> str:
    """The rulebook of a game as plain text, article by article, each with its authority."""
    one = chapter(part, language)
    pieces = [f"{one.title}\n{'=' * len(one.title)}", one.introduction]
    for law in one.articles:
        authority = AUTHORITIES[law.authority].render(language)
        pieces.append(f"{law.title}\n[{law.id} · {authority}]\n\n{law.text.replace('**', '')}")
    return "\n\n".join(pieces)
