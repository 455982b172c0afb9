"""The style sheets of a page, named in a header of its answer: a browser asks for them as soon as it hears of the page.

The sheets are all that the first paint waits for, and a browser that reads the page first asks for them together with
the scripts, which then share a slow line with them. The typeface is named in no head at all: on a slow line a browser
that is told of it paints a tenth of a second later, and without it shows the words first in one of its own.
"""

from __future__ import annotations

import re

from flask import Flask, Response

from referee.web.http.script_requests import by_script

STYLES = re.compile(rb'<link rel="stylesheet" href="([^"<>]+)">')
"""A sheet that a screen needs; one with a medium waits."""


def init_app(app: Flask) -> None:
    app.after_request(_add_preloads)


def _add_preloads(response: Response) -> Response:
    """A page with its sheets; a script that asks for it has them already."""
    if response.mimetype == "text/html" and not response.is_streamed and not by_script():
        head, _, _ = response.get_data().partition(b"</head>")
        sheets = [address.decode() for address in STYLES.findall(head)]
        if sheets:
            response.headers["Link"] = ", ".join(f"<{address}>; rel=preload; as=style" for address in sheets)
    return response
