"""No line of a template, a style or a script is longer than a reader's window; the formatters hold the rest."""

from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDERS = ("templates", "static")
LONGEST = 110


def test_no_line_is_longer_than_a_window() -> None:
    files = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.*"))
    assert [
        f"{path.relative_to(ROOT)}:{number}: {len(line)}"
        for path in files
        if path.parent.name not in ("vendor", "fonts")  # what others wrote is kept as it is
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > LONGEST
    ] == []
