"""A page that asks a question brings the styles and the scripts of the question."""

from pathlib import Path

TEMPLATES = Path(__file__).resolve().parents[3] / "templates"
IMPORTED = '{% from "answers/question_form.html"'


def test_every_page_with_a_question_brings_its_styles_and_its_scripts() -> None:
    pages = [path for path in TEMPLATES.rglob("*.html") if IMPORTED in path.read_text("utf-8")]
    bare = [
        path.name
        for path in pages
        if not all(f"{{{{ {macro}(form" in path.read_text("utf-8") for macro in ("styles_of_form", "scripts_of_match"))
    ]
    assert len(pages) > 2
    assert bare == []
