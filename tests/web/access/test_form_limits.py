"""What a form may bring: bytes by page, and fields, counted before they are read."""

import io
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import parse_qsl

import pytest
from flask import Flask

from referee.games.registry import GAMES
from referee.web.access.form_limits import LARGEST_BROUGHT, LARGEST_FORM, LARGEST_UPLOAD, MOST_FIELDS
from tests.browser.course import PLAYERS as NAMES
from tests.databases import Databases
from tests.web.each_game import each_game
from tests.web.phones import phone
from tests.web.table import new_match
from tests.web.visitor import Visitor

URL_ENCODED = "application/x-www-form-urlencoded"
BUNDLE = "/sync/archive"


@pytest.fixture
def keeper(app: Flask) -> Visitor:
    return Visitor(app)


def status_of(visitor: Visitor, path: str, body: bytes, kind: str = URL_ENCODED) -> int:
    return visitor.client.post(path, data=body, content_type=kind).status_code


def padded(size: int) -> bytes:
    """A form of so many bytes."""
    return b"text=".ljust(size, b"x")


def test_more_fields_than_any_form_has_are_not_read(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    lengths: list[int] = []

    def counting(text: str, **rest: object) -> list[tuple[str, str]]:
        lengths.append(text.count("&") + 1)
        return parse_qsl(text, keep_blank_values=True)

    monkeypatch.setattr("werkzeug.formparser.parse_qsl", counting)
    stranger = Visitor(app)
    assert status_of(stranger, "/language", b"&a" * MOST_FIELDS) == 413
    assert lengths == []
    assert status_of(stranger, "/language", b"&a" * (MOST_FIELDS - 1)) == 400  # no language
    assert lengths == [MOST_FIELDS]


def test_the_parts_of_a_multipart_form_are_counted_too(app: Flask) -> None:
    part = b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'
    kind = "multipart/form-data; boundary=x"
    answers = [status_of(Visitor(app), "/language", part * count + b"--x--\r\n", kind) for count in (1000, 1001)]
    assert answers == [400, 413]


def test_a_keeper_brings_a_bundle_in_few_fields(keeper: Visitor) -> None:
    path = f"{BUNDLE}?match={new_match(keeper).path.rpartition('/')[2]}"
    for fields, status in ((MOST_FIELDS, 413), (MOST_FIELDS - 1, 400)):  # 400: no field is a file
        assert status_of(keeper, path, b"a" + b"&a" * fields) == status


@each_game
def test_no_form_of_a_game_has_more_fields_than_are_read(app: Flask, game: str) -> None:
    visitor = Visitor(app)
    match = new_match(visitor, game, NAMES[: max(GAMES[game].players)])
    pages = (visitor.open(f"/new/{game}"), match.page())
    assert 1 < max(len(form.controls) for page in pages for form in page.forms()) < MOST_FIELDS


@pytest.mark.parametrize(
    ("path", "most"), [("/language", LARGEST_FORM), ("/handover/open", LARGEST_BROUGHT)], ids=["a form", "a match"]
)
def test_a_form_has_the_bytes_of_its_page(keeper: Visitor, path: str, most: int) -> None:
    path = f"{path}?match={new_match(keeper).path.rpartition('/')[2]}"
    assert status_of(keeper, path, padded(most)) != 413
    assert status_of(keeper, path, padded(most + 1)) == 413


def test_who_keeps_no_score_brings_no_more_than_a_form_holds(app: Flask) -> None:
    assert status_of(Visitor(app), BUNDLE, bytes(LARGEST_FORM + 1)) == 413


def test_the_ceilings_are_those_that_are_said() -> None:
    kib = 1024
    sizes: Mapping[str, int] = {"form": LARGEST_FORM, "match": LARGEST_BROUGHT}
    assert sizes == {"form": 256 * kib, "match": 1024 * kib}
    assert 50 * 1024 * kib == LARGEST_UPLOAD


def test_a_club_of_many_megabytes_comes_into_a_phone(databases: Databases, tmp_path: Path) -> None:
    """The answer of a server, which the page hands on to the application."""
    with phone(databases, tmp_path / "phone") as owner:
        path = "/sync/fetched?there=1&installation=x"
        sent = {"status": "200", "answer": (io.BytesIO(bytes(3 * 1024 * 1024)), "answer")}
        answer = owner.client.post(path, data=sent, content_type="multipart/form-data")
        assert answer.status_code == 200  # refused as no archive, not as too long
        answer.request.environ["wsgi.input"].close()  # so long a form is a file of the client
