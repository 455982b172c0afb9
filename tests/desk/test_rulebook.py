"""The rulebook is complete and sound: every printed rule has its article, every article its place and its authority.

``sheets.txt`` lists the lines of the five printed sheets (000 the clover family, 001 Le Triolet, 002 Le Tarot décalé,
003 L'Aluette, 004 the others), each with its articles, or with why it states no rule.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from referee.desk import articles
from referee.desk.articles import (
    AUTHORITIES,
    COMMON,
    Article,
    BrokenChapter,
    article,
    chapter,
    common_disputes,
    disputes,
    rulebook_text,
)
from referee.desk.questions import desk_questions, own_questions
from referee.game_definition.game import FEATURES
from referee.games.registry import GAMES
from referee.words import LANGUAGES
from referee.words.folding import folded
from tests.desk.rulebook import every_article

SHEETS = Path(__file__).with_name("sheets.txt")
PACKAGE = Path(__file__).parents[2] / "referee"
LINES = re.compile(r"(\d{3}):(\d+)(?:-(\d+))?")
TEN = 10

each_language = pytest.mark.parametrize("language", LANGUAGES)


def lines_of(said: str) -> Iterator[tuple[str, int]]:
    """The lines of a range of a sheet.

    >>> list(lines_of("004:9-10"))
    [('004', 9), ('004', 10)]
    """
    found = LINES.fullmatch(said)
    assert found, said
    sheet, first, last = found.groups()
    yield from ((sheet, line) for line in range(int(first), int(last or first) + 1))


@cache
def covering(language: str) -> Mapping[tuple[str, int], set[str]]:
    """Which articles stand for which line of which sheet."""
    found: dict[tuple[str, int], set[str]] = {}
    for one in every_article(language):
        for said in one.sheet:
            for line in lines_of(said):
                found.setdefault(line, set()).add(one.id)
    return found


ROWS = [line.partition(" ") for line in SHEETS.read_text(encoding="utf-8").splitlines()]
RULES = {said: set(rest.split()) for said, _, rest in ROWS if not rest.strip().startswith("-")}
OTHERS = {said: rest.strip() for said, _, rest in ROWS if rest.strip().startswith("-")}


@each_language
@pytest.mark.parametrize("part", [COMMON, *GAMES])
def test_a_chapter_can_be_read(part: str, language: str) -> None:
    assert chapter(part, language).articles


@pytest.mark.parametrize(
    ("before", "after", "fault"),
    [
        ("- authority: sheet\n", "", r"the article barbu\.[a-z-]+ needs one line '- authority: ' of sheet, official"),
        ("- authority: sheet\n", "- authority: me\n", r"the article barbu\.[a-z-]+ needs one line '- authority: '"),
        (" {#barbu.", " {barbu.", r"the article '.+' has no {#id}"),
        ("{#barbu.trick}", "{#barbu.tie}", "two articles have the same id"),
        ("- authority: sheet\n", "- authority: sheet\n- needs: dice\n", r"barbu\.[a-z-]+ needs what no game has: dice"),
    ],
)
def test_an_article_that_cannot_be_read_is_named_with_its_file(
    before: str, after: str, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = rulebook_text("barbu", "en")
    assert before in written
    monkeypatch.setattr(articles, "rulebook_text", lambda *_: written.replace(before, after, 1))
    with pytest.raises(BrokenChapter, match=rf"^barbu, rulebook\.en\.md: .*{fault}"):
        chapter.__wrapped__("barbu", "en")


@each_language
def test_what_the_sheet_prints_stands_in_these_articles(language: str) -> None:
    printed = {line: articles for said, articles in RULES.items() for line in lines_of(said)}
    found = covering(language)
    assert len(printed) > 200
    assert {line: found.get(line) for line in printed if found.get(line) != printed[line]} == {}


@each_language
def test_no_article_names_a_line_that_states_no_rule(language: str) -> None:
    lines = [line for said in (*RULES, *OTHERS) for line in lines_of(said)]
    assert len(lines) == len(set(lines))
    assert set(covering(language)) == {line for said in RULES for line in lines_of(said)}


@each_language
def test_who_says_so_is_always_told(language: str) -> None:
    for one in every_article(language):
        assert one.authority in AUTHORITIES, one.id
        assert bool(one.sheet or one.source) or one.authority == "convention", f"{one.id} has no line of a text"
        assert bool(one.source) == (one.authority != "convention" and not one.sheet), f"{one.id}: whose text is it?"
        assert one.title
        assert one.text, one.id


PRINTED_RULE = {"fr": "règle imprimée", "en": "printed rule"}


@each_language
def test_a_convention_names_no_text_and_a_reading_says_which_it_reads(language: str) -> None:
    """The principle of the authorities in CONTRIBUTING, where it can be held."""
    readings = [one for one in every_article(language) if one.authority == "reading"]
    assert readings
    assert [one.id for one in readings if (one.source or PRINTED_RULE[language]) not in one.text] == []
    conventions = [one for one in every_article(language) if one.authority == "convention"]
    assert [one.id for one in conventions if one.sheet or one.source] == []


def test_both_languages_say_the_same_of_an_article() -> None:
    def about(one: Article) -> tuple[object, ...]:
        return one.id, one.authority, one.sheet, one.see, one.needs

    assert [about(one) for one in every_article("fr")] == [about(one) for one in every_article("en")]


@each_language
def test_related_articles_exist_and_are_others(language: str) -> None:
    for one in every_article(language):
        assert [id_ for id_ in one.see if article(id_, language) is None or id_ == one.id] == [], one.id


def test_no_article_is_an_orphan() -> None:
    """Something leads to each: the code that names it, another article, a dispute."""
    code = "\n".join(path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py"))
    led_to = {id_ for one in every_article("fr") for id_ in one.see}
    led_to |= {id_ for part in (COMMON, *GAMES) for card in disputes(part, "fr") for id_ in card.articles}
    assert [one.id for one in every_article("fr") if one.id not in led_to and f'"{one.id}"' not in code] == []


@each_language
@pytest.mark.parametrize("part", [COMMON, *(game.id for game in GAMES.values() if own_questions(game.id))])
def test_every_table_and_a_game_that_the_desk_knows_have_ten_disputes(part: str, language: str) -> None:
    cards = disputes(part, language)
    assert len(cards) >= TEN
    assert len({card.question for card in cards}) == len(cards)
    for card in cards:
        assert card.question.strip()
        assert card.answer.strip()
        assert card.articles
        assert [id_ for id_ in card.articles if article(id_, language) is None] == []


def test_a_dispute_is_told_in_both_languages() -> None:
    for part in (COMMON, *GAMES):
        assert [card.articles for card in disputes(part, "fr")] == [card.articles for card in disputes(part, "en")]


def test_a_dispute_leads_to_a_question_that_its_articles_may_decide() -> None:
    for part, game in GAMES.items():
        assert [card.asks for card in disputes(part, "fr")] == [card.asks for card in disputes(part, "en")]
        told = desk_questions(game)
        for card in disputes(part, "fr"):
            assert not card.asks or set(card.articles) & set(told[card.asks].articles), card.question


AT_EVERY_TABLE = (
    "match.out-of-turn", "match.exposed-card", "match.taken-back", "match.corrected", "match.leaves",
    "match.last-trick", "match.slow-play", "match.table-talk", "match.trump-not-shown",
)  # fmt: skip


@each_language
def test_what_happens_at_every_table_is_a_convention_with_a_dispute(language: str) -> None:
    conventions = {one.id for one in every_article(language) if one.authority == "convention"}
    disputed = {card.articles[0] for card in disputes(COMMON, language)}
    assert [law for law in AT_EVERY_TABLE if law not in conventions & disputed] == []


def test_a_game_has_the_common_rules_of_its_offences() -> None:
    """Where a suit must be followed a revoke is an offence, where cards are shed an illegal card is."""
    known = {"revoke": "following", "illegal-card": "shedding"}
    for game in GAMES.values():
        if game.features != FEATURES:
            offences = {offence.id for offence in game.offences}
            assert {known[one] for one in known.keys() & offences} == game.features & set(known.values()), game.id


@each_language
def test_a_common_dispute_is_shown_only_where_it_means_something(language: str) -> None:
    def shown(game: str) -> set[str]:
        return {card.articles[0] for card in common_disputes(GAMES[game], language)}

    everything = {card.articles[0] for card in disputes(COMMON, language)}
    assert shown("feuille-libre") == everything
    assert not {"match.last-trick", "match.out-of-turn", "match.trump-not-shown"} & shown("kems")
    assert {"match.last-trick", "match.out-of-turn", "match.trump-not-shown"} <= shown("whistiti")
    assert all("match.corrected" in shown(game) for game in GAMES)


PHRASES = 4
"""How many ways an article is asked for at least."""

SMALL = """
    les des une qui que pas est sur par aux son ses avec pour dans
    the and you for may not are what who how does
"""
"""Words that say nothing about what is asked."""


def telling_words(text: str) -> set[str]:
    """The words of a title or a phrase that say what it is about, without accents and without a plural.

    >>> sorted(telling_words("Qui prend les plis ?"))
    ['pli', 'prend']
    """
    words = (word for word in re.findall("[a-z0-9]+", folded(text)) if word.isdigit() or len(word) > 2)
    return {word.removesuffix("s") if len(word) > 3 else word for word in words if word not in SMALL.split()}


@each_language
def test_an_article_is_asked_for_in_four_phrases_one_without_any_word_of_its_title(language: str) -> None:
    for one in every_article(language):
        assert len(one.phrases) == len(set(one.phrases)) >= PHRASES, one.id
        title = telling_words(one.title)
        assert [phrase for phrase in one.phrases if not title & telling_words(phrase)], one.id


def test_the_common_rules_are_a_chapter_of_their_own() -> None:
    assert {one.chapter for one in every_article("fr")} == {COMMON, *GAMES}
