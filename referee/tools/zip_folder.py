"""``make phone-zip``: a folder as a ZIP file that depends on its content and its commit, not on owners or order.

Hosts tell browsers by a file's time whether it is another one: that of the commit, for many files keep their size.
"""

from __future__ import annotations

import hashlib
import sys
import time
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

EPOCH = (1980, 1, 1, 0, 0, 0)
"""The first moment that a ZIP file can hold."""
READABLE = 0o100644 << 16


def zip_folder(folder: Path, target: Path, committed: int) -> str:
    """Write the file, with the seconds since 1970 of the commit; its SHA-256.

    :raises FileNotFoundError: the folder is missing or empty.
    """
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    if not paths:
        raise FileNotFoundError(folder)
    moment = max(EPOCH, time.gmtime(committed)[:6])
    with ZipFile(target, "w") as packed:
        for path in paths:
            info = ZipInfo(path.relative_to(folder).as_posix(), moment)
            info.create_system, info.external_attr = 3, READABLE
            packed.writestr(info, path.read_bytes(), ZIP_DEFLATED, 9)
    return hashlib.sha256(target.read_bytes()).hexdigest()


def main() -> int:
    folder, target = map(Path, sys.argv[1:3])
    print(f"{target}: {zip_folder(folder, target, int(sys.argv[3]))}  {target.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
