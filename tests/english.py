"""The English of the catalogue as it stands in ``referee/words/en/*.po``, and the one file compiled from them."""

from __future__ import annotations

import ast
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

Sentences = dict[str, str | None]
"""French sentences, each with its plural where it has one."""


class Whole(Catalog):
    """All fragments in one; its head names no day and no tool, so that equal words give equal bytes."""

    mime_headers = [
        ("Language", "en"),
        ("MIME-Version", "1.0"),
        ("Content-Type", "text/plain; charset=utf-8"),
        ("Content-Transfer-Encoding", "8bit"),
        ("Plural-Forms", "nplurals=2; plural=(n != 1);"),
    ]


@cache
def sentences(module: Path) -> Sentences:
    """What a module marks with ``say`` and ``say_n``, read from its source."""
    found: Sentences = {}
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("say", "say_n"):
            texts = [argument.value for argument in node.args[:2] if isinstance(argument, ast.Constant)]
            wanted = 1 if node.func.id == "say" else 2
            assert len(texts) >= wanted, f"{module.name}:{node.lineno}: only literal sentences can be extracted"
            found[texts[0]] = found.get(texts[0]) or (texts[1] if wanted == 2 else None)
    return found


@cache
def catalogues() -> dict[str, Catalog]:
    """Every fragment by the name of its file."""
    found = {}
    for path in sorted(ENGLISH.glob("*.po")):
        with path.open("rb") as stream:
            found[path.name] = read_po(stream, locale="en", abort_invalid=True)
    return found


@cache
def english() -> dict[str, tuple[str, ...]]:
    """French sentence to its English: one form, or singular and plural."""
    found: dict[str, tuple[str, ...]] = {}
    for catalogue in catalogues().values():
        for message in catalogue:
            if message.id:
                key = message.id if isinstance(message.id, str) else message.id[0]
                found[key] = (message.string,) if isinstance(message.string, str) else tuple(message.string)
    return found


@cache
def compiled_bytes() -> bytes:
    """What the compiled catalogue holds: every fragment in one, in the order of the sentences."""
    whole = Whole(locale="en")
    for catalogue in catalogues().values():
        for message in catalogue:
            if message.id:
                whole.add(message.id, message.string)
    stream = io.BytesIO()
    write_mo(stream, whole)
    return stream.getvalue()
