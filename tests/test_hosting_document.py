"""What HOSTING.md and the files of a host name is there: settings, commands, files, targets, metrics."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from referee import settings
from referee.commands.command_line import COMMANDS, main
from referee.hosting import metrics
from referee.hosting.host_files import FOLDER, NAMES

ROOT = Path(__file__).resolve().parents[1]
HOSTING = (ROOT / "HOSTING.md").read_text("utf-8")
FILES = {name: (FOLDER / name).read_text("utf-8") for name in NAMES}
CONTAINER = (ROOT / "Containerfile").read_text("utf-8")
EVERYTHING = "\n".join([HOSTING, CONTAINER, *FILES.values()])


def test_the_document_lists_every_setting() -> None:
    setting = re.compile(r"\b(?:REFEREE_[A-Z_]+|DATABASE_URL|SECRET_KEY|HOST|PORT|TZ)\b")
    items = re.findall(r"^- (`[^:]+`):", HOSTING, re.MULTILINE)
    listed = set(setting.findall(" ".join(items)))
    read = set(re.findall(r'environment(?:\.get\(|, )"([A-Z_]+)"', Path(settings.__file__).read_text("utf-8")))
    read |= {f"REFEREE_{name.upper()}" for name in settings.NUMBERS}
    assert (
        listed
        >= read - {"REFEREE_LIMITS", "XDG_DATA_HOME"}
        >= {"REFEREE_BEHIND_PROXY", "DATABASE_URL", "REFEREE_MOST_CLUBS"}
    )
    assert set(setting.findall(EVERYTHING)) <= listed


def test_every_command_is_one_of_the_referees() -> None:
    lines = re.findall(r"(?:^|[`;] ?|&& |, then )referee ([a-z-]+)", EVERYTHING, re.MULTILINE)
    assert {"doctor", "move", "restore", "backup", "clubs"} <= set(lines)
    assert set(lines) <= set(COMMANDS)


def test_every_file_that_is_installed_is_there() -> None:
    installed = re.findall(r"^\S*referee host-file (\S+)", HOSTING, re.MULTILINE)
    assert sorted(installed) == NAMES


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
    read = settings.settings_from(given)
    assert (read.host, read.port, read.behind_proxy, read.timezone) == ("127.0.0.1", 8001, "127.0.0.1", "Europe/Paris")
    assert read.connections < int(re.findall(r"^LimitNOFILE=(\d+)", FILES["referee@.service"], re.MULTILINE)[0])


def test_the_proxy_lets_the_largest_archive_through() -> None:
    from referee.web.access.form_limits import LARGEST_UPLOAD

    [size] = re.findall(r"max_size (\d+)MB", FILES["Caddyfile"])
    assert int(size) * 10**6 > LARGEST_UPLOAD


def test_the_command_can_be_read_by_the_shell() -> None:
    shell = shutil.which("sh")
    assert shell
    assert subprocess.run([shell, "-n", FOLDER / "referee.sh"], check=False).returncode == 0


@pytest.mark.parametrize("name", NAMES)
def test_a_file_is_printed_as_it_is(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["host-file", name]) == 0
    assert capsys.readouterr().out == FILES[name]
