"""``referee clubs``: what the host sees of the clubs, and does with them."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import delete, update

from referee.settings import settings_from
from referee.store.database.models import Club, Invitation, now
from referee.store.database.orm_base import db
from referee.store.database.transactions import writing
from tests.commands.test_club_archive import Place, archive, link_in, owns, place
from tests.databases import app_on
from tests.server.test_encryption import certificate
from tests.web.visitor import Visitor

__all__ = ["archive", "place"]
LISTED = "1  Les Cartes: 2 matches, 9 entries, "


def age(installation: Place) -> None:
    """All clubs are a month old."""
    with app_on(settings_from().database_url, installation.folder) as app, app.app_context(), writing():
        db.session.execute(update(Club).values(created_at=now() - timedelta(days=30)))


def test_the_clubs_are_listed_with_their_sizes(place: Callable[..., Place], archive: Path) -> None:
    installation = place("here")
    assert installation.run("clubs") == (0, "There is no club here yet.\n", "")
    installation.run("import", archive)
    status, out, err = installation.run("clubs")
    assert (status, err, len(out.splitlines())) == (0, "", 1)
    assert out.startswith(LISTED)
    assert out.endswith(" KiB, since 2024-02-29, last visit: never\n")


def test_a_club_is_deleted_only_where_that_is_confirmed(place: Callable[..., Place], archive: Path) -> None:
    installation = place("here")
    installation.run("import", archive)
    before = installation.content()
    status, out, err = installation.run("clubs", "--delete", "1")
    assert (status, out) == (2, "")
    assert f"deleted for good: {LISTED}" in err
    assert installation.run("clubs", "--delete", "2", "--yes") == (2, "", "referee: There is no club 2 here.\n")
    assert installation.content() == before
    status, out, err = installation.run("clubs", "--delete", "1", "--yes")
    assert (status, err) == (0, "")
    assert out.startswith(f"Deleted: {LISTED}")
    assert installation.run("clubs") == (0, "There is no club here yet.\n", "")


def test_the_unused_clubs_are_deleted_together(place: Callable[..., Place], archive: Path) -> None:
    installation = place("here")
    installation.run("import", archive)
    for name in ("Les Uns", "Les Autres"):
        installation.run("clubs", "--found", name)
    age(installation)
    assert installation.run("clubs", "--prune") == (0, "0 clubs deleted.\n", "")
    with app_on(settings_from().database_url, installation.folder) as app, app.app_context(), writing():
        db.session.execute(delete(Invitation))
    status, out, err = installation.run("clubs", "--prune")
    assert (status, out) == (2, "")
    assert "2 clubs in which nothing was ever recorded" in err
    assert installation.run("clubs", "--prune", "--yes") == (0, "2 clubs deleted.\n", "")
    assert installation.run("clubs")[1].startswith(LISTED)


def test_a_club_that_the_host_founds_belongs_to_who_opens_its_link_first(place: Callable[..., Place]) -> None:
    installation = place("here")
    status, out, err = installation.run("clubs", "--found", "Les Cartes")
    assert (status, err) == (0, "")
    with app_on(settings_from().database_url, installation.folder) as app:
        first, second = Visitor(app), Visitor(app)
        for guest in (first, second):
            assert guest.open(link_in(out)).form(link_in(out)).send().status == 303
        assert [owns(guest) for guest in (first, second)] == [True, False]


@pytest.mark.parametrize(
    ("host", "encrypted", "begin"),
    [
        ("127.0.0.1", False, "http://localhost:8000/join/"),
        ("192.0.2.7", False, "http://192.0.2.7:8000/join/"),
        ("2001:db8::7", True, "https://[2001:db8::7]:8000/join/"),
    ],
)
def test_a_link_has_the_scheme_and_the_host_at_which_the_server_answers(
    place: Callable[..., Place], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, host: str, encrypted: bool, begin: str
) -> None:
    monkeypatch.setenv("HOST", host)
    if encrypted:
        monkeypatch.setenv("REFEREE_CERTIFICATE", str(certificate(tmp_path, "own")[0]))
    status, out, err = place("here").run("clubs", "--found", "Les Cartes")
    assert (status, err) == (0, "")
    assert out.splitlines()[-1].strip().startswith(begin)
