"""A thirteenth game with a pack of its own touches nothing outside its folder: its cards are shown, read and scored."""

from pathlib import Path

import pytest
from flask import Flask

import referee.games
from referee.cards.packs import Pack
from referee.games import registry
from referee.matches.preparation_and_games_output import setup_value
from tests.web.table import new_match
from tests.web.visitor import Visitor

GAME = "toy-tarot"


@pytest.fixture(autouse=True)
def toy_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game of ``tests/games/toy_tarot``, a line of the registry."""
    monkeypatch.setattr(referee.games, "__path__", [*referee.games.__path__, str(Path(__file__).parent)])
    monkeypatch.setattr(registry, "IDS", (*registry.IDS, GAME))


def packs() -> dict[int, Pack]:
    from referee.games.toy_tarot.pack import PACKS  # type: ignore[import-not-found]

    found: dict[int, Pack] = PACKS
    return found


@pytest.mark.parametrize("size", [78, 60, 40])
def test_the_desk_shows_every_card_of_the_pack_by_its_own_face(app: Flask, size: int) -> None:
    pack = packs()[size]
    page = Visitor(app).open(f"/desk/{GAME}/strongest-of-{size}").document
    keys = {key.attributes["data-card"]: key for key in page.all("button") if "data-card" in key.attributes}
    faces = {card.code: pack.face(card, "fr") for card in pack.cards}
    assert len(faces) == size
    spoken = {code: key.attributes["aria-label"] for code, key in keys.items()}
    assert spoken == {code: face.name for code, face in faces.items()}
    assert [code for code, key in keys.items() if faces[code].colour not in key.classes] == []
    rows = [row.attributes["aria-label"] for row in page.all("div", class_="deck")[0].all("div", class_="row")]
    assert rows == list(dict.fromkeys(face.row for face in sorted(faces.values(), key=lambda face: face.place)))


def test_a_verdict_shows_the_cards_told(app: Flask) -> None:
    page = Visitor(app).open(f"/desk/{GAME}/strongest-of-78/verdict?cards=R:coupe&cards=21&cards=5:denier&n=3")
    spoken = [card.attributes["aria-label"] for card in page.document.all("span", class_="pc")]
    assert spoken == ["R de cœur", "atout 21", "5 de carreau"]
    assert "La plus forte est atout 21." in page.text


def test_an_entry_offers_the_cards_and_the_sheet_counts_them(app: Flask) -> None:
    match = new_match(Visitor(app), GAME, ("Ana", "Bob", "Chloé"))
    chips = match.page().document.all("label", class_="card")
    assert len(chips) == 3 * 78
    assert {chip.classes[-1] for chip in chips} == {"black", "red", "green", "blue", "orange", "joker"}
    match.record({"step": "hands", "out": "Ana", "cards": {"Bob": ["fou", "1:coupe"], "Chloé": ["21"]}})
    assert match.scored()["totals"] == {"Ana": 0, "Bob": 2, "Chloé": 1}


def test_its_deal_is_laid_out() -> None:
    value = setup_value(registry.GAMES[GAME], 3, "fr")
    assert (value["pack"], value["dealt"], value["left"]) == (78, 26, 0)
