"""Makes a virtual environment with pip in a fifth of a second, run as a file by make: nothing is installed yet.

In ``python -m venv`` pip installs itself for four seconds. Here its wheel, which comes with Python, is unpacked.
"""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path
from types import SimpleNamespace

try:
    import ensurepip
except ImportError:
    sys.exit("This Python has no ensurepip. On Debian: apt-get install python3-venv")


class EnvironmentWithPip(venv.EnvBuilder):
    """The environment of ``python -m venv``, with a pip that has no command of its own: ``python -m pip``."""

    def post_setup(self, context: SimpleNamespace) -> None:
        wheel = wheel_of_pip()
        if wheel is None:
            subprocess.run([context.env_exe, "-m", "ensurepip"], check=True)
            return
        packages = sysconfig.get_path("purelib", "venv", {"base": context.env_dir})
        zipfile.ZipFile(wheel).extractall(packages)


def wheel_of_pip() -> Path | None:
    """The wheel that this Python comes with, or the one of its distribution (Debian: ``python3-venv``)."""
    folders = [Path(ensurepip.__file__).parent / "_bundled"]
    distribution = sysconfig.get_config_var("WHEEL_PKG_DIR")
    if distribution:
        folders.append(Path(distribution))
    for folder in folders:
        for wheel in sorted(folder.glob("pip-*.whl"), reverse=True):
            return wheel
    return None


if __name__ == "__main__":
    EnvironmentWithPip(symlinks=True).create(sys.argv[1])
