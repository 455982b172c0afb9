"""What a phone needs for the moments without a network: the page it then shows, the worker that shows it, and redirects
that a script can read (a browser follows them itself and keeps their address to itself).
"""

from __future__ import annotations

import json
from pathlib import Path

from flask import Flask, Response, current_app, render_template, request, url_for

from referee.web.responses.page_language import language

WORKER = "service_worker.js"
KEPT = ("referee.css", "referee.js", "js/network.js", "js/offline.js", "icon.svg")


def init_app(app: Flask) -> None:
    app.add_url_rule("/offline", "offline", _offline)
    app.add_url_rule("/sw.js", "service_worker", _service_worker)
    app.after_request(_readable)


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
    code = Path(str(current_app.static_folder), WORKER).read_text(encoding="utf-8")
    return Response(constants + code, mimetype="text/javascript")


def _readable(response: Response) -> Response:
    """To a script: done, and the page that comes next."""
    if response.status_code == 303 and request.headers.get("X-Requested-With") == "script":
        response.status_code = 204
        response.set_data(b"")
    return response
