"""The emblem of each game: a drawing that its own folder holds, put into a page as it is."""

from __future__ import annotations

from functools import lru_cache
from importlib import resources

from markupsafe import Markup

from referee.games.registry import package_of

OPENING = "<svg "


@lru_cache
def emblem(game_id: str) -> Markup:
    """The emblem of a game as inline SVG, 48 units wide and high; its classes take the colours of the page."""
    drawing = (resources.files(package_of(game_id)) / "emblem.svg").read_text("utf-8").strip()
    return Markup(drawing.replace(OPENING, f'{OPENING}class="emblem" aria-hidden="true" ', 1))
