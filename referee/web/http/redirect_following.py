"""Answer a form that a script sends with the page that its redirect leads to.

A browser that is redirected asks again, which on a slow network costs as much as the form did. The application makes
the page itself in a second run once the first is committed: the page that the browser would get, cookies included.
"""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from typing import Any
from urllib.parse import unquote_to_bytes, urlsplit

from flask import Flask
from werkzeug.wrappers import Response

Environ = dict[str, Any]
OF_THE_FORM = ("CONTENT_LENGTH", "CONTENT_TYPE", "HTTP_X_REQUESTED_WITH")
GONE = ("Max-Age=0", "Expires=Thu, 01 Jan 1970")


def init_app(app: Flask) -> None:
    ask = app.wsgi_app

    def answer(environ: Environ, start: Any) -> Iterable[bytes]:
        if environ["REQUEST_METHOD"] != "POST" or environ.get("HTTP_X_REQUESTED_WITH") != "script":
            return ask(environ, start)
        response = Response.from_app(ask, environ, buffered=True)
        return (_followed(ask, environ, response) if response.status_code == 303 else response)(environ, start)

    app.wsgi_app = answer  # type: ignore[method-assign, assignment]


def _followed(ask: Any, environ: Environ, response: Response) -> Response:
    """The page that a redirect leads to, with its address; where it is no page of ours, 204 and the address."""
    address, cookies = response.headers["Location"], response.headers.getlist("Set-Cookie")
    target, root = urlsplit(address), environ.get("SCRIPT_NAME", "")
    if not target.scheme and not target.netloc and target.path.startswith(f"{root}/"):
        page_environ = {name: value for name, value in environ.items() if name not in OF_THE_FORM}
        page_environ["REQUEST_METHOD"], page_environ["wsgi.input"] = "GET", BytesIO()
        page_environ["PATH_INFO"] = unquote_to_bytes(target.path[len(root) :]).decode("latin-1")
        page_environ["QUERY_STRING"] = target.query
        page_environ["HTTP_COOKIE"] = _cookies_after(environ.get("HTTP_COOKIE", ""), cookies)
        page = Response.from_app(ask, page_environ, buffered=True)
        if page.status_code == 200 and page.mimetype == "text/html":
            names = {line.partition("=")[0] for line in page.headers.getlist("Set-Cookie")}
            for line in cookies:
                if line.partition("=")[0] not in names:
                    page.headers.add("Set-Cookie", line)
            page.headers["Content-Location"] = address
            return page
    response.status_code = 204
    response.set_data(b"")
    return response


def _cookies_after(sent: str, cookies: list[str]) -> str:
    """The cookies that the browser would send after this answer."""
    pairs = dict(pair.strip().partition("=")[::2] for pair in sent.split(";") if pair.strip())
    for line in cookies:
        name, _, value = line.partition(";")[0].partition("=")
        pairs[name] = value
        if any(gone in line for gone in GONE):
            del pairs[name]
    return "; ".join(f"{name}={value}" for name, value in pairs.items())
