"""Icons of one line; they say nothing that no word beside them says."""

from __future__ import annotations

from functools import lru_cache

from markupsafe import Markup

PATHS = {
    "home": "M3 11.5 12 4l9 7.5M5.5 9.5V20h13V9.5",
    "play": "M4.5 5h9v13h-9zM13.5 8.5l5.5 1.5-3 10.5-6-1.6",
    "sheet": "M4 20V4M4 20h16M7.5 15l4-5 3.5 3 5-7",
    "referee": "M12 4v16M7 20h10M5 7h14M5 7l-3 7h6zM19 7l-3 7h6z",
    "rules": (
        "M12 6.5C10 4.8 7 4.5 3.5 5v13c3.5-.5 6.5-.2 8.5 1.5 2-1.7 5-2 8.5-1.5V5C17 4.5 14 4.8 12 6.5zM12 6.5V19"
    ),
    "evenings": "M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z",
    "share": "M12 15V4M8 8l4-4 4 4M5 12v8h14v-8",
    "undo": "M9 14 4.5 9.5 9 5M4.5 9.5H14a5.5 5.5 0 0 1 0 11h-4",
    "note": "M4 20l1-4L16 5l3 3L8 19zM14 7l3 3",
    "penalty": "M6 21V4h12l-2.5 4L18 12H6",
    "people": (
        "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20c0-4 3-6 6.5-6s6.5 2 6.5 6"
        "M16 4.5a3.5 3.5 0 0 1 0 6.5M18 14.5c2.2.8 3.5 2.7 3.5 5.5"
    ),
    "swap": "M4 8h14M14.5 4.5 18 8l-3.5 3.5M20 16H6M9.5 12.5 6 16l3.5 3.5",
    "deal": "M8 4h11v15H8zM5 7v15h11",
    "plus": "M12 4v16M4 12h16",
    "send": "M4 12 20 4l-5 16-4-6.5z",
    "more": (
        "M4.5 12a.7.7 0 1 0 1.4 0 .7.7 0 1 0-1.4 0M11.3 12a.7.7 0 1 0 1.4 0 .7.7 0 1 0-1.4 0"
        "M18.1 12a.7.7 0 1 0 1.4 0 .7.7 0 1 0-1.4 0"
    ),
    "stop": "M6 6h12v12H6z",
    "log": "M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01",
    "table": "M3.5 5h17v11h-17zM9 20h6M12 16v4",
    "delete": "M5 7h14M10 7V4.5h4V7M7 7l1 13h8l1-13",
    "up": "M6 14.5 12 8l6 6.5",
    "down": "M6 9.5 12 16l6-6.5",
}
"""The path of each drawing, 24 units wide and high."""


@lru_cache
def icon(name: str) -> Markup:
    """An icon as inline SVG, in the colour of the words beside it; made once, a page has two dozen."""
    drawing = Markup('<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="%s"/></svg>')
    return drawing % PATHS[name]
