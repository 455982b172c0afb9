"""The document tells every operation in the reader's language, and the page shows all that the document tells."""

import pytest
from flask import Flask

from referee.words import LANGUAGES
from tests.web.access.test_every_page import assert_well_made
from tests.web.api.program import Program, plain
from tests.web.visitor import Visitor

PATHS = "/api/v1"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_route_for_programs_is_described_and_shown(language: str, app: Flask) -> None:
    document = Program(app, language=language).get("/openapi.json")
    described = {(method.upper(), path) for path, operations in document["paths"].items() for method in operations}
    routes = {
        (method, rule.rule.replace("<int:", "{").replace("<", "{").replace(">", "}"))
        for rule in app.url_map.iter_rules()
        if rule.rule.startswith(PATHS) and rule.endpoint != "api_reference.openapi"
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert len(routes) >= 20
    assert described == routes
    page = Visitor(app, language).open("/api")
    assert_well_made(page, language)
    titles = [title.text() for title in page.document.all("h2")]
    for operations in document["paths"].values():
        for operation in operations.values():
            assert plain(operation["summary"]) in titles
    assert set(document["components"]["schemas"]) <= set(titles)


def test_the_document_is_of_version_3_1_and_names_the_token(app: Flask) -> None:
    document = Program(app).get("/openapi.json")
    assert document["openapi"] == "3.1.0"
    assert document["components"]["securitySchemes"] == {"bearer": {"type": "http", "scheme": "bearer"}}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_of_tokens_is_well_made(language: str, keeper: Visitor) -> None:
    keeper.language = language
    assert_well_made(keeper.open("/share/programs"), language)
    assert_well_made(keeper.send("/share/programs", [("role", "keeper"), ("name", "x"), ("key", "y")]), language)
    assert_well_made(keeper.open("/share/programs"), language)
