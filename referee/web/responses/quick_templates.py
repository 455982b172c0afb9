"""Addresses and macros as templates ask for them, the same ones again and again: made once, and called directly."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from types import FunctionType, MethodType
from typing import Any

from flask import Flask, request
from jinja2 import Template
from jinja2.environment import TemplateModule
from jinja2.runtime import Context, Macro
from markupsafe import Markup

from referee.web.responses.made_once import MadeOnce
from referee.web.responses.page_language import language


def init_app(app: Flask) -> None:
    app.jinja_env.template_class = SharedTemplate
    app.jinja_env.context_class = DirectContext
    address_of = _address_of(app)
    app.jinja_env.globals.update(
        url_for=address_of, asset=lambda name: address_of("static", filename=name), made_once=_made_once
    )


class SharedTemplate(Template):
    """A template whose macros are made once, where they are imported without context: all templates know the same."""

    def _get_default_module(self, ctx: Context | None = None) -> TemplateModule:
        return super()._get_default_module()


CALLED_AS_THEY_ARE = frozenset({Macro, FunctionType, MethodType})


class DirectContext(Context):
    """What a template knows. A macro or a function that asks for nothing of it is called without asking what it needs.

    Every template escapes what it shows (``select_jinja_autoescape``): a macro need not be told so by who calls it.
    """

    def call(self, called: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        if type(called) not in CALLED_AS_THEY_ARE or hasattr(called, "jinja_pass_arg"):
            return super().call(called, *args, **kwargs)
        kwargs.pop("_block_vars", None)
        kwargs.pop("_loop_vars", None)
        return called(*args, **kwargs)


MARKUP = MadeOnce[Markup](most=2000, seconds=3600)


def _made_once(macro: Callable[..., Markup], arguments: Sequence[Any], key: Hashable) -> Markup:
    """What a macro makes of these arguments, in this language; ``key`` names all of them that it depends on."""
    return MARKUP.get((macro, language(), request.script_root, key), lambda: macro(*arguments))


def _address_of(app: Flask) -> Callable[..., str]:
    """What gives the address of a page as ``url_for`` does."""

    @lru_cache(maxsize=4096)
    def made(_script_root: str, endpoint: str, values: tuple[tuple[str, Any], ...]) -> str:
        return app.url_for(endpoint, **dict(values))

    def address_of(endpoint: str, /, **values: Any) -> str:
        whole = f"{request.blueprint or ''}{endpoint}" if endpoint.startswith(".") else endpoint
        return made(request.script_root, whole, tuple(values.items()))

    return address_of
