"""Static files as they go over the wire: compressed where that is asked for, whole and in parts where it is not."""

from __future__ import annotations

import gzip

import brotli
import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

STYLE = "referee.css"
UNPACK = {"br": brotli.decompress, "gzip": gzip.decompress}


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def asked(client: FlaskClient, encoding: str | None = "gzip, br", name: str = STYLE, **headers: str) -> TestResponse:
    sent = {**({"Accept-Encoding": encoding} if encoding else {}), **headers}
    return client.get(f"{client.application.static_url_path}/{name}", headers=sent, buffered=True)


@pytest.mark.parametrize("encoding", UNPACK)
@pytest.mark.parametrize("name", [STYLE, "referee.js", "match.js", "icon.svg"])
def test_what_is_written_in_words_is_sent_compressed_and_is_the_same(
    client: FlaskClient, name: str, encoding: str
) -> None:
    plain, packed = asked(client, None, name), asked(client, encoding, name=name)
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == encoding
    assert UNPACK[encoding](packed.data) == plain.data
    assert len(packed.data) == int(packed.headers["Content-Length"]) < len(plain.data)
    assert packed.content_type == plain.content_type
    for answer in (plain, packed):
        assert answer.headers["Vary"] == "Accept-Encoding"
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"


@pytest.mark.parametrize(("encoding", "sent"), [("gzip, deflate, br", "br"), ("gzip, br;q=0", "gzip"), ("*", "br")])
def test_the_smallest_that_is_read_is_sent(client: FlaskClient, encoding: str, sent: str) -> None:
    assert asked(client, encoding).headers["Content-Encoding"] == sent


@pytest.mark.parametrize("encoding", [None, "identity", "zstd", "gzip;q=0", "deflate, gzip; q=0"])
def test_who_reads_no_compressed_file_is_sent_none(client: FlaskClient, encoding: str | None) -> None:
    answer = asked(client, encoding)
    assert answer.status_code == 200
    assert "Content-Encoding" not in answer.headers
    assert b"@layer" in answer.data


@pytest.mark.parametrize("encoding", [None, "gzip"])
def test_what_is_kept_is_not_sent_again(client: FlaskClient, encoding: str | None) -> None:
    tag = asked(client, encoding).headers["ETag"]
    again = asked(client, encoding, **{"If-None-Match": tag})
    assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", tag)
    assert again.headers["Vary"] == "Accept-Encoding"


def test_each_way_it_is_sent_has_a_tag_of_its_own(client: FlaskClient) -> None:
    assert len({asked(client, encoding).headers["ETag"] for encoding in (None, *UNPACK)}) == 3


def test_a_part_is_a_part_of_the_file_itself(client: FlaskClient) -> None:
    whole, part = asked(client, None), asked(client, Range="bytes=10-19")
    assert (part.status_code, part.data) == (206, whole.data[10:20])
    assert "Content-Encoding" not in part.headers


@pytest.mark.parametrize("encoding", [None, "gzip"])
def test_the_head_alone_says_what_the_whole_would(client: FlaskClient, encoding: str | None) -> None:
    whole = asked(client, encoding)
    sent = {"Accept-Encoding": encoding} if encoding else {}
    head = client.head(f"{client.application.static_url_path}/{STYLE}", headers=sent, buffered=True)
    assert head.data == b""
    for name in ("Content-Length", "Content-Type", "ETag", "Vary"):
        assert head.headers[name] == whole.headers[name]


def test_a_file_that_is_not_there_and_one_that_stands_in_another_are_not_found(client: FlaskClient) -> None:
    assert [asked(client, name=name).status_code for name in ("none.css", "../application.py", "js/network.js")] == [
        404
    ] * 3
