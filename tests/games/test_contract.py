"""What every game owes to the code that knows no game: words in both languages, ids, articles, a sound deal."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from referee.cards.french import parse_card
from referee.games.game import ILLEGAL_CARD, MISDEAL, REVOKE, Game, Question
from referee.games.options import OneOf, Option, PlayersOption, Whole, house_rules
from referee.games.play import opening, questions
from referee.games.registry import GAMES, game_named
from referee.games.table import Table, make_table
from referee.words import LANGUAGES, Text, polished
from tests.english import PACKAGE, english

IN_ORDER = (
    "ascenseur", "barbu", "whistiti", "president", "bataille-corse", "huit-americain", "triolet", "kems", "aluette",
    "famille-trefles", "tarot-decale", "feuille-libre",
)  # fmt: skip
WHERE_SUITS_ARE_FOLLOWED = {"ascenseur", "barbu", "whistiti", "tarot-decale"}
WHERE_CARDS_ARE_SHED = {"president", "huit-americain", "triolet"}
COMMON_STEPS = {"penalty", "note", "relay", "end"}
EFFECTS = {
    "none", "skip-next-turn", "eliminated", "one-card-from-each", "redeal", "correct-or-replay", "one-under",
    "two-under", "point-to-opponents",
}  # fmt: skip

KEBAB = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
SNAKE = re.compile(r"[a-z0-9]+(_[a-z0-9]+)*")
ARTICLE = re.compile(rf"(?:{'|'.join((*IN_ORDER, 'match', 'question'))})\.[a-z0-9]+(?:-[a-z0-9]+)*")

RULEBOOK = PACKAGE / "desk" / "rulebook"
GAME_MODULES = sorted((PACKAGE / "games").glob("*.py"))
RULES_MODULES = sorted(
    path for layer in ("words", "cards", "games", "desk", "matches") for path in (PACKAGE / layer).rglob("*.py")
)

each_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
each_table = pytest.mark.parametrize(
    ("game", "n"), [pytest.param(game, n, id=f"{game.id}-{n}") for game in GAMES.values() for n in game.players]
)
each_module = pytest.mark.parametrize("module", RULES_MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))


@cache
def articles(language: str) -> list[str]:
    """The id of every article of the rulebook, book by book, in its order."""
    books = sorted((RULEBOOK / language).glob("*.md"))
    return [
        article for book in books for article in re.findall(r"^## .*\{#(.+)\}$", book.read_text(encoding="utf-8"), re.M)
    ]


def is_article(article: str) -> bool:
    return all(article in articles(language) for language in LANGUAGES)


def table_of(game: Game, n: int) -> Table:
    players = tuple(f"Joueur {seat}" for seat in range(1, n + 1))
    rules, wrong = house_rules(game.options, {}, players)
    assert wrong == []
    return make_table(players, None, rules, game.in_teams)


def words_in(value: Any) -> Iterator[Text]:
    """Every sentence in a declared value, however deep."""
    if isinstance(value, Text):
        yield value
    elif isinstance(value, (tuple, list)):
        for item in value:
            yield from words_in(item)
    elif is_dataclass(value):
        for field in fields(value):
            yield from words_in(getattr(value, field.name))


def articles_in(value: Any) -> Iterator[str]:
    """Every article a question's fields can cite."""
    if isinstance(value, (tuple, list)):
        for item in value:
            yield from articles_in(item)
    elif is_dataclass(value) and not isinstance(value, Text):
        for field in fields(value):
            inner = getattr(value, field.name)
            if field.name.endswith("article") and inner is not None:
                yield inner
            else:
                yield from articles_in(inner)


# The registry


def test_every_game_is_registered_in_the_order_of_the_rules() -> None:
    assert tuple(GAMES) == IN_ORDER


def test_every_module_that_defines_a_game_is_registered() -> None:
    defining = [
        path.stem.replace("_", "-")
        for path in GAME_MODULES
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.Assign) and any(isinstance(to, ast.Name) and to.id == "GAME" for to in node.targets)
    ]
    assert sorted(defining) == sorted(GAMES)


@each_game
def test_a_game_is_found_by_its_id_and_lives_in_the_module_of_that_name(game: Game) -> None:
    assert game_named(game.id) is game
    assert KEBAB.fullmatch(game.id)
    assert game.question.__module__ == f"referee.games.{game.id.replace('-', '_')}"


@pytest.mark.parametrize("game_id", ["belote", "", "Ascenseur", None, 3, ["ascenseur"]])
def test_anything_else_is_no_game(game_id: object) -> None:
    assert game_named(game_id) is None


# Ids


@each_game
def test_players_are_numbers_in_order(game: Game) -> None:
    assert game.players
    assert list(game.players) == sorted(set(game.players))
    assert game.players[0] >= 2


@each_game
def test_option_ids_are_snake_case_and_unique_and_tie_is_always_there(game: Game) -> None:
    ids = [option.id for option in game.options]
    assert all(SNAKE.fullmatch(option_id) for option_id in ids)
    assert len(set(ids)) == len(ids)
    assert "tie" in ids


@each_game
def test_offence_ids_are_kebab_case_and_unique(game: Game) -> None:
    ids = [offence.id for offence in game.offences]
    assert all(KEBAB.fullmatch(offence_id) for offence_id in ids)
    assert len(set(ids)) == len(ids)


@each_game
def test_a_misdeal_is_an_offence_everywhere_and_a_revoke_where_suits_are_followed(game: Game) -> None:
    effects = {offence.id: offence.effect for offence in game.offences}
    assert effects["misdeal"] == MISDEAL.effect
    assert effects.get("revoke") == (REVOKE.effect if game.id in WHERE_SUITS_ARE_FOLLOWED else None)


@each_game
def test_an_illegal_card_is_an_offence_where_cards_are_shed(game: Game) -> None:
    effects = {offence.id: offence.effect for offence in game.offences}
    assert effects.get("illegal-card") == ("correct-or-replay" if game.id in WHERE_CARDS_ARE_SHED else None)
    assert ILLEGAL_CARD.effect == "correct-or-replay"


@each_game
def test_every_offence_has_a_known_effect_under_every_house_rule(game: Game) -> None:
    rules = dict(table_of(game, game.players[-1]).rules)
    for offence in game.offences:
        effects = {offence.effect_under(rules)}
        for option in game.options:
            if isinstance(option, OneOf):
                effects |= {offence.effect_under({**rules, option.id: value}) for value, _ in option.values}
        assert effects <= EFFECTS


@each_table
def test_steps_are_named_once_and_are_not_the_common_ones(game: Game, n: int) -> None:
    asked = questions(game, opening(game, table_of(game, n)))
    steps = [question.step for question in asked]
    assert len(set(steps)) == len(steps)
    assert not set(steps) & COMMON_STEPS
    assert all(KEBAB.fullmatch(step) for step in steps)


# Options


def options_with_games() -> list[Any]:
    return [
        pytest.param(game, option, id=f"{game.id}-{option.id}") for game in GAMES.values() for option in game.options
    ]


@pytest.mark.parametrize(("game", "option"), options_with_games())
def test_an_option_has_a_label_an_article_and_a_default_that_fits(game: Game, option: Option) -> None:
    assert option.label.render("fr").strip()
    assert is_article(option.article), option.article
    for n in game.players:
        players = table_of(game, n).players
        assert option.fits(option.default_for(players, {}), players)
        if isinstance(option, Whole):
            assert option.low <= option.highest(n)
    if isinstance(option, OneOf):
        values = [value for value, _ in option.values]
        assert len(set(values)) == len(values)
        assert all(words.render("fr").strip() for _, words in option.values)


# Articles


@pytest.mark.parametrize("book", [*IN_ORDER, "match"])
def test_both_rulebooks_have_the_same_articles_in_the_same_order(book: str) -> None:
    found = [
        re.findall(r"^## .*\{#(.+)\}$", (RULEBOOK / language / f"{book}.md").read_text(encoding="utf-8"), re.M)
        for language in LANGUAGES
    ]
    assert found[0]
    assert found[0] == found[1]
    assert len(set(found[0])) == len(found[0])
    assert all(
        article.partition(".")[0] in ({"match", "question"} if book == "match" else {book}) for article in found[0]
    )


@each_module
def test_every_article_named_in_the_code_exists_in_both_languages(module: Path) -> None:
    source = ast.parse(module.read_text(encoding="utf-8"))
    named = {
        node.value
        for node in ast.walk(source)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and ARTICLE.fullmatch(node.value)
    }
    assert sorted(article for article in named if not is_article(article)) == []


@each_game
def test_every_offence_names_an_article_that_exists(game: Game) -> None:
    assert [offence.article for offence in game.offences if not is_article(offence.article)] == []


@each_table
def test_every_field_of_the_first_question_names_articles_that_exist(game: Game, n: int) -> None:
    asked = questions(game, opening(game, table_of(game, n)))
    assert [article for article in articles_in(asked) if not is_article(article)] == []


@each_game
def test_a_game_has_the_name_that_its_rulebook_has(game: Game) -> None:
    titles = [
        (RULEBOOK / language / f"{game.id}.md").read_text(encoding="utf-8").splitlines()[0].removeprefix("# ")
        for language in LANGUAGES
    ]
    assert game.name.render("fr") == polished(titles[0], "fr")
    assert english()[game.name.msgid][0] in titles[1]


# Words


@each_game
def test_everything_a_game_declares_can_be_said(game: Game) -> None:
    declared = [*words_in((game.name, game.summary, game.pack, game.length, game.options, game.offences))]
    declared += game.titles(table_of(game, game.players[0]).rules).values()
    assert all(text.render("fr").strip() for text in declared)


@each_table
def test_every_question_can_be_said_and_every_field_has_its_label(game: Game, n: int) -> None:
    asked: tuple[Question, ...] = questions(game, opening(game, table_of(game, n)))
    assert all(text.render("fr").strip() for text in words_in(asked))
    for question in asked:
        assert question.ways
        keys = [[field.key for field in way.fields] for way in question.ways]
        assert all(len(set(one)) == len(one) for one in keys)
        if len(question.ways) > 1:
            assert all(way.id and way.label is not None for way in question.ways)


# The deal


@each_table
def test_a_prepared_deal_comes_out_even_with_its_pack(game: Game, n: int) -> None:
    table = table_of(game, n)
    deals = game.ending(table).deals or 3
    for deal in range(1, deals + 1):
        prepared = game.prepare(n, table.rules, deal)
        hands = prepared.dealt if isinstance(prepared.dealt, tuple) else (prepared.dealt,) * n
        assert len(hands) == n
        assert sum(hands) + prepared.left == prepared.pack
        assert all(hand >= 0 for hand in hands)
        assert prepared.left >= 0
        assert all(text.render("fr").strip() for text in words_in(prepared))


@each_table
def test_the_cards_taken_out_are_cards_of_the_pack(game: Game, n: int) -> None:
    prepared = game.prepare(n, table_of(game, n).rules, 1)
    assert prepared.packs >= 1
    assert all(parse_card(code) is not None and code == parse_card(code).code for code in prepared.removed)  # type: ignore[union-attr]
    assert len(set(prepared.removed)) == len(prepared.removed)
    if prepared.removed or prepared.packs > 1:
        assert prepared.pack + len(prepared.removed) * prepared.packs == 52 * prepared.packs


@each_table
def test_everyone_has_a_place_in_the_order_of_play(game: Game, n: int) -> None:
    position = opening(game, table_of(game, n))
    if game.order is not None:
        assert sorted(game.order(position)) == sorted(position.table.players)


@each_game
def test_so_many_people_fill_a_table_of_the_game_with_its_dummies(game: Game) -> None:
    assert set(game.players) <= set(game.people)
    for n in game.people:
        seats, dummies = game.seating(n)
        assert (seats in game.players, seats - len(dummies)) == (True, n)
        assert set(dummies) <= set(range(1, seats + 1))
        assert dummies == () or n not in game.players
    named = {option.id for option in game.options if isinstance(option, PlayersOption)}
    assert game.dummy_seats is None or game.dummy_seats.option in named
