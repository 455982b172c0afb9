"""The addresses of a match, put together of one, are those that the routes have."""

from flask import Flask, url_for

from referee.web.matches.presenters.addresses import MatchAddresses, addresses_of
from referee.web.template_globals import asset

ID = "abcDEF-_12345678"
PREFIXES = ("", "/cards")
"""Where the application lies on its server."""

BELOW_THE_MATCH = {
    "show": "matches.show", "sheet": "matches.sheet", "log": "matches.log", "table_view": "matches.table_view",
    "export": "matches.export", "record": "matches.record", "record_check": "matches.check_recorded",
    "count": "matches.count", "preview": "matches.preview", "undo": "matches.undo", "restore": "matches.restore",
    "discard": "matches.discard", "rematch": "matches.rematch", "csv": "transfer.sheet", "picture": "results.picture",
    "handover": "handover.show", "setup": "setup_corrections.edit", "sit": "seats.sit", "free_seat": "seats.free",
    "own_answer": "seats.answer",
}  # fmt: skip
"""The routes by what :class:`MatchAddresses` calls them."""


def of(endpoint: str, **values: object) -> str:
    return url_for(endpoint, public_id=ID, **values)  # type: ignore[arg-type]


def made_and_expected(at: MatchAddresses) -> list[tuple[str, str]]:
    """Addresses with what stands in them, each beside that of its route."""
    return [
        *((getattr(at, name), of(endpoint)) for name, endpoint in BELOW_THE_MATCH.items()),
        (at.whole_sheet, of("matches.sheet", all=1)),
        (at.sheet_before(7), of("matches.sheet", before=7)),
        (at.sheet_from(7), of("matches.sheet", **{"from": 7})),
        (at.log_before(7), of("matches.log", before=7)),
        (at.log_after(7), of("matches.log", after=7)),
        (at.one_round(2), of("matches.one_round", row=2)),
        (at.one_round_from(2, 30), of("matches.one_round", row=2, **{"from": 30})),
        (at.correction(5), of("corrections.edit", position=5)),
        (at.correction(6), of("corrections.preview", position=6)),
        (at.step("note"), of("matches.ask", step="note")),
        (at.step("penalty", player="Chloé & Dan"), of("matches.ask", step="penalty", player="Chloé & Dan")),
        (at.state({"shows": "log", "before": "9"}), of("matches.state", shows="log", before=9)),
        (at.events({"shows": "match"}), of("matches.events", shows="match")),
    ]


def test_every_address_of_a_match_is_that_of_its_route(app: Flask) -> None:
    wrong = []
    for prefix in PREFIXES:
        with app.test_request_context(environ_overrides={"SCRIPT_NAME": prefix}):
            wrong += [pair for pair in made_and_expected(addresses_of(ID)) if pair[0] != pair[1]]
    assert wrong == []


def test_the_address_of_a_static_file_is_that_of_its_route(app: Flask) -> None:
    for prefix in PREFIXES:
        with app.test_request_context(environ_overrides={"SCRIPT_NAME": prefix}):
            assert asset("js/widgets/turns.js") == url_for("static", filename="js/widgets/turns.js")
