"""The table of the games in README.md, made from their declarations: ``make tables`` (``--check``: only compare)."""

from __future__ import annotations

import sys
from pathlib import Path

from referee.games.registry import GAMES

README = Path(__file__).resolve().parents[2] / "README.md"
BEGIN, END = "<!-- games: make tables -->\n", "<!-- end of games -->"


def table() -> str:
    rows = ["| game | players |", "|---|---|"]
    for game in GAMES.values():
        people = "–".join(dict.fromkeys((str(game.people[0]), str(game.people[-1]))))
        rows.append(f"| `{game.id}` {game.name.render('fr')} | {people} |")
    return "\n".join(rows) + "\n"


def with_table(document: str) -> str:
    """The document with the present table."""
    before, after = document.partition(BEGIN)[0], document.partition(END)[2]
    return f"{before}{BEGIN}{table()}{END}{after}"


def main(arguments: list[str]) -> int:
    """0: the table is up to date; 1, with ``--check``: it is not."""
    document = README.read_text(encoding="utf-8")
    renewed = with_table(document)
    if "--check" in arguments:
        return int(renewed != document)
    README.write_text(renewed, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
