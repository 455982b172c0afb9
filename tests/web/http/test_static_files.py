"""Static files as they go over the wire: compressed where that is asked for, whole and in parts where it is not."""

import gzip
import re
from collections.abc import Callable
from pathlib import Path

import brotli
import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

STYLE, FONT = "base.css", "fonts/arbitre-serif.woff2"
STATIC = Path(__file__).resolve().parents[3] / "static"
UNPACK: dict[str, Callable[[bytes], bytes]] = {"br": brotli.decompress, "gzip": gzip.decompress}


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def response(client: FlaskClient, encoding: str | None, name: str = STYLE, **headers: str) -> TestResponse:
    sent = {**({"Accept-Encoding": encoding} if encoding else {}), **headers}
    return client.get(f"{client.application.static_url_path}/{name}", headers=sent, buffered=True)


@pytest.mark.parametrize("encoding", UNPACK)
@pytest.mark.parametrize("name", [STYLE, "referee.js", "js/request_retry.js"])
def test_a_text_file_is_compressed_and_unpacks_to_the_same(client: FlaskClient, name: str, encoding: str) -> None:
    plain, packed = response(client, None, name), response(client, encoding, name)
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == encoding
    assert UNPACK[encoding](packed.data) == plain.data
    assert len(packed.data) < len(plain.data)
    assert packed.content_type == plain.content_type
    for answer in (plain, packed):
        assert answer.headers["Vary"] == "Accept-Encoding"
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"


def test_a_style_is_packed_as_small_as_brotli_and_gzip_make_it(client: FlaskClient) -> None:
    plain = response(client, None).data
    smallest = {"br": brotli.compress(plain, quality=11), "gzip": gzip.compress(plain, 9, mtime=0)}
    assert {coding: response(client, coding).data for coding in UNPACK} == smallest
    assert len(smallest["br"]) < len(brotli.compress(plain, quality=5))
    assert len(smallest["gzip"]) < len(gzip.compress(plain, 6))


@pytest.mark.parametrize(("accepted", "encoding"), [("gzip, deflate, br", "br"), ("gzip, br;q=0", "gzip"), ("*", "br")])
def test_the_smallest_accepted_encoding_is_sent(client: FlaskClient, accepted: str, encoding: str) -> None:
    assert response(client, accepted).headers["Content-Encoding"] == encoding


@pytest.mark.parametrize("accepted", [None, "identity", "compress"])
def test_a_client_that_accepts_no_encoding_is_sent_the_plain_file(client: FlaskClient, accepted: str | None) -> None:
    answer = response(client, accepted)
    assert answer.status_code == 200
    assert "Content-Encoding" not in answer.headers
    assert b"@layer" in answer.data


@pytest.mark.parametrize("accepted", [None, "br"])
def test_a_cached_file_is_not_sent_again(client: FlaskClient, accepted: str | None) -> None:
    tag = response(client, accepted).headers["ETag"]
    again = response(client, accepted, **{"If-None-Match": tag})
    assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", tag)
    assert again.headers["Vary"] == "Accept-Encoding"


def test_each_encoding_has_a_tag_of_its_own(client: FlaskClient) -> None:
    assert len({response(client, encoding).headers["ETag"] for encoding in (None, *UNPACK)}) == 3


@pytest.mark.parametrize("accepted", [None, "br"])
def test_a_range_is_of_the_plain_file(client: FlaskClient, accepted: str | None) -> None:
    whole, part = response(client, None), response(client, accepted, Range="bytes=10-19")
    assert (part.status_code, part.data) == (206, whole.data[10:20])
    assert "Content-Encoding" not in part.headers


def test_a_head_has_the_headers_of_the_whole(client: FlaskClient) -> None:
    whole = response(client, None)
    head = client.head(f"{client.application.static_url_path}/{STYLE}", buffered=True)
    assert head.data == b""
    for name in ("Content-Length", "Content-Type", "ETag", "Vary"):
        assert head.headers[name] == whole.headers[name]


def test_styles_and_scripts_are_sent_without_what_is_there_to_be_read(client: FlaskClient) -> None:
    for name, word in ((STYLE, "--paper: #fbf7ee;"), ("js/request_retry.js", "export ")):
        written = (STATIC / name).read_text("utf-8")
        text = response(client, None, name).get_data(as_text=True)
        assert word in text
        assert [line for line in text.splitlines() if line.startswith((" ", "//", "/*"))] == []
        assert len(text) < 0.85 * len(written)
        if name == STYLE:
            assert [end for end in ("{\n", "}\n", ";\n", ",\n", " {") if end in text] == []


def test_a_library_and_a_font_are_sent_as_they_are(client: FlaskClient) -> None:
    for name in ("js/vendor/qr_decoder.js", FONT):
        assert response(client, None, name).data == (STATIC / name).read_bytes()
    assert response(client, None, FONT).content_type == "font/woff2"
    assert "Content-Encoding" not in response(client, "br", FONT).headers


def test_no_script_of_ours_has_a_text_over_several_lines() -> None:
    """Its indentation would be sent as something else."""
    own = [path for path in STATIC.rglob("*.js") if path.parent.name != "vendor"]
    assert [path.name for path in own for line in path.read_text("utf-8").splitlines() if line.count("`") % 2] == []


def test_every_file_that_a_style_names_is_there() -> None:
    named = [
        (sheet.name, name)
        for sheet in STATIC.glob("*.css")
        for name in re.findall(r'url\("(?!data:)([^"]+)"\)', sheet.read_text("utf-8"))
    ]
    assert len(named) == 2
    assert [name for _, name in named if not (STATIC / name).is_file()] == []


def test_a_file_that_is_not_below_the_folder_is_not_found(client: FlaskClient) -> None:
    assert [response(client, None, name).status_code for name in ("none.css", "../settings.py")] == [404] * 2


def test_all_who_ask_for_a_file_of_the_phone_share_its_bytes(app: Flask, tmp_path: Path) -> None:
    folder = tmp_path / "phone"
    folder.mkdir()
    (folder / "files.json").write_text("{}")
    (folder / "large.wasm.gz").write_bytes(bytes(1000))
    app.config["PHONE_FOLDER"] = folder
    bodies = []
    for _ in range(2):
        with app.test_request_context("/phone/large.wasm.gz"):
            bodies.append(list(app.full_dispatch_request().response)[0])
    assert bodies[0] is bodies[1]
