"""Imported matches as rows in an unnamed temporary file, until they are inserted."""

from __future__ import annotations

import pickle
import struct
import tempfile
import zlib
from collections.abc import Iterator

from referee.archive.club_archive.match_rows import MatchRows

PAGE = 1024 * 1024
"""Bytes of rows written together."""
IN_MEMORY = 4 * 1024 * 1024
"""Bytes of rows that need no file to wait in."""
LENGTHS = struct.Struct("<2L")
"""How long a match's rows are in the file, and how long unpacked."""


class WaitingRows:
    """Matches as rows, in a file without a name until they are written; they go when it is closed."""

    def __init__(self) -> None:
        self._file = tempfile.SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115 - leaving this closes it

    def __enter__(self) -> WaitingRows:
        return self

    def __exit__(self, *_error: object) -> None:
        self._file.close()

    def clear(self) -> None:
        """Forget what waits."""
        self._file.seek(0)
        self._file.truncate()

    def add(self, rows: MatchRows) -> None:
        """Let a match wait behind the others."""
        raw = pickle.dumps(rows, pickle.HIGHEST_PROTOCOL)
        packed = zlib.compress(raw, 1)
        self._file.write(LENGTHS.pack(len(packed), len(raw)) + packed)

    def each(self) -> Iterator[list[MatchRows]]:
        """All that wait in their order, so many at a time that they are a page."""
        self._file.seek(0)
        page: list[MatchRows] = []
        size = 0
        while head := self._file.read(LENGTHS.size):
            packed, unpacked = LENGTHS.unpack(head)
            page.append(pickle.loads(zlib.decompress(self._file.read(packed))))
            size += unpacked
            if size >= PAGE:
                yield page
                page, size = [], 0
        if page:
            yield page
