"""What has changed to the eye since a revision: ``make same BASE=<revision> [FILES="a.json b.json"]``.

The demo's club, recorded and exported by this checkout, is imported by both. Every page that a keeper reaches without
scripts is compared by its visible words, in both languages; where one of them has a page in several parts, these are
joined. Then what both export, and what their commands print on the same files. 1: something differs.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from urllib.parse import urljoin, urlsplit
from zipfile import ZipFile

from referee.commands.command_line import COMMANDS
from referee.desk.questions import examples
from referee.games.registry import GAMES
from referee.words import LANGUAGES
from tests.games.random_matches import random_match
from tests.running import RunningServer
from tests.tools.bench.phones import Phone

HERE = Path(__file__).resolve().parents[2]
MATCHES, RANDOM_FILES, MOST_PAGES = 24, 400, 2_500
LEFT_OUT = re.compile(r"/static/|/join/|/export|/language|/manifest|/service|/club/archive|/transfer|[?&]key=")
INLINE = {"a", "abbr", "b", "bdi", "cite", "code", "data", "em", "i", "mark", "q", "small", "span", "strong", "sub",
          "sup", "td", "text", "th", "time", "tspan"}  # fmt: skip
UNSEEN = {"script", "style", "template"}
SPOKEN = ("alt", "aria-label", "placeholder", "title", "value")
NOW = "|".join(f"{datetime.now() + timedelta(minutes=minute):%H:%M}" for minute in range(-2, 30))
EACH_TIME = re.compile(rf"[A-Za-z0-9_-]{{20,}}|(?<=:)\d{{5}}(?=/)|\d+[.,]\d+ [KMkm]i?[oB]|\b(?:{NOW})\b")
"""Tokens, ports, sizes of files on the disk, and the minutes in which this runs."""


class _Words(HTMLParser):
    """The visible lines of a page, and where its links and the forms that only ask lead."""

    def __init__(self, path: str, page: str) -> None:
        super().__init__()
        self._path, self._unseen, self._text = path, 0, [""]
        self.links: dict[str, None] = {}
        self.feed(page)
        self.lines = {EACH_TIME.sub("…", line) for text in self._text if (line := " ".join(text.split()))}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self._unseen += tag in UNSEEN
        if tag == "a" and "href" in given:
            address = urlsplit(urljoin(self._path, given["href"]))
            if not address.netloc and not LEFT_OUT.search(address.geturl()):
                self.links[address._replace(fragment="").geturl()] = None
        if tag not in INLINE:
            self._text.append("")
        if given.get("type") not in ("hidden", "checkbox", "radio"):
            self._text += [given[name] for name in SPOKEN if given.get(name)] + [""]

    def handle_endtag(self, tag: str) -> None:
        self._unseen -= tag in UNSEEN
        if tag not in INLINE:
            self._text.append("")
        elif tag in ("td", "th"):
            self._text[-1] += " "

    def handle_data(self, data: str) -> None:
        if not self._unseen:
            self._text[-1] += data


@dataclass
class Side:
    """One of the two checkouts: its folder, its data, its server."""

    name: str
    code: Path
    data: Path
    phone: Phone = field(init=False)

    def run(self, *arguments: str) -> str:
        """What a command prints, and its exit status."""
        environment = {**os.environ, "REFEREE_DATA": str(self.data), "COLUMNS": "100", "LC_ALL": "C.UTF-8"}
        call = [sys.executable, "-m", *arguments]
        ran = subprocess.run(call, cwd=self.code, env=environment, capture_output=True, text=True, check=False)
        return f"{ran.stdout}{ran.stderr}exit status {ran.returncode}\n"

    def serve(self) -> RunningServer:
        return RunningServer(self.data, migrates=True, PYTHONPATH=str(self.code), PYTHONSAFEPATH="1")

    def page(self, path: str, language: str) -> _Words:
        status, place, page = self.phone.ask("GET", path, (), **{"Accept-Language": language})
        if not page.lstrip().lower().startswith("<!doctype html"):
            page = "".join(f"<p>{line}" for line in [f"{status} {place}", *page.splitlines()])
        return _Words(path, page)


class Comparison:
    """What differs, each once, with how often and where it was first seen."""

    def __init__(self, base: Side, now: Side) -> None:
        self.sides = (base, now)
        self.found: Counter[tuple[str, str]] = Counter()
        self.first: dict[tuple[str, str], str] = {}
        self.compared = 0

    def differ(self, base: set[str], now: set[str], where: str) -> None:
        """Note the lines that only one side has."""
        self.compared += 1
        for difference in [*(("-", line) for line in base - now), *(("+", line) for line in now - base)]:
            self.found[difference] += 1
            self.first.setdefault(difference, where)

    def pages(self, language: str) -> None:
        """Every page that links lead to from the first."""
        ahead, seen = ["/"], {"/"}
        while ahead and len(seen) < MOST_PAGES:
            path = ahead.pop(0)
            words = [side.page(path, language) for side in self.sides]
            common = words[0].links.keys() & words[1].links.keys()
            lines = []
            for side, page in zip(self.sides, words, strict=True):
                parts = [link for link in page.links if link not in common and _is_part(link, path)]
                lines.append(page.lines | self._joined(side, path, parts, common, language))
            self.differ(lines[0], lines[1], f"{language} {path}")
            base, now = ({f"link {x}" for x in page.links if not _is_part(x, path)} for page in words)
            self.differ(base, now, f"{language} {path}")
            ahead += [link for link in words[1].links if link in common and link not in seen]
            seen |= common

    def _joined(self, side: Side, path: str, parts: list[str], common: set[str], language: str) -> set[str]:
        """The lines of the further parts of a page, and of those these lead to."""
        lines: set[str] = set()
        known = {path, *common}
        while parts:
            part = parts.pop()
            if part not in known:
                known.add(part)
                page = side.page(part, language)
                lines |= page.lines
                parts += [link for link in page.links if _is_part(link, path)]
        return lines

    def commands(self, folder: Path, files: list[str]) -> None:
        """What the commands print, for both languages."""
        for call in _calls(folder, files):
            base, now = (_pieces(side.run("referee", *call)) for side in self.sides)
            self.differ(base, now, " ".join(call))

    def exports(self, folder: Path) -> None:
        """The files in what both export."""
        files = []
        for side in self.sides:
            side.run("referee", "export", str(folder / f"{side.name}.zip"))
            with ZipFile(folder / f"{side.name}.zip") as archive:
                files.append(
                    {
                        f"{member.filename} {member.CRC}"
                        for member in archive.infolist()
                        if "manifest" not in member.filename
                    }
                )
        self.differ(files[0], files[1], "referee export")

    def report(self) -> int:
        """Print what differs; 1 if anything does."""
        print(f"{self.compared} comparisons, {len(self.found)} lines differ")
        for (sign, line), times in self.found.most_common():
            print(f"{sign} {line[:200]}   ({times} times, first {self.first[sign, line]})")
        return 1 if self.found else 0


def _pieces(printed: str) -> set[str]:
    """Every part of every line that a command prints, with the line's number."""
    return {f"{number} {part}" for number, line in enumerate(printed.splitlines()) for part in line.split(',"')}


def _is_part(link: str, path: str) -> bool:
    """Whether a link leads to another part of the same page."""
    page, whole = urlsplit(link).path, urlsplit(path).path
    return page == whole or (whole != "/" and page.startswith(f"{whole}/"))


def _calls(folder: Path, files: list[str]) -> Iterator[list[str]]:
    matches, questions = folder / "matches.jsonl", folder / "questions.jsonl"
    lines = [random_match(Random(seed)) for seed in range(RANDOM_FILES)]
    spoilt = [{**line, "entries": [*line["entries"][1:], {"step": "tricks"}]} for line in lines[::4]]
    _write(matches, [*lines, *spoilt, {}, []])
    asked = [{"game": game, **example} for game in GAMES for example in examples(game)]
    keys = ("game", "question", "facts", "options")
    _write(
        questions,
        [{"format": "referee-question/1", **{k: question[k] for k in keys if k in question}} for question in asked],
    )
    for language in LANGUAGES:
        spoken = ["--lang", language]
        for name in map(str, (matches, questions, *files)):
            yield from (["score", *spoken, name], ["ask", *spoken, name])
        for game in ("match", *GAMES):
            yield ["rules", *spoken, game]
        for call in ([*spoken, game.id, str(n)] for game in GAMES.values() for n in game.people):
            yield from (["setup", *call], ["setup", "--json", *call])
        yield from (["games", *spoken], ["games", "--json", *spoken], ["search", *spoken, "renonce"])
    for command in ([], *([name] for name in COMMANDS)):
        yield from ([*command, "--help"], [*command, "--nonsense"])


def _write(path: Path, values: list[object]) -> None:
    path.write_text("".join(f"{json.dumps(value, ensure_ascii=False)}\n" for value in values), encoding="utf-8")


def main(base: str, *files: str) -> int:
    """Compare this checkout with the revision."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        sides = Side("base", folder / "code", folder / "old"), Side("now", HERE, folder / "new")
        for made in (sides[0].code, sides[0].data, sides[1].data, folder / "demo"):
            made.mkdir()
        tree = subprocess.run(["git", "archive", base], cwd=HERE, stdout=subprocess.PIPE, check=True).stdout
        subprocess.run(["tar", "-x", "-C", str(sides[0].code)], input=tree, check=True)
        print(sides[0].run("referee.tools.compile_english"), end="")
        demo = Side("demo", HERE, folder / "demo")
        demo.run("referee", "demo", "--seed", "1", "--matches", str(MATCHES))
        demo.run("referee", "export", str(folder / "club.zip"))
        for side in sides:
            side.run("referee", "import", str(folder / "club.zip"))
        comparison = Comparison(*sides)
        comparison.commands(folder, [str(Path(file).resolve()) for file in files])
        comparison.exports(folder)
        with sides[0].serve() as old, sides[1].serve() as new:
            for side, server in zip(sides, (old, new), strict=True):
                side.phone = Phone(server.port)
                link = re.search(r"/join/\S+", side.run("referee", "link", "--club", "1", "--owner"))
                assert link
                side.phone.joins(link[0])
            for language in LANGUAGES:
                comparison.pages(language)
        return comparison.report()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
