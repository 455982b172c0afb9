"""The manifests of the two languages: they differ in their words alone, and name what is there."""

import json
from typing import Any

import pytest

from referee.phone.build import BROWSER

WORDS = {"name", "short_name", "description", "lang", "label"}


def manifest(name: str) -> dict[str, Any]:
    value: dict[str, Any] = json.loads((BROWSER / name).read_text("utf-8"))
    return value


FRENCH, ENGLISH = manifest("manifest.webmanifest"), manifest("manifest.en.webmanifest")


def without_words(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: without_words(part) for key, part in value.items() if key not in WORDS}
    return [without_words(part) for part in value] if isinstance(value, list) else value


@pytest.mark.journey
def test_they_differ_in_their_words_alone() -> None:
    assert FRENCH != ENGLISH
    assert without_words(FRENCH) == without_words(ENGLISH)


@pytest.mark.journey
def test_every_picture_is_there_and_as_large_as_it_says() -> None:
    pictures = [*FRENCH["icons"], *FRENCH["screenshots"]]
    assert len(pictures) == 6
    assert [one["src"] for one in pictures if not (BROWSER / one["src"]).is_file()] == []
    for one in FRENCH["screenshots"]:
        head = (BROWSER / one["src"]).read_bytes()[:30]
        size = [1 + int.from_bytes(head[at : at + 3], "little") for at in (24, 27)]  # the canvas of an extended WebP
        assert head[8:16] == b"WEBPVP8X"
        assert "x".join(map(str, size)) == one["sizes"]


@pytest.mark.journey
def test_what_the_system_hands_over_stays_within_the_folder() -> None:
    shared, opened = FRENCH["share_target"], FRENCH["file_handlers"]
    addresses = [shared["action"], *(one["action"] for one in opened), *(one["url"] for one in FRENCH["shortcuts"])]
    assert len(addresses) == 5
    assert [address for address in addresses if not address.startswith("./")] == []
    assert (shared["method"], shared["enctype"]) == ("POST", "multipart/form-data")
