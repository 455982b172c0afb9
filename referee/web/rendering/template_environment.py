"""The environment of the templates."""

from __future__ import annotations

from collections.abc import MutableMapping
from typing import Any

from flask.templating import Environment


class TemplateEnvironment(Environment):
    """Templates share its globals as they are.

    Jinja gives each a chain over them, which it goes through, one name after another, at every import of a page.
    """

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return super().make_globals(d) if d else self.globals
