"""Who stands in, who joins, who leaves: the pages on which it is recorded, and all that show it."""

import csv
import io
from typing import Any

import pytest
from flask import Flask

from referee.store.database.models import Player
from referee.store.database.orm_base import db
from tests.web.markup import Element
from tests.web.sharing import another_keeper
from tests.web.table import WebMatch, new_match
from tests.web.visitor import Form, Page, Visitor

THREE = ("Ana", "Bob", "Chloé")


def relay(player: str, by: str | None) -> dict[str, Any]:
    return {"step": "relay", "player": player, "by": by}


def deal(**points: int) -> dict[str, Any]:
    return {"step": "points", "points": points}


def joins(player: str, **more: int) -> dict[str, Any]:
    return {"step": "joins", "player": player, **more}


BIDS = {"step": "bids", "bids": {"Bob": 0, "Chloé": 1, "Dan": 0, "Ana": 1}}
TRICKS = {"step": "tricks", "tricks": {"Bob": 0, "Chloé": 1, "Dan": 0, "Ana": 0}}
LEAVES = {"step": "leaves", "player": "Bob"}


@pytest.fixture
def free(visitor: Visitor) -> WebMatch:
    """A free sheet of three."""
    return new_match(visitor, "feuille-libre", THREE)


def suggested(form: Form) -> list[str]:
    """The names under the box in which one is typed."""
    return [element.attributes["value"] for element in form.element.all("datalist")[0].all("option")]


def said_beside(side: Element) -> list[Element]:
    """The marks of a side as they are read out: they are drawn shorter than they are said."""
    return [
        (name.all(class_="for-ears") or [name])[0] for name in side.all(class_="by") + side.all("b") if not hidden(name)
    ]


def hidden(one: Element) -> bool:
    """Whether it is not read out."""
    return one.attributes.get("aria-hidden") == "true"


def marks(page: Page) -> dict[str, str]:
    """What stands in the head of the page beside each name, the dealer's disc among it."""
    sides = page.document.all("li", class_="side")
    said = {side.all(class_="name")[0].text(): [part.text() for part in said_beside(side)] for side in sides}
    dealers = {side.all(class_="name")[0].text() for side in sides if side.all(class_="dealer")}
    return {name: " ".join(["donne"] * (name in dealers) + marks) for name, marks in said.items()}


def asked_of(page: Page) -> list[str]:
    """Whom the question names, as it names them."""
    return [without_disc(element) for element in page.form("/entries").element.all("span", class_="who")]


def without_disc(element: Element) -> str:
    """What is read there behind the badge of a colour."""
    return " ".join(element.text().split()[len(element.all("i", class_="disc")) :])


# A stand-in


@pytest.mark.parametrize(("language", "link"), [("fr", "Remplacer un joueur"), ("en", "Replace a player")])
def test_the_page_of_a_match_leads_to_it_in_every_game(app: Flask, language: str, link: str) -> None:
    match = new_match(Visitor(app, language))
    page = match.page()
    assert f"{match.path}/steps/relay" in page.links()
    assert link in page.text
    assert match.form("relay").choices("player") == ["Ana", "Bob", "Chloé", "Dan"]


def test_who_plays_for_whom_is_said_wherever_the_seat_is_named(match: WebMatch) -> None:
    match.record(relay("Bob", "Zoé"))
    page = match.page()
    assert marks(page) == {"Ana": "donne", "Bob": "Zoé joue", "Chloé": "", "Dan": ""}
    assert asked_of(page)[0] == "Bob (Zoé) parle en premier"
    match.record(BIDS)
    shown = match.page_after(TRICKS)
    assert [element.text() for element in shown.document.all("b", class_="who")][:2] == ["Ana", "Bob (Zoé)"]
    row = match.page("/sheet").document.all("tbody")[0].all("tr")[0]
    assert [element.text() for element in row.all("span", class_="by")] == ["Zoé"]
    text = match.page("/rounds/0").text
    assert "Zoé joue pour Bob" in text
    assert "Qui est remplacé Bob Qui joue Zoé" in text
    assert "Qui est remplacé Bob Qui joue Zoé" in match.page("/log").text


def test_what_is_recorded_and_scored_names_the_seat(match: WebMatch) -> None:
    for entry in (relay("Bob", "Zoé"), BIDS, TRICKS):
        match.record(entry)
    assert match.exported()["entries"] == [relay("Bob", "Zoé"), BIDS, TRICKS]
    assert list(match.scored()["totals"]) == ["Ana", "Bob", "Chloé", "Dan"]
    assert "Zoé" not in str(match.scored())


def test_in_the_middle_of_a_deal_the_page_says_who_plays_next(match: WebMatch) -> None:
    for entry in (relay("Bob", "Zoé"), BIDS, relay("Bob", None), relay("Dan", "Yann")):
        match.record(entry)
    page = match.page()
    assert marks(page) == {"Ana": "donne", "Bob": "Zoé joue ensuite Bob", "Chloé": "", "Dan": "ensuite Yann"}
    assert asked_of(page)[1:4] == ["Bob (Zoé) annoncé 0", "Chloé annoncé 1", "Dan annoncé 0"]
    match.record(TRICKS)
    assert marks(match.page()) == {"Ana": "", "Bob": "donne", "Chloé": "", "Dan": "Yann joue"}


def test_the_box_suggests_who_is_known_and_not_at_the_table(match: WebMatch) -> None:
    other = new_match(match.visitor, "feuille-libre", ("Éric", "Fanny", "Ana"))
    assert sorted(suggested(match.form("relay"))) == ["Fanny", "Éric"]
    match.record(relay("Bob", "Fanny"))
    assert suggested(match.form("relay")) == ["Éric"]
    assert sorted(suggested(other.form("joins"))) == ["Bob", "Chloé", "Dan"]


def test_that_the_player_is_back_can_be_said_only_where_somebody_stands_in(match: WebMatch) -> None:
    assert "by.nothing" not in match.form("relay").names()
    match.record(relay("Bob", "Zoé"))
    match.form("relay").fill("player", "Bob").fill("by.nothing", "-").send().follow()
    assert match.exported()["entries"][-1] == relay("Bob", None)


def test_where_somebody_stands_in_one_button_says_that_the_player_is_back(match: WebMatch) -> None:
    entries = f"{match.path}/entries"
    assert [form.action for form in match.page("/steps/relay").forms()].count(entries) == 1
    match.record(relay("Bob", "Zoé"))
    match.record(BIDS)
    match.record(relay("Dan", "Yann"))
    page = match.page("/steps/relay")
    assert "Zoé joue pour Bob Bob est de retour" in page.text
    assert "Yann jouera pour Dan Dan est de retour" in page.text
    page.forms()[0].send().follow()
    assert match.exported()["entries"][-1] == relay("Bob", None)


def test_the_page_says_from_which_deal_it_holds(match: WebMatch) -> None:
    assert "À partir de la donne 1." in match.page("/steps/relay").text
    match.record(BIDS)
    assert "le changement vaut à partir de la donne 2." in match.page("/steps/relay").text
    match.record(TRICKS)
    assert "À partir de la donne 2." in match.page("/steps/relay").text


def test_the_names_of_the_club_stand_above_the_box(match: WebMatch) -> None:
    new_match(match.visitor, "feuille-libre", ("Éric", "Fanny", "Ana"))
    chips = match.form("relay").element.all("button", class_="chip")
    assert sorted(chip.attributes["value"] for chip in chips) == ["Fanny", "Éric"]


@pytest.mark.parametrize(
    ("filled", "place", "article"),
    [
        ({"player": "Ana", "by": "Dan"}, "by", "match.relay"),
        ({"player": "Ana", "by": "Zoé"}, "by", "match.relay"),
        ({"player": "Ana", "by": ""}, "by", "match.entry"),
        ({"player": "Ana", "by": "x" * 41}, "by", "match.entry"),
        ({"player": "Ana", "by.nothing": "-"}, "by", "match.relay"),
        ({"player": "Bob", "by": "Yann", "by.nothing": "-"}, "by", "match.entry"),
        ({"by": "Yann"}, "player", "match.entry"),
    ],
)
def test_what_cannot_be_is_said_at_its_field_and_nothing_typed_is_lost(
    match: WebMatch, filled: dict[str, str], place: str, article: str
) -> None:
    match.record(relay("Bob", "Zoé"))
    form = match.form("relay")
    for name, value in filled.items():
        form.fill(name, value)
    refused = form.send()
    assert refused.status == 422
    assert refused.faults() == [(article, place)]
    again = refused.form("/entries")
    assert {name: again.value(name) for name in filled} == filled
    assert match.length == 1


def test_a_stand_in_is_told_to_whoever_follows(app: Flask, match: WebMatch) -> None:
    keeper = another_keeper(match.visitor, Visitor(app))
    match.record(relay("Bob", "Zoé"))
    said = keeper.client.get(f"{match.path}/state", headers=keeper.headers()).get_json()["said"]
    assert "a noté un remplacement." in said


def test_who_is_late_with_one_sees_what_they_typed(match: WebMatch) -> None:
    mine = match.form("relay").fill("player", "Ana").fill("by", "Zoé")
    match.record(relay("Bob", "Zoé"))
    late = mine.send()
    assert late.status == 409
    assert "Qui est remplacé Ana" in late.text
    assert "Qui joue Zoé" in late.text


def test_the_log_has_the_words_of_what_came_after_a_relay_and_was_taken_back(match: WebMatch) -> None:
    words = "Plis faits Bob 0, Chloé 1, Dan 0 et Ana 0"
    for entry in (relay("Bob", "Zoé"), BIDS, TRICKS):
        match.record(entry)
    assert match.page("/log").text.count(words) == 1
    match.page().form("/undo").send()
    assert match.page("/log").text.count(words) == 2


def test_undo_takes_it_back_and_a_correction_gives_it_to_another(match: WebMatch) -> None:
    match.page_after(relay("Bob", "Zoé")).form("/undo").send()
    assert marks(match.page())["Bob"] == ""
    again = match.form("relay").fill("player", "Bob").fill("by", "Zoé").send()
    assert again.status == 303
    preview = match.page("/corrections/2").form("/corrections/2").fill("by", "Yann").send()
    assert "Aucun point ne change." in preview.text
    assert preview.form("/corrections").choices("person") == ["Ana", "Bob", "Chloé", "Dan", "Zoé"]
    assert preview.form("/corrections").send().status == 303
    assert marks(match.page())["Bob"] == "Yann joue"


def test_a_relay_on_which_a_later_one_depends_is_not_taken_back(match: WebMatch) -> None:
    for entry in (relay("Bob", "Zoé"), BIDS, TRICKS, relay("Bob", None)):
        match.record(entry)
    remove = next(form for form in match.page("/corrections/0").forms() if ("remove", "1") in form.buttons())
    refused = remove.send(("remove", "1"))
    assert refused.status == 422
    assert "Personne ne remplace Bob." in refused.text
    assert "#match.relay" in str(refused.links())


def test_who_played_most_of_it_has_the_place_on_every_page(free: WebMatch) -> None:
    for entry in (relay("Bob", "Zoé"), deal(Ana=1, Bob=9, Chloé=3), {"step": "end"}):
        free.record(entry)
    podium = free.page().document.all("ol", class_="podium")[0]
    assert podium.all("b")[0].text() == "Bob (Zoé)"
    evening = free.visitor.open(next(link for link in free.visitor.open("/evenings").links() if "/evenings/" in link))
    standing = evening.document.all("table")[0].all("tbody")[0].all("th")
    assert [without_disc(cell) for cell in standing] == ["Zoé", "Chloé", "Ana"]
    assert "Zoé" in free.visitor.open("/evenings").text
    assert "Bob" not in free.visitor.open("/ranking").document.all("main")[0].text()


def test_who_stood_in_for_some_deals_finds_their_figures(match: WebMatch) -> None:
    two = {"step": "bids", "bids": {"Chloé": 0, "Dan": 0, "Ana": 2, "Bob": 1}}
    made = {"step": "tricks", "tricks": {"Chloé": 0, "Dan": 0, "Ana": 1, "Bob": 1}}
    for entry in (relay("Dan", "Zoé"), BIDS, TRICKS, relay("Dan", None), two, made, {"step": "end"}):
        match.record(entry)
    page = match.visitor.open("/players")
    own = next(link.attributes["href"] for link in page.document.all("a") if "Zoé" in link.text())
    shown = match.visitor.open(f"{own}?game=ascenseur").text
    assert "Aucune partie finie dans ce choix." in shown
    assert "À ce jeu" in shown


# Joining and leaving


@pytest.mark.parametrize(
    ("language", "links"),
    [("fr", ("Quelqu’un arrive", "Quelqu’un s’en va")), ("en", ("Somebody joins", "Somebody leaves"))],
)
def test_the_free_sheet_leads_to_joining_and_leaving(app: Flask, language: str, links: tuple[str, str]) -> None:
    match = new_match(Visitor(app, language), "feuille-libre", THREE)
    assert all(link in match.page().text for link in links)
    assert {f"{match.path}/steps/{step}" for step in ("joins", "leaves")} <= {*match.page().links()}


def test_where_two_are_left_nobody_is_asked_to_leave(visitor: Visitor) -> None:
    match = new_match(visitor, "feuille-libre", ("Ana", "Bob"))
    assert f"{match.path}/steps/leaves" not in match.page().links()
    assert f"{match.path}/steps/joins" in match.page().links()


def test_who_joins_is_asked_for_from_then_on_and_stands_on_every_page(free: WebMatch) -> None:
    free.record(deal(Ana=1, Bob=2, Chloé=3))
    free.record(joins("Zoé", points=10))
    assert asked_of(free.page()) == [*THREE, "Zoé"]
    free.record(deal(Ana=1, Bob=2, Chloé=3, Zoé=4))
    assert free.rows() == [row["totals"] for row in free.scored()["rounds"]]
    assert "points à son arrivée" in free.page("/rounds/1").text
    assert "Qui arrive Zoé Points à son arrivée 10" in free.page("/log").text
    with free.visitor.client.application.app_context():
        assert db.session.scalars(db.select(Player.name).order_by(Player.id)).all() == [*THREE, "Zoé"]


def test_who_leaves_is_asked_for_no_more_and_stays_on_every_page(free: WebMatch) -> None:
    free.record(deal(Ana=1, Bob=20, Chloé=3))
    free.record(LEAVES)
    assert marks(free.page()) == {"Ana": "", "Bob": "ne joue plus", "Chloé": "donne"}
    assert asked_of(free.page()) == ["Ana", "Chloé"]
    assert free.form("penalty").choices("player") == ["Ana", "Chloé"]
    assert free.form("relay").choices("player") == ["Ana", "Chloé"]
    assert suggested(free.form("joins")) == ["Bob"]
    free.record(deal(Ana=1, Chloé=2))
    assert free.rows()[-1] == {"Ana": 2, "Bob": 20, "Chloé": 5}
    assert "Qui s’en va Bob" in free.page("/log").text


@pytest.mark.parametrize(
    ("step", "filled", "faults"),
    [
        ("joins", {"player": "Ana"}, [("feuille-libre.players", "player")]),
        ("joins", {"player": "Yann"}, [("feuille-libre.players", "player")]),
        ("joins", {"player": ""}, [("match.entry", "player")]),
        ("joins", {"player": "Zoé", "points": "10000"}, [("feuille-libre.points", "points")]),
        ("joins", {"player": "Zoé", "points": "dix"}, [("match.entry", "points")]),
        ("leaves", {}, [("match.entry", "")]),
    ],
)
def test_who_cannot_come_or_go_is_told_at_the_field_and_nothing_typed_is_lost(
    free: WebMatch, step: str, filled: dict[str, str], faults: list[tuple[str, str]]
) -> None:
    free.record(relay("Bob", "Yann"))
    form = free.form(step)
    for name, value in filled.items():
        form.fill(name, value)
    refused = form.send()
    assert refused.status == 422
    assert refused.faults() == faults
    assert {name: refused.form("/entries").value(name) for name in filled} == filled
    assert free.length == 1


CYRILLIC = "\u0410na"
"""It looks like Ana."""


@pytest.mark.parametrize(("step", "name", "filled"), [("joins", "player", {}), ("relay", "by", {"player": "Bob"})])
def test_a_name_that_looks_like_another_at_the_table_is_asked_about(
    free: WebMatch, step: str, name: str, filled: dict[str, str]
) -> None:
    form = free.form(step).fill(name, CYRILLIC)
    for key, value in filled.items():
        form.fill(key, value)
    asked = form.send()
    assert asked.status == 422
    assert asked.faults() == [("match.players", name)]
    assert f"« {CYRILLIC} » ressemble à « Ana » : deux personnes différentes ?" in asked.text.replace("\u202f", " ")
    again = asked.form("/entries")
    assert again.value(name) == CYRILLIC
    assert again.fill(f"{name}.else", CYRILLIC).send().status == 303
    assert free.exported()["entries"] == [{"step": step, **filled, name: CYRILLIC}]


def test_to_say_that_a_name_is_somebody_elses_is_to_say_it_of_that_name_alone(free: WebMatch) -> None:
    asked = free.form("joins").fill("player", CYRILLIC).send()
    other = asked.form("/entries").fill("player", "ana").fill("player.else", CYRILLIC).send()
    assert other.status == 422
    assert free.length == 0


def test_a_name_of_which_nothing_is_seen_joins_no_sheet(free: WebMatch) -> None:
    refused = free.form("joins").fill("player", "\u200b\u2060").send()
    assert refused.status == 422
    assert "Ce nom ne se voit pas" in refused.text


def test_leaving_as_the_last_but_one_is_refused_even_if_it_is_sent(visitor: Visitor) -> None:
    match = new_match(visitor, "feuille-libre", ("Ana", "Bob"))
    answer = visitor.send(f"{match.path}/entries", [("step", "leaves"), ("player", "Ana"), ("expected", "0")])
    assert answer.status == 422
    assert "Il faut rester au moins 2 à jouer." in answer.text


def test_a_name_put_right_takes_its_points_along(free: WebMatch) -> None:
    free.record(joins("Zoe"))
    free.record(deal(Ana=1, Bob=2, Chloé=3, Zoe=4))
    broken = free.page("/corrections/0").form("/corrections/0").fill("player", "Zoé").send()
    assert broken.status == 422
    assert "La même donne a une autre saisie, qui ne va plus avec celle-ci." in broken.text
    assert "Il manque la valeur pour Zoé." in broken.text
    assert broken.faults() == [("match.entry", "points.3")]
    form = broken.form("/corrections/1")
    assert [form.value(f"points.{seat}") for seat in range(4)] == ["1", "2", "3", ""]
    zoe = next(part for part in form.element.all("div", class_="entry") if part.attributes["aria-label"] == "Zoé")
    assert [why.attributes["id"] for why in zoe.all("p", class_="why")] == [zoe.attributes["aria-describedby"]]
    preview = form.fill("points.3", "4").send()
    rows = [row.text() for row in preview.document.all("table")[0].all("tbody")[0].all("tr")]
    assert rows == ["Ana 1 4e 1 4e", "Bob 2 3e 2 3e", "Chloé 3 2e 3 2e", "Zoe 4 1er —", "Zoé — 4 1er"]
    assert preview.form("/corrections").send().status == 303
    assert free.scored()["totals"] == {"Ana": 1, "Bob": 2, "Chloé": 3, "Zoé": 4}


def test_a_join_is_removed_and_its_seat_with_it(free: WebMatch) -> None:
    free.record(joins("Zoé"))
    remove = next(form for form in free.page("/corrections/0").forms() if ("remove", "1") in form.buttons())
    preview = remove.send(("remove", "1"))
    rows = [row.text() for row in preview.document.all("table")[0].all("tbody")[0].all("tr")]
    assert rows[-1] == "Zoé 0 1er —"
    assert preview.form("/corrections").send().status == 303
    assert list(free.scored()["totals"]) == list(THREE)


def test_the_log_still_tells_what_was_removed(free: WebMatch) -> None:
    free.page_after(joins("Zoé", points=3)).form("/undo").send()
    assert free.page("/log").text.count("Qui arrive Zoé Points à son arrivée 3") == 2


def test_what_is_typed_for_the_deal_goes_on_only_where_the_same_are_asked(free: WebMatch) -> None:
    typed = free.page().form("/entries")
    before = typed.element.attributes["data-asked"]
    free.record(relay("Bob", "Zoé"))
    assert free.page().form("/entries").element.attributes["data-asked"] == before
    free.record(joins("Yann"))
    assert free.page().form("/entries").element.attributes["data-asked"] != before
    late = typed.fill("points.0", "7").send()
    assert late.status == 409
    assert late.form("/entries").value("points.0") == ""


def test_a_rematch_seats_who_was_in_at_the_end(free: WebMatch) -> None:
    for entry in (deal(Ana=1, Bob=2, Chloé=3), LEAVES, joins("Zoé"), relay("Ana", "Yann"), {"step": "end"}):
        free.record(entry)
    again = free.page().form("/rematch").send()
    assert again.status == 303
    file = free.visitor.open(f"{again.location}/export").response.get_json()
    assert (file["players"], file["dealer"]) == (["Ana", "Chloé", "Zoé"], "Chloé")


def test_a_spreadsheet_leaves_a_cell_blank_before_somebody_had_joined(free: WebMatch) -> None:
    for entry in (deal(Ana=1, Bob=2, Chloé=3), joins("Zoé"), LEAVES, deal(Ana=1, Chloé=3, Zoé=4)):
        free.record(entry)
    text = free.page("/sheet.csv").response.get_data().decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(text), delimiter=";"))
    assert rows[0][5:] == [*THREE, "Zoé", *(f"{name}, total" for name in (*THREE, "Zoé"))]
    assert [row[5:] for row in rows[1:]] == [
        ["1", "2", "3", "", "1", "2", "3", ""],
        ["1", "0", "3", "4", "2", "2", "6", "4"],
    ]


def test_the_evening_names_who_joined_and_ranks_them(free: WebMatch) -> None:
    for entry in (joins("Zoé"), deal(Ana=1, Bob=2, Chloé=3, Zoé=9), {"step": "end"}):
        free.record(entry)
    listed = free.visitor.open("/evenings")
    assert "A Ana B Bob C Chloé Z Zoé" in listed.text
    evening = next(link for link in listed.links() if link.startswith("/evenings/") and len(link) > 20)
    page = free.visitor.open(evening)
    assert page.status == 200
    assert "Zoé 1 sur 1" in page.text


def test_every_page_of_a_match_in_which_people_come_and_go_can_be_opened(free: WebMatch) -> None:
    for entry in (
        deal(Ana=1, Bob=2, Chloé=3),
        joins("Zoé", points=5),
        relay("Zoé", "Yann"),
        LEAVES,
        deal(Ana=1, Chloé=3, Zoé=4),
        joins("Bob"),
        {"step": "end"},
    ):
        for page in ("", "/sheet", "/log", "/keep", "/sheet.csv", "/export"):
            assert free.page(page).status == 200
        free.record(entry)
    for page in ("", "/sheet", "/log", "/keep", "/sheet.csv", "/rounds/0", "/rounds/1", "/rounds/2"):
        assert free.page(page).status == 200
    for position in range(6):
        assert free.page(f"/corrections/{position}").status == 200


@pytest.mark.parametrize(("deals", "explained"), [(3, True), (1, False)])
def test_a_place_that_counts_for_the_stand_in_is_explained_where_it_counts(
    free: WebMatch, deals: int, explained: bool
) -> None:
    """Zoé plays so many of four deals for Ana."""
    points = deal(Ana=1, Bob=2, Chloé=3)
    for _ in range(4 - deals):
        free.record(points)
    free.record(relay("Ana", "Zoé"))
    for _ in range(deals):
        free.record(points)
    free.record({"step": "end"})
    sentence = "Ana : la partie compte pour Zoé, qui a joué plus de la moitié de ses donnes."
    evening = next(link for link in free.visitor.open("/evenings").links() if "/evenings/" in link)
    for page in (free.visitor.open(free.path), free.visitor.open(evening)):
        assert (sentence in page.text) is explained
