"""Two clubs and everybody who may knock at their pages: one of each role, each on a phone of its own.

The world is made once, through the pages; a test opens a copy of it and may break that as it likes.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from flask import Flask
from sqlalchemy import Table, select

from referee.store.database import db
from referee.store.models import Base, Club, Evening, Invitation, Match, Membership, Player
from tests.databases import SqliteFiles, app_on
from tests.web.sharing import join, link_for
from tests.web.table import FOUR, new_match
from tests.web.visitor import Page, Visitor

__all__ = ["ROLES", "SECRETS", "Opened", "World"]

ROLES = (
    "nobody", "watcher elsewhere", "watcher", "watcher of this match", "watcher of another match", "keeper elsewhere",
    "keeper", "revoked",
)  # fmt: skip

BIDS = {"step": "bids", "bids": {"Bob": 0, "Chloé": 1, "Dan": 0, "Ana": 1}}
TRICKS = {"step": "tricks", "tricks": {"Bob": 0, "Chloé": 1, "Dan": 0, "Ana": 0}}
NOTE = {"step": "note", "text": "Le chat a vu"}

SECRETS = ("Chloé", "Zébulon", "Le Grand Chien", "Le chat a vu")
"""Words that stand nowhere but in the first club: a player, one of its other match, its name, a note."""

ARCHIVE = "x" * 22


@dataclass(frozen=True, slots=True)
class World:
    """The database as it was made, what its addresses name, and everybody's cookie and token."""

    database: Path
    names: Mapping[str, str]
    cookies: Mapping[str, tuple[str, str]] = field(repr=False)

    @classmethod
    def made(cls, files: SqliteFiles) -> World:
        url = files.migrated()
        database = Path(url.removeprefix("sqlite:///"))
        with app_on(url, database.parent) as app:
            names, everybody = _made(app)
            cookies = {}
            for role, visitor in everybody.items():
                token = visitor.token()
                cookie = visitor.client.get_cookie("referee")
                assert cookie is not None
                cookies[role] = (cookie.value, token)
        return cls(database, names, cookies)

    @contextmanager
    def opened(self, folder: Path) -> Iterator[Opened]:
        """A copy of the world with an application on it."""
        copy = folder / "referee.sqlite3"
        shutil.copyfile(self.database, copy)
        (folder / "imports").mkdir(exist_ok=True)
        (folder / "imports" / self.names["archive"]).write_bytes(b"")
        with app_on(f"sqlite:///{copy}", folder) as app:
            yield Opened(self, app)


@dataclass(frozen=True, slots=True)
class Opened:
    """A copy of the world."""

    world: World
    app: Flask

    def asks(self, role: str, method: str, path: str, form: Sequence[tuple[str, Any]]) -> Page:
        """What somebody of this role is answered; words in braces are what the world calls these things."""
        visitor = Visitor(self.app)
        cookie, token = self.world.cookies[role]
        visitor.client.set_cookie("referee", cookie)
        address = path.format_map(self.world.names)
        if method == "GET":
            return visitor.open(address)
        filled = [(name, value.format_map(self.world.names) if "{" in value else value) for name, value in form]
        return visitor.send(address, [*filled, ("csrf_token", token)], token=False)

    def content(self) -> dict[str, list[Any]]:
        """All that is kept, but for when somebody was seen."""
        with self.app.app_context():
            return {table.name: sorted(_rows(table)) for table in Base.metadata.tables.values()}


def _rows(table: Table) -> Iterator[tuple[str, ...]]:
    columns = [column for column in table.c if column.name != "seen_at"]
    for row in db.session.execute(select(*columns)):
        yield tuple(map(str, row))


def _made(app: Flask) -> tuple[dict[str, str], dict[str, Visitor]]:
    keeper, elsewhere = Visitor(app), Visitor(app)
    first, second, third = (new_match(keeper, players=players) for players in (FOUR, ("Zébulon", *FOUR[1:]), FOUR))
    for entry in (BIDS, TRICKS, NOTE):
        first.record(entry)
    new_match(elsewhere, players=("Xi", "Yann", "Zoé"))
    keeper.send("/share/name", [("name", "Le Grand Chien")])
    code = keeper.send("/share/recovery", []).document.all(class_="code")[0].text()
    for twin in ("Chloë", "Chloé B."):
        keeper.send("/players", [("name", twin)])
    links = {
        "watcher": link_for(keeper, "watcher"),
        "watcher of this match": link_for(keeper, "match", _id(first.path)),
        "watcher of another match": link_for(keeper, "match", _id(second.path)),
        "revoked": link_for(keeper, "keeper"),
        "watcher elsewhere": link_for(elsewhere, "watcher"),
    }
    everybody = {"nobody": Visitor(app), "keeper": keeper, "keeper elsewhere": elsewhere}
    for role, link in links.items():
        everybody[role] = Visitor(app)
        assert join(everybody[role], link, role).status == 303
    keeper.send(f"{third.path}/delete", [])
    with app.app_context():
        names = _names(first.path, second.path, third.path)
    keeper.send(f"/share/{names['revoked']}/revoke", [])
    keeper.send(f"/players/{names['player']}/merge", [("other", names["merged"])])
    static = str(app.static_url_path)
    return {**names, "code": code, "link": links["watcher"], "dead": links["revoked"], "static": static}, everybody


def _id(path: str) -> str:
    return path.rpartition("/")[2]


def _names(first: str, second: str, third: str) -> dict[str, str]:
    club = db.session.scalars(select(Club.id).where(Club.name != "")).one()
    invitations = dict(
        db.session.execute(
            select(Invitation.role, Invitation.id).where(Invitation.club_id == club, Invitation.match_id.is_(None))
        ).all()
    )  # type: ignore[arg-type]
    players = dict(db.session.execute(select(Player.name, Player.id).where(Player.club_id == club)).all())  # type: ignore[arg-type]
    watching = Membership.invitation_id == invitations["watcher"]
    evening = select(Evening.public_id).join(Match, Match.evening_id == Evening.id)
    return {
        "match": first, "id": _id(first), "other": second, "deleted": _id(third), "club": str(club),
        "evening": str(db.session.scalar(evening.where(Match.public_id == _id(first)))),
        "player": str(players["Chloé"]), "merged": str(players["Chloë"]), "twin": str(players["Chloé B."]),
        "invitation": str(invitations["watcher"]), "revoked": str(invitations["keeper"]),
        "membership": str(db.session.scalar(select(Membership.id).where(watching))),
        "archive": f"{club}-{ARCHIVE}",
    }  # fmt: skip
