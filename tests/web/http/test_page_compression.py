"""Pages as they go over the wire: compressed, and never in a way that could tell what is secret on them."""

import gzip

from tests.web.table import WebMatch
from tests.web.visitor import Visitor

READS = {"Accept-Encoding": "gzip, deflate"}


def test_a_page_is_sent_compressed_to_whoever_reads_it_so(visitor: Visitor) -> None:
    plain, packed = visitor.client.get("/desk"), visitor.client.get("/desk", headers=READS)
    assert (plain.headers.get("Content-Encoding"), packed.headers["Content-Encoding"]) == (None, "gzip")
    assert int(packed.headers["Content-Length"]) == len(packed.data) < len(plain.data) / 2
    assert gzip.decompress(packed.data) == plain.data
    for answer in (plain, packed):
        assert answer.headers["Vary"] == "Cookie, Accept-Language, Accept-Encoding"


def test_what_is_small_or_has_not_changed_is_not_compressed(match: WebMatch) -> None:
    client = match.visitor.client
    assert "Content-Encoding" not in client.get("/healthz", headers=READS).headers
    tag = client.get(f"{match.path}/state").headers["ETag"]
    again = client.get(f"{match.path}/state", headers={**READS, "If-None-Match": tag})
    assert (again.status_code, again.data) == (304, b"")
    assert "Content-Encoding" not in again.headers


def test_a_page_with_a_link_or_a_code_that_lets_somebody_in_is_not_compressed(match: WebMatch) -> None:
    client = match.visitor.client
    for answer in (
        client.get("/share", headers=READS),
        client.post("/share", data={"role": "watcher"}, headers=READS),
        client.post("/share/recovery", headers=READS),
    ):
        assert answer.status_code == 200
        assert "Content-Encoding" not in answer.headers
