"""Static files as they go over the wire: compressed where that is asked for, whole and in parts where it is not."""

from __future__ import annotations

import gzip

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

STYLE = "referee.css"


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def asked(client: FlaskClient, encoding: str | None = "gzip, br", name: str = STYLE, **headers: str) -> TestResponse:
    sent = {**({"Accept-Encoding": encoding} if encoding else {}), **headers}
    return client.get(f"{client.application.static_url_path}/{name}", headers=sent, buffered=True)


@pytest.mark.parametrize("name", [STYLE, "referee.js", "icon.svg"])
def test_what_is_written_in_words_is_sent_compressed_and_is_the_same(client: FlaskClient, name: str) -> None:
    plain, packed = asked(client, None, name), asked(client, name=name)
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    assert len(packed.data) == int(packed.headers["Content-Length"]) < len(plain.data)
    assert packed.content_type == plain.content_type
    for answer in (plain, packed):
        assert answer.headers["Vary"] == "Accept-Encoding"
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"


@pytest.mark.parametrize("encoding", [None, "identity", "br", "gzip;q=0", "deflate, gzip; q=0"])
def test_who_does_not_read_gzip_is_sent_none(client: FlaskClient, encoding: str | None) -> None:
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


def test_the_two_ways_it_is_sent_have_two_tags(client: FlaskClient) -> None:
    assert asked(client, None).headers["ETag"] != asked(client).headers["ETag"]


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


def test_a_page_is_not_compressed_for_it_holds_a_token(client: FlaskClient) -> None:
    answer = client.get("/", headers={"Accept-Encoding": "gzip"})
    assert b"csrf_token" in answer.data
    assert "Content-Encoding" not in answer.headers
