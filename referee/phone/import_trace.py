"""Runs in Pyodide when the phone's folder is built: opens the pages, and packs what they imported.

Only the phone's own Python can compile the bytecode that the phone reads.
"""

from __future__ import annotations

import hashlib
import json
import marshal
import re
import sys
import time
import zipfile
from collections import defaultdict
from collections.abc import Iterator
from html import unescape
from importlib import import_module
from importlib.util import MAGIC_NUMBER
from pathlib import Path
from types import CodeType
from typing import Any
from urllib.parse import urlencode

from referee.phone import worker_application

LAYERS = (
    "answers", "bundles", "cards", "desk", "desk_questions", "game_definition", "games", "matches", "store", "web",
    "words",
)  # fmt: skip
"""The layers in the archives of a first visit."""

RARE = frozenset({"alembic", "mako", "limits", "flask_limiter", "flask_migrate", "segno"})
"""Packages that no page of the first minutes needs."""

ON_A_SERVER = frozenset({
    "api", "api_tokens", "keep_requests", "match_file_import", "page_compression", "rate_limits", "seat_pages",
    "table_code_pages", "try_counts",
})  # fmt: skip
"""Folders and modules that a phone never imports."""

PAGES_ON_A_SERVER = ("api/", "clubs/table_code/", "matches/seats/")
"""Templates that a phone never shows."""

ENCODINGS = frozenset({"encodings.ascii", "encodings.latin_1", "encodings.utf_8_sig", "encodings.idna"})
"""Imported by name when they are first needed."""

PAGES_OF_A_KIND = 4
ROUNDS = 400
STDLIB = "python_stdlib.zip"
LATER = "later"
LEVEL, LATER_LEVEL = 19, 12
"""Levels of compression: a first visit loads all archives but the later one."""
REST = "referee"
"""The archive of the application without its games."""

Place = tuple[int, int]


def trace(job: dict[str, Any]) -> None:
    """Open pages, then write the archives and the standard library that Python itself starts with."""
    began = time.monotonic()
    worker_application.EMPTY = Path("/work/empty.sqlite3")
    worker_application.prepare("/work/data", "/phone", "https://localhost")
    worker_application.start()
    opened = crawl(job["join"])
    print(f"{opened} pages, {time.monotonic() - began:.0f} s", file=sys.stderr)
    _import_own()
    Packing(job).write()
    print(f"packed, {time.monotonic() - began:.0f} s", file=sys.stderr)


def crawl(join: str) -> int:
    """Open a few pages of each kind, in both languages."""
    waiting, opened_addresses, kinds = ["/", "/new", "/desk", "/rules", "/evenings", join], set[str](), dict[str, int]()
    _join(join)
    opened = 0
    while waiting and opened < ROUNDS:
        address = waiting.pop(0)
        kind = re.sub(r"[0-9A-Za-z_-]{9,}|\d+", "…", address.partition("?")[0])
        if address in opened_addresses or kinds.get(kind, 0) >= PAGES_OF_A_KIND:
            continue
        opened_addresses.add(address)
        kinds[kind] = kinds.get(kind, 0) + 1
        language = ("fr", "en")[opened % 2]
        status, headers, body = worker_application.handle("GET", address, [["Accept-Language", language]])
        opened += 1
        if status == 200 and ["Content-Type", "text/html; charset=utf-8"] in headers:
            page = body.decode()
            waiting += [unescape(link) for link in re.findall(r'href="/phone(/[^"#]*)', page) if "/static/" not in link]
    return opened


def _join(address: str) -> None:
    """Become a keeper of the club."""
    form = urlencode({"name": "Ana"}).encode()
    worker_application.handle("POST", address, [["Content-Type", "application/x-www-form-urlencoded"]], form)


def _import_own() -> None:
    import_module("confusable_homoglyphs.confusables")  # by who types a name
    root = Path(worker_application.__file__).parent.parent
    for layer in LAYERS:
        for path in sorted((root / layer).rglob("*.py")):
            own = {*path.parent.relative_to(root).parts, path.stem}
            if "migrations" not in own and not own & ON_A_SERVER:
                name = ".".join(path.relative_to(root.parent).with_suffix("").parts)
                import_module(name.removesuffix(".__init__"))


class Packing:
    """Divides the modules between the archives."""

    def __init__(self, job: dict[str, Any]) -> None:
        self.before = {name for name in job["before"] if not name.startswith("referee")}
        self._sources: dict[str, tuple[str, bytes]] = {}
        library = zipfile.ZipFile("/pyodide/" + STDLIB)
        self.library = {name: library.read(name) for name in library.namelist() if name.endswith(".py")}
        for path, source in self.library.items():
            self._sources[_module(path)] = path, source
        for place, paths in job["sources"].items():
            for path in paths:
                name = _module(path)
                if name.partition(".")[0] not in self._sources or "/" in path:
                    self._sources[name] = path, (Path(place) / path).read_bytes()
        self.files: dict[str, dict[str, str]] = job["files"]
        self.cache = Cache(Path("/compiled/code"))

    def write(self) -> None:
        loaded = ({name for name in sys.modules if name in self._sources} | ENCODINGS) - self.before
        first = {name for name in loaded if name.partition(".")[0] not in RARE} - {"referee.phone.import_trace"}
        later = self._sources.keys() - first - self.before
        parts: dict[str, tuple[list[str], dict[str, str]]] = defaultdict(lambda: ([], {}))
        for name in sorted(first):
            parts[_part(self._sources[name][0])][0].append(name)
        for path, place in self.files["first"].items():
            parts[_part(path)][1][path] = place
        for part, (modules, files) in parts.items():
            rest = (dict(self._templates()), sorted(later)) if part == REST else ({}, [])
            self._archive(part, modules, files, *rest)
        self._archive(LATER, sorted(later), self.files["later"], {}, [])
        Path("/work/archives.json").write_text(json.dumps([f"{part}.zst" for part in sorted(parts)]))
        self._library()
        self.cache.keep()

    def _templates(self) -> Iterator[tuple[str, bytes]]:
        [phone] = worker_application.PHONES
        environment = phone.app.jinja_env
        for name in environment.list_templates(filter_func=lambda name: not name.startswith(PAGES_ON_A_SERVER)):
            loader: Any = environment.loader
            source = loader.get_source(environment, name)[0]
            code: Any = environment.compile(source, name, f"templates/{name}")
            yield name, _marshalled(code)

    def _archive(
        self, name: str, modules: list[str], paths: dict[str, str], templates: dict[str, bytes], later: list[str]
    ) -> None:
        from compression import zstd  # type: ignore[import-not-found, unused-ignore]

        body = bytearray()

        def put(piece: bytes) -> Place:
            body.extend(piece)
            return len(body) - len(piece), len(piece)

        index = {module: (*put(self._compiled(module)), self._sources[module][0]) for module in modules}
        for module in modules:  # packages without a file of their own
            parent = module.rpartition(".")[0]
            if parent and parent not in self._sources and parent not in index:
                index[parent] = 0, 0, f"{parent.replace('.', '/')}/"
        pages = {page: put(code) for page, code in templates.items()}
        files = {path: put(Path(place).read_bytes()) for path, place in sorted(paths.items())}
        head = marshal.dumps((index, pages, files, tuple(later)))
        whole = len(head).to_bytes(4, "little") + head + bytes(body)
        level = LATER_LEVEL if name == LATER else LEVEL
        options = {zstd.CompressionParameter.compression_level: level, zstd.CompressionParameter.window_log: 25}
        packed = zstd.compress(whole, options=options)
        Path(f"/work/{name}.zst").write_bytes(packed)
        report = {"modules": len(modules), "whole": len(whole), "packed": len(packed)}
        print(name, json.dumps(report), file=sys.stderr)

    def _compiled(self, name: str) -> bytes:
        path, source = self._sources[name]
        return self.cache.compiled(path, source)

    def _library(self) -> None:
        """The modules that Python imports before an archive can be opened; stored, for the whole is compressed."""
        needed = self.before | {"archive_importer"}
        with zipfile.ZipFile("/work/" + STDLIB, "w", zipfile.ZIP_STORED) as archive:
            for name in sorted(needed & self._sources.keys()):
                path, source = self._sources[name]
                entry = zipfile.ZipInfo(path + "c")
                archive.writestr(entry, _HEAD + self.cache.compiled(path, source))
            boot = Path(worker_application.__file__).with_name("archive_importer.py")
            archive.writestr(
                zipfile.ZipInfo("archive_importer.pyc"), _HEAD + self.cache.compiled(boot.name, boot.read_bytes())
            )


def _part(path: str) -> str:
    """The archive that a file belongs to: each game has its own, so that a rule that changes comes alone."""
    own = re.match(r"referee/(?:games/(\w+)/)?", path)
    return own[1] or REST if own else "packages"


_HEAD = MAGIC_NUMBER + (1).to_bytes(4, "little") + bytes(8)
"""The head of a .pyc file that is never compared with a source."""


RECIPE = b"4"
"""Another number compiles everything anew."""


class Cache:
    """Compiled code, by its source."""

    def __init__(self, path: Path) -> None:
        self._path, self._used = path, dict[bytes, bytes]()
        self._kept: dict[bytes, bytes] = marshal.loads(path.read_bytes()) if path.exists() else {}

    def compiled(self, path: str, source: bytes) -> bytes:
        key = hashlib.sha256(RECIPE + path.encode() + b"\0" + source).digest()
        bytecode = self._kept.get(key)
        if bytecode is None:
            code = compile(source, f"/app/{path}", "exec", dont_inherit=True, optimize=2)
            bytecode = _marshalled(_lean(code))
        self._used[key] = bytecode
        return bytecode

    def keep(self) -> None:
        self._path.write_bytes(marshal.dumps(self._used))


def _marshalled(code: CodeType) -> bytes:
    """The same bytes in every build: which objects are marked as shared depends on who else refers to them now.

    What was just unmarshalled has no other referent.
    """
    return marshal.dumps(marshal.loads(marshal.dumps(code)))


def _lean(code: CodeType) -> CodeType:
    """The same code without its lines and columns, which only tracebacks show."""
    constants = tuple(_lean(constant) if isinstance(constant, CodeType) else constant for constant in code.co_consts)
    full, rest = divmod(len(code.co_code) // 2, 8)  # an entry tells of eight instructions at most
    nowhere = b"\xff" * full + bytes([0xF7 + rest] if rest else [])
    return code.replace(co_linetable=nowhere, co_consts=constants)


def _module(path: str) -> str:
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
