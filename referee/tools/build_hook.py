"""Compiles the English sentences before the package is built, or installed from here: git holds only their sources."""

from __future__ import annotations

import sys
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledSentences(BuildHookInterface[Any]):
    """The one hook of the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        sys.path.insert(0, self.root)
        from referee.tools.compile_english import compile_catalogue

        compile_catalogue()
