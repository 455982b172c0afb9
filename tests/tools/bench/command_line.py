"""The command line on one file and on ten thousand, and the search of the rulebook."""

import json
import os
import random
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from referee.desk.search.rulebook_search import search
from referee.desk.search.search_index import load_index
from tests.games.random_matches import random_match
from tests.tools.bench.figures import WIDTH, head, interleaved, row, timed

FILES = 10_000
STARTS = 20
SEARCHES = 200

# A process has at least the peak of the one that started it: this one is small.
MEASURE = """
import os, sys, time
began = time.perf_counter()
child = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ, file_actions=[(os.POSIX_SPAWN_OPEN, 1, os.devnull, 1, 0)])
_, status, used = os.wait4(child, 0)
print(os.waitstatus_to_exitcode(status), time.perf_counter() - began, used.ru_maxrss)
"""
COMPILED = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
"""The modules are compiled once and kept, as those of what is installed are."""


def command_line(data: Path) -> None:
    """``referee score`` on one file beside the interpreter alone, then on many random matches of all games."""
    few, many, one = data / "few.jsonl", data / "many.jsonl", data / "one.json"
    with ProcessPoolExecutor() as pool:
        lines = list(pool.map(_random_line, range(FILES), chunksize=100))
    few.write_text("".join(lines[: FILES // 10]), encoding="utf-8")
    many.write_text("".join(lines), encoding="utf-8")
    one.write_text(lines[0], encoding="utf-8")
    _measured("-m", "referee", "score", str(one))
    starts = {
        "interpreter": lambda: _measured("-c", "pass")[0] * 1000,
        "fr": lambda: _measured("-m", "referee", "score", str(one))[0] * 1000,
        "en": lambda: _measured("-m", "referee", "score", "--lang", "en", str(one))[0] * 1000,
    }
    times = interleaved(starts, STARTS)
    head("command line: one file, start-up and all", yardstick="x bare")
    row("the interpreter alone", times["interpreter"])
    row("referee score one.json", times["fr"], times["interpreter"])
    row("referee score --lang en one.json", times["en"], times["interpreter"])
    print(f"\n{'referee score':<{WIDTH}} {'seconds':>9} {'peak MiB':>9}", flush=True)
    for path, name in ((few, f"{FILES // 10:,} matches"), (many, f"{FILES:,} matches of all games")):
        seconds, peak = _measured("-m", "referee", "score", str(path))
        print(f"{name:<{WIDTH}} {seconds:9.2f} {peak:9.1f}", flush=True)


def _random_line(seed: int) -> str:
    return json.dumps(random_match(random.Random(seed)), ensure_ascii=False) + "\n"


def _measured(*arguments: str) -> tuple[float, float]:
    """Seconds and peak memory (MiB) of a run of the interpreter."""
    command = [sys.executable, "-c", MEASURE, sys.executable, *arguments]
    said = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, env=COMPILED).stdout
    status, seconds, peak = said.split()
    assert int(status) in (0, 1), status
    return float(seconds), int(peak) / (1024 * 1024 if sys.platform == "darwin" else 1024)


def searches() -> None:
    """A search of the rulebook, which is read once, and one that has to read it."""

    def reading() -> None:
        load_index.cache_clear()
        search("dernier annonce", "fr", "ascenseur")

    head("search of the rulebook")
    for name, act in (
        ("a search of the rulebook", lambda: search("ascenceur changer d'anonce", "fr")),
        ("the first search, which reads it", reading),
    ):
        row(name, [timed(act) for _ in range(SEARCHES)])
