"""What HOSTING.md and deploy/ name is there: settings, commands, files, targets, metrics."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from referee.commands.command_line import COMMANDS
from referee.hosting import metrics
from referee.settings import settings_from

ROOT = Path(__file__).resolve().parents[1]
HOSTING = (ROOT / "HOSTING.md").read_text("utf-8")
FILES = {path.name: path.read_text("utf-8") for path in (ROOT / "deploy").iterdir()}
EVERYTHING = "\n".join([HOSTING, *FILES.values()])
README = (ROOT / "README.md").read_text("utf-8")


def test_every_setting_is_one_that_the_readme_lists() -> None:
    named = set(re.findall(r"\b(?:REFEREE_[A-Z_]+|DATABASE_URL|SECRET_KEY|HOST|PORT|TZ)\b", EVERYTHING))
    assert {"REFEREE_BEHIND_PROXY", "DATABASE_URL", "TZ"} <= named
    assert {name for name in named if f"`{name}`" not in README} == set()


def test_every_command_is_one_of_the_referees() -> None:
    lines = re.findall(r"(?:^|[`;] ?|&& |, then )referee ([a-z]+)", EVERYTHING, re.MULTILINE)
    assert {"doctor", "move", "restore", "backup", "clubs"} <= set(lines)
    assert set(lines) <= set(COMMANDS)


def test_every_file_that_is_installed_is_there() -> None:
    installed = re.findall(r"^install -m \d+ (?:-g \w+ )?(\S+)", HOSTING, re.MULTILINE)
    assert len(installed) == 4
    assert set(installed) <= set(FILES)


def test_every_target_of_make_is_there() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    targets = set(re.findall(r"make -C /opt/referee (\w+)", HOSTING))
    assert targets == {"install"}
    assert all(re.search(rf"^{target}:", makefile, re.MULTILINE) for target in targets)


def test_every_metric_is_given(tmp_path: Path) -> None:
    named = set(re.findall(r"referee_([a-z_]+)", HOSTING)) - {"requests_total"}
    assert len(named) > 5
    source = Path(metrics.__file__).read_text("utf-8")
    assert {name for name in named if f'"{name}"' not in source} == set()


def test_the_settings_of_the_unit_are_read(tmp_path: Path) -> None:
    lines = [line for line in FILES["referee.env"].splitlines() if line and not line.startswith("#")]
    given = dict(line.split("=", 1) for line in lines) | {"REFEREE_DATA": str(tmp_path), "PORT": "8001"}
    read = settings_from(given)
    assert (read.host, read.port, read.behind_proxy, read.timezone) == ("127.0.0.1", 8001, "127.0.0.1", "Europe/Paris")
    assert read.connections < int(re.findall(r"^LimitNOFILE=(\d+)", FILES["referee@.service"], re.MULTILINE)[0])


def test_the_proxy_lets_the_largest_archive_through() -> None:
    from referee.web.access.form_limits import LARGEST_UPLOAD

    [size] = re.findall(r"max_size (\d+)MB", FILES["Caddyfile"])
    assert int(size) * 10**6 > LARGEST_UPLOAD


@pytest.mark.parametrize("name", ["referee"])
def test_a_script_can_be_read_by_the_shell(name: str) -> None:
    shell = shutil.which("sh")
    assert shell
    assert subprocess.run([shell, "-n", str(ROOT / "deploy" / name)], check=False).returncode == 0
    assert (ROOT / "deploy" / name).stat().st_mode & 0o111
