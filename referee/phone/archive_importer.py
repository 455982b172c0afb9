"""Import modules from an archive: the first code that runs in a phone's Python.

An archive is compressed with zstd: the length of its index, the index (marshalled: modules, templates, files, each with
place and length), and their bytes. Modules and templates are marshalled code; files are written where their modules
look for them. Each game has an archive of its own, so that another rule is a small update. A last one, with what only
rare pages import, is opened when the first of its modules is needed.

Python's memory is saved once the application is prepared: until :func:`wake` it may hold no JavaScript object and no
open file, and little that is not needed any more. So an archive is unpacked beside that memory.
"""

from __future__ import annotations

import gc
import importlib.machinery
import marshal
import os
import sys
from collections.abc import Callable
from io import FileIO
from types import CodeType
from typing import Any

from compression.zstd import ZstdDecompressor, get_frame_info  # type: ignore[import-not-found, unused-ignore]

ROOT = "/app"
UNPACKED = 1 << 20
"""Bytes unpacked at a time."""

Place = tuple[int, int]


class Archive:
    """Modules, templates and files by name; ``path``: a file for the unpacked bytes."""

    def __init__(self, packed: bytes, path: str) -> None:
        self._path = path
        self._stream = _unpacked(packed, path)
        self._body = 4
        self._pieces: dict[Place, bytes] = {}
        size = int.from_bytes(self.piece((-4, 4)), "little")
        self.modules: dict[str, tuple[int, int, str]]
        self.modules, self.templates, self.files, self.later = marshal.loads(self.piece((0, size)))
        self._body += size

    def piece(self, place: Place) -> bytes:
        at, size = place
        return self._pieces[place] if self._stream.closed else os.pread(self._stream.fileno(), size, self._body + at)

    def code(self, place: Place) -> CodeType:
        code: CodeType = marshal.loads(self.piece(place))
        return code

    def unpack(self) -> None:
        """Write the files that are no modules."""
        folders = set()
        for name, place in self.files.items():
            path = f"{ROOT}/{name}"
            folder = path.rpartition("/")[0]
            if folder not in folders:
                os.makedirs(folder, exist_ok=True)
                folders.add(folder)
            with open(path, "wb", buffering=0) as stream:
                stream.write(self.piece(place))

    def settle(self) -> None:
        """Keep what was not loaded yet, and release the rest."""
        waiting = [place[:2] for name, place in self.modules.items() if not self._has_given(name)]
        self._pieces = {place: self.piece(place) for place in (*waiting, *self.templates.values())}
        self._stream.close()
        os.unlink(self._path)

    def _has_given(self, name: str) -> bool:
        loader = getattr(sys.modules.get(name), "__loader__", None)
        return isinstance(loader, Loader) and loader.archive is self


def _unpacked(packed: bytes, path: str) -> FileIO:
    """Unpack into a file piece by piece: Python's memory never grows by the whole."""
    stream = FileIO(path, "w+")
    stream.truncate(get_frame_info(packed).decompressed_size)
    unpacker = ZstdDecompressor()
    stream.write(unpacker.decompress(packed, UNPACKED))
    while not unpacker.eof:
        stream.write(unpacker.decompress(b"", UNPACKED))
    return stream


class Loader(importlib.machinery.SourcelessFileLoader):
    def __init__(self, name: str, path: str, archive: Archive) -> None:
        super().__init__(name, path)
        self.archive = archive

    def get_code(self, name: str) -> CodeType:
        return self.archive.code(self.archive.modules[name][:2])


class Finder:
    """Finds modules in the first archives, and in the later one once it is needed."""

    def __init__(self, first: list[Archive]) -> None:
        self._archives = first
        self._coming = frozenset(name for archive in first for name in archive.later)
        self.later: Callable[[], Any] = bytes

    def find_spec(self, name: str, _path: object = None, _target: object = None) -> Any:
        if name in self._coming:
            self._fetch()
        for archive in self._archives:
            place = archive.modules.get(name)
            if place is not None:
                return _spec(name, place[2], archive)
        return None

    def settle(self) -> None:
        for archive in self._archives:
            archive.settle()

    def _fetch(self) -> None:
        """Open the later archive; after a failure the next page that needs it tries again."""
        try:
            archive = Archive(_bytes(self.later()), "/later")
        except Exception as error:
            raise ConnectionError("the second archive has not come") from error
        archive.unpack()
        self._archives.append(archive)
        self._coming = frozenset()


def _spec(name: str, path: str, archive: Archive) -> Any:
    """The import specification; a path that ends with a slash is a package without a file of its own."""
    whole = f"{ROOT}/{path}"
    if path.endswith("/"):
        bare = importlib.machinery.ModuleSpec(name, None, is_package=True)
        bare.submodule_search_locations = [whole[:-1]]
        return bare
    loader = Loader(name, whole, archive)
    spec = importlib.machinery.ModuleSpec(name, loader, origin=whole, is_package=path.endswith("/__init__.py"))
    if spec.submodule_search_locations is not None:
        spec.submodule_search_locations.append(whole.rpartition("/")[0])
    spec.has_location = True
    spec.cached = whole  # else it is looked for
    return spec


_finders: list[Finder] = []


def boot(folder: str) -> None:
    """Make the modules of the archives in a folder importable; deletes them."""
    gc.disable()  # until the application has been prepared
    archives = [_open_archive(f"{folder}/{name}") for name in sorted(os.listdir(folder))]
    sys.dont_write_bytecode = True
    _finders[:] = [Finder(archives)]
    sys.meta_path[:0] = _finders


def _open_archive(path: str) -> Archive:
    with open(path, "rb", buffering=0) as stream:
        archive = Archive(stream.read(), f"{path}.unpacked")
    os.unlink(path)
    archive.unpack()
    return archive


def settle() -> None:
    """Release what the archive has given: from here Python's memory may be saved."""
    for finder in _finders:
        finder.settle()


def wake(later: Callable[[], Any]) -> None:
    """Go on from the saved memory; ``later`` gives the bytes of the second archive."""
    import random  # out of an archive

    random.seed()
    for finder in _finders:
        finder.later = later


def _bytes(value: Any) -> bytes:
    raw: bytes = value.to_bytes() if hasattr(value, "to_bytes") else bytes(value)
    return raw
