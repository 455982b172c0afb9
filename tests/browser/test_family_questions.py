"""A season of evenings played through the pages, then what a family asks of it, each answered in a few taps."""

import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import date, timedelta
from pathlib import Path
from random import Random

import pytest

from tests.browser.course import Course
from tests.browser.pen import Pen
from tests.browser.phone import Phone
from tests.running import RunningServer

FAMILY = ("Ana", "Bastien", "Chloé")
EVENINGS = 6
"""Evenings played, the last a week ago."""
DECIDED = 3
"""The evening, in weeks ago, on which a renonce was decided."""
MOST_TAPS = 3
TO_A_PERIOD = 4
"""The periods are folded into the line of filters: a tap opens them."""


def played(pen: Pen, game: str, chance: Random, note: str = "") -> str:
    """Play two deals of a match; its path."""
    path, course = pen.new_match(game, FAMILY), Course.of(game, FAMILY)
    if note:
        pen.record(path, course, {"step": "note", "text": note})
    while course.state.deal < 3 and not course.state.over:
        pen.record(path, course, course.answer(chance).entry)
    pen.record(path, course, {"step": "end"})
    return path


def date_back(server: RunningServer, paths: Sequence[str], days: int) -> None:
    """Date matches and their evening back by whole days, as if the clock had been so when they were played."""
    of_matches = (("match", "created_at"), ("match", "changed_at"), ("entry", "recorded_at"), ("result", "finished_at"))
    with closing(sqlite3.connect(database_of(server), timeout=30)) as connection, connection:
        ids = [path.rpartition("/")[2] for path in paths]
        found = f"SELECT id, evening_id FROM match WHERE public_id IN ({', '.join('?' * len(ids))})"
        matches, evenings = zip(*connection.execute(found, ids).fetchall(), strict=True)
        rows = [(table, column, "id" if table == "match" else "match_id", matches) for table, column in of_matches]
        rows += [("evening", column, "id", set(evenings)) for column in ("opened_at", "closed_at")]
        for table, column, key, numbers in rows:
            earlier = f"strftime('%Y-%m-%d %H:%M:%f', {column}, '-{days} days') || '000'"
            change = f"UPDATE {table} SET {column} = {earlier} WHERE {key} = ? AND {column} IS NOT NULL"
            connection.executemany(change, [(number,) for number in numbers])
        results = f"UPDATE result SET day = date(day, '-{days} days') WHERE match_id = ?"
        connection.executemany(results, [(number,) for number in matches])
        connection.executemany(
            f"UPDATE evening SET day = date(day, '-{days} days') WHERE id = ?", {(e,) for e in evenings}
        )


def database_of(server: RunningServer) -> Path:
    (database,) = (path for path in server.data.iterdir() if path.suffix in (".sqlite", ".sqlite3", ".db"))
    return database


@contextmanager
def asked(phone: Phone, question: str, most: int = MOST_TAPS) -> Iterator[None]:
    """A question of the family, from home; its taps and seconds are printed."""
    phone.open("/")
    taps, began = phone.taps, time.monotonic()
    yield
    taken = phone.taps - taps
    print(f"{question} {taken} taps, {time.monotonic() - began:.1f} s")
    assert taken <= most, question


@pytest.mark.thorough
def test_what_a_family_asks_of_its_season_is_answered_in_three_taps(phone: Phone, server: RunningServer) -> None:
    pen, chance = Pen(phone), Random(7)
    for week in range(EVENINGS, 0, -1):
        note = "Une renonce : on rejoue la donne." if week == DECIDED else ""
        date_back(server, [played(pen, game, chance, note) for game in ("ascenseur", "president")], 7 * week)
    saturday = date.today() - timedelta(days=(date.today().weekday() - 5) % 7 or 7)
    phone.open("/new/feuille-libre?past=1")
    for seat, name in enumerate(FAMILY):
        phone.box(f"seat.{seat}").fill(name)
    phone.page.locator("input[name=day]").fill(saturday.isoformat())
    phone.send()
    for name, total in zip(FAMILY, (120, 340, 80), strict=True):
        phone.page.locator(f'.entry[data-player="{name}"] input.digits').fill(str(total))
    phone.send()

    with asked(phone, "Qui a le plus gagné le mois dernier ?", TO_A_PERIOD):
        phone.follow("Soirées")
        phone.follow("Classement")
        phone.tap(phone.page.locator(".filter > summary", has_text="Toujours"))
        phone.follow("Le mois dernier")
        last_month = date.today().replace(day=1) - timedelta(days=1)
        evenings = [date.today() - timedelta(days=7 * week) for week in range(1, EVENINGS + 1)]
        of_month = [day for day in evenings if (day.year, day.month) == (last_month.year, last_month.month)]
        matches = 2 * len(of_month) + ((saturday.year, saturday.month) == (last_month.year, last_month.month))
        shown = phone.page.locator(".ranking tbody tr, .too-few li")
        assert shown.count() == len(FAMILY)
        assert str(matches) in shown.first.locator("small").inner_text().split()
    with asked(phone, "Qu'avait-on décidé pour une renonce ?"):
        phone.follow("Soirées")
        phone.tap(phone.page.locator("summary", has_text="Chercher"))
        phone.box("text").fill("renonce")
        phone.follow(phone.page.locator("form.find button"))
        assert phone.page.locator(".found q").first.inner_text() == "Une renonce : on rejoue la donne."
    with asked(phone, "Le meilleur jeu d'Ana ?"):
        phone.follow("Soirées")
        phone.follow("Joueurs")
        phone.follow(phone.page.locator(".people a", has_text="Ana"))
        assert phone.page.locator(".best-game b").inner_text() in ("L’Ascenseur", "Le Président")
    with asked(phone, "Ana contre Bastien ?"):
        phone.follow("Soirées")
        phone.follow("Joueurs")
        phone.follow(phone.page.locator(".people a", has_text="Ana"))
        rival = phone.page.locator("#against li", has_text="Bastien")
        before, behind = rival.locator(".balance text").all_text_contents()
        assert 0 < int(before) + int(behind) <= 2 * EVENINGS + 1
    with asked(phone, "Qui a gagné la partie sur papier de samedi ?"):
        phone.follow("Soirées")
        card = phone.page.locator(".match-card").first
        assert card.locator(".won").first.inner_text() == "Bastien"
        phone.follow(card)
        assert "340" in phone.page.locator("main").inner_text()
