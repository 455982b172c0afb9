"""Pages as they go over the wire: compressed, and never in a way that could tell what is secret on them."""

from __future__ import annotations

import gzip
import re

import pytest

from tests.web.table import WebMatch
from tests.web.visitor import Visitor

READS = {"Accept-Encoding": "gzip, deflate"}
TOKEN = re.compile(rb'name="csrf_token" value="([^"]+)"')


def test_a_page_is_sent_compressed_to_whoever_reads_it_so(visitor: Visitor) -> None:
    plain, packed = visitor.client.get("/desk"), visitor.client.get("/desk", headers=READS)
    assert (plain.headers.get("Content-Encoding"), packed.headers["Content-Encoding"]) == (None, "gzip")
    assert int(packed.headers["Content-Length"]) == len(packed.data) < len(plain.data) / 2
    assert TOKEN.sub(b"", gzip.decompress(packed.data)) == TOKEN.sub(b"", plain.data)
    for answer in (plain, packed):
        assert answer.headers["Vary"] == "Cookie, Accept-Language, Accept-Encoding"


def test_what_is_small_or_has_not_changed_is_not_compressed(match: WebMatch) -> None:
    client = match.visitor.client
    assert "Content-Encoding" not in client.get("/healthz", headers=READS).headers
    tag = client.get(f"{match.path}/state").headers["ETag"]
    again = client.get(f"{match.path}/state", headers={**READS, "If-None-Match": tag})
    assert (again.status_code, again.data) == (304, b"")
    assert "Content-Encoding" not in again.headers


def test_every_page_has_the_token_under_a_mask_of_its_own_and_each_of_them_opens(match: WebMatch) -> None:
    visitor = match.visitor
    tokens = {visitor.token() for _ in range(5)}
    assert len(tokens) == 5
    beginnings = {token[:8] for token in tokens}
    assert len(beginnings) == 5
    for at, token in enumerate(sorted(tokens)):
        pairs = [("step", "note"), ("text", "x"), ("expected", str(at)), ("csrf_token", token)]
        assert visitor.send(f"{match.path}/entries", pairs, token=False).status == 303


@pytest.mark.parametrize("change", [lambda token: token[:-4], lambda token: token[::-1], lambda token: "é" * 54])
def test_half_a_token_and_any_other_is_none(match: WebMatch, change) -> None:  # type: ignore[no-untyped-def]
    pairs = [("step", "note"), ("text", "x"), ("expected", "0"), ("csrf_token", change(match.visitor.token()))]
    assert match.visitor.send(f"{match.path}/entries", pairs, token=False).status == 400


def test_a_page_with_a_link_or_a_code_that_lets_somebody_in_is_not_compressed(match: WebMatch) -> None:
    client = match.visitor.client
    form = {"csrf_token": match.visitor.token()}
    for answer in (
        client.get("/share", headers=READS),
        client.post("/share", data={**form, "role": "watcher"}, headers=READS),
        client.post("/share/recovery", data=form, headers=READS),
    ):
        assert answer.status_code == 200
        assert "Content-Encoding" not in answer.headers
