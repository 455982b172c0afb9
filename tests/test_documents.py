"""What the documents say of the games is what the games declare."""

import re
import subprocess
from pathlib import Path

import pytest

from referee.tools import readme_games_table


def test_the_table_of_the_games_is_that_of_their_declarations() -> None:
    assert readme_games_table.main(["--check"]) == 0, "make tables"


ROOT = Path(__file__).resolve().parents[1]
MOST_WORDS = {"README.md": 900, "ARCHITECTURE.md": 1500, "CONTRIBUTING.md": 1000, "HOSTING.md": 2500}
LONGEST_LINE = 110


def test_no_document_is_longer_than_a_reader_reads() -> None:
    counted = {document: len((ROOT / document).read_text("utf-8").split()) for document in MOST_WORDS}
    assert {document: words for document, words in counted.items() if words > MOST_WORDS[document]} == {}


def test_no_line_of_a_document_is_longer_than_a_window() -> None:
    long = [
        f"{document}:{number}"
        for document in MOST_WORDS
        for number, line in enumerate((ROOT / document).read_text("utf-8").splitlines(), 1)
        if len(line) > LONGEST_LINE
    ]
    assert long == []


def test_every_link_of_a_document_leads_to_a_file() -> None:
    link = re.compile(r"""\]\(([^)#:]+)\)|src="([^":]+)\"""")
    targets = {
        (document, target)
        for document in MOST_WORDS
        for found in link.findall((ROOT / document).read_text("utf-8"))
        for target in found
        if target
    }
    assert targets
    assert [(document, target) for document, target in sorted(targets) if not (ROOT / target).is_file()] == []


def test_the_top_level_holds_documents_and_the_folders_of_the_application() -> None:
    """What git knows there: a folder more is one that a newcomer must open."""
    folders = {path.split("/")[0] for path in _known_to_git() if "/" in path and not path.startswith(".")}
    assert folders == {"instance", "referee", "static", "templates", "tests"}


def _known_to_git() -> list[str]:
    call = ["git", "-C", str(ROOT), "ls-files"]
    return subprocess.run(call, check=True, capture_output=True, text=True).stdout.splitlines()


PATHS = re.compile(r"`((?:referee|templates|static|tests)/[\w./<>*-]+)`")
MODULES = re.compile(r"`([\w/]+\.(?:py|js|html|css))`")


@pytest.mark.parametrize("document", MOST_WORDS)
def test_every_path_that_a_document_names_exists(document: str) -> None:
    """But for the files of the game that the guide makes up."""
    named = PATHS.findall((ROOT / document).read_text("utf-8"))
    assert [
        path for path in named if not set("<*") & set(path) and "rikiki" not in path and not (ROOT / path).exists()
    ] == []


@pytest.mark.parametrize("document", MOST_WORDS)
def test_every_file_that_a_document_names_without_its_folder_exists(document: str) -> None:
    named = {path for path in MODULES.findall((ROOT / document).read_text("utf-8")) if "rikiki" not in path}
    folders = [ROOT / folder for folder in ("referee", "templates", "static", "tests")]
    assert {path for path in named if not (ROOT / path).is_file()} <= {
        path for path in named for folder in folders if any(folder.glob(f"**/{path}"))
    }


def test_every_step_of_the_workflow_is_a_target_of_make_or_an_official_action() -> None:
    text = (ROOT / ".github" / "workflows" / "phone.yml").read_text("utf-8")
    commands, actions = re.findall(r"run: (.+)", text), re.findall(r"uses: (.+)", text)
    targets = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    assert commands
    assert [
        command for command in commands if not re.fullmatch(rf"make (?:{'|'.join(targets)})(?: \w+=\w+)*", command)
    ] == []
    assert actions
    assert [action for action in actions if not re.fullmatch(r"actions/[\w-]+@v\d+", action)] == []
