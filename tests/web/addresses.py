"""Every address that the application answers, as its own map lists them: none can be forgotten by a test."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from flask import Flask
from werkzeug.routing import Rule

from tests.web.visitor import Page, Visitor

SAMPLES = {
    "game_id": ("ascenseur",), "part": ("ascenseur", "match"), "step": ("penalty", "note", "end"), "row": ("0",),
    "position": ("0",), "invitation_id": ("1",), "token": ("no-such-token",), "filename": ("base.css",),
    "question_id": ("trick-winner",),
}  # fmt: skip
"""What stands in an address, by the name its route has for it."""

GOOD_FORMS: Mapping[str, tuple[tuple[str, str], ...]] = {
    "/entries": (("step", "note"), ("text", "a note"), ("expected", "2")),
    "/corrections": (("draft", '[[0, {"step": "note", "text": "x"}]]'), ("expected", "2")),
    "/undo": (("expected", "2"),),
}
"""What is sent to an address with this ending, so that nothing but access stands in its way."""


@dataclass(frozen=True, slots=True)
class Address:
    """One address and how it is asked."""

    method: str
    path: str

    def asked_by(self, visitor: Visitor) -> Page:
        if self.method == "GET":
            return visitor.open(self.path)
        form = next((form for ending, form in GOOD_FORMS.items() if self.path.endswith(ending)), ())
        return visitor.send(self.path, form)


def addresses(app: Flask, match: str) -> list[Address]:
    """Every address, reads before writes before deleting; ``match`` is the path of the match they speak of."""
    public_id = match.rpartition("/")[2]
    found = [
        Address(method, path)
        for rule in app.url_map.iter_rules()
        for method in ("GET", "POST")
        if method in (rule.methods or ())
        for path in _paths(rule, {**SAMPLES, "public_id": (public_id,)})
    ]
    return sorted(found, key=lambda address: (address.method, address.path.endswith("/delete"), address.path))


def _paths(rule: Rule, samples: Mapping[str, tuple[str, ...]]) -> list[str]:
    """The rule's addresses; what no sample is known for is given a name that nothing has."""
    made = [rule.rule]
    for argument in sorted(rule.arguments):
        values = sorted(_choices(rule, argument)) or samples.get(argument, ("1",))
        made = [_put(path, argument, value) for path in made for value in values]
    return made


def _choices(rule: Rule, argument: str) -> Iterable[str]:
    """What an address may say here where only a few words will do."""
    words = re.search(rf"<any\(([^)]+)\):{argument}>", rule.rule)
    return words[1].split(",") if words else ()


def _put(path: str, argument: str, value: str) -> str:
    before, _, after = path.partition(f"{argument}>")
    return f"{before.rpartition('<')[0]}{value}{after}"
