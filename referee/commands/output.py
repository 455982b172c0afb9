"""The output that commands share: JSON, errors and a progress bar."""

from __future__ import annotations

import json
import os
import sys
import time

from referee.words import Text

WIDTH = 30
PAUSE = 0.1
"""Seconds between two updates of the bar."""
LINE_PAUSE = 10
"""Seconds between two lines where no terminal shows a bar; what takes less time prints none."""


def print_json(value: object) -> None:
    print(json.dumps(value, ensure_ascii=False, indent=2))


def complain(sentence: Text | str, language: str) -> None:
    """Print an error on standard error."""
    print(f"referee: {sentence if isinstance(sentence, str) else sentence.render(language)}", file=sys.stderr)


def speak_utf8() -> None:
    """Print UTF-8 on any terminal; a closed stream leads nowhere."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


class Bar:
    """The progress on standard error: a bar in a terminal, cleared at the end; elsewhere a line now and then."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._seen = sys.stderr.isatty()
        self._drawn = 0.0 if self._seen else time.monotonic()

    def __call__(self, done: int, of: int) -> None:
        moment, percent = time.monotonic(), f"{100 * done // max(of, 1)} %"
        if not self._seen:
            if moment - self._drawn >= LINE_PAUSE:
                self._drawn = moment
                print(f"{self._what} {percent} ({done}/{of})", file=sys.stderr, flush=True)
            return
        if moment - self._drawn < PAUSE and done < of:
            return
        self._drawn = moment
        filled = WIDTH * done // max(of, 1)
        line = f"{self._what} [{'█' * filled}{' ' * (WIDTH - filled)}] {percent}"
        print(f"\r{line}\x1b[K", end="", file=sys.stderr, flush=True)

    def __enter__(self) -> Bar:
        return self

    def __exit__(self, *_error: object) -> None:
        if self._seen:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
