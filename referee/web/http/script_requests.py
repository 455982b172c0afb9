"""What a script is answered that sends a form by ``fetch`` (``static/js/request_retry.js``).

``fetch`` follows a redirect to a page of ours by itself. It tells neither the place in the page that a redirect names
nor what another host answers: there it is told the address alone, and opens it.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Flask, Response, request
from werkzeug.urls import iri_to_uri


def init_app(app: Flask) -> None:
    app.after_request(_add_location)


def by_script() -> bool:
    """Whether a script sends this form, or follows where that has led."""
    return request.headers.get("X-Requested-With") == "script"


def _add_location(response: Response) -> Response:
    """A page with its address; in the place of a redirect that ``fetch`` cannot follow, 204 and where it leads."""
    if not by_script():
        return response
    if response.status_code == 303:
        target = urlsplit(response.headers["Location"])
        if target.fragment or target.scheme or target.netloc:
            response.status_code = 204
            response.set_data(b"")
    elif request.method == "GET" and response.status_code == 200 and response.mimetype == "text/html":
        path = request.full_path if request.query_string else request.path
        response.headers["Content-Location"] = iri_to_uri(request.script_root + path)
    return response
