"""What the tests need beside Python: a Chromium to tap on, a PostgreSQL server to keep a private cluster in,
Node.js with npm, which make the phone's folder and bring the formatter of styles and scripts, Firefox and Safari's
engine, in which that folder is opened too, and the reverse proxies that stand before several processes.

``python -m tests.tools.needs`` (part of ``make test`` and ``make screens``) installs what is missing where it may, as
root with apt-get; elsewhere it prints the one line that does and exits with 1. It is done at once when both are there.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
SERVER = ("initdb", "postgres")
SERVER_FOLDERS = ("/usr/lib/postgresql/*/bin", "/opt/homebrew/opt/postgresql*/bin", "/usr/local/opt/postgresql*/bin")
DOWNLOADED = ("chromium-*/chrome-linux*/chrome", "chromium-*/chrome-mac*/*.app/Contents/MacOS/*")
"""Where ``playwright install chromium`` puts its browser, below :func:`_playwright_folders`."""

PACKAGES = {
    "Chromium": "chromium", "PostgreSQL": "postgresql", "Firefox": "firefox-esr", "WebKit": "webkit2gtk-driver",
    "Xvfb": "xvfb", "xauth": "xauth", "Node.js": "nodejs", "npm": "npm", "Caddy": "caddy", "nginx": "nginx-light",
}  # fmt: skip
"""What can be missing, and the Debian package that brings it."""

ENGINES = {"Firefox": "firefox-esr", "WebKit": "WebKitWebDriver", "Xvfb": "xvfb-run", "xauth": "xauth"}
"""Two more browsers and their programs, for ``make thorough`` and ``make engines``: ``… tests.tools.needs engines``."""

PROXIES = {"Caddy": "caddy", "nginx": "nginx"}
"""Reverse proxies, for ``make thorough`` and ``make cluster`` (``… tests.tools.needs proxies``), and their programs."""

FORMATTERS = ("Node.js", "npm")
"""What fetches and runs the formatter of styles and scripts, for ``make check`` (``… tests.tools.needs npm``)."""

QUICKER = "chromium-headless-shell"
"""The same browser without a window, a fifth quicker; where there is no such package, Chromium itself does."""

OTHER_MANAGERS = {
    "brew": ("brew install", {"PostgreSQL": "postgresql", "Node.js": "node", "npm": "node"}),
    "dnf": ("sudo dnf install --assumeyes", {"PostgreSQL": "postgresql-server", "Node.js": "nodejs", "npm": "npm"}),
    "pacman": ("sudo pacman -S --noconfirm", {"PostgreSQL": "postgresql", "Node.js": "nodejs", "npm": "npm"}),
    "apk": ("doas apk add", {"PostgreSQL": "postgresql", "Node.js": "nodejs", "npm": "npm"}),
}
"""How other package managers bring all but the browser."""

WITHOUT_MANAGER = {
    "PostgreSQL": f"Install PostgreSQL's own programs ({', '.join(SERVER)}).",
    "Node.js": "Install Node.js with npm.",
}

APT = ("apt-get", "-qq", "-o", "DPkg::Lock::Timeout=300")
INSTALL = (*APT, "install", "--yes", "--no-install-recommends")


def main() -> int:
    """Install what is missing, or say how. 0: all is there; 1: something is missing still."""
    wanting = missing_of(sys.argv[1:])
    if not wanting:
        return 0
    packages = [PACKAGES[name] for name in wanting]
    if not shutil.which("apt-get"):
        print(f"The tests need {' and '.join(wanting)}. {_without_apt(wanting)}", file=sys.stderr)
        return 1
    if os.geteuid() != 0:
        line = f"apt-get update && apt-get install --yes --no-install-recommends {' '.join(packages)}"
        print(f"The tests need {' and '.join(wanting)}. Run this line as root:\n{line}", file=sys.stderr)
        return 1
    print(f"Installing {' and '.join(wanting)} for the tests …", flush=True)
    failed = _run((*APT, "update")) or _run((*INSTALL, *packages))
    if failed:
        print(failed, file=sys.stderr)
    elif "Chromium" in wanting:
        _run((*INSTALL, QUICKER))
    still = missing_of(sys.argv[1:])
    if still:
        print(f"The tests need {' and '.join(still)}, and apt-get could not install it.", file=sys.stderr)
    return 1 if still else 0


def missing_packages() -> list[str]:
    """What the tests need and is not on this machine yet, by the names of :data:`PACKAGES`."""
    found = {
        "Chromium": browser(),
        "PostgreSQL": postgres_folder(),
        "Node.js": shutil.which("node"),
        "npm": shutil.which("npm"),
    }
    return [name for name, place in found.items() if place is None]


def missing_of(groups: Collection[str]) -> list[str]:
    """That, and what ``engines`` and ``proxies`` need, where these are named; of ``npm`` alone, only what brings it."""
    if set(groups) == {"npm"}:
        return [name for name in missing_packages() if name in FORMATTERS]
    proxies = [name for name, program in PROXIES.items() if not _proxy(program)]
    return missing_packages() + missing_engines() * ("engines" in groups) + proxies * ("proxies" in groups)


def proxy(name: str) -> str:
    """The program of a reverse proxy.

    :raises FileNotFoundError: there is none.
    """
    program = _proxy(PROXIES[name])
    if program is None:
        raise FileNotFoundError(f"no {name} on this machine: run `python -m tests.tools.needs proxies`")
    return program


def _proxy(program: str) -> str | None:
    return shutil.which(program) or shutil.which(program, path="/usr/sbin")


def missing_engines() -> list[str]:
    """What Firefox and Safari's engine need and is not on this machine yet."""
    return [name for name, program in ENGINES.items() if not shutil.which(program)]


def browser(environment: Mapping[str, str] = os.environ) -> str | None:
    """The Chromium of this machine: the system's own, else the one that Playwright downloaded."""
    installed = (shutil.which(name, path=environment.get("PATH", "")) for name in BROWSERS)
    downloaded = (
        str(path)
        for folder in _playwright_folders(environment)
        for pattern in DOWNLOADED
        for path in sorted(folder.glob(pattern), reverse=True)
        if os.access(path, os.X_OK)
    )
    return next((path for path in installed if path), None) or next(downloaded, None)


def postgres_folder(environment: Mapping[str, str] = os.environ) -> Path | None:
    """The folder with PostgreSQL's own programs, which Debian keeps out of PATH: there the highest version."""
    on_path = [Path(folder) for folder in environment.get("PATH", "").split(os.pathsep) if folder]
    packaged = sorted(
        (path for kind in SERVER_FOLDERS for path in Path("/").glob(kind[1:])), key=_version, reverse=True
    )
    return next((path for path in (*on_path, *packaged) if all(_runs(path / name) for name in SERVER)), None)


def _version(folder: Path) -> float:
    number = re.search(r"\d+(\.\d+)?", folder.parent.name)
    return float(number[0]) if number else 0


def _runs(program: Path) -> bool:
    return program.is_file() and os.access(program, os.X_OK)


def _playwright_folders(environment: Mapping[str, str]) -> Iterable[Path]:
    chosen = environment.get("PLAYWRIGHT_BROWSERS_PATH")
    if chosen and chosen != "0":
        return (Path(chosen),)
    home = Path(environment.get("HOME", "/"))
    return (home / ".cache" / "ms-playwright", home / "Library" / "Caches" / "ms-playwright")


def _without_apt(wanting: Iterable[str]) -> str:
    """The one line for a machine without apt-get; where we know no way, what to look for."""
    steps = [f"{Path(sys.executable).with_name('playwright')} install chromium"] if "Chromium" in wanting else []
    rest = [name for name in wanting if name != "Chromium"]
    manager = next((how for name, how in OTHER_MANAGERS.items() if shutil.which(name)), None)
    known = [manager[1][name] for name in rest if name in manager[1]] if manager else []
    if manager and known:
        steps.append(" ".join([manager[0], *dict.fromkeys(known)]))
    hints = [] if manager else [WITHOUT_MANAGER[name] for name in rest if name in WITHOUT_MANAGER]
    hints += [f"On Debian {name} is the package {PACKAGES[name]}." for name in rest if name in ENGINES | PROXIES]
    return "".join(f"{hint} " for hint in hints) + ("Run this line:\n" + " && ".join(steps) if steps else "")


def _run(command: tuple[str, ...]) -> str:
    """Run quietly; what the command said if it failed, else nothing."""
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    done = subprocess.run(
        command, env=quiet, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace"
    )
    return "" if done.returncode == 0 else f"{' '.join(command)}\n{done.stdout}{done.stderr}".strip()


if __name__ == "__main__":
    sys.exit(main())
