"""The command line as a script or a player calls it: what it prints, its exit status, and never a traceback."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from referee import __version__
from referee.commands.command_line import COMMANDS, main
from referee.games.registry import GAMES
from referee.matches.preparation_and_games_output import games_text, games_value, setup_text, setup_value
from referee.matches.sheet_json import score_value
from referee.matches.strict_json import LARGEST
from referee.words import LANGUAGES
from tests.games.tables import FOUR, match_file

TRICKS = {"step": "tricks", "tricks": dict(zip(FOUR, (6, 4, 3, 0), strict=True))}
MATCH = match_file("whistiti", FOUR, [TRICKS])
WRONG = match_file("whistiti", FOUR, [{"step": "tricks", "tricks": dict.fromkeys(FOUR, 3)}])
QUESTION = {
    "format": "referee-question/1", "game": "ascenseur", "question": "forbidden-bid",
    "facts": {"cards": 3, "bids": [1, 1, 0]},
}  # fmt: skip
HEAVY = ("flask", "sqlalchemy", "wtforms", "jinja2", "werkzeug", "markdown_it", "uvicorn", "segno", "babel")


PATIENCE = 300
"""Seconds in which a command has ended, at a low priority on a loaded machine too."""


@dataclass(frozen=True, slots=True)
class Ran:
    """A command that has ended."""

    status: int
    out: str
    err: str


def referee(*arguments: str, given: bytes = b"", **environment: str) -> Ran:
    """Run ``referee`` in a process of its own, in French unless the environment says otherwise."""
    ran = subprocess.run(
        [sys.executable, "-m", "referee", *arguments],
        input=given,
        capture_output=True,
        timeout=PATIENCE,
        check=False,
        env={**os.environ, "LC_ALL": "fr_FR.UTF-8", **environment},
    )
    answer = Ran(ran.returncode, ran.stdout.decode(), ran.stderr.decode())
    assert "Traceback" not in answer.err
    return answer


def written(folder: Path, name: str, *values: Any) -> str:
    """A file of one JSON value, or of several as JSON Lines."""
    path = folder / name
    path.write_text("\n".join(json.dumps(value, ensure_ascii=False) for value in values), encoding="utf-8")
    return str(path)


# Help and wrong calls.


def test_the_commands_of_the_formats_are_there() -> None:
    assert {"serve", "score", "ask", "rules", "setup", "games"} <= set(COMMANDS)


@pytest.mark.parametrize("command", [[], *([name] for name in COMMANDS)], ids=lambda command: " ".join(command) or "-")
def test_every_command_has_its_help(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    status = main([*command, "--help"])
    out, err = capsys.readouterr()
    assert (status, err) == (0, "")
    assert out.startswith(" ".join(["Usage: referee", *command]))


@pytest.mark.parametrize(
    "call",
    [
        [], ["keep-score"], ["--lang"], ["--nonsense"],
        ["score"], ["score", "--lang", "de", "a.json"], ["score", "--lang"], ["score", "--pretty", "a.json"],
        ["ask"], ["ask", "--lang", "", "a.json"],
        ["rules"], ["rules", "ascenseur", "barbu"], ["rules", "ascenseur", "--lang", "FR"],
        ["setup"], ["setup", "ascenseur"], ["setup", "ascenseur", "four"], ["setup", "ascenseur", "4.0"],
        ["games", "all"], ["games", "--lang", "es"],
        ["serve", "--port", "http"], ["serve", "everywhere"],
    ],
    ids=" ".join,
)  # fmt: skip
def test_a_call_that_cannot_be_understood_gives_exit_status_2_and_the_reason(
    call: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    status = main(call)
    out, err = capsys.readouterr()
    assert (status, out) == (2, "")
    assert "Error: " in err or err.startswith("Usage: referee")


def test_a_wrong_call_and_help_as_a_script_meets_them() -> None:
    assert (referee().status, referee("--help").status, referee("score").status) == (2, 0, 2)


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["--version"])
    assert (status, capsys.readouterr().out) == (0, f"referee {__version__}\n")


# referee score.


@pytest.mark.parametrize("language", LANGUAGES)
def test_score_prints_the_sheet_indented_and_exits_0(tmp_path: Path, language: str) -> None:
    answer = referee("score", written(tmp_path, "match.json", MATCH), "--lang", language)
    assert (answer.status, answer.err) == (0, "")
    assert answer.out == json.dumps(score_value(MATCH, language)[0], ensure_ascii=False, indent=2) + "\n"


@pytest.mark.parametrize("language", LANGUAGES)
def test_score_prints_the_violations_and_exits_1(tmp_path: Path, language: str) -> None:
    answer = referee("score", "--lang", language, written(tmp_path, "match.json", WRONG))
    assert (answer.status, answer.err) == (1, "")
    assert json.loads(answer.out) == score_value(WRONG, language)[0]


def test_score_reads_standard_input() -> None:
    answer = referee("score", "-", given=json.dumps(MATCH).encode())
    assert (answer.status, json.loads(answer.out)) == (0, score_value(MATCH, "fr")[0])


@pytest.mark.thorough
@pytest.mark.parametrize("given", [b"", b"NaN", b"{", b"\xff"])
def test_standard_input_that_is_no_json_is_said_on_one_line(given: bytes) -> None:
    answer = referee("score", "-", given=given)
    assert (answer.status, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert answer.err.startswith("referee: -: ")


@pytest.mark.parametrize("command", ["score", "ask"])
@pytest.mark.parametrize(("given", "french", "english"), [
    ("nothing", "Il n’y a ni fichier ni dossier de ce nom.", "There is no file or folder of this name."),
    ("folder", "C’est un dossier, pas un fichier.", "This is a folder, not a file."),
    (b"", "Ce n’est pas du JSON\u202f: ligne 1, colonne 1.", "This is not JSON: line 1, column 1."),
    (b'{\n "a": }', "Ce n’est pas du JSON\u202f: ligne 2, colonne 7.", "This is not JSON: line 2, column 7."),
    (b"[NaN]", "Ce n’est pas du JSON.", "This is not JSON."),
    (
        b'[{"game": "barbu", "a": 1, "game": "barbu"}]',
        "«\u202fgame\u202f» est écrit deux fois dans le même objet.",
        "“game” is written twice in the same object.",
    ),
    (b"\xff", "Ce n’est pas de l’UTF-8.", "This is not UTF-8."),
    (b"[" * 100_000, "Trop de listes et d’objets l’un dans l’autre.", "Too many lists and objects one inside another."),
    (b" " * (LARGEST + 1), "C’est trop grand\u202f: au plus 5 Mio.", "This is too large: at most 5 MiB."),
])  # fmt: skip
def test_why_a_file_cannot_be_used_is_said_in_the_readers_language(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str, given: str | bytes, french: str, english: str
) -> None:
    path = tmp_path / "a.json"
    if isinstance(given, bytes):
        path.write_bytes(given)
    elif given == "folder":
        path.mkdir()
    for language, sentence in (("fr", french), ("en", english)):
        assert main([command, "--lang", language, str(path)]) == 2
        assert capsys.readouterr() == ("", f"referee: {path}: {sentence}\n")
        assert main([command, "--lang", language, str(path), str(path)]) == 2
        out, err = capsys.readouterr()
        assert ([json.loads(line)["message"] for line in out.splitlines()], err) == ([sentence, sentence], "")


def test_several_files_and_standard_input_give_a_line_each_and_the_highest_status(tmp_path: Path) -> None:
    many = written(tmp_path, "many.jsonl", MATCH, WRONG)
    good = written(tmp_path, "good.json", MATCH)
    answer = referee("score", good, many, "-", str(tmp_path / "none.json"), given=json.dumps(WRONG).encode())
    lines = [json.loads(line) for line in answer.out.splitlines()]
    assert (answer.status, answer.err) == (2, "")
    sheet, violations = score_value(MATCH, "fr")[0], score_value(WRONG, "fr")[0]
    assert lines[:4] == [sheet, sheet, violations, violations]
    assert (lines[4]["format"], lines[4]["file"]) == ("referee-error/1", str(tmp_path / "none.json"))
    assert answer.out.splitlines()[0] == json.dumps(sheet, ensure_ascii=False, separators=(",", ":"))


def test_names_that_are_half_a_character_are_refused_and_printed(tmp_path: Path) -> None:
    file = {**MATCH, "players": ["\ud800", "Bob", "Chloé", "Dan"], "\udfff": 1}
    path = tmp_path / "match.json"
    path.write_text(json.dumps(file))
    answer = referee("score", str(path))
    assert answer.status == 1
    assert json.loads(answer.out)["violations"][0]["field"] == "\udfff"


def test_a_whole_number_of_any_length_is_out_of_range_and_no_accident(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    path.write_text(json.dumps(MATCH).replace("6", "9" * 5000))
    answer = referee("score", str(path))
    assert (answer.status, json.loads(answer.out)["violations"][0]["article"]) == (1, "whistiti.tricks")


# The language.


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LC_ALL": "en_GB.UTF-8"}, "en"),
        ({"LC_ALL": "fr_CA.UTF-8"}, "fr"),
        ({"LC_ALL": "", "LC_MESSAGES": "", "LANG": "en_US"}, "en"),
        ({"LC_ALL": "", "LC_MESSAGES": "fr", "LANG": "en_US"}, "fr"),
        ({"LC_ALL": "de_DE.UTF-8", "LANG": "en_US"}, "fr"),
        ({"LC_ALL": "C", "LANG": "en_US"}, "fr"),
        ({"LC_ALL": "", "LC_MESSAGES": "", "LANG": ""}, "fr"),
    ],
)
def test_the_language_is_that_of_the_environment_else_french(environment: dict[str, str], language: str) -> None:
    assert referee("games", **environment).out == games_text(language) + "\n"


def test_a_language_asked_for_beats_the_environments() -> None:
    assert referee("games", "--lang", "en", LC_ALL="fr_FR.UTF-8").out == games_text("en") + "\n"


@pytest.mark.thorough
@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-16"])
def test_what_is_printed_is_utf8_whatever_the_terminal_thinks(encoding: str) -> None:
    assert referee("games", PYTHONIOENCODING=encoding, PYTHONUTF8="0", LC_ALL="C").out == games_text("fr") + "\n"


# referee ask.


@pytest.mark.parametrize("language", LANGUAGES)
def test_ask_prints_the_verdict(tmp_path: Path, language: str) -> None:
    answer = referee("ask", written(tmp_path, "question.json", QUESTION), "--lang", language)
    verdict = json.loads(answer.out)
    assert (answer.status, verdict["format"], verdict["answer"]) == (0, "referee-verdict/1", {"forbidden": 1})
    assert verdict["because"].strip()


def test_ask_answers_many_questions_a_line_each(tmp_path: Path) -> None:
    answer = referee("ask", written(tmp_path, "questions.jsonl", QUESTION, {**QUESTION, "facts": {}}, QUESTION))
    formats = [json.loads(line)["format"] for line in answer.out.splitlines()]
    assert (answer.status, formats) == (1, ["referee-verdict/1", "referee-violations/1", "referee-verdict/1"])


# referee rules, setup and games.


@pytest.mark.parametrize("game_id", [*GAMES, "match"])
def test_rules_prints_the_rulebook(game_id: str, capsys: pytest.CaptureFixture[str]) -> None:
    for language in LANGUAGES:
        assert main(["rules", game_id, "--lang", language]) == 0
        out, err = capsys.readouterr()
        assert err == ""
        assert len(out) > 500
        assert f"{game_id}." in out
        if game_id in GAMES:
            assert GAMES[game_id].name.render(language) in out.splitlines()[0]


@pytest.mark.parametrize("game_id", ["no-such-game!", "", "Barbu", "../match"])
def test_a_game_nobody_knows_gives_exit_status_2_and_those_that_are_known(
    game_id: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for call in (["rules", game_id], ["setup", game_id, "4"]):
        assert main(call) == 2
        out, err = capsys.readouterr()
        assert (out, err.count("\n")) == ("", 1)
        assert all(known in err for known in GAMES)
        assert err.startswith(f"referee: Aucun jeu ne s’appelle «\u202f{game_id}\u202f».")
        assert main([*call, "--lang", "en"]) == 2
        assert capsys.readouterr().err.startswith(f"referee: No game is called “{game_id}”.")


@pytest.mark.parametrize("game_id", GAMES)
def test_setup_tells_the_deal_in_words_and_as_json(game_id: str, capsys: pytest.CaptureFixture[str]) -> None:
    game = GAMES[game_id]
    for n, language in product(game.players, LANGUAGES):
        assert main(["setup", game_id, str(n), "--lang", language]) == 0
        assert capsys.readouterr().out == setup_text(game, n, language) + "\n"
        assert main(["setup", "--json", game_id, str(n), "--lang", language]) == 0
        assert json.loads(capsys.readouterr().out) == setup_value(game, n, language)


@pytest.mark.parametrize("game_id", GAMES)
def test_a_table_of_another_size_gives_exit_status_1(game_id: str, capsys: pytest.CaptureFixture[str]) -> None:
    for n in ("0", "1", "13", "-4", "9" * 30):
        assert main(["setup", game_id, "--", n]) == 1
        out, err = capsys.readouterr()
        assert (out, err.count("\n")) == ("", 1), n


@pytest.mark.parametrize("language", LANGUAGES)
def test_games_are_told_a_line_each_and_as_json(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "--lang", language]) == 0
    assert capsys.readouterr().out == games_text(language) + "\n"
    assert main(["games", "--json", "--lang", language]) == 0
    assert json.loads(capsys.readouterr().out) == games_value(language)


# How it starts.


def imported_by(*call: str) -> set[str]:
    """Every module there is once a command has run in a process of its own."""
    program = (
        "import contextlib, io, sys\n"
        "from referee.commands.command_line import main\n"
        f"with contextlib.redirect_stdout(io.TextIOWrapper(io.BytesIO())): main({call!r})\n"
        "print(*sys.modules)\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], input=json.dumps(MATCH), capture_output=True, text=True, timeout=60, check=True
    )
    return set(ran.stdout.split())


@pytest.mark.parametrize(
    "call",
    [["score", "-"], ["ask", "-"], ["games"], ["setup", "kems", "4"], ["rules", "kems"]],
    ids=lambda call: call[0],
)
def test_no_command_but_serve_imports_the_web_or_the_database(call: list[str]) -> None:
    modules = imported_by(*call)
    assert {name.partition(".")[0] for name in modules} & set(HEAVY) == set()
    not_needed = ("referee.web", "referee.store", "referee.migrated_application")
    assert {name for name in modules if name.startswith(not_needed)} == set()


def test_a_score_imports_its_own_game_and_neither_the_desk_nor_what_reads_its_files() -> None:
    modules = imported_by("score", "-", "--lang", "en")
    games = {name.split(".")[2] for name in modules if name.startswith("referee.games.")} - {"registry"}
    assert games == {"whistiti"}
    assert modules & {"referee.desk", "referee.games.whistiti.desk", "referee.desk_questions.desk_question"} == set()
    assert modules & {"importlib.resources", "pathlib", "tempfile", "hashlib", "ssl", "logging"} == set()


# Streams that the caller has closed or filled.


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("call", "status"),
    [
        ("score - <&-", 2),
        ("games >&-", 0),
        ("score match.json >&-", 0),
        ("score match.json match.json none.json >&-", 2),
        ("score match.json 2>&-", 0),
        ("score none.json 2>&-", 2),
        ("games >/dev/full", 2),
        ("score match.json >/dev/full", 2),
        ("score many.jsonl >/dev/full", 2),
        ("score many.jsonl match.json >/dev/full", 2),
    ],
)
def test_a_stream_that_is_closed_or_full_is_no_accident(tmp_path: Path, call: str, status: int) -> None:
    written(tmp_path, "match.json", MATCH)
    written(tmp_path, "many.jsonl", *[MATCH] * 500)
    ran = subprocess.run(
        f"{sys.executable} -m referee {call}", shell=True, cwd=tmp_path, capture_output=True, text=True, timeout=60
    )
    assert (ran.returncode, "Traceback" in ran.stderr) == (status, False)
    assert ran.stderr.count("\n") == (status == 2 and "2>&-" not in call and "none" not in call)


@pytest.mark.thorough
def test_who_stops_reading_is_left_alone(tmp_path: Path) -> None:
    many = written(tmp_path, "many.jsonl", *[MATCH] * 3000)
    ran = subprocess.run(
        f"{sys.executable} -m referee score {many} | head -1", shell=True, capture_output=True, text=True, timeout=60
    )
    assert (ran.stderr, json.loads(ran.stdout)) == ("", score_value(MATCH, "fr")[0])
