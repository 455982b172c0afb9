"""A sheet on paper: a whole match on one A4 page, large enough to be read."""

from __future__ import annotations

import re
import zlib
from random import Random

from tests.browser.phone import Phone

PAGE = re.compile(rb"/Type\s*/Page\b")
DEALS, PLAYERS = 25, ("Ana", "Bastien", "Chloé", "Dan")
SMALLEST = 7.5
"""Points (1/72 inch) below which nobody reads a number on paper."""


def pages(pdf: bytes) -> int:
    """How many pages a PDF has; its objects may be packed."""
    whole = pdf
    for packed in re.findall(rb"stream\r?\n(.*?)endstream", pdf, re.DOTALL):
        try:
            whole += zlib.decompressobj().decompress(packed)
        except zlib.error:
            continue
    return len(PAGE.findall(whole))


def printed(phone: Phone) -> bytes:
    return phone.page.pdf(format="A4", prefer_css_page_size=True)


def test_a_match_of_25_deals_and_4_players_is_one_page(phone: Phone) -> None:
    path = phone.new_match("feuille-libre", PLAYERS)
    chance = Random(1)
    for _ in range(DEALS):
        points = {player: chance.randint(-40, 120) for player in PLAYERS}
        phone.send_entry(path, {"step": "points", "points": points})
    phone.open(f"{path}/sheet")
    assert phone.page.get_by_role("button", name="Imprimer").is_visible()
    assert pages(printed(phone)) == 1
