"""Two clubs and everybody who may knock at their pages: one of each role, each on a phone of its own.

The world is made once, through the pages; a test opens a copy of it and may break that as it likes.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from flask import Flask
from sqlalchemy import Table, select

from referee.store.clubs.clubs import KEEPER
from referee.store.database.models import ApiToken, Club, Evening, Invitation, KeptImport, Match, Membership, Player
from referee.store.database.orm_base import Base, db
from referee.store.database.transactions import writing
from tests.databases import SqliteFiles, app_on, reused_app
from tests.web.sharing import join, link_for, token_for
from tests.web.table import FOUR, new_match
from tests.web.visitor import Page, Visitor

ROLES = (
    "nobody", "watcher elsewhere", "watcher", "watcher of this match", "watcher of another match", "keeper elsewhere",
    "keeper", "owner", "revoked",
)  # fmt: skip

BIDS = {"step": "bids", "bids": {"Bob": 0, "Chloé": 1, "Dan": 0, "Ana": 1}}
TRICKS = {"step": "tricks", "tricks": {"Bob": 0, "Chloé": 1, "Dan": 0, "Ana": 0}}
NOTE = {"step": "note", "text": "Le chat a vu"}

SECRETS = ("Chloé", "Zébulon", "Le Grand Chien", "Le chat a vu", "Le chat tranche")
"""Words that stand nowhere but in the first club: a player, one of its other match, its name, a note, its own rule."""

ARCHIVE = "x" * 22
CLIENT = "0" * 12


@dataclass(frozen=True, slots=True)
class World:
    """The database as it was made, what its addresses name, everybody's cookies, and the tokens of their programs."""

    database: Path
    names: Mapping[str, str]
    cookies: Mapping[str, dict[str, str]] = field(repr=False)
    tokens: Mapping[str, str] = field(repr=False)

    @classmethod
    def make(cls, files: SqliteFiles) -> World:
        url = files.migrated()
        database = Path(url.removeprefix("sqlite:///"))
        with app_on(url, database.parent) as app:
            names, everybody, tokens = _make(app)
            cookies = {}
            for role, visitor in everybody.items():
                cookies[role] = visitor.cookies
        return cls(database, names, cookies, tokens)

    @contextmanager
    def open_copy(self, folder: Path) -> Iterator[OpenedWorld]:
        """A copy of the world with an application on it: the copy stands where the one before stood."""
        copy = self.database.with_name("copy.sqlite3")
        shutil.copyfile(self.database, copy)
        (folder / "imports").mkdir(exist_ok=True)
        (folder / "imports" / self.names["archive"]).write_bytes(b"")
        with reused_app(f"sqlite:///{copy}", folder) as app:
            yield OpenedWorld(self, app)


@dataclass(frozen=True, slots=True)
class OpenedWorld:
    """A copy of the world."""

    world: World
    app: Flask

    def asks(self, role: str, method: str, path: str, form: Sequence[tuple[str, Any]], json: Any = None) -> Page:
        """What somebody of this role is answered; words in braces are what the world calls these things.

        A program asks with its token, and with the cookies too.
        """
        visitor = Visitor(self.app)
        visitor.wear(self.world.cookies[role])
        address = path.format_map(self.world.names)
        if address.startswith("/api/v1/"):
            token = self.world.tokens.get(role)
            head = {**visitor.headers(), **({"Authorization": f"Bearer {token}"} if token else {})}
            return visitor.page(address, visitor.client.open(address, method=method, headers=head, json=json))
        if method == "GET":
            return visitor.open(address)
        filled = [(name, value.format_map(self.world.names) if "{" in value else value) for name, value in form]
        return visitor.send(address, filled)

    def content(self) -> dict[str, list[Any]]:
        """All that is kept, but for when somebody was seen; the archives that wait are kept too."""
        waiting = sorted(path.name for path in (Path(self.app.config["DATA"]) / "imports").iterdir())
        with self.app.app_context(), closing(db.engine.raw_connection()) as connection:
            cursor = connection.cursor()
            kept = {name: sorted(map(repr, cursor.execute(asked).fetchall())) for name, asked in EVERY_ROW.items()}
        return {"": waiting, **kept}


def _every_row(table: Table) -> str:
    columns = ", ".join(f'"{column.name}"' for column in table.c if column.name not in ("seen_at", "used_at"))
    return f'SELECT {columns} FROM "{table.name}"'


EVERY_ROW = {table.name: _every_row(table) for table in Base.metadata.tables.values()}
"""How to ask for the rows of each table, past SQLAlchemy: this is asked two thousand times."""


def _make(app: Flask) -> tuple[dict[str, str], dict[str, Visitor], dict[str, str]]:
    owner, elsewhere = Visitor(app), Visitor(app)
    first, second, third = (new_match(owner, players=players) for players in (FOUR, ("Zébulon", *FOUR[1:]), FOUR))
    for entry in (BIDS, TRICKS, NOTE):
        first.record(entry)
    new_match(elsewhere, players=("Xi", "Yann", "Zoé"))
    owner.send("/share/name", [("name", "Le Grand Chien")])
    for text in ("Le chat tranche", "Le chien tranche"):
        rule = [("article", "ascenseur.follow"), ("text", text), ("player", "Chloé")]
        assert owner.send("/table-rules", rule).status == 303
    code = owner.send("/share/recovery", []).document.all(class_="code")[0].text()
    for twin in ("Chloë", "Chloé B."):
        owner.send("/players", [("name", twin)])
    links = {
        "watcher": link_for(owner, "watcher"),
        "watcher of this match": link_for(owner, "match", _id(first.path)),
        "watcher of another match": link_for(owner, "match", _id(second.path)),
        "keeper": link_for(owner, "keeper"),
        "revoked": link_for(owner, "keeper"),
        "watcher elsewhere": link_for(elsewhere, "watcher"),
    }
    everybody = {"nobody": Visitor(app), "owner": owner, "keeper elsewhere": elsewhere}
    for role, link in links.items():
        everybody[role] = Visitor(app)
        assert join(everybody[role], link, role).status == 303
    tokens = {
        "watcher": token_for(owner, "watcher"),
        "owner": token_for(owner, "keeper"),
        "keeper": token_for(everybody["keeper"], "keeper"),
        "revoked": token_for(everybody["revoked"], "keeper"),
        "keeper elsewhere": token_for(elsewhere, "keeper"),
        "watcher elsewhere": token_for(elsewhere, "watcher"),
    }
    owner.send(f"{third.path}/delete", [])
    rules = [link for link in owner.open("/table-rules").links() if link.endswith("/edit")]
    own_rule, removed_rule = (link.removesuffix("/edit") for link in rules)
    assert owner.send(f"{removed_rule}/remove", []).status == 303
    with app.app_context():
        names = _names(first.path, second.path, third.path)
    owner.send(f"/share/{names['revoked']}/revoke", [])
    owner.send(f"/players/{names['player']}/merge", [("other", names["merged"])])
    owner.send("/share/code", [("match", _id(first.path))])
    signs = owner.open("/share").document.all("p", class_="signs")[0].text()
    static = str(app.static_url_path)
    names |= {"signs": signs, "own rule": own_rule, "removed rule": removed_rule}
    named = {**names, "code": code, "link": links["watcher"], "dead": links["revoked"], "static": static}
    return named, everybody, tokens


def _id(path: str) -> str:
    return path.rpartition("/")[2]


def _names(first: str, second: str, third: str) -> dict[str, str]:
    club = db.session.scalars(select(Club.id).where(Club.name != "")).one()
    invitations = dict(
        db.session.execute(
            select(Invitation.role, Invitation.id)
            .where(Invitation.club_id == club, Invitation.match_id.is_(None))
            .order_by(Invitation.id)
        ).all()
    )  # type: ignore[arg-type]
    players = dict(db.session.execute(select(Player.name, Player.id).where(Player.club_id == club)).all())  # type: ignore[arg-type]
    watching, keeping = Membership.invitation_id == invitations["watcher"], Membership.role == KEEPER
    keepers = select(Membership.id).where(keeping, Membership.club_id == club).order_by(Membership.id)
    owning, other, _ = db.session.scalars(keepers).all()
    token = select(ApiToken.id).where(ApiToken.club_id == club).order_by(ApiToken.id).limit(1)
    evening = select(Evening.public_id).join(Match, Match.evening_id == Evening.id)
    return {
        "match": first,
        "id": _id(first),
        "other": second,
        "deleted": _id(third),
        "club": str(club),
        "evening": str(db.session.scalar(evening.where(Match.public_id == _id(first)))),
        "player": str(players["Chloé"]),
        "merged": str(players["Chloë"]),
        "twin": str(players["Chloé B."]),
        "invitation": str(invitations["watcher"]),
        "revoked": str(invitations["keeper"]),
        "membership": str(db.session.scalar(select(Membership.id).where(watching))),
        "owning": str(owning),
        "keeping": str(other),
        "archive": f"{club}-{CLIENT}-{ARCHIVE}",
        "import": str(_broken_off(club)),
        "token": str(db.session.scalar(token)),
    }


def _broken_off(club_id: int) -> int:
    """An import that was broken off."""
    with writing():
        kept = KeptImport(club_id=club_id, digest="0", done=1, matches=2)
        db.session.add(kept)
        db.session.flush()
        return kept.id
