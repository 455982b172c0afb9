"""Static files, with a digest of their content in their addresses; the offline page and the worker that shows it."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from flask import Flask, Response, current_app, render_template, url_for

from referee.web.rendering.page_language import language

WORKER = "service_worker.js"
KEPT = (
    "base.css", "referee.js", "js/offline_page.js", "js/request_retry.js", "js/partial_update.js",
    "js/offline_failover.js", "js/last_heard.js", "js/browser_storage.js", "icon.svg",
)  # fmt: skip
"""The files of the offline page, with every module that they import."""


def init_app(app: Flask) -> None:
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
    code = (Path(str(current_app.static_folder)) / WORKER).read_text("utf-8")
    return Response(constants + code, mimetype="text/javascript")


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
