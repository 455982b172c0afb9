"""The pages of the club's people: who they are, what their matches come to, the ranking and its records."""

import re
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from unittest.mock import patch

import pytest
from flask import Flask

from referee.games.registry import GAMES
from referee.local_time import local_day
from referee.matches.log import Change
from referee.store.clubs.links import invite
from referee.store.database.models import Club
from referee.store.database.orm_base import db
from referee.store.matches.matches import Author, append, start
from referee.store.matches.stored_match import load
from referee.web.players.period_filter import ALL, DATES, LAST_MONTH, MONTH, SEASON, YEAR, StatisticsFilter, asked_for
from tests.store.keeping import setup_for, statements_sent, writing
from tests.store.players.test_players import named
from tests.web.markup import Element
from tests.web.table import new_match
from tests.web.visitor import Page, Visitor

FOUR = ("Ana", "Bob", "Chloé", "Dan")
WHISTITI = ((6, 4, 2, 1), (5, 4, 2, 2), (9, 2, 1, 1))
"""Tricks of a match that Ana wins by ten points, deal by deal."""
LEVEL = ((7, 5, 1, 0), (5, 7, 1, 0))
"""Stopped with Ana and Bob level."""


@pytest.fixture
def keeper(app: Flask) -> Visitor:
    """A French keeper of a club in which nobody has played yet."""
    visitor = Visitor(app)
    form = visitor.open("/new/whistiti").form("/new/whistiti")
    for seat, name in enumerate(FOUR):
        form.fill(f"seat.{seat}", name)
    assert form.send().status == 303
    return visitor


@pytest.fixture
def club_id(app: Flask, keeper: Visitor) -> int:
    with app.app_context():
        return int(db.session.scalars(db.select(Club.id)).one())


def played(
    app: Flask,
    club_id: int,
    deals: Sequence[Sequence[int]] = WHISTITI,
    players: Sequence[str] = FOUR,
    days_ago: int = 0,
    game: str = "whistiti",
) -> str:
    """Keep a finished whistiti (or bataille corse, won by the first); its path."""
    moment = datetime.now(UTC) - timedelta(days=days_ago)
    with writing(app), patch("referee.store.matches.matches.now", return_value=moment):
        day = local_day(moment) if days_ago else None
        match = start(db.session.get_one(Club, club_id), setup_for(game, players), None, day)
        path = match.public_id
        stored = load(club_id, path)
        assert stored is not None
        if game == "whistiti":
            entries = [{"step": "tricks", "tricks": dict(zip(players, deal, strict=True))} for deal in deals]
        else:
            entries = [{"step": "won", "winner": players[0]}]
        changes = [Change(entry) for entry in (*entries, {"step": "end", "won": True})]
        replayed = append(stored, changes, 0, None, Author(None, ""))
        if replayed.outcome == "refused":  # the target was reached: there is nothing left to end
            replayed = append(stored, changes[:-1], 0, None, Author(None, ""))
        assert replayed.outcome == "recorded", replayed
    return f"/matches/{path}"


def path_of(app: Flask, club_id: int, name: str) -> str:
    with app.app_context():
        return f"/players/{named(club_id, name).id}"


def tiles(page: Page) -> dict[str, str]:
    """The numbers on top of a player's page, by what they are."""
    return {box.all("dt")[0].text(): box.all("dd")[0].text() for box in page.document.all("dl", "tiles")[0].all("div")}


def wins(page: Page) -> str:
    """The share of matches won, and the sentence beside it."""
    (hero,) = page.document.all("div", "hero")
    return hero.text()


def matches_counted(page: Page) -> int:
    """The number of matches in that sentence."""
    found = re.search(r"en (\d+) parties?", wins(page))
    assert found is not None
    return int(found[1])


def table(page: Page, caption: str) -> list[list[str]]:
    """The rows of the table with this caption, its head left out."""
    found = [element for element in page.document.all("table") if element.all("caption")[0].text() == caption]
    assert found, [element.all("caption")[0].text() for element in page.document.all("table")]
    return [[cell.text() for cell in cells(row)] for row in found[0].all("tbody")[0].all("tr")]


def cells(row: Element) -> list[Element]:
    return [element for element in row.all() if element.tag in ("th", "td")]


# The list


def test_everybody_who_sat_down_is_listed_with_matches_and_wins(app: Flask, keeper: Visitor, club_id: int) -> None:
    played(app, club_id)
    played(app, club_id, LEVEL)
    rows = [element.text() for element in keeper.open("/players").document.all("ul", "people")[0].all("li")]
    assert "A Ana 2 parties · 2 gagnées 100 %" in rows
    assert "B Bob 2 parties · 1 gagnée 50 %" in rows


def test_somebody_new_is_added_and_a_name_that_is_taken_says_so(app: Flask, keeper: Visitor) -> None:
    page = keeper.open("/players").form("/players").page
    form = [form for form in page.forms() if "name" in form.names()][0]
    made = form.fill("name", " Zoé ").send()
    assert "Zoé" in made.follow().text
    again = [form for form in page.forms() if "name" in form.names()][0].fill("name", "Zoé").send()
    assert again.status == 422
    assert "Quelqu’un s’appelle déjà Zoé dans le club." in again.text
    kept = [form for form in again.forms() if "name" in form.names()][0]
    assert kept.value("name") == "Zoé"


def test_players_are_found_without_accents(keeper: Visitor) -> None:
    assert "Chloé" in keeper.open("/players?q=chloe").text
    assert "Personne de ce nom" in keeper.open("/players?q=zorro").text


# One player


def test_a_players_page_counts_matches_wins_places_and_streaks(app: Flask, keeper: Visitor, club_id: int) -> None:
    for deals in (WHISTITI, LEVEL, LEVEL):
        played(app, club_id, deals)
    page = keeper.open(path_of(app, club_id, "Bob"))
    assert wins(page) == "67 % 2 victoires en 3 parties, dont 2 partagées 2 de suite, 2 au mieux"
    assert "Place moyenne : 1,33" in page.text
    assert [place.text() for place in page.document.all("ol", "places")[0].all("li")] == ["2 1er", "1 2e"]
    assert [opponent.text() for opponent in page.document.all("ul", "opponents")[0].all("li")] == [
        "A Ana devant 0 fois, à égalité 2 fois, derrière 1 fois 0 1",
        "C Chloé devant 3 fois, à égalité 0 fois, derrière 0 fois 3 0",
        "D Dan devant 3 fois, à égalité 0 fois, derrière 0 fois 3 0",
    ]


def test_a_game_shows_its_totals_and_the_figures_it_declares(app: Flask, keeper: Visitor, club_id: int) -> None:
    played(app, club_id)
    played(app, club_id, game="bataille-corse", players=("Ana", "Bob"))
    page = keeper.open(path_of(app, club_id, "Ana") + "?game=whistiti")
    assert tiles(page)["Meilleur total"] == "20"
    assert tiles(page)["Points par donne"] == "6,7"
    assert table(page, "Plis par donne") == [["Plis par donne", "6,7 × 3"]]
    other = keeper.open(path_of(app, club_id, "Bob") + "?game=bataille-corse")
    assert table(other, "Donnes gagnées") == [["Donnes gagnées", "", "0 % 0/1"]]


def test_the_best_game_stands_first_once_three_matches_of_it_were_played(
    app: Flask, keeper: Visitor, club_id: int
) -> None:
    for _ in range(2):
        played(app, club_id)
    path = path_of(app, club_id, "Ana")
    assert "Meilleur jeu" not in keeper.open(path).text
    played(app, club_id)
    for winner in ("Ana", "Ana", "Ana", "Bob"):
        played(app, club_id, players=(winner, *(name for name in FOUR if name != winner)), game="bataille-corse")
    page = keeper.open(path)
    (line,) = page.document.all("p", "best-game")
    assert line.text() == "Meilleur jeu Le Whistiti 3 sur 3"
    assert line.all("a")[0].attributes["href"] == f"{path}?game=whistiti"
    assert "Meilleur jeu" not in keeper.open(f"{path}?game=whistiti").text


def test_a_keeper_changes_a_player_from_the_top_of_their_page(app: Flask, keeper: Visitor, club_id: int) -> None:
    path = path_of(app, club_id, "Bob")
    head = keeper.open(path).document.all("header")[0]
    assert [(link.text(), link.attributes["href"]) for link in head.all("a", "where")] == [
        ("Joueurs", "/players"), ("Modifier", f"{path}/edit"),
    ]  # fmt: skip


def test_with_a_relay_the_match_is_of_who_played_most_of_it_and_each_deal_of_who_played_it(
    keeper: Visitor, club_id: int, app: Flask
) -> None:
    match = new_match(keeper, "whistiti")
    for number, deal in enumerate(WHISTITI):
        if number == 1:
            match.record({"step": "relay", "player": "Ana", "by": "Zoé"})
        match.record({"step": "tricks", "tricks": dict(zip(FOUR, deal, strict=True))})
    zoe, ana = (keeper.open(path_of(app, club_id, name) + "?game=whistiti") for name in ("Zoé", "Ana"))
    assert matches_counted(zoe) == 1
    assert tiles(zoe)["Donnes"] == str(len(WHISTITI))
    bob = keeper.open(path_of(app, club_id, "Bob") + "?game=whistiti")
    for page in (zoe, ana, bob):
        assert "ici, chaque donne compte pour qui l’a jouée" in page.text
    figures = [table(page, "Plis par donne")[0][-1].rpartition(" ")[2] for page in (zoe, ana, bob)]
    assert figures == ["2", "1", "3"]


def test_every_game_with_figures_shows_them(app: Flask, keeper: Visitor, club_id: int) -> None:
    played(app, club_id)
    for game in GAMES:
        assert keeper.open(f"{path_of(app, club_id, 'Ana')}?game={game}").status == 200


def test_a_period_counts_only_what_was_finished_in_it(app: Flask, keeper: Visitor, club_id: int) -> None:
    for days_ago in (0, 10, 40, 800):
        played(app, club_id, days_ago=days_ago)
    path = path_of(app, club_id, "Ana")
    assert matches_counted(keeper.open(path)) == 4
    assert matches_counted(keeper.open(f"{path}?period=month")) == 2
    since, until = date.today() - timedelta(days=41), date.today() - timedelta(days=9)
    assert matches_counted(keeper.open(f"{path}?period=dates&since={since}&until={until}")) == 2
    assert matches_counted(keeper.open(f"{path}?period=dates&since={until}&until={since}")) == 2
    assert matches_counted(keeper.open(f"{path}?period=dates&until={since}")) == 1
    empty = keeper.open(f"{path}?period=dates&since={date.today() + timedelta(days=2)}")
    assert "Aucune partie finie dans ce choix." in empty.text


@pytest.mark.parametrize("query", [
    "game=no-such-game!", "period=never", "period=dates&since=x&until=2026-13-40", "period=dates&since=0001-01-01",
    "period=dates&until=9999-12-31", "game=", "since=2026-01-01", "period=dates&since=-1", "least=x",
])  # fmt: skip
def test_what_cannot_be_read_in_an_address_is_not_asked(app: Flask, keeper: Visitor, club_id: int, query: str) -> None:
    played(app, club_id)
    assert matches_counted(keeper.open(f"{path_of(app, club_id, 'Ana')}?{query}")) == 1
    assert keeper.open(f"/ranking?{query}").status == 200


def test_every_chart_has_its_numbers_in_a_table(app: Flask, keeper: Visitor, club_id: int) -> None:
    for days_ago in (0, 0, 70, 130):
        played(app, club_id, days_ago=days_ago)
    page = keeper.open(path_of(app, club_id, "Ana"))
    over_time = table(page, "Parties gagnées et jouées")
    assert [row[1:] for row in over_time][0] == ["1", "1"]
    assert [row[1:] for row in over_time][-1] == ["2", "2"]
    assert sum(int(row[2]) for row in over_time) == 4
    assert len(table(page, "Place à chaque partie, la dernière d’abord")) == 4
    for drawing in page.document.all("svg"):
        assert drawing.attributes.get("aria-hidden") == "true"


def test_the_page_of_somebody_counted_as_another_leads_there(app: Flask, keeper: Visitor, club_id: int) -> None:
    played(app, club_id)
    played(app, club_id, players=("Ana2", "Bob", "Chloé", "Dan"))
    ana, double = path_of(app, club_id, "Ana"), path_of(app, club_id, "Ana2")
    form = keeper.open(f"{ana}/edit").form("/merge").fill("other", double.rpartition("/")[2])
    merged = form.send().follow()
    assert "Ana2 compte avec Ana." in merged.text
    led = keeper.open(f"{double}?game=whistiti")
    assert led.status == 302
    assert led.location == f"{ana}?game=whistiti"
    assert matches_counted(keeper.open(ana)) == 2
    assert merged.form("/part").send().status == 303
    assert matches_counted(keeper.open(ana)) == 1


def test_that_a_merge_ends_is_said_before_two_sit_down_together(app: Flask, keeper: Visitor, club_id: int) -> None:
    """On the page that merges, where a match begins, and where a relay is named; thrown away, the match leaves it."""
    played(app, club_id, players=("Zoé", "Bob", "Chloé", "Dan"))
    ana, zoe = path_of(app, club_id, "Ana"), path_of(app, club_id, "Zoé")
    edit = keeper.open(f"{ana}/edit")
    assert "S’ils jouent un jour à la même table, ils compteront de nouveau chacun pour soi." in edit.text
    edit.form("/merge").fill("other", zoe.rpartition("/")[2]).send()
    form = keeper.open("/new/whistiti").form("/new/whistiti")
    for seat, name in enumerate(("Ana", "Zoé", "Bob", "Dan")):
        form.fill(f"seat.{seat}", name)
    asked = form.send()
    assert asked.status == 422
    said = asked.text.replace("\u202f", " ")
    assert "« Zoé » (place 2) et « Ana » (place 1) comptent pour une seule personne." in said
    assert keeper.open(zoe).status == 302
    begun = asked.form("/new/whistiti").fill("alike", "Ana\tZoé").send()
    assert keeper.open(zoe).status == 200
    assert keeper.send(f"{begun.location}/delete", []).status == 303
    assert keeper.open(zoe).status == 302
    match = new_match(keeper, "whistiti")
    assert "Zoé compte avec Ana. Si les deux jouent cette partie" in match.page("/steps/relay").text
    assert "compte avec" not in match.page("/steps/note").text


def test_two_people_are_compared_by_game_with_their_last_matches(app: Flask, keeper: Visitor, club_id: int) -> None:
    played(app, club_id)
    played(app, club_id)
    ana, bob = path_of(app, club_id, "Ana"), path_of(app, club_id, "Bob").rpartition("/")[2]
    page = keeper.open(f"{ana}/against/{bob}")
    assert f"{ana}/against/{bob}" in keeper.open(ana).links()
    (row,) = table(page, "Combien de fois l’un a fini devant l’autre")
    mirrored = keeper.open(f"/players/{bob}/against/{ana.rpartition('/')[2]}")
    (other,) = table(mirrored, "Combien de fois l’un a fini devant l’autre")
    assert sum(map(int, row[1:])) == 2
    assert row[1:] == other[:0:-1]
    assert len([link for link in page.links() if link.startswith("/matches/")]) == 2
    assert keeper.open(f"{ana}/against/{ana.rpartition('/')[2]}").status == 404


LEVEL = ((4, 4, 3, 2), (4, 4, 3, 2))


def test_a_match_in_which_two_share_a_place_is_neither_before_nor_behind(
    app: Flask, keeper: Visitor, club_id: int
) -> None:
    played(app, club_id, LEVEL)
    page = keeper.open(f"{path_of(app, club_id, 'Ana')}/against/{path_of(app, club_id, 'Bob').rpartition('/')[2]}")
    (row,) = table(page, "Combien de fois l’un a fini devant l’autre")
    assert row[1:] == ["0", "1", "0"]


def test_the_keeper_says_which_name_stays_and_the_other_can_be_taken_again(
    app: Flask, keeper: Visitor, club_id: int
) -> None:
    played(app, club_id)
    played(app, club_id, players=("Ana2", "Bob", "Chloé", "Dan"))
    ana, double = path_of(app, club_id, "Ana"), path_of(app, club_id, "Ana2")
    form = keeper.open(f"{ana}/edit").form("/merge").fill("other", double.rpartition("/")[2]).fill("stays", "other")
    merged = form.send().follow()
    assert "Ana compte avec Ana2." in merged.text
    assert matches_counted(keeper.open(double)) == 2

    freed = merged.form("/release").send().follow()
    assert "Ana (2) compte avec Ana2." in freed.text
    played(app, club_id)
    assert path_of(app, club_id, "Ana") not in (ana, double)
    assert matches_counted(keeper.open(path_of(app, club_id, "Ana"))) == 1
    assert matches_counted(keeper.open(double)) == 2


def test_who_was_merged_stands_once_in_an_evening(app: Flask, keeper: Visitor, club_id: int) -> None:
    played(app, club_id)
    played(app, club_id, players=("Ana2", "Bob", "Chloé", "Dan"))
    ana, double = path_of(app, club_id, "Ana"), path_of(app, club_id, "Ana2")
    keeper.open(f"{ana}/edit").form("/merge").fill("other", double.rpartition("/")[2]).send()
    (card,) = keeper.open("/evenings").document.all("a", "match-card")
    (people,) = card.all("span", "sat")
    assert people.text().split()[1::2] == ["Ana", "Bob", "Chloé", "Dan"]
    evening = keeper.open(next(link for link in keeper.open("/evenings").links() if link.startswith("/evenings/")))
    assert [cell.text() for cell in evening.document.all("th") if "Ana2" in cell.text()] == []


def test_merging_two_who_played_each_other_says_why_not(app: Flask, keeper: Visitor, club_id: int) -> None:
    form = keeper.open(path_of(app, club_id, "Ana") + "/edit").form("/merge")
    refused = form.fill("other", path_of(app, club_id, "Bob").rpartition("/")[2]).send()
    assert refused.status == 422
    assert "ce sont deux personnes" in refused.text


def test_a_name_a_mark_and_a_colour_are_changed_together(app: Flask, keeper: Visitor, club_id: int) -> None:
    match = played(app, club_id)
    path = path_of(app, club_id, "Ana")
    form = keeper.open(f"{path}/edit").form("/edit").fill("name", "Anaïs").fill("mark", "A♥").fill("colour", "4")
    page = form.send().follow()
    assert "Anaïs" in page.document.all("h1")[0].text()
    assert "colour-4" in page.document.all("span", "badge")[0].classes
    assert "Ana" in keeper.open(f"{match}/sheet").text
    assert "Anaïs" not in keeper.open(f"{match}/sheet").text
    assert "Anaïs" in keeper.open("/new/whistiti").text


def test_a_change_that_cannot_be_keeps_what_was_typed(app: Flask, keeper: Visitor, club_id: int) -> None:
    path = path_of(app, club_id, "Ana")
    form = keeper.open(f"{path}/edit").form("/edit").fill("name", "Bob").fill("mark", "12345")
    refused = form.send()
    assert refused.status == 422
    assert refused.form("/edit").value("mark") == "12345"
    assert "Une marque a 4 signes au plus." in refused.text
    again = keeper.open(f"{path}/edit").form("/edit").fill("name", "Bob").send()
    assert "Quelqu’un s’appelle déjà Bob dans le club." in again.text
    assert keeper.send(f"{path}/edit", [("name", "Ana"), ("colour", "²")]).status == 422


def test_an_archived_player_is_folded_away_until_brought_back(app: Flask, keeper: Visitor, club_id: int) -> None:
    path = path_of(app, club_id, "Dan")
    page = keeper.open(path).form("/archive").send().follow()
    assert "Ne vient plus. Ses parties comptent toujours." in page.text
    listed = keeper.open("/players").document
    assert "Dan" in listed.all("details")[0].text()
    assert page.form("/archive").send(("back", "1")).follow().status == 200
    assert keeper.open("/players").document.all("details") == []


# The ranking


def test_the_ranking_goes_by_wins_then_places_and_equals_share_a_place(
    app: Flask, keeper: Visitor, club_id: int
) -> None:
    for deals in (WHISTITI, LEVEL, LEVEL):
        played(app, club_id, deals)
    rows = table(keeper.open("/ranking"), "Classement par part de parties gagnées, puis par place moyenne")
    assert rows == [
        ["1er", "A Ana", "100 % 3 sur 3", "1,00"],
        ["2e", "B Bob", "67 % 2 sur 3", "1,33"],
        ["3e", "C Chloé", "0 % 0 sur 3", "3,00"],
        ["4e", "D Dan", "0 % 0 sur 3", "4,00"],
    ]
    played(app, club_id, ((5, 8, 0, 0), (5, 8, 0, 0), (0, 5, 4, 4)))
    twice = table(keeper.open("/ranking?least=1"), "Classement par part de parties gagnées, puis par place moyenne")
    assert [row[0] for row in twice[:2]] == ["1er", "1er ="]


def test_who_has_too_few_matches_is_named_below(app: Flask, keeper: Visitor, club_id: int) -> None:
    for _ in range(3):
        played(app, club_id)
    played(app, club_id, players=("Ana", "Bob", "Chloé", "Zoé"))
    page = keeper.open("/ranking?least=3")
    assert "Pas encore assez de parties Z Zoé 1" in page.text
    assert "Pas encore assez de parties" not in keeper.open("/ranking?least=1").text
    assert "Personne n’a encore joué autant" in keeper.open("/ranking?least=20").text


def test_where_nobody_has_played_three_matches_who_has_played_at_all_is_ranked(
    app: Flask, keeper: Visitor, club_id: int
) -> None:
    played(app, club_id)
    page = keeper.open("/ranking?period=year")
    assert "1er A Ana" in page.text
    assert "Pas encore assez de parties" not in page.text


def test_records_name_their_holders_and_lead_to_the_match(app: Flask, keeper: Visitor, club_id: int) -> None:
    match = played(app, club_id)
    played(app, club_id, LEVEL)
    page = keeper.open("/ranking?game=whistiti&least=1")
    records = {box.all("dt")[0].text(): box.all("dd")[0] for box in page.document.all("dl", "records")[0].all("div")}
    assert records["Meilleur total"].text().startswith("20 Ana")
    assert records["Plus large victoire"].text().startswith("10 points Ana")
    assert records["Plus longue série"].text() == "2 victoires de suite Ana"
    assert match in [element.attributes["href"] for element in records["Plus large victoire"].all("a")]


def test_a_club_without_a_finished_match_has_friendly_pages(keeper: Visitor) -> None:
    assert "le classement s’écrit tout seul" in keeper.open("/ranking").text
    assert "aucune partie finie" in keeper.open("/players").text


# Who may


def test_a_watcher_is_offered_nothing_to_change(app: Flask, keeper: Visitor, club_id: int) -> None:
    played(app, club_id)
    path = path_of(app, club_id, "Ana")
    with writing(app):
        token = invite(db.session.get_one(Club, club_id), "watcher")
    watcher = Visitor(app)
    watcher.open(f"/join/{token}").form(f"/join/{token}").send()
    for page in ("/players", path, "/ranking"):
        assert [form.action for form in watcher.open(page).forms() if form.method == "post"] == ["/language"]


# How often the database is asked


@pytest.mark.first_alone
@pytest.mark.parametrize(
    "page", ["/players", "/ranking", "/ranking?game=whistiti", "{}", "{}?game=whistiti", "{}/edit"]
)
def test_the_database_is_asked_as_often_however_much_was_played(
    app: Flask, keeper: Visitor, club_id: int, page: str
) -> None:
    path, asked = page.format(path_of(app, club_id, "Ana")), []
    for more in (2, 12):
        for number in range(more):
            played(app, club_id, players=("Ana", "Bob", f"Neuf {number}", f"Dix {number}"), days_ago=number * 20)
        with statements_sent(app) as statements:
            assert keeper.open(path).status == 200
        asked.append(len(statements))
    assert asked[0] == asked[1] <= 10


# Periods


@pytest.mark.parametrize(("arguments", "asked"), [
    ({}, StatisticsFilter()),
    ({"period": YEAR, "game": "kems"}, StatisticsFilter("kems", YEAR, date(2026, 1, 1))),
    ({"period": MONTH}, StatisticsFilter(None, MONTH, date(2026, 2, 10))),
    ({"period": LAST_MONTH}, StatisticsFilter(None, LAST_MONTH, date(2026, 2, 1), date(2026, 2, 28))),
    ({"period": SEASON}, StatisticsFilter(None, SEASON, date(2025, 9, 1))),
    ({"period": DATES, "since": "2026-01-02"}, StatisticsFilter(None, DATES, date(2026, 1, 2))),
    (
        {"period": DATES, "since": "2026-01-02", "until": "2026-01-01"},
        StatisticsFilter(None, DATES, date(2026, 1, 1), date(2026, 1, 2)),
    ),
    ({"period": DATES}, StatisticsFilter(None, DATES)),
    ({"since": "2026-01-02"}, StatisticsFilter()),
])  # fmt: skip
def test_an_address_says_which_period(arguments: dict[str, str], asked: StatisticsFilter) -> None:
    assert asked_for(arguments, today=date(2026, 3, 11)) == asked


@pytest.mark.parametrize(("today", "first"), [
    (date(2026, 8, 31), date(2025, 9, 1)), (date(2026, 9, 1), date(2026, 9, 1)), (date(2026, 12, 31), date(2026, 9, 1)),
])  # fmt: skip
def test_a_season_goes_from_september_to_august(today: date, first: date) -> None:
    assert asked_for({"period": SEASON}, today=today).since == first


def test_a_period_goes_from_its_first_day_to_its_last() -> None:
    within = StatisticsFilter("kems", DATES, date(2026, 1, 1), date(2026, 1, 31)).within(7)
    assert (within.club_id, within.game) == (7, "kems")
    assert (within.since, within.until) == (date(2026, 1, 1), date(2026, 1, 31))
    assert StatisticsFilter(None, ALL).within(7).since is None


def test_a_game_that_tables_name_has_these_names_on_the_page_of_a_player(
    app: Flask, keeper: Visitor, club_id: int
) -> None:
    points = {"step": "points", "points": dict(zip(FOUR, (10, 5, 0, 0), strict=True))}
    for title in ("Uno", "Uno", "Yams"):
        match = new_match(keeper, "feuille-libre", FOUR, {"title": title})
        match.record(points)
        match.record({"step": "end"})
    path = path_of(app, club_id, "Ana")
    page = keeper.open(path)
    (best,) = page.document.all("p", "best-game")
    assert best.text() == "Meilleur jeu Uno, Yams 3 sur 3"
    played(app, club_id)
    (games,) = keeper.open(path).document.all("ul", "games")
    assert [row.all("b")[0].text() for row in games.all("li")] == ["Uno, Yams", "Le Whistiti"]
    match = new_match(keeper, "feuille-libre", FOUR, {"title": ""})
    match.record(points)
    match.record({"step": "end"})
    (games,) = keeper.open(path).document.all("ul", "games")
    assert games.all("b")[0].text() == "La Feuille libre, Uno, Yams"


def test_a_game_that_tables_name_has_the_names_of_the_meetings_where_two_are_compared(
    app: Flask, keeper: Visitor, club_id: int
) -> None:
    for title, players in (("Uno", FOUR), ("Yams", FOUR), ("Dés", ("Ana", "Chloé")), ("", FOUR)):
        match = new_match(keeper, "feuille-libre", players, {"title": title})
        match.record({"step": "points", "points": dict.fromkeys(players, 10)})
        match.record({"step": "end"})
    played(app, club_id)
    address = f"{path_of(app, club_id, 'Ana')}/against/{path_of(app, club_id, 'Bob').rpartition('/')[2]}"
    rows = table(keeper.open(address), "Combien de fois l’un a fini devant l’autre")
    assert [row[0] for row in rows] == ["La Feuille libre, Uno, Yams", "Le Whistiti", "En tout"]
    named = keeper.open(f"{address}?game=feuille-libre&name=Yams")
    assert [row[0] for row in table(named, "Combien de fois l’un a fini devant l’autre")][:1] == ["Yams"]
