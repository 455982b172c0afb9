"""``referee demo``: make the demo's club, and print the link that lets a browser in."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import click
from flask import Flask
from sqlalchemy import func, select

from referee.commands.clubs import join_address
from referee.commands.execution import in_application
from referee.commands.output import Bar, complain
from referee.commands.parameters import language_option
from referee.demo.bulk_rows import fill
from referee.demo.random_tables import BrokenOff
from referee.demo.recorded_seasons import two_seasons
from referee.settings import Settings
from referee.store.database.models import Match
from referee.store.database.orm_base import db
from referee.words import say, say_n

USUAL_LENGTH = 60
"""Entries of a match, where only the number of all entries is given."""


@click.command
@click.option("--seed", type=int, default=1, metavar="N", help="Another number, another club (default 1).")
@click.option("--matches", type=int, metavar="N", help="So many matches (default: two seasons of evenings).")
@click.option("--entries", type=int, metavar="N", help="So many entries in all, written in bulk, for measurements.")
@click.option("--data", metavar="FOLDER", help="The data folder (REFEREE_DATA).")
@language_option
def demo(seed: int, matches: int | None, entries: int | None, data: str | None, language: str) -> int:
    """A club with two seasons of matches, to try things out."""
    numbers = [number for number in (matches, entries) if number is not None]
    if min(numbers, default=1) < 1 or (entries or matches or 1) < (matches or 1):
        complain(say("Il faut au moins une partie, et au moins une entrée par partie."), language)
        return 2
    environment = os.environ if data is None else {**os.environ, "REFEREE_DATA": data}
    return in_application(
        lambda app, settings: _fill(app, settings, seed, matches, entries, language), language, environment
    )


def _fill(app: Flask, settings: Settings, seed: int, matches: int | None, entries: int | None, language: str) -> int:
    def founded(club_id: int) -> None:
        """Print the link at once: whoever ends the process later has the club so far."""
        hint = say(
            "Ouvrez ce lien une fois le serveur lancé (make run) ;"
            " si le serveur donne une autre adresse, mettez la sienne devant /join :"
        )
        print(hint.render(language), f"  {join_address(club_id, settings)}", sep="\n", flush=True)

    with _signalled() as signalled, app.app_context(), Bar(say("Les soirées").render(language)) as bar:

        def progress(done: int, of: int) -> None:
            bar(done, of)
            if signalled.is_set():
                raise BrokenOff

        if entries is None:
            club_id = two_seasons(seed, matches, progress, founded)
        else:
            club_id = fill(seed, matches or max(1, entries // USUAL_LENGTH), entries, progress, founded)
        n, length = db.session.execute(
            select(func.count(Match.id), func.sum(Match.length)).where(Match.club_id == club_id)
        ).one()
    if signalled.is_set():
        complain(say("Interrompu : le club a ce qui est joué jusque-là."), language)
    played, noted = say_n("%(n)s partie", "%(n)s parties", n), say_n("%(n)s entrée", "%(n)s entrées", length)
    summary = say("%(matches)s, %(entries)s, club %(club)s.", matches=played, entries=noted, club=club_id)
    print(summary.render(language))
    return 1 if signalled.is_set() else 0


@contextmanager
def _signalled() -> Iterator[threading.Event]:
    """Set by the signals that would end the process: the match in play is first played to its end."""
    event = threading.Event()
    numbers = {signal.SIGINT, signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)}
    heeded = [number for number in numbers if signal.getsignal(number) is not signal.SIG_IGN]
    before = {number: signal.signal(number, lambda *_: event.set()) for number in heeded}
    try:
        yield event
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
