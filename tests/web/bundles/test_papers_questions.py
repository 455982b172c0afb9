"""The page of a table asks first, says what is missing, and shows nothing that nobody said."""

from flask import Flask

from referee.bundles.papers.understanding import Wishes
from referee.web.bundles.paper_choices import choices_of
from tests.web.bundles.papers import choose, form_of, may_record, paste, record, send_file
from tests.web.bundles.test_papers import TABLE, winners, words
from tests.web.table import new_match
from tests.web.visitor import Page, Visitor

DEALS = "Round,Ana,Bob,Chloé\nRound 1,12,30,5\nRound 2,-2,14,22\n"


def button(page: Page) -> str:
    """The words of the button that goes on."""
    (bar,) = page.document.all("div", class_="bar")
    return " ".join(bar.text().split()).replace("’", "'")


def test_the_button_is_always_there_and_counts_the_answers_that_are_missing(visitor: Visitor) -> None:
    new_match(visitor)
    page = paste(visitor, "07/11/2025;Papayoo;45;101;30\n")
    assert button(page) == "Encore 3 réponses"
    assert button(choose(page, name__2="Ana")) == "Encore 2 réponses"
    assert button(choose(page, name__2="Ana", name__3="Bob")) == "Encore 1 réponse"
    assert button(choose(page, name__2="Ana", name__3="Bob", name__4="Chloé")) == "Noter 1 partie"


def test_a_button_that_counts_shows_the_page_again_with_all_that_was_typed(visitor: Visitor) -> None:
    new_match(visitor)
    page = paste(visitor, DEALS)
    assert button(page) == "Encore 2 réponses"
    again = form_of(page).fill("game", "Papayoo").send()
    assert (again.status, button(again), form_of(again).value("game")) == (200, "Encore 1 réponse", "Papayoo")


def test_lines_that_cannot_go_in_are_an_answer_that_is_missing(visitor: Visitor) -> None:
    new_match(visitor)
    page = paste(visitor, TABLE.replace("21/11/2025;Papayoo;45", "31/31/2025;Papayoo;45"))
    assert button(page) == "Encore 1 réponse"
    assert button(choose(page, leave="1")) == "Noter 3 parties"
    assert button(paste(visitor, "date;jeu;Ana;Bob\n07/11/2025;Poker;12,5;-12,5\n")) == "Rien à noter : fermer"
    record(paste(visitor, TABLE))
    assert button(paste(visitor, TABLE)) == "Tout est déjà ici : fermer"


def test_nobody_is_told_to_have_said_what_they_did_not_say(visitor: Visitor) -> None:
    new_match(visitor)
    page = paste(visitor, "date;jeu;Ana;Bob\n14/11/2025;Zorglub;10;55\n14/11/2025;Papayoo;10;55\n")
    again = form_of(page).send()
    assert "vous l'avez dit" not in words(again)
    assert "« Papayoo » : jeu à vous, le plus bas gagne (d'après son éditeur)" in words(again)
    turned = form_of(again).fill("game.zorglub", "low").send()
    assert words(turned).count("vous l'avez dit") == 1
    assert "vous l'avez dit" not in words(form_of(turned).fill("game.zorglub", "").send())


def test_a_preview_has_no_day_while_the_day_is_asked(visitor: Visitor) -> None:
    new_match(visitor)
    page = choose(paste(visitor, DEALS), game="Papayoo")
    assert [head.text().strip() for head in page.document.all("h3")] == ["Jour à dire"]
    told = choose(page, day="2025-11-14")
    assert [" ".join(head.text().split()) for head in told.document.all("h3")] == ["vendredi 14 novembre 2025"]


def test_an_hour_is_shown_where_the_table_gives_one(visitor: Visitor) -> None:
    new_match(visitor)
    record(paste(visitor, "date;heure;jeu;Ana;Bob\n14/11/2025;;Uno;1;2\n15/11/2025;12:00;Uno;3;2\n"))
    pages = [visitor.open(link) for link in visitor.open("/evenings").links() if link.startswith("/evenings/")]
    shown = " ".join(words(page) for page in pages)
    assert ("14 nov. 2025 ·" in shown, "14 nov. 2025, 12:00" in shown) == (True, False)
    assert "15 nov. 2025, 12:00" in shown


def test_a_column_that_is_no_player_is_not_offered_as_one(visitor: Visitor) -> None:
    new_match(visitor)
    for table in (TABLE, DEALS):
        text = words(paste(visitor, table))
        for head in ("date", "jeu", "Round"):
            assert f"points de {head}" not in text
        assert "points de Ana" in text


def test_names_of_the_club_are_offered_where_a_name_is_asked(visitor: Visitor) -> None:
    new_match(visitor)
    page = paste(visitor, "date;jeu;Nous;Eux\n14/11/2025;Belote;1010;640\n")
    offers = page.document.all("div", class_="chips")
    assert [part.text().split() for part in offers] == [["Ana", "Bob", "Chloé", "Dan"]] * 2
    games = paste(visitor, DEALS).document.all("div", class_="chips")
    assert len(games) == 1


def test_what_must_be_answered_comes_first_and_what_was_guessed_is_folded_below(visitor: Visitor) -> None:
    new_match(visitor)
    folded = _order(paste(visitor, "date;jeu;Nous;Eux\n07/11/2025;Belote;1010;640\n"))
    assert folded == ["side.Nous", "preview", "table", "order"]
    asked = _order(paste(visitor, "date,game,Ana,Bob\n11/12/25,Gin Rummy,410,600\n"))
    assert asked == ["order", "preview", "table"]


def _order(page: Page) -> list[str]:
    """Some parts of the page in their order."""
    found = (part.attributes.get("data-part", "") for part in page.document.all())
    return [name for name in found if name in ("side.Nous", "preview", "table", "order")]


def test_numbers_in_a_question_are_not_joined_by_what_looks_like_a_minus(visitor: Visitor) -> None:
    new_match(visitor)
    assert "Les nombres (12 30 5 / -2 14 22…)" in words(paste(visitor, DEALS)).replace("\u2002", " ")


def test_each_import_says_its_file_its_matches_its_games_and_its_days(visitor: Visitor) -> None:
    new_match(visitor)
    record(send_file(visitor, TABLE.encode(), "saison 2025.csv"))
    record(paste(visitor, "date;jeu;Ana;Bob\n28/11/2025;Uno;500;20\n"))
    notices = visitor.open("/evenings?imported=1").document.all("section", class_="notice")
    pasted, sent = (words_of(notice.text()) for notice in notices)
    assert "1 partie : Uno vendredi 28 novembre 2025" in pasted
    assert "saison 2025.csv" in sent
    assert "4 parties : Le Tarot, La Belote, Papayoo et L'Ascenseur" in sent
    assert "Du vendredi 14 novembre 2025 au vendredi 21 novembre 2025" in sent


def words_of(text: str) -> str:
    return " ".join(text.split()).replace("’", "'")


def test_a_day_and_a_game_in_the_title_are_shown_and_can_be_changed(app: Flask, visitor: Visitor) -> None:
    new_match(visitor)
    page = paste(visitor, "Papayoo du 7 novembre 2025,,,\n" + DEALS)
    form = form_of(page)
    assert (form.value("day"), form.value("game")) == ("2025-11-07", "Papayoo")
    assert words(page).count("Lu dans le titre") == 2
    assert may_record(page)
    record(choose(page, day="2025-11-08"))
    assert [day for day, _, _ in winners(app)] == ["2025-11-08"]


def test_choices_about_one_sheet_are_not_those_about_another() -> None:
    choices = {"sheet": "1", "kind": "deals", "lying": "1", "head": "0"}
    assert choices_of({**choices, "shown": "0//deals/1/"}).wishes_without_columns == Wishes()
    assert choices_of({**choices, "shown": "1//deals/1/"}).wishes_without_columns.kind == "deals"


def test_a_sign_that_only_looks_like_a_digit_is_no_number(visitor: Visitor) -> None:
    new_match(visitor)
    page = paste(visitor, TABLE)
    for name in ("sheet", "role.²", "name.²"):
        assert visitor.send(form_of(page).action, [*form_of(page).pairs, (name, "²")]).status == 200
    assert choices_of({"sheet": "²", "role.²": "points", "name.²": "Ana"}).sheet == 0
