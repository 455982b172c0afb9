"""A table's own rules: noted at an article, shown first where it decides, listed, changed and removed."""

from typing import Any

import pytest
from flask import Flask

from referee.desk.articles import COMMON, chapter, options_at
from referee.games.registry import GAMES
from referee.store.database.models import Match
from referee.store.database.orm_base import db
from referee.store.database.transactions import writing
from referee.store.matches.current_evening import QUIET
from referee.store.table_rules import table_rules as stored_rules
from tests.web.sharing import join, link_for, watcher_of
from tests.web.table import WebMatch, new_match
from tests.web.visitor import Form, Page, Visitor

FOLLOW = "ascenseur.follow"
RULE = "Chez nous, on coupe quand on veut."
VERDICT = "/desk/ascenseur/legal-cards/verdict?trump=H&plays=9S+KS+3H&hand=2S+AH+7D&card=AH"


def form_at(visitor: Visitor, article: str = FOLLOW, match: WebMatch | None = None) -> Form:
    beside = f"&match={match.public_id}" if match else ""
    return visitor.open(f"/table-rules/new?article={article}{beside}").form("/table-rules")


def noted(visitor: Visitor, text: str = RULE, article: str = FOLLOW) -> Page:
    answer = form_at(visitor, article).fill("text", text).send()
    assert answer.status == 303, answer.text[:500]
    return answer


def own(page: Page) -> list[str]:
    """The table's own rules on a page, in their order."""
    return [part.text() for part in page.document.all(class_="said")]


def before(page: Page, first: str, then: str) -> bool:
    assert first in page.text, page.text[:500]
    assert then in page.text, page.text[:500]
    return page.text.index(first) < page.text.index(then)


# Where it is shown


def test_a_rule_is_noted_from_a_verdict_with_who_is_at_the_table(match: WebMatch) -> None:
    visitor = match.visitor
    verdict = visitor.open(f"{VERDICT}&match={match.public_id}&plays.leader=Bob")
    link = next(link for link in verdict.links() if link.startswith("/table-rules/new"))
    form = visitor.open(link).form("/table-rules")
    assert set(form.values("player")) == {"Ana", "Bob", "Chloé", "Dan"}
    form.fill("text", RULE).fill("player", "Ana", "Chloé")
    answer = form.send()
    assert answer.location == f"/rules/ascenseur?match={match.public_id}"
    assert "Convenu avec Ana et Chloé" in answer.follow().text


def test_a_rule_is_found_first_by_its_own_words(match: WebMatch) -> None:
    visitor, rule = match.visitor, "Qui oublie son verre d'eau saute un tour."
    noted(visitor, rule)
    for asked in ("/desk?q=elle a oublie son verre d'eau", "/desk/ascenseur?q=on saute un tour pour un verre d'eau"):
        hits = visitor.open(asked).document.all(class_="law-found")
        assert [rule in hit.text() for hit in hits].index(True) == 0, [hit.text() for hit in hits]
        assert "règle de notre table" in hits[0].text()
    for elsewhere in ("/desk/barbu?q=verre d'eau", "/desk?q=qui donne en premier"):
        assert rule not in visitor.open(elsewhere).text


def test_a_rule_stands_before_the_printed_one_wherever_its_article_decides(match: WebMatch) -> None:
    visitor = match.visitor
    noted(visitor)
    law = next(law for law in chapter("ascenseur", "fr").articles if law.id == FOLLOW)
    verdict = visitor.open(VERDICT)
    assert own(verdict) == [RULE]
    word = verdict.document.all(class_="word")[0].text()
    assert before(verdict, RULE, f"selon la règle du jeu : {word}")
    assert law.title in verdict.text
    rulebook = visitor.open("/rules/ascenseur")
    (article,) = (part for part in rulebook.document.all("article") if part.attributes.get("id") == FOLLOW)
    assert article.text().index(RULE) < article.text().index(law.text[:20])
    for page in (visitor.open("/desk?q=fournir+couleur"), visitor.open("/desk/ascenseur?q=fournir+couleur")):
        (hit,) = (part for part in page.document.all(class_="law-found") if RULE in part.text())
        assert hit.text().startswith(law.title)
        assert hit.text().index(RULE) < hit.text().index(hit.all(class_="tags")[0].text())


def test_where_no_rule_was_noted_none_is_shown(match: WebMatch) -> None:
    for path in (VERDICT, "/rules/ascenseur", "/desk/ascenseur?q=fournir"):
        page = match.visitor.open(path)
        assert page.status == 200
        assert own(page) == []
        assert "selon la règle du jeu" not in page.text


def test_two_rules_at_one_article_are_both_shown_and_the_form_shows_those_before(match: WebMatch) -> None:
    noted(match.visitor)
    form = form_at(match.visitor)
    assert own(form.page) == [RULE]
    form.fill("text", "Sauf le premier pli.").send()
    assert own(match.visitor.open(VERDICT)) == [RULE, "Sauf le premier pli."]


def test_a_rule_of_the_common_articles_is_shown_in_every_game(match: WebMatch) -> None:
    noted(match.visitor, "Une maldonne coûte sa donne.", "match.misdeal")
    assert own(match.visitor.open("/rules/match")) == ["Une maldonne coûte sa donne."]
    assert "Dans tous les jeux" in match.visitor.open("/table-rules").text
    desk = match.visitor.open("/desk/barbu?q=maldonne")
    assert desk.document.all(class_="found")[0].all(class_="said")
    assert [dispute for dispute in desk.document.all(class_="dispute") if dispute.all(class_="said")]
    assert set(own(desk)) == {"Une maldonne coûte sa donne."}


# Who was there


def test_the_players_of_the_match_going_on_else_of_this_evening_are_ticked(app: Flask, visitor: Visitor) -> None:
    new_match(visitor, players=("Zoé", "Yann", "Xi", "Wanda"))
    second = new_match(visitor)
    form = form_at(visitor)
    assert form.values("player") == ["Ana", "Bob", "Chloé", "Dan"]
    assert set(form.choices("player")) >= {"Zoé", "Yann", "Xi", "Wanda"}
    assert second.page("/steps/end").form("/entries").send().status == 303
    assert set(form_at(visitor).values("player")) == {"Ana", "Bob", "Chloé", "Dan", "Zoé", "Yann", "Xi", "Wanda"}
    _age(app)
    assert form_at(visitor).values("player") == []


def _age(app: Flask) -> None:
    """Let all matches have been quiet for an evening's length."""
    with app.app_context(), writing():
        for match in db.session.scalars(db.select(Match)):
            match.changed_at -= QUIET


def test_somebody_who_plays_no_match_is_typed(match: WebMatch) -> None:
    form = form_at(match.visitor)
    form.fill("text", RULE).fill("player", "Ana").fill("other", " Mamie ")
    assert "Convenu avec Ana et Mamie" in form.send().follow().text


# What is refused


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (" \n ", "Écrivez votre règle, en une phrase."),
        ("\u200b \u2060", "Cette règle ne se voit pas : elle n'a que des signes invisibles."),
        ("é" * 301, "C'est trop long : 300 signes au plus."),
    ],
)
def test_no_sentence_and_a_long_one_are_refused_with_what_was_typed(match: WebMatch, text: str, sentence: str) -> None:
    typed = [("article", FOLLOW), ("text", text), ("other", "Mamie")]
    answer = match.visitor.send("/table-rules", typed)
    assert answer.status == 422
    assert sentence in answer.text.replace("\u202f", " ").replace("\xa0", " ").replace("’", "'")
    form = answer.form("/table-rules")
    assert form.values("player") == ["Mamie"]
    assert form.value("text") == text.strip()
    assert own(match.visitor.open("/table-rules")) == []


def test_an_unknown_article_is_404(match: WebMatch) -> None:
    assert match.visitor.open("/table-rules/new?article=ascenseur.no-such").status == 404
    assert match.visitor.send("/table-rules", [("article", ""), ("text", RULE)]).status == 404


def test_a_rule_sent_twice_is_noted_once(match: WebMatch) -> None:
    form = form_at(match.visitor).fill("text", RULE)
    assert [form.send().status, form.send().status] == [303, 303]
    assert own(match.visitor.open("/table-rules")) == [RULE]


def test_a_table_notes_only_so_many(match: WebMatch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored_rules, "MOST", 2)
    noted(match.visitor)
    noted(match.visitor)
    answer = form_at(match.visitor).fill("text", RULE).send()
    assert answer.status == 507
    assert "Une table note au plus 2 règles à elle" in answer.text
    assert answer.form("/table-rules").value("text") == RULE


def test_a_page_with_as_many_rules_as_a_table_notes_is_no_longer_than_any_other(match: WebMatch) -> None:
    form = form_at(match.visitor)
    for number in range(stored_rules.MOST):
        form.fill("text", f"{number} " + "é" * 60)
        pairs = [pair for pair in form.pairs if pair[0] != "key"]
        assert match.visitor.send("/table-rules", [*pairs, ("key", f"k{number}")]).status == 303
    page = match.visitor.open("/table-rules")
    assert len(own(page)) == stored_rules.MOST
    assert len(page.response.get_data()) < 60_000


# A house rule that is known

OPTIONS = [(law.id, part) for part in (*GAMES, COMMON) for law in chapter(part, "fr").articles if options_at(law.id)]


@pytest.mark.thorough
def test_an_article_of_a_house_rule_leads_to_that_and_takes_no_other(match: WebMatch) -> None:
    visitor = match.visitor
    assert len(OPTIONS) > 50
    for article, part in OPTIONS:
        page = visitor.open(f"/table-rules/new?article={article}")
        assert [form for form in page.forms() if "text" in form.names()] == [], article
        assert visitor.send("/table-rules", [("article", article), ("text", RULE)]).status == 422
        known = options_at(article)
        if part == COMMON:
            assert "/new" in page.links()
            continue
        for game, option in known:
            (link,) = (link for link in page.links() if link.endswith(f"#option.{option.id}"))
            setup = visitor.open(link.partition("#")[0])
            assert setup.path.startswith(f"/new/{game.id}")
            (field,) = (part for part in setup.document.all() if part.attributes.get("id") == f"option.{option.id}")
            assert "open" in field.nearest(lambda around: around.tag == "details").attributes
    assert own(visitor.open("/table-rules")) == []


def test_the_pages_of_an_article_say_which_house_rule_it_is(match: WebMatch) -> None:
    rulebook = match.visitor.open("/rules/ascenseur")
    asked = {link.partition("article=")[2] for link in rulebook.links() if link.startswith("/table-rules/new")}
    laws = {law.id for law in chapter("ascenseur", "fr").articles}
    assert asked == {law for law in laws if not options_at(law)}
    labels = {_plain(option.label.render("fr")) for law in laws for _, option in options_at(law)}
    assert len(labels) > 3
    assert all(f"Règle au choix : {label}" in _plain(rulebook.text) for label in labels)


def _plain(text: str) -> str:
    return text.replace("\u202f", " ").replace("\xa0", " ").replace("’", "'")


def test_a_tie_is_decided_by_the_house_rule_of_the_game_asked_about(match: WebMatch) -> None:
    assert {game.id for game, _ in options_at("match.tie")} >= {"ascenseur", "belote"}
    page = match.visitor.open("/rules/match")
    (article,) = (part for part in page.document.all("article") if part.attributes.get("id") == "match.tie")
    assert [link.attributes["href"] for link in article.all("a") if link.attributes["href"].startswith("/new")] == [
        "/new"
    ]


# The page of all of them


def listed(visitor: Visitor) -> Page:
    page = visitor.open("/table-rules")
    assert page.status == 200
    return page


def test_the_page_lists_them_game_by_game_with_what_they_replace(match: WebMatch) -> None:
    visitor = match.visitor
    assert "Vos règles à vous se notent sous un article" in listed(visitor).text
    noted(visitor, "Les plis se comptent à la fin.", "barbu.follow")
    noted(visitor)
    page = listed(visitor)
    assert own(page) == [RULE, "Les plis se comptent à la fin."]
    law = next(law for law in chapter("ascenseur", "fr").articles if law.id == FOLLOW)
    assert f"Au lieu de : {law.title}" in _plain(page.text)
    assert law.text.split("\n\n")[0][:30] in page.text
    assert [h.text() for h in page.document.all("h2")] == ["L’Ascenseur", "Le Barbu"]
    assert page.document.all("button", class_="link")
    assert "/table-rules" in visitor.open("/desk").links()
    assert "/table-rules" in visitor.open("/rules").links()


def test_the_house_rules_of_the_last_match_of_a_game_stand_beside_them(visitor: Visitor) -> None:
    new_match(visitor, "bataille-corse", rules={"target": "7"})
    new_match(visitor, "bataille-corse", rules={"target": "5"})
    new_match(visitor)
    page = listed(visitor)
    assert "Vos règles à vous se notent sous un article" in page.text
    assert [h.text() for h in page.document.all("h2")] == ["La Bataille Corse"]
    (chosen,) = page.document.all(class_="chosen")
    assert ": 5" in _plain(chosen.text())
    assert ": 7" not in _plain(chosen.text())
    noted(visitor)
    page = listed(visitor)
    assert "Vos règles à vous se notent sous un article" not in page.text
    assert [h.text() for h in page.document.all("h2")] == ["L’Ascenseur", "La Bataille Corse"]


def test_a_rule_is_changed_where_it_is_listed(match: WebMatch) -> None:
    noted(match.visitor)
    link = next(link for link in listed(match.visitor).links() if link.endswith("/edit"))
    form = match.visitor.open(link).form("/edit")
    assert form.value("text") == RULE
    assert form.values("player") == ["Ana", "Bob", "Chloé", "Dan"]
    assert form.fill("text", "").send().status == 422
    answer = form.fill("text", "On coupe à partir du cinquième pli.").fill("player", "Bob").send()
    page = answer.follow()
    assert own(page) == ["On coupe à partir du cinquième pli."]
    assert "Convenu avec Bob ·" in page.text


def test_a_rule_is_removed_and_brought_back(match: WebMatch) -> None:
    noted(match.visitor)
    page = listed(match.visitor).form("/remove").send().follow()
    assert own(page) == []
    assert f"« {RULE} » est retirée." in _plain(page.text)
    assert own(match.visitor.open(VERDICT)) == []
    assert own(page.form("/restore").send().follow()) == [RULE]
    assert own(match.visitor.open(VERDICT)) == [RULE]


def test_the_pages_speak_english_too(app: Flask) -> None:
    visitor = Visitor(app, "en")
    new_match(visitor)
    noted(visitor)
    assert "The house rules of our table" in listed(visitor).text
    assert "our table's rule" in _plain(visitor.open(VERDICT).text)


# Roles


def test_a_watcher_reads_and_changes_nothing(app: Flask, match: WebMatch) -> None:
    noted(match.visitor)
    watcher = watcher_of(match.visitor, Visitor(app))
    page = listed(watcher)
    assert own(page) == own(watcher.open(VERDICT)) == [RULE]
    assert "Convenu avec Ana" in page.text
    ways: list[Any] = [form for form in page.forms() if "table-rules" in form.action]
    ways += [link for link in (*page.links(), *watcher.open(VERDICT).links()) if "/table-rules/" in link]
    assert ways == []


def test_the_guest_of_one_match_reads_the_rule_and_not_who_was_there(app: Flask, match: WebMatch) -> None:
    form = form_at(match.visitor).fill("text", RULE).fill("other", "Mamie")
    assert form.send().status == 303
    guest = Visitor(app)
    assert join(guest, link_for(match.visitor, "match", match.public_id)).status == 303
    page = guest.open(f"{VERDICT}&match={match.public_id}")
    assert own(page) == [RULE]
    assert "Mamie" not in page.text
    assert guest.open("/table-rules").status == 404
    assert "/table-rules" not in guest.open("/desk").links()


def test_another_club_and_who_belongs_to_none_see_nothing_of_it(app: Flask, match: WebMatch) -> None:
    noted(match.visitor)
    link = next(link for link in listed(match.visitor).links() if link.endswith("/edit"))
    stranger, elsewhere = Visitor(app), Visitor(app)
    new_match(elsewhere)
    for visitor in (stranger, elsewhere):
        assert own(visitor.open(VERDICT)) == own(visitor.open("/rules/ascenseur")) == []
        assert visitor.open(link).status == 404
    assert stranger.open("/table-rules").status == 404
    assert own(listed(elsewhere)) == []
    assert [link for link in stranger.open(VERDICT).links() if "/table-rules" in link] == []
