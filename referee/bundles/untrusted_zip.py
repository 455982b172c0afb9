"""Read an untrusted ZIP: names, kinds and sizes are judged before a byte is unpacked."""

from __future__ import annotations

import stat
import struct
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import BinaryIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from referee.words import Text, quoted, say
from referee.words.system_errors import ExplainedError

MIB = 1024 * 1024
END = struct.Struct("<4s4H2LH")
"""The last record of a ZIP without a comment: mark, two disks, two counts, the directory's size and place, comment."""
END_MARK, LARGE_MARK = b"PK\5\6", b"PK\6\7"
LARGE_LOCATOR = 20
"""Bytes before the last record where a ZIP has a 64-bit directory, which no club needs."""
LONGEST_LISTING = 256
"""Bytes of one entry of the directory."""
SMALL = 64 * 1024
"""Bytes below which the ratio of compression does not count."""
ENCRYPTED = 0x1
FIRST_DAY = (1980, 1, 1, 0, 0, 0)
BROKEN = (
    BadZipFile, EOFError, NotImplementedError, OSError, OverflowError, RuntimeError, ValueError, struct.error,
    zlib.error,
)  # fmt: skip
"""The errors of Python's ZIP module."""


class ArchiveRefused(ExplainedError):
    """An archive that is refused; ``by_rules``: by the rules of its games."""

    def __init__(self, sentence: Text, by_rules: bool = False) -> None:
        super().__init__(sentence)
        self.by_rules = by_rules


class TooLarge(ArchiveRefused):
    """An archive that needs a higher limit: ``needed`` MiB in all."""

    def __init__(self, total: int, limits: Limits) -> None:
        self.needed = -(-total // MIB)
        message = say(
            "Cette archive est trop grosse : %(needed)s Mio une fois dépliée, %(whole)s au plus.",
            needed=self.needed,
            whole=limits.total // MIB,
        )
        super().__init__(message)


@dataclass(frozen=True, slots=True)
class Limits:
    """The most that is unpacked, in bytes: one file, all of them; the number of files; the ratio of compression."""

    file: int = 5 * MIB
    total: int = 400 * MIB
    files: int = 50_000
    ratio: int = 200


USUAL_LIMITS = Limits()


class ZipArchive:
    """A ZIP of plain files with different names, all within the limits.

    :raises ArchiveRefused: it is anything else.
    """

    def __init__(self, stream: BinaryIO, limits: Limits) -> None:
        with _guarded():
            _check_end(stream, limits)
            self._zip = ZipFile(stream)
        self._files: dict[str, ZipInfo] = {}
        for info in self._zip.infolist():
            _check_file(info, limits)
            if info.filename in self._files:
                raise ArchiveRefused(say("« %(name)s » est deux fois dans l'archive.", name=quoted(info.filename)))
            self._files[info.filename] = info
        total = sum(info.file_size for info in self._files.values())
        if total > limits.total:
            raise TooLarge(total, limits)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self._files)

    def comment(self, name: str) -> str:
        """The comment beside a file in the directory; "" without one, or without such a file."""
        info = self._files.get(name)
        return info.comment.decode("ascii", "replace") if info is not None else ""

    def read(self, name: str) -> bytes:
        """The bytes of a file, never more than its size in the directory; raises ArchiveRefused."""
        info = self._files.get(name)
        if info is None:
            raise missing_file(name)
        with _guarded(), self._zip.open(info) as member:
            unpacked = member.read(info.file_size + 1)
        if len(unpacked) != info.file_size:
            raise changed_file(name)
        return unpacked


def add_file(archive: ZipFile, name: str, content: bytes, comment: str = "") -> None:
    """Add a file to a ZIP; equal contents make equal bytes, on any day and system.

    A file that packs nearly as well as a bomb is stored: an import must accept it.
    """
    info = ZipInfo(name, FIRST_DAY)
    info.comment = comment.encode()
    info.create_system = 3
    info.external_attr = (stat.S_IFREG | 0o644) << 16
    dense = len(content) > SMALL and len(content) * 2 > len(zlib.compress(content)) * USUAL_LIMITS.ratio
    archive.writestr(info, content, ZIP_STORED if dense else ZIP_DEFLATED)


def missing_file(name: str) -> ArchiveRefused:
    return ArchiveRefused(say("Il manque « %(name)s » dans l'archive.", name=quoted(name)))


def changed_file(name: str) -> ArchiveRefused:
    return ArchiveRefused(say("« %(name)s » n'est plus tel qu'il a été exporté.", name=quoted(name)))


def strange(name: str) -> ArchiveRefused:
    return ArchiveRefused(say("« %(name)s » n'a rien à faire dans l'archive d'un club.", name=quoted(name)))


@contextmanager
def _guarded() -> Iterator[None]:
    try:
        yield
    except BROKEN:
        raise _no_archive() from None


def _no_archive() -> ArchiveRefused:
    return ArchiveRefused(say("Ce n'est pas l'archive d'un club, ou il en manque un morceau."))


def _check_end(stream: BinaryIO, limits: Limits) -> None:
    """Check the last record only: it has the size of the directory, before anything is read from it."""
    size = stream.seek(0, 2)
    if size < END.size:
        raise _no_archive()
    before = min(LARGE_LOCATOR, size - END.size)
    stream.seek(size - END.size - before)
    locator, last = stream.read(before), stream.read(END.size)
    mark, disk, first_disk, files_here, files, directory, start, comment = END.unpack(last)
    if mark != END_MARK or comment or disk or first_disk or files_here != files or locator.startswith(LARGE_MARK):
        raise _no_archive()
    if start + directory + END.size != size:
        raise _no_archive()
    if files > limits.files or directory > files * LONGEST_LISTING:
        raise ArchiveRefused(say("Cette archive a trop de fichiers : %(most)s au plus.", most=limits.files))


def _check_file(info: ZipInfo, limits: Limits) -> None:
    """Refuse all but a plain file, packed the usual way, no larger and no better packed than a club's."""
    kind = stat.S_IFMT(info.external_attr >> 16)
    if info.filename != info.orig_filename or kind not in (0, stat.S_IFREG):
        raise strange(info.orig_filename)
    if info.flag_bits & ENCRYPTED:
        raise ArchiveRefused(say("Cette archive est protégée par un mot de passe."))
    if info.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
        raise _no_archive()
    if info.file_size > limits.file:
        name, most = quoted(info.filename), limits.file // MIB
        raise ArchiveRefused(say("« %(name)s » est trop gros : %(most)s Mio au plus.", name=name, most=most))
    if info.file_size > SMALL and info.file_size > info.compress_size * limits.ratio:
        raise strange(info.filename)
