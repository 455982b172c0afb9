"""Who may do what: every address of the application, asked by everybody who may knock.

A row is an address with what each role is answered. A new route without a row fails ``test_every_route_has_a_row``:
give it one below, by the shape that fits (``of_a_match``, ``of_the_club``, …) or with nine numbers of its own.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from referee.bundles.handover.codes import in_parts
from referee.bundles.handover.link import pack
from referee.store.clubs.clubs import OWNED
from tests.bundles.clubs import small_club
from tests.bundles.handed import handed
from tests.databases import SqliteFiles
from tests.web.world import ROLES, SECRETS, OpenedWorld, World

REFUSED = (401, 403, 404)
GUESTS_KNOW = {
    "watcher of this match": {"Le Grand Chien", "Chloé", "Le chat a vu", "Le chat tranche"},
    "watcher of another match": {"Le Grand Chien", "Chloé", "Zébulon", "Le chat tranche"},
}
"""What the guest of one match may read: the name of the club, that match, and how the table plays at an article."""
MEMBERS = {"watcher", "keeper", "owner"}


@dataclass(frozen=True, slots=True)
class Row:
    """An address: how it is asked, and the status for each of ROLES in their order."""

    endpoint: str
    method: str
    path: str
    answers: tuple[int, ...]
    form: Sequence[tuple[str, str]] = ()
    json: Any = None

    def __str__(self) -> str:
        return f"{self.method} {self.path}"


def read(endpoint: str, path: str, *answers: int) -> Row:
    return Row(endpoint, "GET", path, answers * len(ROLES) if len(answers) == 1 else answers)


def write(endpoint: str, path: str, answers: Sequence[int], **form: str) -> Row:
    return Row(endpoint, "POST", path, tuple(answers), [(name.rstrip("_"), value) for name, value in form.items()])


# The shapes. In the order of ROLES: nobody, watcher elsewhere, watcher, watcher of this match, watcher of another
# match, keeper elsewhere, keeper, owner, revoked.


def of_a_match(endpoint: str, below: str = "") -> Row:
    """A page of one match: for who may see that match."""
    return read(endpoint, "{match}" + below, 404, 404, 200, 200, 404, 404, 200, 200, 404)


def keepers_match(endpoint: str, below: str) -> Row:
    """A page that prepares a change of a match."""
    return read(endpoint, "{match}" + below, 404, 404, 403, 403, 404, 404, 200, 200, 404)


def changes_match(endpoint: str, below: str, done: int = 303, **form: str) -> Row:
    return write(endpoint, "{match}" + below, (404, 404, 403, 403, 404, 404, done, done, 404), **form)


def of_the_club(endpoint: str, path: str, stranger: int = 404) -> Row:
    """A page of a club without a name in its address: everybody sees their own, a guest of one match none."""
    return read(endpoint, path, stranger, 200, 200, 404, 404, 200, 200, 200, stranger)


def keepers_club(endpoint: str, path: str) -> Row:
    return read(endpoint, path, 404, 403, 403, 404, 404, 200, 200, 200, 404)


def changes_club(endpoint: str, path: str, done: int = 303, **form: str) -> Row:
    return write(endpoint, path, (404, 403, 403, 404, 404, done, done, done, 404), **form)


def of_a_thing(endpoint: str, path: str) -> Row:
    """A page of something a club owns, named in the address."""
    return read(endpoint, path, 404, 404, 200, 404, 404, 404, 200, 200, 404)


def keepers_thing(endpoint: str, path: str) -> Row:
    return read(endpoint, path, 404, 404, 403, 404, 404, 404, 200, 200, 404)


def changes_thing(endpoint: str, path: str, done: int = 303, **form: str) -> Row:
    return write(endpoint, path, (404, 404, 403, 404, 404, 404, done, done, 404), **form)


# The same for programs, who ask with a token of their role: nobody's, a guest's of one match and a revoked one open
# nothing (401), one of another club finds nothing (404).


def programs_match(endpoint: str, below: str = "") -> Row:
    return read(endpoint, "/api/v1/matches/{id}" + below, 401, 404, 200, 401, 401, 404, 200, 200, 401)


def program_changes_match(endpoint: str, below: str, json: Any = None) -> Row:
    answers = (401, 404, 403, 401, 401, 404, 201, 201, 401)
    return Row(endpoint, "POST", "/api/v1/matches/{id}" + below, answers, json=json)


def programs_club(endpoint: str, path: str) -> Row:
    return read(endpoint, path, 401, 200, 200, 401, 401, 200, 200, 200, 401)


def programs_thing(endpoint: str, path: str) -> Row:
    return read(endpoint, path, 401, 404, 200, 401, 401, 404, 200, 200, 401)


ALL_DONE = (303,) * len(ROLES)
DAY = {"title": "x", "place": "", "note": "", "day": "2026-01-01"}
RULED = {"match": "{id}", "trump": "H", "hand": "2S AH 7D", "card": "AH"}
QUESTION = {
    "format": "referee-question/1",
    "game": "ascenseur",
    "question": "legal-cards",
    "facts": {"trump": "H", "plays": [], "hand": ["2S"]},
}
HANDED = in_parts(pack(handed(small_club(), 1)))[0].code
SEATS = {"seat.0": "Xi", "seat.1": "Yann", "seat.2": "Zoé", "dealer": "0"}

ROWS = (
    # what belongs to no club
    read("static", "{static}/base.css", 200),
    read("healthz", "/healthz", 200),
    read("offline", "/offline", 200),
    read("phone", "/phone/", 200),
    read("phone_file", "/phone/files.json", 404),
    read("service_worker", "/sw.js", 200),
    read("home.show", "/", 200),
    read("rulebook.contents", "/rules", 200),
    read("rulebook.one_game", "/rules/ascenseur", 200),
    read("rulebook.one_game", "/rules/match", 200),
    read("desk.choose", "/desk", 200),
    read("desk.one_game", "/desk/ascenseur", 200),
    read("desk.ask", "/desk/ascenseur/legal-cards", 200),
    read("desk.verdict", "/desk/ascenseur/legal-cards/verdict?trump=H&hand=2S", 200),
    write("language", "/language", ALL_DONE, language="en"),
    # the device's own
    read("clubs.show", "/clubs", 200),
    write("clubs.create", "/clubs", ALL_DONE),
    write("clubs.choose", "/clubs/{club}/choose", (404, 404, 303, 303, 303, 404, 303, 303, 404)),
    write("clubs.leave", "/clubs/{club}/leave", (404, 404, 303, 303, 303, 404, 303, 409, 404)),
    write("clubs.name_device", "/clubs/device", (404, 303, 303, 303, 303, 303, 303, 303, 404), name="téléphone d'Ana"),
    read("clubs.recover_page", "/recover", 200),
    write("clubs.recover", "/recover", ALL_DONE, code="{code}"),
    write("clubs.recover", "/recover", (422,) * len(ROLES), code="00000-00000-00000-00000"),
    # links
    read("sharing.join_page", "{link}", 200),
    read("sharing.join_page", "{dead}", 404),
    write("sharing.join_club", "{link}", ALL_DONE),
    write("sharing.join_club", "{dead}", (404,) * len(ROLES)),
    keepers_club("sharing.show", "/share"),
    keepers_thing("sharing.show", "/share?match={id}"),
    changes_club("sharing.make", "/share", 200, role="watcher"),
    changes_thing("sharing.make", "/share", 200, role="match", match="{id}"),
    changes_club("sharing.name", "/share/name", name="x"),
    write("sharing.recovery", "/share/recovery", (404, 403, 403, 404, 404, 200, 422, 200, 404)),
    write("sharing.recovery", "/share/recovery", (404, 403, 403, 404, 404, 200, 200, 200, 404), old="{code}"),
    changes_thing("sharing.end", "/share/{invitation}/revoke"),
    changes_thing("sharing.name_device", "/share/devices/{membership}/name", name="x"),
    changes_thing("sharing.throw_out", "/share/devices/{membership}/out", links="1", guests="1"),
    changes_thing("sharing.throw_out", "/share/devices/{owning}/out", 409),
    write("sharing.hand_on", "/share/devices/{keeping}/own", (404, 404, 403, 404, 404, 404, 409, 303, 404)),
    changes_thing("sharing.hand_on", "/share/devices/{membership}/own", 409),
    # the code of a table
    read("table_codes.enter_page", "/join", 200),
    write("table_codes.enter", "/join", ALL_DONE, code="{signs}"),
    write("table_codes.enter", "/join", (422,) * len(ROLES), code="222222"),
    read("table_codes.show", "/share/code", 404, 403, 403, 404, 404, 302, 200, 200, 404),
    keepers_thing("table_codes.show", "/share/code?match={id}"),
    changes_club("table_codes.make", "/share/code"),
    changes_thing("table_codes.make", "/share/code", match="{id}"),
    write("table_codes.ask", "{match}/keep-request", (404, 404, 303, 303, 404, 404, 303, 303, 404)),
    changes_thing("table_codes.answer", "/share/requests/{membership}", answer="allow"),
    changes_thing("table_codes.answer", "/share/requests/{membership}", answer="refuse"),
    # a new match
    read("new_match.choose", "/new", 200, 403, 403, 404, 404, 200, 200, 200, 200),
    read("new_match.seats", "/new/ascenseur", 200, 403, 403, 404, 404, 200, 200, 200, 200),
    write("new_match.begin", "/new/ascenseur", (303, 403, 403, 404, 404, 303, 303, 303, 303), **SEATS),
    read("new_match.choose", "/new?from={id}", 200, 403, 403, 404, 404, 200, 200, 200, 200),
    read("new_match.seats", "/new/ascenseur?from={id}", 200, 403, 403, 404, 404, 200, 200, 200, 200),
    write("new_match.begin", "/new/ascenseur?from={id}", (303, 403, 403, 404, 404, 303, 303, 303, 303), **SEATS),
    # a match from phone to phone
    read("handover.ask", "/handover", 200, 403, 403, 404, 404, 200, 200, 200, 200),
    write("handover.open_code", "/handover/open", (422, 403, 403, 404, 404, 422, 422, 422, 422), code="x"),
    write("handover.open_code", "/handover/open", (200, 403, 403, 404, 404, 200, 200, 200, 200), code=HANDED),
    write("handover.take", "/handover/add", (422, 403, 403, 404, 404, 422, 422, 422, 422), code="x"),
    write("handover.take", "/handover/add", (303, 403, 403, 404, 404, 303, 303, 303, 303), code=HANDED, act="add"),
    of_a_match("handover.show", "/handover"),
    of_a_match("handover.file", "/handover/file"),
    # a match
    of_a_match("matches.show"),
    of_a_match("matches.state", "/state"),
    read("matches.events", "{match}/events", 404, 404, 204, 204, 404, 404, 204, 204, 404),  # no server holds it here
    of_a_match("matches.sheet", "/sheet"),
    of_a_match("matches.table_view", "/table"),
    of_a_match("matches.one_round", "/rounds/0"),
    of_a_match("matches.log", "/log"),
    of_a_match("matches.export", "/export"),
    read(
        "results.picture", "{match}/result.svg", 404
    ),  # it is not over; tests/web/matches/test_victory.py has one that is
    of_a_match("transfer.sheet", "/sheet.csv"),
    read("desk.one_game", "/desk/ascenseur?match={id}", 404, 404, 200, 200, 404, 404, 200, 200, 404),
    read("desk.ask", "/desk/ascenseur/legal-cards?match={id}", 404, 404, 200, 200, 404, 404, 200, 200, 404),
    keepers_match("matches.ask", "/steps/note"),
    keepers_match("corrections.edit", "/corrections/2"),
    keepers_match("insertions.ask", "/insertions/2"),
    keepers_match("setup_corrections.edit", "/setup"),
    keepers_match("evenings.keep", "/keep"),
    changes_match("matches.record", "/entries", step="note", text="x", expected="3"),
    changes_match("matches.count", "/count", 409),
    changes_match("seats.choose", "/own-phones"),
    write("seats.sit", "{match}/seat", (404, 404, 303, 303, 404, 404, 303, 303, 404), player="Chloé"),
    changes_match("seats.free", "/seat/free", player="Chloé"),
    write("seats.answer", "{match}/seat/answer", (404, 404, 409, 409, 404, 404, 409, 409, 404)),
    changes_match("matches.preview", "/preview", 200),
    changes_match("matches.check_recorded", "/recorded", 200),
    changes_match("matches.undo", "/undo", expected="3"),
    changes_match("matches.restore", "/restore", expected="3"),
    changes_match("matches.rematch", "/rematch"),
    changes_match("matches.discard", "/discard", expected="3"),
    changes_match("corrections.preview", "/corrections/2", 200, remove="1"),
    changes_match("corrections.apply", "/corrections", draft="[[2, null]]", expected="3"),
    changes_match("insertions.answer", "/insertions/2", 400),
    changes_match("setup_corrections.preview", "/setup", 422),
    changes_match("setup_corrections.apply", "/setup/record", 400, expected="3"),
    changes_match("evenings.move", "/move", evening="{evening}"),
    changes_match("evenings.delete", "/delete"),
    changes_match("evenings.put_right", "/day", day="2026-01-05"),
    changes_match("evenings.reorder", "/earlier"),
    changes_match("evenings.reorder", "/later"),
    write("desk.note", "/desk/ascenseur/legal-cards/note", (404, 404, 403, 403, 404, 404, 303, 303, 404), **RULED),
    # evenings
    of_the_club("evenings.index", "/evenings", stranger=200),
    of_a_thing("evenings.show", "/evenings/{evening}"),
    read("evenings.picture", "/evenings/{evening}/account.svg", 404),  # nobody has won yet
    keepers_thing("evenings.edit", "/evenings/{evening}/edit"),
    changes_thing("evenings.edit", "/evenings/{evening}/edit", **DAY),
    changes_thing("evenings.change", "/evenings/{evening}/close"),
    changes_thing("evenings.change", "/evenings/{evening}/delete"),
    keepers_club("evenings.bin_page", "/deleted"),
    changes_thing("evenings.restore", "/deleted/match/{deleted}"),
    # the rules of the table's own
    of_the_club("table_rules.index", "/table-rules"),
    keepers_club("table_rules.ask", "/table-rules/new?article=ascenseur.follow"),
    keepers_thing("table_rules.ask", "/table-rules/new?article=ascenseur.follow&match={id}"),
    changes_club("table_rules.note", "/table-rules", article="ascenseur.follow", text="x"),
    changes_thing("table_rules.note", "/table-rules", article="ascenseur.follow", text="x", match="{id}"),
    keepers_thing("table_rules.edit", "{own rule}/edit"),
    changes_thing("table_rules.edit", "{own rule}/edit", text="x"),
    changes_thing("table_rules.change", "{own rule}/remove"),
    changes_thing("table_rules.change", "{removed rule}/restore"),
    # players
    of_the_club("players.index", "/players"),
    of_the_club("ranking.show", "/ranking"),
    of_a_thing("players.show", "/players/{player}"),
    of_a_thing("players.compare", "/players/{player}/against/{twin}"),
    keepers_thing("players.edit", "/players/{player}/edit"),
    changes_club("players.create", "/players", name="Wanda"),
    changes_thing("players.change", "/players/{player}/edit", name="Wanda", mark="", colour="1"),
    changes_thing("players.archive", "/players/{player}/archive"),
    changes_thing("players.merge", "/players/{player}/merge", other="{twin}"),
    changes_thing("players.release", "/players/{merged}/release"),
    changes_thing("players.part", "/players/{merged}/part"),
    # out and in
    keepers_club("transfer.export", "/club/export"),
    keepers_club("transfer.ask", "/club/import"),
    changes_club("transfer.upload", "/club/import", 422),
    changes_thing("transfer.confirm", "/club/import/{archive}", drop="1"),
    keepers_thing("transfer.going", "/club/import/{archive}"),
    changes_thing("transfer.back", "/club/imported/{import}/back", 200),
    of_a_thing("transfer.evening_results", "/evenings/{evening}/results.csv"),
    of_the_club("transfer.club_results", "/club/results.csv"),
    keepers_club("papers.ask", "/club/papers"),
    changes_club("papers.upload", "/club/papers", 422, table=""),
    read("papers.show", "/club/papers/{archive}", 404, 404, 403, 404, 404, 404, 422, 422, 404),
    changes_thing("papers.decide", "/club/papers/{archive}", drop="1"),
    keepers_club("conflicts.index", "/club/conflicts"),
    changes_club("conflicts.choose", "/club/conflicts/x/settle", 422, choice="ours"),
    # programs
    read("api_reference.show", "/api", 200),
    read("api_reference.openapi", "/api/v1/openapi.json", 200),
    keepers_club("tokens.show", "/share/programs"),
    changes_club("tokens.make", "/share/programs", 200, role="keeper", name="x"),
    changes_thing("tokens.revoke", "/share/programs/{token}/revoke"),
    read("api_rules.list_games", "/api/v1/games", 200),
    read("api_rules.set_up", "/api/v1/games/ascenseur/set-ups/4", 200),
    read("api_rules.list_questions", "/api/v1/games/ascenseur/questions", 200),
    read("api_rules.rules", "/api/v1/rules/ascenseur", 200),
    read("api_rules.find_articles", "/api/v1/search?q=renonce", 200),
    Row("api_rules.rule", "POST", "/api/v1/verdicts", (200,) * len(ROLES), json=QUESTION),
    programs_club("api_matches.list_matches", "/api/v1/matches"),
    Row(
        "api_matches.add_match",
        "POST",
        "/api/v1/matches",
        (401, 403, 403, 401, 401, 201, 201, 201, 401),
        json={"format": "referee-match/1", "game": "kems", "players": ["Xi", "Yann", "Zoé", "Ida"], "entries": []},
    ),
    Row(
        "api_papers.bring_papers",
        "POST",
        "/api/v1/papers",
        (401, 403, 403, 401, 401, 200, 200, 200, 401),
        json={"table": "date;jeu;Xi;Yann\n14/11/2025;Uno;1;2\n"},
    ),
    programs_match("api_matches.match_file"),
    programs_match("api_matches.sheet", "/sheet"),
    programs_match("api_matches.sheet_for_spreadsheets", "/sheet.csv"),
    programs_match("api_matches.list_entries", "/entries"),
    program_changes_match("api_matches.add_entry", "/entries", {"step": "note", "text": "x"}),
    program_changes_match("api_matches.correct", "/corrections", {"changes": [{"position": 2, "entry": None}]}),
    program_changes_match(
        "api_matches.insert", "/insertions", {"before": 2, "entries": [{"step": "note", "text": "x"}]}
    ),
    program_changes_match("api_matches.undo", "/undo"),
    programs_club("api_club.list_evenings", "/api/v1/evenings"),
    programs_thing("api_club.one_evening", "/api/v1/evenings/{evening}"),
    programs_club("api_club.list_players", "/api/v1/players"),
    programs_thing("api_club.one_player", "/api/v1/players/{player}"),
    programs_club("api_club.show_ranking", "/api/v1/ranking"),
    # taken along in a phone, and brought back
    keepers_thing("sync.stands", "/sync?club={club}"),
    keepers_thing("sync.archive", "/sync/archive?club={club}"),
    changes_thing("sync.take_archive", "/sync/archive?club={club}", 400),
)


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    return World.make(SqliteFiles(tmp_path_factory.mktemp("world")))


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_everybody_is_answered_as_their_role_says(row: Row, world: World, tmp_path: Path) -> None:
    found: dict[str, int] = {}
    waiting = list(ROLES)
    while waiting:  # whoever was let through has changed this world: the next one finds it as it was
        with world.open_copy(tmp_path) as opened:
            before = opened.content()
            while waiting and opened.content() == before:
                role = waiting.pop(0)
                found[role] = _answered(opened, row, role, before)
    assert found == dict(zip(ROLES, row.answers, strict=True))


def _answered(opened: OpenedWorld, row: Row, role: str, before: object) -> int:
    """The status for this role; nothing may have changed if it was refused or only read, nothing be told outside."""
    answer = opened.asks(role, row.method, row.path, row.form, row.json)
    if answer.status in REFUSED or row.method == "GET":
        assert opened.content() == before, f"{role} changed something"
    if role not in MEMBERS and "{link}" not in row.path:  # a link tells its club's name
        _learns_nothing(role, answer.response.data.decode("utf-8", "replace"))
    return answer.status


def _learns_nothing(role: str, page: str) -> None:
    """No answer tells somebody outside what only the club knows; a guest of one match knows that match."""
    assert [word for word in SECRETS if word in page and word not in GUESTS_KNOW.get(role, ())] == []


def test_every_route_has_a_row(world: World, tmp_path: Path) -> None:
    with world.open_copy(tmp_path) as opened:
        routes = {
            (rule.endpoint, method)
            for rule in opened.app.url_map.iter_rules()
            for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
        }
    rows = {(row.endpoint, row.method) for row in ROWS}
    assert sorted(routes - rows) == [], "say in ROWS what each role is answered"
    assert sorted(rows - routes) == [], "these routes are gone"


def test_another_clubs_things_are_404_never_403(world: World, tmp_path: Path) -> None:
    with world.open_copy(tmp_path) as opened:
        arguments: Mapping[str, set[str]] = {
            rule.endpoint: set(rule.arguments) for rule in opened.app.url_map.iter_rules()
        }
    outside = [index for index, role in enumerate(ROLES) if role not in (*MEMBERS, "watcher of this match")]
    for row in ROWS:
        if arguments[row.endpoint] & OWNED.keys():
            assert {row.answers[index] for index in outside} <= {404, 401 if "/api/" in row.path else 404}, row


def test_only_what_is_nobodys_stands_outside_a_blueprint(world: World, tmp_path: Path) -> None:
    with world.open_copy(tmp_path) as opened:
        assert {endpoint for endpoint in opened.app.view_functions if "." not in endpoint} == {
            "static",
            "healthz",
            "language",
            "offline",
            "phone",
            "phone_file",
            "service_worker",
        }


def test_who_is_refused_a_write_is_told_so_in_a_sentence(world: World, tmp_path: Path) -> None:
    with world.open_copy(tmp_path) as opened:
        page = opened.asks("watcher", "POST", "{match}/entries", [("step", "note"), ("text", "x"), ("expected", "3")])
        assert (page.status, page.document.all("p")[0].text()) == (
            403,
            "Ce téléphone regarde seulement : pour noter, demandez à la table un code « Pour noter aussi ».",
        )
