"""The environment of the templates."""

from __future__ import annotations

import re
from collections.abc import MutableMapping
from typing import Any

from flask.templating import Environment

INDENT = re.compile(r"^[ \t]+", re.MULTILINE)


class TemplateEnvironment(Environment):
    """Templates share its globals as they are.

    Jinja gives each a chain over them, which it goes through, one name after another, at every import of a page.
    """

    def preprocess(self, source: str, name: str | None = None, filename: str | None = None) -> str:
        """A template with one space for what a line is indented by: these spaces were a third of a long page.

        One stays, for the line break before it goes where a tag of Jinja ends a line.
        """
        return INDENT.sub(" ", super().preprocess(source, name, filename))

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return super().make_globals(d) if d else self.globals
