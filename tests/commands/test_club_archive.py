"""``referee export`` and ``referee import``: a club to a file and into another installation, or a sentence why not."""

import io
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from referee.bundles.untrusted_zip import Limits
from referee.bundles.zip_file import ClubFile
from referee.commands import club_archive
from referee.commands.command_line import main
from referee.local_time import timezone_name
from referee.settings import settings_from
from tests.bundles.clubs import Club as ArchivedClub
from tests.bundles.clubs import packed, read, small_club
from tests.bundles.zips import HOSTILE, lengthened, rewritten, shortened
from tests.databases import app_on, place_migrated
from tests.store.tables import everything_in
from tests.web.visitor import Visitor

SMALL = packed(small_club())


def small_club_from_here() -> ArchivedClub:
    """The small club as it is exported on this machine: with its time zone."""
    head, matches = small_club()
    return replace(head, timezone=timezone_name()), matches


class Place:
    """An installation: its data folder, and what its commands say."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self._monkeypatch, self._capsys = monkeypatch, capsys

    def run(self, *arguments: object, lang: str = "en") -> tuple[int, str, str]:
        """Exit status, standard output, standard error."""
        self._monkeypatch.setenv("REFEREE_DATA", str(self.folder))
        self._capsys.readouterr()
        status = main([*map(str, arguments), "--lang", lang])
        return status, *self._capsys.readouterr()

    def content(self) -> dict[str, Any]:
        self._monkeypatch.setenv("REFEREE_DATA", str(self.folder))
        settings = settings_from()
        with app_on(settings.database_url, self.folder) as app:
            return everything_in(app)


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., Place]:
    """New installations, by name; but one that is ``fresh`` has been migrated, as by a command before."""
    for name in ("DATABASE_URL", "SECRET_KEY", "HOST", "PORT"):
        monkeypatch.delenv(name, raising=False)

    def place(name: str, fresh: bool = False) -> Place:
        folder = tmp_path / name
        if not fresh and not folder.exists():
            folder.mkdir()
            place_migrated(folder / "referee.sqlite3")
        return Place(folder, monkeypatch, capsys)

    return place


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    path = tmp_path / "club.zip"
    path.write_bytes(SMALL)
    return path


def test_a_fresh_installation_makes_the_club_and_prints_a_link_that_works(
    place: Callable[..., Place], archive: Path
) -> None:
    installation = place("here", fresh=True)
    status, out, err = installation.run("import", archive)
    assert (status, err) == (0, "")
    assert "2 new matches" in out
    assert "5 new players" in out
    link = re.search(r"/join/\S+", out)
    assert link is not None
    with app_on(settings_from().database_url, installation.folder) as app:
        guest = Visitor(app)
        assert guest.open(link[0]).form(link[0]).fill("name", "Ana").send().status == 303
        assert "Anniversaire" in guest.open("/evenings").text
        assert guest.open("/club/export").status == 200


def test_out_of_one_installation_and_into_another_is_the_same_club(
    place: Callable[..., Place], archive: Path, tmp_path: Path
) -> None:
    installation, another = place("first"), place("second")
    installation.run("import", archive)
    status, out, err = installation.run("export", tmp_path / "out.zip")
    assert (status, err) == (0, "")
    assert "out.zip" in out
    assert read((tmp_path / "out.zip").read_bytes()) == small_club_from_here()
    assert [path.name for path in tmp_path.glob("*.zip*")] == [path.name for path in tmp_path.glob("*.zip")]
    another.run("import", tmp_path / "out.zip")
    assert another.content() == installation.content()


def test_who_opens_the_link_of_an_import_first_owns_the_club(place: Callable[..., Place], archive: Path) -> None:
    installation = place("here")
    link = link_in(installation.run("import", archive)[1])
    with app_on(settings_from().database_url, installation.folder) as app:
        first, second = Visitor(app), Visitor(app)
        for guest in (first, second):
            assert guest.open(link).form(link).send().status == 303
        assert [owns(guest) for guest in (first, second)] == [True, False]


# A link made on the host


def link_in(out: str) -> str:
    found = re.search(r"/join/\S+", out)
    assert found is not None
    return found[0]


def owns(guest: Visitor) -> bool:
    """Whether it is the owner's phone, as the page where the table is shared says."""
    mine = [
        summary.text() for summary in guest.open("/share").document.all("summary") if "ce téléphone" in summary.text()
    ]
    assert len(mine) == 1
    return "propriétaire" in mine[0]


def test_without_a_club_the_clubs_are_listed(place: Callable[..., Place], archive: Path) -> None:
    installation = place("here")
    assert installation.run("link") == (2, "", "referee: There is no club here yet.\n")
    installation.run("import", archive)
    assert installation.run("link") == (0, "  1  Les Cartes, since 2024-02-29\n", "")
    installation.run("import", archive, "--club", "new")
    for options in ((), ("--owner",)):
        status, out, err = installation.run("link", *options)
        assert (status, len(out.splitlines()), err) == (0, 2, "")


def test_a_club_that_is_none_gets_no_link(place: Callable[..., Place], archive: Path) -> None:
    installation = place("here")
    installation.run("import", archive)
    for club in ("9", "0", "-1"):
        status, out, err = installation.run("link", "--club", club)
        assert (status, out) == (2, "")
        assert "Les Cartes" in err


def test_a_link_made_on_the_host_lets_a_keeper_in_and_an_owners_link_gives_the_club(
    place: Callable[..., Place], archive: Path
) -> None:
    installation = place("here")
    founding = link_in(installation.run("import", archive)[1])
    made = {options: installation.run("link", "--club", "1", *options) for options in ((), ("--owner",))}
    assert {status for status, _, _ in made.values()} == {0}
    assert all("7 days" in out and err == "" for _, out, err in made.values())
    assert "Only the first phone" in made["--owner",][1]
    with app_on(settings_from().database_url, installation.folder) as app:
        owner, keeper, heir, late = (Visitor(app) for _ in range(4))
        for guest, link in ((owner, founding), (keeper, link_in(made[()][1])), (heir, link_in(made["--owner",][1]))):
            assert guest.open(link).form(link).send().status == 303
        assert late.open(link_in(made["--owner",][1])).form(link_in(made["--owner",][1])).send().status == 303
        assert [owns(guest) for guest in (owner, keeper, heir, late)] == [False, False, True, False]


def test_a_second_import_brings_nothing_and_prints_no_link(place: Callable[..., Place], archive: Path) -> None:
    installation = place("here")
    installation.run("import", archive)
    before = installation.content()
    status, out, _ = installation.run("import", archive)
    assert status == 0
    assert "2 matches already here" in out
    assert "Imported" not in out
    assert "/join/" not in out
    assert installation.content() == before


def test_conflicts_need_a_yes_and_wait_for_a_keepers_choice(place: Callable[..., Place], archive: Path) -> None:
    installation = place("here")
    installation.run("import", archive)
    archive.write_bytes(lengthened(shortened(SMALL, "bataille_1"), "bataille_1", "ailleurs"))
    before = installation.content()
    status, out, err = installation.run("import", archive)
    assert status == 1
    assert "1 match in conflict" in out
    assert "La Bataille Corse of 2024-02-29 (Bobby and Dan): 3 entries here, 3 in the archive" in out
    assert "--yes" in err
    assert installation.content() == before
    assert installation.run("import", archive, "--yes")[0] == 0
    after = installation.content()
    assert len(after["match"]) == len(before["match"]) + 1
    assert [row for row in after["match"] if row in before["match"]] == before["match"]
    assert len(after["other_version"]) == 1


def test_where_there_are_several_clubs_one_is_chosen(place: Callable[..., Place], archive: Path) -> None:
    installation = place("here")
    installation.run("import", archive)
    assert installation.run("import", archive, "--club", "new")[0] == 0
    status, out, err = installation.run("import", archive)
    assert (status, out) == (2, "")
    assert "Les Cartes, since 2024-02-29" in err
    assert installation.run("import", archive, "--club", "2")[0] == 0
    assert installation.run("import", archive, "--club", "9")[0] == 2
    out_of = archive.with_name("two.zip")
    assert installation.run("export", out_of)[0] == 2
    assert installation.run("export", out_of, "--club", "9")[0] == 2
    assert not out_of.exists()
    assert installation.run("export", out_of, "--club", "2")[0] == 0
    assert ClubFile(io.BytesIO(out_of.read_bytes())).head.players == small_club()[0].players


def test_an_export_never_overwrites(place: Callable[..., Place], archive: Path) -> None:
    installation = place("here")
    assert installation.run("export", archive) == (2, "", "referee: There is no club here yet.\n")
    installation.run("import", archive)
    status, _, err = installation.run("export", archive)
    assert status == 2
    assert "exists already" in err
    assert archive.read_bytes() == SMALL
    assert installation.run("export", archive.parent / "no such folder" / "x.zip")[0] == 2


@pytest.mark.first_alone
@pytest.mark.filterwarnings("ignore:Duplicate name:UserWarning")
@pytest.mark.parametrize("name", ["the first half", "a tampered log", "many zeros", "a path that leaves", "text"])
def test_a_hostile_archive_gets_one_sentence(place: Callable[..., Place], archive: Path, name: str) -> None:
    archive.write_bytes(HOSTILE[name](SMALL))
    installation = place("here")
    status, out, err = installation.run("import", archive, "--yes")
    assert (status, out) == (2, "")
    assert len(err.splitlines()) == 1
    assert installation.content()["club"] == []


def test_a_match_that_does_not_replay_is_a_no_of_the_rules(place: Callable[..., Place], archive: Path) -> None:
    def wrong(value: Any) -> None:
        value["records"][-1]["entry"] = {"step": "won", "winner": "Nobody"}

    archive.write_bytes(rewritten(SMALL, "logs/bataille_1", wrong))
    status, out, err = place("here").run("import", archive)
    assert (status, out) == (1, "")
    assert "match.entry" in err


def test_a_file_that_is_not_there_is_said_so(place: Callable[..., Place], tmp_path: Path) -> None:
    for path in (tmp_path / "nothing.zip", tmp_path):
        status, out, err = place("here").run("import", path)
        assert (status, out) == (2, "")
        assert len(err.splitlines()) == 1


def test_what_is_unpacked_at_most_can_be_raised(place: Callable[..., Place], archive: Path) -> None:
    status, out, err = place("here").run("import", archive, "--largest", "0")
    assert (status, out) == (2, "")
    assert "--largest 1" in err
    assert len(err.splitlines()) == 1
    assert place("here").run("import", archive, "--largest", "1")[0] == 0


def test_an_export_that_needs_more_than_is_usual_to_come_back_says_so(
    place: Callable[..., Place], archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installation = place("here")
    installation.run("import", archive)
    monkeypatch.setattr(club_archive, "USUAL_LIMITS", Limits(total=1000))
    status, _, err = installation.run("export", tmp_path / "out.zip")
    assert status == 0
    assert "referee import --largest 1" in err
    assert read((tmp_path / "out.zip").read_bytes()) == small_club_from_here()
