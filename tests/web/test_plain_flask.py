"""Routes and templates are Flask's and Jinja's own: nothing stands in for their private parts."""

from flask import Flask
from jinja2 import Template
from jinja2.runtime import Context
from werkzeug.routing import Rule


def test_rules_of_addresses_templates_and_their_context_are_of_the_libraries(app: Flask) -> None:
    assert len(list(app.url_map.iter_rules())) > 50
    assert {type(rule) for rule in app.url_map.iter_rules()} == {Rule}
    assert (app.jinja_env.template_class, app.jinja_env.context_class) == (Template, Context)
    assert [name for name in vars(type(app)) if name.startswith("_") and not name.startswith("__")] == []
