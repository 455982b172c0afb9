"""A whole match through forms and links, without a script: what the pages say in the end is what the file comes to."""

from random import Random
from typing import Any

import pytest
from flask import Flask

from referee.game_definition.offences import SKIP_NEXT_TURN
from tests.web.each_game import each_game
from tests.web.table import FOUR, WebMatch, new_match, usual_table
from tests.web.visitor import Visitor

SOME = 8
"""Entries of a match of any game, before it is ended by agreement."""

each_language = pytest.mark.parametrize("language", ["fr", pytest.param("en", marks=pytest.mark.thorough)])


@pytest.mark.thorough
@each_language
def test_a_whole_ascenseur_of_25_rounds_comes_to_what_its_file_comes_to(app: Flask, language: str) -> None:
    match, chance = new_match(Visitor(app, language)), Random(25)
    while not match.course.state.over:
        match.record(match.answer(chance))
    sheet = match.scored()
    assert (len(sheet["rounds"]), sheet["over"]) == (25, True)
    assert match.rows() == [row["totals"] for row in sheet["rounds"]]
    final = match.page()
    assert all(winner in final.document.all(class_="winner")[0].text() for winner in sheet["winners"])
    assert all(f"{side} {str(total).replace('-', '−')}" in final.text for side, total in sheet["totals"].items())


@each_language
@each_game
def test_every_game_is_played_through_its_forms(app: Flask, game: str, language: str) -> None:
    match, chance, entries = new_match(Visitor(app, language), game, usual_table(game), {}), Random(game), []
    while len(entries) < SOME and not match.course.state.over:
        entries.append(match.answer(chance, way=len(entries)))
        match.record(entries[-1])
    for step in ("penalty", "note", "end"):
        if not match.course.state.over:
            question = next(question for question in match.course.open_questions if question.step == step)
            entries.append(match.answer(chance, question))
            match.record(entries[-1])
    assert match.exported()["entries"] == entries
    sheet = match.scored()
    assert sheet["over"]
    assert match.rows() == [row["totals"] for row in sheet["rounds"]]


@each_game
def test_every_step_beside_the_deals_own_is_entered_on_its_page(visitor: Visitor, game: str) -> None:
    match, chance = new_match(visitor, game, usual_table(game)), Random(1)
    for step in [question.step for question in match.course.setup.game.asides(match.course.state)]:
        for offence in match.course.setup.game.offences:  # something to be served
            if offence.effect == SKIP_NEXT_TURN:
                match.record({"step": "penalty", "offence": offence.id, "player": match.course.setup.table.players[0]})
        question = next(question for question in match.course.open_questions if question.step == step)
        before = match.length
        match.record(match.answer(chance, question))
        assert match.length == before + 1


def play(match: WebMatch, rounds: int) -> None:
    """So many rounds in which nobody but the second to speak bids and takes anything."""
    for _ in range(rounds):
        speakers = match.course.setup.table.after(match.course.state.dealer)
        cards = len(match.course.rows) + 1
        bids = dict.fromkeys(speakers, 0) | {speakers[1]: cards, speakers[-1]: 1}
        match.record({"step": "bids", "bids": bids})
        match.record({"step": "tricks", "tricks": dict.fromkeys(speakers, 0) | {speakers[1]: cards}})


def test_what_each_gained_and_why_is_shown_after_the_round(match: WebMatch) -> None:
    match.record({"step": "bids", "bids": {"Bob": 0, "Chloé": 1, "Dan": 0, "Ana": 1}})
    page = match.page_after({"step": "tricks", "tricks": {"Bob": 0, "Chloé": 1, "Dan": 0, "Ana": 0}})
    for said in ("Bob +5", "Chloé +10", "Dan +5", "Ana −5"):
        assert said in page.text
    reasons = match.page("/rounds/0")
    assert {link.rpartition("#")[2] for link in reasons.links() if "#ascenseur." in link} == {"ascenseur.score"}


def test_the_tricks_stand_as_they_were_bid(match: WebMatch) -> None:
    page = match.page_after({"step": "bids", "bids": {"Bob": 0, "Chloé": 1, "Dan": 0, "Ana": 1}})
    form = page.form("/entries")
    assert [form.value(f"tricks.{seat}") for seat in range(4)] == ["0", "1", "0", "1"]


def test_a_match_stopped_in_mid_deal_drops_the_deal_and_lets_the_tie_stand(match: WebMatch) -> None:
    play(match, 1)
    match.record({"step": "bids", "bids": dict.fromkeys(("Chloé", "Dan", "Ana", "Bob"), 2)})
    page = match.page_after({"step": "end"})
    assert match.totals() == {"Ana": -5, "Bob": 5, "Chloé": 10, "Dan": 5}
    assert match.scored()["ranking"] == [["Chloé"], ["Bob", "Dan"], ["Ana"]]
    places = [item.text().split()[0] for item in page.document.all("ol", class_="podium")[0].all("li")]
    assert places == ["1er", "2e", "2e", "4e"]
    assert not [form for form in page.forms() if form.action.endswith("/entries")]


def test_a_match_stopped_before_its_first_deal_is_complete_has_no_winner(match: WebMatch) -> None:
    page = match.page_after({"step": "end"})
    assert match.scored()["winners"] == []
    assert page.document.all(class_="winner") == []


def test_a_rematch_is_the_same_table_with_the_deal_moved_on(visitor: Visitor) -> None:
    match = new_match(visitor, rules={"max_cards": "3"})
    again = match.page_after({"step": "end"}).form("/rematch")
    begun = again.send()
    assert begun.status == 303
    assert again.send().location == begun.location
    file = visitor.open(f"{begun.location}/export").response.get_json()
    assert (file["players"], file["dealer"], file["options"]) == (list(FOUR), "Bob", {"max_cards": 3})
    assert file["entries"] == []


def test_a_rematch_is_played_under_the_names_of_today(visitor: Visitor) -> None:
    seats = [(f"seat.{seat}", name) for seat, name in enumerate(FOUR)]
    begun = visitor.send("/new/aluette", [*seats, ("option.petit_jean", "1"), ("option.petit_jean", "2")])
    ended = visitor.send(f"{begun.location}/entries", [("step", "end"), ("expected", "0")]).follow()
    for link in visitor.open("/players").links():
        if link.startswith("/players/") and "Dan" in visitor.open(link).text.partition("Face aux autres")[0]:
            assert visitor.open(f"{link}/edit").form("/edit").fill("name", "Daniel").send().status == 303
    file = visitor.open(f"{ended.form('/rematch').send().location}/export").response.get_json()
    assert (file["players"], file["dealer"]) == (["Ana", "Bob", "Chloé", "Daniel"], "Bob")
    assert file["options"] == {"petit_jean": ["Bob", "Chloé"]}
    assert "Daniel" in visitor.open("/players").text


@pytest.fixture
def with_a_dummy(visitor: Visitor) -> str:
    """An Aluette that Ana and the Petit-Jean at the third seat, who is called Zébulon, have won; its path."""
    seats = [(f"seat.{seat}", name) for seat, name in enumerate(("Ana", "Bob", "Zébulon", "Dan"))]
    begun = visitor.send("/new/aluette", [*seats, ("option.petit_jean", "2"), ("option.target", "1")])
    won = [("step", "deal"), ("expected", "0"), ("way", "side"), ("side.side", "Ana & Zébulon")]
    assert visitor.send(f"{begun.location}/entries", won).status == 303
    return str(begun.location)


def test_nobody_is_a_petit_jean_in_an_evening_or_a_ranking(visitor: Visitor, with_a_dummy: str) -> None:
    evening = next(link for link in visitor.open("/evenings").links() if link.startswith("/evenings/"))
    tables = [visitor.open(path).document.all("table")[-1].text() for path in ("/ranking?least=1", evening)]
    assert [["Ana" in table, "Zébulon" in table, "Dan" in table] for table in tables] == [[True, False, True]] * 2


@pytest.mark.parametrize("path", [
    "/players", "/players?q=zebulon", "/ranking?least=1", "/ranking?least=1&game=aluette", "/new/aluette", "/clubs",
])  # fmt: skip
def test_a_petit_jean_stands_on_no_page_of_the_clubs_people(visitor: Visitor, with_a_dummy: str, path: str) -> None:
    page = visitor.open(path)
    assert page.status == 200
    assert "Zébulon" not in page.response.get_data(as_text=True)


def test_an_evening_is_told_and_found_by_the_people_who_came(visitor: Visitor, with_a_dummy: str) -> None:
    page = visitor.open("/evenings")
    (row,) = page.document.all(class_="match-card")
    assert row.all("span")[0].text() == "A Ana B Bob D Dan"
    assert [element.text() for element in page.document.all("select")[0].all("option")] == ["tous", "Ana", "Bob", "Dan"]


def test_a_petit_jean_is_nobodys_opponent_double_or_corrector(visitor: Visitor, with_a_dummy: str) -> None:
    bob = next(
        link
        for link in visitor.open("/players").links()
        if link.startswith("/players/") and visitor.open(link).document.all("h1")[0].text().endswith("Bob")
    )
    against = visitor.open(bob).document.all("ul", "opponents")
    assert [["Ana" in opponents.text(), "Zébulon" in opponents.text()] for opponents in against] == [[True, False]]
    assert "Zébulon" not in visitor.open(f"{bob}/edit").text
    corrected = visitor.open(f"{with_a_dummy}/corrections/0").form("/corrections/0")
    who = corrected.fill("side.side", "Bob & Dan").send().document.all("fieldset")[-1].text()
    assert ["Ana" in who, "Dan" in who, "Zébulon" in who] == [True, True, False]


@pytest.mark.parametrize(("game", "entry", "bob"), [
    ("barbu", ({"step": "contract", "contract": "barbu"}, {"step": "result", "king": "Bob"}), "down"),
    ("feuille-libre", ({"step": "points", "points": dict(zip(FOUR, (0, 5, 0, 0)))},), "up"),
])  # fmt: skip
def test_what_is_welcome_is_green_and_what_is_not_is_red(
    visitor: Visitor, game: str, entry: tuple[dict[str, Any], ...], bob: str
) -> None:
    match = new_match(visitor, game)
    for recorded in entry:
        match.record(recorded)
    for page in ("/sheet", "/rounds/0"):
        gains = [element.attributes["class"] for element in match.page(page).document.all(class_="gain")]
        assert sorted(gain.split()[-1] for gain in gains) == sorted([bob, "gain", "gain", "gain"])


def test_a_cell_does_not_say_a_gain_twice(visitor: Visitor) -> None:
    match = new_match(visitor, "tarot-decale")
    match.record({"step": "points", "points": dict(zip(FOUR, (20, 20, 20, 15)))})
    cells = match.page("/sheet").document.all("tbody")[0].all("td")
    assert [cell.text().split() for cell in cells] == [["20", "+20"], ["20", "+20"], ["20", "+20"], ["15", "+15"]]


def test_a_team_wins_in_the_plural(visitor: Visitor) -> None:
    match = new_match(visitor, "kems", rules={"target": "1"})
    page = match.page_after({"step": "call", "side": "Ana & Chloé", "call": "kems"})
    assert "Ana & Chloé gagnent avec 1" in page.document.text()


def test_the_last_one_in_has_won_with_one_tap(visitor: Visitor) -> None:
    match = new_match(visitor, "famille-trefles")
    for out in FOUR[:2]:
        match.record({"step": "penalty", "offence": "anti-joker-kept", "player": out})
    assert "alone" not in match.form().names()
    match.record({"step": "penalty", "offence": "anti-joker-kept", "player": "Dan"})
    assert "Il ne reste que Chloé en jeu" in match.page().text
    assert match.form().send().status == 303
    won = {"step": "family", "winner": "Chloé", "alone": True}
    assert match.exported()["entries"][-1] == won
    assert match.rows() == [{"Ana": 0, "Bob": 0, "Chloé": 1, "Dan": 0}]
    assert "dernier en jeu, sans famille" in match.page("/rounds/0").text
    match.course.take(won)
    for out in ("Ana", "Bob", "Dan"):
        match.record({"step": "penalty", "offence": "anti-joker-kept", "player": out})
    announced = match.form().fill("alone").fill("jokers", "1").send()  # with a family after all
    assert announced.status == 303
    assert match.exported()["entries"][-1] == {"step": "family", "winner": "Chloé", "jokers": 1}
    edited = match.page(f"/corrections/{match.length - 1}").form(f"/corrections/{match.length - 1}")
    assert (edited.value("winner"), edited.value("jokers"), edited.value("alone")) == ("Chloé", "1", "")


def test_undo_goes_back_to_the_first_card_and_the_match_goes_on(match: WebMatch) -> None:
    play(match, 2)
    for left in (3, 2, 1, 0):
        answer = match.page().form("/undo").send()
        assert answer.status == 303
        assert len(match.exported()["entries"]) == left
    assert not [form for form in match.page().forms() if form.action.endswith("/undo")]
    assert match.totals() == {}
    play(WebMatch(match.visitor, match.path, type(match.course).of("ascenseur", FOUR)), 1)
    assert match.totals() == {"Ana": -5, "Bob": 5, "Chloé": 10, "Dan": 5}


def test_an_end_by_mistake_is_undone(match: WebMatch) -> None:
    page = match.page_after({"step": "end"})
    assert page.form("/undo").send().follow().form("/entries").value("step") == "bids"


def test_the_home_page_leads_back_to_the_match_and_to_the_one_that_is_over(visitor: Visitor, match: WebMatch) -> None:
    assert match.path in visitor.open("/").links()
    play(match, 1)
    assert "Chloé" in visitor.open("/").text
    match.record({"step": "end"})
    assert match.path in visitor.open("/").links()


def test_house_rules_chosen_on_the_page_hold_in_the_match(visitor: Visitor) -> None:
    rules = {"max_cards": "2", "direction": "down-up", "top_rounds": "2"}
    match = new_match(visitor, rules=rules)
    assert match.exported()["options"] == {"max_cards": 2, "direction": "down-up", "top_rounds": 2}
    chance = Random(2)
    while not match.course.state.over:
        match.record(match.answer(chance))
    labels = [row["label"] for row in match.scored()["rounds"]]
    assert labels == ["2 cartes", "2 cartes", "1 carte", "2 cartes", "2 cartes"]


def test_the_dealer_chosen_on_the_page_deals_first(visitor: Visitor) -> None:
    form = visitor.open("/new/ascenseur").form("/new/ascenseur").fill("dealer", "2")
    for index, name in enumerate(FOUR):
        form.fill(f"seat.{index}", name)
    page = form.send()
    assert visitor.open(f"{page.location}/export").response.get_json()["dealer"] == "Chloé"
