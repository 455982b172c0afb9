"""Recording quickly: the same forms as on the pages, sent as HTTP requests by the phone's own browser, no tap."""

import re
import secrets
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from urllib.parse import urlencode, urlsplit

from playwright.sync_api import APIResponse

from referee.game_definition.game import Question
from referee.web.answers.question_form import QuestionForm
from tests.browser.course import Course
from tests.browser.phone import Phone

AWAY = (502, 503, 504)
"""What a proxy answers where the server went away while it was asked, or where it has not yet seen it come back."""
ATTEMPTS = 20
PAUSE = 0.25
"""Seconds between two attempts."""


class Pen:
    """Writes for one phone: what it records stands in the phone's own club."""

    def __init__(self, phone: Phone) -> None:
        self.phone = phone
        self.requests = phone.page.context.request

    def new_match(self, game: str, players: Sequence[str], rules: Mapping[str, str] | None = None) -> str:
        """Start a match, the first player dealing; its address. ``rules``: house rules as their form names them."""
        seats = {f"seat.{index}": name for index, name in enumerate(players)}
        others = {f"slip.{index}": "no" for index in range(len(players))}  # close names are other people
        typed = {**seats, **others, "dealer": "0", **(rules or {})}
        return self.post(f"/new/{game}", typed.items())

    def record(self, path: str, course: Course, entry: Mapping[str, Any]) -> None:
        """Record an entry of any step that may be recorded now, on the page and in the course beside it."""
        question = next(question for question in course.open_questions if question.step == entry["step"])
        fixed = {"step": question.step, "expected": str(course.taken)}
        self.post(f"{path}/entries", [*fixed.items(), *form_pairs(question, entry)])
        course.take(entry)

    def count_entries(self, path: str) -> int:
        """How many entries stand in the match, as its exported file says."""
        return len(self.exported(path)["entries"])

    def exported(self, path: str) -> dict[str, Any]:
        """The match file that the page exports."""
        answer = self.requests.get(f"{self.phone.url}{path}/export")
        assert answer.ok, answer.status
        file: dict[str, Any] = answer.json()
        return file

    def share(self, role: str) -> str:
        """The path of a new link that hands on this role."""
        answer = self._send("/share", [("role", role)])
        found = re.search(r'href="[^"]*(/join/[^"]+)"', answer.text())
        assert found, answer.status
        return found[1]

    def post(self, path: str, typed: Iterable[tuple[str, str]]) -> str:
        answer = self._send(path, typed)
        assert answer.status == 303, f"{path}: {answer.status} {answer.text()}"
        return urlsplit(answer.headers["location"]).path

    def _send(self, path: str, typed: Iterable[tuple[str, str]]) -> APIResponse:
        """The answer to this form, sent again with the same key while the server is away."""
        body = urlencode([("key", secrets.token_urlsafe(8)), *typed])
        headers = {"content-type": "application/x-www-form-urlencoded", "origin": self.phone.url}
        for _ in range(ATTEMPTS):
            answer = self.requests.post(self.phone.url + path, data=body, headers=headers, max_redirects=0)
            if answer.status not in AWAY:
                break
            time.sleep(PAUSE)
        return answer


def form_pairs(question: Question, entry: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
    """The pairs that the form of this question sends for this entry."""
    form = QuestionForm(question, entry=entry)
    yield ("at_once" if form.way.way.at_once else "way"), form.chosen
    for field in form.way.inputs():
        for part, value in field.typed.items():
            for each in value if isinstance(value, list) else [value]:
                yield field.part_name(part), str(each)
