"""A program that asks the application with a token."""

from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

FILE = {"format": "referee-match/1", "game": "ascenseur", "players": ["Ana", "Bob", "Chloé", "Dan"], "entries": []}
BIDS = {"step": "bids", "bids": {"Bob": 0, "Chloé": 1, "Dan": 0, "Ana": 1}}
TRICKS = {"step": "tricks", "tricks": {"Bob": 0, "Chloé": 1, "Dan": 0, "Ana": 0}}
NOTE = {"step": "note", "text": "le chat a vu"}


class Program:
    """Asks below ``/api/v1`` with this token, or without one."""

    def __init__(self, app: Flask, token: str = "", language: str = "fr") -> None:
        self.client = app.test_client()
        self.headers = {"Accept-Language": language, **({"Authorization": f"Bearer {token}"} if token else {})}

    def ask(self, method: str, path: str, json: Any = None, **headers: str) -> TestResponse:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        body = {} if json is None else {"json": json}
        return self.client.open(
            f"/api/v1{path}", method=method, headers={**self.headers, **named}, buffered=True, **body
        )

    def get(self, path: str) -> Any:
        """The value of an answer that is good."""
        answer = self.ask("GET", path)
        assert answer.status_code == 200, (path, answer.status_code, answer.text)
        return answer.get_json()

    def post(self, path: str, json: Any = None, **headers: str) -> Any:
        answer = self.ask("POST", path, json, **headers)
        assert answer.status_code in (200, 201), (path, answer.status_code, answer.text)
        return answer.get_json()

    def start(self, *entries: Any, **more: Any) -> str:
        """A new match with these entries: its path."""
        return f"/matches/{self.post('/matches', {**FILE, **more, 'entries': list(entries)})['id']}"


def problem_of(answer: TestResponse) -> tuple[int, str]:
    """The status and the sentence of a problem."""
    value = answer.get_json()
    assert answer.content_type == "application/problem+json"
    assert (value["type"], value["status"]) == ("about:blank", answer.status_code)
    return answer.status_code, plain(value["detail"])


def plain(sentence: str) -> str:
    """A sentence with ordinary spaces."""
    return sentence.replace("\u202f", " ").replace("\xa0", " ")
