"""The pages of the desk: search, questions, verdicts, and the rulings that are noted in a match."""

from typing import Any
from urllib.parse import quote_plus

import pytest
from flask import Flask
from sqlalchemy import select

from referee.desk.adjudication import Verdict, rule_on
from referee.desk.articles import common_disputes, disputes
from referee.desk.questions import desk_questions, examples
from referee.games.registry import GAMES
from referee.store.database.models import RecordRow
from referee.store.database.orm_base import db
from tests.web.desk.desk_forms import query_without_match, sitting_of
from tests.web.markup import Element
from tests.web.sharing import another_keeper, watcher_of
from tests.web.table import WebMatch, new_match, usual_table
from tests.web.visitor import Page, Visitor

FORBIDDEN = "trump=H&plays=9S+KS+3H&plays.leader=Bob&hand=2S+AH+7D&card=AH"
BIDS = {"step": "bids", "bids": {"Bob": 0, "Chloé": 1, "Dan": 0, "Ana": 1}, "trump": "D"}


def desk(match: WebMatch, below: str = "", query: str = "") -> str:
    """An address of the desk of this match's game, opened from the match."""
    public_id = match.public_id
    path = f"/desk/{match.exported()['game']}" + (f"/{below}" if below else "")
    return f"{path}?match={public_id}" + (f"&{query}" if query else "")


def read(page: Page, marked: str) -> str:
    """What stands in the first element of this class."""
    found = page.document.all(class_=marked)
    assert found, (marked, page.status, page.text[:500])
    return found[0].text()


def links(page: Page, beginning: str) -> list[str]:
    return [link for link in page.links() if link.startswith(beginning)]


# From no match


def test_the_desk_offers_every_game(visitor: Visitor) -> None:
    page = visitor.open("/desk")
    assert {link.rpartition("/")[2] for link in links(page, "/desk/")} == set(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_the_desk_of_a_game_offers_its_questions_its_disputes_and_its_rules(visitor: Visitor, game: str) -> None:
    page = visitor.open(f"/desk/{game}")
    asked = dict.fromkeys(link.split("/")[3] for link in links(page, f"/desk/{game}/"))
    assert list(asked) == list(desk_questions(GAMES[game]))
    common = common_disputes(GAMES[game], "fr")
    assert len(page.document.all("details", class_="dispute")) == len(disputes(game, "fr")) + len(common)
    assert f"/rules/{game}" in page.links()
    assert {f"/rules/match#{card.articles[0]}" for card in common} <= set(page.links())


@pytest.mark.parametrize("path", ["no-such-game!", "ascenseur/no-such-question", "ascenseur/no-such-question/verdict"])
def test_what_the_desk_does_not_know_does_not_exist(visitor: Visitor, path: str) -> None:
    assert visitor.open(f"/desk/{path}").status == 404


@pytest.mark.parametrize(("path", "wanted"), [
    ("/desk/ascenseur?q=changer+mon+annonce", "/rules/ascenseur#ascenseur.bid-stands"),
    ("/desk?q=ascenseur+changer+annonce", "/rules/ascenseur#ascenseur.bid-stands"),
    ("/desk/barbu?q=mauvaise+donne", "/rules/match#match.misdeal"),
])  # fmt: skip
def test_words_find_articles_with_who_says_so(visitor: Visitor, path: str, wanted: str) -> None:
    page = visitor.open(path)
    assert wanted in page.links()
    assert len(page.document.all(class_="tag")) == len(page.document.all(class_="law-found"))


def test_words_asked_of_no_game_are_answered_by_game(visitor: Visitor) -> None:
    page = visitor.open("/desk?q=je+tape+sur+deux+cartes+pareilles")
    groups = page.document.all(class_="of-game")
    assert len(groups) > 1
    assert groups[0].all("h3")[0].text() == "La Bataille Corse"
    assert groups[0].all("svg")
    assert all(group.all(class_="law-found") for group in groups)
    assert len(page.document.all(class_="tag")) == len(page.document.all(class_="law-found"))


def test_one_tap_on_a_chip_asks_again_in_that_game_and_back(visitor: Visitor) -> None:
    chips = visitor.open("/desk?q=qui+commence").document.all(class_="games-found")[0].all("a")
    assert len(chips) > 10
    addresses = {chip.attributes["href"] for chip in chips}
    assert "/desk/kems?q=qui+commence" in addresses
    again = visitor.open("/desk/triolet?q=qui+commence")
    assert again.form("/triolet").value("q") == "qui commence"
    assert "/rules/triolet#triolet.first-player" in again.links()
    assert "/desk?q=qui+commence" in again.links()


def test_the_game_that_a_club_plays_answers_first_and_its_match_is_asked_from(visitor: Visitor) -> None:
    words = "q=qui+gagne+a+égalité+à+la+fin"
    first = [group.all("h3")[0].text() for group in visitor.open(f"/desk?{words}").document.all(class_="of-game")][0]
    assert first != "L’Ascenseur"
    match = new_match(visitor)
    page = visitor.open(f"/desk?{words}")
    assert page.document.all(class_="of-game")[0].all("h3")[0].text() == "L’Ascenseur"
    public_id = match.public_id
    assert any(f"match={public_id}" in link for link in links(page, "/desk/ascenseur?q="))


def test_words_that_find_nothing_say_so_and_stay(visitor: Visitor) -> None:
    page = visitor.open("/desk/ascenseur?q=zzzzzz")
    assert "Rien à ce sujet" in page.text
    assert page.form("/ascenseur").value("q") == "zzzzzz"


@pytest.mark.first_alone
@pytest.mark.parametrize("game_id", GAMES)
def test_every_question_has_a_page_that_asks_its_facts_without_scripts(visitor: Visitor, game_id: str) -> None:
    for question in desk_questions(GAMES[game_id]).values():
        form = visitor.open(f"/desk/{game_id}/{question.id}").form("/verdict")
        asked = {name.partition(".")[0] for name in form.names()}
        told_by_the_table = {fact.key for fact in question.facts if fact.of_the_table or not fact.offered}
        assert {fact.key for fact in question.facts} - told_by_the_table <= asked, question.id


@pytest.mark.first_alone
@pytest.mark.parametrize("game_id", GAMES)
def test_the_verdict_page_says_the_word_why_and_the_articles(visitor: Visitor, game_id: str) -> None:
    for example in examples(game_id):
        question = desk_questions(GAMES[game_id])[example["question"]]
        query = query_without_match(
            GAMES[game_id], question, example["facts"], sitting_of(GAMES[game_id], example["facts"])
        )
        page = visitor.open(f"/desk/{game_id}/{question.id}/verdict?{query}")
        assert page.status == 200, (example, page.faults())
        assert read(page, "word")
        assert read(page, "because").endswith((".", ":"))
        assert page.document.all(class_="art")[0].all(class_="tag")
        points = example["answer"].get("points")
        if isinstance(points, dict):
            lines = page.document.all(class_="shares")[0].all("li")
            assert sum(map(bool, points.values())) <= len(lines) <= len(points)


def test_players_whom_no_match_names_are_letters(visitor: Visitor) -> None:
    page = visitor.open("/desk/huit-americain/effect?n=3")
    assert page.form("/verdict").names() >= {"player", "n"}
    answer = visitor.open("/desk/huit-americain/effect/verdict?n=3&cards=2S&player=C&direction=1")
    assert read(answer, "word") == "A prend 2 cartes"


@pytest.mark.parametrize(("question", "seats", "others"), [
    ("tarot-decale/call-points", "ABCDE", 0), ("tarot-decale/bet-points", "ABCD", 4),
    ("barbu/salade-points", "ABCD", 0),
])  # fmt: skip
def test_there_are_as_many_letters_as_the_question_has_seats(
    visitor: Visitor, question: str, seats: str, others: int
) -> None:
    page = visitor.open(f"/desk/{question}")
    chosen = "king" if "salade" in question else "bettor"
    assert page.form("/verdict").choices(chosen) == list(seats)
    assert len([link for link in page.links() if f"{question}?n=" in link]) == others


@pytest.mark.parametrize(("query", "faults"), [
    ("trump=H&hand=9S&card=AH", {("question.facts", "card")}),
    ("trump=X&hand=", {("question.facts", "trump"), ("question.facts", "hand")}),
    ("trump=H&plays=9S&hand=9S", {("question.facts", "")}),
    ("", {("question.facts", "trump"), ("question.facts", "hand")}),
])  # fmt: skip
def test_facts_that_cannot_be_get_a_sentence_at_their_field(
    visitor: Visitor, query: str, faults: set[tuple[str, str]]
) -> None:
    page = visitor.open(f"/desk/ascenseur/legal-cards/verdict?{query}")
    assert page.status == 422
    assert set(page.faults()) == faults


def test_nothing_that_was_tapped_is_lost_when_the_facts_are_refused(visitor: Visitor) -> None:
    page = visitor.open("/desk/ascenseur/legal-cards/verdict?trump=H&plays=9S+KS&hand=2S+3D+4D+5D+6D&card=AH")
    form = page.form("/verdict")
    assert page.status == 422
    assert form.value("trump") == "H"
    assert [value for value in form.values("plays") if value] == ["9S", "KS"]
    assert [value for value in form.values("hand") if value] == ["2S", "3D", "4D", "5D", "6D"]
    assert form.value("card") == "AH"


def test_the_lists_of_a_page_without_scripts_give_a_verdict_and_more_room(visitor: Visitor) -> None:
    form = visitor.open("/desk/whistiti/legal-cards").form("/verdict")
    form.fill("trump", "H").fill("plays", "9S", "KS").fill("hand", "2S", "AH", "7D").fill("card", "AH")
    assert read(form.send(), "word") == "Interdit"
    again = visitor.open("/desk/whistiti/legal-cards?hand=2S+AH+7D+8D")
    assert len(again.form("/verdict").values("hand")) > 4


def test_what_would_have_been_allowed_is_shown(visitor: Visitor) -> None:
    hand = visitor.open("/desk/whistiti/legal-cards/verdict?trump=H&plays=9S&hand=2S+3S+AH&card=AH")
    assert [one.attributes["aria-label"] for one in _instead(hand)] == ["2 pique", "3 pique"]
    pair = visitor.open("/desk/president/can-play/verdict?previous=KS+KH&cards=3S+3H")
    assert [one.text() for one in _instead(pair)] == ["2", "A", "★"]
    assert "Permis, par 2" in pair.text
    none = visitor.open("/desk/president/can-play/verdict?previous=JOKER+JOKER&cards=3S+3H")
    assert "Aucune carte n’aurait été permise" in none.text


def _instead(page: Page) -> list[Element]:
    return [card for box in page.document.all(class_="instead") for card in box.all(class_="pc")]


def test_the_desk_speaks_english_too(app: Flask) -> None:
    page = Visitor(app, "en").open(f"/desk/ascenseur/legal-cards/verdict?{FORBIDDEN}")
    assert read(page, "word") == "Not allowed"
    assert "K" in [card.all("b")[0].text() for card in page.document.all(class_="pc")]


# From a match


def test_the_tab_of_a_match_opens_the_desk_with_it(match: WebMatch) -> None:
    assert desk(match) in match.page().links()
    page = match.visitor.open(desk(match))
    assert f"{match.path}/steps/penalty" in page.links()
    assert all(f"match={match.public_id}" in link for link in links(page, "/desk/"))


@pytest.mark.parametrize(("seats", "offered"), [(3, set()), (4, {"bonus"}), (5, {"bonus", "call-points"})])
def test_a_question_is_offered_at_the_tables_it_can_be_asked_of(
    visitor: Visitor, seats: int, offered: set[str]
) -> None:
    match = new_match(visitor, "tarot-decale", ("Ana", "Bob", "Chloé", "Dan", "Eve")[:seats])
    shown = {link.partition("?")[0].split("/")[3] for link in links(visitor.open(desk(match)), "/desk/tarot-decale/")}
    assert shown & {"bonus", "call-points"} == offered
    assert {"trick-winner", "bettor", "penalty"} <= shown


def test_the_match_fills_in_trump_players_and_who_leads(match: WebMatch) -> None:
    match.record(BIDS)
    form = match.visitor.open(desk(match, "legal-cards")).form("/verdict")
    assert form.value("trump") == "D"
    assert form.value("plays.leader") == "Bob"
    form.fill("plays", "9S", "KS", "3D").fill("hand", "2S", "AH")
    answer = form.send()
    assert read(answer, "word") == "2♠"
    assert [one.text() for one in answer.document.all(class_="cards")[0].all("small")] == ["Bob", "Chloé", "Dan"]


def test_the_match_fills_in_how_many_cards_are_dealt(match: WebMatch) -> None:
    form = match.visitor.open(desk(match, "forbidden-bid")).form("/verdict")
    assert form.value("cards") == "1"
    assert {"bids.1", "bids.2", "bids.3"} <= form.names()
    assert "bids.0" not in form.names()  # the dealer speaks last


def test_the_pack_of_a_table_lacks_the_cards_it_took_out(visitor: Visitor) -> None:
    match = new_match(visitor, "triolet", ("Ana", "Bob", "Chloé"))
    page = visitor.open(desk(match, "can-play"))
    laid = {one.attributes["data-card"] for one in page.document.all("button") if "data-card" in one.attributes}
    assert len(laid) == 40
    assert not {"4S", "5S", "6S"} & laid


def test_house_rules_are_named_where_they_change_the_answer(visitor: Visitor) -> None:
    match = new_match(visitor, "triolet", rules={"equal_allowed": "1"})
    changed = visitor.open(desk(match, "can-play/verdict", "pile=9S&cards=9H&zone=hand"))
    assert read(changed, "word") == "Permis"
    assert "Interdit" in read(changed, "house-rule")
    option = next(one for one in GAMES["triolet"].options if one.id == "equal_allowed")
    assert option.label.render("fr") in read(changed, "house-rule")
    assert any(link.endswith(f"#{option.article}") for link in changed.links())
    same = visitor.open(desk(match, "can-play/verdict", "pile=9S&cards=8H&zone=hand"))
    assert same.document.all(class_="house-rule") == []


def test_a_match_of_another_game_or_club_does_not_exist_at_the_desk(app: Flask, match: WebMatch) -> None:
    public_id = match.public_id
    assert match.visitor.open(f"/desk/barbu?match={public_id}").status == 404
    assert Visitor(app).open(f"/desk/ascenseur?match={public_id}").status == 404
    assert Visitor(app).open(f"/desk/ascenseur/legal-cards/verdict?match={public_id}&{FORBIDDEN}").status == 404


def test_rules_opened_from_a_match_lead_back_to_its_desk(match: WebMatch) -> None:
    rules = next(link for link in match.visitor.open(desk(match)).links() if link.startswith("/rules/ascenseur"))
    assert desk(match) in match.visitor.open(rules).links()


# Rulings kept


def noted(match: WebMatch, query: str = FORBIDDEN) -> Page:
    return match.visitor.open(desk(match, "legal-cards/verdict", query)).form("/note").send()


def test_a_ruling_is_noted_with_question_facts_verdict_and_articles(app: Flask, match: WebMatch) -> None:
    assert "Décision de l’arbitre notée" in noted(match).follow().text
    entry = match.exported()["entries"][0]
    assert entry["step"] == "note"
    assert entry["text"].startswith("Interdit — Que peut‑on jouer\u202f?")
    with app.app_context():
        kept: Any = db.session.scalars(select(RecordRow)).one().ruling
    assert kept["question"]["facts"]["hand"] == ["2S", "AH", "7D"]
    assert kept["verdict"]["answer"] == {"legal": ["2S"], "allowed": False}
    assert kept["verdict"]["articles"][0] == "ascenseur.follow"
    asked = kept["question"]
    question = desk_questions(GAMES["ascenseur"])[asked["question"]]
    again = rule_on(GAMES["ascenseur"], question, asked["facts"], asked["options"])
    assert isinstance(again, Verdict)
    assert again.answer == kept["verdict"]["answer"]


def test_a_ruling_stands_on_the_sheet_in_the_log_and_in_its_deal(match: WebMatch) -> None:
    noted(match)
    for entry in (BIDS, {"step": "tricks", "tricks": {"Bob": 0, "Chloé": 1, "Dan": 0, "Ana": 0}}):
        match.record(entry)
    for page in ("/sheet", "/log", "/rounds/0"):
        shown = match.page(page)
        assert read(shown, "word") == "Interdit", page
        assert any(link.endswith("#ascenseur.follow") for link in shown.links()), page


def test_a_ruling_stands_in_the_history_of_the_evening(match: WebMatch) -> None:
    noted(match)
    evening = next(link for link in links(match.visitor.open("/evenings"), "/evenings/"))
    assert read(match.visitor.open(evening), "word") == "Interdit"


def test_a_ruling_is_shown_in_the_readers_language(app: Flask, match: WebMatch) -> None:
    noted(match)
    match.visitor.language = "en"
    assert read(match.page("/sheet"), "word") == "Not allowed"


def test_a_ruling_is_undone_like_any_entry(match: WebMatch) -> None:
    noted(match).follow().form("/undo").send()
    assert match.exported()["entries"] == []
    assert match.page("/sheet").document.all(class_="ruling") == []
    assert match.page("/log").document.all(class_="ruling")


def test_a_ruling_written_over_is_a_note_again(match: WebMatch) -> None:
    noted(match)
    form = match.page("/corrections/0").form("/corrections/0")
    form.fill("text", "On laisse jouer.").send().form("/corrections").send()
    assert match.page("/sheet").document.all(class_="ruling") == []
    assert match.exported()["entries"] == [{"step": "note", "text": "On laisse jouer."}]


def test_a_double_tap_notes_a_ruling_once(match: WebMatch) -> None:
    form = match.visitor.open(desk(match, "legal-cards/verdict", FORBIDDEN)).form("/note")
    assert [form.send().status, form.send().status] == [303, 303]
    assert len(match.exported()["entries"]) == 1


def test_a_ruling_is_noted_after_whatever_was_recorded_meanwhile(app: Flask, match: WebMatch) -> None:
    form = match.visitor.open(desk(match, "legal-cards/verdict", FORBIDDEN)).form("/note")
    match.record(BIDS)
    assert form.send().status == 303
    assert [entry["step"] for entry in match.exported()["entries"]] == ["bids", "note"]


def test_a_note_says_no_more_than_a_note_can_hold(visitor: Visitor) -> None:
    match = new_match(visitor, "tarot-decale")
    hand = "+".join(f"atout:{number}" for number in range(1, 11))
    query = f"players=4&hand={hand}"
    page = visitor.open(desk(match, "bonus/verdict", query))
    assert page.form("/note").send().status == 303
    assert len(match.exported()["entries"][0]["text"]) <= 500


def test_a_watcher_asks_and_is_offered_nothing_to_note(app: Flask, match: WebMatch) -> None:
    watcher = watcher_of(match.visitor, Visitor(app))
    page = watcher.open(desk(match, "legal-cards/verdict", FORBIDDEN))
    assert read(page, "word") == "Interdit"
    assert [form.action for form in page.forms()] == []
    assert links(watcher.open(desk(match)), f"{match.path}/steps") == []


def test_another_keeper_sees_the_ruling(app: Flask, match: WebMatch) -> None:
    noted(match)
    other = another_keeper(match.visitor, Visitor(app))
    assert read(other.open(f"{match.path}/sheet"), "word") == "Interdit"


@pytest.mark.parametrize("pairs", [[("trump", "H")], [("match", ""), ("trump", "H")]])
def test_a_ruling_needs_a_match_to_be_noted_in(match: WebMatch, pairs: list[tuple[str, str]]) -> None:
    assert match.visitor.send("/desk/ascenseur/legal-cards/note", pairs).status == 400


def test_what_cannot_be_is_not_noted(match: WebMatch) -> None:
    public_id = match.public_id
    answer = match.visitor.send("/desk/ascenseur/legal-cards/note", [("match", public_id), ("hand", "XX")])
    assert answer.status == 422
    assert match.exported()["entries"] == []


def test_a_finished_match_is_asked_about_but_takes_no_note(match: WebMatch) -> None:
    form = match.visitor.open(desk(match, "legal-cards/verdict", FORBIDDEN)).form("/note")
    match.record({"step": "end"})
    page = match.visitor.open(desk(match, "legal-cards/verdict", FORBIDDEN))
    assert read(page, "word") == "Interdit"
    assert [one.action for one in page.forms()] == []
    late = form.send()
    assert late.status == 409
    assert [article for article, _ in late.faults()] == ["match.over"]


def test_the_desk_offers_the_match_that_goes_on(visitor: Visitor) -> None:
    assert "La partie en cours" not in visitor.open("/desk").text
    match = new_match(visitor)
    address = f"/desk/ascenseur?match={match.public_id}"
    assert address in visitor.open("/desk").links()
    match.record({"step": "end"})
    assert address not in visitor.open("/desk").links()


@pytest.mark.parametrize(("path", "tool"), [
    ("/desk/whistiti?q=qui+ramasse+le+pli", "/desk/whistiti/trick-winner"),
    ("/desk/ascenseur?q=suis-je+oblig%C3%A9+de+fournir", "/desk/ascenseur/legal-cards"),
])  # fmt: skip
def test_what_decides_stands_above_what_the_rules_say(visitor: Visitor, path: str, tool: str) -> None:
    links = visitor.open(path).document.all(class_="found")[0].all("a")
    assert links[0].attributes["href"] == tool
    assert "/rules/" in links[1].attributes["href"]


def test_a_card_that_lies_in_the_trick_already_goes_back_into_the_hand(visitor: Visitor) -> None:
    page = visitor.open("/desk/whistiti/legal-cards/verdict?trump=H&plays=9S+KS+3D")
    assert page.status == 422
    assert "même si elle est déjà dans le pli" in page.text
    assert "Il en faut au moins" not in page.text


# Verdicts from a search


def asked_in(match: WebMatch, words: str) -> list[Element]:
    """The questions that words typed in a match's search point to."""
    return match.visitor.open(desk(match, "", f"q={quote_plus(words)}")).document.all(class_="in-words")


def chips(asked: Element) -> list[str]:
    return [chip.text() for chip in asked.all(class_="chip")]


@pytest.mark.parametrize(
    ("game", "words", "word", "fact"),
    [
        ("president", "peut-on mettre un joker sur l'as de trèfle ?", "Permis", "Cartes à poser joker"),
        ("belote", "combien vaut le valet de pique atout pique", "20 points", "Atout pique"),
        ("aluette", "quel signe pour le deux de cœur", "faire la moue", "Carte 2♥"),
        ("dame-de-pique", "on passe les cartes de quel côté", "à gauche", "Numéro de la donne 1 d’après la partie"),
        ("kems", "peut-on changer de signal entre deux donnes ?", "Oui", "entre deux donnes"),
    ],
)
def test_a_search_is_answered_by_a_verdict_with_the_facts_it_took(
    visitor: Visitor, game: str, words: str, word: str, fact: str
) -> None:
    match = new_match(visitor, game, usual_table(game))
    first = asked_in(match, words)[0]
    assert first.all(class_="said")[0].text() == word
    assert any(fact in chip for chip in chips(first)), chips(first)
    address = first.all("a", class_="decides")[0].attributes["href"]
    assert read(visitor.open(address), "word") == word


@pytest.mark.parametrize(
    ("game", "words", "word", "fact"),
    [
        ("president", "peut-on mettre un 9 sur un 9 ?", "Interdit", "Cartes à poser 9"),
        ("president", "je peux poser deux rois sur une paire de dames ?", "Permis", "Cartes à poser R et R"),
        ("triolet", "peut-on mettre un 9 sur un 9 ?", "Interdit", "Jeux de cartes un jeu d’après la partie"),
        ("huit-americain", "peut-on mettre un 8 sur le roi de pique ?", "Permis", "Carte visible R♠"),
    ],
)
def test_a_verdict_that_every_suit_has_names_none_that_was_not_said(
    visitor: Visitor, game: str, words: str, word: str, fact: str
) -> None:
    """Its reasons are those of every case, and its question is opened with what was said."""
    match = new_match(visitor, game, usual_table(game))
    first = asked_in(match, words)[0]
    assert first.all(class_="said")[0].text() == word
    assert any(fact in chip for chip in chips(first)), chips(first)
    shown = first.text()
    named = {sign for sign in "♠♥♦♣" if sign in shown}
    assert named == ({"♠"} if "pique" in words else set()), shown
    form = visitor.open(first.all("a", class_="decides")[0].attributes["href"]).form("/verdict")
    assert not any(form.values("cards")), form.values("cards")


def test_the_match_tells_a_search_trump_and_who_leads_and_its_form_asks_the_rest(match: WebMatch) -> None:
    match.record(BIDS)
    first = asked_in(match, "peut-on couper le roi de pique ?")[0]
    assert first.all(class_="said") == []
    assert "Atout carreau d’après la partie" in chips(first)
    assert "Bob entame d’après la partie" in chips(first)
    form = match.visitor.open(first.all("a", class_="decides")[0].attributes["href"]).form("/verdict")
    assert form.value("trump") == "D"


def test_a_fact_that_was_taken_is_changed_in_the_form(visitor: Visitor) -> None:
    match = new_match(visitor, "president")
    first = asked_in(match, "peut-on mettre un joker sur l'as de trèfle")[0]
    assert first.all(class_="said")[0].text() == "Permis"
    form = visitor.open(first.all("a", class_="chip")[0].attributes["href"]).form("/verdict")
    assert [value for value in form.values("previous") if value] == ["AC"]
    form.fill("previous", "JOKER")
    assert read(form.send(), "word") == "Interdit"


def test_a_house_rule_of_the_match_is_a_fact_of_its_verdicts(visitor: Visitor) -> None:
    match = new_match(visitor, "triolet", rules={"equal_allowed": "1"})
    first = asked_in(match, "peut-on mettre un 9 sur un 9 ?")[0]
    assert first.all(class_="said")[0].text() == "Permis"
    assert any("règle de cette table" in chip for chip in chips(first))


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("huit-americain", "peut-on poser un 9 sur un roi ?"),  # only of one suit
        ("kems", "il y a eu une erreur"),  # its only offence was not named
        ("whistiti", "peut-on jouer l'as de cœur ?"),  # not without the hand
    ],
)
def test_where_what_is_left_open_matters_there_is_no_verdict(visitor: Visitor, game: str, words: str) -> None:
    match = new_match(visitor, game, usual_table(game))
    assert [said for one in asked_in(match, words) for said in one.all(class_="said")] == []


def test_a_search_of_no_match_is_answered_from_its_words(visitor: Visitor) -> None:
    first = visitor.open("/desk/belote?q=combien+vaut+le+valet+de+pique+atout+pique").document.all(class_="in-words")[0]
    assert first.all(class_="said")[0].text() == "20 points"


def test_a_search_of_all_games_gives_a_verdict_only_where_a_match_goes_on_or_its_game_is_named(
    visitor: Visitor,
) -> None:
    named = visitor.open("/desk?q=peut-on+mettre+un+9+sur+un+9+au+président")
    assert named.document.all(class_="said")[0].text() == "Interdit"
    address = "/desk?q=peut-on+mettre+un+9+sur+un+9"
    first = visitor.open(address).document.all(class_="in-words")[0]
    assert first.all(class_="said") == []
    assert first.all("a", class_="decides")[0].attributes["href"].startswith("/desk/triolet/can-play")
    new_match(visitor, "president")
    assert visitor.open(address).document.all(class_="said")[0].text() == "Interdit"


def test_the_one_fact_that_is_missing_is_said_once(visitor: Visitor) -> None:
    page = visitor.open("/desk/ascenseur/trick-winner/verdict?plays=9S+KS")
    assert page.status == 422
    assert page.document.text().count("Il manque : Atout.") == 1


@pytest.mark.parametrize(
    ("language", "question", "words"),
    [
        ("fr", "À qui est le pli ?", "Le pli est à Ana, avec A♠"),
        ("en", "Whose trick is it?", "The trick is Ana’s, with A♠"),
    ],
)
def test_a_finished_trick_is_asked_about_in_words_that_hold_for_it(
    app: Flask, language: str, question: str, words: str
) -> None:
    match = new_match(Visitor(app, language))
    page = match.visitor.open(desk(match, "trick-winner/verdict", "trump=H&plays=9S+KS+2S+AS&plays.leader=Bob"))
    assert question in page.document.text()
    assert words in page.document.text()
    assert "mène" not in page.text
    assert "winning" not in page.text
