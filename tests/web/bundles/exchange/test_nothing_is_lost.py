"""Random acts at a server and in two phones, answers lost on the way: what was acknowledged stands somewhere, once."""

import itertools
from pathlib import Path
from random import Random

import pytest
from flask import Flask
from sqlalchemy import select

from referee.matches.log import ReplayedLog, undoing
from referee.store.database.models import Match
from referee.store.database.orm_base import db
from referee.store.matches.match_results import replay_of_rows
from referee.store.matches.matches import Author, append
from referee.store.matches.stored_match import load, log_of, setup_of
from tests.bundles.random_clubs import correct
from tests.databases import SqliteFiles
from tests.web.bundles.exchange.carrier import Carrier, InPhone, club_id, matches_in, server_and_phone
from tests.web.bundles.exchange.taken import note
from tests.web.sharing import join, link_for
from tests.web.table import new_match
from tests.web.visitor import Form, Visitor

ACTS = ("note", "note", "note", "correct", "undo", "begin", "exchange", "exchange", "lose", "choose")


def choices_in(phone: Visitor) -> list[Form]:
    """The forms in which a keeper chooses about a match that went on in two places, or is gone on the server."""
    forms = [*phone.open("/club/conflicts").forms(), *phone.open("/sync").forms()]
    return [form for form in forms if "/club/conflicts/" in form.action or "/gone" in form.action]


class Tables:
    """A server and two phones whose keepers note, correct and take back whatever they like."""

    def __init__(self, server: Flask, phones: list[Flask], seed: int) -> None:
        self.chance, self.numbers = Random(seed), itertools.count(1)
        owner = Visitor(server)
        self.first = new_match(owner).path
        keeper = Visitor(server)
        join(keeper, link_for(owner, "keeper"), "the other phone")
        self.visitors = [owner, *(InPhone(phone) for phone in phones)]
        self.carriers = [Carrier(asking, phone) for asking, phone in zip((owner, keeper), self.visitors[1:])]
        for carrier in self.carriers:
            carrier.take(club_id(owner))
        self.noted: list[str] = []

    def act(self, place: int, act: str) -> None:
        visitor, carrier = self.visitors[place], self.carriers[max(place - 1, 0)]
        if act in ("exchange", "lose"):
            carrier.loses = lambda address: act == "lose" and "/sync/" in address and self.chance.random() < 0.5
            carrier.exchange()
        elif act == "choose":
            for form in choices_in(carrier.phone)[:1]:
                choices = [value for name, value in form.buttons() if name == "choice"]
                form.send(("choice", self.chance.choice([choice for choice in choices if choice != "delete"])))
        elif act == "begin":
            new_match(visitor, players=self.chance.sample(("Ana", "Bob", "Chloé", "Dan", "Zoé", "Yann"), 4))
        else:
            self._record(visitor, act)

    def _record(self, visitor: Visitor, act: str) -> None:
        app: Flask = visitor.client.application
        living = sorted(id for id, (_, _, deleted) in matches_in(app).items() if not deleted)
        public_id = self.chance.choice(living)
        if act == "note":
            self.noted.append(f"note {next(self.numbers)}")
            note(visitor, f"/matches/{public_id}", self.noted[-1])
            return
        with app.app_context():
            club = db.session.scalars(select(Match.club_id).where(Match.public_id == public_id)).one()
            if act == "correct":
                correct(self.chance, club, public_id)
                return
            stored = load(club, public_id)
            assert stored is not None
            back = undoing(stored.log)
            if back is not None:
                append(stored, back.changes, stored.length, None, Author(None, ""), back.undoes)

    def settled(self) -> None:
        """Bring all together, every choice made so that both are kept."""
        for _ in range(6):
            for carrier in self.carriers:
                carrier.loses = lambda _address: False
                carrier.exchange()
                for form in choices_in(carrier.phone):
                    form.send(("choice", "two" if "/club/conflicts/" in form.action else "again"))


def logs_of(app: Flask) -> dict[str, list[str]]:
    """The texts ever noted in every match of an application, which replays."""
    found = {}
    with app.app_context():
        for match in db.session.scalars(select(Match)):
            log = log_of(match)
            again: ReplayedLog = replay_of_rows(match, setup_of(match), log)
            assert (again.mark, len(again.log)) == (match.mark, match.length)
            first = (record.entry for record in log if record.amends is None)
            found[match.public_id] = [entry["text"] for entry in first if entry and "text" in entry]
    return found


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> SqliteFiles:
    return SqliteFiles(tmp_path_factory.mktemp("sync"))


@pytest.mark.first_alone
@pytest.mark.parametrize("seed", range(8))
def test_whatever_was_acknowledged_stands_on_the_server_or_in_a_match_that_is_kept(
    files: SqliteFiles, tmp_path: Path, seed: int
) -> None:
    with server_and_phone(files, tmp_path, phones=2) as (server, phones):
        tables = Tables(server, phones, seed)
        for _ in range(14):
            tables.act(tables.chance.randrange(3), tables.chance.choice(ACTS))
        tables.settled()
        on_server, on_phones = logs_of(server), [logs_of(phone) for phone in phones]
        assert set(tables.noted) <= {
            text for logs in (on_server, *on_phones) for texts in logs.values() for text in texts
        }
        assert all(len(texts) == len(set(texts)) for texts in on_server.values())
        living = {id for id, (_, _, deleted) in matches_in(server).items() if not deleted}
        for phone, logs in zip(phones, on_phones):
            mine = {id for id, (length, _, deleted) in matches_in(phone).items() if length and not deleted}
            assert {id: logs[id] for id in mine} == {id: on_server[id] for id in living if on_server[id] or id in mine}
