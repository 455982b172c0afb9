"""Compile the English fragments of the catalogue to one file: ``python -m referee.tools.compile_english``.

make runs it after a change of a fragment, and ``build_hook.py`` before the package is built.
"""

from __future__ import annotations

import io
from functools import cache
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

import referee

PACKAGE = Path(referee.__file__).parent
ENGLISH = PACKAGE / "words" / "en"
COMPILED = ENGLISH / "LC_MESSAGES" / "messages.mo"


class WholeCatalog(Catalog):
    """The catalogue of all fragments; its head has no date and no tool, so that equal words give equal bytes."""

    mime_headers = [
        ("Language", "en"),
        ("MIME-Version", "1.0"),
        ("Content-Type", "text/plain; charset=utf-8"),
        ("Content-Transfer-Encoding", "8bit"),
        ("Plural-Forms", "nplurals=2; plural=(n != 1);"),
    ]


@cache
def catalogues() -> dict[str, Catalog]:
    fragments = {}
    for path in (*sorted(ENGLISH.glob("*.po")), *sorted((PACKAGE / "games").glob("*/words.en.po"))):
        with path.open("rb") as stream:
            fragments[path.relative_to(PACKAGE.parent).as_posix()] = read_po(stream, locale="en", abort_invalid=True)
    return fragments


@cache
def compiled_bytes() -> bytes:
    whole = WholeCatalog(locale="en")
    for catalogue in catalogues().values():
        for message in catalogue:
            if message.id:
                whole.add(message.id, message.string)
    stream = io.BytesIO()
    write_mo(stream, whole)
    return stream.getvalue()


def compile_catalogue() -> None:
    """Write the compiled catalogue even if it is the same: it is then newer than the fragments."""
    COMPILED.parent.mkdir(exist_ok=True)
    COMPILED.write_bytes(compiled_bytes())


if __name__ == "__main__":
    compile_catalogue()
