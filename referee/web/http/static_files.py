"""Static files, with a digest of their content in their addresses; the offline page and the worker that shows it.

Styles and scripts are written to be read, and sent without their comments and indentation, styles without most of their
line breaks too: a quarter of what a first visit would weigh.
"""

from __future__ import annotations

import hashlib
import json
import mimetypes
import re
from io import BytesIO
from pathlib import Path

from flask import Flask, Response, current_app, render_template, send_file, url_for
from werkzeug.security import safe_join

from referee.web.rendering.page_language import language

WORKER = "service_worker.js"
KEPT = (
    "base.css", "fonts/arbitre-serif.woff2", "referee.js", "js/offline_page.js", "js/request_retry.js",
    "js/partial_update.js", "js/offline_failover.js", "js/last_heard.js", "js/browser_storage.js", "icon.svg",
)  # fmt: skip
"""The files of the offline page, with every module that they import."""


KEPT_AS_IT_IS = "vendor"
"""The folder of the scripts that are not ours."""

NOT_SENT = {
    ".css": re.compile(r"/\*.*?\*/\s*|^[ \t]+|(?<=[{};,])\n+| (?=\{)", re.DOTALL | re.MULTILINE),
    ".js": re.compile(r"^[ \t]*//.*\n|^[ \t]+", re.MULTILINE),
}
"""What is not sent of a file, by its suffix. A script may have no text that goes over several lines."""


def init_app(app: Flask) -> None:
    mimetypes.add_type("font/woff2", ".woff2")
    app.view_functions["static"] = _static_file
    app.add_url_rule("/offline", "offline", lambda: render_template("offline.html"))
    app.add_url_rule("/sw.js", "service_worker", _service_worker)


def _service_worker() -> Response:
    """At the root, for a worker serves what lies below it; another digest or language changes it."""
    values = {
        "STATIC": f"{current_app.static_url_path}/",
        "OFFLINE": url_for("offline", language=language()),
        "FILES": [url_for("static", filename=name) for name in KEPT],
    }
    constants = "".join(f"const {name} = {json.dumps(value)};\n" for name, value in values.items())
    code = bytes_to_send(Path(str(current_app.static_folder)) / WORKER).decode()
    return Response(constants + code, mimetype="text/javascript")


def _static_file(filename: str) -> Response:
    """A file of the folder of static files, as it is sent.

    :raises NotFound: there is none of this name.
    """
    found = safe_join(str(current_app.static_folder), filename)
    if found is None or not Path(found).is_file():
        return current_app.send_static_file(filename)
    content = bytes_to_send(Path(found))
    return send_file(
        BytesIO(content),
        mimetype=mimetypes.guess_type(filename)[0],
        etag=hashlib.sha256(content).hexdigest()[:16],
        max_age=current_app.get_send_file_max_age(filename),
    )


def bytes_to_send(path: Path) -> bytes:
    """The bytes of a static file that are sent."""
    unread = NOT_SENT.get(path.suffix)
    if unread is None or path.parent.name == KEPT_AS_IT_IS:
        return path.read_bytes()
    return unread.sub("", path.read_text("utf-8")).encode()


def content_digest(folder: Path) -> str:
    """A digest of all files below a folder, 10 hexadecimal digits.

    In a phone the folder holds only a file ``mark`` with that digest.
    """
    if (stored := folder / "mark").is_file():
        return stored.read_text("utf-8")
    digest = hashlib.sha256()
    for path in static_files(folder):
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:10]


def static_files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())
