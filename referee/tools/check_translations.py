"""Check the catalogue: every sentence of code and templates has one English translation, in its place, and none is
unused.

``python -m referee.tools.check_translations`` (``make words``) moves what stands elsewhere than it belongs, prints the
faults, missing translations as entries to fill in, and compiles the fragments; with ``--check`` it writes nothing and
also checks the compiled catalogue. Exit status 1: there are faults.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from babel.messages.extract import extract_from_file
from babel.messages.pofile import denormalize, escape

from referee.tools.compile_english import COMPILED, PACKAGE, catalogues, compile_catalogue, compiled_bytes

ROOT = PACKAGE.parent
TEMPLATES = ROOT / "templates"
COMMON = "referee/words/en/"
ALL_GAMES = f"{COMMON}games.po"
KEYWORDS = {"say": None, "say_n": (1, 2), "_": None, "gettext": None, "ngettext": (1, 2)}
PLACEHOLDER = re.compile(r"%\((\w+)\)s")
NUMBERS = {"n", "num"}
"""The placeholders of the number itself: a singular may spell it out ("passe un tour")."""


@dataclass(frozen=True, slots=True)
class MarkedSentence:
    """A French sentence in code or a template; ``plural`` None where it depends on no number."""

    french: str
    plural: str | None
    place: str


@cache
def marked_sentences() -> tuple[MarkedSentence, ...]:
    """Every sentence marked for the catalogue, in the order of the files."""
    return (*_extracted(PACKAGE.rglob("*.py"), "python"), *_extracted(TEMPLATES.rglob("*.html"), "jinja2"))


def english() -> dict[str, tuple[str, ...]]:
    """French sentence to its English: one form, or singular and plural, without empty ones."""
    return {french: tuple(filter(str.strip, forms)) for french, _, forms, _ in _translated()}


def missing() -> list[MarkedSentence]:
    forms = english()
    wanting = {
        sentence.french: sentence
        for sentence in reversed(marked_sentences())
        if len(forms.get(sentence.french, ())) != (2 if sentence.plural else 1)
    }
    return list(reversed(wanting.values()))


def unused() -> list[str]:
    """English of sentences that are in no code and template."""
    in_use = {(sentence.french, sentence.plural) for sentence in marked_sentences()}
    return [f"{name}: {french}" for french, plural, _, name in _translated() if (french, plural) not in in_use]


def homes() -> dict[str, str]:
    """The place of each translation: the folder of the only game with the sentence, else the common words."""
    places: dict[str, str] = {}
    for sentence in marked_sentences():
        game = re.match(r"referee/games/\w+/", sentence.place)
        home = f"{game[0]}words.en.po" if game else COMMON
        places[sentence.french] = home if places.get(sentence.french, home) == home else COMMON
    return places


def misplaced() -> list[str]:
    belongs = homes()
    entries = ((name, french, belongs.get(french, name)) for french, _, _, name in _translated())
    return [f"{name}: {french}: belongs in {home}" for name, french, home in entries if not name.startswith(home)]


def move_misplaced() -> int:
    """Move English to where it belongs: what two games say to the words of all games; the number of entries moved.

    A sentence that has several translations keeps the first.
    """
    belongs = homes()
    blocks = {
        name: re.split(r"\n{2,}", (ROOT / name).read_text(encoding="utf-8").rstrip("\n")) for name in catalogues()
    }
    moved: dict[str, dict[str, str]] = {}
    for name, entries in blocks.items():
        for block in list(entries):
            french = _sentence_of(block)
            home = belongs.get(french, name)
            if french and not name.startswith(home):
                entries.remove(block)
                moved.setdefault(ALL_GAMES if home == COMMON else home, {}).setdefault(french, block)
    for home, entries_by_sentence in moved.items():
        standing = {_sentence_of(block) for block in blocks[home]}
        blocks[home] += [block for french, block in entries_by_sentence.items() if french not in standing]
    for name, entries in blocks.items():
        if moved:
            (ROOT / name).write_text("\n\n".join(entries) + "\n", encoding="utf-8")
    return sum(map(len, moved.values()))


def _sentence_of(block: str) -> str:
    """The French sentence of an entry of a fragment; "" for the head of the file."""
    match = re.search(r'^msgid ((?:".*"\n)+)', block + "\n", re.MULTILINE)
    return denormalize(match[1]) if match else ""


def contradictory() -> list[str]:
    """Sentences translated in two places, and sentences both with and without a plural."""
    fragments: dict[str, list[str]] = {}
    for name in catalogues():
        for entry in re.findall(r'^msgid ((?:".*"\n)+)', (ROOT / name).read_text(encoding="utf-8"), re.MULTILINE):
            fragments.setdefault(denormalize(entry), []).append(name)
    faults = [
        f"{sentence}: in {' and '.join(names)}" for sentence, names in fragments.items() if sentence and len(names) > 1
    ]
    plurals: dict[str, dict[str | None, str]] = {}
    for sentence in marked_sentences():
        plurals.setdefault(sentence.french, {}).setdefault(sentence.plural, sentence.place)
    both = ((french, " and ".join(places.values())) for french, places in plurals.items() if len(places) > 1)
    return faults + [f"{french}: with and without a plural ({places})" for french, places in both]


def misfits() -> list[str]:
    """Sentences whose English has other placeholders, or a percent sign without one."""
    faults = []
    for french, plural, forms, name in _translated():
        sources = [french, plural] if plural else [french]
        wanted = {placeholder for form in sources for placeholder in PLACEHOLDER.findall(form)}
        may_lack = NUMBERS if plural else set()
        for form in filter(None, forms):
            placeholders = set(PLACEHOLDER.findall(form))
            if not placeholders <= wanted or not wanted - placeholders <= may_lack:
                faults.append(f"{name}: {french}: {form}")
        for form in (*sources, *forms):
            if "%" in PLACEHOLDER.sub("", form).replace("%%", ""):
                faults.append(f"{name}: a stray %: {form}")
    return faults


def unsafe() -> list[str]:
    """Sentences of templates, in either language, with a special character of HTML: they are not escaped."""
    translations = english()
    return [
        f"{sentence.place}: {form}"
        for sentence in marked_sentences()
        if sentence.place.startswith("templates/")
        for form in (sentence.french, sentence.plural or "", *translations.get(sentence.french, ()))
        if re.search(r'[<>&"]', form)
    ]


def stale() -> bool:
    return not COMPILED.is_file() or COMPILED.read_bytes() != compiled_bytes()


def main(arguments: Sequence[str]) -> int:
    """Print the faults; without ``--check`` compile. 0: no fault, 1: faults, 2: a wrong call."""
    if set(arguments) - {"--check"}:
        print("usage: python -m referee.tools.check_translations [--check]", file=sys.stderr)
        return 2
    if not arguments and move_misplaced():
        catalogues.cache_clear()
    kinds = (unused, misplaced, contradictory, misfits, unsafe)
    faults = [_entry(sentence) for sentence in missing()]
    faults.extend(f"{kind.__name__}: {fault}" for kind in kinds for fault in kind())
    if arguments and stale():
        faults.append(f"{COMPILED.relative_to(ROOT)} is out of date: make words")
    elif not arguments:
        compile_catalogue()
    print(*faults, sep="\n", end="\n" if faults else "")
    print(f"{len(homes())} sentences, {len(catalogues())} fragments, {len(faults)} faults")
    return 1 if faults else 0


def _entry(sentence: MarkedSentence) -> str:
    """The entry to fill in, under the name of its fragment."""
    head = f"# {homes()[sentence.french]}\n#: {sentence.place}\nmsgid {escape(sentence.french)}\n"
    if sentence.plural is None:
        return f'{head}msgstr ""\n'
    return f'{head}msgid_plural {escape(sentence.plural)}\nmsgstr[0] ""\nmsgstr[1] ""\n'


def _translated() -> Iterator[tuple[str, str | None, tuple[str, ...], str]]:
    """Every entry of every fragment: sentence, plural, English, fragment. A fuzzy one has no English."""
    for name, catalogue in catalogues().items():
        for message in catalogue:
            if message.id:
                french, plural = (message.id, None) if isinstance(message.id, str) else message.id[:2]
                forms = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
                yield french, plural, tuple("" if message.fuzzy else form for form in forms), name


def _extracted(paths: Iterator[Path], method: str) -> Iterator[MarkedSentence]:
    options = {"newstyle_gettext": "true", "silent": "false"} if method == "jinja2" else None
    for path in sorted(paths):
        for line, message, _comments, _context in extract_from_file(method, path, KEYWORDS, options=options):
            french, plural = (message, None) if isinstance(message, str) else message[:2]
            yield MarkedSentence(french, plural, f"{path.relative_to(ROOT).as_posix()}:{line}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
