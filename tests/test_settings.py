"""Settings come from the environment; the secret is made once for one owner's eyes, and is never a default."""

import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import make_url

from referee import settings
from referee.commands.command_line import main
from referee.settings import NUMBERS, BadSetting, settings_from
from referee.store.database.orm_base import database_url
from referee.store.database.quotas import MIB, Quotas
from referee.web import create_app
from tests.databases import app_on
from tests.store.keeping import at_once


def test_the_secret_is_made_once_and_only_its_owner_may_read_it(tmp_path: Path) -> None:
    first = settings_from({"REFEREE_DATA": str(tmp_path)}).secret_key
    kept = tmp_path / "secret-key"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert len(first) >= 64
    assert settings_from({"REFEREE_DATA": str(tmp_path)}).secret_key == first


def test_the_secrets_mode_does_not_depend_on_the_umask(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        settings_from({"REFEREE_DATA": str(tmp_path)})
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "secret-key").stat().st_mode) == 0o600


def test_two_installations_have_two_secrets(tmp_path: Path) -> None:
    secrets = {settings_from({"REFEREE_DATA": str(tmp_path / name)}).secret_key for name in ("one", "two")}
    assert len(secrets) == 2


def test_servers_that_start_at_once_share_one_secret(tmp_path: Path) -> None:
    for again in range(20):
        data = str(tmp_path / str(again))
        found = set(at_once(lambda _, data=data: settings_from({"REFEREE_DATA": data}).secret_key))
        assert len(found) == 1
        assert len(found.pop()) >= 64


def test_a_secret_that_was_never_written_to_the_end_is_no_secret(tmp_path: Path) -> None:
    (tmp_path / "secret-key").touch(mode=0o600)
    made = settings_from({"REFEREE_DATA": str(tmp_path)}).secret_key
    assert len(made) >= 64
    assert settings_from({"REFEREE_DATA": str(tmp_path)}).secret_key == made


def unreadable(secret: Path) -> None:
    """Not even by root, whom no mode keeps out: a folder."""
    secret.mkdir()


def no_text(secret: Path) -> None:
    secret.write_bytes(b"\xff" * 64)


@pytest.mark.parametrize("spoil", [unreadable, no_text])
@pytest.mark.parametrize("prepare", [True, False])
def test_a_secret_that_cannot_be_read_says_what_to_do(
    tmp_path: Path, spoil: Callable[[Path], None], prepare: bool
) -> None:
    spoil(tmp_path / "secret-key")
    with pytest.raises(BadSetting) as refused:
        settings_from({"REFEREE_DATA": str(tmp_path)}, prepare)
    said = str(refused.value)
    assert str(tmp_path / "secret-key") in said
    assert "Give this file to whoever runs the referee (chown, chmod 600)" in said


def test_a_new_data_folder_is_its_owners_alone(tmp_path: Path) -> None:
    settings_from({"REFEREE_DATA": str(tmp_path / "new")})
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o700


def test_a_secret_of_the_environment_is_taken_and_not_kept(tmp_path: Path) -> None:
    given = {"REFEREE_DATA": str(tmp_path), "SECRET_KEY": "from the environment"}
    assert settings_from(given).secret_key == "from the environment"
    assert not (tmp_path / "secret-key").exists()


@pytest.mark.parametrize("secret", ["x", "s3cret", "fifteen signs 5"])
def test_a_secret_that_could_be_guessed_is_refused(tmp_path: Path, secret: str) -> None:
    with pytest.raises(BadSetting, match="SECRET_KEY"):
        settings_from({"REFEREE_DATA": str(tmp_path), "SECRET_KEY": secret})
    assert settings_from({"REFEREE_DATA": str(tmp_path), "SECRET_KEY": "sixteen signs 16"}).secret_key
    assert settings_from({"REFEREE_DATA": str(tmp_path), "SECRET_KEY": ""}).secret_key != ""


def test_every_command_that_needs_the_secret_refuses_a_short_one_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("REFEREE_DATA", str(tmp_path))
    monkeypatch.setenv("SECRET_KEY", "s3cret")
    file = str(tmp_path / "file")
    for command in ("serve", f"export {file}", f"import {file}", f"backup {file}", f"restore {file}", "demo", "link"):
        assert main([*command.split(), "--lang", "en"]) == 2, command
        out, err = capsys.readouterr()
        assert (out, err.count("\n")) == ("", 1), command
        assert "SECRET_KEY has fewer than 16 characters" in err, command


def test_the_data_folder_is_made_and_holds_the_database(tmp_path: Path) -> None:
    data = tmp_path / "deep" / "down"
    found = settings_from({"REFEREE_DATA": str(data)})
    assert data.is_dir()
    assert found.data == data
    assert found.database_url == f"sqlite:///{data}/referee.sqlite3"


def test_an_installed_wheel_keeps_its_data_in_the_users_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "CHECKOUT", tmp_path / "site-packages")
    assert settings_from({"XDG_DATA_HOME": str(tmp_path)}).data == tmp_path / "referee"


def test_a_checkout_keeps_its_data_in_its_instance_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / "instance").mkdir()
    monkeypatch.setattr(settings, "CHECKOUT", tmp_path)
    assert settings_from({}).data == tmp_path / "instance"


@pytest.mark.parametrize("port", ["x", "-1", "65536", "8000.0", "９" * 5000, " "])
def test_a_port_that_is_none_is_said(tmp_path: Path, port: str) -> None:
    with pytest.raises(ValueError, match="PORT"):
        settings_from({"REFEREE_DATA": str(tmp_path), "PORT": port})


@pytest.mark.parametrize(
    "name", ["REFEREE_CONNECTIONS", "REFEREE_STREAMS_EACH", "REFEREE_UPLOADS", "REFEREE_DATABASE_CONNECTIONS"]
)
@pytest.mark.parametrize("given", ["0", "-1", "many", "1.5", "９", " ", "1000001", "9" * 5000])
def test_a_number_that_is_none_is_said(tmp_path: Path, name: str, given: str) -> None:
    with pytest.raises(ValueError, match=name):
        settings_from({"REFEREE_DATA": str(tmp_path), name: given})


def test_what_the_server_bears_is_set_or_has_its_default(tmp_path: Path) -> None:
    usual = settings_from({"REFEREE_DATA": str(tmp_path)})
    assert (usual.connections, usual.streams_each, usual.uploads) == (10_000, 1_000, 256 * 2**20)
    numbers = {"REFEREE_CONNECTIONS": "300", "REFEREE_STREAMS_EACH": "20", "REFEREE_UPLOADS": "8"}
    found = settings_from({"REFEREE_DATA": str(tmp_path), **numbers})
    assert (found.connections, found.streams_each, found.uploads) == (300, 20, 8 * 2**20)


@pytest.mark.parametrize(
    ("given", "proxy"),
    [
        ("", ""), ("0", ""), ("1", "127.0.0.1"), ("172.18.0.2", "172.18.0.2"), ("2001:DB8:0::1", "2001:db8::1"),
        ("::1", "::1"),
    ],
)  # fmt: skip
def test_the_proxy_that_is_believed_is_on_this_machine_or_named_by_its_address(
    tmp_path: Path, given: str, proxy: str
) -> None:
    assert settings_from({"REFEREE_DATA": str(tmp_path), "REFEREE_BEHIND_PROXY": given}).behind_proxy == proxy


@pytest.mark.parametrize("given", ["true", "*", "nginx", "127.0.0.1:80", "2", "x" * 5000])
def test_a_proxy_that_is_none_is_said(tmp_path: Path, given: str) -> None:
    with pytest.raises(ValueError, match="REFEREE_BEHIND_PROXY"):
        settings_from({"REFEREE_DATA": str(tmp_path), "REFEREE_BEHIND_PROXY": given})


@pytest.mark.parametrize(
    ("given", "found"),
    [
        ("", ""), ("https://cards.example", "https://cards.example/"),
        ("https://cards.example/arbitre/", "https://cards.example/arbitre/"),
        ("https://cards.example:8443/a", "https://cards.example:8443/a/"),
    ],
)  # fmt: skip
def test_the_public_address_of_the_phones_folder_ends_with_a_slash(tmp_path: Path, given: str, found: str) -> None:
    assert settings_from({"REFEREE_DATA": str(tmp_path), "REFEREE_PUBLIC_PHONE": given}).public_phone == found


@pytest.mark.parametrize(
    "given",
    [
        "http://cards.example/", "cards.example", "https://", "https:///a", "https://a.example/?x", "https://a.example/#m",
        "https://a.example/a b", "https://a.example:0/", "https://a.example:x/", "https://[::1", 'https://a.example/"',
        "https://é.example/", "x" * 5000,
    ],
)  # fmt: skip
def test_a_public_address_from_which_nothing_is_installed_is_said(tmp_path: Path, given: str) -> None:
    with pytest.raises(ValueError, match="REFEREE_PUBLIC_PHONE"):
        settings_from({"REFEREE_DATA": str(tmp_path), "REFEREE_PUBLIC_PHONE": given})


QUOTAS = ("REFEREE_MOST_CLUBS", "REFEREE_MOST_MATCHES", "REFEREE_MOST_CLUB_MIB", "REFEREE_MOST_DATABASE_MIB")


@pytest.mark.parametrize(("given", "found"), [("7", 7), ("0", 0), ("off", 0), ("", None)])
@pytest.mark.parametrize("name", QUOTAS)
def test_a_quota_is_a_number_or_off(tmp_path: Path, name: str, given: str, found: int | None) -> None:
    usual = settings_from({"REFEREE_DATA": str(tmp_path)})
    made = settings_from({"REFEREE_DATA": str(tmp_path), name: given})
    field = name.removeprefix("REFEREE_").lower()
    assert getattr(made, field) == (getattr(usual, field) if found is None else found)
    assert getattr(usual, field) > 0


@pytest.mark.parametrize("given", ["x", "-1", "1.5", " 7", "９", "9" * 13, "no"])
@pytest.mark.parametrize("name", QUOTAS)
def test_a_quota_that_is_none_is_said(tmp_path: Path, name: str, given: str) -> None:
    with pytest.raises(BadSetting, match=name) as refused:
        settings_from({"REFEREE_DATA": str(tmp_path), name: given})
    assert f"{name} est un nombre entier" in refused.value.sentence.render("fr")
    assert f"{name} is a whole number" in refused.value.sentence.render("en")


def test_the_quotas_are_the_applications(tmp_path: Path) -> None:
    given = dict(zip(QUOTAS, ("1", "2", "3", "off"), strict=True))
    app = create_app(settings_from({"REFEREE_DATA": str(tmp_path), **given}))
    assert app.config["QUOTAS"] == Quotas(1, 2, 3 * MIB, 0, NUMBERS["most_client_mib"] * MIB)


@pytest.mark.parametrize(
    ("given", "zone"),
    [
        ({}, ""),
        ({"REFEREE_TIMEZONE": "Europe/Paris"}, "Europe/Paris"),
        ({"TZ": "Asia/Tokyo", "REFEREE_TIMEZONE": "Europe/Paris"}, "Asia/Tokyo"),
        ({"TZ": ":Europe/Paris"}, ":Europe/Paris"),
        ({"TZ": "CET-1CEST,M3.5.0,M10.5.0/3"}, "CET-1CEST,M3.5.0,M10.5.0/3"),
    ],
)
def test_the_time_zone_is_tz_else_the_setting(tmp_path: Path, given: dict[str, str], zone: str) -> None:
    assert settings_from({"REFEREE_DATA": str(tmp_path), **given}).timezone == zone


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("REFEREE_TIMEZONE", "Paris"),
        ("TZ", "Europe/Pariss"),
        ("REFEREE_TIMEZONE", "../../etc/passwd"),
        ("REFEREE_TIMEZONE", "x" * 5000),
    ],
)
def test_a_time_zone_that_this_machine_does_not_know_is_said(tmp_path: Path, name: str, given: str) -> None:
    with pytest.raises(BadSetting, match="REFEREE_TIMEZONE") as refused:
        settings_from({"REFEREE_DATA": str(tmp_path), name: given})
    assert "time zone" in refused.value.sentence.render("en")


@pytest.mark.parametrize(
    ("given", "driver", "database"),
    [
        ("postgres://u:p@host:5433/club", "postgresql+psycopg", "club"),
        ("postgresql://u@host/club?sslmode=require", "postgresql+psycopg", "club"),
        ("postgresql:///club?host=/run/postgresql", "postgresql+psycopg", "club"),
        ("postgresql+psycopg://u@host/club", "postgresql+psycopg", "club"),
        ("sqlite:////srv/club.sqlite3", "sqlite", "/srv/club.sqlite3"),
    ],
)
def test_a_database_is_named_in_every_usual_form(given: str, driver: str, database: str) -> None:
    url = make_url(database_url(given))
    assert (url.drivername, url.database) == (driver, database)


def test_a_file_named_without_its_folder_lies_in_the_data_folder(tmp_path: Path) -> None:
    with app_on("sqlite:///club.sqlite3", tmp_path) as app:
        from referee.store.database.orm_base import db

        with app.app_context():
            assert db.engine.url.database == str(tmp_path / "club.sqlite3")


def test_the_secret_signs_the_cookie(tmp_path: Path) -> None:
    found = settings_from({"REFEREE_DATA": str(tmp_path)})
    assert create_app(found).config["SECRET_KEY"] == found.secret_key


@pytest.mark.parametrize(("given", "by_invitation"), [("", False), ("anyone", False), ("invitation", True)])
def test_who_founds_clubs_is_said_in_a_word(tmp_path: Path, given: str, by_invitation: bool) -> None:
    found = settings_from({"REFEREE_DATA": str(tmp_path), "REFEREE_FOUNDING": given})
    assert (found.by_invitation, create_app(found).config["BY_INVITATION"]) == (by_invitation, by_invitation)


def test_another_word_for_who_founds_clubs_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match="REFEREE_FOUNDING"):
        settings_from({"REFEREE_DATA": str(tmp_path), "REFEREE_FOUNDING": "nobody"})
