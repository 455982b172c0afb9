"""JSON as a database holds it, read so that it can be written again."""

from __future__ import annotations

import json
from typing import Any


def read_stored(raw: str | bytes) -> Any:
    """The value; half a character, which older versions let in and UTF-8 cannot write, is read as U+FFFD."""
    value = json.loads(raw)
    if (b"\\ud" if isinstance(raw, bytes) else "\\ud") in raw:  # type: ignore[operator]
        text = json.dumps(value, ensure_ascii=False)
        try:
            text.encode()
        except UnicodeEncodeError:
            return json.loads(text.encode("utf-16", "surrogatepass").decode("utf-16", "replace"))
    return value
