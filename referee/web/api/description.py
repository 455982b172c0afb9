"""The OpenAPI 3.1 document of ``/api/v1``, made by SpecTree from the views' own declarations, and a page that shows it.

SpecTree only describes: what comes is judged by the rules themselves, and what a program is told is a problem.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from typing import Any, TypeVar

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue
from spectree import Response, SpecTree
from spectree.model_adapter.msgspec_adapter import MsgspecModelAdapter

from referee.web.api.example_program import example_program
from referee.web.api.json_messages import json_answer
from referee.web.api.models import Problem, Violations
from referee.web.api.reference_rows import operation_rows, schema_rows
from referee.web.http.error_answers import PROBLEM
from referee.web.rendering.page_language import language
from referee.words import Text, say

pages = Blueprint("api_reference", __name__)
View = TypeVar("View", bound=Callable[..., Any])
VERSION = "1"
JSON, CSV = "application/json", "text/csv"
TOKEN = "bearer"
FOR_ALL, FOR_MEMBERS = (429, 503), (401, 404, 429, 503)
"""The statuses of errors that an operation of nobody's and one of a club may have beside 400 and its own."""
WRITING = (403, 413, 422, 507)
SUMMARIES: dict[str, Text] = {}
"""By operation id."""
SENTENCES: Mapping[str, Text] = {
    "200": say("voici"),
    "201": say("c'est noté"),
    "400": say("la demande n'est pas comprise"),
    "401": say("il manque un jeton qui ouvre encore"),
    "403": say("ce jeton lit seulement"),
    "404": say("rien de ce nom pour cette table"),
    "409": say("la partie a changé, ou cette clé a servi à autre chose"),
    "412": say("la partie n'est plus celle de If-Match"),
    "413": say("c'est trop long"),
    "422": say("les règles disent non"),
    "429": say("trop d'essais d'un coup"),
    "503": say("à réessayer dans un instant"),
    "507": say("la place manque"),
}
"""What each status means."""


class Answers(Response):
    """The answers of an operation: one that is good, of this type and media type, else a problem."""

    def __init__(self, status: int, model: Any, *errors: int, media: str = JSON) -> None:
        problems = {f"HTTP_{error}": Violations if error == 422 else Problem for error in errors}
        super().__init__(**{f"HTTP_{status}": model, **problems})
        self.needs_token = 401 in errors
        self._media = media

    def generate_spec(self, naming_strategy: Callable[[type], str] = lambda model: model.__name__) -> dict[str, Any]:
        answers = super().generate_spec(naming_strategy)
        for status, answer in answers.items():
            (schema,) = answer["content"].values()
            answer["content"] = {self._media if status < "400" else PROBLEM: schema}
        return dict(sorted(answers.items()))


_ADAPTER: Any = MsgspecModelAdapter()  # narrower than the protocol it is typed with
SPEC = SpecTree(
    "flask",
    mode="strict",
    annotations=False,
    title="Referee",
    version=VERSION,
    security_schemes=[{"name": TOKEN, "data": {"type": "http", "scheme": "bearer"}}],
    naming_strategy=lambda model: model.__name__,
    nested_naming_strategy=lambda _parent, child: child,
    validation_error_status=400,
    validation_error_model=Problem,
    model_adapter=_ADAPTER,
)


def operation(
    summary: Text, answers: Answers, *, body: type | None = None, query: type | None = None, headers: type | None = None
) -> Callable[[View], View]:
    """Describe a view; an operation that may answer 401 needs a token."""

    def describe(view: View) -> View:
        SUMMARIES[view.__name__] = summary
        described: View = SPEC.validate(
            json=body,
            query=query,
            headers=headers,
            resp=answers,
            security={TOKEN: []} if answers.needs_token else None,
            operation_id=view.__name__,
            skip_validation=True,
        )(view)
        return described

    return describe


def document(in_language: str) -> dict[str, Any]:
    """The document with the summaries in this language."""
    value: dict[str, Any] = deepcopy(SPEC.spec)
    for operations in value["paths"].values():
        for described in operations.values():
            described["summary"] = SUMMARIES[described["operationId"]].render(in_language)
            for status, answer in described["responses"].items():
                answer["description"] = SENTENCES[status].render(in_language)
    return value


@pages.get("/api/v1/openapi.json")
def openapi() -> ResponseReturnValue:
    return json_answer(document(language()))


@pages.get("/api")
def show() -> ResponseReturnValue:
    """The document as a page."""
    value = document(language())
    return render_template(
        "api/reference.html",
        operations=operation_rows(value),
        schemas=schema_rows(value),
        standard=f"OpenAPI {value['openapi']}",
        header="Authorization: Bearer …",
        problem=Problem.__name__,
        program=example_program(),
        program_settings=("REFEREE_URL", "REFEREE_TOKEN"),
    )
