"""What Lighthouse says of the pages on a phone: ``make lighthouse``, the median of five runs, with ``RUNS=1`` of one.

It needs npm, which brings Lighthouse itself into ``.venv``, and the Chromium of the tests. Writes nothing; a page that
is not perfect is followed by what it lacks. ``ONLY="home sheet"`` asks about these pages alone.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from tests.browser.phone import SIZE, Phone, chromium
from tests.running import RunningServer
from tests.tools import needs, screens_club

VERSION = "12.8.2"
FOLDER = Path(__file__).resolve().parents[2] / ".venv" / "lighthouse"
PROGRAM = FOLDER / "node_modules" / ".bin" / "lighthouse"
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
FLAGS = "--headless --no-sandbox --disable-gpu --disable-quic"
PLAYERS = ("Ana", "Bob", "Chloé", "Dan")
MEASURED = ("first-contentful-paint", "largest-contentful-paint", "cumulative-layout-shift", "total-byte-weight")

Report = Mapping[str, Any]


def main() -> int:
    """Print a row a page; 1 where one is not perfect."""
    runs = int(os.environ.get("RUNS") or 5)
    only = (os.environ.get("ONLY") or "").split()
    _install()
    perfect = True
    print(f"{'page':<10}" + "".join(f"{category:>16}" for category in CATEGORIES), flush=True)
    with tempfile.TemporaryDirectory() as data:
        link = screens_club.fill_clubs(Path(data))[0]
        with RunningServer(Path(data)) as server:
            pages, cookies = _pages(server.url, link)
            for name, path in pages.items():
                if not only or name in only:
                    reports = [_report(server.url + path, cookies) for _ in range(runs)]
                    perfect = _tell(name, reports) and perfect
    return 0 if perfect else 1


def _install() -> None:
    package = FOLDER / "node_modules" / "lighthouse" / "package.json"
    if not package.exists() or json.loads(package.read_text())["version"] != VERSION:
        install = ["npm", "install", "--prefix", FOLDER, "--no-save", "--no-audit", "--no-fund", "--loglevel=error"]
        subprocess.run([*install, f"lighthouse@{VERSION}"], check=True, stdout=subprocess.DEVNULL)


def _pages(url: str, link: str) -> tuple[dict[str, str], str]:
    """The pages to look at, and the cookies of a phone that may open them: one that keeps a club of many evenings."""
    with chromium() as browser:
        phone = Phone(browser.new_context(viewport=SIZE, has_touch=True, locale="fr").new_page(), url)
        phone.open(link)
        phone.follow(phone.page.locator("main form button.go").first)
        phone.open("/evenings")
        evening = phone.page.locator('a.match-card[href*="/evenings/"]').first.get_attribute("href") or ""
        phone.open("/players")
        player = phone.page.locator('.people a[href^="/players/"]').first.get_attribute("href") or ""
        match = phone.new_match("ascenseur", PLAYERS)
        given = phone.page.context.cookies()
    pages = {
        "home": "/",
        "new": "/new/ascenseur",
        "match": match,
        "sheet": f"{match}/sheet",
        "desk": "/desk/ascenseur/legal-cards",
        "rules": "/rules/ascenseur",
        "evening": evening,
        "player": player,
    }
    return pages, "; ".join(f"{cookie['name']}={cookie['value']}" for cookie in given)


def _report(url: str, cookies: str) -> Report:
    """One run in a browser of its own; Lighthouse's own mobile phone and network."""
    command = [PROGRAM, url, "--quiet", "--output=json", f"--only-categories={','.join(CATEGORIES)}"]
    command += [f"--chrome-flags={FLAGS}", f"--extra-headers={json.dumps({'Cookie': cookies})}"]
    environment = {**os.environ, "CHROME_PATH": str(needs.browser())}
    said = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True).stdout
    report: Report = json.loads(said)
    return report


def _tell(name: str, reports: Sequence[Report]) -> bool:
    """The medians of a page, and what it lacks; whether it lacks nothing."""
    scores = [
        100 * median(report["categories"][category]["score"] or 0 for report in reports) for category in CATEGORIES
    ]
    shown = [reports[0]["audits"][audit].get("displayValue", "") for audit in MEASURED]
    print(f"{name:<10}" + "".join(f"{score:16.0f}" for score in scores) + "   " + ", ".join(shown), flush=True)
    for line in dict.fromkeys(line for report in reports for line in _lacks(report)):
        print(f"    {line}", flush=True)
    return all(round(score) == 100 for score in scores)


def _lacks(report: Report) -> Iterator[str]:
    """Each audit that takes something off, with the first places it names."""
    for category in CATEGORIES:
        for part in report["categories"][category]["auditRefs"]:
            audit = report["audits"][part["id"]]
            enough = 0.9 if category == "performance" else 1
            if part["weight"] and audit["score"] is not None and audit["score"] < enough:
                items = audit.get("details", {}).get("items", ())
                where = [item["node"].get("selector", "") for item in items if "node" in item][:3]
                yield f"{category}: {audit['title']} {audit.get('displayValue', '')} {' | '.join(where)}".rstrip()


if __name__ == "__main__":
    sys.exit(main())
