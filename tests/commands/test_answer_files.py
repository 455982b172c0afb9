"""JSON files and JSON Lines as the command line reads them: strictly, line by line, and never a traceback."""

import json
import os
import threading
import tracemalloc
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.commands.json_batch import answer_files
from referee.commands.output import speak_utf8
from referee.matches.strict_json import LARGEST, UnreadableJson, parse

Asked = tuple[int, list[Any], str]
"""Exit status, what was printed on standard output line by line, and standard error."""


def answering(value: Any) -> tuple[dict[str, Any], bool]:
    """The rules say no to everything but numbers above zero."""
    return {"read": value}, type(value) is int and value > 0


def answer(names: list[str]) -> int:
    """Answer these files as the command line does."""
    speak_utf8()
    return answer_files(names, answering, "fr")


@pytest.fixture
def ask(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Asked]:
    """Answer files named with their content, written to a folder of their own; None is a file that is not there."""
    monkeypatch.chdir(tmp_path)

    def asked(**files: bytes | None) -> Asked:
        names = [name.replace("_", ".") for name in files]
        for name, content in zip(names, files.values(), strict=True):
            if content is not None:
                Path(name).write_bytes(content)
        status = answer(names)
        out, err = capsys.readouterr()
        return status, out.splitlines(), err

    return asked


def read(lines: list[str]) -> list[Any]:
    """What each line of output says was read; the name of the file where it says it could not."""
    values = [json.loads(line) for line in lines]
    return [value["read"] if "read" in value else (value["format"], value["file"]) for value in values]


def failed(file: str) -> tuple[str, str]:
    return ("referee-error/1", file)


# What is JSON.


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        (b'{"a": [1, 2.5, "x", true, null]}', {"a": [1, 2.5, "x", True, None]}),
        (b"\xef\xbb\xbf[1]", [1]),
        (b' \r\n\t"\\u00e9" ', "é"),
        ('"Chloé 🂡"'.encode(), "Chloé 🂡"),
        (b'"\\ud83c\\udca1"', "🂡"),
        (b'"\\ud800"', "\ud800"),
        (b"-0", 0),
        (b"1" * 900, int("1" * 900)),
    ],
)
def test_json_is_read(raw: bytes, value: Any) -> None:
    assert parse(raw) == value


@pytest.mark.parametrize(
    "raw",
    [
        b"", b" ", b"{", b"[1,]", b"{'a': 1}", b'{"a": 1} x', b"[1] [2]", b"01", b"+1", b"1.", b".5", b"True", b"None",
        b"NaN", b"Infinity", b"-Infinity", b'[{"a": NaN}]', b'"a\nb"', b'"\\x41"', b"// 1\n1", b"\xff", b'"\xe9"',
        b'"\xed\xa0\x80"', b'"\xc0\xaf"', '"é"'.encode("utf-16"), b"\x00", b"\xef\xbb\xbf",
        b"\xef\xbb\xbf\xef\xbb\xbf1",
        b"[" * 100_000, b'{"a":' * 100_000, b"[" * 100_000 + b"]" * 100_000,
    ],
)  # fmt: skip
def test_what_is_no_json_is_unreadable_and_says_why_in_one_line(raw: bytes) -> None:
    with pytest.raises(UnreadableJson) as refused:
        parse(raw)
    assert str(refused.value).strip()
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("digits", [999, 1000, 1001, 4299, 4300, 4301, 100_000])
@pytest.mark.parametrize("sign", ["", "-"])
def test_a_whole_number_of_any_length_is_a_whole_number(sign: str, digits: int) -> None:
    value = parse(f"[{sign}{'9' * digits}, 7]".encode())
    assert type(value[0]) is int
    assert abs(value[0]) >= 10**998
    assert (value[0] < 0) == bool(sign)
    assert value[1] == 7


def test_a_value_may_be_5_mebibytes_large_and_no_larger() -> None:
    assert LARGEST == 5 * 1024 * 1024
    assert parse(b" " * (LARGEST - 1) + b"7") == 7
    with pytest.raises(UnreadableJson, match="5 MiB"):
        parse(b" " * LARGEST + b"7")


@given(st.binary(max_size=40) | st.text(max_size=40).map(str.encode))
def test_any_bytes_are_read_or_unreadable(raw: bytes) -> None:
    with suppress(UnreadableJson):
        value = parse(raw)
        assert value is None or isinstance(value, (bool, int, float, str, list, dict))


@pytest.mark.parametrize("raw", [b"1e999", b"-1e999", b'{"a": [1.5, 2e400]}'])
def test_a_number_beyond_all_measure_is_a_number_except_where_it_must_be_finite(raw: bytes) -> None:
    """A match file may hold one: no rule takes it, and the file is told which entry is wrong."""
    parse(raw)
    with pytest.raises(UnreadableJson):
        parse(raw, finite=True)


def test_finite_numbers_are_read_the_same_either_way() -> None:
    raw = b"[1, 2.5, 1e300, -0.0, " + b"9" * 5000 + b"]"
    assert parse(raw, finite=True) == parse(raw)


# One file: indented JSON, or one line on standard error.


def test_one_file_is_answered_indented(ask: Callable[..., Asked]) -> None:
    assert ask(a_json=b"7") == (0, ["{", '  "read": 7', "}"], "")


def test_a_file_the_rules_refuse_gives_exit_status_1(ask: Callable[..., Asked]) -> None:
    status, lines, err = ask(a_json='"Chloé"'.encode())
    assert (status, lines, err) == (1, ["{", '  "read": "Chloé"', "}"], "")


def test_a_folder_is_no_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("folder.json", "folder.jsonl"):
        (tmp_path / name).mkdir()
        assert answer([str(tmp_path / name)]) == 2
        out, err = capsys.readouterr()
        assert (out, err.count("\n")) == ("", 1)


def test_half_a_character_is_printed_as_json_writes_it(ask: Callable[..., Asked]) -> None:
    status, lines, _ = ask(a_json=b'"\\ud800"')
    assert (status, lines[1]) == (1, '  "read": "\\ud800"')
    assert json.loads("".join(lines)) == {"read": "\ud800"}


def test_a_name_that_is_no_utf8_is_named_as_well_as_can_be(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = os.fsdecode(bytes(tmp_path) + b"/\xff.json")
    assert answer([name]) == 2
    assert answer([name, name]) == 2
    out, _ = capsys.readouterr()
    assert [json.loads(line)["format"] for line in out.splitlines()] == ["referee-error/1"] * 2


# Several files: a compact line for each, in order.


def test_several_files_give_a_line_each_in_order(ask: Callable[..., Asked]) -> None:
    status, lines, err = ask(b_json=b"2", a_json=b" [ 1 ] ", c_json=b"3")
    assert (status, lines, err) == (1, ['{"read":2}', '{"read":[1]}', '{"read":3}'], "")


def test_a_file_that_cannot_be_read_gets_its_own_line(ask: Callable[..., Asked]) -> None:
    status, lines, err = ask(a_json=b"1", b_json=None, c_json=b"NaN", d_json=b"4")
    assert (status, err) == (2, "")
    assert read(lines) == [1, failed("b.json"), failed("c.json"), 4]
    assert all(json.loads(lines[index])["message"] for index in (1, 2))


@pytest.mark.parametrize(("contents", "status"), [("1 2", 0), ("1 0 2", 1), ("0 x", 2), ("x 0 1", 2)])
def test_the_exit_status_is_the_highest(ask: Callable[..., Asked], contents: str, status: int) -> None:
    files = {f"f{index}_json": content.encode() for index, content in enumerate(contents.split())}
    assert ask(**files)[0] == status


# JSON Lines: a compact line for each line that is not blank.


def test_json_lines_give_a_line_each(ask: Callable[..., Asked]) -> None:
    status, lines, err = ask(a_jsonl=b'1\n{"a": 2}\r\n3')
    assert (status, lines, err) == (1, ['{"read":1}', '{"read":{"a":2}}', '{"read":3}'], "")


def test_one_line_is_answered_compactly_too(ask: Callable[..., Asked]) -> None:
    assert ask(a_jsonl=b"[ 1 ]\n") == (1, ['{"read":[1]}'], "")


@pytest.mark.parametrize("content", [b"", b"\n", b"\n \n\t\r\n\n"])
def test_blank_lines_are_no_values(ask: Callable[..., Asked], content: bytes) -> None:
    assert ask(a_jsonl=content) == (0, [], "")
    assert ask(b_jsonl=content + b"1\n" + content + b"2")[1] == ['{"read":1}', '{"read":2}']


def test_a_bad_line_is_named_in_its_place_and_the_next_is_read(ask: Callable[..., Asked]) -> None:
    content = b'1\nNaN\n{"a":\n\xff\n' + b"[" * 5000 + b"\n[1] [2]\n6\n"
    status, lines, _ = ask(a_jsonl=content)
    assert status == 2
    assert read(lines) == [1, *[failed("a.jsonl")] * 5, 6]


def test_a_line_may_begin_with_a_byte_order_mark(ask: Callable[..., Asked]) -> None:
    assert read(ask(a_jsonl=b"\xef\xbb\xbf1\n2\n")[1]) == [1, 2]


@pytest.mark.first_alone
@pytest.mark.parametrize("ending", [b"\n", b"\r\n", b""])
@pytest.mark.parametrize(
    ("size", "fits"),
    [(LARGEST - 1, True), (LARGEST, True), (LARGEST + 1, False), (LARGEST + 2, False), (2 * LARGEST + 5, False)],
)
def test_a_line_may_be_5_mebibytes_long_and_no_longer(
    ask: Callable[..., Asked], size: int, fits: bool, ending: bytes
) -> None:
    line = b'"' + b"x" * (size - 2) + b'"'
    status, lines, _ = ask(a_jsonl=b"1\n" + line + ending + (b"3\n" if ending else b""))
    assert read(lines)[1] == ("x" * (size - 2) if fits else failed("a.jsonl"))
    assert len(lines) == (3 if ending else 2)
    assert status == (1 if fits else 2)


@pytest.mark.thorough
def test_memory_does_not_grow_with_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "many.jsonl"
    with path.open("wb") as stream:
        stream.write(b'"' + b"x" * 60_000_000 + b'"\n')
        stream.writelines(b"%d\n" % number for number in range(1, 5001))
    seen = []
    tracemalloc.start()
    try:
        answer_files([str(path)], lambda value: ({"n": seen.append(value)}, True), "fr")
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert seen == list(range(1, 5001))
    assert peak < 6 * LARGEST


def test_json_lines_and_files_go_together_in_order(ask: Callable[..., Asked]) -> None:
    status, lines, err = ask(a_json=b"1", b_jsonl=b"2\n\nx\n3\n", c_jsonl=None, d_json=b"4")
    assert (status, err) == (2, "")
    assert read(lines) == [1, 2, failed("b.jsonl"), 3, failed("c.jsonl"), 4]


# A pipe has no size: it is read to its end.


@pytest.mark.parametrize("size", [3, 100_000])
def test_a_pipe_is_read_to_its_end(tmp_path: Path, capsys: pytest.CaptureFixture[str], size: int) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    content = json.dumps("x" * size)
    writer = threading.Thread(target=pipe.write_text, args=(content,))
    writer.start()
    assert answer([str(pipe)]) == 1
    writer.join()
    assert json.loads(capsys.readouterr().out) == {"read": "x" * size}


@pytest.mark.parametrize("rest", [b"", b"7"])
def test_a_line_of_blanks_of_any_length_is_blank(ask: Callable[..., Asked], rest: bytes) -> None:
    status, lines, _ = ask(a_jsonl=b" " * (LARGEST + 10) + rest + b"\n1\n")
    assert (status, read(lines)) == ((2, [failed("a.jsonl"), 1]) if rest else (0, [1]))
