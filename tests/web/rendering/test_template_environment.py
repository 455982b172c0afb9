"""Templates share the globals of their environment, and see what is added to them; their indentation is not sent."""

from textwrap import dedent

import pytest
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


def test_of_an_indentation_one_space_is_sent_which_parts_what_a_tag_parts(app: Flask) -> None:
    source = """
    <ul>
      {% for name in ("Ana", "Bob") %}
        <li{% if name == "Ana" %} class="first"{% endif %}
            id="{{ name }}">{{ name }}</li>
      {% endfor %}
    </ul>
    """
    listed = app.jinja_env.from_string(dedent(source).strip()).render()
    assert listed == '<ul>\n <li class="first" id="Ana">Ana</li>\n <li id="Bob">Bob</li>\n</ul>'


def test_what_a_value_is_indented_by_stays(app: Flask) -> None:
    assert app.jinja_env.from_string("{{ program }}").render(program="for:\n    pass") == "for:\n    pass"


def test_a_fault_is_told_in_the_line_where_it_stands(app: Flask) -> None:
    template = app.jinja_env.from_string("<ul>\n    <li>\n        {{ 1 // 0 }}\n    </li>\n</ul>")
    with pytest.raises(ZeroDivisionError) as told:
        template.render()
    assert told.traceback[-1].lineno == 2  # counted from 0
