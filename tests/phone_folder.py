"""The folder of the phone, made once for all tests: where ``make phone`` makes it, if it is not of what is here now."""

import fcntl
import gzip
import shutil
from functools import cache
from pathlib import Path

from referee.phone.build import build
from referee.settings import CHECKOUT

FOLDER = CHECKOUT / "instance" / "phone"


@cache
def phone_folder() -> Path:
    """The folder; whoever comes while another makes it waits."""
    FOLDER.parent.mkdir(exist_ok=True)
    with open(FOLDER.parent / "phone.lock", "w") as lock:
        fcntl.lockf(lock, fcntl.LOCK_EX)
        build(FOLDER, lambda _sentence: None)
    return FOLDER


def unpacked(into: Path) -> Path:
    """What a phone has kept of it: ``runtime/`` with its packed files unpacked."""
    runtime = into / "runtime"
    shutil.copytree(phone_folder() / "runtime", runtime)
    for packed in runtime.glob("*.gz"):
        packed.with_suffix("").write_bytes(gzip.decompress(packed.read_bytes()))
        packed.unlink()
    return runtime
