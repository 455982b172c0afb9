"""``make phone-check``: random matches of all games, scored by the phone's Python and by this one, byte for byte.

``MATCHES=30`` takes so many; 1,000 without. The same number makes the same matches. Every other one is a table as it
is: people leave, join and rest, rules change, a forgotten deal is inserted (``tests/matches/random_tables.py``).
"""

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

from referee.games.registry import GAMES, IDS
from referee.phone.pyodide_download import program
from referee.words import LANGUAGES
from tests.games.random_matches import random_match
from tests.matches.random_tables import random_course
from tests.phone_folder import unpacked

USUAL = 1000
IN_PHONE = """
import contextlib
from referee.commands.json_batch import answer_files
from referee.matches.sheet_json import score_value
for language in {languages!r}:
    with open(f"/shared/{{language}}.phone", "w", encoding="utf-8", newline="") as stream:
        with contextlib.redirect_stdout(stream):
            answer_files(["/shared/matches.jsonl"], lambda match: score_value(match, language), language)
"""


def main() -> int:
    """Compare; 0: all are equal, 1: some are not."""
    matches = int(sys.argv[1]) if len(sys.argv) > 1 else USUAL
    began = time.monotonic()
    different = compare(matches)
    print(f"{matches} matches of {len(GAMES)} games, {len(different)} different, {time.monotonic() - began:.0f} s")
    for here, there in different[:3]:
        print(f"here   {here[:2000]}\nphone  {there[:2000]}")
    return 1 if different else 0


def _match(seed: int, number: int) -> dict[str, Any]:
    """The match file of this number; each game in its turn."""
    if number % 2:
        return random_course(number).file
    return random_match(Random(seed + number), IDS[number % len(IDS)])


def compare(matches: int, seed: int = 13) -> list[tuple[str, str]]:
    """The sheets that are not the same, as this Python made them and as the phone's did."""
    with tempfile.TemporaryDirectory() as folder:
        shared = Path(folder)
        with open(shared / "matches.jsonl", "w", encoding="utf-8") as stream:
            stream.writelines(json.dumps(_match(seed, number)) + "\n" for number in range(matches))
        (shared / "in_phone.py").write_text(IN_PHONE.format(languages=LANGUAGES), "utf-8")
        script = Path(__file__).with_name("in_node.mjs")
        runtime = unpacked(shared)
        command = [program("node"), str(script), str(runtime), str(shared / "in_phone.py"), str(shared)]
        subprocess.run(command, check=True)
        found = []
        for language in LANGUAGES:
            score = [sys.executable, "-m", "referee", "score", "--lang", language, str(shared / "matches.jsonl")]
            here = subprocess.run(score, check=True, capture_output=True).stdout.decode().split("\n")
            there = (shared / f"{language}.phone").read_bytes().decode().split("\n")
            assert len(here) == len(there) == matches + 1
            found += [pair for pair in zip(here, there, strict=True) if pair[0] != pair[1]]
        return found


if __name__ == "__main__":
    sys.exit(main())
