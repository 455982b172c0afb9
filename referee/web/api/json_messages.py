"""What a program sends, read strictly, and what it is answered."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, TypeVar

from flask import Response, request
from msgspec import UnsetType, ValidationError, convert, to_builtins

from referee.answers.violation import Violation
from referee.matches.sheet_json import violations_value
from referee.matches.strict_json import UnreadableJson, parse
from referee.web.http.client_key import LONGEST_KEY
from referee.web.http.error_answers import problem
from referee.web.rendering.page_language import language
from referee.words import Text, say

Model = TypeVar("Model")
Value = TypeVar("Value")
KEY = re.compile(rf"[!-~]{{1,{LONGEST_KEY}}}")
NOT_UNDERSTOOD = say("Cette demande n'a pas été comprise.")
BREAKS_RULES = say("Les règles disent non.")


class RequestRefused(Exception):
    """A request that is answered with a problem; ``more``: its further members."""

    def __init__(self, sentence: Text, status: int, **more: Any) -> None:
        super().__init__(status)
        self.sentence, self.status, self.more = sentence, status, more


def not_understood(why: str) -> RequestRefused:
    return RequestRefused(NOT_UNDERSTOOD, 400, why=why)


def refusal(error: RequestRefused) -> Response:
    return problem(error.sentence, error.status, error.more)


def broken_rules(violations: Iterable[Violation], entry: int | None) -> RequestRefused:
    """422 with the members of ``referee-violations/1``."""
    return RequestRefused(BREAKS_RULES, 422, **violations_value(violations, entry, language()))


def json_answer(value: Any, status: int = 200, headers: Mapping[str, str] = {}) -> Response:
    text = json.dumps(to_builtins(value, enc_hook=_builtin_of))
    return Response(text, status, headers, content_type="application/json")


def _builtin_of(value: Any) -> Any:
    """A moment that cannot be read is a subclass of ``datetime``, which msgspec does not take."""
    if isinstance(value, datetime):
        return value.isoformat()
    raise NotImplementedError(type(value))


def body_value() -> Any:
    """The JSON value that was sent; raises Refused."""
    try:
        value = parse(request.get_data(), finite=True)
        json.dumps(value, ensure_ascii=False).encode()  # half a character is none, and no database keeps it
    except UnreadableJson as error:
        raise not_understood(error.render(language())) from None
    except UnicodeEncodeError:
        raise not_understood("surrogate") from None
    return value


def body_of(model: type[Model]) -> Model:
    """The JSON value that was sent, of this type; raises Refused."""
    try:
        return convert(body_value(), model)
    except ValidationError as error:
        raise not_understood(str(error)) from None


def query_of(model: type[Model]) -> Model:
    """The values of the address, of this type; raises Refused."""
    try:
        return convert(request.args.to_dict(), model, strict=False)
    except ValidationError as error:
        raise not_understood(str(error)) from None


def value_or_none(value: Value | UnsetType) -> Value | None:
    return None if isinstance(value, UnsetType) else value


def idempotency_key() -> str | None:
    """The key by which a program sends the same again, the log's client key; raises Refused."""
    raw = request.headers.get("Idempotency-Key")
    if raw is None:
        return None
    key = raw[1:-1] if len(raw) > 2 and raw[0] == raw[-1] == '"' else raw
    if not KEY.fullmatch(key):
        raise not_understood("Idempotency-Key")
    return key
