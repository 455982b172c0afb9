"""A real server with the settings nobody changed, for the tests that leave it as it was."""

from collections.abc import Iterator

import pytest

from tests.running import RunningServer


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with RunningServer(tmp_path_factory.mktemp("data")) as running:
        yield running
