"""The page of a penalty says what each mistake comes to at this very table: as printed, or by a rule of the house."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from flask import Flask

from referee.answers.choices import Choice
from referee.game_definition.common_questions import consequence_of
from referee.game_definition.offences import Effect, Offence
from referee.games.registry import GAMES
from referee.words import Text
from tests.web.each_game import each_game
from tests.web.table import new_match, usual_table
from tests.web.visitor import Visitor


def decided_by_the_table() -> Iterator[tuple[str, Offence, str, str]]:
    """Every offence whose effect a house rule may decide, with every choice that changes it."""
    for game in GAMES.values():
        for offence in game.offences:
            for option in game.options:
                if isinstance(option.field, Choice) and not isinstance(offence.effect, Effect):
                    printed, _ = game.house_rules({}, tuple("ABCDEF"[: game.players[0]]))
                    for value, _ in option.field.choices:
                        if offence.effect_under(replace(printed, **{option.id: value})) != offence.effect_under(
                            printed
                        ):
                            yield game.id, offence, option.id, str(value)


def read(sentence: Text, language: str) -> str:
    """As it is read on a page, whatever its spaces are."""
    return " ".join(sentence.render(language).split())


CHOICES = tuple(decided_by_the_table())


def test_some_games_leave_it_to_the_table() -> None:
    assert {game for game, *_ in CHOICES} == {"aluette", "bataille-corse", "yaniv"}


@pytest.mark.parametrize(
    ("game", "offence", "option", "value"), CHOICES, ids=[f"{game}-{value}" for game, _, _, value in CHOICES]
)
def test_a_house_rule_says_what_a_mistake_comes_to(
    app: Flask, game: str, offence: Offence, option: str, value: str
) -> None:
    for language, whose in (("fr", "Règle de la maison"), ("en", "House rule")):
        match = new_match(Visitor(app, language), game, usual_table(game), {option: value})
        page, table = match.page("/steps/penalty"), match.course.state.table
        consequence = consequence_of(offence, GAMES[game], table)
        effect = offence.effect_under(table.rules).words
        assert read(consequence, language).replace(" :", ":") == f"{whose}: {read(effect, language)}"
        labels = [term.text() for term in page.document.all("dt")]
        shown = page.document.all("dd")[labels.index(read(offence.label, language))]
        assert shown.text().startswith(read(consequence, language))
        assert f"#{offence.article}" in shown.all("a")[0].attributes["href"]


@each_game
def test_what_no_house_rule_changes_stands_as_it_is_declared(app: Flask, game: str) -> None:
    match = new_match(Visitor(app), game, usual_table(game))
    offences, table = GAMES[game].offences, match.course.state.table
    for offence in offences:
        consequence = consequence_of(offence, GAMES[game], table)
        if isinstance(offence.effect, Effect):
            assert consequence == offence.consequence
        else:
            assert read(consequence, "fr").startswith("Sans règle de la maison : ")
    shown = match.page("/steps/penalty").document.all("dl", class_="offences")[0]
    assert len(shown.all("dd")) == len(offences)


@each_game
def test_a_misdeal_is_a_button_of_the_menu_in_every_game(app: Flask, game: str) -> None:
    menu = new_match(Visitor(app), game, usual_table(game)).page().document.all("details", class_="menu")[0]
    assert [one for one in menu.all("a") if "offence=misdeal" in one.attributes["href"]]
