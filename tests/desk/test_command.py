"""``referee ask``: what is printed, where, and the exit status."""

import json
from pathlib import Path
from typing import Any

import pytest

from referee.commands.command_line import main
from referee.desk.questions import examples
from referee.games.registry import GAMES
from tests.desk.asking import question_file

GOOD = question_file("whistiti", "legal-cards", {"trump": "H", "plays": ["9S", "KS"], "hand": ["2S", "AH", "3D"]})
BAD = question_file("whistiti", "legal-cards", {"trump": "H", "plays": ["9S", "9S"], "hand": ["2S"]})


@pytest.fixture
def ask(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    """Write files, ask about them all at once, and give the status, the output and the error output."""
    monkeypatch.chdir(tmp_path)

    def asking(files: dict[str, str | bytes], language: str = "fr") -> tuple[int, str, str]:
        for name, text in files.items():
            if name != "-" and text is not None:
                Path(name).write_bytes(text if isinstance(text, bytes) else text.encode())
        status = main(["ask", "--lang", language, "--", *files])
        return (status, *capsys.readouterr())

    return asking


def test_one_file_is_answered_in_indented_json(ask: Any) -> None:
    status, out, err = ask({"q.json": json.dumps(GOOD)})
    assert (status, err) == (0, "")
    assert out.startswith('{\n  "format": "referee-verdict/1",\n')
    verdict = json.loads(out)
    assert list(verdict) == ["format", "game", "question", "answer", "articles", "because"]
    assert verdict["answer"] == {"legal": ["2S"]}
    assert verdict["articles"][0] == "whistiti.follow"
    assert "2♠" in verdict["because"]


def test_words_are_in_the_language_asked_for(ask: Any) -> None:
    assert "fournir" in json.loads(ask({"q.json": json.dumps(GOOD)}, "fr")[1])["because"]
    assert "follow" in json.loads(ask({"q.json": json.dumps(GOOD)}, "en")[1])["because"]


def test_facts_that_cannot_be_are_violations_on_standard_output_and_exit_1(ask: Any) -> None:
    status, out, err = ask({"q.json": json.dumps(BAD)})
    assert (status, err) == (1, "")
    value = json.loads(out)
    assert value["format"] == "referee-violations/1"
    assert [(one["entry"], one["field"], one["article"]) for one in value["violations"]] == [
        (None, "facts", "question.facts")
    ]


def test_a_number_of_any_length_is_a_number(ask: Any) -> None:
    status, out, err = ask({"q.json": json.dumps(GOOD).replace('["9S", "KS"]', "9" * 5000)})
    assert (status, err) == (1, "")
    assert [one["field"] for one in json.loads(out)["violations"]] == ["facts.plays"]


def test_what_is_odd_in_a_name_is_printed_all_the_same(ask: Any) -> None:
    odd = question_file(
        "whistiti", "trick-winner", {"trump": None, "plays": [{"player": "\ud800", "card": "9S"}], "\udfff": 1}
    )
    status, out, err = ask({"q.json": json.dumps(odd)})
    assert (status, err) == (1, "")
    assert [one["field"] for one in json.loads(out)["violations"]] == ["facts.\udfff", "facts.plays.0.player"]


@pytest.mark.parametrize("game_id", GAMES)
def test_every_worked_example_is_answered_from_the_command_line(ask: Any, game_id: str) -> None:
    asked = [
        question_file(game_id, example["question"], example["facts"], example.get("options"))
        for example in examples(game_id)
    ]
    status, out, err = ask({"examples.jsonl": "\n".join(map(json.dumps, asked))})
    assert (status, err) == (0, "")
    assert [json.loads(line)["answer"] for line in out.splitlines()] == [one["answer"] for one in examples(game_id)]
