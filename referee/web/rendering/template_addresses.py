"""What templates ask for again and again: the addresses of pages, and what some macros make, each made once."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from typing import Any

from flask import Flask, request
from jinja2.runtime import Macro
from markupsafe import Markup

from referee.web.rendering.page_language import language
from referee.web.rendering.single_flight_cache import MadeOnce


def init_app(app: Flask) -> None:
    address_of = _address_of(app)
    app.jinja_env.globals.update(
        url_for=address_of, asset=lambda name: address_of("static", filename=name), made_once=_made_once
    )


MARKUP = MadeOnce[Markup](most=2000, seconds=3600)


def _made_once(macro: Macro, arguments: Sequence[Any], key: Hashable) -> Markup:
    """What a macro makes of these arguments, in this language; ``key`` names all that it depends on."""
    return MARKUP.get((macro.name, language(), request.script_root, key), lambda: Markup(macro(*arguments)))


def _address_of(app: Flask) -> Callable[..., str]:
    """What gives the address of a page as ``url_for`` does."""

    @lru_cache(maxsize=4096)
    def made(_script_root: str, endpoint: str, values: tuple[tuple[str, Any], ...]) -> str:
        return app.url_for(endpoint, **dict(values))

    def address_of(endpoint: str, /, **values: Any) -> str:
        whole = f"{request.blueprint or ''}{endpoint}" if endpoint.startswith(".") else endpoint
        return made(request.script_root, whole, tuple(values.items()))

    return address_of
