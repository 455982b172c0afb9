"""Headers of every answer: a content policy without inline scripts, styles or third parties; https stays https."""

from __future__ import annotations

from flask import Flask, Response, g, request

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self';"
    " worker-src 'self'; font-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none';"
    " frame-ancestors 'none'"
)
FRAMED = POLICY.replace("frame-ancestors 'none'", "frame-ancestors 'self'")
"""The same in a phone, where the shell, of this origin, frames every page."""
SHELL = FRAMED.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'").replace(
    "frame-ancestors 'self'", "frame-src 'self'; frame-ancestors 'none'"
)
"""The policy of the files at ``/phone/``: the shell frames the pages, and its workers compile Python."""
NO_PAGES = ("text/css", "text/javascript", "application/javascript", "font/woff2")
"""Types that no browser shows as a page: they carry no policy."""
ONE_YEAR = "max-age=31536000"


def init_app(app: Flask) -> None:
    in_phone = app.config["PHONE"]
    policy = FRAMED if in_phone else POLICY

    @app.after_request
    def add(response: Response) -> Response:
        response.headers["X-Content-Type-Options"] = "nosniff"
        if request.is_secure and not in_phone:
            response.headers["Strict-Transport-Security"] = ONE_YEAR
        if "phone_file" in g:
            response.headers["Content-Security-Policy"] = SHELL
            response.headers["Referrer-Policy"] = "same-origin"
            return response
        if request.endpoint != "static" or response.mimetype not in NO_PAGES:
            response.headers["Content-Security-Policy"] = policy
            response.headers["Referrer-Policy"] = "same-origin"
            if not in_phone:
                response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
        if request.endpoint == "static" and response.status_code in (200, 206, 304):
            # The address carries a digest of the content: other content has another address.
            response.headers["Cache-Control"] = f"public, {ONE_YEAR}, immutable"
        else:
            if "private" not in response.headers.get("Cache-Control", ""):
                response.headers["Cache-Control"] = "no-store"
            response.headers.add("Vary", "Cookie, Accept-Language")
        return response
