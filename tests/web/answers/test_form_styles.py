"""Every page brings the style sheet of its family, and a page that asks a question the scripts of the question."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
TEMPLATES, STATIC = ROOT / "templates", ROOT / "static"
ASKS = '{% from "answers/question_form.html"'
SHEET = re.compile(r"asset\(['\"](\w+)\.css['\"]\)")

ALONE = {"error.html", "offline.html", "phone.html", "access/start_afresh.html"}
"""Pages that base.css alone dresses."""

FAMILY = {"matches": "match", "corrections": "match", "desk": "book", "table_rules": "book", "api": "book"}
"""The sheet of the pages of a folder; of the others it is club.css."""

READ = {f"matches/{name}.html" for name in ("deal_reasons", "finished", "log", "sheet", "table_view")}
READ.add("corrections/preview.html")
"""Pages on which a match is read: they have sheet.css too; its others ask, and have pads.css."""

OTHERWISE = {"corrections/setup.html": "club", "api/tokens.html": "club"}
"""The set-up of a match is corrected on the form of a new match."""
ASKS_FOR_HANDS = {"desk/question.html"}
"""The page of the desk that may ask for hands, whose styles are those of a match."""


def pages() -> dict[str, str]:
    """The templates of whole pages, by name."""
    found = {path.relative_to(TEMPLATES).as_posix(): path.read_text("utf-8") for path in TEMPLATES.rglob("*.html")}
    return {name: source for name, source in found.items() if '{% extends "base.html" %}' in source}


def test_every_page_links_the_sheet_of_its_family() -> None:
    wrong = []
    for name, source in pages().items():
        family = OTHERWISE.get(name) or FAMILY.get(name.partition("/")[0], "club")
        linked = [sheet for sheet in dict.fromkeys(SHEET.findall(source)) if sheet != "print"]
        further = {"match": ["sheet"] if name in READ else ["pads"]}.get(family, [])
        if name in ASKS_FOR_HANDS:
            further, family = [family], "match"
        if linked != ([] if name in ALONE else [family, *further]):
            wrong.append((name, linked))
    assert len(pages()) > 40
    assert wrong == []


def test_there_are_seven_sheets_and_no_template_names_another() -> None:
    sheets = {path.stem for path in STATIC.glob("*.css")}
    assert sheets == {"base", "match", "pads", "sheet", "book", "club", "print"}
    named = {sheet for path in TEMPLATES.rglob("*.html") for sheet in SHEET.findall(path.read_text("utf-8"))}
    assert named == sheets


def test_every_page_with_a_question_brings_its_scripts() -> None:
    asking = {name: source for name, source in pages().items() if ASKS in source}
    assert len(asking) > 2
    assert [name for name, source in asking.items() if "{{ scripts_of_match(" not in source] == []
