"""Another site frames the application in the phone and sends a form to a match there: nothing is recorded.

A page of another port of this host is of the same site, so that the browser gives its frame the service worker.
"""

from urllib.parse import urlsplit

import pytest

from tests.browser.other_site import other_site
from tests.browser.phone_app.framed import FramedPhone

pytestmark = pytest.mark.thorough

TEXTS = "async path => (await (await fetch(path + '/export')).json()).entries.map(entry => entry.text)"
SUBMIT = """action => {
  const form = Object.assign(document.createElement("form"), { method: "post", action });
  const fields = { step: "note", text: "our own", expected: 0 };
  for (const name in fields) form.append(Object.assign(document.createElement("input"), { name, value: fields[name] }));
  document.body.append(form);
  form.submit();
}"""
"""A form that goes without a script, as the browser sends it."""


def test_a_page_of_another_site_that_frames_the_application_records_nothing(app: FramedPhone) -> None:
    match = app.url + app.new_match("ascenseur", ("Ana", "Bob", "Chloé"))
    with other_site() as site, app.tab.context.expect_page() as opened:
        site.action, site.target = f"{match}/entries", "inside"
        app.tab.evaluate("open")
        page = opened.value
        with page.expect_response(site.action) as answer:
            page.goto(f"http://{urlsplit(app.url).hostname}:{site.server_port}/form")
        assert answer.value.from_service_worker
        assert answer.value.status == 403
        page.close()
    assert app.page.frame.evaluate(TEXTS, match) == []
    with app.page.frame.expect_navigation():
        app.page.frame.evaluate(SUBMIT, f"{match}/entries")
    app.ready()
    assert app.page.frame.evaluate(TEXTS, match) == ["our own"]
