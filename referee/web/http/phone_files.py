"""``/phone/``: the files that ``referee phone`` builds, served as any host would; without them a page that says how.

A browser installs them over https alone, or from its own machine: other phones of a server without a certificate get
them at ``REFEREE_PUBLIC_PHONE``.
"""

from __future__ import annotations

import hashlib
import mimetypes
import os
from functools import lru_cache
from pathlib import Path
from urllib.parse import urljoin, urlsplit

from flask import Flask, Response, abort, current_app, g, render_template, request
from werkzeug.security import safe_join

from referee.lan_address import is_this_machine

KINDS = {
    ".mjs": "text/javascript", ".js": "text/javascript", ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json", ".webp": "image/webp", ".zst": "application/octet-stream",
    ".gz": "application/octet-stream",
}  # fmt: skip
"""Types that the tables of machines differ in. Packed files are unpacked by the phone, not on their way."""

COMMANDS = {
    "https": "referee serve --certificate cert.pem --key key.pem", "build": ("make phone", "referee phone"),
}  # fmt: skip
LIST = "files.json"
SHELL = "index.html"


def init_app(app: Flask) -> None:
    app.add_url_rule("/phone/", "phone", _file)
    app.add_url_rule("/phone/<path:name>", "phone_file", _file)
    app.jinja_env.globals["secure_context"] = secure_context
    app.jinja_env.globals["on_this_machine"] = on_this_machine
    folder = app.config["PHONE_FOLDER"]
    if folder and (folder / LIST).is_file():
        app.jinja_env.globals["phone_address"] = "/phone/"
    app.jinja_env.globals.update(installed_here=installed_here, address_for_phones=address_for_phones)


def installed_here() -> str:
    """The address of this server at which this browser can install the application, or ""."""
    below = str(current_app.jinja_env.globals["phone_address"])
    return urljoin(request.host_url, request.script_root + below) if below and secure_context() else ""


def address_for_phones() -> str:
    """The address at which every phone can install it: this server's over https, else the public one, or ""."""
    here = installed_here()
    return here if here.startswith("https:") else str(current_app.config["PUBLIC_PHONE"])


def _file(name: str = SHELL) -> Response | tuple[str, int]:
    folder: Path | None = current_app.config["PHONE_FOLDER"]
    built = folder is not None and (folder / LIST).is_file()
    if not built or (name == SHELL and not secure_context()):
        return render_template("phone.html", built=built, commands=COMMANDS), 200 if name == SHELL else 404
    joined = safe_join(str(folder), name)
    if joined is None or not os.path.isfile(joined):  # a name may be longer than a disk allows
        abort(404)
    path = Path(joined)
    stat = path.stat()
    body, tag = _contents(path, stat.st_mtime_ns, stat.st_size)
    kind = KINDS.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    answer = Response(body, content_type=f"{kind}; charset=utf-8" if "text/" in kind else kind)
    answer.set_etag(tag)
    answer.headers["Cache-Control"] = "no-cache"
    g.phone_file = True
    return answer.make_conditional(request)  # type: ignore[return-value]


def secure_context() -> bool:
    """Whether browsers let a page of this address do all it can: over https, or of this machine.

    Elsewhere it keeps no screen on, hands nothing to other apps and cannot be installed.
    """
    return request.is_secure or on_this_machine()


def on_this_machine() -> bool:
    """Whether the browser is on the machine of the server: no network lies between them."""
    return is_this_machine(urlsplit(request.host_url).hostname or "")


@lru_cache(maxsize=256)
def _contents(path: Path, _written: int, _size: int) -> tuple[bytes, str]:
    """A file and its tag, read once: all requests for it share the bytes."""
    body = path.read_bytes()
    return body, hashlib.sha256(body).hexdigest()[:16]
