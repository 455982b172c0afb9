"""The answer of an error: to a person a page with a sentence, to a program ``application/problem+json`` (RFC 9457)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from flask import Response, render_template, request

from referee.web.rendering.page_language import localize
from referee.words import Text

PROGRAMS = "/api/"
"""The beginning of the addresses of programs."""
PROBLEM = "application/problem+json"

ErrorAnswer = tuple[str | Response, int]


def asks_for_program() -> bool:
    return request.path.startswith(PROGRAMS)


def error_answer(sentence: Text, status: int) -> ErrorAnswer:
    if asks_for_program():
        return problem(sentence, status), status
    return render_template("error.html", sentence=sentence), status


def problem(sentence: Text, status: int, more: Mapping[str, Any] = {}) -> Response:
    """A problem of this status with the sentence as its detail; ``more``: its further members."""
    head = {"type": "about:blank", "title": HTTPStatus(status).phrase, "status": status, "detail": localize(sentence)}
    return Response(json.dumps({**head, **more}), status, content_type=PROBLEM)
