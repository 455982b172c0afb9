"""Templates share the globals of their environment, and see what is added to them."""

from flask import Flask


def test_a_template_has_the_globals_themselves(app: Flask) -> None:
    environment = app.jinja_env
    template = environment.get_template("parts.html")
    assert template.globals is environment.globals
    environment.globals["added"] = "later"
    assert environment.from_string("{{ added }}").render() == "later"


def test_globals_of_one_template_stay_its_own(app: Flask) -> None:
    own = app.jinja_env.from_string("{{ alone }}", globals={"alone": 1})
    assert (own.render(), "alone" in app.jinja_env.globals) == ("1", False)
