"""What every game owes to the code that knows no game: words in both languages, ids, articles, a sound deal."""

import ast
import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from functools import cache
from random import Random
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest

from referee.answers.choices import Choice, Occurrence
from referee.answers.house_rules import AT_THE_TABLE
from referee.answers.numbers import Number
from referee.answers.players import SomePlayers
from referee.answers.table import Table
from referee.demo.random_answers import accepted_answer
from referee.desk.articles import COMMON, rulebook_text
from referee.game_definition.common_questions import common_questions
from referee.game_definition.game import Game, Question
from referee.game_definition.match_course import ReplayedMatch, opening, play, questions
from referee.game_definition.offences import EFFECTS, ILLEGAL_CARD, MISDEAL, REVOKE, Effect, Offence
from referee.games.registry import GAMES, IDS, game_named, package_of
from referee.matches.match_file import MatchFile, read_match
from referee.tools.compile_english import PACKAGE
from referee.web.answers.inputs.input_kinds import INPUTS
from referee.words import LANGUAGES, Text, polished
from tests.games.random_matches import random_match
from tests.translations import in_english

COMMON_STEPS = {"penalty", "note", "relay", "end", "totals"}

KEBAB = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
SNAKE = re.compile(r"[a-z0-9]+(_[a-z0-9]+)*")
ARTICLE = re.compile(rf"(?:{'|'.join((*IDS, 'match', 'question'))})\.[a-z0-9]+(?:-[a-z0-9]+)*")

GAME_FOLDERS = sorted(path.parent for path in (PACKAGE / "games").glob("*/__init__.py"))
HOUSE_RULE_WIDGETS = PACKAGE.parent / "templates" / "new_match" / "house_rule_widgets.html"
RULES_MODULES = sorted(
    path
    for layer in ("words", "cards", "answers", "game_definition", "desk_questions", "games", "desk", "matches")
    for path in (PACKAGE / layer).rglob("*.py")
)

each_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
TABLES = [(game, n) for game in GAMES.values() for n in game.players]


@cache
def articles(language: str) -> list[str]:
    """The id of every article of the rulebook, book by book, in its order."""
    return [article for part in (COMMON, *IDS) for article in headings(part, language)]


def headings(part: str, language: str) -> list[str]:
    """The ids of the articles of one book, as they stand in its file."""
    return re.findall(r"^## .*\{#(.+)\}$", rulebook_text(part, language), re.MULTILINE)


def is_article(article: str) -> bool:
    return all(article in articles(language) for language in LANGUAGES)


def table_of(game: Game, n: int) -> Table:
    players = tuple(f"Joueur {seat}" for seat in range(1, n + 1))
    rules, wrong = game.house_rules({}, players)
    assert wrong == []
    return game.table(players, rules)


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


def test_every_folder_of_games_is_registered_and_holds_one_game() -> None:
    assert [path.name for path in GAME_FOLDERS] == sorted(game_id.replace("-", "_") for game_id in IDS)
    assert [game.id for game in GAMES.values()] == list(IDS)


@each_game
def test_a_game_is_found_by_its_id_and_lives_in_the_folder_of_that_name(game: Game) -> None:
    assert game_named(game.id) is game
    assert KEBAB.fullmatch(game.id)
    assert game.question.__module__ == f"{package_of(game.id)}.scoring"


@pytest.mark.parametrize("game_id", ["no-game", "", "Ascenseur", None, 3, ["ascenseur"]])
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
def test_a_misdeal_is_an_offence_everywhere_and_the_common_offences_have_their_effect(game: Game) -> None:
    """Which game has a revoke or a card that may not be played is written down with its snapshot."""
    common = {offence.id: effect_id(offence) for offence in (MISDEAL, REVOKE, ILLEGAL_CARD)}
    effects = {offence.id: effect_id(offence) for offence in game.offences}
    assert "misdeal" in effects
    assert {name: effect for name, effect in effects.items() if name in common} == {
        name: effect for name, effect in common.items() if name in effects
    }


def effect_id(offence: Offence) -> str:
    """The id of a fixed effect, "" where a house rule decides it."""
    return offence.effect.id if isinstance(offence.effect, Effect) else ""


def test_a_house_rule_is_of_the_type_that_its_class_says() -> None:
    wrong = []
    for game in GAMES.values():
        types, printed = get_type_hints(game.rules), table_of(game, game.players[0]).rules
        for option in game.options:
            values = [option.value_in(printed), *(value for value, _ in getattr(option.field, "choices", ()))]
            values += [None] if option.field.nothing is not None else []
            kinds = get_args(types[option.id]) or (types[option.id],)
            if get_origin(types[option.id]) is Literal:
                wrong += [(game.id, option.id, value) for value in values if value not in kinds]
            elif get_origin(types[option.id]) is not tuple:
                wrong += [(game.id, option.id, value) for value in values if type(value) not in kinds]
    assert wrong == []


@each_game
def test_every_offence_has_a_known_effect_under_every_house_rule(game: Game) -> None:
    rules = table_of(game, game.players[-1]).rules
    assert game.offences
    for offence in game.offences:
        effects = {offence.effect_under(rules)}
        for option in game.options:
            if isinstance(option.field, Choice):
                effects |= {
                    offence.effect_under(replace(rules, **{option.id: value})) for value, _ in option.field.choices
                }
        assert {effect.id for effect in effects} <= set(EFFECTS)


@each_game
def test_steps_are_named_once_and_are_not_the_common_ones(game: Game) -> None:
    for n in game.players:
        asked = questions(game, opening(game, table_of(game, n)))
        steps = [question.step for question in asked]
        assert len(set(steps)) == len(steps) > 0
        assert not set(steps) & COMMON_STEPS
        assert all(KEBAB.fullmatch(step) for step in steps)


# Options


@each_game
def test_an_option_has_a_label_an_article_and_a_default_that_fits(game: Game) -> None:
    for option in game.options:
        assert option.label.render("fr").strip()
        assert is_article(option.article), option.article
        for n in game.players:
            players = table_of(game, n).players
            assert option.read_choice(option.default_for(players, {}), players)[1] is None
            if isinstance(option.field, Number):
                highest = option.field.highest({AT_THE_TABLE: players})
                assert highest is not None
                assert option.field.low <= highest
        if isinstance(option.field, Choice):
            values = [value for value, _ in option.field.choices]
            assert len(set(values)) == len(values)
            assert all(words.render("fr").strip() for _, words in option.field.choices)


# Articles


@pytest.mark.parametrize("book", [*IDS, "match"])
def test_both_rulebooks_have_the_same_articles_in_the_same_order(book: str) -> None:
    found = [headings(book, language) for language in LANGUAGES]
    assert found[0]
    assert found[0] == found[1]
    assert len(set(found[0])) == len(found[0])
    assert all(
        article.partition(".")[0] in ({"match", "question"} if book == "match" else {book}) for article in found[0]
    )


def test_every_article_named_in_the_code_exists_in_both_languages() -> None:
    cited = [
        (str(module.relative_to(PACKAGE)), node.value)
        for module in RULES_MODULES
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and ARTICLE.fullmatch(node.value)
    ]
    assert {article.partition(".")[0] for _, article in cited} == {*IDS, "match", "question"}
    assert [(module, article) for module, article in cited if not is_article(article)] == []


@each_game
def test_every_offence_names_an_article_that_exists(game: Game) -> None:
    assert game.offences
    assert [offence.article for offence in game.offences if not is_article(offence.article)] == []


def test_every_field_of_the_first_questions_names_articles_that_exist() -> None:
    cited = [
        (game.id, n, article)
        for game, n in TABLES
        for article in articles_in(questions(game, opening(game, table_of(game, n))))
    ]
    assert len(cited) >= len(TABLES), "most fields judge their range by an article"
    assert [(game, n, article) for game, n, article in cited if not is_article(article)] == []


@each_game
def test_a_game_has_the_name_that_its_rulebook_has(game: Game) -> None:
    titles = [rulebook_text(game.id, language).splitlines()[0].removeprefix("# ") for language in LANGUAGES]
    assert game.name.render("fr") == polished(titles[0], "fr")
    assert in_english()[game.name.msgid][0] in titles[1]


# Words


@each_game
def test_everything_a_game_declares_can_be_said(game: Game) -> None:
    declared = [*words_in((game.name, game.summary, game.pack, game.length, game.options, game.offences))]
    declared += game.titles(table_of(game, game.players[0]).rules).values()
    labels = [game.name, *(option.label for option in game.options), *(offence.label for offence in game.offences)]
    assert [label for label in labels if label not in declared] == []
    assert all(text.render("fr").strip() for text in declared)


@each_game
def test_every_question_can_be_said_and_every_field_has_its_label(game: Game) -> None:
    for n in game.players:
        asked: tuple[Question, ...] = questions(game, opening(game, table_of(game, n)))
        spoken = list(words_in(asked))
        labels = [field.label for question in asked for way in question.ways for field in way.fields]
        assert labels
        assert [text for text in (*labels, *(question.title for question in asked)) if text not in spoken] == []
        assert all(text.render("fr").strip() for text in spoken)
        for question in asked:
            assert question.ways
            keys = [[field.key for field in way.fields] for way in question.ways]
            assert all(len(set(group)) == len(group) for group in keys)
            if len(question.ways) > 1:
                assert all(way.id and way.label is not None for way in question.ways)


# What can be shown


@each_game
def test_an_entry_asks_only_kinds_that_its_form_has_a_widget_for(game: Game) -> None:
    for seed in range(4):
        chance = Random(seed)
        match = read_match(random_match(chance, game.id, longest=0))
        assert isinstance(match, MatchFile)
        state = opening(game, match.setup.table)
        for _ in range(12):
            asked = (*questions(game, state), *common_questions(game, state))
            specs = [field for question in asked for way in question.ways for field in way.fields if field.offered]
            specs = [field for field in specs if not isinstance(field, Occurrence)]  # its way has a button
            assert specs
            unshown = {
                (game.id, field.key, field.kind)
                for field in specs
                if "entry" not in INPUTS[field.kind].macros and not field.key.startswith("options.")  # as at the set-up
            }
            assert unshown == set(), 'no form of an entry shows this kind: ARCHITECTURE.md, "Add a kind of field"'
            if not state.over:
                _, state = accepted_answer(chance, game, state, asked[0], {}, drawn=1)


def test_a_house_rule_is_of_a_kind_that_the_page_of_a_new_match_has_a_widget_for() -> None:
    widgets = re.findall(r"{% macro (\w+)", HOUSE_RULE_WIDGETS.read_text("utf-8"))
    rules = [(game.id, option.id, option.field.kind) for game in GAMES.values() for option in game.options]
    unshown = [rule for rule in rules if INPUTS[rule[-1]].rule_widget not in widgets]
    assert len(rules) >= len(GAMES)
    assert unshown == [], 'no widget shows this kind: ARCHITECTURE.md, "Add a kind of field"'


# The deal


@each_game
def test_a_prepared_deal_comes_out_even_with_its_pack(game: Game) -> None:
    for n in game.players:
        table = table_of(game, n)
        deals = game.ending(table).deals or 3
        for deal in range(1, deals + 1):
            prepared = game.prepare(n, table.rules, deal)
            hands = prepared.hands or (0,) * n
            assert len(hands) == n
            assert sum(hands) + prepared.remaining == prepared.size
            assert all(hand >= 0 for hand in hands)
            assert prepared.remaining >= 0
            spoken = list(words_in(prepared))
            assert prepared.dealer in spoken
            assert all(text.render("fr").strip() for text in spoken)


def test_the_cards_taken_out_are_cards_of_the_pack() -> None:
    deals = [(game.id, n, game.prepare(n, table_of(game, n).rules, 1)) for game, n in TABLES]
    assert all(prepared.packs >= 1 for _, _, prepared in deals)
    fewer = [(game, n, prepared) for game, n, prepared in deals if prepared.removed_cards or prepared.packs > 1]
    assert len({game for game, _, _ in fewer}) > 1
    for game, n, prepared in fewer:
        assert prepared.pack is not None
        cards = [prepared.pack.card(code) for code in prepared.removed_cards]
        assert [card.code for card in cards if card is not None] == list(prepared.removed_cards), (game, n)
        assert len(set(cards)) == len(cards), (game, n)
        assert prepared.size + len(cards) * prepared.packs == prepared.pack.size * prepared.packs, (game, n)


def test_everyone_has_a_place_in_the_order_of_play() -> None:
    openings = [(game, opening(game, table_of(game, n))) for game, n in TABLES if game.order is not None]
    assert len({game.id for game, _ in openings}) > len(GAMES) / 2
    for game, state in openings:
        assert game.order is not None
        assert sorted(game.order(state)) == sorted(state.table.players), game.id


@each_game
def test_so_many_people_fill_a_table_of_the_game_with_its_dummies(game: Game) -> None:
    assert set(game.players) <= set(game.people)
    for n in game.people:
        seating = game.seating(n)
        assert (seating.seats in game.players_and_one_at_rest, seating.seats - len(seating.dummies)) == (True, n)
        assert set(seating.dummies) <= set(range(1, seating.seats + 1))
        assert seating.dummies == () or n not in game.players
    named = {option.id for option in game.options if isinstance(option.field, SomePlayers)}
    assert game.dummy_seats is None or game.dummy_seats.option in named


def test_a_sheet_with_signs_in_its_cells_has_a_legend() -> None:
    """An arrow says bid and tricks: the sheet of such a game explains it, and no other one does."""
    with_arrows = set()
    for game_id in GAMES:
        for seed in range(3):
            match = read_match(random_match(Random(seed), game_id, longest=30))
            assert isinstance(match, MatchFile)
            played = play(match.setup.game, match.setup.table, match.entries)
            assert isinstance(played, ReplayedMatch)
            briefs = [line.brief for row in played.rounds for line in row.lines if isinstance(line.brief, str)]
            if any("→" in brief for brief in briefs):
                with_arrows.add(game_id)
    assert with_arrows
    assert with_arrows == {game.id for game in GAMES.values() if game.legend is not None}
