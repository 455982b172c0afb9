"""No control of any page has the look that the browser gives it: a page never comes without its style sheet."""

from random import Random
from urllib.parse import urlsplit

import pytest

from tests.browser.conftest import NewPhone
from tests.browser.course import Course
from tests.browser.pen import Pen
from tests.browser.phone import Phone
from tests.browser.test_pages import LINKS, kind

PLAYERS = ("Ana", "Bob", "Chloé", "Dan")
FINAL = ("leave", "delete", "forget", "remove", "back", "clubs", "devices", "links")
"""Words of actions that may take the phone its access or its match: they are sent last."""

BARE = """() => {
  const LOOK = ["appearance", "backgroundColor", "borderTopStyle", "borderTopWidth", "borderTopLeftRadius",
    "paddingLeft", "minHeight", "display", "width", "opacity", "accentColor", "listStyleType"];
  const OF_A_BOX = ["backgroundColor", "borderTopStyle", "borderTopWidth", "borderTopLeftRadius", "paddingLeft"];
  const compared = (control) => (control.tagName === "BUTTON" ? OF_A_BOX : LOOK);
  const look = (control) => {
    const style = getComputedStyle(control);
    return compared(control).map((name) => style[name]).join();
  };
  const asTheBrowserHasIt = (control) => {
    const bare = control.cloneNode(false);
    for (const { name } of [...bare.attributes]) {
      if (!["type", "multiple", "size", "rows", "cols"].includes(name)) bare.removeAttribute(name);
    }
    bare.style.all = "revert";
    control.after(bare);
    const found = look(bare);
    bare.remove();
    return found;
  };
  return [...document.querySelectorAll("button:not([hidden]), input:not([type=hidden]), select, textarea, summary")]
    .filter((control) => look(control) === asTheBrowserHasIt(control))
    .map((control) => control.outerHTML.slice(0, 120));
}"""

UNSEEN = """() => {
  const faults = [...document.querySelectorAll("main .why:not([hidden])")];
  return faults.length > 0 && !faults.some((fault) => fault.checkVisibility());
}"""
"""Whether a page says what is wrong, and shows none of it: a rule of another page of its sheet hides it."""

FORMS = "() => [...document.forms].map((form) => [form.method, new URL(form.action).pathname])"

SEND_EMPTY = """(index) => {
  const form = document.forms[index];
  for (const box of form.elements) {
    if (box.type === "hidden") continue;
    if (["radio", "checkbox"].includes(box.type)) box.checked = false;
    else if (box.type !== "submit" && box.tagName !== "FIELDSET") box.value = "";
  }
  HTMLFormElement.prototype.submit.call(form);
}"""


class Forms:
    """A walk along every link, one page of each kind, that looks at the controls of each page with a form."""

    def __init__(self, phone: Phone) -> None:
        self.phone = phone
        self.found: list[str] = []
        self.forms: dict[str, tuple[str, int]] = {}  # by kind of its action: the page it stands on, and its number
        self.seen: set[str] = set()
        self.refused: set[str] = set()

    def walk(self, *paths: str) -> None:
        waiting = ["/", *paths]
        self.seen.update(map(kind, waiting))
        while waiting:
            path = waiting.pop(0)
            answer = self.phone.page.context.request.get(self.phone.url + path)
            if "text/html" in answer.headers["content-type"]:
                self.phone.open(path)
                self.look(path)
                self.keep_forms(path)
                waiting += self._further()

    def look(self, name: str) -> None:
        """The controls of the open page."""
        self.found += [f"{name}: {control}" for control in self.phone.page.evaluate(BARE)]

    def keep_forms(self, path: str) -> None:
        """Note the forms of the open page, to be sent later."""
        for index, (method, action) in enumerate(self.phone.page.evaluate(FORMS)):
            if method == "post":
                self.forms.setdefault(kind(action), (path, index))

    def send_all_empty(self) -> None:
        """Send each kind of form with nothing in it, and look at the page that refuses it."""
        order = sorted(self.forms.items(), key=lambda form: any(word in form[0] for word in FINAL))
        for action, (path, index) in order:
            self.phone.page.goto(self.phone.url + path)
            if len(self.phone.page.evaluate(FORMS)) <= index:
                continue
            with self.phone.page.expect_navigation() as answered:
                self.phone.page.evaluate(SEND_EMPTY, index)
            if answered.value and answered.value.status >= 400:
                self.refused.add(action)
                self.look(f"{action} refused")
                if self.phone.page.evaluate(UNSEEN):
                    self.found.append(f"{action} refused: no fault is in sight")

    def _further(self) -> list[str]:
        links = [urlsplit(href)._replace(fragment="").geturl() for href in self.phone.page.evaluate(LINKS)]
        found = []
        for link in links:
            if kind(link) not in self.seen:
                self.seen.add(kind(link))
                found.append(link)
        return found


@pytest.mark.thorough
def test_no_page_with_a_form_has_a_control_as_the_browser_draws_it_or_hides_what_is_wrong(new_phone: NewPhone) -> None:
    phone = new_phone()
    walk, pen = Forms(phone), Pen(phone)
    paths = _played(pen)
    _correct_so_that_the_rest_fails(phone, paths["barbu"])
    assert phone.page.locator("h1").inner_text() == "La suite ne tient plus"
    walk.look("corrections refused")
    walk.walk(*paths.values(), *(f"{path}/steps/penalty" for path in paths.values()))
    assert len(walk.forms) > 20
    walk.send_all_empty()
    phone.faults.clear()  # a form that is sent empty is refused, and the console says so
    assert walk.found == []
    assert len(walk.refused) > 8, walk.refused


def _played(pen: Pen) -> dict[str, str]:
    """Matches of a few games, some deals into each, one of them over: by game, their paths."""
    paths = {}
    for game in ("barbu", "ascenseur", "tarot", "feuille-libre"):
        paths[game] = pen.new_match(game, PLAYERS)
        course = Course.of(game, PLAYERS)
        chance = Random(13)
        while len(course.rows) < 2:
            pen.record(paths[game], course, course.answer(chance).entry)
        if game == "feuille-libre":
            pen.record(paths[game], course, {"step": "end"})
    return paths


def _correct_so_that_the_rest_fails(phone: Phone, path: str) -> None:
    """Give the first deal of the Barbu another contract: the points recorded under it no longer fit."""
    phone.open(f"{path}/corrections/0")
    chosen = phone.page.locator("form.ask")
    assert chosen.count() == 1
    with phone.page.expect_navigation():
        phone.page.evaluate(
            """() => {
              const form = document.querySelector("form.ask");
              const boxes = [...form.querySelectorAll("[name=contract]")];
              const other = boxes.find((box) => !box.checked && !box.disabled);
              other.checked = true;
              HTMLFormElement.prototype.submit.call(form);
            }"""
        )
