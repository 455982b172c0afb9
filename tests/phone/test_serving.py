"""``/phone/`` of a server: what ``referee phone`` made, as any host would serve it; else how it is made, or why not."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from referee.migrated_application import migrate
from referee.settings import Settings
from referee.web import create_app
from tests.databases import put_away

HERE, AWAY, SAFE = "http://localhost", "http://192.0.2.7:8000", "https://cards.example"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "phone"
    (made / "runtime").mkdir(parents=True)
    for name in ("index.html", "files.json", "runtime/pyodide.asm.wasm", "runtime/boot.mjs", "manifest.webmanifest"):
        (made / name).write_text(f"this is {name}")
    (tmp_path / "secret-key").write_text("secret")
    return made


@pytest.fixture
def client(folder: Path) -> Iterator[FlaskClient]:
    data = folder.parent
    app = create_app(Settings(data, f"sqlite:///{data}/a.sqlite3", "x" * 32, phone_folder=folder))
    yield app.test_client()
    put_away(app)


@pytest.mark.journey
@pytest.mark.parametrize("address", [HERE, SAFE, "http://127.0.0.1:8000", "http://[::1]:8000"])
def test_the_shell_is_served_where_it_can_be_installed(client: FlaskClient, address: str) -> None:
    answer = client.get("/phone/", base_url=address)
    assert (answer.status_code, answer.text) == (200, "this is index.html")
    assert not {"Cross-Origin-Opener-Policy", "Set-Cookie"} & set(answer.headers.keys())


@pytest.mark.parametrize("name", ["", "runtime/boot.mjs", "files.json"])
def test_every_file_has_the_policy_of_the_shell_that_nobody_frames(client: FlaskClient, name: str) -> None:
    answer = client.get(f"/phone/{name}", base_url=SAFE)
    policy = dict(part.strip().partition(" ")[::2] for part in answer.headers["Content-Security-Policy"].split(";"))
    assert (policy["default-src"], policy["frame-ancestors"], policy["frame-src"]) == ("'none'", "'none'", "'self'")
    assert policy["script-src"] == "'self' 'wasm-unsafe-eval'"
    assert answer.headers["Referrer-Policy"] == "same-origin"
    assert answer.headers["Strict-Transport-Security"] == "max-age=31536000"
    assert "Strict-Transport-Security" not in client.get(f"/phone/{name}", base_url=HERE).headers


@pytest.mark.parametrize(("language", "says"), [("fr", "adresse en https"), ("en", "https address")])
def test_over_plain_http_it_says_why_not(client: FlaskClient, language: str, says: str) -> None:
    answer = client.get("/phone/", base_url=AWAY, headers={"Accept-Language": language})
    assert says in answer.text
    assert "this is index.html" not in answer.text


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("runtime/pyodide.asm.wasm", "application/wasm"),
        ("runtime/boot.mjs", "text/javascript; charset=utf-8"),
        ("manifest.webmanifest", "application/manifest+json"),
        ("files.json", "application/json"),
    ],
)
def test_a_file_has_its_kind_and_is_asked_about_each_time(
    client: FlaskClient, folder: Path, name: str, kind: str
) -> None:
    answer = client.get(f"/phone/{name}", base_url=HERE)
    assert answer.headers["Content-Type"] == kind
    assert answer.headers["Cache-Control"] == "no-cache"
    tag = answer.headers["ETag"]
    assert client.get(f"/phone/{name}", base_url=HERE, headers={"If-None-Match": tag}).status_code == 304
    (folder / name).write_text("another version")
    assert client.get(f"/phone/{name}", base_url=HERE, headers={"If-None-Match": tag}).text == "another version"


@pytest.mark.parametrize(
    "name", ["../secret-key", "..%2fsecret-key", "%2e%2e/secret-key", "runtime", "none", "%00", "x" * 5000, "a/" * 2500]
)
def test_nothing_else_is_served(client: FlaskClient, name: str) -> None:
    answer = client.get(f"/phone/{name}", base_url=HERE)
    assert answer.status_code == 404
    assert "secret" not in answer.text.replace("secret-key", "")


def test_where_it_was_not_made_the_page_says_how(folder: Path, request: pytest.FixtureRequest) -> None:
    (folder / "files.json").unlink()
    browser: FlaskClient = request.getfixturevalue("client")
    page = browser.get("/phone/", base_url=HERE)
    assert page.status_code == 200
    assert "make phone" in page.text
    assert browser.get("/phone/files.json", base_url=HERE).status_code == 404
    assert browser.application.jinja_env.globals["phone_address"] == ""


PUBLIC = "https://cards.example/arbitre/"


@pytest.mark.parametrize("built", [True, False])
def test_over_plain_http_the_public_address_is_there_to_scan_and_to_tap(
    client: FlaskClient, folder: Path, built: bool
) -> None:
    if not built:
        (folder / "files.json").unlink()
    client.application.config["PUBLIC_PHONE"] = PUBLIC
    page = client.get("/phone/", base_url=AWAY).text
    assert f'href="{PUBLIC}"' in page
    assert 'class="qr"' in page
    assert "--certificate" not in page


@pytest.mark.parametrize(
    ("address", "public", "found"),
    [(SAFE, "", f"{SAFE}/phone/"), (AWAY, PUBLIC, PUBLIC), (HERE, PUBLIC, PUBLIC), (AWAY, "", None), (HERE, "", None)],
)
def test_the_home_page_shows_the_address_at_which_every_phone_installs(
    client: FlaskClient, address: str, public: str, found: str | None
) -> None:
    client.application.config["PUBLIC_PHONE"] = public
    migrate(client.application)
    page = client.get("/", base_url=address).text
    assert ('class="qr"' in page) == (found is not None)
    assert found is None or f'href="{found}"' in page


def test_a_template_knows_where_it_is(client: FlaskClient) -> None:
    assert client.application.jinja_env.globals["phone_address"] == "/phone/"
