"""Make the folder of a new game with stubs that run: ``make game ID=<id> [NAME="Its Name"]``."""

from __future__ import annotations

import re
import sys
from keyword import iskeyword
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SKELETON = Path(__file__).with_name("game_skeleton")
REGISTRY = ROOT / "referee" / "games" / "registry.py"
ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")

NEXT = """{folder} is there, and runs: make unit GAME={id}
Now write, in this order:
 1. {folder}/rulebook.fr.md and rulebook.en.md: an article for every rule, with its authority
 2. {folder}/scoring.py: the tables of the rules, then question, record, ending, prepare
 3. tests/games/{package}/test_scoring.py: a table of cases for every rule, a whole match
 4. {folder}/words.en.po: the English of every new sentence (make words says which, and where)
 5. {folder}/desk.py and desk_examples.json: the questions of the desk, two worked examples each; then ten disputes
Before each commit: make snapshots GAME={id} (it writes down the results of the game) and make check.
ARCHITECTURE.md, "Add a game", says more."""


def main(arguments: list[str]) -> int:
    """0: made; 2: the id is invalid or not free."""
    game_id = arguments[0] if arguments else ""
    name = arguments[1] if len(arguments) > 1 and arguments[1] else game_id.replace("-", " ").capitalize()
    package = game_id.replace("-", "_")
    folder, tests = (ROOT / place / "games" / package for place in ("referee", "tests"))
    if not ID.fullmatch(game_id):
        print('An id is made of small letters and hyphens: make game ID=rikiki NAME="Le Rikiki"', file=sys.stderr)
        return 2
    if folder.exists():
        print(f"There is a game of this id already: {folder.relative_to(ROOT)}", file=sys.stderr)
        return 2
    modules = (place.with_suffix(".py").exists() for place in (folder, tests))
    if game_id in {"match", "question"} or iskeyword(package) or any(modules):
        print(f"No game can have this id, something else is called so: {game_id}", file=sys.stderr)
        return 2
    write(folder, tests, game_id, name)
    print(NEXT.format(folder=folder.relative_to(ROOT), id=game_id, package=package))
    return 0


def write(folder: Path, tests: Path, game_id: str, name: str) -> None:
    folder.mkdir()
    tests.mkdir()
    (tests / "__init__.py").touch()
    class_name = game_id.title().replace("-", "")
    marks = {"@id@": game_id, "@folder@": folder.name, "@class@": class_name, "@name@": name}
    for path in SKELETON.iterdir():
        text = path.read_text(encoding="utf-8")
        for mark, value in marks.items():
            text = text.replace(mark, value)
        target = tests if path.name.startswith("test_") and ".py" in path.suffixes else folder
        (target / path.name.removesuffix(".txt")).write_text(text, encoding="utf-8")
    end = "\n)  # fmt: skip"
    registry = REGISTRY.read_text(encoding="utf-8").replace(end, f'\n    "{game_id}",{end}', 1)
    REGISTRY.write_text(registry, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
