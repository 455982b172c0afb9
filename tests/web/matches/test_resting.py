"""Who rests, has left or came, on every page that others see: phones, table view, sheet, story, exports."""

from typing import Any

import pytest
from flask import Flask

from tests.web.matches.test_own_phones import Seated, at_the_table, chosen
from tests.web.sharing import watcher_of
from tests.web.table import WebMatch, new_match
from tests.web.visitor import Element, Visitor

FIVE = ("Ana", "Bob", "Chloé", "Dan", "Éric")
Entry = dict[str, Any]


def garde(taker: str) -> list[Entry]:
    return [
        {"step": "contract", "taker": taker, "contract": "garde"},
        {"step": "result", "points": 50, "oudlers": 2},
    ]  # fmt: skip


@pytest.fixture
def tarot(app: Flask) -> WebMatch:
    """Five at a tarot of four: Ana deals and rests, then Éric."""
    return chosen(new_match(Visitor(app, "fr"), "tarot", FIVE, {"resting": "1"}))


@pytest.fixture
def phones(app: Flask, tarot: WebMatch) -> dict[str, Seated]:
    return at_the_table(app, tarot, FIVE)


def test_the_phone_of_who_rests_says_so_and_asks_nothing(tarot: WebMatch, phones: dict[str, Seated]) -> None:
    asked = {player: len(phone.asked()) for player, phone in phones.items()}
    assert asked == {"Ana": 0, "Bob": 1, "Chloé": 1, "Dan": 1, "Éric": 1}
    assert "Vous donnez et vous vous reposez" in phones["Ana"].text()
    assert "reposez" not in phones["Éric"].text()
    for entry in garde("Bob"):
        tarot.record(entry)
    assert phones["Ana"].asked()
    assert "Vous donnez et vous vous reposez" in phones["Éric"].text()


def test_the_phone_of_who_has_left_says_so_and_is_asked_again_when_they_are_back(
    tarot: WebMatch, phones: dict[str, Seated]
) -> None:
    tarot.record({"step": "leaves", "player": "Dan"})
    assert "Vous ne jouez plus dans cette partie" in phones["Dan"].text()
    assert phones["Dan"].asked() == []
    tarot.record({"step": "joins", "player": "Dan"})
    assert phones["Dan"].asked()


def test_the_phone_of_who_is_out_says_so(app: Flask) -> None:
    match = chosen(new_match(Visitor(app, "fr"), "yaniv", FIVE[:3]))
    phones = at_the_table(app, match, FIVE[:3])
    match.record({"step": "adjust", "points": {"Chloé": 99}})
    match.record({"step": "call", "caller": "Ana", "points": {"Ana": 0, "Bob": 5, "Chloé": 9}})
    assert "Vous êtes hors jeu" in phones["Chloé"].text()
    assert phones["Chloé"].asked() == []


def test_who_watches_sees_who_rests_and_takes_no_seat_of_who_has_left(app: Flask, tarot: WebMatch) -> None:
    tarot.record({"step": "leaves", "player": "Dan"})
    watcher = watcher_of(tarot.visitor, Visitor(app, "fr"))
    page = watcher.open(tarot.path)
    assert [player for _, player in page.form("/seat").buttons()] == ["Ana", "Bob", "Chloé", "Éric"]
    tiles = watcher.open(f"{tarot.path}/table").document.all("li", class_="tile")
    carried = {words_of(tile, "name"): words_of(tile, "carries") for tile in tiles}
    assert carried == {"Ana": "se repose", "Bob": "", "Chloé": "", "Dan": "ne joue plus", "Éric": ""}


def words_of(tile: Element, look: str) -> str:
    return " ".join(part.text() for name in ("b", "span") for part in tile.all(name, class_=look))


def played_out(match: WebMatch) -> None:
    """Three deals: Ana rests, then Éric, then Chloé; Dan leaves after the first, Zoé joins after the second."""
    leaves, joins = {"step": "leaves", "player": "Dan"}, {"step": "joins", "player": "Zoé"}
    for entry in (*garde("Bob"), leaves, *garde("Bob"), joins, *garde("Zoé"), {"step": "end"}):
        match.record(entry)


def test_the_sheet_and_the_deal_say_who_rested(tarot: WebMatch) -> None:
    played_out(tarot)
    cells = [cell.text().split() for cell in tarot.page("/sheet").document.all("td")]
    assert [cell for cell in cells if "repos" in cell] == [
        ["0", "repos", "0"], ["−68", "repos", "0"], ["−136", "repos", "0"],
    ]  # fmt: skip
    reasons = [line.text().split() for line in tarot.page("/rounds/0").document.all("li") if "repos" in line.text()]
    assert reasons == [["Ana", "0", "0", "repos"]]


def test_exports_have_a_row_for_each_deal_with_who_was_there_by_then(tarot: WebMatch) -> None:
    played_out(tarot)
    lines = tarot.page("/sheet.csv").response.get_data(as_text=True).splitlines()
    assert [line.split(";")[5:11] for line in lines[1:4]] == [
        ["0", "204", "-68", "-68", "-68", '""'], ["-68", "136", "-68", "0", "0", '""'],
        ["-68", "-68", "0", "0", "-68", "204"],
    ]  # fmt: skip
    assert tarot.exported()["players"] == list(FIVE)
    assert tarot.scored()["standing"]["away"] == ["Dan"]


def test_the_picture_and_the_story_rank_who_left_last(tarot: WebMatch) -> None:
    played_out(tarot)
    picture = tarot.visitor.open(f"{tarot.path}/result.svg").response.get_data(as_text=True)
    assert picture.index("Bob gagne avec 272") < picture.index("Dan −68.")
    assert "Bob mène de la première à la dernière donne" in tarot.page().text


def test_figures_count_the_deals_in_which_somebody_was_in_play(tarot: WebMatch) -> None:
    played_out(tarot)
    deals = {}
    for number, name in enumerate((*FIVE, "Zoé"), 1):
        page = tarot.visitor.open(f"/players/{number}?game=tarot").document
        labels = [label.text() for label in page.all("dt")]
        deals[name] = page.all("dd")[labels.index("Donnes")].text()
    assert deals == {"Ana": "2", "Bob": "3", "Chloé": "2", "Dan": "1", "Éric": "2", "Zoé": "1"}
