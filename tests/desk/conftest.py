"""The desk speaks English in its tests without its catalogue having been compiled."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import referee.words
from tests.english import compiled


@pytest.fixture(autouse=True, scope="package")
def _english() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(referee.words, "_catalogue", lambda _language: compiled())
        yield
