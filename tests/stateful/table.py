"""A club in an application, and the phones that know of it: what each of them may do, and how it does it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from flask import Flask
from sqlalchemy import select
from werkzeug.datastructures import MultiDict

from referee.game_definition.match_course import question_of
from referee.matches.match_file import MatchFile, Setup, read_match
from referee.store.clubs.clubs import hashed
from referee.store.database.models import Invitation, Match, Membership
from referee.store.database.orm_base import db
from referee.web.answers.question_form import QuestionForm
from referee.web.new_match.setup_form import typed_setup
from tests.games.random_matches import random_match
from tests.stateful.match_model import MatchModel
from tests.web.table import WebMatch
from tests.web.visitor import Page, Visitor

MATCH_ROLES = {"keeper": 303, "watcher": 403, "guest": 403}
"""What a member is answered who changes a match; who is none gets 404."""

SEEN: Counter[str] = Counter()
"""How often an address was answered so, by what it ends in."""


@dataclass(slots=True, eq=False)
class Link:
    """A link of the club: its address, the role it gives, the match it is limited to."""

    path: str
    id: int
    role: str
    made_by: Device
    only: str | None = None
    revoked: bool = False


@dataclass(slots=True, eq=False)
class Device:
    """A phone: keeper, watcher, guest of the match ``only``, or nobody, and the link that made it so."""

    visitor: Visitor
    role: str = "nobody"
    only: str | None = None
    came_by: Link | None = None
    membership: int = 0

    def may_see(self, public_id: str) -> bool:
        return self.role in ("keeper", "watcher") or self.only == public_id

    def leave(self) -> None:
        self.role, self.only, self.came_by = "nobody", None, None


@dataclass(slots=True)
class Club:
    """A club of one application with the model of each of its matches; its first device is the owner's."""

    app: Flask
    devices: list[Device]
    matches: dict[str, MatchModel] = field(default_factory=dict)
    links: list[Link] = field(default_factory=list)
    id: int = 0

    @property
    def owner(self) -> Device:
        return self.devices[0]

    def page(self, public_id: str, below: str = "", device: Device | None = None) -> Page:
        return (device or self.owner).visitor.open(f"/matches/{public_id}{below}")

    def web_match(self, public_id: str, upto: int | None = None) -> WebMatch:
        """The match on the owner's pages, as it stands or as it was before one of its entries."""
        return WebMatch(self.owner.visitor, f"/matches/{public_id}", self.matches[public_id].course(upto))

    def begin(self, chance: Random, game: str, device: Device) -> str | None:
        """Start a match with a random set-up; None where the device may not."""
        setup = _random_setup(chance, game)
        typed = [pair for pair in typed_setup(setup).items(multi=True) if pair[1] != "None"]  # nothing is chosen there
        begun = device.visitor.send(f"/new/{game}", typed)
        if device.role != "keeper":
            assert begun.status == {"watcher": 403}.get(device.role, 404), (device.role, begun.status)
            return None
        assert begun.status == 303, begun.text
        public_id = begun.location.rpartition("/")[2]
        stored = read_match(self.page(public_id, "/export").response.get_json())
        assert isinstance(stored, MatchFile)
        assert stored.setup.table == setup.table
        self.matches[public_id] = MatchModel(stored.setup)
        with self.app.app_context():
            self.id = db.session.scalars(select(Match.club_id).where(Match.public_id == public_id)).one()
        return public_id

    def answered(self, device: Device, public_id: str, page: Page, done: int = 303) -> bool:
        """Whether it was done; a device without the role is told so by its status."""
        status = MATCH_ROLES.get(device.role, 404) if device.may_see(public_id) and device in self.devices else 404
        expected = done if status == 303 else status
        SEEN[f"{page.path.rpartition('/')[2]} {expected}"] += 1
        assert page.status == expected, (device.role, page.path, page.status, page.text)
        return status == 303

    def link(self, device: Device, role: str, public_id: str) -> Link | None:
        """A new link; None where the device may not make one."""
        pairs = [("role", "match" if role == "guest" else role), *([("match", public_id)] if role == "guest" else [])]
        page = device.visitor.send("/share", pairs)
        if device.role != "keeper":
            assert page.status == (403 if device.role == "watcher" else 404)  # for a guest there is no such page
            return None
        path = next(link for link in page.links() if "/join/" in link)
        path = path[path.index("/join/") :]
        with self.app.app_context():
            token = hashed(path.rpartition("/")[2])
            row = db.session.scalars(select(Invitation.id).where(Invitation.token_hash == token)).one()
        made = Link(path, row, role, device, public_id if role == "guest" else None)
        self.links.append(made)
        return made

    def join(self, link: Link, device: Device) -> None:
        """Open a link and say yes."""
        page = device.visitor.send(link.path, [("name", "")])
        if link.revoked or (link.made_by is device and device.role == "nobody"):
            assert page.status == 404, page.text
            return
        assert page.status == 303, page.text
        ranks = ("nobody", "guest", "watcher", "keeper")
        wider = ranks.index(link.role) > ranks.index(device.role)
        if wider or (link.role == device.role == "guest" and link.only != device.only):
            device.role, device.only, device.came_by = link.role, link.only, link
        with self.app.app_context():
            mine = select(Membership.id).where(Membership.club_id == self.id).order_by(Membership.seen_at.desc())
            device.membership = device.membership if not wider else db.session.scalars(mine.limit(1)).one()

    def first_membership(self) -> int:
        """The membership of who founded the club."""
        with self.app.app_context():
            mine = select(Membership.id).where(Membership.club_id == self.id)
            return db.session.scalars(mine.order_by(Membership.id).limit(1)).one()

    def stored(self) -> dict[str, tuple[int, str]]:
        """Length and mark of each match of the club, by its public id."""
        with self.app.app_context():
            rows = db.session.execute(
                select(Match.public_id, Match.length, Match.mark).where(
                    Match.club_id == self.id, Match.deleted_at.is_(None)
                )
            )
            return {row.public_id: (row.length, row.mark) for row in rows}

    def check_logs(self) -> None:
        """Every log is the model's, entry by entry: the same mark, the same log."""
        expected = {public_id: (model.length, model.mark()) for public_id, model in self.matches.items()}
        assert self.stored() == expected, (self.stored(), expected)

    def check_match(self, public_id: str, device: Device) -> None:
        """The pages of a match say what the rules make of its entries, to whoever may see it."""
        page, file = (self.page(public_id, below, device) for below in ("", "/export"))
        sees = device in self.devices and device.may_see(public_id)
        assert [page.status, file.status] == [200 if sees else 404] * 2, page.text
        if not sees:
            return
        model = self.matches[public_id]
        sheet = model.sheet()
        assert totals_on(page) == dict(sheet.totals), page.text
        shown = [row for row in WebMatch(device.visitor, f"/matches/{public_id}", model.course()).rows() if row]
        assert bool(shown) == bool(sheet.rounds)
        assert shown == [row.totals for row in sheet.rounds[len(sheet.rounds) - len(shown) :]]
        assert file.response.get_json() == model.file()

    def check_lists(self) -> None:
        """The home page and the evenings list every match, with who leads or won, and with its totals."""
        tiles = {
            tile.attributes["href"].rpartition("/")[2]: tile.text()
            for name in ("match-on-felt", "match-tile")
            for tile in self.owner.visitor.open("/").document.all("a", class_=name)
        }
        sheets = {public_id: model.sheet() for public_id, model in self.matches.items()}
        over = {public_id for public_id, sheet in sheets.items() if sheet.over}
        assert {id for id in tiles if id not in over} == self.matches.keys() - over
        assert len(over & tiles.keys()) == min(len(over), 4)
        for public_id in over & tiles.keys():
            won = sheets[public_id].winners
            said = f"avec {written(sheets[public_id].totals[won[0]])}" if won else "Arrêtée avant"
            assert said in tiles[public_id], (said, tiles[public_id])
        told = dict[str, list[int]]()
        for card in self.owner.visitor.open("/evenings").document.all("a", class_="match-card"):
            address: str | None = card.attributes["href"]
            while address is not None:
                page = self.owner.visitor.open(address)
                for section in page.document.all("section", class_="told-match"):
                    totals = section.all("ol", class_="podium")[0].all("span", class_="total")
                    told[section.attributes["id"].removeprefix("m-")] = sorted(number(total.text()) for total in totals)
                further = (link.attributes for link in page.document.all("a"))
                address = next((link["href"] for link in further if link.get("rel") == "next"), None)
        assert told == {public_id: sorted(sheet.totals.values()) for public_id, sheet in sheets.items()}


def _random_setup(chance: Random, game: str) -> Setup:
    """A set-up that the page of a new match can say: it seats the dummies itself."""
    while True:
        file = read_match(random_match(chance, game, longest=0))
        assert isinstance(file, MatchFile)
        dummies = file.setup.game.dummy_seats
        if dummies is None or dummies.option not in file.setup.options:
            return file.setup


def totals_on(page: Page) -> dict[str, int]:
    """The totals in the head of a match, or in the final ranking."""
    sides = page.document.all("li", class_="side")
    if sides:
        return {side.all(class_="name")[0].text(): number(side.all(class_="total")[0].text()) for side in sides}
    ranked = page.document.all("ol", class_="podium")[0].all("li")
    names = ("".join(part for part in side.all("b")[0].children if isinstance(part, str)).strip() for side in ranked)
    return {name: number(side.all(class_="total")[0].text()) for name, side in zip(names, ranked)}


def number(text: str) -> int:
    return int("".join(text.split()).replace("−", "-").replace("\u202f", ""))


def written(value: int) -> str:
    return str(value).replace("-", "−")


def entry_in(match: WebMatch, step: str, pairs: Iterable[tuple[str, str]]) -> Mapping[str, Any] | None:
    """The entry that these pairs of a form say; None where a box cannot be read."""
    question = question_of(match.course.setup.game, match.course.state, step)
    assert question is not None
    form = QuestionForm(question, MultiDict([*pairs]))
    return None if form.faults() else form.entry()
