"""Programs at a real server: that of /api plays a match, a thousand write at once, Schemathesis tries everything."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.web.api.example_program import example_program
from tests.running import RunningServer
from tests.server.programs import Program, token_of, write_together
from tests.server.sockets import Browser
from tests.test_layers import foreign

SCHEMATHESIS = Path(sys.executable).with_name("st")
CHECKS = (
    "not_a_server_error", "status_code_conformance", "content_type_conformance", "response_schema_conformance",
    "negative_data_rejection", "unsupported_method", "ignored_auth",
)  # fmt: skip
SAMPLES = """
[checks.negative_data_rejection]
expected-statuses = [400, 401, 404, 405, 409, 412, 413, 422]

[[operations]]
include-path-regex = "/matches/"
[operations.parameters]
"path.public_id" = "{match}"

[[operations]]
include-path-regex = "/evenings/"
[operations.parameters]
"path.public_id" = "{evening}"

[[operations]]
include-path-regex = "game_id"
[operations.parameters]
"path.game_id" = "ascenseur"

[[operations]]
include-path-regex = "/rules/"
[operations.parameters]
"path.part" = "ascenseur"
"""
"""What there is, so that more than 404 is met."""


@pytest.fixture
def keeper(server: RunningServer) -> Iterator[Browser]:
    with Browser(server.port) as browser:
        browser.new_match()
        yield browser


def test_the_program_on_the_page_of_the_api_plays_a_whole_match(server: RunningServer, keeper: Browser) -> None:
    source, token = example_program(), token_of(keeper)
    assert len(source.splitlines()) <= 40
    assert foreign(source) == set()
    environment = {**os.environ, "REFEREE_URL": server.url, "REFEREE_TOKEN": token, "PYTHONUTF8": "1"}
    done = subprocess.run([sys.executable, "-c", source], env=environment, capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1][1:3] == ". "
    with Program(server.port, token) as program:
        _, evenings = program.ask("GET", "/api/v1/evenings")
        played = [match for match in evenings["evenings"][0]["matches"] if match["over"]]
        assert [match["length"] for match in played] == [2 * (5 + 4)]
        _, sheet = program.ask("GET", f"/api/v1/matches/{played[0]['id']}/sheet")
        assert (sheet["over"], len(sheet["rounds"]), sheet["winners"]) == (True, 9, played[0]["winners"])


@pytest.mark.parametrize("writers", [100, pytest.param(1000, marks=pytest.mark.thorough)])
def test_of_many_writers_at_once_everybody_is_recorded_once(writers: int, keeper: Browser) -> None:
    assert set(write_together(keeper, writers)) <= {201, 409}


@pytest.mark.thorough
def test_every_answer_is_one_that_the_document_describes(
    server: RunningServer, keeper: Browser, tmp_path: Path
) -> None:
    """Whatever is sent: no error of the server, no status, type or value that is not described, nothing let through."""
    token = token_of(keeper)
    with Program(server.port, token) as program:
        _, evenings = program.ask("GET", "/api/v1/evenings")
    evening = evenings["evenings"][0]
    config = tmp_path / "schemathesis.toml"
    config.write_text(SAMPLES.format(match=evening["matches"][-1]["id"], evening=evening["id"]), "utf-8")
    command = [SCHEMATHESIS, "--config-file", config, "run", f"{server.url}/api/v1/openapi.json", "--no-color"]
    trying = ["-H", f"Authorization: Bearer {token}", "--checks", ",".join(CHECKS), "--generation-deterministic"]
    trying.append("--request-timeout=120")  # seconds: a busy machine answers late
    done = subprocess.run([*command, *trying, "--max-examples=100"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    tested, generated = (
        int(number) for found in (r"Tested: +(\d+)", r"(\d+) generated") for number in re.findall(found, done.stdout)
    )
    assert (tested, generated >= 100) == (22, True)
