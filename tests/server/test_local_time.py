"""Days and hours are those of the place: on both sides of midnight, and of the change to summer time and back."""

import io
import json
import sqlite3
import zipfile
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.running import RunningServer
from tests.server.sockets import Browser

NOTE = [("step", "note"), ("text", "x"), ("expected", "0")]
IN_PARIS = {
    "2026-03-28 22:59:30": ("28 mars 2026, 23:59", "2026-03-28"),
    "2026-03-28 23:00:30": ("29 mars 2026, 00:00", "2026-03-29"),
    "2026-03-29 00:59:30": ("29 mars 2026, 01:59", "2026-03-29"),
    "2026-03-29 01:00:30": ("29 mars 2026, 03:00", "2026-03-29"),
    "2026-10-24 21:59:30": ("24 oct. 2026, 23:59", "2026-10-24"),
    "2026-10-24 22:00:30": ("25 oct. 2026, 00:00", "2026-10-25"),
    "2026-10-25 00:59:30": ("25 oct. 2026, 02:59", "2026-10-25"),
    "2026-10-25 01:00:30": ("25 oct. 2026, 02:00", "2026-10-25"),
}
"""Moments of UTC: what a page calls them in Paris, and the day in the name of a file."""


def this_year(shown: str) -> str:
    """What a page says of it, which leaves out the year where that is this one."""
    return shown.replace(f" {datetime.now(UTC).year},", ",")


def read(page: str) -> str:
    """The page with every space an ordinary one."""
    return " ".join(page.split())


@pytest.mark.first_alone
@pytest.mark.parametrize(
    "environment",
    [{"TZ": "Europe/Paris", "REFEREE_TIMEZONE": "Asia/Tokyo"}, {"TZ": "", "REFEREE_TIMEZONE": "Europe/Paris"}],
    ids=["TZ", "REFEREE_TIMEZONE"],
)
def test_pages_and_evenings_tell_the_time_of_the_place(tmp_path: Path, environment: dict[str, str]) -> None:
    late = datetime(2026, 3, 28, 23, 10, tzinfo=UTC)  # in Paris it is the 29th already, for 50 minutes of this test
    (tmp_path / "clock-off-by").write_text(str((late - datetime.now(UTC)).total_seconds()))
    with RunningServer(tmp_path, "tests.skewed", **environment) as running, Browser(running.port) as phone:
        match = phone.new_match()
        assert "dimanche 29 mars 2026" in read(phone.open("/evenings").page)
        assert phone.send(f"{match}/entries", NOTE).status == 303
        with zipfile.ZipFile(io.BytesIO(phone.open("/club/export").body)) as archive:
            club = json.loads(archive.read("manifest.json"))
        assert club["club"]["timezone"] == "Europe/Paris"
        assert [evening["day"] for evening in club["evenings"]] == ["2026-03-29"]
        for moment, (shown, _) in IN_PARIS.items():
            with closing(sqlite3.connect(tmp_path / "referee.sqlite3")) as database, database:
                database.execute("UPDATE match SET created_at = ?", (f"{moment}.000000",))
                database.execute("UPDATE entry SET recorded_at = ?", (f"{moment}.000000",))
            for page in ("log", "sheet"):
                assert this_year(shown) in read(phone.open(f"{match}/{page}").page), (moment, page)
            assert "-2026-03-29.json" in phone.open(f"{match}/export").headers["Content-Disposition"], moment
