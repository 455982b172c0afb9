"""The functions that the worker of a phone's browser calls: prepare, start once, then answer page by page.

Everything that lasts lies in one folder: the database, and ``cookies.json`` with the browser's cookies and the secret
that signs them. Nothing here needs a thread, a socket or a file outside that folder.
"""

from __future__ import annotations

import gc
import json
import os
import secrets
import shutil
import sqlite3
import time
from collections.abc import Iterable, Mapping
from contextlib import closing
from io import BytesIO
from pathlib import Path
from typing import Any

DATABASE = "referee.sqlite3"
EMPTY = Path(__file__).with_name("empty.sqlite3")
"""A database with empty tables, which the build makes."""

REHEARSED = ("/", "/rules")
"""Pages that are opened before Python's memory is saved."""

Answer = tuple[int, list[list[str]], bytes]


class Jar:
    """The cookies of the only browser, and the secret that signs them; written when they change."""

    def __init__(self, path: Path) -> None:
        self._path = path
        content = self._content()
        self.secret: str = content.get("secret") or secrets.token_hex(32)
        if not content:
            self._write({})

    def header(self) -> str:
        now = time.time()
        cookies = self._content().get("cookies", {})
        return "; ".join(f"{name}={value}" for name, (value, until) in cookies.items() if not until or until > now)

    def take(self, lines: Iterable[str]) -> None:
        """Store the cookies of an answer."""
        before = self._content().get("cookies", {})
        cookies = dict(before)
        for line in lines:
            pair, *attributes = line.split(";")
            name, _, value = pair.partition("=")
            ages = [word.partition("=")[2] for word in attributes if word.strip().lower().startswith("max-age=")]
            if "0" in ages:
                cookies.pop(name, None)
            else:
                cookies[name] = [value, time.time() + int(ages[0]) if ages else None]
        if {name: value for name, (value, _) in before.items()} != {n: v for n, (v, _) in cookies.items()}:
            self._write(cookies)

    def _content(self) -> dict[str, Any]:
        """The value of the file, read each time: it may have been restored to an earlier one."""
        content: dict[str, Any] = json.loads(self._path.read_text("utf-8")) if self._path.exists() else {}
        return content

    def _write(self, cookies: dict[str, list[Any]]) -> None:
        self._path.write_text(json.dumps({"secret": self.secret, "cookies": cookies}), "utf-8")


class Phone:
    """The application below its prefix, with the data in its folder once that is opened."""

    jar: Jar

    def __init__(self, folder: Path, prefix: str, origin: str) -> None:
        from referee.settings import Settings
        from referee.web.application import create_app

        self.folder, self.prefix, self._origin = folder, prefix, origin
        self.app = create_app(Settings(folder, f"sqlite:///{folder / DATABASE}", "", limits=False, phone=True))

    def open(self) -> None:
        """Read the secret and the cookies, and migrate the database."""
        self.jar = Jar(self.folder / "cookies.json")
        self.app.config["SECRET_KEY"] = self.jar.secret
        database = self.folder / DATABASE
        if not database.exists() and EMPTY.exists():
            shutil.copyfile(EMPTY, database)
            with closing(sqlite3.connect(database)) as new:  # an installation of its own
                new.execute("UPDATE installation SET id = ?", (secrets.token_hex(8),))
                new.commit()
        if (version := _version(database)) is None or version != _version(EMPTY):
            from referee.migrated_application import migrate

            migrate(self.app)

    def rehearse(self) -> None:
        """Open pages of an empty database, which is deleted: what they look up and compile stays in memory."""
        from referee.store.database.orm_base import db
        from referee.words import LANGUAGES

        extensions = dict(self.app.extensions)
        self.folder.mkdir(parents=True)
        self.open()
        for path in REHEARSED:
            for language in LANGUAGES:
                self.answer("GET", path, [["Accept-Language", language]], b"")
        with self.app.app_context():
            db.session.remove()
            db.engine.dispose()
        self.app.extensions.clear()
        self.app.extensions.update(extensions)
        del self.jar
        shutil.rmtree(self.folder)

    def answer(self, method: str, path: str, headers: Iterable[Iterable[str]], body: bytes) -> Answer:
        from werkzeug.test import EnvironBuilder, run_wsgi_app

        left_out = {"accept-encoding", "content-length", "cookie", "host"}
        kept = [(name, value) for name, value in headers if name.lower() not in left_out]
        request = EnvironBuilder(
            path,
            base_url=f"{self._origin}{self.prefix}/",
            method=method,
            headers=[*kept, ("Cookie", self.jar.header())],
            input_stream=BytesIO(body),
            content_length=len(body),
            environ_base={"REMOTE_ADDR": "127.0.0.1"},
        )
        parts, status, answered = run_wsgi_app(self.app.wsgi_app, request.get_environ(), buffered=True)
        self.jar.take(value for name, value in answered if name == "Set-Cookie")
        return int(status[:3]), [list(pair) for pair in answered if pair[0] != "Set-Cookie"], b"".join(parts)


PHONES: list[Phone] = []


def prepare(folder: str, prefix: str = "", origin: str = "https://localhost", static_mark: str = "") -> None:
    """Make the application for the data in ``folder``; its addresses are below ``prefix`` ("/phone", or "").

    ``static_mark``: of the static files; they come beside the archives, which a changed style sheet leaves as they are.
    """
    from sqlalchemy.orm import configure_mappers

    from referee.web import application

    gc.disable()
    if static_mark:
        (application.HERE / "static").mkdir(exist_ok=True)
        (application.HERE / "static" / "mark").write_text(static_mark)
    phone = Phone(Path(folder), prefix, origin)
    configure_mappers()
    _use_compiled_templates(phone.app)
    PHONES[:] = [phone]
    gc.enable()


def rehearse() -> None:
    """Let the prepared application open pages; the memory after that may be saved."""
    [phone] = PHONES
    phone.rehearse()
    gc.collect()
    gc.set_threshold(20_000)
    gc.freeze()  # most of what there is now stays: it is not looked through again


def start(timezone: str = "") -> None:
    """Open the folder of the data; ``timezone``: the browser's name of its zone, for exports."""
    [phone] = PHONES
    if timezone:
        os.environ["TZ"] = timezone
    phone.open()


def handle(method: str, path: str, headers: Iterable[Iterable[str]] = (), body: Any = None) -> Answer:
    """Answer one request: ``path`` is below the prefix, with its query."""
    [phone] = PHONES
    return phone.answer(method, path, headers, bytes(body) if body is not None else b"")


def _version(database: Path) -> str | None:
    """The version of the tables; None without any."""
    if not database.exists():
        return None
    with closing(sqlite3.connect(database)) as opened:
        try:
            [version] = opened.execute("SELECT version_num FROM alembic_version").fetchone() or [None]
        except sqlite3.OperationalError:
            return None
    return None if version is None else str(version)


def _use_compiled_templates(app: Any) -> None:
    """Load templates from the archive of this module, if it came from one."""
    archive: Any = getattr(globals().get("__loader__"), "archive", None)
    if archive is None:
        return
    from jinja2 import BaseLoader, TemplateNotFound

    class Compiled(BaseLoader):
        def load(self, environment: Any, name: str, globals: Mapping[str, Any] | None = None) -> Any:
            place = archive.templates.get(name)
            if place is None:
                raise TemplateNotFound(name)
            return environment.template_class.from_code(environment, archive.code(place), dict(globals or {}))

    app.jinja_env.loader = Compiled()
