"""Matches for programs: the same log, the same judge, the same words as on the pages."""

from typing import Any

import pytest
from flask import Flask

from referee.games.registry import GAMES
from referee.matches.sheet_json import score_value
from referee.web.access.form_limits import LARGEST_BROUGHT, LARGEST_FORM
from tests.snapshots.recording import written_inputs
from tests.web.api.program import BIDS, FILE, NOTE, TRICKS, Program, problem_of
from tests.web.visitor import Visitor


def test_a_match_of_every_game_comes_in_and_goes_out_as_its_file_says(program: Program) -> None:
    for game in GAMES.values():
        for file in written_inputs(game).values():
            path = f"/matches/{program.post('/matches', file)['id']}"
            came = program.get(path)
            assert {key: came[key] for key in file} == file, game.id
            assert program.get(f"{path}/sheet") == score_value(file, "fr")[0]
            assert [current["entry"] for current in program.get(f"{path}/entries")["entries"]] == file["entries"]


def test_the_spreadsheet_is_the_one_of_the_page(program: Program, keeper: Visitor) -> None:
    path = program.start(BIDS, TRICKS)
    answer = program.ask("GET", f"{path}/sheet.csv")
    assert answer.content_type == "text/csv; charset=utf-8"
    assert answer.data == keeper.open(f"{path}/sheet.csv").response.data


def test_what_a_program_records_stands_on_the_pages_under_its_name(program: Program, keeper: Visitor) -> None:
    path = program.start()
    program.post(f"{path}/entries", NOTE)
    log = keeper.open(f"{path}/log").text
    assert "le chat a vu" in log
    assert "le robot" in log


def test_each_entry_of_a_file_is_a_batch_of_its_own(program: Program) -> None:
    path = program.start(BIDS, TRICKS, NOTE)
    for left in (2, 1, 0):
        program.post(f"{path}/undo")
        assert len(program.get(f"{path}/entries")["entries"]) == left
    assert problem_of(program.ask("POST", f"{path}/undo")) == (409, "Il n’y a rien à annuler.")


@pytest.mark.parametrize(
    ("changes", "entry", "article"),
    [
        ({"game": "bridge"}, None, "match.file"),
        ({"players": ["Ana"]}, None, "match.players"),
        ({"options": {"x": 1}}, None, "match.options"),
        ({"entries": [BIDS, BIDS]}, 1, "match.step"),
        ({"entries": [BIDS, TRICKS, {"step": "bids", "bids": {}}]}, 2, "match.entry"),
        ({"entries": [7]}, 0, "match.entry"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_a_file_that_breaks_a_rule_is_answered_as_the_command_does(
    changes: dict[str, Any], entry: int | None, article: str, program: Program
) -> None:
    before = program.get("/matches")
    answer = program.ask("POST", "/matches", {**FILE, **changes})
    assert problem_of(answer) == (422, "Les règles disent non.")
    value = answer.get_json()
    told = {key: value[key] for key in ("format", "violations")}
    assert told == score_value({**FILE, **changes}, "fr")[0]
    assert (told["violations"][0]["entry"], told["violations"][0]["article"]) == (entry, article)
    assert program.get("/matches") == before


def test_an_entry_that_breaks_a_rule_is_told_with_its_place_and_its_article(app: Flask, program: Program) -> None:
    path = program.start()
    wrong = {"step": "bids", "bids": {"Bob": 0, "Chloé": 1, "Dan": 0, "Ana": 0}}
    answer = program.ask("POST", f"{path}/entries", wrong, Accept_Language="en")
    assert answer.get_json()["violations"] == score_value({**FILE, "entries": [wrong]}, "en")[0]["violations"]
    assert answer.get_json()["violations"][0]["article"] == "ascenseur.not-equal"


def test_an_answer_tells_the_log_that_it_leads_to(program: Program) -> None:
    path = program.start(BIDS)
    recorded = program.ask("POST", f"{path}/entries", TRICKS)
    told, now = recorded.get_json(), program.get(f"{path}/entries")
    assert recorded.status_code == 201
    assert (told["position"], told["length"], told["mark"]) == (1, now["length"], now["mark"])
    assert recorded.headers["ETag"] == program.ask("GET", path).headers["ETag"] == f'"{now["mark"]}"'


@pytest.mark.parametrize("named", ['"{mark}"', "{mark}", '"{length}"', "{length}", "*", '"x", "{mark}"', '"{mark}:br"'])
def test_a_condition_names_the_log_by_its_mark_or_its_length(named: str, program: Program) -> None:
    path = program.start(BIDS)
    seen = program.get(f"{path}/entries")
    program.post(f"{path}/entries", TRICKS, If_Match=named.format_map(seen))
    late = program.ask("POST", f"{path}/entries", NOTE, If_Match=named.format_map(seen))
    assert late.status_code == (201 if named == "*" else 412)


@pytest.mark.parametrize("below", ["entries", "corrections", "undo"])
def test_a_condition_that_does_not_hold_changes_nothing_and_tells_the_log(below: str, program: Program) -> None:
    path = program.start(BIDS)
    body = {"entries": TRICKS, "corrections": {"changes": [{"position": 0, "entry": None}]}}.get(below)
    before = program.get(f"{path}/entries")
    answer = program.ask("POST", f"{path}/{below}", body, If_Match='"0"')
    assert problem_of(answer) == (412, "La partie n’est plus celle que vous avez vue.")
    assert {key: answer.get_json()[key] for key in ("length", "mark")} == {
        key: before[key] for key in ("length", "mark")
    }
    assert program.get(f"{path}/entries") == before


def test_what_is_sent_again_with_its_key_is_recorded_once_and_answered_alike(program: Program) -> None:
    path = program.start(BIDS)
    correction = {"changes": [{"position": 0, "entry": None}], "reason": "une erreur"}
    for below, body in (("entries", TRICKS), ("undo", None), ("corrections", correction)):
        first, again = (program.post(f"{path}/{below}", body, Idempotency_Key=below) for _ in range(2))
        assert first == again
    program.post(f"{path}/entries", NOTE)
    once_more = program.post(f"{path}/entries", TRICKS, Idempotency_Key="entries", If_Match='"1"')
    assert (once_more["position"], once_more["length"]) == (1, 5)


def test_a_match_is_started_once_with_its_key(program: Program) -> None:
    file = {**FILE, "entries": [BIDS]}
    first, again = (program.post("/matches", file, Idempotency_Key='"k"') for _ in range(2))
    assert first == again
    assert program.post("/matches", file)["id"] != first["id"]
    program.post(f"/matches/{first['id']}/entries", TRICKS)
    assert program.post("/matches", file, Idempotency_Key="k")["id"] == first["id"]
    for other in (FILE | {"game": "whistiti"}, FILE | {"entries": [BIDS, NOTE]}):
        answer = program.ask("POST", "/matches", other, Idempotency_Key="k")
        assert problem_of(answer) == (409, "Cette clé a déjà servi à autre chose.")


def test_a_key_that_served_for_something_else_records_nothing(program: Program) -> None:
    path = program.start(BIDS)
    program.post(f"{path}/entries", TRICKS, Idempotency_Key="k")
    for below, body in (
        ("entries", NOTE),
        ("undo", None),
        ("corrections", {"changes": [{"position": 0, "entry": None}]}),
    ):
        assert problem_of(program.ask("POST", f"{path}/{below}", body, Idempotency_Key="k"))[0] == 409
    assert program.get(f"{path}/entries")["length"] == 2


def test_a_correction_says_why_in_the_log(program: Program, keeper: Visitor) -> None:
    path = program.start(BIDS, TRICKS)
    bids = {"step": "bids", "bids": {"Bob": 1, "Chloé": 1, "Dan": 0, "Ana": 0}}
    program.post(f"{path}/corrections", {"changes": [{"position": 0, "entry": bids}], "reason": "mal entendu"})
    current = program.get(f"{path}/entries")["entries"]
    assert [(entry["position"], entry["corrected"]) for entry in current] == [(0, True), (1, False)]
    assert current[0]["entry"] == bids
    assert "mal entendu" in keeper.open(f"{path}/log").text


def test_a_correction_that_breaks_what_came_later_changes_nothing(program: Program) -> None:
    path = program.start(BIDS, TRICKS)
    answer = program.ask("POST", f"{path}/corrections", {"changes": [{"position": 0, "entry": None}]})
    assert problem_of(answer)[0] == 422
    assert answer.get_json()["violations"][0]["article"] == "match.step"
    assert program.get(f"{path}/entries")["length"] == 2


@pytest.mark.parametrize("position", [1, 99])
def test_what_is_not_there_cannot_be_corrected(position: int, program: Program) -> None:
    path = program.start(BIDS, TRICKS)
    program.post(f"{path}/undo")
    answer = program.ask("POST", f"{path}/corrections", {"changes": [{"position": position, "entry": None}]})
    assert problem_of(answer) == (409, "Ce qui était à corriger n’est pas là.")


def test_a_forgotten_deal_stands_before_the_entry_it_names_and_one_undo_takes_it_out(program: Program) -> None:
    path = program.start(BIDS, TRICKS)
    before = program.get(f"{path}/entries")["entries"]
    forgotten = {"before": 1, "entries": [NOTE, NOTE], "reason": "oublié"}
    done = program.post(f"{path}/insertions", forgotten)
    assert (done["position"], done["length"]) == (2, 4)
    entries = program.get(f"{path}/entries")
    assert [entry["position"] for entry in entries["entries"]] == [0, 2, 3, 1]
    assert entries["mark"] == done["mark"]
    program.post(f"{path}/undo")
    assert program.get(f"{path}/entries")["entries"] == before


@pytest.mark.parametrize("position", [0, 99])
def test_nothing_is_inserted_before_what_is_not_there(position: int, program: Program) -> None:
    path = program.start(BIDS)
    program.post(f"{path}/undo")
    answer = program.ask("POST", f"{path}/insertions", {"before": position, "entries": [NOTE]})
    assert problem_of(answer)[0] == 422
    assert answer.get_json()["violations"][0]["article"] == "match.step"
    assert program.get(f"{path}/entries")["length"] == 2


BAD_BODIES = {
    "/insertions": [
        b"{}", b'{"before": 0, "entries": []}', b'{"before": -1, "entries": [{"step": "end"}]}',
        b'{"before": 0, "entries": [null]}', b'{"before": 0, "entries": [{"step": "note", "text": "\\ud800"}]}',
        b'{"before": 0, "entries": [{"step": "end"}], "amends": 0}',
    ],
    "/entries": [
        b"", b"{", b"null", b"[]", b'{"step": NaN}', b'{"step": "note", "step": "note", "text": "a"}',
        b'"\xff"', b'{"step": "note", "text": "\\ud800"}', b"[" * 9000,
    ],
    "/corrections": [
        b"{}", b'{"changes": []}', b'{"changes": [{"position": -1, "entry": null}]}',
        b'{"changes": [{"position": 0, "entry": 1}]}', b'{"changes": [{"position": 0, "entry": null}], "x": 1}',
        b'{"changes": [{"position": 0, "entry": null}, {"position": 0, "entry": null}]}',
    ],
}  # fmt: skip


@pytest.mark.parametrize(("below", "body"), [(below, body) for below, bodies in BAD_BODIES.items() for body in bodies])
def test_what_is_not_understood_says_why(below: str, body: bytes, program: Program, app: Flask) -> None:
    path = program.start(BIDS)
    answer = program.client.post(f"/api/v1{path}{below}", data=body, headers=program.headers)
    assert problem_of(answer) == (400, "Cette demande n’a pas été comprise.")
    assert answer.get_json()["why"]
    assert program.get(f"{path}/entries")["length"] == 1


@pytest.mark.parametrize("key", ["x" * 41, "é", "a b", ""])
def test_a_key_that_no_log_keeps_is_refused(key: str, program: Program) -> None:
    assert problem_of(program.ask("POST", "/matches", FILE, Idempotency_Key=key))[0] == 400


def test_a_file_may_be_longer_than_a_form_but_not_than_a_match(program: Program, reader: Program) -> None:
    notes = [{"step": "note", "text": "x" * 500}] * (LARGEST_FORM // 500)
    program.start(*notes)
    assert problem_of(program.ask("POST", "/matches", {**FILE, "entries": notes * 5}))[0] == 413
    assert len(notes) * 5 * 500 > LARGEST_BROUGHT
    assert problem_of(reader.ask("POST", "/matches", {**FILE, "entries": notes}))[0] == 403
    assert (
        problem_of(program.ask("POST", f"{program.start()}/entries", {"step": "note", "x": ["x" * LARGEST_FORM]}))[0]
        == 413
    )


def test_the_matches_going_on_are_listed_page_by_page(program: Program) -> None:
    paths = [program.start() for _ in range(60)]
    found: list[str] = []
    page = program.get("/matches")
    while page["next"]:
        found += [f"/matches/{match['id']}" for match in page["matches"]]
        page = program.get(f"/matches?before={page['next']}")
    found += [f"/matches/{match['id']}" for match in page["matches"]]
    assert found[:60] == paths[::-1]
    assert len(found) == 61  # the keeper's own


def test_what_is_full_is_told_to_a_program_too(program: Program, app: Flask) -> None:
    from referee.store.database.quotas import Quotas

    path = program.start()
    app.config["QUOTAS"] = Quotas(club_bytes=1)
    assert problem_of(program.ask("POST", f"{path}/entries", NOTE))[0] == 507
