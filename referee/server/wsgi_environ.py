"""The WSGI environment of a request, made of what an ASGI server says of it."""

from __future__ import annotations

import sys
from typing import Any
from urllib.parse import unquote_to_bytes

from referee.server.asgi_types import Scope

FORWARDED = "HTTP_X_FORWARDED_"


def environment(scope: Scope) -> dict[str, Any]:
    """All but the body."""
    server, client = scope["server"] or ("", 0), scope["client"] or ("", 0)
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1]),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": client[0],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    for raw_name, raw_value in scope["headers"]:
        if b"_" not in raw_name:  # another header would have the same name in here
            name, value = raw_name.decode("latin-1").upper().replace("-", "_"), raw_value.decode("latin-1")
            key = name if name in ("CONTENT_LENGTH", "CONTENT_TYPE") else f"HTTP_{name}"
            between = "; " if key == "HTTP_COOKIE" else ","
            environ[key] = f"{environ[key]}{between}{value}" if key in environ else value
    return environ


def take_forwarded(environ: dict[str, Any], believed: bool) -> None:
    """What a proxy says of its client takes the place of what is known of the proxy; of nobody else is it believed."""
    said = {key[len(FORWARDED) :]: environ.pop(key) for key in list(environ) if key.startswith(FORWARDED)}
    if believed:
        client, scheme, host = (said.get(key, "").rpartition(",")[2].strip() for key in ("FOR", "PROTO", "HOST"))
        environ["REMOTE_ADDR"] = client or environ["REMOTE_ADDR"]
        environ["wsgi.url_scheme"] = scheme if scheme in ("http", "https") else environ["wsgi.url_scheme"]
        if host:
            environ["HTTP_HOST"] = host
