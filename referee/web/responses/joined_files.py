"""Static files as they are served: without comments and indentation, and modules that go together in one file.

A phone with one bar of network pays for every file anew: for its headers, and for what its compression could have
learnt from the others. The sources are modules that any browser runs as they stand, written in few forms, which
``tests/web/test_joined_files.py`` holds: an import or an export is a line of its own.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

JOINED = {
    "referee.js": ("js/memory.js", "js/fill_sentence.js", "js/page_parts.js", "js/network.js"),
    "match.js": (
        "js/keep_draft.js",
        "js/fields/parts.js",
        "js/fields/in_turn.js",
        "js/record_button.js",
        "js/follow_match.js",
        "js/wake_lock.js",
    ),
    "later.js": (
        "js/running_count.js",
        "js/fields/board.js",
        "js/fields/minus_key.js",
        "js/fields/points_pad.js",
        "js/count_up.js",
    ),
}
"""What stands in one file, each after what it imports: what every page needs, what a match needs at once, and what it
needs once somebody answers. The first file ends with the module of its own name; the others have none.
"""

FIRST = "referee.js"
HOLDS = {module: file for file, modules in JOINED.items() for module in modules}

IMPORT = re.compile(r'^import \{ (.+) \} from "(\..+)";$', re.M)
COMING = re.compile(r'\bimport\("(\..+?)"\)')
EXPORT = re.compile(r"^export ((?:async )?function|const) (\w+)", re.M)
QUOTED = re.compile(r"""("[^"\n]*"|'[^'\n]*')""")


@cache
def served_files(folder: Path) -> dict[str, bytes]:
    """Every static file by its name, with what is served under it; read once, as they are at the start."""
    found = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
    made: dict[str, bytes] = {}
    for name in sorted(found.keys() - HOLDS.keys()):
        small = {".css": _style, ".js": lambda text, name=name: _script(name, text)}.get(found[name].suffix)
        read: Callable[[Path], bytes] = Path.read_bytes
        made[name] = small(found[name].read_text("utf-8")).encode() if small else read(found[name])
    for file, modules in JOINED.items():
        parts = [_held(module, found[module].read_text("utf-8")) for module in modules]
        made[file] = "\n".join([*_beginning(file), *parts, made.get(file, b"").decode()]).encode()
    return made


def _style(text: str) -> str:
    """The same rules; what stands in quotes stays as it is."""
    bare = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    return "".join(part if at % 2 else _closer(part) for at, part in enumerate(QUOTED.split(bare))).strip()


def _closer(rules: str) -> str:
    rules = re.sub(r"\s*([{};,])\s*", r"\1", re.sub(r"\s+", " ", rules))
    return re.sub(r":\s+", ":", rules).replace(";}", "}")


def _lines(text: str) -> Iterator[str]:
    for line in text.splitlines():
        bare = line.strip()
        if bare and not bare.startswith("//"):
            yield bare


def _script(name: str, text: str) -> str:
    """A module; what it imports out of a joined file it takes from what that file holds."""
    code, needed, place = "\n".join(_lines(text)), set[str](), HOLDS.get(name, name)

    def taken(found: re.Match[str]) -> str:
        module = _path(name, found[2])
        holder = HOLDS.get(module)
        if holder is None:
            return found[0]
        needed.add(holder)
        return f'const {{ {found[1].replace(" as ", ": ")} }} = $joined["{module}"];'

    def coming(found: re.Match[str]) -> str:
        module = _path(name, found[1])
        holder, joined = HOLDS.get(module), f'$joined["{module}"]'
        if holder == place:
            return f"Promise.resolve({joined})"
        brought = f'import("{_way(place, holder or module)}")'
        return f"{brought}.then(() => {joined})" if holder else brought

    code = COMING.sub(coming, IMPORT.sub(taken, code))
    if name in HOLDS or name == FIRST or not needed:
        return code
    brought = [f'import "{_way(name, holder)}";' for holder in sorted(needed - {FIRST})]
    return "\n".join([*brought, f'import {{ $joined }} from "{_way(name, FIRST)}";', code])


def _held(module: str, text: str) -> str:
    """A module as a value: what it exports, under its name."""
    code = _script(module, text)
    names = ", ".join(found[2] for found in EXPORT.finditer(code))
    inner = EXPORT.sub(r"\1 \2", code)
    return f'$joined["{module}"] = (() => {{\n{inner}\nreturn {{ {names} }};\n}})();'


def _beginning(file: str) -> list[str]:
    """What it takes the others' modules from: every file of a match but the first of them comes after that one."""
    if file == FIRST:
        return ["export const $joined = {};"]
    before = list(JOINED)[1 : list(JOINED).index(file)]
    return [f'import {{ $joined }} from "./{FIRST}";', *(f'import "./{other}";' for other in before)]


def _path(name: str, target: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), target))


def _way(name: str, target: str) -> str:
    way = posixpath.relpath(target, posixpath.dirname(name) or ".")
    return way if way.startswith(".") else f"./{way}"
