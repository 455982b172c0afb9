"""La Belote at the desk: the word of a deal, what is held, no trumps, and a whole pack."""

from typing import Any

import pytest

from referee.cards.thirty_two import PACK
from tests.desk.asking import answer, verdict_of
from tests.games.belote_points import AC, BD
from tests.games.tables import FOUR

MADE, LOST, LEVEL = ("Contrat réussi", "Contract made"), ("Dedans", "Gone in"), ("Litige", "Level points")


def deal(ours: int, belote: str | None = None, **more: Any) -> dict[str, Any]:
    return {"players": list(FOUR), "taker": "Ana", "points": {AC: ours, BD: 162 - ours}, "belote": belote, **more}


@pytest.mark.parametrize(
    ("facts", "options", "word", "article"),
    [
        pytest.param(deal(82), {}, MADE, "belote.score", id="more"),
        pytest.param(deal(80), {}, LOST, "belote.dedans", id="fewer"),
        pytest.param(deal(81), {}, LEVEL, "belote.litige", id="level"),
        pytest.param(deal(91, BD), {}, LEVEL, "belote.litige", id="level by the belote"),
        pytest.param(deal(81), {"litige": "shared"}, LEVEL, "belote.litige", id="level, shared out"),
        pytest.param(deal(81), {"litige": "lost"}, LOST, "belote.litige", id="level is lost here"),
        pytest.param(deal(80), {"litige": "shared"}, LOST, "belote.dedans", id="fewer, shared out"),
    ],
)
def test_a_level_deal_is_neither_made_nor_lost_unless_the_table_says_so(
    facts: dict[str, Any], options: dict[str, Any], word: tuple[str, str], article: str
) -> None:
    verdict = verdict_of("belote", "settle", facts, options)
    assert verdict.articles[0] == article
    assert (verdict.word.text.render("fr"), verdict.word.text.render("en")) == word


@pytest.mark.parametrize(
    ("facts", "options", "expected"),
    [
        pytest.param(deal(82, held=81), {}, (163, 80, 0), id="to the takers"),
        pytest.param(deal(70, held=81), {}, (0, 243, 0), id="to the defence"),
        pytest.param(deal(81, held=81), {}, (0, 81, 162), id="more is held"),
        pytest.param(deal(81, held=40), {"litige": "shared"}, (81, 81, 40), id="no next deal: held as before"),
    ],
)
def test_what_was_held_before(facts: dict[str, Any], options: dict[str, Any], expected: tuple[int, int, int]) -> None:
    found = answer("belote", "settle", facts, options)
    assert (found["scores"][AC], found["scores"][BD], found["held"]) == expected


def test_the_pack_makes_152_points_with_any_trump_and_120_with_none() -> None:
    cards = [card.code for card in PACK.cards]
    for trump, total in (("S", 152), ("H", 152), ("D", 152), ("C", 152), (None, 120)):
        assert answer("belote", "card-points", {"cards": cards, "trump": trump}) == {"points": total}


def test_without_trumps_suits_are_plain() -> None:
    assert answer("belote", "trick-winner", {"trump": None, "plays": ["JH", "9H", "AS"]}) == {"winner": 0}
    void = {"trump": None, "plays": ["JH"], "hand": ["AS", "7C"]}
    assert answer("belote", "legal-cards", void) == {"legal": ["AS", "7C"]}
