"""Archives as nobody should send them: a good one taken apart, changed, and put together again."""

import hashlib
import io
import json
import struct
import zipfile
from collections.abc import Callable
from typing import Any

from flask import Flask

from referee.bundles.export import export_club

Files = dict[str, bytes]


def exported(app: Flask, club_id: int) -> bytes:
    """The archive of a club."""
    stream = io.BytesIO()
    with app.app_context():
        export_club(club_id, stream)
    return stream.getvalue()


def files_of(archive: bytes) -> Files:
    with zipfile.ZipFile(io.BytesIO(archive)) as found:
        return {member.filename: found.read(member) for member in found.infolist()}


def packed_again(files: Files, *more: tuple[zipfile.ZipInfo | str, bytes], how: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A ZIP of these files, and of ``more``, of which some may have names that are there already."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", how) as made:
        for name, content in (*files.items(), *more):
            made.writestr(name, content)
    return stream.getvalue()


def sealed(files: Files) -> Files:
    """The files with a manifest that tells their hashes and sizes as they are now."""
    manifest = json.loads(files["manifest.json"])
    manifest["files"] = [
        {"path": name, "sha256": hashlib.sha256(content).hexdigest(), "size": len(content)}
        for name, content in files.items()
        if name != "manifest.json"
    ]
    return {**files, "manifest.json": json.dumps(manifest).encode()}


def rewritten(archive: bytes, name: str, change: Callable[[Any], Any]) -> bytes:
    """The archive with the value of one file changed, and its manifest sealed again. ``name`` may be its beginning."""
    files = files_of(archive)
    path = next(listed for listed in files if listed.startswith(name))
    value = json.loads(files[path])
    changed = change(value)
    files[path] = json.dumps(value if changed is None else changed).encode()
    return packed_again(files if path == "manifest.json" else sealed(files))


def shortened(archive: bytes, public_id: str) -> bytes:
    """The archive without the last record of this match, which amends nothing."""
    archive = rewritten(archive, f"logs/{public_id}", lambda value: value["records"].pop() and None)
    return rewritten(archive, f"matches/{public_id}", lambda value: value["entries"].pop() and None)


def lengthened(archive: bytes, public_id: str, text: str) -> bytes:
    """The archive with a further note in this match."""
    note = {"step": "note", "text": text}

    def noted(log: Any) -> None:
        position = len(log["records"])
        log["records"].append({**log["records"][0], "position": position, "batch": position, "entry": note})

    archive = rewritten(archive, f"logs/{public_id}", noted)
    return rewritten(archive, f"matches/{public_id}", lambda value: value["entries"].append(note))


def marks_of(archive: bytes) -> dict[str, str]:
    """The marks of the logs that have one, by their files."""
    logs = {name: json.loads(content) for name, content in files_of(archive).items() if name.startswith("logs/")}
    return {name: log["mark"] for name, log in logs.items() if "mark" in log}


def without_mark(archive: bytes, name: str) -> bytes:
    """The archive without the mark of one log."""
    return rewritten(archive, name, lambda log: log.pop("mark") and None)


def forged(archive: bytes, name: str, change: Callable[[Any], Any]) -> bytes:
    """The archive with one value changed, its manifest sealed again and its marks as they were."""
    return rewritten(archive, name, change)


def lying(archive: bytes, size: int) -> bytes:
    """An archive whose directory says that every file has so many bytes unpacked."""
    found = bytearray(archive)
    at = found.find(b"PK\1\2")
    while at >= 0:
        found[at + 24 : at + 28] = struct.pack("<L", size)
        at = found.find(b"PK\1\2", at + 1)
    return bytes(found)


def _info(name: str, **settings: Any) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name)
    for key, value in settings.items():
        setattr(info, key, value)
    return info


def _link(archive: bytes) -> bytes:
    return packed_again(files_of(archive), (_info("logs/x.json", external_attr=0o120777 << 16), b"/etc/passwd"))


def _encrypted(archive: bytes) -> bytes:
    found = bytearray(archive)
    for mark, at in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
        start = found.find(mark)
        while start >= 0:
            found[start + at] |= 1
            start = found.find(mark, start + 1)
    return bytes(found)


def _named(name: str) -> Callable[[bytes], bytes]:
    return lambda archive: packed_again(files_of(archive), (name, b"{}"))


def _manifest(content: bytes) -> Callable[[bytes], bytes]:
    return lambda archive: packed_again({**files_of(archive), "manifest.json": content})


def _with(**changes: Any) -> Callable[[bytes], bytes]:
    return lambda archive: rewritten(archive, "manifest.json", lambda value: {**value, **changes})


def _without(name: str) -> Callable[[bytes], bytes]:
    def changed(archive: bytes) -> bytes:
        files = files_of(archive)
        del files[next(path for path in files if path.startswith(name))]
        return packed_again(files)

    return changed


def _tampered(name: str) -> Callable[[bytes], bytes]:
    """One space more, which means nothing: only the hash tells."""

    def changed(archive: bytes) -> bytes:
        files = files_of(archive)
        path = next(listed for listed in files if listed.startswith(name))
        return packed_again({**files, path: files[path] + b" "})

    return changed


def _zeros(archive: bytes) -> bytes:
    return packed_again(files_of(archive), ("logs/x.json", bytes(6 * 1024 * 1024)))


def _many(archive: bytes) -> bytes:
    """A directory that says it has more files than any club."""
    return archive[:-14] + struct.pack("<HH", 60_000, 60_000) + archive[-10:]


def _end(archive: bytes, disk: int = 0, first_disk: int = 0, count: int | None = None, further: int = 0) -> bytes:
    """The last record of an archive, with another disk or count in it, or its directory so much further on."""
    mark, _, _, files, whole, size, start, comment = END.unpack(archive[-END.size :])
    return END.pack(mark, disk, first_disk, files if count is None else count, whole, size, start + further, comment)


END = struct.Struct("<4s4H2LH")


def _on_disks(**numbers: int) -> Callable[[bytes], bytes]:
    return lambda archive: archive[: -END.size] + _end(archive, **numbers)


def _zip64(archive: bytes) -> bytes:
    """The same files with a 64-bit directory, as a large ZIP has it: Python reads it like any other."""
    *_, files, size, start, _ = END.unpack(archive[-END.size :])
    large = struct.pack("<4sQ2H2L4Q", b"PK\6\6", 44, 45, 45, 0, 0, files, files, size, start)
    locator = struct.pack("<4sLQL", b"PK\6\7", 0, start + size, 1)
    return archive[: -END.size] + large + locator + _end(archive, further=len(large) + len(locator))


HOSTILE: dict[str, Callable[[bytes], bytes]] = {
    "nothing": lambda archive: b"",
    "a picture": lambda archive: b"\x89PNG\r\n\x1a\n" + bytes(500),
    "text": lambda archive: b"Ceci n'est pas une archive. " * 40,
    "no file at all": lambda archive: packed_again({}),
    "the first half": lambda archive: archive[: len(archive) // 2],
    "the last half": lambda archive: archive[len(archive) // 2 :],
    "without its last byte": lambda archive: archive[:-1],
    "with a byte more": lambda archive: archive + b"\0",
    "with something before": lambda archive: b"#!/bin/sh\n" + archive,
    "with a comment": lambda archive: archive[:-2] + b"\4\0PK\5\6",
    "a hole in the middle": lambda archive: archive[:60] + bytes(40) + archive[100:],
    "no manifest": _without("manifest"),
    "no log": _without("logs/"),
    "no match file": _without("matches/"),
    "a tampered log": _tampered("logs/"),
    "a tampered match file": _tampered("matches/"),
    "a manifest that is no JSON": _manifest(b"{"),
    "a manifest that is not UTF-8": _manifest('{"format": "é"}'.encode("latin-1")),
    "a manifest with half a character": _manifest(b'{"format": "\\ud800"}'),
    "a manifest that is a list": _manifest(b"[]"),
    "a manifest without end": _manifest(b"[" * 100_000),
    "a manifest of nothing": _manifest(b"{}"),
    "another format": _with(format="referee-club/2"),
    "a format that is no text": _with(format=["referee-club/1"]),
    "a key that nobody knows": _with(secret="x"),
    "no players": _with(players=None),
    "files that are none": _with(files=[1]),
    "no files": _with(files=[]),
    "a path that leaves": _named("../../etc/passwd"),
    "a path that leaves below": _named("logs/../../x.json"),
    "an absolute path": _named("/etc/passwd"),
    "a path of another system": _named("C:\\x.json"),
    "a hidden file": _named("matches/.x.json"),
    "a folder": _named("logs/"),
    "one file more": _named("logs/x.json"),
    "a link": _link,
    "a password": _encrypted,
    "two files of one name": lambda archive: packed_again(files_of(archive), ("manifest.json", b"{}")),
    "another way of packing": lambda archive: packed_again(files_of(archive), how=zipfile.ZIP_BZIP2),
    "many zeros": _zeros,
    "more files than any club": _many,
    "the second disk of two": _on_disks(disk=1),
    "a directory on another disk": _on_disks(first_disk=1),
    "files on other disks": _on_disks(count=1),
    "a 64-bit directory": _zip64,
    "sizes that are too small": lambda archive: lying(archive, 10),
    "sizes that are too large": lambda archive: lying(archive, 2**32 - 2),
    "sizes that are a little too large": lambda archive: lying(archive, 4_000_000),
}  # fmt: skip
"""What can be wrong with an archive, by name: from a good one to a bad one."""
