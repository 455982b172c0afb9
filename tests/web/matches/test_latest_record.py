"""The one line above the question: what was recorded last, in the words of the table, and the way back."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from flask import Flask

from referee.game_definition.game import Game
from referee.game_definition.offences import Effect, Offence
from referee.games.registry import GAMES
from referee.web.matches.latest_record import offence_in_words
from referee.words import Text
from referee.words.line_breaks import unparted
from tests.browser.course import seats
from tests.games.tables import FOUR
from tests.web.sharing import watcher_of
from tests.web.table import WebMatch, new_match
from tests.web.visitor import Page, Visitor

BIDS = {"step": "bids", "bids": {"Ana": 0, "Bob": 1, "Chloé": 1, "Dan": 0}}
TRICKS = {"step": "tricks", "tricks": {"Ana": 0, "Bob": 1, "Chloé": 0, "Dan": 0}}


def said(page: Page) -> str:
    """The line as it is read."""
    line = page.document.all("section", class_="recap")[0]  # another says what is laid out before the first deal
    return " ".join(line.text().split())


@pytest.mark.parametrize(
    ("entry", "sentence"),
    [
        (BIDS, "Les annonces : Bob 1, Chloé 1, Dan 0 et Ana 0"),
        ({"step": "penalty", "offence": "misdeal", "player": "Bob"}, "Bob : maldonne, on redistribue, Ana redonne"),
        ({"step": "penalty", "offence": "misdeal", "player": "Ana"}, "Ana : maldonne, on redistribue, Ana redonne"),
        ({"step": "penalty", "offence": "revoke", "player": "Dan"}, "Dan : renonce (n’a pas fourni), on la répare"),
        ({"step": "note", "text": "belle soirée"}, "Note : « belle soirée »"),
        ({"step": "relay", "player": "Bob", "by": "Zoé"}, "Zoé joue pour Bob"),
    ],
)
def test_what_was_recorded_is_said(match: WebMatch, entry: dict[str, object], sentence: str) -> None:
    assert sentence in said(match.page_after(entry))


@pytest.mark.parametrize(
    ("players", "gained"),
    [
        (("Marie-Bernadette", "Zoé", "Bob"), "M.‑Bernadette +5, Zoé +10"),
        (("Marie-Bernadette", "Zoé", "Bob", "Ana", "Dan"), "M.‑Bern. +5, Zoé +10"),
    ],
)
def test_what_each_gained_is_said_with_names_that_leave_room_for_all(
    app: Flask, players: tuple[str, ...], gained: str
) -> None:
    match = new_match(Visitor(app), "feuille-libre", players)
    page = match.page_after({"step": "points", "points": dict(zip(players, (5, 10, 0, 0, 0), strict=False))})
    assert f"{gained} " in f"{said(page)} "


def test_a_notice_of_an_offence_is_never_cut(match: WebMatch) -> None:
    page = match.page_after({"step": "penalty", "offence": "misdeal", "player": "Bob"})
    (notice,) = [line for line in page.document.all("p", class_="notice-line") if "maldonne" in line.text()]
    assert "Ana redonne" in notice.text()


@pytest.mark.thorough
def test_every_offence_is_said_after_the_name_of_its_player(app: Flask) -> None:
    wrong = []
    for game in GAMES.values():
        for offence in game.offences:
            begun = new_match(Visitor(app), game.id, seats(game))
            player = begun.course.state.table.present[0]
            entry = {"step": "penalty", "offence": offence.id, "player": player}
            if game.check_penalty and list(game.check_penalty(begun.course.state, offence, player)):
                continue
            line = said(begun.page_after(entry))
            label = unparted(offence.label.render("fr")).replace("\u202f", " ")
            if f"{player} : {label[0].lower()}{label[1:]}" not in line.replace("\u202f", " "):
                wrong.append((game.id, offence.id, line))
    assert wrong == []


ALOUD = {
    "Zoé : maldonne, on redonne": "Zoé: misdeal, deal again",
    "Zoé : renonce (n'a pas fourni), on la répare, ou on rejoue la donne":
        "Zoé: revoke (did not follow suit), it is put right, or the deal is replayed",
    "Zoé : carte injouable, on la reprend, ou elle reste":
        "Zoé: card that could not be played, it is taken back, or it stays",
    "Zoé : tape à tort, cela ne coûte rien": "Zoé: wrong slap, it costs nothing",
    "Zoé : tape à tort, une carte sous le tas": "Zoé: wrong slap, one card under the pile",
    "Zoé : tape à tort, deux cartes sous le tas": "Zoé: wrong slap, two cards under the pile",
    "Zoé : a oublié de crier « carte », reçoit une carte de chacun":
        "Zoé: forgot to call “carte”, gets a card from each",
    "Zoé : signe interdit, cela ne coûte rien": "Zoé: forbidden sign, it costs nothing",
    "Zoé : signe interdit, 1 point aux autres": "Zoé: forbidden sign, 1 point to the others",
    "Zoé : trois ou cinq cartes en main, perd son prochain tour":
        "Zoé: three or five cards in hand, loses their next turn",
    "Zoé : a pioché hors de son tour, perd son prochain tour": "Zoé: drew out of turn, loses their next turn",
    "Zoé : joker gardé malgré l'anti-joker, hors jeu":
        "Zoé: joker kept in spite of the anti-joker, out of the game",
    "Zoé : fausse famille, perd son prochain tour": "Zoé: false family, loses their next turn",
    "Zoé : fausse annonce : trop de points, cela ne coûte rien": "Zoé: false call: too many points, it costs nothing",
    "Zoé : fausse annonce : trop de points, note 30 points": "Zoé: false call: too many points, scores 30 points",
}  # fmt: skip
"""Every offence of every game, with every effect that a house rule may choose, in both languages."""


def test_every_offence_reads_aloud_as_what_its_player_did_and_what_it_costs() -> None:
    read = {
        tuple(_plain(offence_in_words("Zoé", offence, effect), language) for language in ("fr", "en"))
        for game in GAMES.values()
        for offence in game.offences
        for effect in effects_of(game, offence)
    }
    assert read == set(ALOUD.items())


def effects_of(game: Game, offence: Offence) -> Iterator[Effect]:
    """The effects of an offence by the printed rules and by each choice of a house rule."""
    printed, _ = game.house_rules({}, FOUR if 4 in game.players else FOUR[: game.players[-1]])
    yield offence.effect_under(printed)
    for option in game.options:
        for value, _ in getattr(option.field, "choices", ()):
            yield offence.effect_under(replace(printed, **{option.id: value}))


def _plain(sentence: Text, language: str) -> str:
    """A sentence with the spaces and apostrophes of the source."""
    return sentence.render(language).replace("\u202f", " ").replace("\u00a0", " ").replace("’", "'")


def test_a_deal_says_who_gained_and_unfolds_why(match: WebMatch) -> None:
    match.record(BIDS)
    page = match.page_after(TRICKS)
    assert "1 carte : Ana +5, Bob +10, Chloé −5, Dan +5" in said(page)
    assert page.document.all("section", class_="recap")[0].all("ul", class_="lines")


def test_each_reason_says_its_points(match: WebMatch) -> None:
    match.record(BIDS)
    match.record(TRICKS)
    for page in ("", "/rounds/0"):
        reasons = [" ".join(line.text().split()) for line in match.page(page).document.all("span", class_="reasons")]
        assert "annoncé 1, tenu +10" in reasons
        assert "annoncé 1, fait 0 −5" in reasons


def test_a_keeper_corrects_a_deal_from_the_line_that_says_what_it_brought(app: Flask, match: WebMatch) -> None:
    match.record(BIDS)
    line = match.page_after(TRICKS).document.all("section", class_="recap")[0]
    (way,) = [link for link in line.all("a") if link.text() == "Corriger cette donne"]
    assert "Corriger" in match.visitor.open(way.attributes["href"]).text
    watched = watcher_of(match.visitor, Visitor(app)).open(match.path)
    assert "Corriger cette donne" not in watched.text


def test_the_line_stays_when_the_page_is_read_again(match: WebMatch) -> None:
    match.record(BIDS)
    assert said(match.page()) == said(match.page())


def test_what_is_undone_is_named_and_can_be_brought_back(match: WebMatch) -> None:
    match.record(BIDS)
    match.record(TRICKS)
    undone = match.page().form("/undo").send().follow()
    assert "Annulé : les plis de la donne 1" in said(undone)
    restored = undone.form("/restore").send().follow()
    assert "Rétabli : les plis de la donne 1" in said(restored)
    assert match.exported()["entries"] == [BIDS, TRICKS]
    assert "Annulé : les plis de la donne 1" in said(restored.form("/undo").send().follow())


@pytest.mark.parametrize(
    ("entry", "what"),
    [
        ({"step": "penalty", "offence": "misdeal", "player": "Bob"}, "Bob, maldonne"),
        ({"step": "relay", "player": "Ana", "by": "Zoé"}, "le remplacement d’Ana"),
        ({"step": "note", "text": "belle soirée"}, "la note"),
    ],
)
def test_whose_it_was_is_said_when_it_is_undone(match: WebMatch, entry: dict[str, object], what: str) -> None:
    match.record(entry)
    undone = match.page().form("/undo").send().follow()
    assert f"Annulé : {what}" in said(undone)
    assert f"Rétabli : {what}" in said(undone.form("/restore").send().follow())


def test_after_anything_else_nothing_is_brought_back(match: WebMatch) -> None:
    match.record(BIDS)
    undone = match.page().form("/undo").send().follow()
    stale = undone.form("/restore")
    match.record({"step": "note", "text": "x"})
    stale.send()
    assert [entry["step"] for entry in match.exported()["entries"]] == ["note"]
    assert not [form for form in match.page().forms() if form.action.endswith("/restore")]


def test_a_correction_says_what_it_corrected(match: WebMatch) -> None:
    match.record(BIDS)
    match.record(TRICKS)
    form = match.page("/corrections/1").form("/corrections/1")
    page = form.send().form("/corrections").send().follow()
    assert "Corrigé : les plis de la donne 1" in said(page)


def corrected(match: WebMatch, position: int) -> Page:
    form = match.page(f"/corrections/{position}").form(f"/corrections/{position}")
    return form.send().form("/corrections").send().follow()


def test_a_correction_after_an_undone_one_is_a_correction(match: WebMatch) -> None:
    match.record(BIDS)
    corrected(match, 0)
    match.page().form("/undo").send()
    form = match.page("/corrections/0").form("/corrections/0")
    form.fill("bids.2", "1")
    page = form.send().form("/corrections").send().follow()
    assert "Corrigé : les annonces de la donne 1" in said(page)
    assert "Correction annulée : les annonces de la donne 1" in said(page.form("/undo").send().follow())


def test_what_is_removed_is_said_to_be(match: WebMatch) -> None:
    match.record({"step": "note", "text": "x"})
    removing = next(form for form in match.page("/corrections/0").forms() if ("remove", "1") in form.buttons())
    page = removing.send(("remove", "1")).form("/corrections").send().follow()
    assert "Retiré : la note" in said(page)
    undone = page.form("/undo").send().follow()
    assert "Correction annulée : la note" in said(undone)
    assert "Retiré : la note" in said(undone.form("/restore").send().follow())


def test_who_joins_with_points_is_named_and_the_points_unfold(app: Flask) -> None:
    free = new_match(Visitor(app), "feuille-libre", ("Ana", "Bob"))
    page = free.page_after({"step": "joins", "player": "Zoé", "points": 4})
    assert "Zoé arrive" in said(page)
    assert "+4" in said(page)
    assert "Annulé : l’arrivée de Zoé" in said(page.form("/undo").send().follow())


def test_when_everybody_has_passed_it_is_dealt_again(app: Flask) -> None:
    match = new_match(Visitor(app), game="tarot-decale", rules={"bets": "1"})
    page = match.page_after({"step": "bids", "bids": dict.fromkeys(["Ana", "Bob", "Chloé", "Dan"], "pass")})
    assert "On redistribue : Ana donne" in said(page)


def test_a_finished_match_is_opened_again_behind_a_fold_that_says_what_it_does(match: WebMatch) -> None:
    page = match.page_after({"step": "end"})
    [folded] = page.document.all("details", class_="reopening")
    assert "La dernière saisie sera annulée" in folded.text()
    assert len([form for form in page.forms() if form.action.endswith("/undo")]) == 1
