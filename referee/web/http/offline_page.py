"""What a phone needs for the moments without a network: the page it then shows, and the worker that shows it."""

from __future__ import annotations

import json
from pathlib import Path

from flask import Flask, Response, current_app, render_template, url_for

from referee.web.rendering.page_language import language

WORKER = "service_worker.js"
KEPT = (
    "referee.css", "referee.js", "js/offline_page.js", "js/request_retry.js", "js/page_parts.js",
    "js/offline_failover.js", "js/browser_storage.js", "icon.svg",
)  # fmt: skip
"""The files of the offline page, with every module that they import."""


def init_app(app: Flask) -> None:
    app.add_url_rule("/offline", "offline", _offline)
    app.add_url_rule("/sw.js", "service_worker", _service_worker)


def _offline() -> str:
    return render_template("offline.html")


def _service_worker() -> Response:
    """At the root, for a worker serves what lies below it; another mark or language makes another worker."""
    values = {
        "STATIC": f"{current_app.static_url_path}/",
        "OFFLINE": url_for("offline", language=language()),
        "FILES": [url_for("static", filename=name) for name in KEPT],
    }
    constants = "".join(f"const {name} = {json.dumps(value)};\n" for name, value in values.items())
    code = (Path(str(current_app.static_folder)) / WORKER).read_text("utf-8")
    return Response(constants + code, mimetype="text/javascript")
