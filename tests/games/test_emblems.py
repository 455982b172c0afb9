"""Every game has an emblem: one small drawing that takes its colours from the page."""

import re
from importlib import resources
from xml.etree import ElementTree

import pytest

from referee.games.registry import GAMES, package_of

SVG = "{http://www.w3.org/2000/svg}"
LARGEST = 700
COLOURS = ("green", "red", "brass", "blue", "violet", "brown", "skin", "ink", "paper", "card", "line", "line-green")


@pytest.mark.parametrize("game_id", GAMES)
def test_the_emblem_is_small_and_takes_its_colours_from_the_page(game_id: str) -> None:
    text = (resources.files(package_of(game_id)) / "emblem.svg").read_text("utf-8")
    root = ElementTree.fromstring(text)
    assert root.tag == SVG + "svg"
    assert root.attrib == {"viewBox": "0 0 48 48"}
    assert len(text.encode()) <= LARGEST
    shapes = [
        shape for shape in root.iter() if shape.tag in {SVG + name for name in ("path", "rect", "circle", "ellipse")}
    ]
    assert shapes
    assert {shape.get("class") for shape in shapes} <= {f"e-{colour}" for colour in COLOURS}
    assert not re.search(r"style=|<script|href|url\(", text)
