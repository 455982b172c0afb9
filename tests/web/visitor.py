"""A visitor without scripts: opens pages of the app, fills in the forms that stand there, and sends them.

A form can be filled in only as a person could: a radio button that is not there cannot be chosen, a text cannot be
longer than its box. What no person can send is sent with :meth:`Visitor.send`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict
from werkzeug.test import TestResponse

from tests.web.markup import Element, parse_page

Pairs = Sequence[tuple[str, str]]
TYPED = ("text", "search", "email", "tel", "number", "date", "time", "hidden")


class Visitor:
    """One browser with its cookies, and the language it asks for."""

    def __init__(self, app: Flask, language: str = "fr") -> None:
        self.client: FlaskClient = app.test_client()
        self.language = language
        self._cookie_names: set[str] = set()

    def open(self, path: str) -> Page:
        """Open a page as a link does."""
        return self.page(path, self.client.get(path, headers=self.headers(), buffered=True))

    def send(self, path: str, pairs: Iterable[tuple[str, Any]]) -> Page:
        """Post whatever one likes."""
        given = MultiDict([*pairs])
        return self.page(path, self.client.post(path, data=given, headers=self.headers(), buffered=True))

    def page(self, path: str, response: TestResponse) -> Page:
        """What the client was answered; the names of new cookies are noted."""
        self._cookie_names.update(line.partition("=")[0] for line in response.headers.getlist("Set-Cookie"))
        return Page(self, path, response)

    def headers(self) -> dict[str, str]:
        return {"Accept-Language": self.language}

    @property
    def cookies(self) -> dict[str, str]:
        """What this browser sends along, by name."""
        found = (self.client.get_cookie(name) for name in sorted(self._cookie_names))
        return {cookie.key: cookie.value for cookie in found if cookie is not None}

    def wear(self, cookies: Mapping[str, str]) -> None:
        """Have these cookies and no others."""
        for name in self.cookies:
            self.client.delete_cookie(name)
        for name, value in cookies.items():
            self.client.set_cookie(name, value)
        self._cookie_names = {*cookies}


@dataclass(slots=True)
class Page:
    """An answer: its status, its headers and what stands on it."""

    visitor: Visitor
    path: str
    response: TestResponse
    _document: Element | None = None

    @property
    def status(self) -> int:
        return self.response.status_code

    @property
    def document(self) -> Element:
        if self._document is None:
            self._document = parse_page(self.response.get_data(as_text=True))
        return self._document

    @property
    def text(self) -> str:
        """All that can be read on the page, in one line."""
        return self.document.text()

    @property
    def location(self) -> str:
        """Where a redirect leads: the path with its query."""
        parts = urlsplit(self.response.headers["Location"])
        assert not parts.netloc or parts.netloc == "localhost"
        return parts.path + (f"?{parts.query}" if parts.query else "")

    def follow(self) -> Page:
        """The page that a 303 leads to."""
        assert self.status == 303, (self.status, self.text[:500])
        return self.visitor.open(self.location)

    def forms(self) -> list[Form]:
        return [Form(self, element) for element in self.document.all("form")]

    def form(self, ending: str) -> Form:
        """The form that is sent to an address with this ending: that of the question before those of single buttons."""
        found = [form for form in self.forms() if urlsplit(form.action).path.endswith(ending)]
        found.sort(key=lambda form: "ask" not in form.element.classes)
        assert found, f"no form for {ending!r} on {self.path} ({self.status})"
        return found[0]

    def links(self) -> list[str]:
        return [element.attributes["href"] for element in self.document.all("a") if "href" in element.attributes]

    def faults(self) -> list[tuple[str, str]]:
        """What is blamed, by article and by place: a control, a whole field by its key, or "" above the form."""
        blamed = [why for why in self.document.all("p", class_="why") if "data-article" in why.attributes]
        return [(article_of(link), _place(link)) for why in blamed for link in why.all("a")]


def article_of(link: Element) -> str:
    """The article that a link to the rulebook names."""
    return urlsplit(link.attributes["href"]).fragment


def _place(element: Element) -> str:
    """The control that stands together with the element, or what the names of several begin with."""
    around = element.nearest(lambda part: bool(_visible_controls(part)))
    inside = _visible_controls(around)
    spread = {element.attributes["name"] for element in _visible_controls(_root(around)) if element not in inside}
    names = {element.attributes["name"] for element in inside} - spread
    if len(names) == 1:
        return names.pop()
    keys = {name.partition(".")[0] for name in names}
    return keys.pop() if len(keys) == 1 else ""


def _root(element: Element) -> Element:
    return element if element.parent is None else _root(element.parent)


def _visible_controls(element: Element) -> list[Element]:
    """The controls inside that somebody sees."""
    controls = [part for part in element.all() if part.tag in ("input", "select", "textarea")]
    return [
        control for control in controls if control.attributes.get("type") != "hidden" and "name" in control.attributes
    ]


class Form:
    """A form on a page, as it stands, then as it is filled in."""

    def __init__(self, page: Page, element: Element) -> None:
        self.page = page
        self.element = element
        self.action = element.attributes.get("action") or page.path
        self.method = element.attributes.get("method", "get")
        self.controls = [part for part in element.all() if part.tag in ("input", "select", "textarea", "button")]
        self._pairs = [pair for control in self.controls for pair in _successful(control)]

    @property
    def pairs(self) -> Pairs:
        """What would be sent now, without any button."""
        return list(self._pairs)

    def names(self) -> set[str]:
        return {control.attributes["name"] for control in self.controls if "name" in control.attributes}

    def value(self, name: str) -> str:
        """The value that stands in a control, "" where none does."""
        return next((value for known, value in self._pairs if known == name), "")

    def values(self, name: str) -> list[str]:
        return [value for known, value in self._pairs if known == name]

    def choices(self, name: str) -> list[str]:
        """The values offered under a name, none where there is no such choice."""
        controls = [
            control for control in self.controls if control.attributes.get("name") == name and control.tag != "button"
        ]
        return [value for control in controls for value in _offered_values(control)]

    def fill(self, name: str, *values: str) -> Form:
        """Type into a box, choose a radio button or an option, tick exactly these boxes."""
        controls = [
            control for control in self.controls if control.attributes.get("name") == name and control.tag != "button"
        ]
        assert controls, f"no control {name!r} on {self.page.path}"
        offered = [value for control in controls for value in _offered_values(control)]
        for value in values:
            assert not offered or value in offered, f"{name!r} on {self.page.path} offers {offered}, not {value!r}"
        longest = controls[0].attributes.get("maxlength")
        assert longest is None or all(len(value) <= int(longest) for value in values), f"{name!r} holds {longest} signs"
        self._pairs = [*(pair for pair in self._pairs if pair[0] != name), *((name, value) for value in values)]
        return self

    def buttons(self) -> list[tuple[str, str]]:
        """The buttons that say something of their own."""
        return [
            (control.attributes["name"], control.attributes.get("value", ""))
            for control in self.controls
            if control.tag == "button" and "name" in control.attributes
        ]

    def send(self, button: tuple[str, str] | None = None) -> Page:
        """Send it, by a certain button if it has several."""
        assert button is None or button in self.buttons(), (button, self.buttons())
        pairs = [*self._pairs, *([button] if button else [])]
        visitor, client = self.page.visitor, self.page.visitor.client
        if self.method == "get":
            path = urlsplit(self.action).path
            response = client.get(path, query_string=MultiDict(pairs), headers=visitor.headers(), buffered=True)
        else:
            response = client.post(self.action, data=MultiDict(pairs), headers=visitor.headers(), buffered=True)
        return visitor.page(self.action, response)


def _offered_values(control: Element) -> list[str]:
    """The values that can be chosen, none where something can be typed."""
    if control.tag == "select":
        return [option.attributes.get("value", option.text()) for option in control.all("option")]
    kind = control.attributes.get("type", "text")
    return [] if control.tag == "textarea" or kind in TYPED else [control.attributes.get("value", "on")]


def _successful(control: Element) -> list[tuple[str, str]]:
    """The name and value with which a control goes as it stands."""
    name = control.attributes.get("name")
    if not name or control.tag == "button" or "disabled" in control.attributes:
        return []
    if control.tag == "textarea":
        return [(name, control.raw_text())]
    if control.tag == "select":
        options = control.all("option")
        chosen = [option for option in options if "selected" in option.attributes] or options[:1]
        return [(name, option.attributes.get("value", option.text())) for option in chosen]
    if control.attributes.get("type") in ("radio", "checkbox"):
        return [(name, control.attributes.get("value", "on"))] if "checked" in control.attributes else []
    return [(name, control.attributes.get("value", ""))]
