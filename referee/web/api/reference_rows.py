"""The OpenAPI document as the rows of the page that shows it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.words import Text, say

FOR_ALL, WITH_TOKEN, WITH_KEEPERS_TOKEN = say("pour tous"), say("avec un jeton"), say("avec un jeton qui note")
SENT, ANSWERED = say("envoyé"), say("répondu")
PLACES = {"header": say("en-tête"), "path": say("chemin")}
IN_ADDRESS = say("adresse")
Document = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ParameterRow:
    """A parameter of an operation: where it stands, and its type."""

    name: str
    place: Text
    type: str


@dataclass(frozen=True, slots=True)
class SchemaLink:
    """The name of a value that is sent or answered."""

    words: Text
    name: str


@dataclass(frozen=True, slots=True)
class OperationRow:
    """An operation: its request, who may send it, what it takes and what it answers, by status."""

    id: str
    summary: str
    request: str
    access: Text
    parameters: Sequence[ParameterRow]
    answers: Mapping[str, str]
    links: Sequence[SchemaLink]


@dataclass(frozen=True, slots=True)
class PartRow:
    """A member of a value: its key, its schema, and whether it may be missing."""

    key: str
    schema: Document
    optional: bool


@dataclass(frozen=True, slots=True)
class SchemaRow:
    """A value: its members, or its schema where it has none."""

    name: str
    parts: Sequence[PartRow]
    schema: Document


def operation_rows(document: Document) -> list[OperationRow]:
    return [
        _operation_row(path, method, operation)
        for path, operations in document["paths"].items()
        for method, operation in operations.items()
    ]


def _operation_row(path: str, method: str, operation: Document) -> OperationRow:
    parameters = [
        ParameterRow(parameter["name"], PLACES.get(parameter["in"], IN_ADDRESS), parameter["schema"].get("type", ""))
        for parameter in operation.get("parameters", ())
    ]
    return OperationRow(
        operation["operationId"],
        operation["summary"],
        f"{method.upper()} {path}",
        _access(operation),
        parameters,
        {status: answer["description"] for status, answer in operation["responses"].items()},
        list(_links(operation)),
    )


def _access(operation: Document) -> Text:
    if not operation.get("security"):
        return FOR_ALL
    return WITH_KEEPERS_TOKEN if "403" in operation["responses"] else WITH_TOKEN


def _links(operation: Document) -> Iterator[SchemaLink]:
    if "requestBody" in operation:
        yield from _links_in(SENT, operation["requestBody"])
    for status, answer in operation["responses"].items():
        if status < "300":
            yield from _links_in(ANSWERED, answer)


def _links_in(words: Text, part: Document) -> Iterator[SchemaLink]:
    for content in part.get("content", {}).values():
        yield SchemaLink(words, content["schema"].get("$ref", "").rpartition("/")[2])


def schema_rows(document: Document) -> list[SchemaRow]:
    return [
        SchemaRow(
            name, [PartRow(key, part, key not in schema.get("required", ())) for key, part in _members(schema)], schema
        )
        for name, schema in document["components"]["schemas"].items()
    ]


def _members(schema: Document) -> list[tuple[str, Document]]:
    return list(schema.get("properties", {}).items())
