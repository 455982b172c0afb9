"""Build the folder of static files: Python, the application's modules in archives, its static files, the shell."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import shutil
import sqlite3
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

import referee
from referee.migrated_application import open_application
from referee.phone.pyodide_download import INTEGRITY, VERSION, CannotBuild, cache_folder, program, pyodide_folder
from referee.settings import CHECKOUT, Settings
from referee.web import application
from referee.web.http.static_files import bytes_to_send, content_digest, static_files
from referee.words import Text, say

HERE = Path(__file__).resolve().parent
BROWSER = HERE / "browser"
PACKAGE = Path(referee.__file__).resolve().parent
MATCHES = 16
"""Matches of the club whose pages are opened: enough for all games."""

NOT_ON_A_PHONE = frozenset({
    "uvicorn", "h11", "flask-compress", "brotli", "brotlicffi", "cffi", "backports-zstd", "pycparser",
    "greenlet", "psycopg", "importlib-metadata", "wrapt", "deprecated", "prometheus-client", "spectree", "msgspec",
})  # fmt: skip

NOT_OWN = ("referee/tools/", "referee/server/", "referee/hosting/", "referee/demo/", "referee/web/api/")
"""Folders of the package that no page in a phone needs."""

LEFT_OUT = re.compile(
    r"(^|/)(tests?|testing|testsuite)/|^(?!.*\.py$)|^\.\.|^_distutils"
    r"|^sqlalchemy/(ext/mypy|cyextension)/|^greenlet/|^pip/"
)
OWN_LEFT_OUT = re.compile(
    r"^referee/(tools|server|phone/browser|web/(templates|static)/|games/[^/]+/(test_parameters|example_program))"
    r"|\.(py|pyc|po|mjs|sqlite3)$|__pycache__"
)
OTHER_FILES = (
    "babel/global.dat", "babel/locale-data/root.dat", "babel/locale-data/fr.dat", "babel/locale-data/en.dat",
    "confusable_homoglyphs/categories.json",
)  # fmt: skip
LIKENESSES = "confusable_homoglyphs/confusables.json"

WORKER = "service_worker.js"
SHELL = "index.html"
SHARED = "file_verification.js"
LATER = ("runtime/later.zst",)
MOST_PLAIN = 8_000
"""Bytes of a static file that is not worth the place that a compressed one takes in ``files.json``."""
PACKED = (".woff2",)
"""Static files that are compressed already."""
SCREENSHOTS = "screenshots/"
"""What a browser shows before it installs, and no phone keeps."""

Tell = Callable[[Text], None]


def build(out: Path, tell: Tell) -> dict[str, Any]:
    """Build the folder, unless it is up to date; the value of ``files.json``, and the seconds it took.

    :raises CannotBuild: Node.js or npm is missing, Pyodide cannot be fetched, or the folder holds other files.
    """
    began = time.monotonic()
    if (present := up_to_date(out)) is not None:
        return {**present, "seconds": time.monotonic() - began}
    if not _may_be_replaced(out):
        raise CannotBuild(
            say(
                "%(folder)s contient autre chose : donnez un dossier vide, ou qui n'existe pas encore.", folder=str(out)
            )
        )
    node, cache = program("node"), cache_folder()
    tell(say("Python pour les navigateurs (Pyodide %(version)s)…", version=VERSION))
    pyodide = pyodide_folder(cache)
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=out.parent, prefix=".phone-") as beside:
        work, folder = Path(beside) / "work", Path(beside) / "made"
        (work / "data").mkdir(parents=True)
        (folder / "runtime").mkdir(parents=True)
        join = _databases(work)
        tell(say("Les pages s'ouvrent une à une, dans ce Python-là…"))
        _trace(node, pyodide, cache, work, join)
        tell(say("Tout est rassemblé et comprimé…"))
        _runtime(pyodide, work, folder / "runtime")
        _static(folder)
        shutil.copytree(BROWSER, folder, dirs_exist_ok=True)
        files = write_file_list(folder)
        with suppress(FileNotFoundError):
            out.rename(work / "before")
        folder.rename(out)
    return {**files, "seconds": time.monotonic() - began}


def up_to_date(out: Path) -> dict[str, Any] | None:
    """The value of ``files.json``, if the folder was built from the present sources."""
    files = _made_before(out)
    return files if files.get("made_of") == source_digest() else None


def is_current(out: Path) -> bool:
    """Whether the folder was built from the present sources."""
    return up_to_date(out) is not None


def damaged_files(out: Path) -> list[str] | None:
    """The files that are missing or no longer as they were built; None where the folder was not built here."""
    hashes = _made_before(out).get("hashes")
    if not isinstance(hashes, dict):
        return None

    def is_whole(path: Path, digest: object) -> bool:
        return path.is_file() and hashlib.sha256(path.read_bytes()).hexdigest() == digest

    return [name for name, digest in sorted(hashes.items()) if not is_whole(out / name, digest)]


def _made_before(out: Path) -> dict[str, Any]:
    """The value of ``files.json`` of a folder that was built before; empty for any other."""
    try:
        files = json.loads((out / "files.json").read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return files if isinstance(files, dict) and "made_of" in files else {}


def _may_be_replaced(out: Path) -> bool:
    """Whether the folder is missing, empty, or was built before."""
    if not out.is_dir():
        return not out.exists()
    return bool(_made_before(out)) or not any(out.iterdir())


def source_digest() -> str:
    """A digest of everything that the folder is built from."""
    whole = hashlib.sha256(INTEGRITY.encode())
    root = _root()
    for folder in (PACKAGE, root / "templates", root / "static"):
        for path in sorted(folder.rglob("*")):
            if path.is_file() and path.suffix != ".pyc":
                whole.update(f"{path.relative_to(folder)}\0".encode() + hashlib.sha256(path.read_bytes()).digest())
    for package in _distributions():
        whole.update(f"{package.name} {package.version}\0".encode())
    return whole.hexdigest()[:16]


def _root() -> Path:
    """The folder of templates and static files: the installed package, or the checkout."""
    return application.HERE if (application.HERE / "templates").is_dir() else CHECKOUT


def _databases(work: Path) -> str:
    """Make an empty database for the phones, and a club whose pages are opened; the link into that club."""
    from referee.demo.recorded_seasons import two_seasons
    from referee.store.clubs.clubs import KEEPER
    from referee.store.clubs.links import invite
    from referee.store.database.models import Club
    from referee.store.database.orm_base import db

    full, empty = work / "data" / "referee.sqlite3", work / "empty.sqlite3"
    settings = Settings(work / "data", f"sqlite:///{full}", "x" * 32)
    with open_application(settings):
        pass
    copy_empty(full, empty)
    with open_application(settings) as app, app.app_context():
        club_id = two_seasons(1, MATCHES, lambda _done, _of: None)
        token = invite(db.session.get_one(Club, club_id), KEEPER)
    return f"/join/{token}"


WRITTEN_BY = 96
"""Where a database names the version of SQLite that wrote it; nobody reads that."""
CONSTRAINTS = re.compile(r",\s*(?=CONSTRAINT )")


def copy_empty(full: Path, empty: Path) -> None:
    """Copy the tables of a database, with its version and the row of an installation, which each phone names anew.

    The same tables are the same bytes: migrations write the constraints of a table in an order that chance decides.
    """
    with closing(sqlite3.connect(full)) as made, closing(sqlite3.connect(empty)) as copy:
        own = "sql IS NOT NULL AND name NOT LIKE 'sqlite_%'"
        for [sql] in made.execute(f"SELECT sql FROM sqlite_master WHERE {own} ORDER BY type <> 'table', name"):
            copy.execute(_in_order(sql))
        [version] = made.execute("SELECT version_num FROM alembic_version").fetchone()
        copy.execute("INSERT INTO alembic_version VALUES (?)", (version,))
        copy.execute("INSERT INTO installation (id) VALUES ('none')")
        copy.commit()
    with empty.open("r+b") as file:
        file.seek(WRITTEN_BY)
        file.write(bytes(4))


def _in_order(sql: str) -> str:
    """The statement that makes a table, with its constraints in order; any other as it is."""
    columns, *constraints = CONSTRAINTS.split(re.sub(r"\s*\)\s*$", "", sql))
    return f"{', '.join([columns, *sorted(constraints)])})" if constraints else sql


def _trace(node: str, pyodide: Path, cache: Path, work: Path, join: str) -> None:
    """Let the phone's own Python open the pages and compile what they import."""
    root = _root()
    (work / "nothing").touch()
    (cache / "compiled").mkdir(exist_ok=True)
    sites = {str(Path(str(package.locate_file(""))).resolve()): package for package in _distributions()}
    mounts = {f"/site{number}": place for number, place in enumerate(sites)}
    where = {place: name for name, place in mounts.items()}
    sources: dict[str, list[str]] = {"/own": list(_own_sources())}
    files = {"first": dict(_own_files()), "later": dict(_migrations())}
    for package in _distributions():
        place = where[str(Path(str(package.locate_file(""))).resolve())]
        names = [path.as_posix() for path in package.files or ()]
        sources.setdefault(place, []).extend(name for name in names if not LEFT_OUT.search(name))
        files["first"] |= {name: f"{place}/{name}" for name in names if name in OTHER_FILES}
        if LIKENESSES in names:
            (work / "likenesses").write_text(_likenesses(Path(str(package.locate_file(LIKENESSES)))), "utf-8")
            files["first"][LIKENESSES] = "/work/likenesses"
    job = {
        "pyodide": str(pyodide),
        "mounts": {
            "/own": str(PACKAGE.parent),
            "/root": str(root),
            "/work": str(work),
            "/pyodide": str(pyodide),
            "/compiled": str(cache / "compiled"),
            **mounts,
        },
        "path": ["/own", *mounts],
        "sources": sources,
        "files": files,
        "join": join,
    }
    (work / "job.json").write_text(json.dumps(job))
    done = subprocess.run([node, str(HERE / "import_trace.mjs"), str(work / "job.json")])
    if done.returncode:
        raise CannotBuild(say("Node.js n'a pas pu ouvrir l'application ; ce qu'il en dit est ci-dessus."))


def _likenesses(table: Path) -> str:
    """The signs that look alike, without their names: a third of the table."""
    whole = json.loads(table.read_text("utf-8"))
    return json.dumps({sign: [{"c": other["c"]} for other in like] for sign, like in whole.items()}, ensure_ascii=False)


def _distributions() -> list[Distribution]:
    """The installed requirements of the package that a phone uses, and their requirements."""
    packages: dict[str, Distribution] = {}

    def add(name: str) -> None:
        plain = re.sub(r"[-_.]+", "-", name).lower()
        if plain in packages or plain in NOT_ON_A_PHONE:
            return
        try:
            packages[plain] = package = distribution(plain)
        except PackageNotFoundError:
            return
        for needed in package.requires or ():
            if "extra" not in needed.partition(";")[2]:
                match = re.match(r"[\w.-]+", needed)
                assert match
                add(match[0])

    add("referee")
    del packages["referee"]
    return list(packages.values())


def _own_sources() -> Iterator[str]:
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(PACKAGE.parent).as_posix()
        if not name.startswith(NOT_OWN) and "/migrations/" not in name:
            yield name


def _own_files() -> Iterator[tuple[str, str]]:
    """Rulebooks, sentences, drawings, and an empty database."""
    for path in sorted(PACKAGE.rglob("*")):
        name = path.relative_to(PACKAGE.parent).as_posix()
        if path.is_file() and not OWN_LEFT_OUT.search(name):
            yield name, f"/own/{name}"
    yield "referee/phone/empty.sqlite3", "/work/empty.sqlite3"
    yield "referee/web/templates/compiled", "/work/nothing"  # by this folder the application knows that it is installed


def _migrations() -> Iterator[tuple[str, str]]:
    folder = PACKAGE / "store" / "migrations"
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix != ".pyc":
            name = path.relative_to(PACKAGE.parent).as_posix()
            yield name, f"/own/{name}"


def _runtime(pyodide: Path, work: Path, folder: Path) -> None:
    """Python itself, compressed as every host may serve it, and the archives."""
    for path in (*(pyodide / f"pyodide{end}" for end in (".mjs", ".asm.mjs", ".asm.wasm")), work / "python_stdlib.zip"):
        (folder / f"{path.name}.gz").write_bytes(gzip.compress(path.read_bytes(), 9, mtime=0))
    lock = json.loads((pyodide / "pyodide-lock.json").read_text("utf-8"))
    (folder / "pyodide-lock.json").write_text(json.dumps({"info": lock["info"], "packages": {}}))
    for path in (*work.glob("*.zst"), work / "archives.json"):
        shutil.copyfile(path, folder / path.name)
    for name in ("boot.mjs", "memory_snapshot.mjs"):
        shutil.copyfile(HERE / name, folder / name)


def _static(target: Path) -> None:
    """The static files under the addresses that the pages write, large ones compressed."""
    root = _root() / "static"
    folder = target / "static" / content_digest(root)
    for path in static_files(root):
        copy = folder / path.relative_to(root)
        copy.parent.mkdir(parents=True, exist_ok=True)
        content = bytes_to_send(path)
        if len(content) > MOST_PLAIN and path.suffix not in PACKED:
            copy.with_name(f"{copy.name}.gz").write_bytes(gzip.compress(content, 9, mtime=0))
        else:
            copy.write_bytes(content)


def _unpacked_hash(path: Path) -> str:
    """The hash of what is packed: a host may declare the packing as an encoding, and browsers then undo it."""
    return hashlib.sha256(gzip.decompress(path.read_bytes())).hexdigest()


def write_file_list(folder: Path) -> dict[str, Any]:
    """Write ``files.json``: the files a phone stores, with sizes and hashes, and the mark of all of them.

    The mark is also in the service worker, so that a browser sees another version, and in the page, which is reloaded
    where its worker has another mark. The code that both share is copied into the worker: an imported file could be of
    another version.
    """
    paths = (path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    names = sorted(path for path in paths if not path.startswith(SCREENSHOTS))
    hashes = {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in names}
    whole = hashlib.sha256(json.dumps(hashes).encode()).hexdigest()[:12]
    if WORKER in hashes:
        del hashes[WORKER]
        text = (folder / WORKER).read_text("utf-8").replace("@mark@", whole)
        shared = (folder / SHARED).read_text("utf-8")
        (folder / WORKER).write_text(text.replace(f'importScripts("{SHARED}");', shared), "utf-8")
    if SHELL in hashes:
        text = (folder / SHELL).read_text("utf-8").replace("@mark@", whole)
        (folder / SHELL).write_text(text, "utf-8")
        hashes[SHELL] = hashlib.sha256(text.encode()).hexdigest()
    sizes = {name: (folder / name).stat().st_size for name in hashes}
    unpacked = {name: _unpacked_hash(folder / name) for name in hashes if name.endswith(".gz")}
    [static] = (folder / "static").iterdir()
    files = {
        "mark": whole,
        "static": f"static/{static.name}/",
        "first": {name: size for name, size in sizes.items() if name not in LATER},
        "later": {name: size for name, size in sizes.items() if name in LATER},
        "hashes": hashes,
        "unpacked": unpacked,
        "made_of": source_digest(),
    }
    (folder / "files.json").write_text(json.dumps(files, separators=(",", ":")) + "\n", "utf-8")
    return files
