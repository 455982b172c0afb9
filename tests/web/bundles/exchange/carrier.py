"""A server and a phone that takes its club along, both without a browser: what ``js/exchange.js`` does, in Python."""

import io
import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.datastructures import FileStorage, MultiDict
from werkzeug.test import encode_multipart

from referee.store.database.models import Match
from referee.store.database.orm_base import db
from tests.databases import Databases, SqliteFiles, reused_app
from tests.web.visitor import Page, Visitor

PREFIX = "/phone"
AWAY = 0, b""


class BelowPrefix(FlaskClient):
    """Asks the app below its prefix, whether the address says it or not."""

    def open(self, path: str, **how: Any) -> Any:  # type: ignore[override]
        return super().open(path.removeprefix(PREFIX) or "/", base_url=f"http://localhost{PREFIX}", **how)


class InPhone(Visitor):
    """The one browser of the app in a phone, which lies below a prefix."""

    def __init__(self, app: Flask) -> None:
        super().__init__(app)
        self.client = BelowPrefix(app, app.response_class)


@dataclass
class Carrier:
    """Who carries questions of a phone to a server.

    ``loses``: answers that never come, though the server acted; ``last_heard``: what it said of a match before it was
    away; ``wanted``: whether what a page only offers is fetched.
    """

    server: Visitor
    phone: InPhone
    loses: Callable[[str], bool] = lambda _address: False
    before: Callable[[str], None] = lambda _address: None
    last_heard: bytes = b""
    wanted: bool = True
    sent: list[str] = field(default_factory=list)

    def take(self, club: int) -> str:
        return self.exchange(f"/take?club={club}")

    def exchange(self, page: str = "/sync") -> str:
        """All that a page asks for by its script, to the end; what it says then."""
        part = next(
            element for element in self.phone.open(page).document.all() if "data-exchange" in element.attributes
        )
        asks = json.loads(part.attributes["data-exchange"])
        counts: dict[str, int] = {}
        refused: dict[str, None] = {}
        while asks:
            ask = asks.pop(0)
            status, body = self._asked(ask)
            fields = {"status": str(status), "answer": FileStorage(io.BytesIO(body), "answer")}
            reply = self._reply(ask["then"], fields)
            asks[:0] = reply["asks"]
            if "go" in reply:
                if not self.wanted:
                    return _plain(reply["said"])
                asks = reply["go"]
            if "refused" in reply:
                refused[reply["refused"]] = None
            if reply.get("stop"):
                asks = []
            for name, count in reply.items():
                if isinstance(count, int):
                    counts[name] = counts.get(name, 0) + count
        came = {**{name: str(n) for name, n in counts.items()}, "refused": "\n".join(refused)}
        return _plain(self._reply("/sync/end", came)["said"])

    def _asked(self, ask: dict[str, Any]) -> tuple[int, bytes]:
        if "kept" in ask:
            return 200, self.last_heard
        address = ask.get("post") or ask["get"]
        self.sent.append(address)
        self.before(address)
        if "post" in ask:
            bundle = self.phone.open(ask["file"])
            assert bundle.status == 200, bundle.text
            page = _sent(self.server, address, [("archive", FileStorage(io.BytesIO(_body(bundle)), "club.zip"))])
        else:
            page = self.server.open(address)
        return AWAY if self.loses(address) else (page.status, _body(page))

    def _reply(self, address: str, fields: dict[str, Any]) -> dict[str, Any]:
        page = _sent(self.phone, address, list(fields.items()))
        assert page.status == 200, (address, page.status, page.text[:400])
        reply = page.response.get_json()
        assert isinstance(reply, dict)
        return reply


def _sent(visitor: Visitor, address: str, pairs: list[tuple[str, Any]]) -> Page:
    """A form as a script sends it, however long: the client of the tests would leave a file open."""
    boundary, body = encode_multipart(MultiDict(pairs))
    kind = f"multipart/form-data; boundary={boundary}"
    headers = visitor.headers()
    return visitor.page(address, visitor.client.post(address, data=body, content_type=kind, headers=headers))


def _body(page: Page) -> bytes:
    """What was sent, and the file that it came from closed."""
    with page.response as answer:
        return bytes(answer.data)


def _plain(words: str) -> str:
    return words.replace("\u202f", " ").replace("\xa0", " ").replace("’", "'")


@contextmanager
def server_and_phone(
    files: SqliteFiles, folder: Path, phones: int = 1, server: Databases | None = None
) -> Iterator[tuple[Flask, list[Flask]]]:
    """A server's application and those of some phones, each on a database of its own; the phones' are files."""
    at_server = server or files
    places = [(at_server, at_server.migrated()), *((files, files.migrated()) for _ in range(phones))]
    with ExitStack() as opened:
        apps = []
        for number, (_, url) in enumerate(places):
            data = folder / str(number)
            data.mkdir()
            apps.append(opened.enter_context(reused_app(url, data, phone=number > 0)))
        yield apps[0], apps[1:]
    for kind, url in places:
        kind.drop(url)


def matches_in(app: Flask) -> dict[str, tuple[int, str, bool]]:
    """Length, mark and whether it was thrown away, of every match of an application by its public id."""
    with app.app_context():
        rows = db.session.execute(db.select(Match.public_id, Match.length, Match.mark, Match.deleted_at))
        return {row.public_id: (row.length, row.mark, row.deleted_at is not None) for row in rows}


def club_id(visitor: Visitor) -> int:
    """The club that this visitor founded or joined last."""
    from referee.store.database.models import Club

    with visitor.client.application.app_context():
        return db.session.scalars(db.select(Club.id).order_by(Club.id.desc()).limit(1)).one()


def path_of(url: str) -> str:
    return urlsplit(url).path
