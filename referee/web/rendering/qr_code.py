"""A QR code as inline SVG."""

from __future__ import annotations

from functools import lru_cache

from markupsafe import Markup


@lru_cache(maxsize=32)
def qr_code(text: str, error: str = "m") -> Markup:
    """The code of a text on a white ground, without a size of its own; ``error``: the level of its correction."""
    import segno  # rarely needed

    drawn = segno.make(text, error=error, micro=False, boost_error=False)
    return Markup(drawn.svg_inline(scale=1, border=4, svgclass="qr", lineclass=None, omitsize=True, light="#fff"))
