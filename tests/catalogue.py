"""The catalogue held together: every sentence said in code and templates has one English, and no English is idle.

``python -m tests.catalogue`` (``make words``) extracts the sentences with Babel, compares them with the fragments
``referee/words/en/*.po``, prints what is wrong (what is missing as entries to fill in) and compiles the fragments into
``messages.mo``; with ``--check`` it writes nothing and also says whether that file is up to date. Exit status 1 if
anything is wrong.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from babel.messages.extract import extract_from_file

from tests.english import COMPILED, ENGLISH, PACKAGE, catalogues, compiled_bytes

__all__ = ["Said", "contradictory", "main", "misfits", "missing", "said", "stale", "unsafe", "unused"]

ROOT = PACKAGE.parent
TEMPLATES = ROOT / "templates"
KEYWORDS = {"say": None, "say_n": (1, 2), "_": None, "gettext": None, "ngettext": (1, 2)}
PLACEHOLDER = re.compile(r"%\((\w+)\)s")
NUMBERS = {"n", "num"}
"""The placeholders of the number itself: a singular may spell it out ("passe un tour")."""


@dataclass(frozen=True, slots=True)
class Said:
    """A French sentence where it is said; ``plural`` None where it depends on no number."""

    one: str
    plural: str | None
    place: str

    @property
    def in_template(self) -> bool:
        return self.place.startswith("templates/")


@cache
def said() -> tuple[Said, ...]:
    """Every sentence marked for the catalogue, in the order of the files."""
    return (*_extracted(PACKAGE.rglob("*.py"), "python"), *_extracted(TEMPLATES.rglob("*.html"), "jinja2"))


def missing() -> list[Said]:
    """Sentences without English, each once."""
    whole = {one: forms for one, _, forms, _ in _translated() if all(form.strip() for form in forms)}
    wanting = {one.one: one for one in reversed(said()) if len(whole.get(one.one, ())) != (2 if one.plural else 1)}
    return list(reversed(wanting.values()))


def unused() -> list[str]:
    """English of sentences that nobody says any more."""
    known = {(one.one, one.plural) for one in said()}
    return [f"{name}: {one}" for one, plural, _, name in _translated() if (one, plural) not in known]


def contradictory() -> list[str]:
    """Sentences translated in two ways or twice in one fragment, and sentences said both with and without a plural."""
    wrong = []
    forms: dict[str, dict[tuple[str, ...], str]] = {}
    for one, _, english, name in _translated():
        forms.setdefault(one, {}).setdefault(english, name)
    for one, ways in forms.items():
        if len(ways) > 1:
            wrong.append(f"{one}: " + " / ".join(f"{english[0]} ({name})" for english, name in ways.items()))
    for name, catalogue in catalogues().items():
        entries = re.findall(r"^msgid ", (ENGLISH / name).read_text(encoding="utf-8"), re.MULTILINE)
        if len(entries) != len(list(catalogue)):
            wrong.append(f"{name}: a sentence stands in it twice")
    plurals: dict[str, dict[str | None, str]] = {}
    for sentence in said():
        plurals.setdefault(sentence.one, {}).setdefault(sentence.plural, sentence.place)
    wrong.extend(
        f"{one}: with and without a plural ({', '.join(places.values())})"
        for one, places in plurals.items()
        if len(places) > 1
    )
    return wrong


def misfits() -> list[str]:
    """Sentences whose English has other placeholders, or a percent sign that stands for nothing."""
    wrong = []
    for one, plural, forms, name in _translated():
        french = [one, plural] if plural else [one]
        wanted = {placeholder for form in french for placeholder in PLACEHOLDER.findall(form)}
        may_lack = NUMBERS if plural else set()
        for form in filter(None, forms):
            found = set(PLACEHOLDER.findall(form))
            if not found <= wanted or not wanted - found <= may_lack:
                wrong.append(f"{name}: {one}: {form}")
        wrong.extend(f"{name}: a stray %: {form}" for form in (*french, *forms) if _has_stray(form))
    return wrong


def _has_stray(form: str) -> bool:
    return "%" in PLACEHOLDER.sub("", form).replace("%%", "")


def unsafe() -> list[str]:
    """Sentences of templates, in either language, with a mark that HTML would read: they are put in as they are."""
    english = {one: forms for one, _, forms, _ in _translated()}
    return [
        f"{one.place}: {form}"
        for one in said()
        if one.in_template
        for form in (one.one, one.plural or "", *english.get(one.one, ()))
        if re.search(r'[<>&"]', form)
    ]


def stale() -> bool:
    """Whether the compiled catalogue is not that of the fragments."""
    return not COMPILED.is_file() or COMPILED.read_bytes() != compiled_bytes()


def main(arguments: Sequence[str]) -> int:
    """Print what is wrong; without ``--check`` compile. 0: nothing is wrong, 1: something is, 2: the call is."""
    if set(arguments) - {"--check"}:
        print("usage: python -m tests.catalogue [--check]", file=sys.stderr)
        return 2
    wrong = list(_faults())
    if arguments and stale():
        wrong.append(f"{COMPILED.relative_to(ROOT)} is out of date: make words")
    elif not arguments and stale():
        COMPILED.parent.mkdir(parents=True, exist_ok=True)
        COMPILED.write_bytes(compiled_bytes())
        print(f"{COMPILED.relative_to(ROOT)} compiled")
    print(*wrong, sep="\n", end="\n" if wrong else "")
    print(f"{len({one.one for one in said()})} sentences, {len(catalogues())} fragments, {len(wrong)} faults")
    return 1 if wrong else 0


def _faults() -> Iterator[str]:
    yield from map(_entry, missing())
    for what, found in (
        ("unused", unused()), ("contradictory", contradictory()), ("misfit", misfits()), ("unsafe", unsafe()),
    ):  # fmt: skip
        yield from (f"{what}: {fault}" for fault in found)


def _entry(one: Said) -> str:
    """The entry of a fragment, to be filled in."""
    head = f"#: {one.place}\nmsgid {_quoted(one.one)}\n"
    if one.plural is None:
        return f'{head}msgstr ""\n'
    return f'{head}msgid_plural {_quoted(one.plural)}\nmsgstr[0] ""\nmsgstr[1] ""\n'


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def _translated() -> Iterator[tuple[str, str | None, tuple[str, ...], str]]:
    """Every entry of every fragment: sentence, plural, English, fragment. A fuzzy one has no English."""
    for name, catalogue in catalogues().items():
        for message in catalogue:
            if message.id:
                one, plural = (message.id, None) if isinstance(message.id, str) else message.id[:2]
                forms = (message.string,) if isinstance(message.string, str) else tuple(message.string)
                yield one, plural, tuple("" if message.fuzzy else form for form in forms), name


def _extracted(paths: Iterator[Path], method: str) -> Iterator[Said]:
    options = {"newstyle_gettext": "true", "silent": "false"} if method == "jinja2" else None
    for path in sorted(paths):
        for line, found, _comments, _context in extract_from_file(method, path, KEYWORDS, options=options):
            one, plural = (found, None) if isinstance(found, str) else found[:2]
            yield Said(one, plural, f"{path.relative_to(ROOT).as_posix()}:{line}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
