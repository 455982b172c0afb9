"""The scripts that a match's page names, to be fetched beside the others: those of the question that it asks."""

import re

import pytest
from flask import Flask

from tests.web.table import FOUR, new_match
from tests.web.visitor import Visitor


@pytest.mark.parametrize(
    ("game", "modules"),
    [
        ("kems", set()),
        ("bataille-corse", set()),
        ("rami", {"widgets/board", "widgets/points"}),
        ("ascenseur", {"running_count"}),
    ],
)
def test_a_page_names_the_scripts_of_its_question(app: Flask, game: str, modules: set[str]) -> None:
    links = new_match(Visitor(app), game, FOUR).page().document.all("link")
    named = [link.attributes["href"] for link in links if link.attributes["rel"] == "modulepreload"]
    of_questions = {"running_count", "widgets/board", "widgets/points"}
    assert of_questions & {re.sub(r".*/js/|\.js.*", "", address or "") for address in named} == modules
